"""How the results behind the figures are computed, in steps that readers can take away.

These are the calls of `cached.py`, `cached_features.py`, `cached_ridge.py` and
`cached_odometer.py`, without the caches.
"""

from __future__ import annotations

import functools
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from hetdp_core import datasets, experiments, features
from hetdp_core.accounting.odometer_course import OdometerCourse, odometer_course
from hetdp_core.accounting.odometer_traces import whole_traces
from hetdp_core.accounting.stepping import Walk, walk
from hetdp_core.datasets import Dataset
from hetdp_core.features.releases import repeated_least_squares
from hetdp_core.mean import relaxing
from hetdp_core.mean.column import estimate_column
from hetdp_core.mean.comparison import check_by_simulation, compare
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.recipes import Call, Given, Step
from hetdp_core.ridge.exploration import RidgeScenario, explore
from hetdp_core.ridge.improvements import improvements
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.tables import declare, read_table
from hetdp_core.uploads import UploadedLevels
from pages.shared import cached_features, data_source, own_table
from pages.shared.background import BackgroundSweep


def random(seed: int) -> Step:
    """A fresh generator of random numbers."""
    return Call(np.random.default_rng, seed).named("rng")


def readers_file(name: str, what: str) -> Step:
    """The bytes of a file that only the reader has."""
    path = Call(Path, name).named("path").noted(f"{what}: put the path of your file here.")
    return path.method("read_bytes")


def dataset(key: str) -> Step:
    """A shipped dataset, or the reader's own table."""
    own = own_table.own_dataset()
    if own is None or own.info.key != key:
        return Call(datasets.load, key).named("dataset")
    return _own(own)


def _own(own: Dataset) -> Step:
    raw = Call(read_table, readers_file("your-table.csv", "Your own table"))
    return Given(own, Call(declare, raw, own.info.columns).named("dataset"))


# --- users and the mean -------------------------------------------------------------------


def settings(profile: ProfileSettings) -> ProfileSettings | Step:
    """The settings of a profile; levels from a file are read from the file."""
    if profile.uploaded is None:
        return profile
    content = readers_file("your-levels.csv", "Your own levels")
    levels = Given(profile.uploaded, Call(UploadedLevels.from_csv, content))
    given: dict[str, Any] = {one.name: getattr(profile, one.name) for one in fields(profile)}
    return Call(ProfileSettings, **{**given, "uploaded": levels})


def profile(asked: ProfileSettings) -> Step:
    """Who asks for how much."""
    return Call(make_profile, settings(asked)).named("profile")


def levels(asked: ProfileSettings, rows: int, seed: int) -> Step:
    """(rows,) who asks for what: the profile, dealt out by chance."""
    return profile(asked).method("resized", rows).method("assigned", random(seed)).named("levels")


def saturation(asked: ProfileSettings) -> Step:
    """See `cached.sweep`."""
    return Call(saturation_sweep, settings(asked))


def error_curve(asked: ProfileSettings) -> Step:
    """See `cached.error_curve`."""
    given = settings(asked)
    return Call(relaxing.error_curve, given, Call(saturation_sweep, given))


def comparison(asked: ProfileSettings, variance: float) -> Step:
    """See `cached.comparison`."""
    return Call(compare, profile(asked).attribute("epsilon"), variance).named("comparison")


def simulation(compared: Step, trials: int, seed: int) -> Step:
    """See `cached.simulation`."""
    return Call(check_by_simulation, compared, trials, random(seed)).named("checks")


def column_estimate(asked: ProfileSettings, key: str, column: str, outside: str, seed: int) -> Step:
    """See `cached.column_estimate`."""
    values = dataset(key).method("values", column).named("column").attribute("values")
    bounds = data_source.info(key).column(column).bounds
    return Call(estimate_column, values, bounds, profile(asked), rng=random(seed), outside=outside)


# --- features -----------------------------------------------------------------------------


def feature_table(key: str, columns: tuple[str, ...]) -> Step:
    """See `cached_features.table`."""
    return Call(features.feature_table, dataset(key), columns)


