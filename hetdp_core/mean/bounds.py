"""How well *any* private estimator can do: a lower bound on the minimax MSE.

Four bounds hold for every estimator, so the largest of them does.  Their proofs are in
docs/beyond-the-papers.md, section 1.  Values are +-1/2, the upper one with chance (1 + theta) / 2,
so the mean is theta / 2; T_i = tanh(epsilon_i / 2), levels ascending.

Le Cam's two points, theta = +-t: couple the first k users, reveal the others in full.  The answer's
two laws have at least the affinity (1 - t**2)**((n - k) / 2) g.  Here g bounds E sech(S / 2), with
S the sum of the coupled users' levels, each taken with chance t.  MSE >= t**2 / 4 times the
affinity squared.

By information: the answer's Fisher information is at most, for every k,

    I_k(theta) = (sum_{i<=k} T_i / (1 - |theta| T_i))**2 + (n - k) / (1 - theta**2),

and van Trees' inequality with the prior cos**2(pi theta / (2 tau)) / tau on [-tau, tau] gives

    minimax MSE >= (1/4) / (E_prior[min_k I_k(theta)] + pi**2 / tau**2).

By the score: it is at most a = sum_i T_i / (1 - tau T_i) for every answer, not on average only, so

    minimax MSE >= (tau / (1 + sqrt(1 + 2 a tau + 2 (a tau)**2)))**2.

Where noise rules this tends to 2 / (sum of epsilon)**2, which is ADPM's own noise.

By noise and sampling, which add up: see `noise_and_sampling`.  Without noise it is
1 / (4 (1 + sqrt(n))**2), the minimax MSE of n coin flips (Hodges and Lehmann, 1950).

Any t, k, tau and prior give a valid bound, so the search over them need not be exact for the result
to be true.  Floats: every sum has positive terms, so it is off by at most `Blocks.slack` of
itself.  The result is made smaller by several times that (4e-12 for a thousand levels, 2e-9 for a
million).  So the returned number is a bound in exact arithmetic too.

Each user is tried as k where they are few.  Else users form blocks of one level, or of several
neighbouring ones, and the ends of blocks are tried.  The bound is then a little lower, never wrong.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from hetdp_core import validate
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

_GRID_PER_DECADE = 16
_LARGEST_GAP = 1.0 - 1e-12
_TOUCHES = 3.011068832043077
"""The point where the tangent from (0, 1) touches sech(s / 2), which is convex above it."""


class LowerBounds(NamedTuple):
    """No private estimator has a smaller worst-case MSE, on [-1/2, 1/2]; each from 0 to 1/4."""

    le_cam: float
    information: float
    score: float
    sampling: float

    @property
    def best(self) -> float:
        return max(self)


def lower_bounds(levels: FloatArray, counts: FloatArray | None = None) -> LowerBounds:
    """Return all four bounds for levels that are known to be good; nothing is checked.

    Args:
        levels: (K,) ascending, all positive; infinity means public.
        counts: (K,) users at each level, all positive; None for one each.
    """
    blocks = blocks_of(levels, counts)
    return LowerBounds(
        _two_points(blocks),
        information_bound(blocks),
        score_bound(blocks),
        noise_and_sampling(blocks),
    )


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
    in_all, squares = blocks.levels_before
    # A gap t pays where t times the sum of the coupled levels, and t**2 times the users in full,
    # are about 1.  The best is near that, or at the upper end.
    slope = float(np.min(blocks.levels_before[0] / 2.0 + np.sqrt(blocks.rest)))
    lowest = np.log(min(0.1 / slope, 0.5)) if slope > 0 else np.log(0.5)
    highest = np.log(_LARGEST_GAP)
    highest = min(highest, max(np.log(20.0 / slope), lowest + 1.0)) if slope > 0 else highest
    steps = int(np.ceil((highest - lowest) / np.log(10.0) * _GRID_PER_DECADE)) + 2
    log_gaps = np.linspace(lowest, highest, steps)
    rounding = 1.0 - 64.0 * blocks.slack

    def negative_bound(log_gap: float) -> float:
        gap = min(float(np.exp(log_gap)), _LARGEST_GAP)
        affinity = coupled_affinity(gap * in_all, gap * (1.0 - gap) * squares)
        in_full = np.exp(blocks.rest * np.log1p(-(gap**2)))
        return -(gap**2) / 4.0 * float(np.max(in_full * affinity**2))

    values = [negative_bound(point) for point in log_gaps]
    return -_refined(negative_bound, log_gaps, values, 1e-9) * rounding


def coupled_affinity(expected: FloatArray, variance: FloatArray) -> FloatArray:
    """Return lower bounds on E sech(S / 2), S >= 0 of these expectations and variances.

    The affinity of two laws whose densities differ by at most a factor e**S is at least
    sech(S / 2).  Its largest convex minorant at the expectation (Jensen), or Taylor's formula, as
    the second derivative is at least -1/4.
    """
    here = _sech(expected / 2.0)
    line = 1.0 - (1.0 - _sech(_TOUCHES / 2.0)) * expected / _TOUCHES
    return np.maximum(np.where(expected < _TOUCHES, line, here), here - variance / 8.0)


def _sech(x: FloatArray | float) -> FloatArray:
    """Return 1 / cosh(x) for x >= 0, infinity too."""
    falling = np.exp(-np.asarray(x))
    return np.asarray(2.0 * falling / (1.0 + falling**2))


def _refined(
    of: Callable[[float], float], grid: FloatArray, values: Sequence[float], xatol: float
) -> float:
    """Return the least value of a function, searched between the neighbours of the best point."""
    best = int(np.argmin(values))
    around = grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)]
    optimum = minimize_scalar(of, bounds=around, method="bounded", options={"xatol": xatol})
    return min(float(optimum.fun), values[best])


CELLS = 16
"""Cells of [0, tau]: ever more of them would raise the bound by 0.1 % or less."""

_WIDTHS = np.geomspace(0.01, 0.98, 14)
"""Trial values of tau; 1 - theta T stays away from 0, so it is rounded well."""


def information_bound(blocks: Blocks) -> float:
    """Return a lower bound on the worst-case MSE of every private estimator of the mean."""
    values = [_denominator(blocks, float(width)) for width in _WIDTHS]
    least = _refined(lambda width: _denominator(blocks, width), _WIDTHS, values, 1e-4)
    return 0.25 / least * (1.0 - 8.0 * blocks.slack)


def _denominator(blocks: Blocks, width: float) -> float:
    """Return an upper bound on E[min I_k] + pi**2 / tau**2 for tau = width."""
    edges = np.linspace(0.0, width, CELLS + 1)
    left, coupled = information_limits(blocks, edges[:-1])
    right, _ = information_limits(blocks, edges[1:], coupled)
    cells = np.min((left + right) / 2.0, axis=-1)
    rounding = blocks.slack * float(np.sum(cells))  # of the masses, which are differences
    shares = np.linspace(0.0, 1.0, CELLS + 1)
    masses = np.diff(shares + np.sin(np.pi * shares) / np.pi)  # of the prior, both signs together
    return float(masses @ cells) + rounding + (np.pi / width) ** 2


def information_limits(
    blocks: Blocks, theta: FloatArray, coupled: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return I_k(theta), each an upper bound on the Fisher information of every private answer.

    The k are all users before a block and some of its own.  On average over these a convex rising
    function of T is at most its average over the block.

    Args:
        theta: (C,) in [0, 1).
        coupled: (C, B) how many of each block, whole numbers; the best at each theta if not given.

    Returns:
        (C, B) limits, and how many were coupled.
    """
    free = 1.0 / (1.0 - theta[:, None] ** 2)
    before = blocks.summed(*(T / (1.0 - theta[:, None] * T) for T in blocks.ends))
    each, before = np.diff(before) / blocks.users, before[:, :-1]
    if coupled is None:
        with np.errstate(over="ignore", divide="ignore"):
            coupled = np.clip(np.rint((free / (2.0 * each) - before) / each), 0.0, blocks.users)
    limits = (before + coupled * each) ** 2 + (blocks.rest[:-1] - coupled) * free
    return limits, coupled


