"""Results about ridge regression: the steps that compute them."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.computation import Call, Computation
from hetdp_core.profiles import PrivacyProfile, make_profile
from hetdp_core.ridge import example_releases as examples
from hetdp_core.ridge.accuracy import Distances, distances_to_truth
from hetdp_core.ridge.decision import Decision, decide
from hetdp_core.ridge.dependence import Dependence, depends_on
from hetdp_core.ridge.improvements import Improvement, improvements
from hetdp_core.ridge.records import RecordLevels, dealt, prepare, record_levels
from hetdp_core.ridge.sampling_privacy_loss import SamplingLeak, sampling_leaks
from hetdp_core.ridge.sweep import RidgeScenario, RidgeSweep, loss_sweep
from hetdp_core.ridge.target import error_target
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
from hetdp_core.target.answer import Answer
from hetdp_core.validate import FloatArray
from pages.inside.ridge.controls import RidgeChoice
from pages.shared.kept import once
from pages.shared.patience import search_patience
from pages.shared.tables import data_source
from pages.shared.users import random, settings

RELEASES = 500
"""Releases drawn to show how coefficients scatter."""

PATIENCE = 5.0
"""Seconds after which no further value of what the losses depend on is begun."""


def at_first_stop(scenario: RidgeScenario) -> RidgeScenario:
    """Return the scenario with λ at its first stop, so that all stops share one cache entry."""
    stops = scenario.stops
    return replace(scenario, lam=float(stops[0])) if scenario.lam in stops else scenario


class Regression:
    """Steps to the regression problem that is chosen, to who asks for what in it, and on."""

    def __init__(self, choice: RidgeChoice) -> None:
        self.choice, self.settings = choice, settings(choice.profile)
        records, column = choice.records, choice.levels_column
        self.dataset = None if records.settings is None else data_source.step(records.dataset)
        self.prepared = Call(prepare, records, self.dataset).named("prepared").kept()
        self.problem = self.prepared.attribute("problem")
        self.titles: Computation[tuple[str, ...]] = self.prepared.attribute("titles")
        self.own: Computation[RecordLevels] | None = None
        levels: Computation[FloatArray]
        if self.dataset is not None and column:
            own = Call(record_levels, self.dataset, column, self.prepared)
            self.own = own.named("record_levels").kept()
            levels = self.own.attribute("training")
        else:
            rows = self.problem.attribute("rows")
            levels = Call(dealt, self._profile(), rows, choice.profile.seed)
        self.levels = levels.named("levels").kept()

    def _profile(self) -> Computation[PrivacyProfile]:
        return Call(make_profile, self.settings).named("profile")

    @once
    def sweep(self) -> Computation[RidgeSweep]:
        """See `loss_sweep`; the same for all stops of λ."""
        arguments = (self.problem, self.levels, at_first_stop(self.choice.scenario))
        return Call(loss_sweep, *arguments).named("losses").kept()

    @once
    def decision(self) -> Computation[Decision]:
        """See `decide`; for a user's own table λ comes from public numbers."""
        choice = "public" if data_source.is_own(self.choice.records.dataset) else "hindsight"
        return Call(decide, self.prepared, self.levels, self.sweep(), choice).kept()

    def verdict_plan(self) -> Computation[VerdictPlan]:
        """See `plan_verdict`."""
        noise = self.choice.scenario.calibration
        arguments = (self.problem, self.levels, self._test_levels(), noise)
        return Call(plan_verdict, *arguments).named("plan").kept()

    def _test_levels(self) -> Computation[FloatArray]:
        """Return what test records ask for: their own levels, or those of the same profile."""
        if self.own:
            return self.own.attribute("test").named("test_levels")
        rows, seed = self.problem.attribute("y_test").attribute("size"), self.choice.profile.seed
        return Call(levels_of_test_records, self._profile(), rows, seed).named("test_levels")

    def private_verdict(self) -> Computation[PrivateVerdict]:
        """See `release_verdict`."""
        noise = random(self.choice.scenario.seed)
        return Call(release_verdict, self.problem, self.verdict_plan(), noise).kept()

    def verdict_accuracy(self) -> Computation[VerdictAccuracy]:
        """See `verdict_accuracy`."""
        splits = Call(affordable_splits, self.problem)
        noise = random(self.choice.scenario.seed)
        arguments = (self.problem, self.verdict_plan(), splits, noise)
        own = {"test_levels": self._test_levels()} if self.own else {}
        return Call(verdict_accuracy, *arguments, **own).kept("Splitting anew …")

    def dependence(self, parameter: str) -> Computation[Dependence]:
        """See `depends_on`; on a page it ends when patience does."""
        arguments = (self.choice.records, self.prepared, self.settings, self.choice.scenario)
        varied = Call(depends_on, parameter, *arguments, **self._own_levels())
        return varied.when_run(on_time=_patience).kept("Computing …")

    def target(self, unknown: str, wanted: float) -> Computation[Answer]:
        """See `error_target`."""
        arguments = (self.problem, self.settings, self.choice.scenario, unknown, wanted)
        answer = Call(error_target, *arguments, **self._own_levels())
        return answer.ended_by(stop=search_patience).kept("Searching …")

    def _own_levels(self) -> dict[str, Computation[FloatArray]]:
        """Return what else to hand to whom a profile is given, where it has no part in this."""
        return {"levels": self.levels} if self.own else {}

    def ladder(self) -> Computation[tuple[Improvement, ...]]:
        """See `improvements`."""
        anew = Call(functools.partial, prepare, dataset=self.dataset).named("prepare")
        return Call(improvements, self.choice.records, anew, self.levels).named("steps").kept()

    def coefficients(self, method: str) -> Computation[examples.ReleasedCoefficients]:
        """Draw many releases of one method."""
        arguments = (self.problem, self.levels, self.choice.scenario, method)
        return Call(examples.spread_out, *arguments, RELEASES).kept()

    def release(self, method: str) -> Computation[examples.OneRelease]:
        """Draw one release, and predict the test records by it."""
        arguments = (self.prepared, self.levels, self.choice.scenario, method)
        return Call(examples.one_release, *arguments).kept()

    @once
    def misses(self, method: str) -> Computation[examples.TypicalMisses]:
        """Simulate how far twenty releases typically miss."""
        arguments = (self.prepared, self.levels, self.choice.scenario, method)
        waiting = (
            "Simulating …" if method in examples.FEWER_DRAWS else ""
        )  # all others take no time
        return Call(examples.typical_misses, *arguments).named("misses").kept(waiting)

    def distances(self) -> Computation[Distances]:
        """See `distances_to_truth`; only for records with a known truth."""
        return Call(distances_to_truth, self.prepared, self.levels, self.choice.scenario).kept()


@once
def regression(choice: RidgeChoice) -> Regression:
    """Return the steps for a choice: one object in a run, so that what it describes is, too."""
    return Regression(choice)


def leaks() -> Computation[tuple[SamplingLeak, ...]]:
    """See `sampling_leaks`."""
    return Call(sampling_leaks).kept()


def _patience() -> Callable[[], bool]:
    end = time.monotonic() + PATIENCE
    return lambda: time.monotonic() < end
