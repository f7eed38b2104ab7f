"""The figures of feature privacy with their words, each made once for page, lesson and site."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from hetdp_core.calls import Call
from hetdp_core.features import RULES, CorrelationSweep, FeatureScenario
from hetdp_core.features.allocation import questions
from hetdp_core.features.bounds import CONSTANT, LARGEST_INCREMENT, bound_sweep
from hetdp_core.features.mechanism import query_shares
from hetdp_core.features.notions import example_1
from hetdp_core.features.regression import Releases
from hetdp_core.features.sweep import typical_miss
from hetdp_core.figures.features import errors as figures
from hetdp_core.figures.features import tables
from hetdp_core.figures.features.errors import chance_of_one
from hetdp_core.figures.features.hero import error_against_correlation
from hetdp_core.figures.figure import MovingFigure, drawn
from hetdp_core.figures.formats import LEAST_PART, number, percent, share
from hetdp_core.validate import FloatArray
from pages.inside.features import controls, results
from pages.inside.features.headline import BLIND, headlines, random_question
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.tables import own_table
from pages.shared.text.notices import literal

WAYS = (
    "The figure shows three ways to split the budget, and a random question. "
    f"{'. '.join(f'**{way.title}** {way.idea}' for way in RULES.values())}. "
    f"**{questions.TITLE}** {questions.IDEA}."
)


def for_state(state: State) -> View:
    return correlation_view(controls.read(state, scenario.read(state)))


def correlation_view(scenario: FeatureScenario) -> View:
    """Show the error of three ways to split the budget; dragging its control moves q."""
    computed = results.sweep(scenario)
    sweep = value(computed)
    figure, frames = value(Call(drawn_errors, computed).cached())
    place = sweep.index(scenario.q)
    return View(
        key="correlation",
        name="Error of the means against correlation, for each way to report",
        headline=frames.headlines[place],
        figure=figure,
        numbers=Call(tables.correlation, computed),
        caption="Correlation q limits how much the other features can reveal about "
        f"one feature. {WAYS} Lines show the root mean squared error over all features, bars show "
        "it for the features of each level. Both are against the means of these people, without "
        "sampling error. A line that is upright at q = 1 jumps there. The error is exact for "
        "features that are ±1, whatever their means. Features of the same level are treated alike. "
        "If an estimate would be less accurate than the middle of the range, the middle is used, "
        "and its error counts as 50 %. The band shows the middle half of single runs, simulated "
        f"from the normal limit. {certified(sweep, place)}",
        tag="exact; band simulated",
        frames=frames.at(place),
        moves=catalog.shared.Q,
        height=440,
    )


def drawn_errors(sweep: CorrelationSweep) -> MovingFigure:
    """Return the figure at the first q, with the sentences of all."""
    figure, frames = error_against_correlation(sweep, float(sweep.q[0]))
    return figure, replace(frames, headlines=headlines(sweep))


def certified(sweep: CorrelationSweep, place: int) -> str:
    """Say what is proved about the optimised split at a place of the sweep, and what is not."""
    if sweep.gap is None:
        text = (
            "“Separate, optimised” is the best result of a search. With weights as printed "
            "nothing more is proved."
        )
    else:
        text = (
            "The largest budget of “Separate, optimised” is certified to "
            f"{share(float(sweep.gap[place]))} of the squared error that it minimises. "
            "The budgets of single features come from a search without a certificate."
        )
    without = np.count_nonzero(np.isinf(sweep.curves["optimised"].variance[place]))
    if without:
        text += (
            f" At the present q it gives {without} of the features no budget. They are answered by "
            "the middle of the range, and count with an error of 50 %."
        )
    return text


def _no_information(misses: Iterable[FloatArray]) -> str:
    """Say what a bar at half of the range means, where there is one."""
    if max(map(np.max, misses)) < BLIND:
        return ""
    return (
        " A bar at 50 % means **no information**: the answer is the middle of the range, up to "
        "50 % off."
    )


def by_feature(scenario: FeatureScenario, without: str = "") -> str:
    """Say how the present q trades errors between features; without : a rule that has no bars."""
    sweep = value(results.sweep(scenario))
    place = sweep.index(scenario.q)
    ways = [curve for rule, curve in sweep.curves.items() if rule != without]
    misses = [each.feature_misses[place] for each in (*ways, sweep.questions)]
    out = np.count_nonzero(np.isinf(sweep.curves["optimised"].variance[place]))
    some = f" The optimised split leaves {out} of {misses[0].size} features out." * bool(out)
    if sweep.gains[place] and not some:
        ends = sweep.curves["optimised"].feature_misses[place, [*sweep.groups.first]]
        alike, least, most = misses[-2][0], ends[-1], ends[0]
        some = (
            f" With the optimised split it is {percent(least)} for the least sensitive and "
            f"{percent(most)} for the most sensitive, in place of {percent(alike)} for each."
        )
    some += f" {random_question(sweep, place)}".rstrip()
    return f"{some}{_no_information(misses)}"


def per_feature(scenario: FeatureScenario) -> View:
    """Show the typical error of each feature under each rule."""
    computed = results.sweep(scenario)
    return View(
        key="per_feature",
        name="Error of each feature under each rule",
        headline=f"**Error of the mean of each feature** at q = {number(scenario.q)}; the overall "
        f"error is their root mean square.{by_feature(scenario)}",
        figure=figures.per_feature(value(computed), scenario.q),
        numbers=Call(tables.per_feature, computed, scenario.q),
        height=380,
    )


def budgets(scenario: FeatureScenario) -> View:
    """Show the budget of each feature under each rule, and say what the error of each is."""
    computed, said = results.sweep(scenario), by_feature(scenario, without="paper")
    return View(
        key="feature_budgets",
        name="Budget of the features of each level under each rule",
        headline="**Error of the mean of each feature**: the overall error is their root mean "
        f"square.{said}\n\n"
        * bool(said)
        + "**Budget** of a feature: the ε that a report spends on it.",
        figure=figures.budgets(value(computed), scenario.q),
        numbers=Call(tables.per_feature, computed, scenario.q),
        caption="Features share parts of a report, so budgets do not add up. Equal budgets can "
        "have different errors: a random question puts the whole report into one feature. An "
        "optimised budget can be below its level: correlation allows no more, or a larger one "
        "would increase the other features' errors.",
        height=380,
    )


def triangle(scenario: FeatureScenario, rule: str) -> View:
    """Show which part of a report feeds which feature under a rule (Figure 2)."""
    allocation = results.allocation(scenario, rule)
    shares = Call(query_shares, allocation, scenario.weights)
    used = value(allocation).ldp_level
    return View(
        key="triangle",
        name="Which part of a report feeds which feature",
        headline="**Which part of a report feeds which feature.** A row is one part. It leaves out "
        "the features whose budget is used up. A cell shows how much of a feature's estimate "
        "comes from this part. The report uses ε = "
        f"{number(used)} of the {number(scenario.epsilon)} allowed"
        f"{_why_less(scenario, rule, used)}.",
        figure=figures.triangle(value(shares)),
        numbers=Call(tables.triangle, shares),
        height=300,
    )


def _why_less(scenario: FeatureScenario, rule: str, used: float) -> str:
    """Say why a report uses less than it may, where it does."""
    if number(used) == number(scenario.epsilon):
        return ""
    if rule == "min_delta":
        return ", because all features get the smallest δ"
    if number(used) == number(float(np.max(scenario.capped))):
        return ", because no feature has a larger δ"
    return ". Features are correlated: more would reveal too much about the sensitive ones"


def printed(scenario: FeatureScenario) -> View:
    """Show the errors with the radius as printed beside those with the unbiased one."""
    computed = results.sweep(scenario)
    return View(
        key="printed",
        name="Error with the unbiased radius and with the radius as printed",
        headline="**Erratum 1.** The radius printed in Mechanism 2 is twice the unbiased one. "
        "Reports then average to 2v instead of v, with four times the variance. If the "
        "true mean is 0, as in the paper's experiment, only the variance shows. With "
        "another true mean the bias adds to it. Estimates are projected onto the range, as in the "
        "paper. The paper's reports prefer half of a sphere. A smaller **cap** (PrivUnit) keeps "
        "the same ε. Its error is never larger, and clearly smaller only at large levels.",
        figure=figures.printed_against_unbiased(value(computed)),
        numbers=Call(tables.printed, computed),
    )


def error_bounds(scenario: FeatureScenario) -> View:
    """Show the bounds of Theorem 2 and Corollary 1 over the error."""
    computed = Call(bound_sweep, scenario).cached()
    return View(
        key="error_bounds",
        name="Bounds of Theorem 2 and Corollary 1 over the error of the mean",
        headline="**Theorem 2 and Corollary 1** bound the error up to a constant factor, which "
        "the paper does not give. Their lines show the shape and may lie below the "
        f"error. With the factor {number(CONSTANT)} (ours) Theorem 2 is a bound if no "
        f"increment of the budgets exceeds {number(LARGEST_INCREMENT)}. It is drawn only "
        "there.",
        figure=figures.error_bounds(value(computed)),
        numbers=Call(figures.error_bounds_table, computed),
        caption="The paper's rule with ζ = 1/2, as in Corollary 1, the unbiased radius and "
        "projection; Corollary 1 is drawn where each feature asks for δ or for ε > 2δ.",
    )


def labels(dataset: str, columns: tuple[str, ...]) -> list[str]:
    info = own_table.info(dataset)
    return [info.column(name).label for name in columns]


def pair_map(dataset: str, columns: tuple[str, ...]) -> View:
    """Show how much columns reveal about each other."""
    correlation, names = results.correlation(dataset, columns), labels(dataset, columns)
    return View(
        key="pair_map",
        name="How much each column reveals about each other one",
        headline="How much one column reveals about another. q = 0: nothing. q = 1: everything.",
        figure=figures.pair_map(value(correlation), names),
        numbers=Call(tables.pairs, correlation, names),
        height=max(440, 200 + 48 * len(names)),
        caption="Measured: how far a value of one column changes the probabilities of the other's.",
    )


def measured(dataset: str, columns: tuple[str, ...], seed: int) -> View:
    """Show the measured q of each column beside that of shuffled rows."""
    correlation, names = results.correlation(dataset, columns), labels(dataset, columns)
    null = results.null(dataset, columns, seed)
    return View(
        key="measured",
        name="Measured correlation of each column, beside shuffled rows",
        headline=(
            "The figure shows how much all other columns together reveal about each column, in the "
            "real rows and after shuffling."
        ),
        figure=figures.measured_correlation(value(correlation), value(null), names),
        caption="The measured q comes from the rows themselves, so it is not private. It is biased "
        "upwards, and more columns make the bias larger. It holds for the bins, so all errors are "
        "those of the means of bins. Bins are as equally full as the values allow, and are read "
        "off these rows. In real use they must be fixed beforehand.",
        numbers=Call(tables.measured, correlation, null, names),
        height=max(440, 140 + 56 * len(names)),
    )


def on_dataset(
    scenario: FeatureScenario, dataset: str, columns: tuple[str, ...], sensitive: tuple[str, ...]
) -> View:
    """Show the typical error of each column under each rule."""
    compared = results.on_dataset(scenario, dataset, columns, sensitive)
    names, errors = labels(dataset, columns), value(compared)
    bins, cells = results.reported(dataset, columns), results.table(dataset, columns)
    apart = typical_miss((value(bins).mean - value(cells).mean) ** 2, 1)
    moved = f"**{percent(np.max(apart))}** of the range ({literal(names[np.argmax(apart)])})"
    moved = f", which moves a mean by up to {moved}" if np.max(apart) >= LEAST_PART else ""
    moved += ", not counted below" * bool(moved)
    said = _no_information([*errors.misses.values(), errors.question_misses])
    return View(
        key="on_dataset",
        name="Error of each column under each rule",
        headline="Error of the mean of each column, at the q measured. People report the "
        f"middle of one of at most {results.BINS} bins{moved}.{said}",
        figure=figures.on_dataset(errors, names),
        numbers=Call(tables.on_dataset, compared, names),
        height=380,
    )


def coefficients(scenario: FeatureScenario, dataset: str, columns: tuple[str, ...]) -> View:
    """Show private coefficients around the non-private ones; the last column is the target."""
    fits = results.least_squares(scenario, dataset, columns)
    releases = value(fits)
    sensitive = results.highly_sensitive(dataset, columns)
    q = value(results.largest_q(dataset, columns, sensitive))
    names = labels(dataset, columns[:-1])
    better = releases.better_than_nothing["optimised"]
    return View(
        key="coefficients",
        name="Private coefficients around the non-private ones",
        headline=f"With ε = {number(scenario.epsilon)} and the measured q = {number(q)}, "
        f"**{percent(better)} of the private fits beat predicting 0**. Every person "
        "sends two reports at half the budget. The noisy problem is often not convex; it "
        f"is solved exactly over the ball ‖θ‖ ≤ 1.\n\n{_theorem_3(releases)}",
        figure=figures.coefficients(releases, names),
        numbers=Call(tables.coefficients, fits, names),
        caption=f"Simulated: {releases.number} releases, seed {scenario.seed}. Boxes show "
        "quartiles. Columns are scaled to [−1, 1] by their declared bounds, with no "
        f"intercept, and reported as the middles of at most {results.BINS} equally full "
        "bins. The non-private coefficients use the same bins.",
        height=420,
    )


def _theorem_3(releases: Releases) -> str:
    bound, excess = releases.theorem_3["optimised"], releases.mean_excess["optimised"]
    return (
        f"**Theorem 3** bounds the expected loss above the best one by {number(bound)} times a "
        "constant, which the paper does not give. The average over these releases, with the "
        f"optimised budgets, is {number(excess)} (simulated)."
    )


def error_region(level: float = 0.5) -> View:
    """Show Theorem 1's region of a feature protected at this level."""
    computed = results.regions(level)
    figure, frames = figures.error_region(value(computed), level)
    return View(
        key="error_region",
        name="Error rates that a test of one feature can have",
        headline="**What δ means.** Someone tests a fact about one feature with one report. Both "
        "error rates of the test lie in the blue area (Theorem 1).",
        figure=figure,
        numbers=Call(tables.regions, computed),
        frames=frames,
        height=400,
    )


def copies(reports: int = 1) -> View:
    """Show what this many reports prove in Example 2."""
    computed = results.copies()
    figure, frames = figures.copies(value(computed), reports)
    return View(
        key="copies",
        name="Chance that several reports prove a bit that one report hides",
        headline="**Two reports can reveal more than the sum of both** (Example 2). One report of "
        "this mechanism reveals nothing about bit 1; several can prove it.",
        figure=figure,
        numbers=Call(tables.copies, computed),
        frames=frames,
        height=260,
    )


def first_example() -> View:
    figure = Call(chance_of_one, Call(example_1))
    return View(
        key="first_example",
        name="Chance of the output 1 for each input of Example 1",
        headline="",
        figure=value(figure),
        numbers=Call(drawn, figure),
    )
