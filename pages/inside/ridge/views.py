"""The figures of ridge regression with their sentences: the hero's, and those under it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures import outcomes as outcome_figures
from hetdp_core.figures import theme
from hetdp_core.figures.figure import MovingFigure
from hetdp_core.figures.formats import number, range_in_words, share
from hetdp_core.figures.ridge import losses as figures
from hetdp_core.figures.ridge import tables
from hetdp_core.figures.ridge.hero import loss_against_lambda
from hetdp_core.grids import place_of
from hetdp_core.outcomes import Outcomes
from hetdp_core.ridge.decision import Decision
from hetdp_core.ridge.dependence import PARAMETERS, Dependence, Improvement, public_lambda
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.releases import NOISE_FAILURE
from hetdp_core.ridge.sweep import NUMBERS, SERIES, WEAKER, RidgeSweep
from pages.inside.ridge import controls, results
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.decision import headlines, in_units, unit_of
from pages.inside.ridge.results import PATIENCE, RELEASES, RidgeResults, at_first_stop
from pages.inside.ridge.why import among_draws
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario, table_choice
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw
from pages.shared.tables import own_table
from pages.shared.text.notices import literal


def ridge_hero(choice: RidgeChoice, beside: View | None = None) -> RidgeResults | None:
    """Draw the hero and return what it shows; dragging its control moves λ.

    Nothing where the user's own table cannot be used: no other one is shown in its place.
    """
    if controls.is_about_another(choice):
        return None
    try:
        regression = RidgeResults(choice)
        view = loss_view(regression)
    except HetDPError as error:
        regression = RidgeResults(controls.last_good(error))
        if controls.is_about_another(regression.choice):
            return None
        view = loss_view(regression)
    controls.keep(regression.choice)
    draw(view, beside)
    return regression


def for_state(state: State) -> View:
    return loss_view(RidgeResults(controls.read(state, scenario.read(state))))


def loss_view(regression: RidgeResults) -> View:
    """Return the typical error of every method against λ."""
    losses = regression.sweep
    sweep: RidgeSweep = value(losses)
    prepared: Prepared = value(regression.prepared)
    first = at_first_stop(regression.choice.scenario).lam
    steps = (losses, regression.prepared, regression.decision)
    figure, frames = value(Call(drawn_losses, *steps, first).cached())
    place = place_of(regression.lam, sweep.lams, "lam")
    return View(
        key="ridge",
        name="Typical error of private regressions against the regularisation λ",
        headline=frames.headlines[place],
        figure=figure,
        numbers=Call(tables.errors, losses, regression.prepared),
        caption=_caption(regression, sweep, prepared),
        tag="partly simulated" if _simulated(sweep) or sweep.has_band else "exact",
        frames=frames.at(place),
        moves=catalog.ridge.LAMBDA,
        height=theme.height(len(sweep.series), 480),
    )


def drawn_losses(
    sweep: RidgeSweep, prepared: Prepared, decision: Decision, first: float
) -> MovingFigure:
    """Return the figure at the first λ: the verdict, and the error at each λ."""
    figure, frames = loss_against_lambda(sweep, prepared, first)
    return figure, replace(frames, headlines=headlines(sweep, decision, prepared))


def _simulated(sweep: RidgeSweep) -> list[str]:
    return [SERIES[key] for key in sweep.series if sweep.curves[key].simulated]


def _caption(regression: RidgeResults, sweep: RidgeSweep, prepared: Prepared) -> str:
    simulated, choice = _simulated(sweep), regression.choice
    lines = (
        "expected squared error plus λ‖θ‖²"
        if sweep.scenario.regularised
        else "root of the expected squared error, as the cards do"
    )
    words = [
        f"λ sets how strongly the coefficients are pulled towards 0. Lines show the {lines}, on "
        "the test records. They are exact"
        + (f", but {' and '.join(simulated)} is simulated." if simulated else "."),
        "About 18 of 20 releases of the private regression lie within the band (simulated)."
        * sweep.has_band,
        "The star marks the best λ of the private regression, in hindsight. The verdict, the "
        "cards and the tabs use the λ that a release can choose. The slider starts there.",
        *(f"**{SERIES[key]}**: {sweep.explanation(key)}" for key in sweep.series),
        "Verdict, losses and the best λ are calculated from the records themselves, so they must "
        "not be published.",
    ]
    design = prepared.design
    if design is None:
        return " ".join([*filter(None, words), "Records are simulated."])
    words.append(
        f"{prepared.problem.rows:,} training and {len(prepared.problem.y_test):,} test records; "
        f"{design.incomplete:,} incomplete records are left out, and {design.outside_total:,} "
        "values outside the declared bounds are clipped. Each row is "
        f"{own_table.info(choice.records.dataset).row_is}."
    )
    words.append(table_choice.who_asks(choice.levels_column, choice.profile))
    if design.scaled_by_data:
        words.append(
            "**Bounds were read from the data, as in the paper: not private, no guarantee holds.**"
        )
    return " ".join(filter(None, words))


def spread(regression: RidgeResults) -> View:
    """Return the standard deviation of the loss (Figures 1 and 2 of the paper)."""
    sweep = regression.sweep
    return View(
        key="ridge_spread",
        name="Standard deviation of the test loss against λ",
        headline=(
            "Two releases from the same records differ by chance. Lines show the standard "
            "deviation of their loss. With much noise, it is about as large as the loss itself."
        ),
        figure=figures.spread_against_lambda(value(sweep)),
        numbers=Call(tables.spread, sweep),
        height=theme.height(len(value(sweep).spreading), 440),
    )


def coefficients(regression: RidgeResults, method: str) -> View:
    """Return the coefficients that the tabs release around the non-private ones."""
    return coefficients_at(*at_released_lambda(regression, method))


def coefficients_at(regression: RidgeResults, method: str) -> View:
    """Return coefficients that a method releases at the present λ."""
    setting, releases = regression.choice.scenario, regression.coefficients(method)
    titles = value(regression.titles)
    return View(
        key="ridge_coefficients",
        name="Released coefficients around those without privacy",
        headline=(
            f"**{_which(regression, method)}**: the middle half of {RELEASES} releases, around the "
            "coefficients without privacy at this λ. There the intercept is not pulled towards 0."
        ),
        figure=figures.coefficients(value(releases), titles, method),
        numbers=Call(tables.coefficients, releases, regression.titles),
        caption=f"Simulated: {RELEASES} releases, seed {setting.seed}.",
        height=figures.height_of_coefficients(titles),
    )


def distances(regression: RidgeResults) -> View:
    """Return Theorem 3.6 over the exact distance; only for records with a known truth."""
    step = regression.distances()
    measured = value(step)
    return View(
        key="distance_to_truth",
        name="Distance of PDP-OP's coefficients from the true ones against λ",
        headline=(
            "**Theorem 3.6.** Labels of synthetic records are exactly linear in the features, so "
            "the true coefficients θ* are known. With probability at least "
            f"{share(measured.bound.confidence)} (1 − δ₁ − δ₂, both {share(NOISE_FAILURE)}) a "
            "release of PDP-OP is within the bound of θ*. The bound uses the training records, so "
            "it is not private."
        ),
        figure=figures.distances_to_truth(measured),
        numbers=Call(tables.distances_to_truth, step),
    )


def at_released_lambda(regression: RidgeResults, method: str) -> tuple[RidgeResults, str]:
    """Return what the tabs release: a method, or that of the verdict, at the λ it can choose.

    Their λ is not the slider's, which moves along the first figure alone.
    """
    if method == catalog.ridge.OF_THE_VERDICT:
        method = value(regression.decision).public.method
    who = value(regression.levels), value(regression.problem)
    return regression.at(public_lambda(method, *who, regression.choice.scenario)), method


def _which(regression: RidgeResults, method: str) -> str:
    """Say which method is released, and at which λ; that of the verdict by its name there."""
    name, decision = SERIES[method], value(regression.decision)
    if method == decision.public.method:
        ours = f"the private regression ({name})"
        name = "the regression on public records" if decision.public_alone else ours
    return f"{name} at λ = {number(regression.choice.scenario.lam)}"


def one_release(regression: RidgeResults, method: str) -> View:
    """Return predicted against true labels for one release."""
    regression, method = at_released_lambda(regression, method)
    setting, step = regression.choice.scenario, regression.release(method)
    made = value(step)
    lost = f" {made.outside_window:,} predictions lie outside the figure."
    prepared, twenty = value(regression.prepared), value(regression.misses(method))
    (low, high), miss, unit = twenty.usual, prepared.typical_miss(made.loss), unit_of(regression)
    usual = f" 18 of 20 releases have {outcome_figures.usually(twenty, unit)}." * (low < high)
    usual += " This one is lucky." * (miss < low) + " This one is unlucky." * (miss > high)
    return View(
        key="one_release",
        name="Predicted against true labels for one release",
        headline=(
            f"**One release** of {_which(regression, method)} (from public numbers, whatever "
            f"the slider shows). Typical error on test records: {in_units(prepared)(made.loss)} "
            f"(seed {setting.seed}).{usual}{lost * (made.outside_window > 0)}"
        ),
        figure=figures.one_release(made, prepared.target, method),
        numbers=Call(tables.one_release, step),
        height=440,
    )


def misses(regression: RidgeResults, method: str) -> View:
    """Return the typical errors of twenty releases, and the button that plays them."""
    regression, method = at_released_lambda(regression, method)
    decision = value(regression.decision)
    setting, step = regression.choice.scenario, regression.misses(method)
    twenty = value(step)
    unit = f" {literal(twenty.unit)}".rstrip()
    figure, frames = outcome_figures.dotplot(
        twenty,
        f"Typical error of the predictions: {value(regression.prepared).target}",
        {
            "without privacy": decision.without_privacy,
            f"{NUMBERS[decision.trivial]} for everyone": decision.trivial_miss,
        },
        each="Error of this release",
        edge=decision.trivial_miss,
    )
    return View(
        key="ridge_misses",
        name="Typical error of the predictions of twenty releases",
        headline=_twenty_misses(twenty, decision, unit, _which(regression, method))
        + among_draws(regression) * twenty.all_the_same
        + " Its promise is weaker (δ = 10⁻⁶), so it is not recommended." * (method in WEAKER),
        figure=figure,
        numbers=Call(outcome_figures.one_table, step),
        caption=f"Simulated: quantiles of {twenty.draws:,} releases, seed {setting.seed}; "
        f"standard error of a dot: at most {number(twenty.largest_error, 2)}{unit}. "
        * (not twenty.all_the_same)
        + "The typical error is the root mean squared error on the test records.",
        frames=None if twenty.all_the_same else frames,
        height=outcome_figures.height_of(1),
    )


def _twenty_misses(misses: Outcomes, decision: Decision, unit: str, which: str) -> str:
    usual = outcome_figures.usually(misses, unit)
    trivial = f"{NUMBERS[decision.trivial]} ({number(decision.trivial_miss)}{unit})"
    if misses.all_the_same:
        return f"**There is no noise**: every release has a typical error of {usual}."
    better = np.count_nonzero(misses.values < decision.trivial_miss)
    return (
        f"**Twenty releases you might get** of {which}, all equally likely: **{better} of 20** "
        f"predict better than the {trivial}. Each dot is one release's typical error; 18 of 20 are "
        f"{usual}."
    )


def dependence(regression: RidgeResults, parameter: str, best: bool) -> View:
    """Return the errors along one parameter, at the public λ or at each method's best one."""
    step = regression.dependence(parameter)
    varied = value(step)
    lam = "its best λ, in hindsight" if best else "a λ that a release can choose"
    return View(
        key="dependence",
        name=f"Typical error against: {PARAMETERS[varied.parameter].title}",
        headline=f"{_varied(varied, regression.choice)} Each method is drawn at {lam}."
        + _wins(varied, best),
        figure=figures.dependence(varied, best),
        numbers=Call(tables.dependence, step),
        height=theme.height(len(varied.best), 460),
    )


