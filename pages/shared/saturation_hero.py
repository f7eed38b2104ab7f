"""The hero figure of the heterogeneous mean, with the sentence above it."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures import mean as figures
from hetdp_core.figures import tables
from hetdp_core.figures.text import level, percent
from hetdp_core.mean.sweep import SaturationCurve, SaturationSweep
from hetdp_core.recipes import Call
from pages.shared import cached, recipes
from pages.shared.live_figure import live_figure
from pages.shared.scenario import Scenario


def saturation_hero(scenario: Scenario, height: int = 440) -> SaturationSweep:
    """Draw it for the present profile; dragging its control moves the shared scenario."""
    sweep = cached.sweep(scenario.profile)
    st.markdown(headline(sweep.present))

    def take_over(value: float) -> None:
        st.session_state[scenario.control_key] = value

    live_figure(
        figures.saturation(sweep),
        key="saturation",
        name="Privacy asked, privacy given and weight of every user, with the saturation level",
        table=tables.saturation(sweep.present),
        recipe=Call(tables.saturation, recipes.saturation(scenario.profile).attribute("present")),
        frames=figures.saturation_frames(sweep, scenario.control),
        height=height,
        on_release=take_over,
    )
    return sweep


def headline(curve: SaturationCurve) -> str:
    """One sentence of what the figure shows."""
    if curve.answers_midpoint:
        return (
            f"With so much privacy asked of so few ({curve.users:,} users), no private answer "
            "beats always saying the middle of the range: **the data are not used at all**."
        )
    if curve.saturated_share == 0:
        return (
            f"All {curve.users:,} users get exactly the privacy they ask for: weights grow with "
            "ε, and **nobody has saturated yet**. Drag the control to the right."
        )
    return (
        f"Of {curve.users:,} users, **{percent(curve.saturated_share)} are given more privacy "
        f"than they ask for**: none is exposed to more than ε = {level(curve.level)}, and using "
        "them harder would not make the answer any better in the worst case."
    )
