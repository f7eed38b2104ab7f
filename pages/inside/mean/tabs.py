"""The tabs under the hero figure of the heterogeneous mean, one function a tab."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.figures.text import number
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.validate import MAX_USERS
from pages.inside.mean import results, views
from pages.inside.mean.formulas import how_it_works
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import draw_below
from pages.shared.kept import value
from pages.shared.words import notices

PAPER_TRIALS = 20_000


def errors(scenario: Scenario) -> None:
    """Draw the two-group curve, for every profile."""
    draw_below(views.errors(scenario))


def methods(scenario: Scenario) -> None:
    """Draw all methods side by side."""
    if _too_many_users(scenario):
        notices.info(f"Side by side, methods are shown for up to {MAX_USERS:,} users.")
        return
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        spread = widgets.share(knobs.mean.SPREAD)
    with right:
        simulate = widgets.flag(knobs.mean.SIMULATE)
    draw_below(views.methods(scenario, spread, simulate))


def real_column(scenario: Scenario) -> None:
    """Draw one private estimate on a real column."""
    outside = widgets.choice(knobs.mean.OUTSIDE)
    _draw_metrics(value(results.column_estimate(scenario, outside)), views.unit_of(scenario))
    draw_below(views.column_values(scenario, outside))
    draw_below(views.column_errors(scenario, outside))
    st.caption(
        "A demonstration: the true mean is on the screen, and the noise is NumPy's. Neither "
        "belongs in a real release."
    )


def _draw_metrics(result: ColumnEstimate, unit: str) -> None:
    columns = st.columns(4)
    columns[0].metric("Private estimate", f"{number(result.private_estimate, 4)}{unit}")
    columns[1].metric("True mean", f"{number(result.true_mean, 4)}{unit}")
    columns[2].metric("Off by", f"{number(result.error)}{unit}")
    columns[3].metric(
        "Privacy interval, 95 %",
        f"± {number(result.privacy_half_width)}{unit}",
        help="The noise alone stays within this with 95 % probability: exact. The confidence "
        "interval adds the sampling error and is a bound.",
    )


def certificate(scenario: Scenario) -> None:
    """Draw the U/L certificate."""
    if _too_many_users(scenario):
        notices.info(f"The lower bound is shown for up to {MAX_USERS:,} users.")
        return
    draw_below(views.certificate(scenario))


def table_one(scenario: Scenario) -> None:
    """Draw Table I of the paper."""
    simulate = st.toggle(
        f"Simulate as the paper did ({PAPER_TRIALS:,} data sets; about half a minute)",
        key="table_one_simulated",
    )
    view = views.table_one(scenario.seed, PAPER_TRIALS if simulate else 0)
    draw_below(view)
    st.dataframe(value(view.numbers).round(2), hide_index=True)


def _too_many_users(scenario: Scenario) -> bool:
    return value(results.sweep(scenario.profile)).present.users > MAX_USERS


Tab = Callable[[Scenario], None]

SLIDES: dict[str, Tab] = {
    "Error as users relax": errors,
    "Methods side by side": methods,
    "A real column": real_column,
    "How good is it?": certificate,
    "Table I": table_one,
}
"""What follows the hero figure in a presentation: one figure each."""

TABS: dict[str, Tab] = {**SLIDES, "How it works": how_it_works}
"""Tabs by title; a title is part of links, so it does not change."""
