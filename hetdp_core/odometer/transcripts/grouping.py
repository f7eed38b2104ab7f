"""Appendix C: queries in groups of a fixed size, each bounded on its own, the bounds added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import RegressionQuery
from hetdp_core.odometer.search import LINEAR, LOGISTIC, TRUNCATED, Extremum, Terms, extremum
from hetdp_core.odometer.search.allowance import SearchEffort
from hetdp_core.odometer.transcripts.exact import Extrema, Sense, exact_extremum
from hetdp_core.odometer.transcripts.loss import Answer

KINDS = {"linear": LINEAR, "truncated": TRUNCATED, "logistic": LOGISTIC}
"""Code of each kind of query in `Terms`."""


def terms_of(pairs: Sequence[Answer], dimension: int) -> Terms:
    """Return answered regression queries as arrays, one row each.

    Args:
        pairs: queries and outputs; may be empty.
        dimension: of the records.
    """
    queries = [query for query, _ in pairs if isinstance(query, RegressionQuery)]
    if len(queries) < len(pairs):
        raise TypeError("a box takes regression queries only")
    return Terms(
        np.array([query.slope for query in queries]).reshape(-1, dimension),
        np.array([query.intercept for query in queries]),
        np.array([KINDS[query.KIND] for query in queries], dtype=np.int8),
        np.array([query.epsilon for query in queries]),
        np.array([query.low for query in queries]),
        np.array([query.high for query in queries]),
        np.array([output for _, output in pairs], dtype=np.bool_),
    )


@dataclass(frozen=True, eq=False)
class Group(Extrema):
    """Some answered queries whose extrema are found together, once.

    Attributes:
        pairs: queries and outputs.
        domain: box of the record.
        effort: limits of the search.
    """

    pairs: tuple[Answer, ...]
    domain: Box
    effort: SearchEffort

    def _found(self, sense: Sense) -> Extremum:
        return exact_extremum(self.pairs, self.domain, sense) or extremum(
            terms_of(self.pairs, self.domain.dimension),
            self.domain.low,
            self.domain.high,
            sense=sense,
            integer=self.domain.integer,
            gap=self.effort.gap,
            max_nodes=self.effort.group_nodes,
            allowance=self.effort.allowance,
        )


def grouped(
    pairs: Sequence[Answer], domain: Box, effort: SearchEffort, known: Sequence[Group] = ()
) -> tuple[Group, ...]:
    """Return answers in groups of `effort.group_size`, in their order.

    Args:
        pairs: all answers.
        domain, effort: see `Group`.
        known: groups of the first of these answers; those that are full are used again.
    """
    size = effort.group_size
    full = tuple(group for group in known if len(group.pairs) == size)
    starts = range(size * len(full), len(pairs), size)
    return full + tuple(Group(tuple(pairs[i : i + size]), domain, effort) for i in starts)


def grouped_extremum(groups: Sequence[Group], terms: Terms, sense: Sense) -> Extremum:
    """Return bounds on the extremum of all queries from those of the groups (Eq. 26).

    The certified end is the sum of the groups' certified ends; the attained end is the best
    value of the whole at the groups' own points.

    Args:
        groups: at least one.
        terms: of all groups together.
        sense: "max" or "min".
    """
    found = [group.extremum(sense) for group in groups]
    points = np.array([each.point for each in found])
    values = terms.log_likelihood(points)
    best = int(np.argmax(values) if sense == "max" else np.argmin(values))
    value, nodes = float(values[best]), sum(each.nodes for each in found)
    lower, upper = value, value
    if sense == "max":
        upper = max(sum(each.upper for each in found), value)
    else:
        lower = min(sum(each.lower for each in found), value)
    return Extremum(lower, upper, points[best], nodes, len(groups) == 1 and found[0].closed)
