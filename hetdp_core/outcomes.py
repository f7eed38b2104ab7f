"""Twenty releases one might get, each as likely as the others, from the law of a release.

A quantile dotplot shows a law as twenty numbers, its quantiles at 1/40, 3/40 ... 39/40: each stands
for one release in twenty.  The quantile at 1/20 lies between the first and the second, that at
19/20 between the last two.  So eighteen of twenty lie in the middle 90 % of the law.

Quantiles of many draws: one sort, which processors are quick at, and all levels read off it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


def quantiles(draws: ArrayLike, chances: ArrayLike) -> FloatArray:
    """Return the quantiles of draws along their last axis, between two draws on a straight line.

    The definition is that of `np.quantile`, whose partition takes several times as long.

    Args:
        draws: (..., N) finite, N >= 1, in any order; those in single precision are sorted so,
            twice as fast.
        chances: (K,) levels from 0 to 1.

    Returns:
        (K, ...).

    >>> quantiles([3.0, 1.0, 2.0, 5.0], [0.0, 0.5, 1.0])
    array([1. , 2.5, 5. ])
    """
    draws = np.asarray(draws)
    single = draws.dtype == np.float32
    ordered = np.sort(draws if single else draws.astype(np.float64, copy=False), axis=-1)
    last = ordered.shape[-1] - 1
    place = np.asarray(chances, dtype=np.float64) * last
    below = np.floor(place).astype(np.intp)
    ends = (ordered[..., place] for place in (below, np.minimum(below + 1, last)))
    low, high = (end.astype(np.float64, copy=False) for end in ends)
    return np.moveaxis(low + (high - low) * (place - below), -1, 0)


TWENTY = 20

CHANCES: FloatArray = (np.arange(TWENTY) + 0.5) / TWENTY
"""Levels of the quantiles: the middles of twenty equal parts."""

ENDS: FloatArray = np.array([1.0, TWENTY - 1.0]) / TWENTY
"""Levels of the quantiles between which 18 of twenty releases lie."""

USUAL = 18
"""Of twenty releases, those between the quantiles at 1/20 and 19/20."""

LEAST_DRAWS = 1000
"""Fewer say too little about one release in forty."""


@result
class Outcomes:
    """Twenty equally likely releases of one number.

    Attributes:
        values: (20,) ascending and finite, quantiles at `CHANCES`.
        usual: quantiles at 1/20 and 19/20: 18 of 20 releases lie between them.
        order: (20,) indices of `values`, in the order in which they are played: by chance.
        centre: what would be released without noise; None where nobody must know.
        draws: 0 where the quantiles are exact, else from how many simulated releases they are.
        errors: (20,) standard errors of the values; zeros where they are exact.
    """

    values: FloatArray
    usual: tuple[float, float]
    order: NDArray[np.int64]
    centre: float | None
    unit: str
    draws: int
    errors: FloatArray

    @property
    def played(self) -> FloatArray:
        """(20,) values in the order in which they are played."""
        return np.asarray(self.values[self.order])

    @property
    def largest_error(self) -> float:
        return float(np.max(self.errors))

    @property
    def all_the_same(self) -> bool:
        """Whether every release gives the same number: there is no noise."""
        return bool(self.values[0] == self.values[-1])


def laplace_outcomes(
    centre: float,
    scale: float,
    *,
    rng: np.random.Generator,
    bounds: Sequence[float] | None = None,
    unit: str = "",
) -> Outcomes:
    """Return twenty releases of a number with Laplace noise; exact.

    Args:
        scale: of the noise, of density e^{-|z| / scale} / (2 scale); 0 for none, infinity for
            noise without end, which needs bounds.
        rng: puts them in an order, and has no part in the values.
        bounds: where given, releases outside are moved to the nearest bound.

    Raises:
        InvalidInput: a negative scale, an infinite one without bounds, or bounds that are none.

    >>> twenty = laplace_outcomes(5.0, 1.0, rng=np.random.default_rng(0))
    >>> twenty.values[[0, 9, 10, 19]].round(3)
    array([2.004, 4.949, 5.051, 7.996])
    """
    middle = validate.real(centre, "centre")
    spread = validate.real(scale, "noise scale", allow_infinity=True)
    if not spread >= 0:
        raise InvalidInput("noise scale", "must be zero or more", f"{spread:g}")
    if math.isinf(spread) and bounds is None:
        remedy = "name the bounds to which the release is clipped"
        raise InvalidInput("noise scale", "must be finite", "infinite", remedy)
    low, high = validate.interval(bounds) if bounds is not None else (-math.inf, math.inf)
    levels = np.concatenate([CHANCES, ENDS])
    *values, first, last = np.clip(middle + laplace_quantile(levels, spread), low, high).tolist()
    order = rng.permutation(TWENTY)
    known = float(np.clip(middle, low, high))
    return Outcomes(np.array(values), (first, last), order, known, unit, 0, np.zeros(TWENTY))


def noise_outcomes(
    scale: float, *, rng: np.random.Generator, most: float = math.inf, unit: str = ""
) -> Outcomes:
    """Return by how much twenty releases may differ from the answer without noise; no data enter.

    Args:
        scale: see `laplace_outcomes`.
        most: no release differs by more: the width of the range to which it is clipped. Clipping
            only brings a release closer to an answer within the range.  So of a clipped release
            these are upper bounds on the distance, attained unless a bound is near.

    >>> noise_outcomes(1.0, rng=np.random.default_rng(0), most=2.0).values[[0, 1, 18, 19]].round(3)
    array([-2.   , -1.897,  1.897,  2.   ])
    """
    bounds = None if math.isinf(most) else (-most, most)
    return laplace_outcomes(0.0, scale, rng=rng, bounds=bounds, unit=unit)


def laplace_quantile(chances: ArrayLike, scale: float) -> FloatArray:
    """Return quantiles of Laplace noise: scale * log(2 p) below the middle, mirrored above.

    >>> laplace_quantile([0.025, 0.5, 0.975], 2.0).round(3)
    array([-5.991,  0.   ,  5.991])
    """
    chance = np.asarray(chances, dtype=np.float64)
    tail = np.minimum(chance, 1.0 - chance)
    depth = -np.log(2.0 * tail)
    far = np.where(depth > 0, depth * scale, 0.0) if scale > 0 else np.zeros_like(depth)
    return np.where(chance < 0.5, -far, far)


def simulated_outcomes(
    draws: ArrayLike, *, rng: np.random.Generator, centre: float | None = None, unit: str = ""
) -> Outcomes:
    """Return twenty releases as the quantiles of many simulated ones.

    Args:
        draws: (N,) independent releases, N >= 1000, finite.
        rng: puts the twenty in an order.
        centre: what would be released without noise, if that is known.

    Returns:
        Outcomes whose `errors` are half the distance between the quantiles one standard error of
        the share below them away, sqrt(p (1 - p) / N), on either side.

    Raises:
        InvalidInput: too few, or not finite.
    """
    releases = validate.as_floats(draws, "draws")
    if releases.ndim != 1 or releases.size < LEAST_DRAWS:
        raise InvalidInput("draws", f"must be at least {LEAST_DRAWS:,}", f"{releases.size:,}")
    if not np.all(np.isfinite(releases)):
        raise InvalidInput("draws", "must be finite", "some that are not")
    step = np.sqrt(CHANCES * (1.0 - CHANCES) / releases.size)
    levels = np.concatenate([CHANCES, CHANCES - step, CHANCES + step, ENDS])
    every = quantiles(releases, np.clip(levels, 0.0, 1.0))
    values, below, above, ends = np.split(every, [TWENTY, 2 * TWENTY, 3 * TWENTY])
    usual = (float(ends[0]), float(ends[1]))
    order = rng.permutation(TWENTY)
    return Outcomes(values, usual, order, centre, unit, releases.size, (above - below) / 2.0)
