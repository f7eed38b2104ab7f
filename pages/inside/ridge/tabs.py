"""What lies under the hero figure of ridge regression, one function a tab."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core import experiments
from hetdp_core.figures import ridge as figures
from hetdp_core.figures import ridge_tables as tables
from hetdp_core.figures import ridge_truth
from hetdp_core.figures.text import number, readable, share
from hetdp_core.recipes import Call
from hetdp_core.ridge.accuracy import NOISE_FAILURE
from hetdp_core.ridge.dependence import PARAMETERS, Dependence
from hetdp_core.ridge.exploration import SERIES, RidgeSweep
from hetdp_core.ridge.improvements import Improvement
from hetdp_core.ridge.sampling_leak import SamplingLeak
from hetdp_core.ridge.shown_releases import RELEASABLE, OneRelease
from hetdp_core.tables import csv_text
from pages.inside.ridge import results
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.formulas import how_it_works
from pages.inside.ridge.results import PATIENCE, RELEASES, Regression
from pages.shared import data_source, own_table
from pages.shared.kept import value
from pages.shared.live_figure import live_figure
from pages.shared.scenario import Scenario
from pages.shared.sweep_runner import sweep_runner

HEIGHT_OF_A_ROW = 34


def table(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """Losses, spreads and improvement factors along λ."""
    del shared, choice
    st.markdown(
        "Expected loss and its standard deviation at each λ. The factor says how many times "
        "smaller the loss is than that of the non-personalised method (plain output perturbation "
        "at the strictest level), as in the paper's Tables 1 to 4."
    )
    numbers = tables.losses(sweep)
    st.dataframe(readable(numbers), hide_index=True, height=380)
    st.download_button(
        "Download the table", csv_text(numbers).encode(), "ridge-losses.csv", "text/csv"
    )


def spread(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """Standard deviation of the loss (Figures 1 and 2 of the paper)."""
    steps = Regression(choice.records, shared.profile)
    st.markdown(
        "Two releases from the same records differ by chance. Where noise rules, one standard "
        "deviation of the loss is about as large as the loss itself: the expected loss alone "
        "promises too much."
    )
    live_figure(
        figures.spread_against_lambda(sweep),
        key="ridge_spread",
        name="Standard deviation of the test loss against λ",
        numbers=Call(tables.spread, steps.sweep(choice.scenario)),
        height=440,
    )


def coefficients(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """Released coefficients around the non-private ones."""
    method = _method("coefficients_of")
    steps = Regression(choice.records, shared.profile)
    releases = steps.coefficients(choice.scenario, method)
    titles: tuple[str, ...] = value(steps.titles)
    st.markdown(
        f"At λ = {number(sweep.scenario.lam)}: the middle half of {RELEASES} releases, "
        "around what the same records give without privacy. Shrinkage pulls all towards 0; noise "
        "blows all up alike, whatever they mean."
    )
    live_figure(
        figures.coefficients(value(releases), titles, method),
        key="ridge_coefficients",
        name="Released coefficients around those without privacy",
        numbers=Call(tables.coefficients, releases, steps.titles),
        height=160 + HEIGHT_OF_A_ROW * len(titles),
    )
    st.caption(f"Simulated: {RELEASES} releases, seed {shared.seed}.")
    _distance_to_truth(shared, choice)


def _distance_to_truth(shared: Scenario, choice: RidgeChoice) -> None:
    """Theorem 3.6 over the exact distance, where the truth is known."""
    steps = Regression(choice.records, shared.profile)
    if value(steps.prepared).truth is None:
        st.caption(
            "How far these coefficients are from the true ones cannot be said: of these records "
            "the truth θ* is unknown. “Synthetic, as in the paper” under *Records* shows the bound "
            "of Theorem 3.6 over the exact distance."
        )
        return
    distances = steps.distances(choice.scenario)
    found = value(distances)
    st.markdown(
        "**Theorem 3.6.** Labels of synthetic records are exactly linear in the features, so the "
        "true coefficients θ* are known. With chance at least "
        f"{share(found.bound.confidence)} (1 - δ₁ - δ₂, both {share(NOISE_FAILURE)}) a release "
        "of PDP-OP is no farther from θ* than the bound. The bound reads the training records, so "
        "it is not private itself."
    )
    live_figure(
        ridge_truth.distances_to_truth(found),
        key="distance_to_truth",
        name="Distance of PDP-OP's coefficients from the true ones against λ",
        numbers=Call(tables.distances_to_truth, distances),
        height=440,
    )
    st.caption(
        "The exact distance is the root of the expected squared distance over the noise, for "
        "these records."
    )


def one_release(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """Predicted against true for one release."""
    method = _method("release_of")
    steps = Regression(choice.records, shared.profile)
    released = steps.release(choice.scenario, method)
    found: OneRelease = value(released)
    lam, target = number(sweep.scenario.lam), value(steps.prepared).target
    lost = f" {found.outside_window:,} predictions lie outside." if found.outside_window else ""
    st.markdown(
        f"**One release at λ = {lam}**, seed {shared.seed}: squared error {number(found.loss)} on "
        f"the test records.{lost} Another seed is another release of the same records."
    )
    live_figure(
        figures.one_release(found, target, method),
        key="one_release",
        name="Predicted against true labels for one release",
        numbers=Call(tables.one_release, released),
        height=520,
    )


def what_matters(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """Losses along one parameter of the setting."""
    del sweep
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    parameter = left.selectbox(
        "Vary",
        list(PARAMETERS),
        format_func=lambda key: PARAMETERS[key].title,
        key="vary",
        bind="query-params",
    )
    best = right.toggle("Each method at its best λ (hindsight)", key="best", bind="query-params")
    steps = Regression(choice.records, shared.profile)
    varied = steps.dependence(str(parameter), choice.scenario)
    found: Dependence = value(varied)
    live_figure(
        figures.dependence(found, best),
        key="dependence",
        name=f"Test loss against: {PARAMETERS[found.parameter].title}",
        numbers=Call(tables.dependence, varied),
        height=460,
    )
    st.caption(_varied(found))


def _varied(found: Dependence) -> str:
    if found.left_out:
        shown = found.values.size
        return (
            f"Stopped after {PATIENCE:.0f} seconds: the first {shown} of "
            f"{shown + found.left_out} values are shown. Fewer methods, records or features take "
            "less time."
        )
    if found.parameter == "dimension":
        return "Synthetic records as in the paper, as many as in the present setting."
    if found.personal is None:
        return "Fewer of the same training records; test records stay the same."
    profile = found.personal
    return (
        f"Conservatives from ε = {number(profile.low)}, pragmatists from {number(profile.middle)}, "
        f"liberals at {number(profile.high)}; {number(profile.strict_share)} of all are "
        f"conservatives, {number(profile.middle_share)} pragmatists; all but what is varied. The "
        "profile of the sidebar is used where it has these three segments, else the paper's."
    )


def as_printed(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """Errata 3 and 4, with the evidence."""
    del sweep
    ladder = Regression(choice.records, shared.profile).ladder()
    steps: tuple[Improvement, ...] = value(ladder)
    st.markdown(_erratum_3(steps))
    live_figure(
        figures.improvements(steps),
        key="improvements",
        name="Best expected loss, step by step from the printed method",
        numbers=Call(tables.improvements, ladder),
        height=360,
    )
    leaks: tuple[SamplingLeak, ...] = value(results.leaks())
    st.markdown(
        "**Erratum 4.** Published sampling scales its noise to the number of records that "
        "happened to be kept, and so gives away who was. The bars are exact privacy losses of a "
        f"cautious record (ε = {number(leaks[0].asked)}) among four; above the dashed line the "
        "promise is broken. With weights and noise that do not depend on the sample it holds."
    )
    live_figure(
        figures.realised_losses(leaks),
        key="sampling_leak",
        name="Privacy loss of sampling as published and repaired, in units of the ε asked",
        numbers=Call(tables.realised_losses, results.leaks()),
        height=380,
    )


def _erratum_3(steps: tuple[Improvement, ...]) -> str:
    printed, best, mean = steps[0].best.loss, steps[-2].best.loss, steps[-1].best.loss
    verdict = "loses to" if printed > mean else "beats"
    return (
        "**Erratum 3.** Two steps of the proof of Theorem 3.2 are loose: the same guarantee holds "
        "with up to four times less noise (“sharp”). At its best λ the printed method has an "
        f"expected loss of {number(printed)} and {verdict} the private mean ({number(mean)}); "
        f"with all steps the best private regression has {number(best)}."
    )


def own(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """The reader's own table."""
    del shared, choice, sweep
    st.markdown(
        "Bring a table, say what its columns may hold, and choose “My own table” under *Records* "
        "in the sidebar."
    )
    own_table.own_table_panel(on_forget=data_source.forget_computed)


def run_experiments(shared: Scenario, choice: RidgeChoice, sweep: RidgeSweep) -> None:
    """The paper's experiments, simulated in the background."""
    del choice, sweep
    keys = [key for key in experiments.SWEEPS if key.startswith("ridge-")]
    sweep_runner(keys, shared.seed)


def _method(key: str) -> str:
    method = st.segmented_control(
        "Method",
        list(RELEASABLE),
        default="pdp_op",
        format_func=SERIES.__getitem__,
        key=key,
        bind="query-params",
    )
    return str(method or "pdp_op")


Tab = Callable[[Scenario, RidgeChoice, RidgeSweep], None]

TABS: dict[str, Tab] = {
    "Table": table,
    "Spread": spread,
    "Coefficients": coefficients,
    "One release": one_release,
    "What matters": what_matters,
    "As printed": as_printed,
    "Your own table": own,
    "Run the experiments": run_experiments,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

SLIDES: dict[str, Tab] = {
    "Spread": spread,
    "Coefficients": coefficients,
    "One release": one_release,
    "What matters": what_matters,
    "As printed": as_printed,
}
"""What follows the hero figure in a presentation: one figure each."""
