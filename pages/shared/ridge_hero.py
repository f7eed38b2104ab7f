"""The hero figure of ridge regression, with the verdict above it."""

from __future__ import annotations

from hetdp_core.errors import HetDPError
from hetdp_core.figures import ridge as figures
from hetdp_core.figures import ridge_tables as tables
from hetdp_core.figures.text import number
from hetdp_core.recipes import Call
from hetdp_core.ridge.exploration import SERIES, RidgeSweep, Verdict
from hetdp_core.ridge.records import Prepared
from pages.shared import cached_ridge as cached
from pages.shared import knobs, recipes, ridge_controls
from pages.shared.ridge_controls import RidgeChoice
from pages.shared.scenario import Scenario
from pages.shared.view import View, draw


def ridge_hero(
    shared: Scenario, choice: RidgeChoice, beside: View | None = None
) -> tuple[RidgeChoice, RidgeSweep]:
    """Draw it; dragging its control moves λ.  Returns what it shows."""
    try:
        sweep = cached.sweep(choice.records, shared.profile, choice.scenario)
    except HetDPError as error:
        choice = ridge_controls.last_good(error)
        sweep = cached.sweep(choice.records, shared.profile, choice.scenario)
    ridge_controls.keep(choice)
    prepared = cached.prepared(choice.records)
    steps = recipes.Regression(choice.records, shared.profile)
    draw(loss_view(sweep, prepared, steps), beside)
    return choice, sweep


def loss_view(sweep: RidgeSweep, prepared: Prepared, steps: recipes.Regression) -> View:
    """Test loss of every method, and the coefficients, against λ."""
    return View(
        key="ridge",
        name="Test loss of private regressions against the regularisation λ",
        headline=verdict_line(sweep.verdict),
        figure=figures.loss_against_lambda(sweep, prepared.names),
        table=tables.losses(sweep),
        recipe=Call(tables.losses, steps.sweep(sweep.scenario)),
        caption=_caption(sweep, prepared),
        frames=figures.lambda_frames(sweep),
        moves=knobs.LAMBDA,
        height=580,
    )


def verdict_line(verdict: Verdict) -> str:
    """What to release at this privacy, in plain words."""
    best = f"{number(verdict.loss)} ({SERIES[verdict.regression]}, λ ≈ {number(verdict.lam)})"
    trivial = "the private mean" if verdict.trivial == "private_mean" else "the constant 0"
    if not verdict.worth_releasing:
        return (
            f"At this privacy, **releasing {trivial} is better**: it has an expected loss of "
            f"{number(verdict.trivial_loss)}, the best private regression {best}."
        )
    return (
        f"At this privacy **a private regression is worth releasing**: expected loss {best}, "
        f"against {number(verdict.trivial_loss)} for {trivial} and "
        f"{number(verdict.nonprivate_loss)} without privacy. Personal levels make it "
        f"**{number(verdict.personalisation_factor)} times smaller** than one level for all."
    )


def _caption(sweep: RidgeSweep, prepared: Prepared) -> str:
    simulated = [SERIES[key] for key, curve in sweep.series.items() if curve.simulated]
    words = [
        "Lines: expected loss on the test records; bands: one standard deviation from release to "
        "release; both exact"
        + (f", but simulated for {', '.join(simulated)}." if simulated else "."),
        "Below: coefficients of PDP-OP before noise, and one standard deviation of it. "
        "The best λ is found with hindsight.",
    ]
    design = prepared.design
    if design is None:
        words.append("Records are simulated.")
        return " ".join(words)
    words.append(
        f"{prepared.problem.training.rows:,} training and {len(prepared.problem.y_test):,} test "
        f"records; {design.incomplete:,} incomplete ones left out, {design.outside_total:,} values "
        "outside the declared bounds clipped."
    )
    if not design.private_scaling:
        words.append("**Scaled by the data's own extremes, as in the paper: not private.**")
    return " ".join(words)
