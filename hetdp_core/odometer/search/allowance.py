"""Work that searches may still do: counted, not timed, and somebody may say stop.

How hard a search for a certified bound may try.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from hetdp_core import validate

Stop = Callable[[], bool]
"""Asked before each piece of work; True means: return what is certified so far."""


class Allowance:
    """What all searches that are given it may do together.

    Work is counted in multiplications, of which a core does several thousand million a second,
    so the same searches end at the same place on any machine, however busy it is.  Whatever
    they leave undone, their bounds are valid.

    Args:
        work: > 0, in multiplications; infinite by default.
        stop: asked before each piece of work; True ends all searches, now and later.  It may
            raise instead, and nothing is left half done.

    >>> short = Allowance(10)
    >>> short.is_over(), short.spend(12), short.is_over(), short.used_up
    (False, None, True, True)
    """

    def __init__(self, work: float = math.inf, stop: Stop | None = None) -> None:
        self._left = validate.positive(work, "work", allow_infinity=True)
        self._stop = stop
        self.stopped = False

    @property
    def used_up(self) -> bool:
        return self._left <= 0.0

    def is_over(self) -> bool:
        """Return whether a search must end here; asks `stop`."""
        self.stopped = self.stopped or (self._stop is not None and self._stop())
        return self.stopped or self.used_up

    def spend(self, work: float) -> None:
        """Count work that is being done."""
        self._left -= work


MOST_NODES = 10_000_000


@dataclass(frozen=True)
class SearchEffort:
    """Limits of the branch and bound behind a loss of queries that are not linear.

    Whatever they are, the bounds are valid: less effort makes intervals wider, and a filter
    more cautious.

    Attributes:
        gap: width at which an extremum counts as found, in units of epsilon.
        group_size: how many queries are bounded together in the sum over groups (Appendix C).
        group_nodes: relaxations at most for one extremum of one group.
        joint_nodes: the same for all queries at once.
        decisive_nodes: the same where accepting or refusing hangs on it.
        only_groups: use the sum over groups alone, as the paper does, even where all queries
            at once could be bounded better or solved exactly.
        pooled_from: from this many logistic answers on, all are pooled as well, so that what
            contradicts each other cancels (see `pooled_extrema`).
        pooled_nodes: boxes at most for both extrema of pooled answers; four times as many where
            accepting or refusing hangs on it.
        allowance: work that is left for all searches of this effort together; None: no limit.
    """

    gap: float = 1e-3
    group_size: int = 10
    group_nodes: int = 1_000
    joint_nodes: int = 64
    decisive_nodes: int = 1_000
    only_groups: bool = False
    pooled_from: int = 20
    pooled_nodes: int = 4_000
    allowance: Allowance | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        validate.positive(self.gap, "gap")
        validate.count(self.group_size, 1, 1_000, "group_size")
        validate.count(self.pooled_from, 1, None, "pooled_from")
        for name in ("group_nodes", "joint_nodes", "decisive_nodes", "pooled_nodes"):
            validate.count(getattr(self, name), 1, MOST_NODES, name)


GROUPS_ONLY = SearchEffort(only_groups=True)
"""Sums of bounds over groups of 10 and nothing else, as in the paper's experiments."""
