"""Results about ridge regression: the steps that compute them."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace

from hetdp_core.computation import Call, Computation
from hetdp_core.profiles import make_profile
from hetdp_core.ridge import shown_releases
from hetdp_core.ridge.decision import Decision, decide
from hetdp_core.ridge.dependence import Dependence, depends_on
from hetdp_core.ridge.exploration import RidgeSweep, explore, stops
from hetdp_core.ridge.improvements import Improvement, improvements
from hetdp_core.ridge.misses import FEWER_DRAWS, TypicalMisses, typical_misses
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.realised import SamplingLeak, sampling_leaks
from hetdp_core.ridge.records import AskedLevels, levels_of_records, prepare
from hetdp_core.ridge.target import error_target
from hetdp_core.ridge.truth import Distances, distances_to_truth
from hetdp_core.ridge.verdict import (
    PrivateVerdict,
    VerdictPlan,
    levels_of_test_records,
    plan_verdict,
    release_verdict,
)
from hetdp_core.ridge.verdict_accuracy import VerdictAccuracy, affordable_splits, verdict_accuracy
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


class Regression:
    """Steps to the regression problem that is chosen, to who asks for what in it, and on."""

    def __init__(self, choice: RidgeChoice) -> None:
        self.choice, self.settings = choice, settings(choice.profile)
        records = choice.records
        self.dataset = None if records.settings is None else data_source.step(records.dataset)
        self.prepared = Call(prepare, records, self.dataset).named("prepared").kept()
        self.problem = self.prepared.attribute("problem")
        self.titles: Computation[tuple[str, ...]] = self.prepared.attribute("titles")
        self.asked = self._asked()
        own = self.asked.attribute("training") if self.asked else self._dealt()
        self.levels: Computation[FloatArray] = own.named("levels").kept()

    def _asked(self) -> Computation[AskedLevels] | None:
        """Return the levels that go with the records; None where the profile's are dealt out."""
        column = self.choice.levels_column
        if self.dataset is None or not column:
            return None
        return Call(levels_of_records, self.dataset, column, self.prepared).named("asked").kept()

    def _dealt(self) -> Computation[FloatArray]:
        rows = self.problem.attribute("training").attribute("rows")
        resized = Call(make_profile, self.settings).named("profile").method("resized", rows)
        return resized.named("resized").method("assigned", random(self.choice.profile.seed))

    @once
    def course(self) -> Computation[RidgeSweep]:
        """See `explore`; the same for all stops of λ."""
        asked, known = self.choice.scenario, stops(self.choice.scenario)
        first = replace(asked, lam=float(known[0])) if asked.lam in known else asked
        return Call(explore, self.problem, self.levels, first).named("course").kept()

    @once
    def sweep(self) -> Computation[RidgeSweep]:
        """Return it with the present λ as the present place."""
        return self.course().method("at", self.choice.scenario.lam)

    @once
    def decision(self) -> Computation[Decision]:
        """See `decide`; for a user's own table λ comes from public numbers."""
        choice = "public" if data_source.is_own(self.choice.records.dataset) else "hindsight"
        return Call(decide, self.prepared, self.levels, self.course(), choice).kept()

    def verdict_plan(self) -> Computation[VerdictPlan]:
        """See `plan_verdict`."""
        tests = self._test_levels().named("test_levels")
        noise = Call(Calibration, self.choice.scenario.noise, self.choice.scenario.theta_bound)
        return Call(plan_verdict, self.problem, self.levels, tests, noise).named("plan").kept()

    def _test_levels(self) -> Computation[FloatArray]:
        """Return what test records ask for: their own levels, or those of the same profile."""
        if self.asked:
            return self.asked.attribute("test")
        rows = self.problem.attribute("y_test").attribute("size")
        profile = Call(make_profile, self.settings).named("profile")
        return Call(levels_of_test_records, profile, rows, self.choice.profile.seed)

    def private_verdict(self) -> Computation[PrivateVerdict]:
        """See `release_verdict`."""
        noise = random(self.choice.scenario.seed)
        return Call(release_verdict, self.problem, self.verdict_plan(), noise).kept()

    def verdict_accuracy(self) -> Computation[VerdictAccuracy]:
        """See `verdict_accuracy`."""
        splits = Call(affordable_splits, self.problem)
        noise = random(self.choice.scenario.seed)
        asked = (self.problem, self.verdict_plan(), splits, noise)
        own = {"test_levels": self._test_levels().named("test_levels")} if self.asked else {}
        return Call(verdict_accuracy, *asked, **own).kept("Splitting anew …")

    def dependence(self, parameter: str) -> Computation[Dependence]:
        """See `depends_on`; on a page it ends when patience does."""
        asked = (self.choice.records, self.prepared, self.settings, self.choice.scenario)
        varied = Call(depends_on, parameter, *asked, **self._own_levels())
        return varied.when_run(on_time=_patience).kept("Computing …")

    def target(self, unknown: str, wanted: float) -> Computation[Answer]:
        """See `error_target`."""
        asked = (self.problem, self.settings, self.choice.scenario, unknown, wanted)
        found = Call(error_target, *asked, **self._own_levels())
        return found.ended_by(stop=search_patience).kept("Searching …")

    def _own_levels(self) -> dict[str, Computation[FloatArray]]:
        """Return what else to hand to whom a profile is given, where it has no part in this."""
        return {"levels": self.levels} if self.asked else {}

    def ladder(self) -> Computation[tuple[Improvement, ...]]:
        """See `improvements`."""
        anew = Call(functools.partial, prepare, dataset=self.dataset).named("prepare")
        return Call(improvements, self.choice.records, anew, self.levels).named("steps").kept()

    def coefficients(self, method: str) -> Computation[shown_releases.ReleasedCoefficients]:
        """Draw many releases of one method."""
        asked = (self.problem, self.levels, self.choice.scenario, method)
        return Call(shown_releases.spread_out, *asked, RELEASES).kept()

    def release(self, method: str) -> Computation[shown_releases.OneRelease]:
        """Draw one release, and predict the test records by it."""
        asked = (self.prepared, self.levels, self.choice.scenario, method)
        return Call(shown_releases.one_release, *asked).kept()

    @once
    def misses(self, method: str) -> Computation[TypicalMisses]:
        """Simulate how far twenty releases typically miss."""
        asked = (self.prepared, self.levels, self.choice.scenario, method)
        waiting = "Simulating …" if method in FEWER_DRAWS else ""  # all others take no time
        return Call(typical_misses, *asked).named("misses").kept(waiting)

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
