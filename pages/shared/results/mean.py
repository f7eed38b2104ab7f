"""Results about the mean of users who ask for different levels."""

from __future__ import annotations

from hetdp_core.mean import relaxing
from hetdp_core.mean.certificate import certificate_scatter
from hetdp_core.mean.column import estimate_column
from hetdp_core.mean.comparison import affordable_trials, check_by_simulation, compare
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.mean.table_one import table_one
from hetdp_core.profiles import ProfileSettings
from hetdp_core.recipes import Call, Step
from pages.shared import data_source
from pages.shared.results import profile, random, settings

TRIALS = 2_000
"""Data sets simulated for the check on the comparison."""

SCATTER_PROFILES = 250
"""Random profiles in the U/L scatter."""


def sweep(asked: ProfileSettings) -> Step:
    """See `saturation_sweep`."""
    return Call(saturation_sweep, settings(asked)).kept()


def error_curve(asked: ProfileSettings) -> Step:
    """See `relaxing.error_curve`."""
    given = settings(asked)
    return Call(relaxing.error_curve, given, Call(saturation_sweep, given).kept()).kept()


def variance_of_spread(spread: float) -> float:
    """Variance of the data, from a share of the largest possible."""
    return spread * WORST_VARIANCE


def comparison(asked: ProfileSettings, variance: float) -> Step:
    """All methods for this profile."""
    return Call(compare, profile(asked).attribute("epsilon"), variance).named("comparison").kept()


def simulation(compared: Step, users: int, seed: int) -> Step:
    """The Monte-Carlo check of a `comparison`, with as many trials as so many users allow."""
    trials = affordable_trials(users, TRIALS)
    checks = Call(check_by_simulation, compared, trials, random(seed))
    return checks.named("checks").kept("Simulating …")


def column_estimate(asked: ProfileSettings, key: str, column: str, outside: str, seed: int) -> Step:
    """ADPM on one column of a table."""
    values = data_source.step(key).method("values", column).named("column").attribute("values")
    bounds = data_source.info(key).column(column).bounds
    estimate = Call(
        estimate_column, values, bounds, profile(asked), rng=random(seed), outside=outside
    )
    return estimate.kept()


def certificate(seed: int) -> Step:
    """U against L for random profiles."""
    scatter = Call(certificate_scatter, SCATTER_PROFILES, random(seed))
    return scatter.kept("Computing lower bounds …")


def printed_table(seed: int, trials: int) -> Step:
    """Table I, recomputed."""
    return Call(table_one, seed, trials).kept("Recomputing Table I …")