def score_bound(blocks: Blocks) -> float:
    """Return the bound by the largest score; 0, except for rounding, where somebody is public."""

    def negative_bound(log_left: float) -> float:
        left = float(np.exp(log_left))  # 1 - tau; the smaller, the worse 1 - tau T is rounded
        width = 1.0 - left
        reach = width * blocks.summed(*(T / (1.0 - width * T) for T in blocks.ends))[-1]
        root = width / (1.0 + float(np.sqrt(1.0 + 2.0 * reach + 2.0 * reach**2)))
        return -(root**2) * (1.0 - 16.0 * (blocks.slack + _UNIT / left))

    values = [negative_bound(point) for point in _LOG_LEFT]
    return max(-_refined(negative_bound, _LOG_LEFT, values, 1e-4), 0.0)


_LOG_LEFT = np.log(np.geomspace(1e-7, 0.98, 24))


def noise_and_sampling(blocks: Blocks) -> float:
    """Return the bound in which noise and sampling add up, as they do in ADPM.

    With the prior (1 - theta**2)**(alpha - 1) the mean of theta given the values of a set J of m
    users is c z, z their mean and c = m / (m + 2 alpha).  An answer's Bayes risk is the risk of c
    z, which no privacy takes away, plus the error as an estimate of c z.  That error must contain
    noise for everybody's privacy.  Those outside of J, the h strictest, can move the answer by
    little. Section 1 of docs/beyond-the-papers.md has the proof, with these names.
    """
    n = float(np.sum(blocks.users))
    public = (1.0 - blocks.slack) / (4.0 * (1.0 + math.sqrt(n)) ** 2)
    largest = float(blocks.high[-1])
    if not 1e-50 < largest < 0.999:  # nobody tells anything, or somebody all but the truth
        return public
    exposed, *powers = (
        blocks.summed(*map(of, blocks.ends))
        for of in (lambda T: T / (1.0 - T), lambda T: T, np.square, lambda T: T**3)
    )
    first, second, third = (float(power[-1]) for power in powers)
    average = blocks.low + (blocks.high - blocks.low) * blocks.share
    told = blocks.users * (1.0 - average) / (1.0 + average)  # convex: at least that at the mean
    m = blocks.rest[:-1]
    g = np.cumsum(told[::-1])[::-1] / m
    alpha = np.geomspace(0.3, max(n, 1.0), 32)[:, None]
    limit = first + (second + 2.0 * alpha) ** 2 / (4.0 * (first - third))
    some = _added_up(alpha, limit, m, g / exposed[-1], 2.0 * g, exposed[:-1])
    nobody, all_in_j = np.zeros(1), np.array([n])
    alike = _added_up(alpha, limit, all_in_j, (1.0 / largest - 1.0) / n, nobody, nobody)
    best = max(float(np.max(some)), float(np.max(alike))) / 4.0
    return max(public, best * (1.0 - 4096.0 * blocks.slack))


