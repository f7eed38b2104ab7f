"""The figure that the dashboard opens with: two groups of users as dots, and one slider."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures.mean import people as figures
from hetdp_core.figures.mean import tables
from hetdp_core.figures.text import number, percent, times
from hetdp_core.mean.sweep import SaturationCurve, saturation_sweep
from hetdp_core.profiles import ProfileSettings
from pages.shared.cache import value
from pages.shared.controls.catalog.overview import RELAXED
from pages.shared.figure.view import View

STRICT, USERS = 0.1, 200


def view(relaxed: float) -> View:
    """Return half of the users strict, the other half asking for this ε."""
    settings = ProfileSettings("two_groups", users=USERS, low=STRICT, high=relaxed)
    computed = Call(saturation_sweep, settings, figures.MOST_DOTS).kept()
    curves = value(computed).points
    figure, frames = figures.people(value(computed), RELAXED.label, relaxed)
    sentences = [_headline(curve, curves[0]) for curve in curves]
    return View(
        key="people",
        name="Users as dots by their weight in the answer, and the error of the answer",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(tables.saturation, computed, relaxed),
        caption=f"Half of {USERS} users are strict (ε = {STRICT}), half relaxed; ε is the privacy "
        "loss that a user allows. The answer is a mean in which they count as the area of their "
        "dots; weights and noise are those with the least error in the worst case (the papers call "
        "this ADPM). ± is the root of the expected squared error, exact, for the worst case.",
        frames=replace(frames, headlines=sentences),
        on_release=_note,
        height=330,
        fills=False,
    )


def relaxed() -> float:
    """Return what the address says of the slider."""
    return float(RELAXED.parse(st.query_params.get_all(RELAXED.key)))


def _note(value: float) -> None:
    st.query_params[RELAXED.key] = f"{value:g}"


def _headline(curve: SaturationCurve, all_strict: SaturationCurve) -> str:
    if curve.saturated_share > 0:
        return (
            f"**Some privacy is free**: from ε = {number(curve.level)} on the relaxed dots grow no "
            f"more, and the error stays at **± {percent(curve.worst_case_error)}**, against ± "
            f"{percent(all_strict.worst_case_error)} of the range where all are strict. To expose "
            "the relaxed any more would not help the answer, so nobody does."
        )
    if curve.high == STRICT:
        return (
            "All ask for the same privacy, so all count the same. Drag the slider: **what does "
            "the answer gain** when half of them ask for less?"
        )
    return (
        "Whoever asks for less privacy counts more: the relaxed half, at "
        f"ε = {number(curve.high)}, **{times(curve.weight_ratio)} as much** as the strict half at "
        f"ε = {number(all_strict.high)}. The error falls from ± "
        f"{percent(all_strict.worst_case_error)} of the range, where all are strict, to "
        f"**± {percent(curve.worst_case_error)}**. Drag the slider to the right."
    )
