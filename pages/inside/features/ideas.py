"""The ideas behind feature privacy: small exact examples that move."""

from __future__ import annotations

import streamlit as st

from hetdp_core import features
from hetdp_core.features import FeatureScenario
from hetdp_core.features.notions import example_1
from hetdp_core.figures.features import tables
from hetdp_core.figures.text import level, number, readable
from pages.inside.features import results, views
from pages.shared.cache import value
from pages.shared.controls import catalog, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import draw_below


def ideas(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw Theorem 1, Examples 1 and 2, Figure 1."""
    del shared
    left, right = st.columns(2)
    with left:
        draw_below(views.error_region())
    with right:
        _not_local()
        draw_below(views.copies())
    _conversions(scenario)


def _not_local() -> None:
    st.markdown(
        "**Feature privacy alone is not enough** (Example 1). Two fair bits, one output bit that "
        "is never 1 for (0, 1): each bit stays hidden, the pair does not."
    )
    chance = widgets.draw(catalog.rooms.OUTPUT_CHANCE)
    mechanism = example_1(chance, chance, chance)
    first, second = mechanism.bcdp_levels
    columns = st.columns(3)
    columns[0].metric("δ of bit 1", level(float(first)))
    columns[1].metric("δ of bit 2", level(float(second)))
    columns[2].metric("ε of the report", "none" if mechanism.ldp_level == float("inf") else "")


def _conversions(scenario: FeatureScenario) -> None:
    st.markdown(
        "**From one notion to another** (Figure 1), for the present budgets at "
        f"q = {number(scenario.q)}: what each guarantee alone implies."
    )
    sweep = value(results.sweep(scenario))
    budgets = sweep.curves["optimised"].budgets[sweep.index(scenario.q)]
    rows = {
        "the report's ε (LDP)": features.from_ldp(scenario.epsilon, budgets.size),
        "the budgets c (CDP)": features.from_cdp(budgets, scenario.q),
        "the levels δ (BCDP)": features.from_bcdp(scenario.capped),
    }
    st.dataframe(readable(tables.guarantees(rows)), hide_index=True)
    st.caption(
        "LDP: of the report, for any two inputs; BDP: for any two sets of inputs under the prior. "
        "CDP: of one feature, the others fixed; BCDP: the others drawn from the prior. "
        "∞: nothing is implied. BCDP alone implies no local privacy (Example 1)."
    )
