"""The hero figure of ridge regression, with the verdict above it."""

from __future__ import annotations

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures.ridge import hero as figures
from hetdp_core.figures.ridge import tables
from hetdp_core.figures.text import number, times
from hetdp_core.grids import place_of
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import SERIES, RidgeSweep, Verdict
from pages.inside.ridge import controls
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.results import Regression, at_first_stop
from pages.shared.cache import value
from pages.shared.controls import catalog, own_levels, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw
from pages.shared.tables import data_source


def ridge_hero(choice: RidgeChoice, beside: View | None = None) -> RidgeChoice:
    """Draw the hero and return the choice that it shows; dragging its control moves λ."""
    try:
        view = loss_view(choice)
    except HetDPError as error:
        choice = controls.last_good(error)
        view = loss_view(choice)
    controls.keep(choice)
    draw(view, beside)
    return choice


def for_state(state: State) -> View:
    return loss_view(controls.read(state, scenario.read(state)))


def loss_view(choice: RidgeChoice) -> View:
    """Return the test loss of every method against λ."""
    steps = Regression(choice)
    losses = steps.sweep()
    sweep: RidgeSweep = value(losses)
    prepared: Prepared = value(steps.prepared)
    scaled = prepared.design is not None
    first = at_first_stop(choice.scenario).lam
    figure, frames = value(Call(figures.loss_against_lambda, losses, first, scaled).kept())
    return View(
        key="ridge",
        name="Test loss of private regressions against the regularisation λ",
        headline=_headline(choice, sweep.verdict),
        figure=figure,
        numbers=Call(tables.losses, losses),
        caption=_caption(sweep, prepared, choice.levels_column),
        frames=frames.at(place_of(choice.scenario.lam, sweep.lams, "lam")),
        moves=catalog.ridge.LAMBDA,
        height=480,
    )


def _headline(choice: RidgeChoice, verdict: Verdict) -> str:
    """Return the verdict; of a user's own table also where the λ that a release may use says no."""
    own = data_source.is_own(choice.records.dataset)
    sentence = verdict_line(verdict, own)
    if own and verdict.worth_releasing:
        decision = value(Regression(choice).decision())
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
            f"{opening} **releasing {trivial} {better}**: it has an expected loss of "
            f"{number(verdict.trivial_loss)}, the best private regression {best}."
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
        words.append(own_levels.sentence(levels_column))
    if not design.private_scaling:
        words.append(
            "**Bounds or labels were read off the data"
            + (", as in the paper" if design.scaled_by_data else "")
            + ": not private, no guarantee holds.**"
        )
    return " ".join(words)
