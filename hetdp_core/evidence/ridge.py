"""Our numbers for the paper of ridge regression: exact losses along every sweep.

The named sweeps simulate single releases.  Here each trial draws the levels of the users (and the
synthetic data) in the same way.  The loss over the noise of the release is exact, so a few hundred
trials say more than many thousand releases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from hetdp_core import datasets, ridge
from hetdp_core.evidence.results import Values, value_name
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.ridge import METHODS, REGULARISED, problem_of, profile_of
from hetdp_core.parallel import Point, Sweep
from hetdp_core.ridge.design import DesignSettings
from hetdp_core.ridge.records import Records, draw_levels, prepare
from hetdp_core.validate import FloatArray

SPREAD = ", standard deviation"
"""Marks the standard deviation of the loss over releases, next to its mean."""

SYNTHETIC_LAMBDAS = (
    *(0.01, 0.1, 0.5, 1.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 25.0, 50.0, 75.0),
    *(100.0, 125.0, 150.0, 175.0, 200.0, 300.0, 400.0, 500.0, 1000.0),
)
"""λ of the authors' tables of synthetic data; the named sweep has fewer."""


def expected_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return mean and spread of both test losses over releases, for each draw of levels.

    Exact over the noise, of Theorem 3.2; sampling is averaged over 16 samples of the records.
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
            problem, levels, lams, METHODS, noise="printed", masks=16, rng=rng
        )
        for method, curve in curves.items():
            for kind in ("", REGULARISED):
                moments = curve.losses(bool(kind))
                losses[method + kind][trial] = moments.mean[0]
                losses[method + kind + SPREAD][trial] = moments.std[0]
    return losses


def exact_sweep(key: str) -> Sweep:
    """Return the named sweep of that key with exact losses, at the λ of the authors' tables."""
    sweep = SWEEPS[key]
    points = sweep.points
    if key == "ridge-synthetic-lambda":
        points = tuple({**points[0], "lambda": lam} for lam in SYNTHETIC_LAMBDAS)
    return replace(sweep, points=points, measure=expected_losses, block=50)


def _along(values: Mapping[str, float], sweep: Sweep, method: str) -> FloatArray:
    return np.array([values[value_name(method, point[sweep.parameter])] for point in sweep.points])


def _largest_step(numbers: FloatArray) -> float:
    """Return the largest factor from point to point: below 1 where the numbers always fall."""
    return float(np.max(numbers[1:] / numbers[:-1]))


def claims(values: Mapping[str, float], sweep: Sweep) -> Values:
    """Return what the text says about a whole sweep, as numbers."""
    ours, spread = (_along(values, sweep, f"pdp_op{what}") for what in ("", SPREAD))
    numbers: Values = {}
    for other in METHODS[1:]:
        theirs, spreads = (_along(values, sweep, other + what) for what in ("", SPREAD))
        numbers |= {
            f"least factor: {other}": float(np.min(theirs / ours)),
            f"least factor of the spread: {other}": float(np.min(spreads / spread)),
            f"largest step of the factor: {other}": _largest_step(theirs / ours),
            f"factor, last over first: {other}": (theirs / ours)[-1] / (theirs / ours)[0],
            f"gain, last over first: {other}": (theirs - ours)[-1] / (theirs - ours)[0],
            f"largest step of the loss: {other}": _largest_step(theirs),
        }
    return {**numbers, "largest step of the loss: pdp_op": _largest_step(ours)}


def noisy_sums(seed: int) -> Values:
    """Return the best expected losses on blood pressure where everybody asks for ε = 10."""
    settings = DesignSettings("sbp", centred=True)
    problem = prepare(Records("nhefs", settings), datasets.load("nhefs")).problem
    methods, lams = ("noisy_sums", "objective", "private_mean"), np.geomspace(0.01, 10.0, 60)
    rng, levels = np.random.default_rng(seed), np.full(problem.rows, 10.0)
    curves = ridge.loss_curves(problem, levels, lams, methods, rng=rng)
    least = {method: curve.least_loss for method, curve in curves.items()}
    return {**least, "noisy_sums over objective": least["noisy_sums"] / least["objective"]}
