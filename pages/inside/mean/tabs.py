"""The tabs under the hero figure of the heterogeneous mean, one function a tab."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.text import number, within
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.validate import MAX_USERS
from pages.inside.mean import certified, results, views, worth
from pages.inside.mean import several as several_views
from pages.inside.mean.formulas import how_it_works
from pages.inside.mean.target import target
from pages.shared.cache import value
from pages.shared.controls import catalog, columns, own_levels, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, present
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.tabs import Tab
from pages.shared.frame.target import TITLE
from pages.shared.text import notices

PAPER_TRIALS = 20_000


def methods(scenario: Scenario) -> None:
    if _too_many_users(scenario):
        notices.info(f"Side by side, methods are shown for up to {MAX_USERS:,} users.")
        return
    st.markdown(
        "How far the answer of each method is from the truth, typically: dots for data of this "
        "spread, ticks for the worst that data can be."
    )
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        widgets.draw(catalog.mean.SPREAD)
    with right:
        simulate = widgets.draw(catalog.mean.SIMULATE)
    draw_below(views.methods(scenario, catalog.mean.SPREAD.setting(present()), simulate))


def real_column(scenario: Scenario) -> None:
    columns.draw_column()
    own_levels.draw(scenario.dataset)
    if scenario.levels_column:
        sentence = own_levels.sentence(scenario.levels_column)
        st.caption(f"{sentence} The privacy profile beside has no part in this tab.")
    outside = widgets.draw(catalog.mean.OUTSIDE)
    _draw_metrics(value(results.column_estimate(scenario, outside)), views.unit_of(scenario))
    for view in column_figures(present(), scenario):
        draw_below(view)


def column_figures(state: State, scenario: Scenario) -> list[View]:
    """Return the column with an estimate, twenty estimates, and the errors of all methods."""
    outside = state[catalog.mean.OUTSIDE.key]
    return [
        views.column_values(scenario, outside),
        views.twenty(scenario, outside),
        views.column_errors(scenario, outside),
    ]


def _draw_metrics(result: ColumnEstimate, unit: str) -> None:
    places = st.columns(2)
    places[0].metric(
        "Private estimate",
        f"{within(result.private_estimate, result.privacy_half_width)}{unit}",
        help="With 95 % probability the noise stays within what stands after ± (exact). The "
        "confidence interval adds the sampling error and is a bound.",
    )
    places[1].metric("True mean (not private)", f"{number(result.true_mean, 4)}{unit}")


def several(scenario: Scenario) -> None:
    """Draw which noise is best for several columns at once, and how users saturate then."""
    left, right = st.columns(2)
    with left:
        widgets.draw(catalog.mean.SEVERAL)
        widgets.draw(catalog.mean.NOISE)
    with right:
        kind = widgets.draw(catalog.mean.PROMISE)
        widgets.draw(catalog.mean.SHAPE)
    if kind == "approximate":
        widgets.draw(catalog.mean.CHANCE)
    design = several_views.usable_design()
    draw_below(several_views.by_columns(scenario, design))
    draw_below(several_views.saturation(scenario, design))


def certificate(scenario: Scenario) -> None:
    """Draw how close ADPM is to the best possible, and whom it would take: here, at random."""
    shrinking = present()[catalog.mean.SHRUNK.key]
    draw_below(certified.certified(scenario, shrinking))
    worth.draw_worth(scenario, shrinking)
    st.markdown(certified.by_two_points(scenario))
    draw_below(certified.certificate(scenario))


def certificate_figures(state: State, scenario: Scenario) -> list[View]:
    """Return the same figures, one below the other."""
    shrinking = state[catalog.mean.SHRUNK.key]
    return [
        certified.certified(scenario, shrinking),
        *worth.who_and_what(scenario, shrinking),
        certified.certificate(scenario),
    ]


def several_figures(state: State, scenario: Scenario) -> list[View]:
    """Return which noise is best for several columns at once, and how users saturate then."""
    design = several_views.design_of(state)
    return [
        several_views.by_columns(scenario, design),
        several_views.saturation(scenario, design),
    ]


def table_one(scenario: Scenario) -> None:
    simulate = st.toggle(
        f"Simulate as the paper did ({PAPER_TRIALS:,} data sets; about half a minute)",
        key="table_one_simulated",
    )
    view = views.table_one(scenario.seed, PAPER_TRIALS if simulate else 0)
    draw_below(view)
    st.dataframe(value(view.numbers).round(2), hide_index=True)


def _too_many_users(scenario: Scenario) -> bool:
    return value(results.sweep(scenario.profile)).points[0].users > MAX_USERS


TABS = (
    Tab(
        "Error as users relax",
        lambda _, scenario: [views.errors(scenario)],
        caption="How close this is to the least possible: “How good is it?” under “For reviewers”.",
        slide=3,
    ),
    Tab(
        "Why weights saturate",
        lambda _, scenario: [views.saturating(scenario), views.people(scenario)],
        foot="**Why some privacy is free.** Leaning even harder on the most relaxed users would "
        "save a little noise and cost more in sampling. So the best mechanism declines, and what "
        "it does not use it need not expose. Users beyond τ get the privacy of level τ, and the "
        "result is not worse in the worst case. Public users are no exception. Where they are few, "
        "a mean of them alone misses by more than noise costs, so they too get the weight of τ.",
        slide=2,
    ),
    Tab(TITLE, draw=target),
    Tab(
        "A real column",
        column_figures,
        real_column,
        intro=views.ABOUT_COLUMN,
        caption="A demonstration: its noise is NumPy's. “Private release” makes noise to rely on.",
        slide=5,
    ),
    Tab("How it works", draw=how_it_works),
    Tab(
        "Methods side by side",
        lambda state, scenario: [views.methods(scenario, catalog.mean.SPREAD.setting(state))],
        methods,
        audience="reviewers",
        slide=4,
    ),
    Tab(
        "Several columns",
        several_figures,
        several,
        intro=several_views.ABOUT,
        audience="reviewers",
    ),
    Tab(
        "How good is it?",
        certificate_figures,
        certificate,
        controls=(catalog.mean.SHRUNK,),
        audience="reviewers",
        slide=6,
    ),
    Tab(
        "Table I",
        lambda _, scenario: [views.table_one(scenario.seed, 0)],
        table_one,
        intro="The paper's Table I, row by row: diamonds as printed, dots recomputed here.",
        audience="reviewers",
    ),
)
