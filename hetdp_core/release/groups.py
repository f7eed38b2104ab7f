"""Users by the level they asked for: one by one, or put together for people to read.

Levels as decimals: what a person declared stays as it was, and no guarantee is rounded down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from hetdp_core.validate import FloatArray


class Group(NamedTuple):
    """Users who asked for the same level; there may be as many groups as users.

    Attributes:
        level: their epsilon; infinity for users who asked for no privacy.
        users: how many.
        guaranteed: the epsilon that holds for each of them.
    """

    level: float
    users: int
    guaranteed: float


@dataclass(frozen=True)
class Span:
    """Users who asked for levels from `low` to `high`, which may be the same.

    Attributes:
        low, high: of what they asked for; infinity for users who asked for no privacy.
        users: how many.
        guaranteed: the epsilon that holds for each of them: that of the most exposed one.
        least: the smallest epsilon that holds for one of the groups that are put together here.
    """

    low: float
    high: float
    users: int
    guaranteed: float
    least: float


@dataclass(frozen=True, eq=False)
class Groups(Sequence[Group]):
    """All groups, the strictest first: three arrays, since there may be as many as users."""

    levels: FloatArray
    users: NDArray[np.int64]
    guaranteed: FloatArray

    def __len__(self) -> int:
        """Return how many different levels are asked for."""
        return self.levels.size

    @overload
    def __getitem__(self, place: int) -> Group: ...
    @overload
    def __getitem__(self, place: slice) -> Groups: ...
    def __getitem__(self, place: int | slice) -> Group | Groups:
        """Return one group, or some of them."""
        if isinstance(place, slice):
            return Groups(self.levels[place], self.users[place], self.guaranteed[place])
        level, guaranteed = float(self.levels[place]), float(self.guaranteed[place])
        return Group(level, int(self.users[place]), guaranteed)


def grouped(epsilon: FloatArray, guaranteed: FloatArray) -> Groups:
    """Group users by level asked, the strictest first; the largest guarantee of a group counts."""
    levels, group = np.unique(epsilon, return_inverse=True)
    most = np.zeros(levels.size)
    np.maximum.at(most, group, guaranteed)
    return Groups(levels, np.bincount(group), most)


def condensed(groups: Groups, most: int) -> tuple[Span, ...]:
    """Return at most `most` spans, each of neighbouring groups; who asked for no privacy apart.

    >>> levels = np.array([0.1] * 5 + [1.0] * 3 + [2.0])
    >>> condensed(grouped(levels, np.minimum(levels, 1.2)), 2)[0]
    Span(low=0.1, high=1.0, users=8, guaranteed=1.0, least=0.1)
    """
    finite = int(np.count_nonzero(np.isfinite(groups.levels)))
    return tuple(_span(groups[part]) for part in _cut(finite, len(groups), most))


def put_together(spans: Sequence[Span], most: int) -> tuple[Span, ...]:
    """Return at most `most` spans in place of more, as `condensed` does."""
    finite = sum(math.isfinite(span.low) for span in spans)
    parts = [spans[part] for part in _cut(finite, len(spans), most)]
    return tuple(
        Span(
            part[0].low,
            part[-1].high,
            sum(span.users for span in part),
            max(span.guaranteed for span in part),
            min(span.least for span in part),
        )
        for part in parts
    )


def _cut(finite: int, count: int, most: int) -> list[slice]:
    """Return neighbours that go together: at most so many parts of about the same length.

    finite : levels, which come first; what comes after them is the part of those without.
    """
    size = max(1, math.ceil(finite / max(1, most - (count > finite))))
    starts = [*range(0, finite, size), *([finite] if count > finite else [])]
    return list(map(slice, starts, [*starts[1:], count]))


def _span(part: Groups) -> Span:
    low, high = float(part.levels[0]), float(part.levels[-1])
    levels = part.guaranteed
    return Span(low, high, int(np.sum(part.users)), float(np.max(levels)), float(np.min(levels)))
