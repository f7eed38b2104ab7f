"""Results about ridge regression."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.recipes import Call, Step
from hetdp_core.ridge.dependence import depends_on
from hetdp_core.ridge.exploration import RidgeScenario, explore
from hetdp_core.ridge.improvements import improvements
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.sampling_leak import sampling_leaks
from hetdp_core.ridge.shown_releases import one_release, spread_out
from hetdp_core.ridge.truth import distances_to_truth
from pages.shared import data_source
from pages.shared.results import random, settings

RELEASES = 500
"""Releases drawn to show how coefficients scatter."""

PATIENCE = 5.0
"""Seconds after which no further value of what the losses depend on is begun."""


class Regression:
    """Steps to a regression problem, to who asks for what in it, and to what comes of that."""

    def __init__(self, records: Records, asked: ProfileSettings) -> None:
        self.records, self.settings = records, settings(asked)
        self.dataset = None if records.settings is None else data_source.step(records.dataset)
        self.prepared = Call(prepare, records, self.dataset).named("prepared").kept()
        self.problem = self.prepared.attribute("problem")
        self.titles = self.prepared.attribute("titles")
        rows = self.problem.attribute("training").attribute("rows")
        resized = Call(make_profile, self.settings).named("profile").method("resized", rows)
        dealt = resized.named("resized").method("assigned", random(asked.seed))
        self.levels = dealt.named("levels").kept()

    def sweep(self, scenario: RidgeScenario) -> Step:
        """See `explore`."""
        return Call(explore, self.problem, self.levels, scenario).named("course").kept()

    def dependence(self, parameter: str, scenario: RidgeScenario) -> Step:
        """See `depends_on`; on a page it ends when patience does."""
        asked = (parameter, self.records, self.prepared, self.settings, scenario)
        return Call(depends_on, *asked).when_run(on_time=_patience).kept("Computing …")

    def ladder(self) -> Step:
        """See `improvements`."""
        anew = Call(functools.partial, prepare, dataset=self.dataset).named("prepare")
        return Call(improvements, self.records, anew, self.levels).named("steps").kept()

    def coefficients(self, scenario: RidgeScenario, method: str) -> Step:
        """Many releases of one method."""
        return Call(spread_out, self.problem, self.levels, scenario, method, RELEASES).kept()

    def release(self, scenario: RidgeScenario, method: str) -> Step:
        """One release, and what it predicts for the test records."""
        return Call(one_release, self.prepared, self.levels, scenario, method).kept()

    def distances(self, scenario: RidgeScenario) -> Step:
        """See `distances_to_truth`; only for records with a known truth."""
        return Call(distances_to_truth, self.prepared, self.levels, scenario).kept()


def leaks() -> Step:
    """See `sampling_leaks`."""
    return Call(sampling_leaks).kept()


def _patience() -> Callable[[], bool]:
    end = time.monotonic() + PATIENCE
    return lambda: time.monotonic() < end
