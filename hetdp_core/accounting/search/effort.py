"""How hard a search for a certified bound may try."""

from __future__ import annotations

from dataclasses import dataclass, field

from hetdp_core import validate
from hetdp_core.accounting.search.allowance import Allowance

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
        """Check every field."""
        validate.positive(self.gap, "gap")
        validate.count(self.group_size, 1, 1_000, "group_size")
        validate.count(self.group_nodes, 1, MOST_NODES, "group_nodes")
        validate.count(self.joint_nodes, 1, MOST_NODES, "joint_nodes")
        validate.count(self.decisive_nodes, 1, MOST_NODES, "decisive_nodes")
        validate.count(self.pooled_from, 1, None, "pooled_from")
        validate.count(self.pooled_nodes, 1, MOST_NODES, "pooled_nodes")


GROUPS_ONLY = SearchEffort(only_groups=True)
"""Sums of bounds over groups of 10 and nothing else, as in the paper's experiments."""