def binned(key: str, columns: tuple[str, ...], bins: int) -> Step:
    """Columns cut into bins."""
    values = feature_table(key, columns).attribute("values")
    cells = Call(features.binned, values, bins)
    return Call(pd.DataFrame, cells, columns=list(columns)).named("cells")


def correlation(key: str, columns: tuple[str, ...], bins: int) -> Step:
    """See `cached_features.correlation`."""
    return Call(features.total_variation, binned(key, columns, bins)).named("correlation")


def null(key: str, columns: tuple[str, ...], bins: int, seed: int) -> Step:
    """See `cached_features.null`."""
    shuffles = cached_features.NULL_SHUFFLES
    cells = binned(key, columns, bins)
    return Call(features.permutation_null, cells, shuffles, rng=random(seed)).named("null")


def on_dataset(
    key: str, columns: tuple[str, ...], delta: tuple[float, ...], epsilon: float, q: Step
) -> Step:
    """See `cached_features.on_dataset`."""
    found = feature_table(key, columns)
    return Call(
        features.compare_rules,
        delta,
        epsilon,
        q,
        Call(len, found.attribute("values")).named("people"),
        mean=found.attribute("mean"),
        second_moment=found.attribute("second_moment"),
    )


def least_squares(
    key: str,
    columns: tuple[str, ...],
    delta: tuple[float, ...],
    epsilon: float,
    q: float,
    radius: float,
    seed: int,
) -> Step:
    """See `cached_features.least_squares`."""
    values = feature_table(key, columns).attribute("values")
    releases = cached_features.RELEASES
    return Call(
        repeated_least_squares, values, delta, epsilon, q, radius, releases, rng=random(seed)
    )


# --- ridge regression ---------------------------------------------------------------------


class Regression:
    """Steps to a regression problem and to who asks for what in it."""

    def __init__(self, records: Records, asked: ProfileSettings) -> None:
        self.records, self.settings = records, settings(asked)
        self.dataset = None if records.settings is None else dataset(records.dataset)
        self.prepared = Call(prepare, records, self.dataset).named("prepared")
        self.problem = self.prepared.attribute("problem")
        self.names = self.prepared.attribute("names")
        rows = self.problem.attribute("training").attribute("rows")
        resized = Call(make_profile, self.settings).named("profile").method("resized", rows)
        self.levels = (
            resized.named("resized").method("assigned", random(asked.seed)).named("levels")
        )

    def sweep(self, scenario: RidgeScenario) -> Step:
        """See `cached_ridge.sweep`."""
        return Call(explore, self.problem, self.levels, scenario).named("course")

    def ladder(self) -> Step:
        """See `cached_ridge.ladder`."""
        anew = Call(functools.partial, prepare, dataset=self.dataset).named("prepare")
        return Call(improvements, self.records, anew, self.levels).named("steps")


# --- accounting ---------------------------------------------------------------------------


def odometer(course: OdometerCourse) -> Step:
    """Streams computed to their ends, by their seed, and looked at with the present budget."""
    scenario, runs = course.scenario, course.runs
    note = "" if scenario.at_once else "Whole streams, one after the other: may take minutes."
    if course.complete < runs:
        note += f" When this was saved, {course.complete} of these {runs} had come to their end."
    traces = Call(whole_traces, scenario, tuple(range(runs))).named("traces").noted(note)
    return Call(odometer_course, scenario, traces, course.budget).named("course")


def conversation(talk: Walk) -> Step:
    """See `cached_odometer.conversation`."""
    return Call(walk, talk.settings, talk.outputs).named("talk")


# --- experiments --------------------------------------------------------------------------


def named_sweep(run: BackgroundSweep) -> Step:
    """A named sweep, run to its end."""
    found = Call(experiments.sweep, run.sweep.key).named("sweep")
    losses = Call(experiments.run, found, run.trials, run.seed).named("losses")
    return Call(experiments.summary, losses.noted("All of the sweep: may take minutes."))
