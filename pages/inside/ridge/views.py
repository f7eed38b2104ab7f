"""The figures of ridge regression with their sentences: the hero's, and those under it."""

from __future__ import annotations

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures import outcomes as outcome_figures
from hetdp_core.figures.ridge import losses as figures
from hetdp_core.figures.ridge import tables
from hetdp_core.figures.ridge.hero import loss_against_lambda
from hetdp_core.figures.text import number, share, times
from hetdp_core.grids import place_of
from hetdp_core.ridge.dependence import PARAMETERS, Dependence, Improvement
from hetdp_core.ridge.example_releases import TypicalMisses
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.releases import NOISE_FAILURE
from hetdp_core.ridge.sweep import SERIES, RidgeSweep, Verdict
from pages.inside.ridge import controls, results
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.results import PATIENCE, RELEASES, Regression, at_first_stop
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario, table_choice
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw
from pages.shared.tables import own_table
from pages.shared.text.literal import literal


def ridge_hero(choice: RidgeChoice, beside: View | None = None) -> Regression:
    """Draw the hero and return what it shows; dragging its control moves λ."""
    try:
        regression = Regression(choice)
        view = loss_view(regression)
    except HetDPError as error:
        regression = Regression(controls.last_good(error))
        view = loss_view(regression)
    controls.keep(regression.choice)
    draw(view, beside)
    return regression


def for_state(state: State) -> View:
    return loss_view(Regression(controls.read(state, scenario.read(state))))


def loss_view(regression: Regression) -> View:
    """Return the test loss of every method against λ."""
    losses = regression.sweep
    sweep: RidgeSweep = value(losses)
    prepared: Prepared = value(regression.prepared)
    scaled = prepared.design is not None
    first = at_first_stop(regression.choice.scenario).lam
    figure, frames = value(Call(loss_against_lambda, losses, first, scaled).kept())
    return View(
        key="ridge",
        name="Test loss of private regressions against the regularisation λ",
        headline=_headline(regression, sweep.verdict),
        figure=figure,
        numbers=Call(tables.losses, losses),
        caption=_caption(sweep, prepared, regression.choice.levels_column),
        tag=_tag(sweep),
        frames=frames.at(place_of(regression.choice.scenario.lam, sweep.lams, "lam")),
        moves=catalog.ridge.LAMBDA,
        height=480,
    )


def _headline(regression: Regression, verdict: Verdict) -> str:
    """Return the verdict; of a user's own table also where the λ that a release may use says no."""
    own = own_table.is_own(regression.choice.records.dataset)
    sentence = verdict_line(verdict, own)
    if own and verdict.worth_releasing:
        decision = value(regression.decision)
        if not decision.regression_is_better:
            sentence += (
                " **With a λ from public numbers, which is all that a release can know, "
                f"{trivial_predictor(verdict)} is recommended.**"
            )
    return sentence


def verdict_line(verdict: Verdict, own: bool = False) -> str:
    """Say in plain words what to release at this privacy.

    own: of a user's own table, where the best λ is no more than a demonstration.
    """
    opening = "At this privacy, and the best λ in hindsight," if own else "At this privacy,"
    best = f"{number(verdict.loss)} ({SERIES[verdict.regression]}, λ ≈ {number(verdict.lam)})"
    trivial = trivial_predictor(verdict)
    if not verdict.worth_releasing:
        better = "is better" if verdict.loss > verdict.trivial_loss else "is as good"
        return (
            f"{opening} **releasing {trivial} {better}**. Its expected loss is "
            f"{number(verdict.trivial_loss)}; that of the best private regression is {best}."
        )
    return (
        f"{opening} **a private regression is worth releasing**: expected loss {best}, "
        f"against {number(verdict.trivial_loss)} for {trivial} and "
        f"{number(verdict.nonprivate_loss)} without privacy. "
        + _what_levels_bring(verdict.personalisation_factor)
    )


def _what_levels_bring(factor: float) -> str:
    if times(factor) == times(1.0):
        return "The best private regression with one level for all is as good."
    return (
        f"Personal levels make it **{times(factor)} smaller** than the best private regression has "
        "it with one level for all."
    )


def trivial_predictor(verdict: Verdict) -> str:
    """Name the number that is predicted for everybody."""
    return "the private mean" if verdict.trivial == "private_mean" else "the constant 0"


def _tag(sweep: RidgeSweep) -> str:
    """Say which methods are simulated; all others are exact."""
    simulated = [SERIES[key] for key in sweep.series if sweep.curves[key].simulated]
    return f"exact, but {', '.join(simulated)} simulated" if simulated else "exact"


