"""A stream of random queries to one simulated person, until each filter refuses.

The experiments of sections 6.1 and 6.2 (Algorithm 5).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.filters.basic import ROUNDING, fits
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.odometer.levels import Levels, check_levels, level_at, levels_upto, spent_upto
from hetdp_core.odometer.queries import (
    LinearQuery,
    LogisticQuery,
    RegressionQuery,
    TruncatedLinearQuery,
)
from hetdp_core.odometer.search import SearchEffort
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

KINDS = ("linear", "truncated", "logistic")

FILTERS: tuple[str, ...] = ("basic", "simplified", "bayesian")
"""From the first to refuse to the last."""

MOST_QUERIES = 10_000


@dataclass(frozen=True)
class StreamScenario:
    """Random regression queries to a person whose record lies in [-1, 1]^d.

    Each query has d slopes and an intercept, uniform on [-1, 1].  Linear and truncated ones have
    results in [-1, 1]: linear ones are divided by the sum of their absolute values, so they cannot
    leave it (section 6.1), truncated ones are clipped to it.  Logistic ones are used as drawn
    (section 6.2).

    Attributes:
        kind: one of `KINDS`.
        epsilon: of each query, or one after the other; questions do not depend on it.
        record: the person's true value in every coordinate, which the paper sets the same for all.
        most_queries: the stream ends after so many even if nothing was refused.
        look_ahead: bound the loss after either output of every query, not only where
            acceptance depends on it; `Trace.accepted_at` is then sharpest.
        seed, run: of queries and outputs; streams of other runs are independent.
    """

    kind: str = "linear"
    dimension: int = 9
    budget: float = 10.0
    epsilon: Levels = 1.0
    record: float = 0.0
    most_queries: int = 1_000
    look_ahead: bool = True
    effort: SearchEffort = field(default_factory=SearchEffort)
    seed: int = 0
    run: int = 0

    def __post_init__(self) -> None:
        validate.choice(self.kind, KINDS, "kind")
        validate.count(self.dimension, 1, 100, "dimension")
        validate.positive(self.budget, "budget")
        check_levels(self.epsilon)
        validate.within(self.record, -1.0, 1.0, "record")
        validate.count(self.most_queries, 1, MOST_QUERIES, "most_queries")
        validate.count(self.seed, 0, None, "seed")
        validate.count(self.run, 0, None, "run")

    @property
    def domain(self) -> Box:
        return Box(-np.ones(self.dimension), np.ones(self.dimension))

    def random_query(self, rng: np.random.Generator, number: int) -> RegressionQuery:
        """Draw the query at this place, counted from 1."""
        epsilon = level_at(self.epsilon, number)
        drawn = rng.uniform(-1.0, 1.0, self.dimension + 1)
        if self.kind == "linear":
            drawn /= np.sum(np.abs(drawn))
        slope, intercept = drawn[:-1], float(drawn[-1])
        if self.kind == "logistic":
            return LogisticQuery(slope, intercept, epsilon=epsilon)
        kind = LinearQuery if self.kind == "linear" else TruncatedLinearQuery
        return kind(slope, intercept, -1.0, 1.0, epsilon)


@dataclass(frozen=True, eq=False)
class StreamStep:
    """One query of a stream, and the filters' decisions on it.

    Attributes:
        worst: certified loss after its worse output, before it was answered.
        running: filters that have accepted all queries up to this one.
        output: the answer, or None when no filter accepts the query.
        lower, upper: interval of the realised loss after it.
    """

    query: RegressionQuery
    worst: float
    running: tuple[str, ...]
    output: bool | None
    lower: float
    upper: float

    @property
    def row(self) -> tuple[float, float]:
        """The worst loss, and the loss after the query, NaN where it was refused."""
        return self.worst, math.nan if self.output is None else self.upper


class Stream(Iterator[StreamStep]):
    """Query after query of a scenario; ends after the first that no filter accepts.

    Queries and outputs depend on seed and run alone, not on the budget or the effort: a
    stream with a larger budget begins like one with a smaller.  Between two steps it may be
    pickled, and goes on elsewhere as it would have here.
    """

    def __init__(self, scenario: StreamScenario) -> None:
        self._scenario, self._asked = scenario, 0
        self._rng = np.random.default_rng([scenario.seed, scenario.run])
        self._guard = BayesianFilter(scenario.budget, scenario.domain, effort=scenario.effort)
        self._running = FILTERS

    def __next__(self) -> StreamStep:
        scenario, guard = self._scenario, self._guard
        if not self._running or self._asked >= scenario.most_queries:
            raise StopIteration
        query = scenario.random_query(self._rng, self._asked + 1)
        output = bool(query.draw(np.full(scenario.dimension, scenario.record), rng=self._rng))
        accepts = {
            "basic": lambda: fits(guard.basic + query.epsilon, guard.budget),
            "simplified": lambda: guard.simplified_accepts(query),
            "bayesian": lambda: guard.accepts(query),
        }
        running = tuple(name for name in self._running if accepts[name]())
        if scenario.look_ahead or not running:
            worst = guard.decide(query).worst
        else:
            worst = guard.loss.upper + query.epsilon
        if running:
            guard.record(query, output)
        self._asked, self._running = self._asked + 1, running
        spent = guard.odometer
        answer = output if running else None
        return StreamStep(query, worst, running, answer, spent.lower, spent.loss)


@result
class Trace:
    """One stream, perhaps not yet at its end.

    Attributes:
        loss: (n + 1,) certified upper end of the realised loss after 0, 1, ... n queries.
        worst: (n,) or, with the refused query, (n + 1,): certified loss after the worse output
            of each query.
        complete: whether the stream came to a refusal or to its most queries.
    """

    loss: FloatArray
    worst: FloatArray
    complete: bool

    @classmethod
    def of(cls, rows: FloatArray, most_queries: int) -> Trace:
        """Return a stream from the (k, 2) rows of all its steps so far, k > 0."""
        worst, after = rows.T
        answered = after[~np.isnan(after)]
        complete = answered.size < len(rows) or len(rows) >= most_queries
        return cls(np.concatenate([[0.0], answered]), worst.copy(), complete)

    @property
    def accepted(self) -> int:
        return self.loss.size - 1

    def upto(self, budget: float) -> Trace | None:
        """Return it as a smaller budget ends it; None where it has not come so far."""
        limit = budget * (1.0 + ROUNDING)
        end = 1 + int(np.searchsorted(np.maximum.accumulate(self.worst), limit, side="right"))
        if end > self.worst.size and not self.complete:
            return None
        return Trace(self.loss[:end], self.worst[:end], True)

    def accepted_at(self, budgets: FloatArray, epsilon: Levels) -> dict[str, NDArray[np.int64]]:
        """Return (B,) queries that each filter accepts before its first refusal, at each budget.

        All filters see the same queries and outputs up to their first refusal, so one stream
        answers for every budget up to its own.
        """
        limits = budgets * (1.0 + ROUNDING)
        return {
            name: np.searchsorted(needed, limits, side="right")
            for name, needed in self.needed(epsilon).items()
        }

    def needed(self, epsilon: Levels) -> dict[str, FloatArray]:
        """Return, by filter, the (n,) rising budgets that its first 1, 2, ... queries need."""
        asked = self.worst.size
        bounds = {
            "basic": spent_upto(epsilon, asked),
            "simplified": self.loss[:asked] + levels_upto(epsilon, asked),
            "bayesian": self.worst,
        }
        return {name: np.maximum.accumulate(bound) for name, bound in bounds.items()}


def run_stream(scenario: StreamScenario) -> Trace:
    """Run a whole stream; see `Stream`."""
    return Trace.of(np.array([step.row for step in Stream(scenario)]), scenario.most_queries)


def count_accepted(scenario: StreamScenario) -> dict[str, int]:
    """Run a stream; count the queries that each filter accepts before its first refusal."""
    steps = [step.running for step in Stream(scenario)]
    return {name: sum(name in running for running in steps) for name in FILTERS}
