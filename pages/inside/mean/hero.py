"""The hero figure of the heterogeneous mean, with the sentence above it."""

from __future__ import annotations

from dataclasses import replace

from hetdp_core.calls import Call
from hetdp_core.figures.figure import MovingFigure
from hetdp_core.figures.mean import saturation as figures
from hetdp_core.figures.mean import tables
from hetdp_core.figures.text import level, percent
from hetdp_core.mean.sweep import SaturationCurve, SaturationSweep
from hetdp_core.numerals import counted
from pages.inside.mean import results
from pages.shared.cache import value
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.figure.view import View


def for_state(state: State) -> View:
    return saturation_view(read(state))


def saturation_view(scenario: Scenario) -> View:
    """Return privacy asked and given, and the weight of every user."""
    computed, high = results.sweep(scenario.profile), scenario.profile.high
    sweep = value(computed)
    figure, frames = value(Call(drawn, computed, scenario.control).kept())
    return View(
        key="saturation",
        name="Privacy asked, privacy given and weight of every user, with the saturation level",
        headline=headline(sweep[high]),
        figure=figure,
        numbers=Call(tables.saturation, computed, high),
        caption="Exact: of all weighted means with noise, that with the least worst case (ADPM).",
        frames=frames.at(sweep.index(high)),
        moves=scenario.moves,
    )


def drawn(sweep: SaturationSweep, control: str) -> MovingFigure:
    """Return the figure at the first value of the control, with the sentences of all."""
    figure, frames = figures.saturation(sweep, control, float(sweep.values[0]))
    return figure, replace(frames, headlines=[headline(curve) for curve in sweep.points])


def headline(curve: SaturationCurve) -> str:
    """Say in one sentence what the figure shows."""
    if curve.answers_midpoint:
        return (
            f"With so much privacy asked of so few ({counted(curve.users, 'user')}), ADPM's "
            "noise is too large to beat always saying the middle of the range: **the data are not "
            "used at all**. Shrunk to the middle, its answer is better, if only by a little."
        )
    if curve.public_share == 100:
        everybody = "The only user is" if curve.users == 1 else f"All {curve.users:,} users are"
        return (
            f"{everybody} public: they ask for nothing, all count the same, "
            "and **no noise is needed**."
        )
    if curve.saturated_share == 0:
        return (
            f"All {curve.users:,} users get exactly the privacy they ask for: weights grow with "
            "ε, and **nobody has saturated yet**. Drag the control to the right."
        )
    return (
        f"Of {curve.users:,} users, **{percent(curve.saturated_share)} are given more privacy "
        f"than they ask for**: none is exposed to more than ε = {level(curve.level)}, so "
        "**whoever grants that much need not be asked for more**: the answer would be no better in "
        "the worst case."
    )
