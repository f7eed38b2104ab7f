"""What lies under the hero figure of feature privacy, one function a tab."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core import features
from hetdp_core.errors import HetDPError
from hetdp_core.features import (
    RULES,
    Allocation,
    Correlation,
    CorrelationSweep,
    FeatureScenario,
    FeatureTable,
    RuleComparison,
)
from hetdp_core.features.bound_course import CONSTANT, LARGEST_INCREMENT
from hetdp_core.features.convex_program import RouteComparison
from hetdp_core.features.releases import Releases
from hetdp_core.features.triangle import query_shares
from hetdp_core.figures import feature_bounds
from hetdp_core.figures import feature_tables as tables
from hetdp_core.figures import features as figures
from hetdp_core.figures.text import number, percent
from hetdp_core.recipes import Call
from pages.inside.features import results
from pages.inside.features.formulas import how_it_works
from pages.inside.features.ideas import ideas
from pages.shared import data_source, notices
from pages.shared.kept import value
from pages.shared.literal import literal
from pages.shared.live_figure import live_figure
from pages.shared.scenario import Scenario
from pages.shared.sweep_runner import sweep_runner


def feature_by_feature(shared: Scenario, sweep: CorrelationSweep) -> None:
    """Budget and error of each feature, and which query feeds it."""
    st.markdown(
        f"At q = {number(shared.q)}: what each feature's estimate is off by. Sensitive features "
        "get small budgets, and their error is what is left to pay."
    )
    live_figure(
        figures.per_feature(sweep),
        key="per_feature",
        name="Error of each feature under each rule",
        numbers=Call(tables.per_feature, results.sweep(sweep.scenario)),
        height=380,
    )
    rule = st.segmented_control(
        "Rule",
        list(RULES),
        default="optimised",
        format_func=lambda key: RULES[key].title,
        key="triangle_rule",
        bind="query-params",
    )
    scenario = sweep.scenario
    asked = (scenario.delta, scenario.epsilon, shared.q, rule or "optimised")
    allocated = Call(features.allocate, *asked, n=scenario.n).kept()
    shares = Call(query_shares, allocated, scenario.weights).kept()
    alloc: Allocation = value(allocated)
    st.markdown(
        "**The triangle of Figure 2.** Each row is one private question; it leaves out the "
        "features whose budget is used up. A cell says how much of a feature's estimate comes "
        f"from it. The report as a whole is {number(alloc.ldp_level)}-LDP."
    )
    live_figure(
        figures.triangle(value(shares)),
        key="triangle",
        name="Which query feeds which feature",
        numbers=Call(tables.triangle, shares),
        height=300,
    )
    st.markdown(_other_route(scenario))


def _other_route(scenario: FeatureScenario) -> str:
    try:
        routes: RouteComparison = value(results.routes(scenario))
    except HetDPError as error:
        return f"**The other route** (Proposition 6) is not computed here: {error}"
    words = "more than" if routes.ratio > 1 else "less than"
    level = number(routes.coordinatewise_level)
    return (
        "**The other route** (Proposition 6): report every feature by itself with Laplace noise, "
        "budgets by convex programming. Sum of variances, each at most 1: "
        f"{number(routes.coordinatewise)}, {words} {number(routes.mechanism)} for Mechanism 1 with "
        f"the optimised budgets; the reports together are {level}-LDP."
    )


def as_printed(shared: Scenario, sweep: CorrelationSweep) -> None:
    """Errata 1 and 2, with the evidence."""
    del shared
    printed = results.printed(sweep.scenario)
    unbiased: CorrelationSweep = value(results.unbiased(sweep.scenario))
    st.markdown(
        "**Erratum 1.** The radius printed in Mechanism 2 is twice the unbiased one: reports then "
        "average to 2v instead of v, and the variance is four times as large. With a true mean of "
        "0 and estimates projected into [−1, 1], as in the paper's experiment, this hides in the "
        "figure; move the true mean away from 0 (More settings) and it shows."
    )
    live_figure(
        figures.printed_against_unbiased(unbiased, value(printed)),
        key="printed",
        name="Error with the unbiased radius and with the radius as printed",
        numbers=Call(tables.correlation, printed),
        height=440,
    )
    st.markdown(_erratum_2(unbiased))
    _error_bounds(sweep.scenario)


def _error_bounds(scenario: FeatureScenario) -> None:
    course = results.bounds(scenario)
    st.markdown(
        "**Theorem 2 and Corollary 1** bound the error up to a constant factor, which the paper "
        "does not give: their lines show the shape and may lie below the error. With the factor "
        f"{number(CONSTANT)} (ours) Theorem 2 is a bound as long as no increment of the budgets "
        f"exceeds {number(LARGEST_INCREMENT)}; only there it is drawn."
    )
    live_figure(
        feature_bounds.error_bounds(value(course)),
        key="error_bounds",
        name="Bounds of Theorem 2 and Corollary 1 over the error of the mean",
        numbers=Call(feature_bounds.error_bounds_table, course),
        height=440,
    )
    st.caption(
        "The paper's rule with ζ = 1/2, as in Corollary 1, the unbiased radius and projection; "
        "Corollary 1 is drawn where each feature asks for δ or for ε > 2δ."
    )


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


def real_dataset(shared: Scenario, sweep: CorrelationSweep) -> None:
    """Measured correlation, and whether per-feature privacy pays off."""
    info = data_source.info(shared.dataset)
    labels = {c.name: c.label for c in info.columns if c.bounds is not None}
    columns, sensitive = _choose_columns(shared.dataset, labels)
    if len(columns) < 2:
        notices.info("Choose at least two columns.")
        return
    names = [labels[column] for column in columns]
    correlation = results.correlation(shared.dataset, columns)
    found: Correlation = value(correlation)
    null = results.null(shared.dataset, columns, shared.seed)
    scenario = sweep.scenario
    delta = features.mixed_delta(columns, sensitive, min(scenario.delta), scenario.epsilon)
    q = correlation.attribute("largest")
    compared = results.on_dataset(shared.dataset, columns, delta, scenario.epsilon, q)
    result: RuleComparison = value(compared)
    st.markdown(_verdict(result, found.largest, bool(sensitive)))
    left, right = st.columns(2)
    with left:
        live_figure(
            figures.pair_map(found, names),
            key="pair_map",
            name="How far each column gives each other one away",
            numbers=Call(tables.pairs, correlation, names),
            height=440,
        )
    with right:
        live_figure(
            figures.measured_correlation(found, value(null), names),
            key="measured",
            name="Measured correlation of each column, beside shuffled rows",
            numbers=Call(tables.measured, correlation, null, names),
            height=440,
        )
    live_figure(
        figures.on_dataset(result, names),
        key="on_dataset",
        name="Error of each column under each rule",
        numbers=Call(tables.on_dataset, compared, names),
        height=380,
    )
    asked = (shared.dataset, columns)
    used: FeatureTable = value(results.table(*asked))
    reported: FeatureTable = value(results.reported(*asked))
    st.markdown(_what_is_reported(used, reported, names))
    st.caption(
        f"{info.title}: {len(used.values):,} complete rows ({used.incomplete:,} left out), each "
        f"{info.row_is}; {used.outside.sum():,} values clipped to their declared bounds. The "
        "q of these reports is measured from the rows themselves and is not private. It is biased "
        "upwards, the more so the more columns: boxes show what shuffled rows give, where nothing "
        "depends on anything."
    )


def _what_is_reported(used: FeatureTable, reported: FeatureTable, names: list[str]) -> str:
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


def _verdict(result: RuleComparison, q: float, some_sensitive: bool) -> str:
    if not some_sensitive:
        return "No column is marked as sensitive, so all ask for the same: mark one to compare."
    if result.pays_off:
        return (
            f"With the measured q = {number(q)}, per-feature privacy **pays off**: it saves "
            f"{percent(result.percent_saved)} of the error of protecting all columns alike."
        )
    return (
        f"With the measured q = {number(q)}, per-feature privacy **does not pay off here**: the "
        "columns tell too much about each other for the optimised split to save anything worth "
        "naming over protecting all alike."
    )


def _choose_columns(
    dataset: str, labels: dict[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Columns to report, and those among them that are sensitive."""
    info = data_source.info(dataset)
    names = list(labels)
    left, right = st.columns(2)
    chosen = left.multiselect(
        "Columns people report",
        names,
        default=_first_choice(dataset, names),
        format_func=labels.__getitem__,
        key=f"columns_{dataset}",
        max_selections=12,
        bind=data_source.bound(dataset),
    )
    sensitive = right.multiselect(
        "Sensitive ones (ask for the strictest δ)",
        names,
        default=[name for name in names if info.column(name).sensitivity == "high"],
        format_func=labels.__getitem__,
        key=f"sensitive_{dataset}",
        bind=data_source.bound(dataset),
    )
    return tuple(chosen), tuple(name for name in sensitive if name in chosen)


