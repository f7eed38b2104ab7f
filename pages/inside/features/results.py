"""Results about features that ask for different levels."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from hetdp_core import features
from hetdp_core.features import FeatureScenario
from hetdp_core.features.bound_course import bound_course
from hetdp_core.features.convex_program import compare_routes
from hetdp_core.features.ideas import copies_course, region_course
from hetdp_core.features.releases import repeated_least_squares
from hetdp_core.recipes import Call, Step
from pages.shared import data_source
from pages.shared.results import random

BINS = 4
"""Most bins of a column that people report."""

NULL_SHUFFLES = 20
"""Shuffles behind the permutation null."""

REGION_DELTA = 0.5
"""Level whose region of error rates is drawn first."""

RELEASES = 40
"""Private fits whose spread is shown."""


def sweep(scenario: FeatureScenario) -> Step:
    """See `correlation_sweep`."""
    return Call(features.correlation_sweep, scenario).kept()


def printed(scenario: FeatureScenario) -> Step:
    """The same with the radius as printed."""
    return sweep(replace(scenario, as_printed=True))


def unbiased(scenario: FeatureScenario) -> Step:
    """The same with the unbiased radius."""
    return sweep(replace(scenario, as_printed=False))


def bounds(scenario: FeatureScenario) -> Step:
    """See `bound_course`."""
    return Call(bound_course, scenario).kept()


def routes(scenario: FeatureScenario) -> Step:
    """Mechanism 1 beside separate Laplace reports."""
    asked = (scenario.delta, scenario.epsilon, scenario.q, scenario.n)
    return Call(compare_routes, *asked).kept("Solving …")


def table(key: str, columns: tuple[str, ...]) -> Step:
    """Columns of a table on [-1, 1]."""
    return Call(features.feature_table, data_source.step(key), columns).named("table").kept()


def reported(key: str, columns: tuple[str, ...]) -> Step:
    """What people report of these columns: bins, so that q can be measured on it."""
    return table(key, columns).method("binned", BINS).named("reported").kept()


def correlation(key: str, columns: tuple[str, ...]) -> Step:
    """Measured q of what is reported of these columns."""
    found = Call(features.total_variation, _frame(key, columns)).named("correlation")
    return found.kept("Measuring correlation …")


def null(key: str, columns: tuple[str, ...], seed: int) -> Step:
    """What q would look like without any dependence."""
    cells = _frame(key, columns)
    shuffled = Call(features.permutation_null, cells, NULL_SHUFFLES, rng=random(seed))
    return shuffled.named("null").kept("Shuffling rows …")


def _frame(key: str, columns: tuple[str, ...]) -> Step:
    values = reported(key, columns).attribute("values")
    return Call(pd.DataFrame, values, columns=list(columns)).named("cells")


def on_dataset(
    key: str, columns: tuple[str, ...], delta: tuple[float, ...], epsilon: float, q: Step | float
) -> Step:
    """All rules on what is reported of a table, at one bound q."""
    found = reported(key, columns)
    rules = Call(
        features.compare_rules,
        delta,
        epsilon,
        q,
        Call(len, found.attribute("values")).named("people"),
        mean=found.attribute("mean"),
        second_moment=found.attribute("second_moment"),
    )
    return rules.kept()


def least_squares(
    key: str,
    columns: tuple[str, ...],
    delta: tuple[float, ...],
    epsilon: float,
    q: Step,
    radius: float,
    seed: int,
) -> Step:
    """Repeated private fits of the last column from the others, as they are reported."""
    values = reported(key, columns).attribute("values")
    asked = (delta, epsilon, q, radius, RELEASES)
    fits = Call(repeated_least_squares, values, *asked, rng=random(seed))
    return fits.kept("Fitting privately …")


def regions(level: float = REGION_DELTA) -> Step:
    """Theorem 1's region along δ."""
    return Call(region_course, level).kept()


def copies() -> Step:
    """Example 2 along the number of reports."""
    return Call(copies_course).kept()
