"""Calls into the feature-privacy core that are kept, always bounded."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core import features
from hetdp_core.features import (
    Correlation,
    CorrelationSweep,
    FeatureScenario,
    FeatureTable,
    RuleComparison,
)
from hetdp_core.features.convex_program import RouteComparison, compare_routes
from hetdp_core.features.ideas import (
    CopiesCourse,
    RegionCourse,
    copies_course,
    region_course,
)
from hetdp_core.features.releases import Releases, repeated_least_squares
from hetdp_core.validate import FloatArray
from pages.shared.data_source import dataset, kept_by_table

NULL_SHUFFLES = 20
"""Shuffles behind the permutation null."""

REGION_DELTA = 0.5
"""Level whose region of error rates is drawn first."""

RELEASES = 40
"""Private fits whose spread is shown."""


@st.cache_resource(max_entries=64, show_spinner=False)
def sweep(scenario: FeatureScenario) -> CorrelationSweep:
    """See `correlation_sweep`; shared as it is, because nobody can change it."""
    return features.correlation_sweep(scenario)


def printed(scenario: FeatureScenario) -> CorrelationSweep:
    """The same with the radius as printed."""
    return sweep(replace(scenario, as_printed=True))


def unbiased(scenario: FeatureScenario) -> CorrelationSweep:
    """The same with the unbiased radius."""
    return sweep(replace(scenario, as_printed=False))


@st.cache_data(max_entries=32, show_spinner="Solving …")
def routes(scenario: FeatureScenario) -> RouteComparison:
    """Mechanism 1 beside separate Laplace reports."""
    return compare_routes(scenario.delta, scenario.epsilon, scenario.q, scenario.n)


@kept_by_table(max_entries=16)
def table(key: str, columns: tuple[str, ...]) -> FeatureTable:
    """Columns of a table on [-1, 1]."""
    return features.feature_table(dataset(key), columns)


@kept_by_table(max_entries=16, show_spinner="Measuring correlation …")
def correlation(key: str, columns: tuple[str, ...], bins: int) -> Correlation:
    """Measured q of binned columns."""
    return features.total_variation(_binned(key, columns, bins))


@kept_by_table(max_entries=16, show_spinner="Shuffling rows …")
def null(key: str, columns: tuple[str, ...], bins: int, seed: int) -> FloatArray:
    """What q would look like without any dependence."""
    rng = np.random.default_rng(seed)
    return features.permutation_null(_binned(key, columns, bins), NULL_SHUFFLES, rng=rng)


def _binned(key: str, columns: tuple[str, ...], bins: int) -> pd.DataFrame:
    found = table(key, columns)
    return pd.DataFrame(features.binned(found.values, bins), columns=list(columns))


@kept_by_table(max_entries=32)
def on_dataset(
    key: str, columns: tuple[str, ...], delta: tuple[float, ...], epsilon: float, q: float
) -> RuleComparison:
    """All rules on a table, at one bound q."""
    found = table(key, columns)
    return features.compare_rules(
        delta,
        epsilon,
        q,
        len(found.values),
        mean=found.mean,
        second_moment=found.second_moment,
    )


@kept_by_table(max_entries=16, show_spinner="Fitting privately …")
def least_squares(
    key: str,
    columns: tuple[str, ...],
    delta: tuple[float, ...],
    epsilon: float,
    q: float,
    radius: float,
    seed: int,
) -> Releases:
    """Repeated private fits of the last column from the others."""
    data = table(key, columns).values
    rng = np.random.default_rng(seed)
    return repeated_least_squares(data, delta, epsilon, q, radius, RELEASES, rng=rng)


@st.cache_resource(max_entries=1, show_spinner=False)
def regions() -> RegionCourse:
    """Theorem 1's region along δ."""
    return region_course(REGION_DELTA)


@st.cache_resource(max_entries=1, show_spinner=False)
def copies() -> CopiesCourse:
    """Example 2 along the number of reports."""
    return copies_course()