def _caption(sweep: RidgeSweep, prepared: Prepared, levels_column: str) -> str:
    simulated = [SERIES[key] for key in sweep.series if sweep.curves[key].simulated]
    words = [
        "Lines: expected loss on the test records; band: one standard deviation from release to "
        "release; both exact"
        + (f", but simulated for {', '.join(simulated)}." if simulated else "."),
        "A star marks the best λ of the best private regression, found with hindsight.",
        "A demonstration: verdict, losses and the best λ are computed from the records that are "
        "shown here; none of them is a private result.",
    ]
    design = prepared.design
    if design is None:
        words.append("Records are simulated.")
        return " ".join(words)
    words.append(
        f"{prepared.problem.rows:,} training and {len(prepared.problem.y_test):,} test "
        f"records; {design.incomplete:,} incomplete ones left out, {design.outside_total:,} values "
        "outside the declared bounds clipped."
    )
    if levels_column:
        words.append(table_choice.level_sentence(levels_column))
    if not design.private_scaling:
        words.append(
            "**Bounds or labels were read off the data"
            + (", as in the paper" if design.scaled_by_data else "")
            + ": not private, no guarantee holds.**"
        )
    return " ".join(words)


def spread(regression: Regression) -> View:
    """Return the standard deviation of the loss (Figures 1 and 2 of the paper)."""
    sweep = regression.sweep
    return View(
        key="ridge_spread",
        name="Standard deviation of the test loss against λ",
        headline=(
            "How much the loss varies from one release to the next, along λ. Two releases from the "
            "same records differ by chance. Where noise rules, one standard "
            "deviation of the loss is about as large as the loss itself: the expected loss alone "
            "promises too much."
        ),
        figure=figures.spread_against_lambda(value(sweep)),
        numbers=Call(tables.spread, sweep),
    )


def coefficients(regression: Regression, method: str) -> View:
    """Return the released coefficients around the non-private ones."""
    setting, releases = regression.choice.scenario, regression.coefficients(method)
    titles = value(regression.titles)
    return View(
        key="ridge_coefficients",
        name="Released coefficients around those without privacy",
        headline=(
            f"At λ = {number(setting.lam)}: the middle half of {RELEASES} releases, "
            "around what the same records give without privacy. Shrinkage pulls all towards 0; "
            "noise blows all up alike, whatever they mean."
        ),
        figure=figures.coefficients(value(releases), titles, method),
        numbers=Call(tables.coefficients, releases, regression.titles),
        caption=f"Simulated: {RELEASES} releases, seed {setting.seed}.",
        height=figures.height_of_coefficients(titles),
    )


def distances(regression: Regression) -> View:
    """Return Theorem 3.6 over the exact distance; only for records with a known truth."""
    step = regression.distances()
    measured = value(step)
    return View(
        key="distance_to_truth",
        name="Distance of PDP-OP's coefficients from the true ones against λ",
        headline=(
            "**Theorem 3.6.** Labels of synthetic records are exactly linear in the features, so "
            "the true coefficients θ* are known. With chance at least "
            f"{share(measured.bound.confidence)} (1 - δ₁ - δ₂, both {share(NOISE_FAILURE)}) a "
            "release of PDP-OP is no farther from θ* than the bound. The bound reads the training "
            "records, so it is not private itself."
        ),
        figure=figures.distances_to_truth(measured),
        numbers=Call(tables.distances_to_truth, step),
        caption=(
            "The exact distance is the root of the expected squared distance over the noise, for "
            "these records."
        ),
    )


def one_release(regression: Regression, method: str) -> View:
    """Return predicted against true labels for one release."""
    setting, step = regression.choice.scenario, regression.release(method)
    release = value(step)
    lost = f" {release.outside_window:,} predictions lie outside." if release.outside_window else ""
    return View(
        key="one_release",
        name="Predicted against true labels for one release",
        headline=(
            f"**One release at λ = {number(setting.lam)}**, seed {setting.seed}: "
            f"squared error {number(release.loss)} on the test records.{lost} Another seed is "
            "another release of the same records."
        ),
        figure=figures.one_release(release, value(regression.prepared).target, method),
        numbers=Call(tables.one_release, step),
        height=440,
    )


def misses(regression: Regression, method: str) -> View:
    """Return how far twenty releases typically miss, and the button that plays them."""
    setting, step = regression.choice.scenario, regression.misses(method)
    typical = value(step)
    twenty = typical.outcomes
    unit = f" {literal(twenty.unit)}" if twenty.unit else ""
    figure, frames = outcome_figures.dotplot(
        twenty,
        f"Typical miss of the predictions: {value(regression.prepared).target}",
        {
            f"without privacy, at this λ = {number(setting.lam)}": typical.without_privacy,
            "mean label for everybody (not private)": typical.one_number,
        },
        each="This release misses by",
    )
    return View(
        key="ridge_misses",
        name="How far the predictions of twenty releases typically miss",
        headline=_twenty_misses(typical, unit),
        figure=figure,
        numbers=Call(outcome_figures.one_table, step.attribute("outcomes")),
        caption=f"Simulated: quantiles of {twenty.draws:,} releases, seed {setting.seed}; "
        f"standard error of a dot: ± {number(twenty.largest_error, 2)}{unit} at most. A typical "
        "miss is the root of the mean squared error on the test records. Without privacy another λ "
        "may miss by less: the card “Without privacy” is about the best one.",
        frames=frames,
        height=outcome_figures.height_of(1),
    )


