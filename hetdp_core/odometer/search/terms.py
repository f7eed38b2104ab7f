"""The answered queries of a record as arrays, one row a query, and their log-likelihood.

The work that searches may still do, counted and not timed, and how hard each may try.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

LINEAR, TRUNCATED, LOGISTIC = 0, 1, 2

MAX_EPSILON = 700.0
"""Largest privacy level of one query: e**epsilon must be a float."""

_ROWS = ("slope", "intercept", "kind", "epsilon", "low", "high", "output")


@result
class Terms:
    """m answered queries about a record x of d numbers (local model, one answer each).

    Query j computes z = slope[j] . x + intercept[j], and from it a result r in its range:

        LINEAR     r = z, which must stay in [low, high]
        TRUNCATED  r = z, clipped to [low, high]
        LOGISTIC   r = low + (high - low) / (1 + e**-z)

    The answer is high or low, with (Eq. 5 of the paper)

        P(high | x) = 1/(e**eps + 1) + (r - low)/(high - low) * (e**eps - 1)/(e**eps + 1)

    Attributes:
        slope: (m, d), finite; m may be 0.
        intercept: (m,), finite.
        kind: (m,) `LINEAR`, `TRUNCATED` or `LOGISTIC`.
        epsilon: (m,) privacy level of each answer, natural log, 0 < epsilon <= 700.
        low: (m,) lower end of the range of the result.
        high: (m,) upper end, above low.
        output: (m,) True where the answer was high.

    Raises:
        InvalidInput: a shape or value breaks these rules.

    >>> coin = Terms([[1.0]], [0.0], [LINEAR], [1.0], [0.0], [1.0], [True])
    >>> float(np.exp(coin.log_likelihood([1.0]) - coin.log_likelihood([0.0]))).__round__(4)
    2.7183
    """

    slope: FloatArray
    intercept: FloatArray
    kind: NDArray[np.int64]
    epsilon: FloatArray
    low: FloatArray
    high: FloatArray
    output: NDArray[np.bool_]

    def __post_init__(self) -> None:
        slope = _finite(self.slope, "slope")
        if slope.ndim != 2 or slope.shape[1] == 0:
            rule = "must be a table with one row a query and at least one column"
            raise InvalidInput("slope", rule, f"shape {slope.shape}")
        object.__setattr__(self, "slope", slope)
        types = {"kind": np.int64, "output": np.bool_}
        for name in _ROWS[1:]:
            column = _finite(getattr(self, name), name)
            if column.shape != slope.shape[:1]:
                rule = f"must have one entry per query ({slope.shape[0]})"
                raise InvalidInput(name, rule, f"shape {column.shape}")
            object.__setattr__(self, name, column.astype(types.get(name, np.float64)))
        if not np.all(np.isin(self.kind, (LINEAR, TRUNCATED, LOGISTIC))):
            raise InvalidInput("kind", "must be LINEAR, TRUNCATED or LOGISTIC", self.kind)
        if not np.all((self.epsilon > 0) & (self.epsilon <= MAX_EPSILON)):
            rule = f"must be positive and at most {MAX_EPSILON:g}"
            raise InvalidInput("epsilon", rule, self.epsilon)
        if not np.all(self.low < self.high):
            raise InvalidInput("low", "must be below high", self.low)

    @property
    def size(self) -> int:
        return int(self.slope.shape[0])

    @property
    def dimension(self) -> int:
        return int(self.slope.shape[1])

    def take(self, rows: Any) -> Terms:
        """Return some of the queries: any index that numpy takes along the first axis."""
        chosen = np.atleast_1d(np.arange(self.size)[rows])
        return Terms(**{name: getattr(self, name)[chosen] for name in _ROWS})

    def log_likelihood(self, x: Any) -> FloatArray:
        """Return ln P(outputs | x), always finite; x (..., d) -> (...)."""
        points = np.asarray(x, dtype=np.float64)
        z = points @ self.slope.T + self.intercept
        # How far a linear result lies from the end that was not answered, from 0 to 1.
        distance = np.where(self.output, z - self.low, self.high - z)
        share = np.clip(distance / (self.high - self.low), 0.0, 1.0)
        signed = np.where(self.output, z, -z)
        # log(1 + (e**eps - 1) u) for a share u of the range; as softplus(z + eps) - softplus(z)
        # for u = 1/(1 + e**-z), where 1 - u may be too small to be told from 0.
        clipped = np.log1p(np.expm1(self.epsilon) * share)
        shifted = np.clip(signed + self.epsilon, 0.0, self.epsilon) + (
            np.log1p(np.exp(-np.abs(signed + self.epsilon))) - np.log1p(np.exp(-np.abs(signed)))
        )
        each = np.where(self.kind == LOGISTIC, shifted, clipped) - np.logaddexp(0.0, self.epsilon)
        return np.asarray(np.sum(each, axis=-1))


def _finite(values: Any, name: str) -> FloatArray:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInput(name, "must hold numbers only", repr(values)[:60]) from None
    if not np.all(np.isfinite(array)):
        raise InvalidInput(name, "must be finite numbers", array)
    return array


def check_box(terms: Terms, box: Box) -> None:
    """Refuse a box of records with another number of coordinates."""
    if box.dimension != terms.dimension:
        rule = f"must have {terms.dimension} coordinates, as the queries have"
        raise InvalidInput("box", rule, f"{box.dimension}")


def checked_starts(start: ArrayLike | None, dimension: int) -> FloatArray:
    """Return (k, d) records, k = 0 without a start."""
    if start is None:
        return np.empty((0, dimension))
    starts = validate.matrix(np.atleast_2d(np.asarray(start)), "start")
    if starts.shape[1] != dimension:
        rule = f"must have one number per coordinate ({dimension})"
        raise InvalidInput("start", rule, f"{starts.shape[1]}")
    return starts


Stop = Callable[[], bool]
"""Asked before each piece of work; True means: return the certified bounds so far."""


class Allowance:
    """What all searches that are given it may do together.

    Work is counted in multiplications, of which a core does several thousand million a second.  So
    the same searches end at the same place on any machine, however busy it is.  Their bounds are
    valid even if they end early.

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


@dataclass(frozen=True)
class SearchEffort:
    """Limits of the branch and bound behind a loss of queries that are not linear.

    The bounds are valid for any of these: less effort makes intervals wider, and a filter more
    cautious.

    Attributes:
        gap: width at which an extremum counts as found, in units of epsilon.
        group_size: how many queries are bounded together in the sum over groups (Appendix C).
        group_nodes: relaxations at most for one extremum of one group.
        joint_nodes: the same for all queries at once.
        decisive_nodes: the same where accepting or refusing depends on it; with 0 nothing more is
            tried there, so a bound does not depend on the budget.
        only_groups: use the sum over groups alone, as the paper does, even where all queries
            at once could be bounded better or solved exactly.
        pooled_from: with this many logistic answers or more, all are pooled as well, so
            contradicting answers cancel (see `pooled_extrema`).
        pooled_nodes: boxes at most for both extrema of pooled answers; four times as many where
            accepting or refusing depends on it.
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
            least = int(name != "decisive_nodes")
            validate.count(getattr(self, name), least, 10_000_000, name)


GROUPS_ONLY = SearchEffort(only_groups=True)
"""Sums of bounds over groups of 10 and nothing else, as in the paper's experiments."""
