"""What many runs of the odometer say at every budget: where they halt, and how they got there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.grids import place_of
from hetdp_core.odometer.filters.approximate import squares_within
from hetdp_core.odometer.streams.stream import FILTERS, AcceptedBands
from hetdp_core.odometer.streams.traces import MOST_QUERIES, Trace, TraceScenario
from hetdp_core.validate import FloatArray

CEILINGS = (1.0, 4.0, 12.0, 25.0, 50.0, 100.0)
"""Largest budgets on the slider: the least that is above the present one is taken.

Few, so that to move the budget seldom changes the axis under the hand or begins new streams; near
enough, so that what a small budget allows fills the figure.
"""

BUDGETS = 40
"""Budgets on the slider."""

DELTA = 1e-6
"""δ of the (ε, δ) filter that stands beside the others."""

DRAWN = 100
"""Points at most of a run that are drawn."""


def ceiling_for(budget: float) -> float:
    """Return the largest budget worth running up to while the present one is this.

    >>> ceiling_for(10.0), ceiling_for(12.0), ceiling_for(100.0)
    (12.0, 25.0, 100.0)
    """
    known = validate.within(validate.positive(budget, "budget"), 0.0, CEILINGS[-1], "budget")
    return next((ceiling for ceiling in CEILINGS if known < ceiling), CEILINGS[-1])


def stops(scenario: TraceScenario) -> FloatArray:
    """Return the budgets on the slider, the same whichever is the present one."""
    steps: FloatArray = scenario.ceiling * np.arange(1, BUDGETS + 1) / BUDGETS
    return steps


STEP = 0.1
"""By which share a budget is larger where somebody asks for less privacy."""


@dataclass(frozen=True)
class Relaxed:
    """What a larger budget brings, in the same streams.

    Attributes:
        budget: the larger one.
        more: quartiles over the streams of how many more questions the Bayesian filter accepts.
        basic: how many more basic composition accepts.
        ended: how many streams come to their end at the larger budget, `MOST_QUERIES` questions,
            so that they might have gained more.
        basic_ends: whether basic composition comes to it.
    """

    budget: float
    more: tuple[float, float, float]
    basic: int
    ended: int
    basic_ends: bool


@result
class OdometerCourse:
    """All runs that exist by now, at every budget of the slider.

    With F budgets, R runs and P drawn points:

    Attributes:
        scenario: of the runs.
        budgets: (F,) rising, the present one among them.
        current: its position.
        runs: how many there are, complete or not.
        complete: how many of them came to their end; the counts below are about these C.
        bands: their accepted queries at each budget, by filter.
        at_least: (F,) whether the Bayesian median is a lower bound only, because streams end
            after `MOST_QUERIES`.
        queries: (P,) numbers of queries at which runs are drawn.
        losses: (R, P) loss of each run after so many queries; NaN where it never came so far.
        since: (R, P) the first budget, by its place, at which the run goes on so far.
        middle: (P,) median loss of the complete runs.
        middle_since: (P,) the first budget, by its place, with a median halt so far on.
        so_far: (R,) queries accepted by each run up to the ceiling, or until now.
    """

    scenario: TraceScenario
    budgets: FloatArray
    current: int
    runs: int
    complete: int
    bands: AcceptedBands
    at_least: FloatArray
    queries: FloatArray
    losses: FloatArray
    since: NDArray[np.int64]
    middle: FloatArray
    middle_since: NDArray[np.int64]
    so_far: FloatArray

    @property
    def budget(self) -> float:
        """The present one."""
        return float(self.budgets[self.current])

    def at(self, budget: float) -> OdometerCourse:
        """Return the same course with another of its budgets as the present one.

        Raises:
            InvalidInput: it is none of them.
        """
        return replace(self, current=place_of(budget, self.budgets, "budget"))

    @property
    def paths(self) -> FloatArray:
        """(F, R, P) loss of each run at each budget; NaN from where it halted."""
        frames = np.arange(self.budgets.size)[:, None, None]
        return np.where(self.since <= frames, self.losses, np.nan)

    @property
    def median(self) -> FloatArray:
        """(F, P) median loss of the complete runs at each budget, up to the median halt."""
        return np.where(
            self.middle_since <= np.arange(self.budgets.size)[:, None], self.middle, np.nan
        )

    def reached(self, name: str) -> FloatArray:
        """(F,) loss at which a filter's median stream halts: the budget, at which it is refused.

        Where streams end before, after `MOST_QUERIES`, the loss that they have come to by then.
        """
        last = self.middle[-1] if self.middle.size else np.nan
        came_to = self.basic_loss if name == "basic" else np.full(self.budgets.size, last)
        ended = self.cut_off(name) & np.isfinite(came_to)
        return np.where(ended, came_to, self.budgets)

    @property
    def asked(self) -> int:
        """Queries accepted by all runs together."""
        return int(np.sum(self.so_far))

    @property
    def basic_most(self) -> float:
        """Queries that basic composition accepts at the ceiling, at least 1."""
        return max(self.scenario.ceiling / self.scenario.epsilon, 1.0)

    def accepted(self, name: str, percent: float = 50.0) -> FloatArray:
        """Return (F,) percentile over the complete runs; NaN while there is none.

        name: one of `FILTERS`, or "basic", which is the same in every run and needs none.
        """
        if name == "basic":
            return self.basic
        if not self.complete:
            return np.full(self.budgets.size, np.nan)
        return self.bands.percentile(name, percent)

    def relaxed(self) -> Relaxed | None:
        """Return what a budget larger by `STEP`, or the next on the slider above it, brings.

        Stream by stream, so that what they have in common falls out; None where there is no such
        budget, or no complete run.
        """
        larger = int(np.searchsorted(self.budgets, (1.0 + STEP) * self.budget * (1.0 - 1e-12)))
        if not self.complete or larger == self.budgets.size:
            return None
        counts = self.bands.counts["bayesian"]
        low, middle, high = np.percentile(counts[:, larger] - counts[:, self.current], (25, 50, 75))
        return Relaxed(
            budget=float(self.budgets[larger]),
            more=(float(low), float(middle), float(high)),
            basic=int(self.basic[larger] - self.basic[self.current]),
            ended=int(np.sum(counts[:, larger] >= MOST_QUERIES)),
            basic_ends=bool(self.basic[larger] >= MOST_QUERIES),
        )

    @property
    def basic(self) -> FloatArray:
        """(F,) queries that basic composition accepts, the same in every run."""
        limits = self.budgets * (1.0 + 1e-9) / self.scenario.epsilon
        return np.minimum(np.floor(limits), MOST_QUERIES)

    def cut_off(self, name: str) -> NDArray[np.bool_]:
        """Return (F,) whether the median of a filter is a lower bound only: streams end there.

        name: one of `FILTERS`, or "basic".
        """
        if name == "bayesian":
            return np.asarray(self.at_least)
        return np.asarray(self.accepted(name) >= MOST_QUERIES)

    @property
    def approximate(self) -> FloatArray:
        """(F,) queries that `ApproximateFilter` accepts whatever is answered, at δ = `DELTA`."""
        level = self.scenario.epsilon**2 * (1.0 - 1e-9)
        squares = np.array([squares_within(float(budget), DELTA) for budget in self.budgets])
        return np.minimum(np.floor(squares / level), MOST_QUERIES)

    @property
    def approximate_more(self) -> FloatArray:
        """(F,) queries by which it surely passes the Bayesian median; NaN without runs.

        0 where it accepts on by the Bayesian rule, and so as many.
        """
        return np.maximum(self.approximate - self.accepted("bayesian"), 0.0)

    @property
    def basic_loss(self) -> FloatArray:
        """(F,) what basic composition has spent when it halts."""
        return self.scenario.epsilon * self.basic

    @property
    def times_as_many(self) -> FloatArray:
        """(F,) Bayesian median over what basic composition accepts; NaN where that is none."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = self.accepted("bayesian") / self.basic
        return np.where(np.isfinite(ratio), ratio, np.nan)


