"""Private least squares repeated, to show how far single releases scatter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.features.allocation.rules import RULES, allocate
from hetdp_core.features.mechanism.bounds import theorem_3_bound
from hetdp_core.features.mechanism.regression import LeastSquaresFit, least_squares
from hetdp_core.validate import FloatArray

MOST_CELLS = 8_000_000
"""Cells of data that all releases of one rule report together: a second or two for all rules."""

FEWEST = 5


@dataclass(frozen=True, eq=False)
class Releases:
    """Repeated fits of one column, by rule.

    Attributes:
        coefficients: (T, d-1) by rule: private coefficients.
        losses: (T,) by rule: loss on the data.
        nonprivate: (d-1,) the best coefficients over the same ball.
        best_loss: their loss.
        zero_loss: the loss of predicting 0.
        theorem_3: by rule: right side of (22), without its constant.
    """

    coefficients: dict[str, FloatArray]
    losses: dict[str, FloatArray]
    nonprivate: FloatArray
    best_loss: float
    zero_loss: float
    theorem_3: dict[str, float]

    @property
    def number(self) -> int:
        """How many under each rule."""
        return next(iter(self.losses.values())).size

    @property
    def median_loss(self) -> dict[str, float]:
        """Median loss by rule."""
        return {rule: float(np.median(losses)) for rule, losses in self.losses.items()}

    @property
    def mean_excess(self) -> dict[str, float]:
        """Average over the releases, by rule, of the loss above the best one."""
        return {rule: float(np.mean(loss)) - self.best_loss for rule, loss in self.losses.items()}

    @property
    def better_than_nothing(self) -> dict[str, float]:
        """Percent of the releases, by rule, that lose less than predicting 0."""
        return {
            rule: 100.0 * float(np.mean(losses < self.zero_loss))
            for rule, losses in self.losses.items()
        }


def affordable_releases(x: ArrayLike, most: int) -> int:
    """Return how many releases keep within `MOST_CELLS`, from `FEWEST` to the most.

    Args:
        x: (n, d) data.
        most: >= 1; the answer where it is less than `FEWEST`.

    >>> affordable_releases(np.zeros((1_000, 5)), 40), affordable_releases(np.zeros((10**6, 2)), 40)
    (40, 5)
    """
    asked = validate.count(most, 1, 10_000, "most")
    return min(asked, max(FEWEST, MOST_CELLS // validate.matrix(x, "x").size))


def repeated_least_squares(
    x: ArrayLike,
    delta: ArrayLike,
    epsilon: float,
    q: float,
    theta_radius: float,
    releases: int,
    *,
    rng: np.random.Generator,
) -> Releases:
    """Fit the last column from the others, several times under each rule.

    Args:
        x: (n, d) data on [-1, 1], d >= 2, the label last.
        delta, epsilon, q: as in `allocate`.
        theta_radius: R > 0.
        releases: T >= 1.
        rng: source of all randomness.
    """
    data = validate.matrix(x, "x")
    times = validate.count(releases, 1, 10_000, "releases")
    fits: dict[str, list[LeastSquaresFit]] = {}
    bounds: dict[str, float] = {}
    for rule in RULES:
        alloc = allocate(delta, epsilon, q, rule, n=len(data))
        bounds[rule] = theorem_3_bound(alloc, len(data), theta_radius)
        fits[rule] = [least_squares(data, alloc, theta_radius, rng=rng) for _ in range(times)]
    first = fits["optimised"][0]
    return Releases(
        {rule: np.array([fit.coefficients for fit in made]) for rule, made in fits.items()},
        {rule: np.array([fit.loss for fit in made]) for rule, made in fits.items()},
        first.nonprivate,
        first.best_loss,
        first.zero_loss,
        bounds,
    )
