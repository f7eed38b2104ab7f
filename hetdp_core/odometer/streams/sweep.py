"""What many runs of the odometer say at every budget, and what budget a number of answers takes.

The streams are fixed: questions and answers do not depend on the budget.  A filter halts before the
first question that its budget has no room for.  So on a fixed stream a larger budget never answers
fewer, nor does the median over streams.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import place_of
from hetdp_core.odometer.filters.basic import ROUNDING
from hetdp_core.odometer.filters.realised import squares_within
from hetdp_core.odometer.filters.unseen import composed_counts, concentrated_counts
from hetdp_core.odometer.levels import QuestionLevels, levels_upto, spent_upto
from hetdp_core.odometer.streams.stream import FILTERS, Trace
from hetdp_core.odometer.streams.traces import MOST_QUERIES, TraceScenario
from hetdp_core.results import result
from hetdp_core.target_search import Answer, Steps, solve
from hetdp_core.validate import FloatArray

STOPS = 0.25 * np.arange(1, 49)
"""Budgets on the slider, for any present one; a larger one is typed."""

CEILINGS = (float(STOPS[-1]), 25.0, 50.0, 100.0)
"""How far streams run: to the end of the slider, or to the least of these that a typed budget
does not exceed.
"""

DELTA = 1e-6
"""δ of the (ε, δ) filter that stands next to the others."""

DRAWN = 100
"""Points at most of a path that are drawn, closer where it begins: so far small budgets reach."""

QUARTERS = (1, 2, 3)


def ceiling_for(budget: float) -> float:
    """Return the largest budget worth running up to while the present one is this.

    >>> ceiling_for(0.1), ceiling_for(12.0), ceiling_for(12.5), ceiling_for(100.0)
    (12.0, 12.0, 25.0, 100.0)
    """
    known = validate.within(validate.positive(budget, "budget"), 0.0, CEILINGS[-1], "budget")
    return next(ceiling for ceiling in CEILINGS if known <= ceiling)


STEP = 0.1
"""By which share a budget is larger where somebody asks for less privacy."""


@dataclass(frozen=True)
class Relaxed:
    """The gain of a larger budget, in the same streams.

    Attributes:
        more: quartiles over the streams of how many more questions the Bayesian filter accepts.
        ended: how many streams come to their end at the larger budget, `MOST_QUERIES` questions, so
            they might have gained more.
    """

    budget: float
    more: tuple[float, float, float]
    basic: int
    ended: int
    basic_ends: bool


@result
class BudgetSweep:
    """All runs that exist by now, at every budget of the slider.

    With F budgets and P drawn points:

    Attributes:
        budgets: (F,) rising.
        counts: by filter (C, F): queries accepted by each of the C runs that came to their end.
        queries: (P,) numbers of queries after which losses are drawn.
        quartiles: (3, P) quartiles of the loss of the complete runs; one that ended counts as above
            all others, and NaN is a quartile that lies among these.
        stopped: (C, F) loss of each complete run when the Bayesian filter halts.
        so_far: queries accepted by each run up to the ceiling, or until now.
        ceiling: the largest budget that the runs answer for by now.
        wanted: for how many complete runs percentiles wait: early ends are no fair sample.
    """

    scenario: TraceScenario
    budgets: FloatArray
    counts: dict[str, NDArray[np.int64]]
    queries: FloatArray
    quartiles: FloatArray
    stopped: FloatArray
    so_far: FloatArray
    wanted: int
    ceiling: float

    @property
    def runs(self) -> int:
        return self.so_far.size

    @property
    def complete(self) -> int:
        """How many of them came to their end; counts and medians are about these."""
        return len(self.counts["bayesian"])

    @property
    def is_whole(self) -> bool:
        """Whether all that are wanted did, so there is a median."""
        return self.complete >= self.wanted

    @property
    def is_final(self) -> bool:
        """Whether nothing changes any more: the runs answer for every budget of the scenario."""
        return self.is_whole and self.ceiling == self.scenario.ceiling

    def place(self, budget: float) -> int:
        """Return the place of one of the budgets; `InvalidInput` if it is none of them."""
        return place_of(budget, self.budgets, "budget")

    def path(self, quarter: int, until: int = 0) -> tuple[FloatArray, FloatArray]:
        """Return questions and losses (F, P) along a quartile of the complete runs at each budget.

        It ends where the quartile halts, and stays there; NaN while a wanted run is not complete.

        quarter: how many quarters of the runs lie below, of `QUARTERS`; halted runs lie above.
        until: the quartile that ends it by halting, at least `quarter`; 0 for the same one.
        """
        halts = self.accepted("bayesian", 100.0 - 25.0 * (until or quarter))[:, None]
        losses, questions = self.quartiles[quarter - 1], np.minimum(self.queries, halts)
        known = np.isfinite(losses) | (self.queries == 0.0)
        along = np.interp(questions, self.queries[known], losses[known])
        return questions, np.minimum(along, self.budgets[:, None])

    @property
    def last_halt(self) -> FloatArray:
        """(F,) queries after which the last complete run halts; before one does, of all so far."""
        if not self.complete:
            return np.full(self.budgets.size, np.max(self.so_far, initial=1.0))
        last = np.max(self.counts["bayesian"], axis=0)
        return np.asarray(last, dtype=np.float64)

    @property
    def basic(self) -> FloatArray:
        """(F,) queries that basic composition accepts, the same in every run."""
        return _within(self._spent[1:], self.budgets * (1.0 + ROUNDING))

    @property
    def basic_loss(self) -> FloatArray:
        """(F,) what basic composition has spent when it halts."""
        return self._spent[self.basic.astype(np.int64)]

    @property
    def basic_path(self) -> tuple[FloatArray, FloatArray]:
        """Questions and what basic composition has counted (F, B) until it halts at each budget.

        Its ends alone where levels are alike: a straight line.
        """
        most = np.max(self.basic, initial=1.0)
        differ = isinstance(self.scenario.epsilon, QuestionLevels)
        points = min(int(most), DRAWN) + 1 if differ else 2
        questions = np.minimum(np.linspace(0.0, most, points).round(), self.basic[:, None])
        return questions, self._spent[questions.astype(np.int64)]

    @cached_property
    def _spent(self) -> FloatArray:
        """(K + 1,) what basic composition counts after 0, 1, ... questions."""
        return np.append(0.0, spent_upto(self.scenario.epsilon, MOST_QUERIES))

    def accepted(self, name: str, percent: float = 50.0) -> FloatArray:
        """Return (F,) percentile of one of `FILTERS` over the runs; NaN unless they are whole."""
        if name == "basic":
            return self.basic
        if not self.is_whole:
            return np.full(self.budgets.size, np.nan)
        return np.asarray(np.percentile(self.counts[name], percent, axis=0))

    def cut_off(self, name: str) -> NDArray[np.bool_]:
        """Return (F,) whether the median of a filter is a lower bound only: streams end there."""
        return np.asarray(self.accepted(name) >= MOST_QUERIES)

    @property
    def times_as_many(self) -> FloatArray:
        """(F,) Bayesian median over basic composition's; NaN where the latter accepts no query."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = self.accepted("bayesian") / self.basic
        return np.where(np.isfinite(ratio), ratio, np.nan)

    @property
    def approximate(self) -> FloatArray:
        """(F,) queries that `ApproximateFilter` accepts for any answers, at δ = `DELTA`."""
        counted = np.cumsum(levels_upto(self.scenario.epsilon, MOST_QUERIES) ** 2)
        squares = np.array([squares_within(float(budget), DELTA) for budget in self.budgets])
        return _within(counted * (1.0 - ROUNDING), squares)

    @cached_property
    def concentrated(self) -> FloatArray:
        """(F,) queries that `ConcentratedFilter` accepts for any answers, at δ = `DELTA`."""
        return concentrated_counts(self.scenario.epsilon, MOST_QUERIES, self.budgets, DELTA)

    @cached_property
    def composed(self) -> FloatArray:
        """(F,) queries that `ComposedFilter` accepts, or a few less; levels are fixed here."""
        return composed_counts(self.scenario.epsilon, MOST_QUERIES, self.budgets, DELTA)

    def relaxed(self, budget: float) -> Relaxed | None:
        """Return the gain of a budget larger by `STEP`, or of the next on the slider above it.

        Stream by stream, so their common part cancels; None where there is no such budget, or a
        wanted run is not complete.
        """
        now = self.place(budget)
        larger = int(np.searchsorted(self.budgets, (1.0 + STEP) * budget * (1.0 - 1e-12)))
        if not self.is_whole or larger == self.budgets.size:
            return None
        counts = self.counts["bayesian"]
        low, middle, high = np.percentile(counts[:, larger] - counts[:, now], (25, 50, 75))
        return Relaxed(
            budget=float(self.budgets[larger]),
            more=(float(low), float(middle), float(high)),
            basic=int(self.basic[larger] - self.basic[now]),
            ended=int(np.sum(counts[:, larger] >= MOST_QUERIES)),
            basic_ends=bool(self.basic[larger] >= MOST_QUERIES),
        )


