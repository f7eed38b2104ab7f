"""What lies under the hero figure of the heterogeneous mean, one function a tab."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.figures import mean as figures
from hetdp_core.figures import mean_methods as method_figures
from hetdp_core.figures import tables
from hetdp_core.figures.text import number
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.mean.comparison import Comparison
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.recursion import recursion
from hetdp_core.mean.relaxing import ErrorCurve
from hetdp_core.mean.simulation import SimulatedMSE
from hetdp_core.mean.sweep import SaturationSweep
from hetdp_core.recipes import Call, Step
from hetdp_core.uploads import epsilons_from_text
from hetdp_core.validate import MAX_USERS
from pages.shared import data_source, knobs, notices, widgets
from pages.shared.kept import value
from pages.shared.literal import literal
from pages.shared.live_figure import live_figure
from pages.shared.results import mean as results
from pages.shared.scenario import Scenario

PAPER_TRIALS = 20_000


def error_as_users_relax(scenario: Scenario, sweep: SaturationSweep) -> None:
    """The two-group curve, for every profile."""
    del sweep
    errors = results.error_curve(scenario.profile)
    curve: ErrorCurve = value(errors)
    st.markdown(_relaxing(curve))
    live_figure(
        figures.error_curve(curve, f"{scenario.control} ε"),
        key="error_curve",
        name="Worst-case error against the most relaxed level",
        numbers=Call(tables.error_curve, errors),
        height=420,
    )


def _relaxing(curve: ErrorCurve) -> str:
    if curve.onset is None:
        return "Nobody saturates anywhere on this control: every step to the right pays off."
    if curve.onset_is_exact:
        return (
            f"ADPM's error stops falling at **ε₂ = {number(curve.onset)}**, exactly "
            "ε₁ + 8 / (n f ε₁): from there on the relaxed group saturates, and asking for less "
            "privacy changes nothing. Proportional weights get worse instead: they lean on ever "
            "fewer people."
        )
    return (
        f"From **ε = {number(curve.onset)}** on somebody saturates: ADPM gains only from those "
        "who have not yet, while proportional weights lean on ever fewer people and fall behind."
    )


def methods(scenario: Scenario, sweep: SaturationSweep) -> None:
    """All methods side by side."""
    if sweep.present.users > MAX_USERS:
        notices.info(f"Side by side, methods are shown for up to {MAX_USERS:,} users.")
        return
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        spread = widgets.share(knobs.SPREAD)
    with right:
        simulate = widgets.flag(knobs.SIMULATE)
    compared = results.comparison(scenario.profile, results.variance_of_spread(spread))
    result: Comparison = value(compared)
    checked: Step | dict[str, Step] = {}
    if simulate:
        checked = results.simulation(compared, sweep.present.users, scenario.seed)
    checks: dict[str, SimulatedMSE] = value(checked)
    st.markdown(_best_method(result))
    live_figure(
        method_figures.comparison(result, checks),
        key="comparison",
        name="Error of every method",
        numbers=Call(tables.comparison, compared, checked),
        height=460,
    )
    if checks:
        trials = next(iter(checks.values())).trials
        st.caption(
            f"Rings: simulated with {trials:,} data sets, seed {scenario.seed}; bars are four "
            "standard errors. Dots and ticks are exact."
        )
    if result.plans["sampling"].privacy_as_claimed:
        st.caption(
            "“Sampling” is shown as published; its noise depends on how many users are drawn, so "
            "its printed privacy argument does not hold in general: users may be exposed to more "
            "than they ask for."
        )


def _best_method(result: Comparison) -> str:
    if result.best == "adpm":
        return "At this spread of the data **ADPM has the smallest error**, as in the worst case."
    return (
        f"At this spread of the data **{METHODS[result.best].title} does better than ADPM**, which "
        "guards against the worst case (the ticks), where it is ahead of all: when data vary less, "
        "noise is the larger part of the error. If this spread were public knowledge, ADPM tuned "
        f"to it would be off by ± {number(result.tuned_error)} %."
    )


def real_column(scenario: Scenario, sweep: SaturationSweep) -> None:
    """One private estimate on a real column."""
    del sweep
    info = data_source.info(scenario.dataset)
    column = info.column(scenario.column)
    outside = widgets.choice(knobs.OUTSIDE)
    values = data_source.dataset(scenario.dataset).values(scenario.column)
    estimated = results.column_estimate(
        scenario.profile, scenario.dataset, scenario.column, outside, scenario.seed
    )
    result: ColumnEstimate = value(estimated)
    unit = f" {literal(column.unit)}" if column.unit else ""
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
    live_figure(
        method_figures.column_estimate(result, column.label),
        key="column_estimate",
        name=f"{column.label}: true mean and one private estimate",
        numbers=Call(tables.column_interval, estimated),
        height=430,
    )
    st.markdown(_column_verdict(result, unit))
    live_figure(
        method_figures.column_errors(result, column.unit),
        key="column_errors",
        name=f"Typical error of every method on {column.label}",
        numbers=Call(tables.column_errors, estimated),
        height=400,
    )
    st.caption(
        f"{info.title}: {result.users:,} rows, each {info.row_is}; {values.missing:,} missing, "
        f"{result.outside:,} outside the declared range "
        f"{number(result.bounds[0])} to {number(result.bounds[1])}{unit} (clipped). Who asks for "
        f"how much is dealt out at random (seed {scenario.seed}). Source: {info.source} "
        f"{info.caveat}"
    )
    st.caption(
        "A demonstration: the true mean is on the screen, and the noise is NumPy's. Neither "
        "belongs in a real release."
    )


def _column_verdict(result: ColumnEstimate, unit: str) -> str:
    if result.best == "adpm":
        return "What each method would be off by, typically, on this column: **ADPM is best**."
    return (
        "What each method would be off by, typically, on this column. "
        f"**{METHODS[result.best].title} is ahead here**: this column varies less than the worst "
        "case that ADPM guards against. If its spread were public knowledge, ADPM tuned to it "
        f"would be off by ± {number(result.tuned_error)}{unit}."
    )


def how_good(scenario: Scenario, sweep: SaturationSweep) -> None:
    """The U/L certificate."""
    if sweep.present.users > MAX_USERS:
        notices.info(f"The lower bound is shown for up to {MAX_USERS:,} users.")
        return
    result: Comparison = value(results.comparison(scenario.profile, 0.25))
    st.markdown(
        f"No private method whatever can have a worst-case MSE below L; ADPM's is U. Here "
        f"**U / L = {number(result.certificate)}**: an upper limit on what is left to gain, not "
        "the gain itself. The paper proves some constant; these are our own, sharper, lower "
        "bounds (Le Cam)."
    )
    scatter = results.certificate(scenario.seed)
    live_figure(
        method_figures.certificate(value(scatter), result),
        key="certificate",
        name="Worst case of ADPM against the lower bound",
        numbers=Call(tables.certificate, scatter),
        height=480,
    )


def table_one(scenario: Scenario, sweep: SaturationSweep) -> None:
    """Table I of the paper."""
    del sweep
    simulate = st.toggle(
        f"Simulate as the paper did ({PAPER_TRIALS:,} data sets; about half a minute)",
        key="table_one_simulated",
    )
    trials = PAPER_TRIALS if simulate else 0
    table = results.printed_table(scenario.seed, trials)
    rows = Call(tables.table_one, table)
    st.markdown(
        "**Reproduced under stated assumptions.** The paper's text does not say how ε was drawn. "
        "Assumed: n = 1000, ln ε uniform on [−4, 2] (high variance) and on [−3, −2] (low "
        "variance), data variance 1/20. Every value then comes out within 0.35 of the printed "
        "one, in the printed order."
    )
    live_figure(
        method_figures.table_one(value(table)),
        key="table_one",
        name="Table I: printed and recomputed log MSE",
        numbers=rows,
        height=420,
    )
    st.dataframe(value(rows).round(2), hide_index=True)


def how_it_works(scenario: Scenario, sweep: SaturationSweep) -> None:
    """Formulas and a worked example of five users."""
    del scenario, sweep
    st.markdown(
        r"For data on $[-\tfrac12, \tfrac12]$ the answer is "
        r"$\hat\mu = \sum_i w_i x_i + \mathrm{Laplace}(\eta)$. User $i$ has "
        r"$\varepsilon_i$-differential privacy exactly when $w_i \le \eta\,\varepsilon_i$, so the "
        r"worst-case error is"
    )
    st.latex(r"J(w) = \tfrac14 \lVert w\rVert^2 + 2 \max_i (w_i/\varepsilon_i)^2 .")
    st.markdown(
        r"**ADPM** minimises $J$. Sort users by $\varepsilon$ and give each the scaled weight"
    )
    st.latex(
        r"s_1 = \varepsilon_1, \qquad "
        r"s_{k+1} = \min\Bigl(\varepsilon_{k+1}, \frac{S_2 + 8}{S_1}\Bigr),"
    )
    st.latex(r"S_1 = \sum_{i\le k} s_i, \qquad S_2 = \sum_{i\le k} s_i^2 ,")
    st.markdown(
        r"then $w = s / \sum s$ and $\eta = 1 / \sum s$. Once the limit decides, it decides for "
        r"everybody after: all of them get the same level $\tau$, the root of "
        r"$\sum_i \varepsilon_i (\tau - \varepsilon_i)^+ = 8$. The privacy a user really gets is "
        r"$\min(\varepsilon_i, \tau)$, in proportion to their weight."
    )
    st.markdown("**Five users, step by step** (type your own levels)")
    steps = recursion(epsilons_from_text(widgets.text(knobs.WORKED_EXAMPLE), "levels"))
    st.dataframe(tables.recursion(steps), hide_index=True)
    st.caption(
        "Source: Chaudhuri, Miagkov and Courtade, “Mean Estimation Under Heterogeneous Privacy "
        "Demands”, Theorem 2 and recursion (22). The root form of τ is ours, and tested."
    )


Section = Callable[[Scenario, SaturationSweep], None]

SECTIONS: dict[str, Section] = {
    "Error as users relax": error_as_users_relax,
    "Methods side by side": methods,
    "A real column": real_column,
    "How good is it?": how_good,
    "Table I": table_one,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

SLIDES: dict[str, Section] = {
    "Error as users relax": error_as_users_relax,
    "Methods side by side": methods,
    "A real column": real_column,
    "How good is it?": how_good,
    "Table I": table_one,
}
"""What follows the hero figure in a presentation: one figure each."""
