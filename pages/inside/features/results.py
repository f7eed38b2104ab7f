"""Results about features that ask for different levels: the steps that compute them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from hetdp_core import features
from hetdp_core.calls import Call
from hetdp_core.features import FeatureScenario
from hetdp_core.features.convex_program import RouteComparison, compare_routes
from hetdp_core.features.notions import (
    CopiesSweep,
    RegionSweep,
    copies_sweep,
    region_sweep,
)
from hetdp_core.features.regression import (
    Releases,
    affordable_releases,
    repeated_least_squares,
)
from hetdp_core.features.sweep import stops
from hetdp_core.features.user_types.sweep import (
    Check,
    TypesScenario,
    TypesSweep,
    checked,
    types_sweep,
)
from hetdp_core.features.user_types.sweep import stops as type_stops
from hetdp_core.features.what_it_takes import miss_target
from hetdp_core.target_search import Answer
from hetdp_core.validate import FloatArray
from pages.shared.limits import search_patience
from pages.shared.tables import own_table

BINS = 4
"""Most bins of a column that people report."""

NULL_SHUFFLES = 20
"""Shuffles behind the permutation null."""

RELEASES = 40
"""Private fits whose spread is shown."""


def sweep(scenario: FeatureScenario) -> Call[features.CorrelationSweep]:
    """Return the errors of the three rules along q, the same for all of its stops."""
    first = replace(scenario, q=0.0) if scenario.q in stops(scenario) else scenario
    return Call(features.correlation_sweep, first).cached()


def target(
    scenario: FeatureScenario, unknown: str, wanted: float, others_follow: bool
) -> Call[Answer]:
    """Return what one unknown takes for a typical error of the optimised budgets."""
    settings = (scenario, unknown, wanted, others_follow)
    search = Call(miss_target, *settings).ended_by(stop=search_patience)
    return search.cached("Searching …")


def routes(scenario: FeatureScenario) -> Call[RouteComparison]:
    """Return the error of Mechanism 1 beside that of separate Laplace reports."""
    settings = (scenario.delta, scenario.epsilon, scenario.q, scenario.n)
    return Call(compare_routes, *settings).cached("Solving …")


def allocation(scenario: FeatureScenario, rule: str) -> Call[features.Allocation]:
    return Call(features.CorrelationSweep.allocation, sweep(scenario), rule, scenario.q)


def table(key: str, columns: tuple[str, ...]) -> Call[features.FeatureTable]:
    """Return columns of a table on [-1, 1]."""
    return Call(features.feature_table, own_table.dataset(key), columns).cached()


def reported(key: str, columns: tuple[str, ...]) -> Call[features.FeatureTable]:
    """Return what people report of these columns: bins, so that q can be measured on it."""
    return Call(features.FeatureTable.binned, table(key, columns), BINS).cached()


def correlation(key: str, columns: tuple[str, ...]) -> Call[features.Correlation]:
    """Measure q on what is reported of these columns."""
    measured = Call(features.total_variation, _frame(key, columns))
    return measured.cached("Measuring correlation …")


def largest_q(key: str, columns: tuple[str, ...], sensitive: tuple[str, ...]) -> Call[float]:
    """Return the largest q of the sensitive columns; of all, where none is."""
    places = tuple(map(columns.index, sensitive or columns))
    return Call(features.Correlation.largest, correlation(key, columns), places)


def null(key: str, columns: tuple[str, ...], seed: int) -> Call[FloatArray]:
    """Measure q on shuffled rows, where nothing depends on anything."""
    cells = _frame(key, columns)
    rng = Call(np.random.default_rng, seed)
    shuffled = Call(features.permutation_null, cells, NULL_SHUFFLES, rng=rng)
    return shuffled.cached("Shuffling rows …")


def _frame(key: str, columns: tuple[str, ...]) -> Call[pd.DataFrame]:
    values = reported(key, columns).attribute("values")
    return Call(pd.DataFrame, values, columns=list(columns))


def on_dataset(
    scenario: FeatureScenario, key: str, columns: tuple[str, ...], sensitive: tuple[str, ...]
) -> Call[features.RuleComparison]:
    """Compare all rules on what is reported of a table, at the largest q of sensitive columns."""
    values = reported(key, columns)
    rules = Call(
        features.compare_rules,
        _delta(scenario, columns, sensitive),
        scenario.epsilon,
        largest_q(key, columns, sensitive),
        Call(len, values.attribute("values")),
        second_moment=values.attribute("second_moment"),
    )
    return rules.cached()


def pays_off_up_to(
    scenario: FeatureScenario, key: str, columns: tuple[str, ...], sensitive: tuple[str, ...]
) -> Call[float | None]:
    """Return the largest q at which separate protection of all columns of a table saves errors."""
    return Call(
        features.pays_off_up_to,
        _delta(scenario, columns, sensitive),
        scenario.epsilon,
        second_moment=reported(key, columns).attribute("second_moment"),
    ).cached()


def least_squares(scenario: FeatureScenario, key: str, columns: tuple[str, ...]) -> Call[Releases]:
    """Fit the last column from the others again and again, with coefficients in the unit ball."""
    values = reported(key, columns).attribute("values")
    high = highly_sensitive(key, columns)
    settings = (
        _delta(scenario, columns, high),
        scenario.epsilon,
        largest_q(key, columns, high),
    )
    rng = Call(np.random.default_rng, scenario.seed)
    times = Call(affordable_releases, values, RELEASES)
    fits = Call(repeated_least_squares, values, *settings, 1.0, times, rng=rng)
    return fits.cached("Fitting privately …")


def highly_sensitive(key: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of these columns the table marks as sensitive."""
    info = own_table.info(key)
    return tuple(name for name in columns if info.column(name).sensitivity == "high")


def _delta(
    scenario: FeatureScenario, columns: tuple[str, ...], sensitive: tuple[str, ...]
) -> tuple[float, ...]:
    """Give sensitive columns the strictest level of the scenario."""
    return features.mixed_delta(columns, sensitive, min(scenario.delta), scenario.epsilon)


def types(scenario: TypesScenario) -> Call[TypesSweep]:
    """Return the errors of several types of users, the same for all stops of the share."""
    first = replace(scenario, percents=(0.0, *scenario.percents[1:]))
    shared = scenario.percents[0] in type_stops(scenario)
    return Call(types_sweep, first if shared else scenario).cached("Searching …")


def types_check(scenario: TypesScenario) -> Call[Check]:
    """Run the mechanism itself at the present share."""
    rng = Call(np.random.default_rng, scenario.scenario.seed)
    check = Call(checked, types(scenario), scenario.percents[0], rng=rng)
    return check.cached("Simulating …")


def regions(level: float) -> Call[RegionSweep]:
    """Return Theorem 1's region along δ, this level among them."""
    return Call(region_sweep, level).cached()


def copies() -> Call[CopiesSweep]:
    """Return Example 2 along the number of reports."""
    return Call(copies_sweep).cached()
