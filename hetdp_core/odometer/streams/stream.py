"""A stream of random queries to one simulated person, until each filter refuses.

The experiments of sections 6.1 and 6.2 (Algorithm 5).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.odometer.channel import query_epsilon
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.filters.decision import fits
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.odometer.queries import (
    LinearQuery,
    LogisticQuery,
    RegressionQuery,
    TruncatedLinearQuery,
)
from hetdp_core.odometer.search import Allowance, Stop
from hetdp_core.odometer.search.allowance import SearchEffort
from hetdp_core.validate import FloatArray

KINDS = ("linear", "truncated", "logistic")

FILTERS: tuple[str, ...] = ("basic", "simplified", "bayesian")
"""From the first to refuse to the last."""

MOST_QUERIES = 10_000


@dataclass(frozen=True)
class StreamScenario:
    """Random regression queries to a person whose record lies in [-1, 1]^d.

    Each query has d slopes and an intercept, uniform on [-1, 1].  Linear and truncated ones
    have results in [-1, 1]: linear ones are divided by the sum of their absolute values, so
    that they cannot leave it (section 6.1), truncated ones are clipped to it.  Logistic ones
    are used as drawn (section 6.2).

    Attributes:
        kind: one of `KINDS`.
        dimension: d.
        budget: of the filters.
        epsilon: of each query.
        record: the person's true value in every coordinate, which the paper sets the same
            for all.
        most_queries: the stream ends after so many even if nothing was refused.
        look_ahead: bound the loss after either output of every query, not only where
            acceptance hangs on it; `StreamResult.accepted_at` is then sharpest.
        effort: of the searches for queries that are not linear.
        seed, run: of queries and outputs; streams of other runs are independent.
    """

    kind: str = "linear"
    dimension: int = 9
    budget: float = 10.0
    epsilon: float = 1.0
    record: float = 0.0
    most_queries: int = 1_000
    look_ahead: bool = True
    effort: SearchEffort = field(default_factory=SearchEffort)
    seed: int = 0
    run: int = 0

    def __post_init__(self) -> None:
        """Check every field."""
        validate.choice(self.kind, KINDS, "kind")
        validate.count(self.dimension, 1, 100, "dimension")
        validate.positive(self.budget, "budget")
        query_epsilon(self.epsilon)
        validate.within(self.record, -1.0, 1.0, "record")
        validate.count(self.most_queries, 1, MOST_QUERIES, "most_queries")
        validate.count(self.seed, 0, None, "seed")
        validate.count(self.run, 0, None, "run")

    @property
    def domain(self) -> Box:
        """[-1, 1]^d."""
        return Box(-np.ones(self.dimension), np.ones(self.dimension))


@dataclass(frozen=True, eq=False)
class StreamStep:
    """One query of a stream, and what became of it.

    Attributes:
        number: counted from 1.
        query: asked.
        worst: certified loss after its worse output, before it was answered.
        running: filters that have accepted all queries up to this one.
        output: the answer, or None when no filter accepts the query.
        lower, upper: interval of the realised loss after it.
        basic: sum of epsilon after it.
        seconds: taken by the filter.
    """

    number: int
    query: RegressionQuery
    worst: float
    running: tuple[str, ...]
    output: bool | None
    lower: float
    upper: float
    basic: float
    seconds: float


@result
class StreamResult:
    """A stream up to its first query that no filter accepts.

    Attributes:
        scenario: what was run.
        lower, upper: (n + 1,) realised loss after 0, 1, ... n queries.
        worst: (n,) or, with the refused query, (n + 1,): certified loss after the worse
            output of each query.
        outputs: (n,) answers.
        accepted: by filter: queries it accepts before its first refusal.
        seconds: as long as `worst`: taken for each query.
        finished: whether the stream came to a refusal.
    """

    scenario: StreamScenario
    lower: FloatArray
    upper: FloatArray
    worst: FloatArray
    outputs: NDArray[np.bool_]
    accepted: dict[str, int]
    seconds: FloatArray
    finished: bool

    @property
    def basic(self) -> FloatArray:
        """(n + 1,) sum of epsilon after 0, 1, ... n queries."""
        spent: FloatArray = self.scenario.epsilon * np.arange(float(self.upper.size))
        return spent

    def accepted_at(self, budget: float) -> dict[str, int]:
        """Return queries that each filter accepts before its first refusal, at a smaller budget.

        All filters see the same queries and outputs up to their first refusal, so one stream
        answers for every budget up to its own.

        Args:
            budget: at most the scenario's.
        """
        limit = validate.within(
            validate.positive(budget, "budget"), 0, self.scenario.budget, "budget"
        )
        next_basic = self.basic + self.scenario.epsilon
        bounds = {
            "basic": next_basic,
            "simplified": self.upper + self.scenario.epsilon,
            "bayesian": self.worst,
        }
        return {name: _before_refusal(bound, limit) for name, bound in bounds.items()}


def _before_refusal(bounds: FloatArray, limit: float) -> int:
    """Count the first bounds that are within the limit."""
    over = np.flatnonzero([not fits(bound, limit) for bound in bounds])
    return int(over[0]) if over.size else bounds.size


class Stream(Iterator[StreamStep]):
    """Query after query; ends after the first that no filter accepts.

    Queries and outputs depend on seed and run alone, not on the budget or the effort: a
    stream with a larger budget begins like one with a smaller.  Between two steps it may be
    pickled, with a `stop` that can be, and goes on elsewhere as it would have here.

    Args:
        scenario: what to ask.
        stop: asked in searches; True makes them return what is certified so far, which
            may turn an acceptance into a refusal.
    """

    def __init__(self, scenario: StreamScenario, stop: Stop | None = None) -> None:
        self.scenario, self.asked = scenario, 0
        self._rng = np.random.default_rng([scenario.seed, scenario.run])
        effort = replace(scenario.effort, allowance=Allowance(stop=stop))
        self._guard = BayesianFilter(scenario.budget, scenario.domain, effort=effort)
        self._running = FILTERS

    def __next__(self) -> StreamStep:
        """Ask the next query."""
        scenario, guard = self.scenario, self._guard
        if not self._running or self.asked >= scenario.most_queries:
            raise StopIteration
        query = random_query(scenario, self._rng)
        output = bool(query.draw(np.full(scenario.dimension, scenario.record), rng=self._rng))
        start = time.perf_counter()
        running = tuple(name for name in self._running if _accepts(guard, name, query))
        worst = _worst(guard, query, scenario.look_ahead or not running)
        if running:
            guard.record(query, output)
        self.asked, self._running = self.asked + 1, running
        meter = guard.odometer
        return StreamStep(
            self.asked,
            query,
            worst,
            running,
            output if running else None,
            meter.lower,
            meter.loss,
            meter.basic,
            time.perf_counter() - start,
        )


def random_query(scenario: StreamScenario, rng: np.random.Generator) -> RegressionQuery:
    """Return a query of the scenario's kind; see `StreamScenario`."""
    drawn = rng.uniform(-1.0, 1.0, scenario.dimension + 1)
    if scenario.kind == "linear":
        drawn /= np.sum(np.abs(drawn))
        return LinearQuery(drawn[:-1], float(drawn[-1]), -1.0, 1.0, scenario.epsilon)
    slope, intercept = drawn[:-1], float(drawn[-1])
    if scenario.kind == "truncated":
        return TruncatedLinearQuery(slope, intercept, -1.0, 1.0, scenario.epsilon)
    return LogisticQuery(slope, intercept, epsilon=scenario.epsilon)


