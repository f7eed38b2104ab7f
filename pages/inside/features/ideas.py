"""How feature privacy works: its ideas as small exact examples that move, and its formulas."""

from __future__ import annotations

import streamlit as st

from hetdp_core import features
from hetdp_core.features import FeatureScenario
from hetdp_core.features.allocation.rules import PROMISED
from hetdp_core.features.allocation.search import MOST_GROUPS
from hetdp_core.features.notions import example_1, from_mechanism
from hetdp_core.figures.features import tables
from hetdp_core.figures.formats import level, number, readable, share
from hetdp_core.papers import PAPERS
from pages.inside.features import results, views
from pages.inside.features.controls import FeatureChoice
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.figure.view import draw_below
from pages.shared.text.files import draw_beside


def ideas(choice: FeatureChoice) -> None:
    """Draw Theorem 1, Examples 1 and 2, Figure 1."""
    left, right = st.columns(2)
    with left:
        draw_below(views.error_region())
    with right:
        _not_local()
        draw_below(views.copies())
    _conversions(choice.scenario)


def _not_local() -> None:
    st.markdown(
        "**Feature privacy alone is not enough** (Example 1). There are two fair bits, and the "
        "output bit is never 1 for (0, 1). Each bit stays hidden, but the pair does not."
    )
    chance = panel.draw(catalog.sections.OUTPUT_CHANCE)
    mechanism = example_1(chance, chance, chance)
    first, second = mechanism.bcdp_levels
    columns = st.columns(3)
    columns[0].metric("δ of bit 1", level(float(first)))
    columns[1].metric("δ of bit 2", level(float(second)))
    columns[2].metric("ε of the report", "none" if mechanism.ldp_level == float("inf") else "")


def _conversions(scenario: FeatureScenario) -> None:
    st.markdown(
        f"**From one notion to another** (Figure 1), at q = {number(scenario.q)} and the present "
        "budgets. Each row shows what this guarantee alone implies."
    )
    sweep = value(results.sweep(scenario))
    budgets = sweep.curves["optimised"].budgets[sweep.index(scenario.q)]
    rows = {
        "the report's ε (LDP)": features.from_ldp(scenario.epsilon, budgets.size),
        "the budgets c (CDP)": features.from_cdp(budgets, scenario.q),
        "both (Mechanism 1)": from_mechanism(budgets, scenario.q),
        "the levels δ (BCDP)": features.from_bcdp(scenario.capped),
    }
    st.dataframe(readable(tables.guarantees(rows)), hide_index=True)
    st.caption(
        "LDP: of the report, for any two inputs; BDP: for any two sets of inputs under the prior. "
        "CDP: of one feature, the others fixed; BCDP: the others drawn from the prior. "
        "∞: nothing is implied. BCDP alone implies no local privacy (Example 1)."
    )


def how_it_works(_: object) -> None:
    draw_beside(__file__, "method.md", promised=share(PROMISED), most_groups=f"{MOST_GROUPS}")
    st.caption(
        f"Source: {PAPERS['features'].citation}. "
        "The exact moments, the optimised rule and the unbiased radius are ours, and tested."
    )