def _first_choice(dataset: str, names: list[str]) -> list[str]:
    """Up to two sensitive columns and two others, in the dataset's order."""
    info = data_source.info(dataset)
    high = [name for name in names if info.column(name).sensitivity == "high"][:2]
    others = [name for name in names if name not in high][:2]
    return [name for name in names if name in high or name in others]


def least_squares(shared: Scenario, sweep: CorrelationSweep) -> None:
    """Private coefficients beside the non-private ones."""
    info = data_source.info(shared.dataset)
    labels = {c.name: c.label for c in info.columns if c.bounds is not None}
    target = info.default_target
    inputs = st.multiselect(
        f"Predict “{literal(labels[target])}” from",
        [name for name in labels if name != target],
        default=[name for name in labels if name != target][:2],
        format_func=labels.__getitem__,
        key=f"inputs_{shared.dataset}",
        max_selections=8,
        bind=data_source.bound(shared.dataset),
    )
    if not inputs:
        notices.info("Choose at least one column to predict from.")
        return
    columns = (*inputs, target)
    scenario = sweep.scenario
    sensitive = tuple(c for c in columns if info.column(c).sensitivity == "high")
    delta = features.mixed_delta(columns, sensitive, min(scenario.delta), scenario.epsilon)
    largest = results.correlation(shared.dataset, columns).attribute("largest")
    q: float = value(largest)
    fits = results.least_squares(
        shared.dataset, columns, delta, scenario.epsilon, largest, 1.0, shared.seed
    )
    releases: Releases = value(fits)
    names = [labels[name] for name in inputs]
    better = releases.better_than_nothing["optimised"]
    st.markdown(
        f"With ε = {number(scenario.epsilon)} and q = {number(q)}, as measured on what these "
        f"people report, **{percent(better)} of the private fits beat predicting 0**. Every person "
        "sends two reports at half the budget; the noisy problem is often not convex, and is "
        "solved exactly over the ball ‖θ‖ ≤ 1."
    )
    st.markdown(_theorem_3(releases))
    live_figure(
        figures.coefficients(releases, names),
        key="coefficients",
        name="Private coefficients around the non-private ones",
        numbers=Call(tables.coefficients, fits, names),
        height=420,
    )
    st.caption(
        f"Simulated: {results.RELEASES} releases, seed {shared.seed}; boxes are quartiles. Columns "
        "are scaled to [−1, 1] by their declared bounds, with no intercept, and reported as the "
        f"middles of at most {results.BINS} equally full bins; the non-private coefficients are "
        "those of the same bins. Loss against the number of people and against q: the tab “Run "
        "the experiments”."
    )