def _twenty_misses(misses: TypicalMisses, unit: str) -> str:
    usual = outcome_figures.usually(misses.outcomes, unit)
    if misses.outcomes.all_the_same:
        return (
            f"**There is no noise**: every release typically misses by ± {usual}. Predicting the "
            f"mean label for everybody would miss by ± {number(misses.one_number)}{unit}."
        )
    return (
        "**Twenty releases you might get**, each as likely as the others. A dot is one release, "
        f"and says how far its predictions typically miss: 18 of 20 by {usual}. "
        f"**{misses.better} of 20** miss by less than the mean label said of everybody."
    )


def dependence(regression: Regression, parameter: str, best: bool) -> View:
    """Return the losses along one parameter, at the present λ or at each method's best one."""
    step = regression.dependence(parameter)
    varied = value(step)
    return View(
        key="dependence",
        name=f"Test loss against: {PARAMETERS[varied.parameter].title}",
        headline="",
        figure=figures.dependence(varied, best),
        numbers=Call(tables.dependence, step),
        caption=_varied(varied, bool(regression.choice.levels_column)),
        height=460,
    )


def _varied(varied: Dependence, by_column: bool) -> str:
    """Say what is varied; `by_column`: a column of the table says who asks for what."""
    if varied.left_out:
        shown = varied.values.size
        return (
            f"Stopped after {PATIENCE:.0f} seconds: the first {shown} of "
            f"{shown + varied.left_out} values are shown. Fewer methods, records or features take "
            "less time."
        )
    if varied.parameter == "dimension":
        dealt = " The levels of your table are dealt out to them by chance." if by_column else ""
        return f"Synthetic records as in the paper, as many as in the present setting.{dealt}"
    if varied.segments is None:
        own = " Everybody keeps their own ε." if by_column else ""
        return f"Fewer of the same training records; test records stay the same.{own}"
    profile = varied.segments
    return (
        f"Conservatives from ε = {number(profile.low)}, pragmatists from {number(profile.middle)}, "
        f"liberals at {number(profile.high)}; {share(profile.strict_share)} of all are "
        f"conservatives, {share(profile.middle_share)} pragmatists; all but what is varied. "
        f"{_PAPERS_SEGMENTS if by_column else _SEGMENTS}"
    )


_SEGMENTS = "Your own privacy profile is used where it has these three segments, else the paper's."

_PAPERS_SEGMENTS = (
    "These are the paper's, dealt out by chance: the levels of your table have no part here."
)


def improvements(regression: Regression) -> View:
    """Return the best losses from the printed method on, step by step (erratum 3)."""
    ladder = regression.ladder()
    steps = value(ladder)
    return View(
        key="improvements",
        name="Best expected loss, step by step from the printed method",
        headline=_erratum_3(steps),
        figure=figures.improvements(steps),
        numbers=Call(tables.improvements, ladder),
        height=360,
    )


def _erratum_3(steps: tuple[Improvement, ...]) -> str:
    printed, best, mean = steps[0].loss, steps[-2].loss, steps[-1].loss
    verdict = "loses to" if printed > mean else "beats"
    return (
        "**Erratum 3.** Each bar is the best loss after one more step from the printed method. Two "
        "steps of the proof of Theorem 3.2 are loose: the same guarantee holds "
        "with up to four times less noise (“sharp”). At its best λ the printed method has an "
        f"expected loss of {number(printed)} and {verdict} the private mean ({number(mean)}); "
        f"with all steps the best private regression has {number(best)}."
    )


def sampling() -> View:
    """Return the realised losses of published and repaired sampling (erratum 4)."""
    leaks = value(results.leaks())
    return View(
        key="sampling_leak",
        name="Privacy loss of sampling as published and repaired, in units of the ε asked",
        headline=(
            "**Erratum 4.** Published sampling scales its noise to the number of records that "
            "happened to be kept, and so gives away who was. The bars are exact privacy losses of "
            f"a cautious record (ε = {number(leaks[0].epsilon)}) among four; above the dashed line "
            "the promise is broken. With weights and noise that do not depend on the sample it "
            "holds."
        ),
        figure=figures.sampling_losses(leaks),
        numbers=Call(tables.sampling_losses, results.leaks()),
        height=380,
    )