def _within(spent: FloatArray, limits: FloatArray) -> FloatArray:
    """Return how many of the first of rising sums are at most each limit."""
    return np.searchsorted(spent, limits, side="right").astype(np.float64)


def budget_sweep(
    scenario: TraceScenario, traces: Sequence[Trace], budget: float, wanted: int = 1
) -> BudgetSweep:
    """Return what these runs say along the budget.

    Args:
        scenario, traces: the runs, complete or not; none is fine.
        budget: at most the scenario's ceiling; it stands among those of the slider.
        wanted: how many runs there will be.
    """
    present = validate.within(validate.positive(budget, "budget"), 0.0, scenario.ceiling, "budget")
    traces, ceiling = settled(scenario, traces, present, wanted)
    # Beyond the slider there is no next stop; a hundredth keeps its label short.
    larger = math.ceil(round(100.0 * (1.0 + STEP) * present, 6)) / 100.0
    beside = [present, larger] if STOPS[-1] < present and larger <= ceiling else [present]
    budgets = np.union1d(STOPS[ceiling >= STOPS], beside)
    accepted = [trace.accepted_at(budgets, scenario.epsilon) for trace in traces]
    complete = [number for number, trace in enumerate(traces) if trace.complete]
    counts = {
        name: np.array([accepted[number][name] for number in complete], dtype=np.int64).reshape(
            len(complete), budgets.size
        )
        for name in FILTERS
    }
    stopped = [
        trace.loss[np.minimum(counts["bayesian"][place], trace.accepted)]
        for place, trace in enumerate(traces[number] for number in complete)
    ]
    so_far = np.array([trace.accepted for trace in traces], dtype=np.float64)
    most = int(np.max(so_far, initial=1))
    queries = np.unique((most * np.linspace(0.0, 1.0, DRAWN + 1) ** 2).round())
    losses = [_sampled(traces[number], queries) for number in complete]
    quartiles = _quartiles(losses, queries.size)
    halted = np.reshape(stopped, (len(complete), budgets.size))
    known = (counts, queries, quartiles, halted, so_far)
    return BudgetSweep(scenario, budgets, *known, wanted, ceiling)