def _theorem_3(releases: Releases) -> str:
    bound, excess = releases.theorem_3["optimised"], releases.mean_excess["optimised"]
    return (
        "**Theorem 3** bounds the expected loss above the best one by a constant, which the paper "
        f"does not give, times {number(bound)}; the average over these releases, with the "
        f"optimised budgets, is {number(excess)} (simulated)."
    )


def run_experiments(shared: Scenario, sweep: CorrelationSweep) -> None:
    """The paper's experiments, simulated in the background."""
    del sweep
    sweep_runner(
        (
            "figure-3",
            "mse-against-dimension",
            "mse-against-sensitive-share",
            "least-squares-against-users",
            "least-squares-against-correlation",
        ),
        shared.seed,
    )


Tab = Callable[[Scenario, CorrelationSweep], None]

TABS: dict[str, Tab] = {
    "Feature by feature": feature_by_feature,
    "As printed": as_printed,
    "A real dataset": real_dataset,
    "Least squares": least_squares,
    "Run the experiments": run_experiments,
    "Ideas": ideas,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

SLIDES: dict[str, Tab] = {
    "Feature by feature": feature_by_feature,
    "As printed": as_printed,
    "A real dataset": real_dataset,
    "Least squares": least_squares,
}
"""What follows the hero figure in a presentation: one figure each."""