def _accepts(guard: BayesianFilter, name: str, query: RegressionQuery) -> bool:
    """Ask the filter of that name, after the history it shares with the others."""
    if name == "basic":
        return fits(guard.basic + query.epsilon, guard.budget)
    return guard.simplified_accepts(query) if name == "simplified" else guard.accepts(query)


def _worst(guard: BayesianFilter, query: RegressionQuery, closely: bool) -> float:
    """Return a certified bound on the loss after either output."""
    return guard.decide(query).worst if closely else guard.loss.upper + query.epsilon


def run_stream(
    scenario: StreamScenario,
    *,
    on_step: Callable[[StreamStep], None] | None = None,
    stop: Stop | None = None,
) -> StreamResult:
    """Run a whole stream; see `Stream`.

    Args:
        scenario: what to ask.
        on_step: called after each query.
        stop: asked after each query and in searches; True ends the stream there, and
            what was computed is returned.
    """
    steps: list[StreamStep] = []
    for step in Stream(scenario, stop):
        stopped = stop is not None and stop()
        if stopped and step.output is None:
            break  # refused for lack of time, perhaps: not a refusal
        steps.append(step)
        if on_step is not None:
            on_step(step)
        if stopped:
            break
    return result_of(scenario, steps)


def result_of(scenario: StreamScenario, steps: Sequence[StreamStep]) -> StreamResult:
    """Return the first steps of a stream as arrays."""
    answered = [step for step in steps if step.output is not None]
    return StreamResult(
        scenario,
        np.array([0.0, *(step.lower for step in answered)]),
        np.array([0.0, *(step.upper for step in answered)]),
        np.array([step.worst for step in steps]),
        np.array([step.output for step in answered], dtype=np.bool_),
        {name: sum(name in step.running for step in steps) for name in FILTERS},
        np.array([step.seconds for step in steps]),
        len(answered) < len(steps),
    )


@dataclass(frozen=True, eq=False)
class AcceptedBands:
    """Accepted queries against the budget, over many streams.

    Attributes:
        budgets: (B,).
        counts: by filter (R, B): queries accepted by each stream.
    """

    budgets: FloatArray
    counts: dict[str, NDArray[np.int64]]
    _found: dict[tuple[str, float], FloatArray] = field(
        init=False, repr=False, default_factory=dict
    )

    def percentile(self, name: str, percent: float) -> FloatArray:
        """Return (B,) percentile over the streams of one filter's counts, found once."""
        asked = name, percent
        if asked not in self._found:
            found: FloatArray = np.percentile(self.counts[name], percent, axis=0)
            found.flags.writeable = False
            self._found[asked] = found
        return self._found[asked]
