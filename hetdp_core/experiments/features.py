"""Sweeps of the feature-privacy topic: the paper's experiment, and least squares."""

from __future__ import annotations

from functools import partial

import numpy as np

from hetdp_core.features.allocation.rules import RULES, Allocation, allocate
from hetdp_core.features.channel import NEGLIGIBLE, PRINTED_FACTOR
from hetdp_core.features.mechanism import LEFT_OUT, combination, coordinate_mse, estimate_checked
from hetdp_core.features.notions import draw_signs
from hetdp_core.features.regression import least_squares
from hetdp_core.parallel import Point, Sweep
from hetdp_core.validate import FloatArray

SQUARED_DISTANCE = "squared distance between the estimate in [-1, 1]^d and the mean of the data"
AS_PRINTED = " (as printed)"
"""Marks a rule whose reports have the radius of Mechanism 2 as printed."""


def two_groups(
    users: int, dimension: int, sensitive: int, delta: float, epsilon: float, q: float
) -> dict[str, float]:
    """Make a point at which some of the features ask for delta, the others for epsilon."""
    return {
        "users": users,
        "dimension": dimension,
        "sensitive": sensitive,
        "delta": delta,
        "epsilon": epsilon,
        "q": q,
    }


def mean_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return the loss of each rule on data of the prior (60), projected, unbiased and as printed.

    A feature without a budget counts `LEFT_OUT`: it is answered by 0.  That the mean of this prior
    is 0 must not look like skill. A printed report is the unbiased one times two, so both come from
    the same reports. Memory is bounded by one data set of int8 and the mechanism's chunk.
    """
    users, d, q = int(point["users"]), int(point["dimension"]), float(point["q"])
    allocations = {rule: _allocation(point, rule) for rule in RULES}
    shares = {rule: combination(alloc) for rule, alloc in allocations.items()}
    losses = {rule + mark: np.empty(trials) for mark in ("", AS_PRINTED) for rule in RULES}
    for trial in range(trials):
        data = draw_signs(users, d, q, rng)
        target = np.mean(data, axis=0, dtype=np.float64)
        for rule, alloc in allocations.items():
            reported = alloc.budgets > NEGLIGIBLE
            estimate = estimate_checked(data, alloc, shares[rule], rng, projection=False)
            for mark, factor in (("", 1.0), (AS_PRINTED, PRINTED_FACTOR)):
                projected = np.clip(factor * estimate, -1.0, 1.0)
                squares = np.where(reported, (projected - target) ** 2, LEFT_OUT)
                losses[rule + mark][trial] = np.sum(squares)
    return losses


def expected_mean_losses(point: Point) -> dict[str, float]:
    """Return these losses in closed form, with the mean of the data taken as 0."""
    return {
        rule + mark: _expected_loss(_allocation(point, rule), int(point["users"]), mark != "")
        for mark in ("", AS_PRINTED)
        for rule in RULES
    }


def _expected_loss(alloc: Allocation, users: int, as_printed: bool) -> float:
    errors = coordinate_mse(alloc, users, as_printed=as_printed)
    return float(np.sum(np.where(alloc.budgets > NEGLIGIBLE, errors, LEFT_OUT)))


SLOPE = 0.3


def regression_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return excess loss of private least squares over the best, for each rule.

    Features are independent signs; the label is a sign that is 1 with chance (1 + SLOPE * their
    sum) / 2.  So its expectation is linear in them and Assumption 1 holds with q = SLOPE exactly.
    """
    users, d = int(point["users"]), int(point["dimension"])
    losses = {rule: np.empty(trials) for rule in (*RULES, "zero")}
    allocations = {rule: _allocation(point, rule) for rule in RULES}
    for trial in range(trials):
        data = draw_regression(users, d - 1, rng)
        for rule, alloc in allocations.items():
            fit = least_squares(data, alloc, 1.0, rng=rng)
            losses[rule][trial] = fit.excess_loss
        losses["zero"][trial] = fit.zero_loss - fit.best_loss
    return losses


def draw_regression(users: int, features: int, rng: np.random.Generator) -> FloatArray:
    """Return (users, features + 1) data, label last; 1 / SLOPE features at most: chances <= 1."""
    signs = draw_signs(users, features, 0.0, rng).astype(np.float64)
    chance = (1.0 + SLOPE * np.sum(signs, axis=1)) / 2.0
    return np.column_stack([signs, np.where(rng.random(users) < chance, 1.0, -1.0)])


def _allocation(point: Point, rule: str) -> Allocation:
    sensitive, rest = int(point["sensitive"]), int(point["dimension"] - point["sensitive"])
    delta = [float(point["delta"])] * sensitive + [float(point["epsilon"])] * rest
    users, epsilon = int(point["users"]), float(point["epsilon"])
    return allocate(delta, epsilon, float(point["q"]), rule, n=users)


_mean = partial(Sweep, measure=mean_losses, loss=SQUARED_DISTANCE, expected=expected_mean_losses)
_fits = partial(Sweep, measure=regression_losses, loss="f(theta) minus the least f over the ball")

SWEEPS: tuple[Sweep, ...] = (
    _mean(
        "figure-3",
        "Error against correlation q (Figure 3)",
        "q",
        tuple(two_groups(10_000, 10, 2, 0.2, 2.0, k / 20) for k in range(21)),
        block=10,
    ),
    _mean(
        "mse-against-dimension",
        "Error against the number of features",
        "dimension",
        tuple(two_groups(3_000, d, d // 5, 0.8, 8.0, 0.1) for d in range(5, 51, 5)),
        block=10,
    ),
    _mean(
        "mse-against-sensitive-share",
        "Error against the share of sensitive features",
        "sensitive",
        tuple(two_groups(5_000, 50, k, 0.2, 2.0, 0.01) for k in range(0, 51, 5)),
        block=5,
    ),
    _fits(
        "least-squares-against-users",
        "Excess loss of private least squares against the number of users",
        "users",
        tuple(
            two_groups(n, 4, 1, 2.0, 8.0, SLOPE)
            for n in (1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
        ),
        trials=20,
        block=2,
    ),
    _fits(
        "least-squares-against-correlation",
        "Excess loss of private least squares against the bound q",
        "q",
        tuple(two_groups(30_000, 4, 1, 2.0, 8.0, k / 10) for k in range(3, 11)),
        trials=20,
        block=2,
    ),
)
