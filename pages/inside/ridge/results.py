"""Results about ridge regression: the steps that compute them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import numpy as np

from hetdp_core.calls import Call
from hetdp_core.outcomes import Outcomes
from hetdp_core.profiles import dealt, make_profile
from hetdp_core.ridge import example_releases as examples
from hetdp_core.ridge.decision import Decision, decide
from hetdp_core.ridge.dependence import Dependence, Improvement, depends_on, improvements
from hetdp_core.ridge.records import prepare, record_levels
from hetdp_core.ridge.releases import Distances, distances_to_truth
from hetdp_core.ridge.sampling import SamplingLeak, sampling_leaks
from hetdp_core.ridge.sweep import RidgeScenario, RidgeSweep, loss_sweep
from hetdp_core.ridge.verdict import (
    PrivateVerdict,
    VerdictAccuracy,
    VerdictPlan,
    affordable_splits,
    levels_of_test_records,
    plan_verdict,
    release_verdict,
    verdict_accuracy,
)
from hetdp_core.ridge.what_it_takes import BreakEven, break_even, error_target, mean_errors
from hetdp_core.target_search import Answer
from hetdp_core.validate import FloatArray
from pages.inside.ridge.controls import RidgeChoice
from pages.shared.cache import value
from pages.shared.limits import search_patience
from pages.shared.tables import own_table

RELEASES = 500
"""Releases drawn to show how coefficients scatter."""

PATIENCE = 5.0
"""Seconds after which no further value of what the losses depend on is begun."""


def at_first_stop(scenario: RidgeScenario) -> RidgeScenario:
    """Return the scenario with λ at its first stop, so that all stops share one cache entry."""
    stops = scenario.stops
    return replace(scenario, lam=float(stops[0])) if scenario.lam in stops else scenario


MANY_NUMBERS = 50_000
"""Of synthetic records, whose number anybody may set: of more, few are kept."""


class RidgeResults:
    """Steps to the regression problem that is chosen, to who asks for what in it, and on."""

    def __init__(self, choice: RidgeChoice) -> None:
        self.choice = choice
        records, column, seed = choice.records, choice.levels_column, choice.profile.seed
        shipped_or_own = records.settings is not None
        self.dataset = own_table.dataset(records.dataset) if shipped_or_own else None
        is_large = not shipped_or_own and records.rows * records.dimension > MANY_NUMBERS
        self.prepared = Call(prepare, records, self.dataset).cached(is_heavy=is_large)
        self.problem = self.prepared.attribute("problem")
        self.titles: Call[tuple[str, ...]] = self.prepared.attribute("titles")
        self.levels: Call[FloatArray]
        self.test_levels: Call[FloatArray]
        self.has_own_levels = bool(shipped_or_own and column)
        if self.has_own_levels:
            own = Call(record_levels, self.dataset, column, self.prepared).cached()
            self.levels, self.test_levels = own.attribute("training"), own.attribute("test")
        else:
            profile = Call(make_profile, choice.profile)
            self.levels = Call(dealt, profile, self.problem.attribute("rows"), seed).cached()
            rows = self.problem.attribute("y_test").attribute("size")
            self.test_levels = Call(levels_of_test_records, profile, rows, seed)

    def at(self, lam: float) -> RidgeResults:
        """Return the same at another λ."""
        scenario = replace(self.choice.scenario, lam=lam)
        return RidgeResults(replace(self.choice, scenario=scenario, follows=False))

    @property
    def lam(self) -> float:
        """λ of the first figure: the one set, or else the one that a release can choose."""
        choice = self.choice
        return value(self.decision).public.lam if choice.follows else choice.scenario.lam

    @cached_property
    def sweep(self) -> Call[RidgeSweep]:
        """See `loss_sweep`; the same for all stops of λ."""
        first = at_first_stop(self.choice.scenario)
        return Call(loss_sweep, self.problem, self.levels, first).cached()

    @cached_property
    def decision(self) -> Call[Decision]:
        """See `decide`."""
        by_chance = not self.has_own_levels
        return Call(decide, self.prepared, self.levels, self.sweep, by_chance).cached()

    def verdict_plan(self) -> Call[VerdictPlan]:
        """See `plan_verdict`."""
        noise = self.choice.scenario.calibration
        return Call(plan_verdict, self.problem, self.levels, self.test_levels, noise).cached()

    def private_verdict(self) -> Call[PrivateVerdict]:
        """See `release_verdict`."""
        return Call(release_verdict, self.problem, self.verdict_plan(), self._noise()).cached()

    def verdict_accuracy(self) -> Call[VerdictAccuracy]:
        """See `verdict_accuracy`."""
        splits = Call(affordable_splits, self.problem)
        own = {"test_levels": self.test_levels} if self.has_own_levels else {}
        arguments = (self.problem, self.verdict_plan(), splits, self._noise())
        return Call(verdict_accuracy, *arguments, **own).cached("Splitting again …")

    def _noise(self) -> Call[np.random.Generator]:
        return Call(np.random.default_rng, self.choice.scenario.seed)

    def dependence(self, parameter: str) -> Call[Dependence]:
        """See `depends_on`; on a page it ends when patience does."""
        first = at_first_stop(self.choice.scenario)
        arguments = (self.choice.records, self.prepared, self.choice.profile, first)
        varied = Call(depends_on, parameter, *arguments, **self._own_levels())
        return varied.cut_short_by(on_time=_patience).cached("Computing …")

    def target(self, unknown: str, wanted: float) -> Call[Answer]:
        """See `error_target`."""
        first = at_first_stop(self.choice.scenario)
        arguments = (self.prepared, self.choice.profile, first, unknown, wanted)
        answer = Call(error_target, *arguments, **self._own_levels())
        return answer.ended_by(stop=search_patience).cached("Searching …")

    def mean_errors(self, unknown: str, answer: Call[Answer]) -> Call[FloatArray]:
        """See `mean_errors`, at the values at which an answer is drawn."""
        arguments = (self.prepared, self.choice.profile, unknown, answer.attribute("values"))
        return Call(mean_errors, *arguments, **self._own_levels()).cached()

    def break_even(self, unknown: str) -> Call[BreakEven]:
        """See `break_even`."""
        first = at_first_stop(self.choice.scenario)
        arguments = (self.prepared, self.choice.profile, first, unknown)
        search = Call(break_even, *arguments, **self._own_levels())
        return search.ended_by(stop=search_patience).cached("Searching …")

    def _own_levels(self) -> dict[str, Call[FloatArray]]:
        """Return what a call takes besides a profile, where it has no part in this."""
        return {"levels": self.levels} if self.has_own_levels else {}

    def ladder(self) -> Call[tuple[Improvement, ...]]:
        """See `improvements`."""
        return Call(improvements, self.choice.records, self.dataset, self.levels).cached()

    def coefficients(self, method: str) -> Call[examples.ReleasedCoefficients]:
        """Draw many releases of one method."""
        arguments = (self.problem, self.levels, self.choice.scenario, method)
        return Call(examples.spread_out, *arguments, RELEASES).cached()

    def release(self, method: str) -> Call[examples.OneRelease]:
        """Draw one release, and predict the test records by it."""
        lam = self.sweep.attribute("verdict").attribute("nonprivate_lam")
        arguments = (self.prepared, self.levels, self.choice.scenario, method, lam)
        return Call(examples.one_release, *arguments).cached()

    def misses(self, method: str) -> Call[Outcomes]:
        """Simulate the typical errors of twenty releases."""
        arguments = (self.prepared, self.levels, self.choice.scenario, method)
        waiting = "Simulating …" * (method in examples.FEWER_DRAWS)  # all others take no time
        return Call(examples.typical_misses, *arguments).cached(waiting)

    def distances(self) -> Call[Distances]:
        """See `distances_to_truth`; only for records with a known truth."""
        return Call(distances_to_truth, self.prepared, self.levels, self.choice.scenario).cached()


def leaks() -> Call[tuple[SamplingLeak, ...]]:
    """See `sampling_leaks`."""
    return Call(sampling_leaks).cached()


def _patience() -> Callable[[], bool]:
    end = time.monotonic() + PATIENCE
    return lambda: time.monotonic() < end
