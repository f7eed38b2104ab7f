"""The ideas behind feature privacy: small exact examples that move."""

from __future__ import annotations

import streamlit as st

from hetdp_core import features
from hetdp_core.features import CorrelationSweep
from hetdp_core.features.examples import example_1
from hetdp_core.figures import feature_ideas as figures
from hetdp_core.figures import feature_tables as tables
from hetdp_core.figures.text import level, number
from hetdp_core.recipes import Call
from pages.inside.features import results
from pages.shared import knobs, widgets
from pages.shared.kept import value
from pages.shared.live_figure import live_figure
from pages.shared.scenario import Scenario


def ideas(shared: Scenario, sweep: CorrelationSweep) -> None:
    """Theorem 1, Examples 1 and 2, Figure 1."""
    left, right = st.columns(2)
    with left:
        _error_region()
    with right:
        _not_local()
        _does_not_compose()
    _conversions(shared, sweep)


def _error_region() -> None:
    st.markdown("**What δ means.** Somebody tests one feature by one report (Theorem 1).")
    course = results.regions()
    figure, frames = figures.error_region(value(course))
    live_figure(
        figure,
        key="error_region",
        name="Error rates that a test of one feature can have",
        numbers=Call(tables.regions, course),
        frames=frames,
        height=400,
    )


def _not_local() -> None:
    st.markdown(
        "**Feature privacy alone is not enough** (Example 1). Two fair bits, one output bit that "
        "is never 1 for (0, 1): each bit stays hidden, the pair does not."
    )
    chance = widgets.number_between(knobs.OUTPUT_CHANCE)
    mechanism = example_1(chance, chance, chance)
    first, second = mechanism.bcdp_levels
    columns = st.columns(3)
    columns[0].metric("δ of bit 1", level(float(first)))
    columns[1].metric("δ of bit 2", level(float(second)))
    columns[2].metric("ε of the report", "none" if mechanism.ldp_level == float("inf") else "")


def _does_not_compose() -> None:
    st.markdown(
        "**It does not add up either** (Example 2). One report of this mechanism says nothing "
        "about bit 1; several can prove it."
    )
    course = results.copies()
    figure, frames = figures.copies(value(course))
    live_figure(
        figure,
        key="copies",
        name="Chance that several reports prove a bit that one hides",
        numbers=Call(tables.copies, course),
        frames=frames,
        height=260,
    )


def _conversions(shared: Scenario, sweep: CorrelationSweep) -> None:
    st.markdown(
        "**From one notion to another** (Figure 1), for the present budgets at "
        f"q = {number(shared.q)}: what each guarantee alone implies."
    )
    budgets = sweep.curves["optimised"].budgets[sweep.current]
    rows = {
        "the report's ε (LDP)": features.from_ldp(sweep.scenario.epsilon, budgets.size),
        "the budgets c (CDP)": features.from_cdp(budgets, shared.q),
        "the levels δ (BCDP)": features.from_bcdp(sweep.scenario.capped),
    }
    st.dataframe(tables.guarantees(rows).round(3), hide_index=True)
    st.caption("∞: nothing is implied. BCDP alone implies no local privacy (Example 1).")