def settled(
    scenario: TraceScenario, traces: Sequence[Trace], budget: float, wanted: int
) -> tuple[Sequence[Trace], float]:
    """Return runs, and the largest budget for which it is known where each of them halts.

    If not all have come to their ends, but all have passed the present budget, it is one on the
    slider below the scenario's, and they end there.  Otherwise they are returned as they are.
    """
    stops = np.union1d(STOPS, [budget])
    stops = stops[(budget <= stops) & (stops < scenario.ceiling)]
    is_over = len(traces) >= wanted and all(trace.complete for trace in traces)
    if not is_over and len(traces) >= wanted:
        for stop in stops[::-1].tolist():
            ended = [trace.upto(stop) for trace in traces]
            if None not in ended:
                return [trace for trace in ended if trace], stop
    return traces, scenario.ceiling


def _sampled(trace: Trace, queries: FloatArray) -> FloatArray:
    """Return the loss after this many queries; NaN where the run has not come so far."""
    places = queries.astype(np.int64)
    inside = np.minimum(places, trace.accepted)
    return np.where(places <= trace.accepted, trace.loss[inside], np.nan)


def _quartiles(losses: Sequence[FloatArray], size: int) -> FloatArray:
    """Return (3, size) quartiles over runs, of which NaN counts as above all others."""
    if not losses:
        return np.full((len(QUARTERS), size), np.nan)
    ranks = np.array([quarter * (len(losses) - 1) for quarter in QUARTERS])
    ordered = np.sort(losses, axis=0)  # NaN last
    lower, upper = ordered[ranks // 4], ordered[-(-ranks // 4)]
    return np.asarray(lower + (ranks % 4)[:, None] / 4.0 * (upper - lower))


DIGITS = 3

POINTS = 481
"""Of a curve that is a staircase: a step is drawn at most a hundredth or two late."""


def budget_target(
    scenario: TraceScenario,
    traces: Sequence[Trace],
    decided_by: str,
    questions: int,
    budget: float,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Return the least budget with which the median over some streams is at least a target.

    Args:
        scenario, traces: the streams; those that came to their end count, or all up to a budget
            that all have passed.
        decided_by: one of `FILTERS`.
        questions: the target, 1 to `MOST_QUERIES`.
        budget: the present one, at most the scenario's ceiling.

    Returns:
        An `Answer` up to the largest budget that they answer for, certain for these streams.  Its
        measure is the median number of questions answered.

    Raises:
        InvalidInput: no stream is complete, except for "basic"; or another rule above is broken.
        OutOfTime: it was stopped.
    """
    validate.choice(decided_by, FILTERS, "filter")
    target = float(validate.count(questions, 1, MOST_QUERIES, "questions"))
    now = validate.within(validate.positive(budget, "budget"), 0.0, scenario.ceiling, "budget")
    if decided_by == "basic":  # counted in advance: nothing need be simulated
        needed, highest = [spent_upto(scenario.epsilon, MOST_QUERIES)], CEILINGS[-1]
    else:
        traces, highest = settled(scenario, traces, now, len(traces))
        needed = [trace.needed(scenario.epsilon)[decided_by] for trace in traces if trace.complete]
    if not needed:
        raise InvalidInput("streams", "must have one that came to its end", "none", "wait a little")

    def answered(limit: float) -> float:
        at = limit * (1.0 + ROUNDING)
        return float(np.median([np.searchsorted(each, at, side="right") for each in needed]))

    steps = Steps(min(0.05, highest), highest, DIGITS)
    return solve(answered, steps, target, now, more_is_better=True, points=POINTS, stop=stop)