_IN_WORDS = {
    "records": "{} training records",
    "dimension": "{} features",
    "conservative_share": "a share of {}",
}
"""A value of a parameter; all others are levels."""


def _wins(varied: Dependence, best: bool) -> str:
    """Say where a regression beats one number for all; nothing where only one kind is drawn."""
    wins = varied.regression_wins(best)
    if wins is None:
        return ""
    word = _IN_WORDS.get(varied.parameter, "ε = {}")
    rivals = " and the ".join(NUMBERS[key] for key in NUMBERS if key in varied.best)
    where = range_in_words(wins, [word.format(number(each)) for each in varied.values.tolist()])
    words = f" Among the values drawn, a regression beats the {rivals} **{where}**."
    more = " “What would it take?” looks at more records."
    return words + more * (varied.parameter == "records" and not any(wins))


def _varied(varied: Dependence, choice: RidgeChoice) -> str:
    """Say what is varied, and first whether these are other people than above."""
    by_column = bool(choice.levels_column)
    if varied.left_out:
        shown = varied.values.size
        return (
            f"Stopped after {PATIENCE:.0f} seconds. The first {shown} of "
            f"{shown + varied.left_out} values are shown. Choose fewer methods, records or "
            "features to see all."
        )
    if varied.parameter == "dimension":
        dealt = " The levels of your dataset are assigned to them at random." if by_column else ""
        return (
            "Synthetic records as in the paper, as many as in the current setting, and not those "
            f"above.{dealt}"
        )
    if varied.segments is None:
        own = " Everyone asks for their own ε." if by_column else ""
        return f"Each point uses a part of the same training records.{own}"
    profile = varied.segments
    is_own = profile.kind == choice.profile.kind and not by_column
    others = "the three groups of the paper, assigned at random."
    others = "" if is_own else f"**Not the people above**, but {others} "
    return (
        f"{others}The most private {share(profile.strict_share)} ask for ε from "
        f"{number(profile.low)}, the middle {share(profile.middle_share)} from "
        f"{number(profile.middle)}, the others for {number(profile.high)}. "
        "All other settings stay the same."
    )


