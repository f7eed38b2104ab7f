"""Results about ridge regression: the steps that compute them."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

from hetdp_core.computation import Call, Computation
from hetdp_core.profiles import make_profile
from hetdp_core.ridge import shown_releases
from hetdp_core.ridge.dependence import Dependence, depends_on
from hetdp_core.ridge.exploration import RidgeSweep, explore
from hetdp_core.ridge.improvements import Improvement, improvements
from hetdp_core.ridge.records import prepare
from hetdp_core.ridge.sampling_leak import SamplingLeak, sampling_leaks
from hetdp_core.ridge.target import error_target
from hetdp_core.ridge.truth import Distances, distances_to_truth
from hetdp_core.target.answer import Answer
from pages.inside.ridge.controls import RidgeChoice
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
        rows = self.problem.attribute("training").attribute("rows")
        resized = Call(make_profile, self.settings).named("profile").method("resized", rows)
        dealt = resized.named("resized").method("assigned", random(choice.profile.seed))
        self.levels = dealt.named("levels").kept()

    def sweep(self) -> Computation[RidgeSweep]:
        """See `explore`."""
        return Call(explore, self.problem, self.levels, self.choice.scenario).named("course").kept()

    def dependence(self, parameter: str) -> Computation[Dependence]:
        """See `depends_on`; on a page it ends when patience does."""
        asked = (self.choice.records, self.prepared, self.settings, self.choice.scenario)
        return Call(depends_on, parameter, *asked).when_run(on_time=_patience).kept("Computing …")

    def target(self, unknown: str, wanted: float) -> Computation[Answer]:
        """See `error_target`."""
        asked = (self.problem, self.settings, self.choice.scenario, unknown, wanted)
        return Call(error_target, *asked).kept("Searching …")

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

    def distances(self) -> Computation[Distances]:
        """See `distances_to_truth`; only for records with a known truth."""
        return Call(distances_to_truth, self.prepared, self.levels, self.choice.scenario).kept()


def leaks() -> Computation[tuple[SamplingLeak, ...]]:
    """See `sampling_leaks`."""
    return Call(sampling_leaks).kept()


def _patience() -> Callable[[], bool]:
    end = time.monotonic() + PATIENCE
    return lambda: time.monotonic() < end
