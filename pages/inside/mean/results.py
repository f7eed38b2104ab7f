"""Results about the mean of users who ask for different levels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hetdp_core.computation import Call, Computation
from hetdp_core.figures.mean.people import MOST_DOTS
from hetdp_core.grids import Along
from hetdp_core.mean.cap_tradeoff import CapCurves
from hetdp_core.mean.cap_tradeoff import cap_curves as curves_of_caps
from hetdp_core.mean.certificate import (
    Certificate,
    CertificateScatter,
    certificate_curve,
    certificate_scatter,
)
from hetdp_core.mean.column import (
    ColumnEstimate,
    estimate_column,
    estimate_column_by_levels,
    twenty_estimates,
)
from hetdp_core.mean.comparison import (
    Comparison,
    SimulatedMSE,
    affordable_trials,
    check_by_simulation,
    compare,
)
from hetdp_core.mean.error_curve import ErrorCurve
from hetdp_core.mean.error_curve import error_curve as curve_of_errors
from hetdp_core.mean.estimate import MeanDecision, decide, decide_by_levels
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.several import ColumnCurves, Design, column_stops, several_sweep
from hetdp_core.mean.several import column_curves as curves_of_columns
from hetdp_core.mean.sweep import SaturationSweep, saturation_sweep, stops
from hetdp_core.mean.table_one import TableOneRow, table_one
from hetdp_core.mean.target import error_target
from hetdp_core.mean.worth import Worth
from hetdp_core.mean.worth import worth as worth_of
from hetdp_core.outcomes import Outcomes
from hetdp_core.profiles import ProfileSettings
from hetdp_core.target.answer import Answer
from hetdp_core.validate import FloatArray
from pages.shared import users
from pages.shared.controls.scenario import Scenario
from pages.shared.kept import once, value
from pages.shared.patience import search_patience
from pages.shared.tables import data_source
from pages.shared.users import random

Stops = Callable[[ProfileSettings], FloatArray]

TRIALS = 2_000
"""Data sets simulated for the check on the comparison."""

SCATTER_PROFILES = 250
"""Random profiles in the U/L scatter."""


@once
def at_first_stop(
    settings: ProfileSettings, of: Stops = stops
) -> ProfileSettings | Computation[ProfileSettings]:
    """Return the settings with the main control at its first stop, for all of its stops.

    So they share what is kept.
    """
    first = settings.with_high(settings.lowest_high)
    shared = settings.high in value(Call(of, users.settings(first)).kept())
    return users.settings(first if shared else settings)


@once
def sweep(settings: ProfileSettings) -> Computation[SaturationSweep]:
    """Return ADPM along the profile's main control."""
    return Call(saturation_sweep, at_first_stop(settings)).kept()


@once
def cap_curves(settings: ProfileSettings) -> Computation[CapCurves]:
    """Return noise and sampling error against a cap on everybody's level."""
    return Call(curves_of_caps, at_first_stop(settings), sweep(settings)).kept()


def column_curves(settings: ProfileSettings, design: Design) -> Computation[ColumnCurves]:
    """Return the error of each noise against the number of columns, along the main control."""
    curves = Call(curves_of_columns, at_first_stop(settings, column_stops), design)
    return curves.named("curves").kept("Solving for each number of columns …")


def several(settings: ProfileSettings, design: Design) -> Computation[SaturationSweep]:
    """Return the saturation of a noise for several columns, along the main control."""
    return Call(several_sweep, at_first_stop(settings), design).kept()


@once
def people(settings: ProfileSettings) -> Computation[SaturationSweep]:
    """Return ADPM along the profile's main control, for as many users as are drawn as dots."""
    return Call(saturation_sweep, at_first_stop(settings), MOST_DOTS).named("people").kept()


@once
def error_curve(settings: ProfileSettings) -> Computation[ErrorCurve]:
    """Return worst-case errors along the profile's main control."""
    return Call(curve_of_errors, at_first_stop(settings), sweep(settings)).kept()


def certificates(settings: ProfileSettings) -> Computation[Along[Certificate]]:
    """Return how close ADPM is to the best possible along the profile's main control."""
    return Call(certificate_curve, at_first_stop(settings), sweep(settings)).kept()


def worth(settings: ProfileSettings, shrinking: bool) -> Computation[Worth]:
    """Return what one more user and one step of each group are worth."""
    return Call(worth_of, users.profile(settings), shrinking).named("worth").kept()


def target(settings: ProfileSettings, unknown: str, wanted: float) -> Computation[Answer]:
    """Return what one unknown takes for a worst-case error."""
    search = Call(error_target, users.settings(settings), unknown, wanted)
    return search.ended_by(stop=search_patience).kept("Searching …")


def comparison(settings: ProfileSettings, spread: float) -> Computation[Comparison]:
    """Return the errors of all methods, for data of this share of the largest variance."""
    levels = users.profile(settings).attribute("epsilon")
    return Call(compare, levels, spread * WORST_VARIANCE).named("comparison").kept()


def simulation(
    compared: Computation[Comparison], people: int, seed: int
) -> Computation[dict[str, SimulatedMSE]]:
    """Check a comparison by simulation, with as many trials as this many users allow."""
    trials = affordable_trials(people, TRIALS)
    checks = Call(check_by_simulation, compared, trials, random(seed))
    return checks.named("checks").kept("Simulating …")


def decision(scenario: Scenario) -> Computation[MeanDecision]:
    """Return what a mean of the chosen column is off by, over the profile's users."""
    key, column = scenario.dataset, scenario.column
    chosen = data_source.step(key).method("values", column).named("column").kept()
    values, bounds = chosen.attribute("values"), data_source.info(key).column(column).bounds
    if scenario.levels_column:
        levels = data_source.step(key).method("levels", scenario.levels_column, column)
        return Call(decide_by_levels, values, bounds, levels.named("levels")).kept()
    return Call(decide, users.profile(scenario.profile), values, bounds).kept()


def column_estimate(scenario: Scenario, outside: str) -> Computation[ColumnEstimate]:
    """Return one private estimate on the chosen column.

    Levels go with the rows where a column says them, else the profile's are dealt out.
    """
    key, column = scenario.dataset, scenario.column
    table, bounds = data_source.step(key), data_source.info(key).column(column).bounds
    values = table.method("values", column).named("column").attribute("values")
    chance: dict[str, Any] = {"rng": random(scenario.seed), "outside": outside}
    if not scenario.levels_column:
        return Call(
            estimate_column, values, bounds, users.profile(scenario.profile), **chance
        ).kept()
    levels = table.method("levels", scenario.levels_column, column).named("levels")
    return Call(estimate_column_by_levels, values, bounds, levels, **chance).kept()


def twenty(scenario: Scenario, outside: str) -> Computation[Outcomes]:
    """Return twenty private estimates one might get on the chosen column."""
    estimated = column_estimate(scenario, outside)
    unit = data_source.info(scenario.dataset).column(scenario.column).unit
    return Call(twenty_estimates, estimated, unit, rng=random(scenario.seed)).named("twenty").kept()


def certificate(seed: int) -> Computation[CertificateScatter]:
    """Return U and L for random profiles."""
    scatter = Call(certificate_scatter, SCATTER_PROFILES, random(seed))
    return scatter.kept("Computing lower bounds …")


def printed_table(seed: int, trials: int) -> Computation[list[TableOneRow]]:
    """Return Table I, recomputed."""
    return Call(table_one, seed, trials).kept("Recomputing Table I …")
