"""Users by the level they asked for: one by one, or put together for people to read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hetdp_core.validate import FloatArray


class Group(NamedTuple):
    """Users who asked for the same level; there may be as many groups as users.

    Attributes:
        asked: their epsilon; infinity for users who asked for nothing.
        users: how many.
        guaranteed: the epsilon that holds for each of them.
    """

    asked: float
    users: int
    guaranteed: float


@dataclass(frozen=True)
class Span:
    """Users who asked for levels from `low` to `high`, which may be the same.

    Attributes:
        low, high: of what they asked for; infinity for users who asked for nothing.
        users: how many.
        guaranteed: the epsilon that holds for each of them: that of the most exposed one.
        least: the smallest epsilon that holds for one of the groups that are put together here.
    """

    low: float
    high: float
    users: int
    guaranteed: float
    least: float


def odds_factor(guaranteed: float) -> float:
    """Return e^guaranteed: by how much the answer may change anyone's odds; may be infinite."""
    return math.exp(guaranteed) if guaranteed < 700.0 else math.inf


def grouped(asked: FloatArray, guaranteed: FloatArray) -> tuple[Group, ...]:
    """Group users by level asked, the strictest first; the largest guarantee of a group counts."""
    levels, group = np.unique(asked, return_inverse=True)
    most = np.zeros(levels.size)
    np.maximum.at(most, group, guaranteed)
    users = np.bincount(group)
    return tuple(map(Group, levels.tolist(), users.tolist(), most.tolist()))


def condensed(groups: Sequence[Group], most: int) -> tuple[Span, ...]:
    """Return at most `most` spans, each of neighbouring groups; users who asked for nothing apart.

    >>> condensed([Group(0.1, 5, 0.1), Group(1.0, 3, 1.0), Group(2.0, 1, 1.2)], 2)[0]
    Span(low=0.1, high=1.0, users=8, guaranteed=1.0, least=0.1)
    """
    finite = [group for group in groups if math.isfinite(group.asked)]
    public = groups[len(finite) :]
    size = max(1, math.ceil(len(finite) / max(1, most - len(public))))
    parts = [finite[start : start + size] for start in range(0, len(finite), size)]
    return tuple(_span(part) for part in (*parts, *([public] if public else [])))


def _span(part: Sequence[Group]) -> Span:
    users, given = sum(g.users for g in part), [g.guaranteed for g in part]
    return Span(part[0].asked, part[-1].asked, users, max(given), min(given))
