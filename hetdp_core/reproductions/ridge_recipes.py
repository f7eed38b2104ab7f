"""What the cards of the ridge paper are checked against: exact losses along every sweep.

The named sweeps simulate single releases.  Here each trial draws who asks for what (and the
synthetic data) in the same way, and the loss over the noise of the release is exact, so that a
few hundred trials say more than many thousand releases.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from hetdp_core import ridge
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.ridge import METHODS, REGULARISED, problem_of, profile_of
from hetdp_core.parallel import Sweep
from hetdp_core.parallel.sweep import Point
from hetdp_core.profiles import make_profile
from hetdp_core.reproductions.recipe import Recipe, Values, exact, kept, of_sweep
from hetdp_core.reproductions.storage import FOLDER
from hetdp_core.ridge.records import Records, dealt, draw_levels, paper_profile, prepare
from hetdp_core.ridge.sweep import RidgeScenario, loss_sweep
from hetdp_core.validate import FloatArray

SPREAD = ", standard deviation"
"""Marks the standard deviation of the loss over releases, beside its mean."""

DRAWS = {"synthetic": 400, "real": 200}
"""Draws of levels (and synthetic data) along λ, where bands are compared with printed values."""

FEWER_DRAWS = 100
"""Draws along everything else, where means are enough."""

MASKS = 16
"""Samples of records that the sampling methods are averaged over in each draw."""

SAMPLED = ("jorgensen_max", "jorgensen_mean")


def expected_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return mean and spread of both test losses over releases, for each draw of levels.

    Exact over the noise, with that of Theorem 3.2; sampling methods are averaged over `MASKS`
    samples of the records.
    """
    names = [
        m + kind + what for m in METHODS for kind in ("", REGULARISED) for what in ("", SPREAD)
    ]
    losses = {name: np.empty(trials) for name in names}
    for trial in range(trials):
        problem = problem_of(point, rng)
        levels = draw_levels(profile_of(point, problem.rows, rng), rng)
        lams = [float(point["lambda"])]
        curves = ridge.loss_curves(
            problem, levels, lams, METHODS, noise="printed", masks=MASKS, rng=rng
        )
        for method, curve in curves.items():
            for kind in ("", REGULARISED):
                moments = curve.losses(bool(kind))
                losses[method + kind][trial] = moments.mean[0]
                losses[method + kind + SPREAD][trial] = moments.std[0]
    return losses


# --- the values as published ----------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """The authors' mean and standard deviation over 10,000 releases under one draw of levels."""

    mean: float
    standard_deviation: float


@cache
def published() -> dict[tuple[str, str, float], Published]:
    """Return the losses by data ("synthetic", "real"), method (marked if regularised) and λ."""
    with (FOLDER / "printed_ridge.csv").open(encoding="utf-8") as file:
        return {
            (
                row["data"],
                row["method"] + (REGULARISED if row["regularised"] == "1" else ""),
                float(row["lambda"]),
            ): Published(float(row["mean"]), float(row["standard_deviation"]))
            for row in csv.DictReader(file)
        }


def published_lambdas(data: str) -> tuple[float, ...]:
    """Return every λ of the authors' tables for these data, ascending."""
    return tuple(sorted({lam for of, _, lam in published() if of == data}))


# --- the sweeps -----------------------------------------------------------------------


def exact_sweep(key: str) -> Sweep:
    """Return the named sweep of that key with exact losses, at the λ of the authors' tables."""
    sweep = SWEEPS[key]
    points = sweep.points
    if sweep.parameter == "lambda":
        lams = published_lambdas(str(points[0]["data"]))
        points = tuple({**points[0], "lambda": lam} for lam in lams)
    return replace(sweep, points=points, measure=expected_losses, block=50)


def least_ratio(values: Mapping[str, float], sweep: Sweep, other: str, what: str = "") -> float:
    """Return the least factor, over all points, by which PDP-OP's mean is below the other's."""
    return float(
        np.min(_along(values, sweep, other + what) / _along(values, sweep, "pdp_op" + what))
    )


def _along(values: Mapping[str, float], sweep: Sweep, method: str) -> FloatArray:
    return np.array([values[kept(method, point[sweep.parameter])] for point in sweep.points])


def _largest_step(numbers: FloatArray) -> float:
    """Return the largest factor from point to point: below 1 where the numbers always fall."""
    return float(np.max(numbers[1:] / numbers[:-1]))


def _claims(values: Mapping[str, float], sweep: Sweep) -> Values:
    """Return what the text says about a whole sweep, as numbers."""
    ours = _along(values, sweep, "pdp_op")
    found: Values = {}
    for other in ("non_personalised", *SAMPLED):
        theirs = _along(values, sweep, other)
        found |= {
            f"least factor: {other}": least_ratio(values, sweep, other),
            f"least factor of the spread: {other}": least_ratio(values, sweep, other, SPREAD),
            f"largest step of the factor: {other}": _largest_step(theirs / ours),
            f"largest step of the gain: {other}": _largest_step(theirs - ours),
            f"factor, last over first: {other}": (theirs / ours)[-1] / (theirs / ours)[0],
            f"gain, last over first: {other}": (theirs - ours)[-1] / (theirs - ours)[0],
            f"largest step of the loss: {other}": _largest_step(theirs),
        }
    return {**found, "largest step of the loss: pdp_op": _largest_step(ours)}


def _swept(key: str) -> Recipe:
    sweep = exact_sweep(key)
    data, printed = str(sweep.points[0]["data"]), sweep.parameter == "lambda"
    return of_sweep(
        key,
        sweep,
        lambda values: _claims(values, sweep),
        trials=DRAWS[data] if printed else FEWER_DRAWS,
        keep=("mean", "low", "high") if printed else ("mean",),
        real_records=data == "real",
    )


# --- what the linked page shows -------------------------------------------------------


def on_the_page(seed: int) -> Values:
    """Return the best expected losses on the ridge page, in the paper's synthetic setting."""
    records = Records.synthetic(100, 30, seed)
    problem = prepare(records, None).problem
    # The sidebar's segments: 1000 users of whom the training records are a fair part
    settings = replace(paper_profile(1000, seed), strict_share=0.34, middle_share=0.43)
    levels = dealt(make_profile(settings), problem.rows, seed)
    found = loss_sweep(problem, levels, RidgeScenario(noise="printed", seed=seed)).verdict
    return {
        "best private regression": found.loss,
        "best of PDP-OP, as printed": found.printed_loss,
        "better of private mean and zero": found.trivial_loss,
    }


def _recipes() -> Iterable[Recipe]:
    yield exact(
        "ridge-page", "Ridge regression: what the page shows for the paper's setting", on_the_page
    )
    for key in SWEEPS:
        if key.startswith("ridge-"):
            yield _swept(key)


RECIPES: tuple[Recipe, ...] = tuple(_recipes())