def odometer_course(
    scenario: TraceScenario, traces: Sequence[Trace], budget: float
) -> OdometerCourse:
    """Return the course of these runs along the budget.

    Args:
        scenario: of the runs.
        traces: complete or not; none is fine.
        budget: the present one, at most the scenario's ceiling.
    """
    present = validate.within(validate.positive(budget, "budget"), 0.0, scenario.ceiling, "budget")
    budgets = np.union1d(stops(scenario), [present])
    found = [trace.accepted_at(budgets, scenario.epsilon) for trace in traces]
    whole = [number for number, trace in enumerate(traces) if trace.complete]
    counts = {
        name: np.array([found[number][name] for number in whole], dtype=np.int64).reshape(
            len(whole), budgets.size
        )
        for name in FILTERS
    }
    bands = AcceptedBands(budgets, counts)
    so_far = np.array([trace.accepted for trace in traces], dtype=np.float64)
    queries = _drawn_at(int(np.max(so_far, initial=1)))
    losses = np.array([_sampled(trace, queries) for trace in traces]).reshape(-1, queries.size)
    halts = np.array([one["bayesian"] for one in found]).reshape(-1, budgets.size)
    median_halt = bands.percentile("bayesian", 50.0) if whole else np.zeros(budgets.size)
    return OdometerCourse(
        scenario,
        budgets,
        int(np.searchsorted(budgets, present)),
        len(traces),
        len(whole),
        bands,
        np.array(median_halt >= MOST_QUERIES),
        queries.astype(np.float64),
        losses,
        _first_at(halts, queries),
        _median_path(losses[whole]),
        _first_at(median_halt, queries),
        so_far,
    )


def _first_at(halts: ArrayLike, queries: FloatArray) -> NDArray[np.int64]:
    """Return (..., P) the first of the budgets at whose halts (..., F) so many queries come."""
    short = np.asarray(halts)[..., None] < queries  # halts do not fall as the budget rises
    return np.asarray(np.sum(short, axis=-2), dtype=np.int64)


def _drawn_at(most: int) -> FloatArray:
    """Return evenly spaced numbers of queries from 0 to the most, at most `DRAWN` or so."""
    return np.unique(np.linspace(0, most, min(most, DRAWN) + 1).round())


def _sampled(trace: Trace, queries: FloatArray) -> FloatArray:
    """Return the loss after this many queries; NaN where the run has not come so far."""
    places = queries.astype(np.int64)
    inside = np.minimum(places, trace.accepted)
    return np.where(places <= trace.accepted, trace.loss[inside], np.nan)


def _median_path(losses: FloatArray) -> FloatArray:
    """Return (P,) median over runs, where a run that ended counts as above all others."""
    if not len(losses):
        return np.full(losses.shape[1], np.nan)
    middle = np.sort(np.where(np.isnan(losses), np.inf, losses), axis=0)
    lower, upper = middle[(len(losses) - 1) // 2], middle[len(losses) // 2]
    return np.where(np.isfinite(upper), 0.5 * (lower + upper), np.nan)