def improvements(regression: RidgeResults) -> View:
    """Return the best losses from the printed method on, step by step (erratum 3)."""
    ladder = regression.ladder()
    steps = value(ladder)
    return View(
        key="improvements",
        name="Best expected loss, one step at a time from the printed method",
        headline=_erratum_3(steps),
        figure=figures.improvements(steps),
        numbers=Call(tables.improvements, ladder),
        height=360,
    )


_UNLIKE_ABOVE = (
    " With the paper's noise, the ridge page also uses the known length and the centring, unless "
    "they are off there. Its error is then smaller."
)


def _erratum_3(steps: tuple[Improvement, ...]) -> str:
    printed, best, mean = steps[0].loss, steps[-2].loss, steps[-1].loss
    verdict = "loses to" if printed > mean else "beats"
    return (
        "**Erratum 3.** Each bar shows the best loss after one more step from the printed method. "
        "Two steps in the proof of Theorem 3.2 are loose: the same guarantee holds with a quarter "
        "of the noise at best (“sharp”). At its best λ the printed method has an expected loss of "
        f"{number(printed)} and {verdict} the private mean ({number(mean)}). With all steps the "
        f"best private regression has {number(best)}."
        + _UNLIKE_ABOVE
        * any("centred" in step.title for step in steps)
    )


def sampling() -> View:
    """Return the realised losses of published and repaired sampling (erratum 4)."""
    leaks = value(results.leaks())
    return View(
        key="sampling_leak",
        name="Privacy loss of sampling as published and repaired, relative to the requested ε",
        headline=(
            "**Erratum 4.** The published sampling method sets its noise by the number of records "
            "kept. That number reveals who was kept. The bars show the largest privacy loss found "
            f"for a cautious record (ε = {number(leaks[0].epsilon)}) among four. The true loss is "
            "at least this. Above the dashed line the guarantee is broken. It holds if weights and "
            "noise do not depend on the sample."
        ),
        figure=figures.sampling_losses(leaks),
        numbers=Call(tables.sampling_losses, results.leaks()),
        height=380,
    )
