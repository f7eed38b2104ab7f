"""How well *any* private estimator can do: a lower bound on the minimax MSE.

Three bounds hold for every estimator, so the largest of them does.  T_i = tanh(epsilon_i / 2),
levels ascending.

Le Cam's two-point method: put mass (1 + t)/2 or (1 - t)/2 on +1/2, so that the two
means differ by t.  Replacing one user's datum moves the law of an epsilon_i-DP answer
by at most T_i in total variation.  Couple the first k users one by one and hand over the
other n - k in full (Pinsker):

    TV_k(t) <= t * sum_{i<=k} T_i + sqrt((n - k) * t * log((1 + t) / (1 - t)) / 2)
    minimax MSE >= max over k and t of t**2 / 4 * (1 - TV_k(t))

The constants are sharper than the paper's Theorem 3.  Without any privacy:
1 / (4 (1 + sqrt(n))**2), the minimax MSE for n coin flips (Hodges and Lehmann, 1950); whoever must
be private, too, can do no better.

By information: values are +-1/2, the upper one with chance (1 + theta) / 2, so that the mean is
theta / 2.  The Fisher information I(theta) of the answer of any mechanism that is epsilon_i-DP for
user i obeys, for every k,

    sqrt(I(theta)) <= A_k(theta) = sum_{i<=k} T_i / (1 - |theta| T_i)
                                   + sqrt((n - k) / (1 - theta**2))

Proof.  The answer y has the score S(y) = E[sum of s_i | y], s_i the score of x_i, so
I = E[S * sum of s_i].  Let p_i(y | +) and p_i(y | -) be the law of y given x_i.  For one user
E[S s_i] is the integral of S * (p_i(y | +) - p_i(y | -)) / 2, and from
e^-epsilon <= p_i(y | +) / p_i(y | -) <= e^epsilon follows
|p_i(y | +) - p_i(y | -)| <= 2 T_i / (1 - |theta| T_i) * p(y): at most T_i / (1 - |theta| T_i)
* sqrt(I).  The users after k together give at most sqrt(I * (n - k) / (1 - theta**2)), by
Cauchy and Schwarz, since s_i has the variance 1 / (1 - theta**2).  Divide by sqrt(I).

Van Trees' inequality with the prior cos**2(pi theta / (2 tau)) / tau on [-tau, tau], whose own
information is pi**2 / tau**2, gives for every 0 < tau < 1

    minimax MSE >= (1/4) / (E_prior[A(theta)**2] + pi**2 / tau**2),   A = min over k of A_k.

The expectation is bounded from above, cell by cell of [0, tau]: with one k for a cell, A_k**2 is
convex and rising there while the prior falls, so its integral is at most the cell's prior mass
times the mean of A_k**2 at both ends (a chord, and Chebyshev's inequality for sums).

Any t, k and tau give a valid bound, so the search over them need not be exact for the result to be
true.  Floats: every sum has positive terms, so it is off by at most `Blocks.slack` of itself, and
the result is made smaller by several times that (4e-12 for a thousand levels, 2e-9 for a million):
what is returned is a bound in exact arithmetic, too.

Both bounds add up an increasing convex function of T over the first k users and take the other
n - k together, at a cost that is concave in k within users of one level.  So only the ends of
levels matter as k, and where there are too many levels, some ends may be left out: users stand in
blocks, and the bound is then a little lower, never wrong.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray

_GRID_PER_DECADE = 16
_LARGEST_GAP = 1.0 - 1e-12


class LowerBounds(NamedTuple):
    """No private estimator has a smaller worst-case MSE than any of these."""

    le_cam: float
    information: float
    public: float

    @property
    def best(self) -> float:
        """L: the largest of the three."""
        return max(self)


def lower_bounds(levels: FloatArray, counts: FloatArray | None = None) -> LowerBounds:
    """Return all three bounds for levels that are known to be good; nothing is checked.

    Args:
        levels: (K,) ascending, all positive; infinity means public.
        counts: (K,) users at each level, all positive; None for one each.
    """
    blocks = blocks_of(levels, counts)
    public = (1.0 - blocks.slack) / (4.0 * (1.0 + np.sqrt(blocks.all_users)) ** 2)
    return LowerBounds(_two_points(blocks), information_bound(blocks), float(public))


def lower_bound(epsilon: ArrayLike) -> float:
    """Return a lower bound on the worst-case MSE of every epsilon-DP mean estimator.

    Args:
        epsilon: (n,) levels in any order, each > 0; infinity means public.

    Returns:
        L(epsilon) in (0, 1/4], for data on [-1/2, 1/2].

    Raises:
        InvalidInput: epsilon is empty, not positive or NaN.
    """
    return lower_bounds(np.sort(validate.epsilons(epsilon))).best


def _two_points(blocks: Blocks) -> float:
    coupled = blocks.summed(blocks.low, blocks.high)
    in_full = np.sqrt(blocks.rest)

    def negative_bound(log_gap: float) -> float:
        gap = min(float(np.exp(log_gap)), _LARGEST_GAP)
        divergence = np.sqrt(gap * np.log1p(2.0 * gap / (1.0 - gap)) / 2.0)
        distance = float(np.min(gap * coupled + divergence * in_full))
        return -(gap**2) / 4.0 * max(1.0 - distance * (1.0 + 8.0 * blocks.slack), 0.0)

    grid = _log_gaps(coupled, in_full)
    values = [negative_bound(point) for point in grid]
    best = int(np.argmin(values))
    low, high = grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)]
    refined = minimize_scalar(
        negative_bound, bounds=(low, high), method="bounded", options={"xatol": 1e-9}
    )
    return -min(float(refined.fun), values[best]) * (1.0 - 8.0 * blocks.slack)


def _log_gaps(coupled: FloatArray, in_full: FloatArray) -> FloatArray:
    """Return logarithms of trial gaps t around the best one.

    TV_k(t) lies between t * min_k(...) and three times as much for t <= 0.9, so the
    best t is within a small factor of 1 / slope, or at the upper end.
    """
    slope = float(np.min(coupled + in_full))
    lowest = np.log(min(0.05 / slope, 0.5)) if slope > 0 else np.log(0.5)
    highest = np.log(_LARGEST_GAP)
    highest = min(highest, max(np.log(20.0 / slope), lowest + 1.0)) if slope > 0 else highest
    steps = int(np.ceil((highest - lowest) / np.log(10.0) * _GRID_PER_DECADE)) + 2
    return np.linspace(lowest, highest, steps)


CELLS = 16
"""Cells of [0, tau]: ever more of them would raise the bound by 0.1 % or less."""

_WIDTHS = np.geomspace(0.01, 0.98, 14)
"""Trial values of tau; 1 - theta T stays away from 0, so that it is rounded well."""


def information_bound(blocks: Blocks) -> float:
    """Return a lower bound on the worst-case MSE of every private estimator of the mean.

    A number in (0, 1/4), for data on [-1/2, 1/2].
    """
    values = [_denominator(blocks, float(width)) for width in _WIDTHS]
    best = int(np.argmin(values))
    around = _WIDTHS[max(best - 1, 0)], _WIDTHS[min(best + 1, _WIDTHS.size - 1)]
    refined = minimize_scalar(
        lambda width: _denominator(blocks, float(width)),
        bounds=around,
        method="bounded",
        options={"xatol": 1e-4},
    )
    return 0.25 / min(float(refined.fun), values[best]) * (1.0 - 8.0 * blocks.slack)


def _denominator(blocks: Blocks, width: float) -> float:
    """Return an upper bound on E[A**2] + pi**2 / tau**2 for tau = width."""
    edges = np.linspace(0.0, width, CELLS + 1)
    squares = information_limits(blocks, edges) ** 2
    cells = np.min((squares[1:] + squares[:-1]) / 2.0, axis=-1)
    rounding = blocks.slack * float(np.sum(cells))  # of the masses, which are differences
    shares = np.linspace(0.0, 1.0, CELLS + 1)
    masses = np.diff(shares + np.sin(np.pi * shares) / np.pi)  # of the prior, both signs together
    return float(masses @ cells) + rounding + (np.pi / width) ** 2


def information_limits(blocks: Blocks, theta: FloatArray) -> FloatArray:
    """Return A_k(theta) for k = 0 and the end of each block, (C, B + 1), for (C,) thetas in [0, 1).

    The square of each is an upper bound on the Fisher information of every private answer.
    """
    at = theta[:, None]
    coupled = blocks.summed(
        blocks.low / (1.0 - at * blocks.low), blocks.high / (1.0 - at * blocks.high)
    )
    in_full: FloatArray = np.sqrt(blocks.rest / (1.0 - at**2))
    return coupled + in_full


MOST_BLOCKS = 400
"""Levels that are kept one by one; more are put together."""

_PLACES, _LEVELS = 96, 192
"""Block ends at places that are near either end of the order in geometric steps, and at levels in
geometric steps."""

_UNIT = sys.float_info.epsilon


@result
class Blocks:
    """Users in ascending order of their level, in blocks of neighbours.

    Attributes:
        low, high: (B,) the least and the largest T = tanh(epsilon / 2) in each block.
        share: (B,) where the block's mean T lies between them, from 0 to 1.
        users: (B,) users in each block, each >= 1.
        slack: relative; no sum over these users is off by more, for rounding.
    """

    low: FloatArray
    high: FloatArray
    share: FloatArray
    users: FloatArray
    slack: float

    @property
    def all_users(self) -> float:
        """Number of users n."""
        return float(np.sum(self.users))

    @property
    def rest(self) -> FloatArray:
        """(B + 1,) n - k, the users after the first k, where k is 0 or the end of a block."""
        return np.asarray(np.append(np.cumsum(self.users[::-1])[::-1], 0.0))

    def summed(self, at_low: FloatArray, at_high: FloatArray) -> FloatArray:
        """Return upper bounds on a convex function of T, summed over the first k users.

        A convex function lies below its chord, whose sum over a block is that at the block's mean.

        Args:
            at_low, at_high: (..., B) the function at both ends of each block; (..., B + 1)
                comes out, for k = 0 and the end of each block.
        """
        chord = at_low + (at_high - at_low) * self.share
        sums = np.cumsum(chord * self.users, axis=-1)
        return np.concatenate([np.zeros((*sums.shape[:-1], 1)), sums], axis=-1)


def blocks_of(levels: FloatArray, counts: FloatArray | None = None) -> Blocks:
    """Return the blocks of users on levels that are known to be good; nothing is checked.

    Args:
        levels: (K,) ascending, all positive; infinity means public.
        counts: (K,) users at each level, all positive; None for one each.
    """
    exposure = np.tanh(levels / 2.0)
    slack = _UNIT * (levels.size + 1024)
    each = np.ones(levels.size) if counts is None else np.asarray(counts, dtype=np.float64)
    if levels.size <= MOST_BLOCKS:
        return Blocks(exposure, exposure, np.zeros(levels.size), each, slack)
    starts = _starts(levels)
    users = np.add.reduceat(each, starts)
    average = np.add.reduceat(exposure * each, starts) / users
    low, high = exposure[starts], exposure[np.append(starts[1:], levels.size) - 1]
    width = high - low
    above = np.divide(average - low, width, out=np.ones(width.size), where=width > 0)
    slipped = slack * high / np.maximum(width, _UNIT * high)  # the mean is known to `slack` of it
    return Blocks(low, high, np.clip(above + slipped, 0.0, 1.0), users, slack)


def _starts(levels: FloatArray) -> NDArray[np.int64]:
    """Return where blocks begin, ascending, 0 first: finer near both ends, and along the levels."""
    near = np.geomspace(1.0, levels.size, _PLACES).astype(np.int64)
    finite = levels[: int(np.searchsorted(levels, np.inf))]
    least, most = (float(finite[0]), float(finite[-1])) if finite.size else (1.0, 1.0)
    cuts = np.searchsorted(levels, np.append(np.geomspace(least, most, _LEVELS), np.inf))
    starts = np.unique(np.concatenate([[0], near, levels.size - near, cuts]))
    return starts[starts < levels.size]
