"""Sorted users in blocks, so that a bound over all users costs no more than over a few hundred.

What one user's answer can tell of them depends on T = tanh(epsilon / 2) alone.  The bounds of
`bounds` and `information` add up an increasing convex function of T over the first k users and
take the other n - k together, at a cost that is concave in k within users of one level.  So only
the ends of levels matter as k, and where there are too many levels, some ends may be left out: the
bound is then a little lower, never wrong.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray

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
        after = np.cumsum(self.users[::-1])[::-1]
        ends: FloatArray = np.append(after, 0.0)
        return ends

    def summed(self, at_low: FloatArray, at_high: FloatArray) -> FloatArray:
        """Return upper bounds on a convex function of T, summed over the first k users.

        A convex function lies below its chord, whose sum over a block is that at the block's mean.

        Args:
            at_low, at_high: (..., B) the function at both ends of each block.

        Returns:
            (..., B + 1), for k = 0 and the end of each block.
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
    if levels.size <= MOST_BLOCKS:
        users = np.ones(levels.size) if counts is None else np.asarray(counts, dtype=np.float64)
        return Blocks(exposure, exposure, np.zeros(levels.size), users, slack)
    starts = _starts(levels)
    last = np.append(starts[1:], levels.size) - 1
    if counts is None:
        users = np.diff(np.append(starts, levels.size)).astype(np.float64)
        total = np.add.reduceat(exposure, starts)
    else:
        users = np.add.reduceat(counts, starts)
        total = np.add.reduceat(exposure * counts, starts)
    low, high = exposure[starts], exposure[last]
    width = high - low
    above = np.divide(total / users - low, width, out=np.ones(width.size), where=width > 0)
    slipped = slack * high / np.maximum(width, _UNIT * high)  # the mean is known to `slack` of it
    return Blocks(low, high, np.clip(above + slipped, 0.0, 1.0), users, slack)


def _starts(levels: FloatArray) -> NDArray[np.int64]:
    """Return where blocks begin, ascending, 0 first: finer near both ends, and along the levels."""
    near = np.geomspace(1.0, levels.size, _PLACES).astype(np.int64)
    finite = levels[: int(np.searchsorted(levels, np.inf))]
    least, most = (float(finite[0]), float(finite[-1])) if finite.size else (1.0, 1.0)
    cuts = np.searchsorted(levels, np.append(np.geomspace(least, most, _LEVELS), np.inf))
    found = np.unique(np.concatenate([[0], near, levels.size - near, cuts]))
    return found[found < levels.size]