def _added_up(
    alpha: FloatArray,
    limit: FloatArray,
    m: FloatArray,
    share: FloatArray | float,
    lost: FloatArray,
    strict: FloatArray,
) -> FloatArray:
    """Return lower bounds on the Bayes risk of theta, (A, H).

    Args:
        alpha, limit: (A, 1) of the prior, and Omega.
        m: (H,) users in J.
        share, lost, strict: (H,) g / a, 2 g and a_h; or the first alone, where nobody is left out.
    """
    mu, c = 2.0 * alpha / (2.0 * alpha + 1.0), m / (m + 2.0 * alpha)

    def noise(kept: FloatArray | float) -> tuple[FloatArray, FloatArray]:
        """Return the least noise, and the risk that this share of it adds."""
        q = kept * 2.0 * alpha * c * share / limit
        kappa = c / (1.0 + q)
        zeta = kappa / m
        least = 2.0 * kappa * mu / limit * (share * kappa - lost * zeta) - zeta**2
        return least, kept * least + (q * kappa) ** 2 * (1.0 - mu + mu / m)

    pull = strict / (m + 2.0 * alpha)
    root = np.sqrt(np.maximum(noise(1.0)[0], sys.float_info.min))
    given_up = np.minimum(pull / root, 0.9)
    lost_to_strict = np.divide(pull**2, given_up, out=np.zeros_like(root), where=given_up > 0)
    return np.asarray(mu / (m + 2.0 * alpha) + noise(1.0 - given_up)[1] - lost_to_strict)


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
        levels, squares: (B,) sum of their levels, and of the squares; infinity for 700 or more.
        slack: relative; no sum over these users is off by more, for rounding.
    """

    low: FloatArray
    high: FloatArray
    share: FloatArray
    users: FloatArray
    levels: FloatArray
    squares: FloatArray
    slack: float

    @property
    def ends(self) -> tuple[FloatArray, FloatArray]:
        return self.low, self.high

    @property
    def levels_before(self) -> tuple[FloatArray, FloatArray]:
        """Sums of levels and of their squares, (B + 1,) each: for k = 0 and block ends."""
        first, second = (np.append(0.0, np.cumsum(part)) for part in (self.levels, self.squares))
        return first, second

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
    if counts is not None and np.sum(counts) <= MOST_BLOCKS:
        levels, counts = np.repeat(levels, counts.astype(np.int64)), None
    exposure = np.tanh(levels / 2.0)
    slack = _UNIT * (levels.size + 1024)
    each = np.ones(levels.size) if counts is None else np.asarray(counts, dtype=np.float64)
    coupled = np.where(levels > 700.0, np.inf, levels)  # exp(-700) is nothing, and no overflow
    sums, squares = each * coupled, each * coupled**2
    starts = np.arange(levels.size)
    if levels.size > MOST_BLOCKS:  # few users stay apart, alike or not: each end is tried as k
        starts = np.flatnonzero(np.append(True, levels[1:] != levels[:-1]))
    if starts.size > MOST_BLOCKS:
        # finer near both ends, and along the levels
        near = np.geomspace(1.0, levels.size, _PLACES).astype(np.int64)
        finite = levels[: int(np.searchsorted(levels, np.inf))]
        least, most = (float(finite[0]), float(finite[-1])) if finite.size else (1.0, 1.0)
        cuts = np.searchsorted(levels, np.append(np.geomspace(least, most, _LEVELS), np.inf))
        starts = np.unique(np.concatenate([[0], near, levels.size - near, cuts]))
        starts = starts[starts < levels.size]
    users, sums, squares = (np.add.reduceat(part, starts) for part in (each, sums, squares))
    average = np.add.reduceat(exposure * each, starts) / users
    low, high = exposure[starts], exposure[np.append(starts[1:], levels.size) - 1]
    width = high - low
    above = np.divide(average - low, width, out=np.zeros(width.size), where=width > 0)
    slipped = np.divide(slack * high, width, out=np.zeros(width.size), where=width > 0)
    return Blocks(low, high, np.clip(above + slipped, 0.0, 1.0), users, sums, squares, slack)
