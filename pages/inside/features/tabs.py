"""The tabs under the hero figure of feature privacy, one function each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.features import CorrelationSweep, FeatureScenario, FeatureTable
from hetdp_core.figures.text import number, percent
from pages.inside.features import results, views
from pages.inside.features.formulas import how_it_works
from pages.inside.features.ideas import ideas
from pages.inside.features.target import target
from pages.inside.features.user_types import TITLE as USERS_DIFFER
from pages.inside.features.user_types import users_differ
from pages.shared.controls import knobs, widgets
from pages.shared.controls.columns import draw_dataset
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import draw_below
from pages.shared.frame.tabs import Slide
from pages.shared.frame.target import TITLE
from pages.shared.kept import value
from pages.shared.tables import data_source
from pages.shared.words import notices
from pages.shared.words.literal import literal


def feature_by_feature(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw the typical miss of each feature, and which question feeds it."""
    del shared
    draw_below(views.per_feature(scenario))
    draw_below(views.triangle(scenario, widgets.draw(knobs.features.TRIANGLE_RULE)))
    folded = st.expander("Another route: every feature by itself", key="route", on_change="rerun")
    if folded.open:
        folded.markdown(_other_route(scenario))  # a convex program: solved for whoever asks


def _other_route(scenario: FeatureScenario) -> str:
    try:
        routes = value(results.routes(scenario))
    except HetDPError as error:
        return f"**The other route** (Proposition 6) is not computed here: {error}"
    words = "more than" if routes.ratio > 1 else "less than"
    level = number(routes.coordinatewise_level)
    return (
        "**The other route** (Proposition 6): report every feature by itself with Laplace noise, "
        "budgets by convex programming. Sum of variances, each at most 1: "
        f"{number(routes.coordinatewise)}, {words} {number(routes.mechanism)} for Mechanism 1 with "
        f"the optimised budgets; the reports together have ε = {level}."
    )


def as_printed(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw errata 1 and 2, with the evidence, and the paper's bounds."""
    del shared
    draw_below(views.printed(scenario))
    st.markdown(_erratum_2(value(results.sweep(scenario))))
    draw_below(views.error_bounds(scenario))


def _erratum_2(sweep: CorrelationSweep) -> str:
    if sweep.paper_loses_from is None:
        return (
            "**Erratum 2** does not show in this setting: the paper's split never loses to min-δ."
        )
    return (
        f"**Erratum 2.** With the unbiased radius the paper's choice ζ = (1 + q)/2 is worse than "
        f"plain min-δ from q = {number(sweep.paper_loses_from)} on (at q = 1 both coincide). The "
        "largest budgets that the paper's Proposition 4 allows have one parameter; its left end is "
        "min-δ itself, so a search along it (our “Optimised”) is never worse than either in the "
        "sum of variances, each at most 1, that it minimises."
    )


def real_dataset(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw the measured correlation, and whether per-feature privacy pays off."""
    st.markdown(
        "Columns of a real table: how much they give each other away, and whether protecting only "
        "the sensitive ones more pays off."
    )
    draw_dataset()
    dataset = shared.dataset
    columns, sensitive = _choose_columns(dataset)
    if len(columns) < 2:
        notices.info("Choose at least two columns.")
        return
    st.markdown(_verdict(scenario, dataset, columns, sensitive))
    left, right = st.columns(2)
    with left:
        draw_below(views.pair_map(dataset, columns))
    with right:
        draw_below(views.measured(dataset, columns, shared.seed))
    draw_below(views.on_dataset(scenario, dataset, columns, sensitive))
    used = value(results.table(dataset, columns))
    st.markdown(_what_is_reported(used, dataset, columns))
    info = data_source.info(dataset)
    st.caption(
        f"{info.title}: {len(used.values):,} complete rows ({used.incomplete:,} left out), each "
        f"{info.row_is}; {used.outside.sum():,} values clipped to their declared bounds. The "
        "q of these reports is measured from the rows themselves and is not private. It is biased "
        "upwards, the more so the more columns: boxes show what shuffled rows give, where nothing "
        "depends on anything."
    )


def on_dataset(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw the verdict on the chosen columns, and the error of each."""
    columns, sensitive = _choose_columns(shared.dataset)
    if len(columns) < 2:
        notices.info("Choose at least two columns.")
        return
    st.markdown(_verdict(scenario, shared.dataset, columns, sensitive))
    draw_below(views.on_dataset(scenario, shared.dataset, columns, sensitive))


def _what_is_reported(used: FeatureTable, dataset: str, columns: tuple[str, ...]) -> str:
    reported = value(results.reported(dataset, columns))
    names = views.labels(dataset, columns)
    moved = ", ".join(
        f"{literal(name)} {number(apart)}"
        for name, apart in zip(names, reported.apart_from(used), strict=True)
    )
    return (
        f"**What people report** is not a value but the middle of its bin, one of at most "
        f"{results.BINS} equally full ones: dependence inside a bin would escape the q measured on "
        "bins. So all of this estimates the mean of the binned values. On these rows that is off "
        f"the mean of the values by (on a scale from −1 to 1) {moved}. The bins are read off the "
        "rows shown; in earnest they have to be fixed beforehand."
    )


def _verdict(
    scenario: FeatureScenario, dataset: str, columns: tuple[str, ...], sensitive: tuple[str, ...]
) -> str:
    result = value(results.on_dataset(scenario, dataset, columns, sensitive))
    q = number(value(results.correlation(dataset, columns)).largest)
    if not sensitive:
        return "No column is marked as sensitive, so all ask for the same: mark one to compare."
    if result.pays_off:
        return (
            f"With the measured q = {q}, per-feature privacy **pays off**: it "
            f"saves {percent(result.percent_saved)} of the variance of protecting all columns "
            "alike (summed, each at most 1)."
        )
    return (
        f"With the measured q = {q}, per-feature privacy **does not pay off "
        "here**: the columns tell too much about each other for the optimised split to save "
        "anything worth naming over protecting all alike."
    )


def _choose_columns(dataset: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw the choice of columns to report, and of those among them that are sensitive."""
    info = data_source.info(dataset)
    left, right = st.columns(2)
    with left:
        chosen = widgets.draw(knobs.features.reported(info))
    with right:
        sensitive = widgets.draw(knobs.features.sensitive(info))
    return tuple(chosen), tuple(name for name in sensitive if name in chosen)


def least_squares(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw private coefficients beside the non-private ones."""
    st.markdown("A linear model fitted from private reports alone, by each rule, many times over.")
    info = data_source.info(shared.dataset)
    inputs = widgets.draw(knobs.features.inputs(info))
    if not inputs:
        notices.info("Choose at least one column to predict from.")
        return
    draw_below(views.coefficients(scenario, info.key, (*inputs, info.default_target)))


Tab = Callable[[Scenario, FeatureScenario], None]

TABS: dict[str, Tab] = {
    "Feature by feature": feature_by_feature,
    USERS_DIFFER: users_differ,
    TITLE: target,
    "A real dataset": real_dataset,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

REVIEWED: dict[str, Tab] = {
    "Ideas": ideas,
    "As printed": as_printed,
    "Least squares": least_squares,
}
"""Sections for reviewers, by title."""

SLIDES = {
    "Feature by feature": Slide(feature_by_feature, 2),
    "A real dataset": Slide(on_dataset, 6),
}
"""What follows the hero figure in a presentation: one figure each."""
