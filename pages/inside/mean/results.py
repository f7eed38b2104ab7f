"""Results about the mean of users who ask for different levels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset
from hetdp_core.grids import Along
from hetdp_core.mean.cap_tradeoff import CapCurves
from hetdp_core.mean.cap_tradeoff import cap_curves as curves_of_caps
from hetdp_core.mean.certificate import (
    Certificate,
    certificate_curve,
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
from hetdp_core.mean.estimate import MeanDecision, decide, decide_these
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.saturation import SingleLevel
from hetdp_core.mean.saturation import single_level as single_level_of
from hetdp_core.mean.several import ColumnCurves, Design, column_stops
from hetdp_core.mean.several import column_curves as curves_of_columns
from hetdp_core.mean.sweep import (
    POINTS,
    ErrorCurve,
    SaturationSweep,
    empirical_of,
    saturation_sweep,
    stops,
)
from hetdp_core.mean.sweep import error_curve as curve_of_errors
from hetdp_core.mean.what_it_takes import error_target
from hetdp_core.mean.worth import Worth
from hetdp_core.mean.worth import worth as worth_of
from hetdp_core.numerals import unit_of_errors
from hetdp_core.outcomes import Outcomes
from hetdp_core.profiles import ProfileSettings, capped, finite_range, make_profile
from hetdp_core.target_search import Answer
from hetdp_core.validate import FloatArray
from pages.shared.cache import value
from pages.shared.controls.scenario import Scenario
from pages.shared.limits import search_patience
from pages.shared.tables import own_table

TRIALS = 2_000
"""Data sets simulated for the check on the comparison."""


def at_first_stop(
    settings: ProfileSettings, along: Callable[[ProfileSettings], FloatArray] = stops
) -> ProfileSettings:
    """Return the settings with the main control at its first stop, for all of its stops.

    So they share what is kept.
    """
    first = settings.with_high(settings.lowest_high)
    return first if settings.high in along(first) else settings


def sweep(
    settings: ProfileSettings, everybody: bool = False, points: int = POINTS
) -> Call[SaturationSweep]:
    """Return ADPM along the profile's main control, or the plan about these users only.

    points : most users that are drawn.
    """
    drawn = () if points == POINTS else (points,)
    about = {"solve": empirical_of} if everybody else {}
    return Call(saturation_sweep, at_first_stop(settings), *drawn, **about).cached()


def cap_curves(settings: ProfileSettings, everybody: bool) -> Call[CapCurves]:
    """Return both parts of the error against a cap on everybody's level."""
    first = at_first_stop(settings)
    return Call(curves_of_caps, first, sweep(settings, everybody), everybody).cached()


def column_curves(settings: ProfileSettings, design: Design) -> Call[ColumnCurves]:
    """Return the error of each noise against the number of columns, along the main control."""
    first = at_first_stop(settings, lambda settings: value(Call(column_stops, settings).cached()))
    return Call(curves_of_columns, first, design).cached("Solving for each number of columns …")


def error_curve(settings: ProfileSettings) -> Call[ErrorCurve]:
    """Return worst-case errors along the profile's main control."""
    return Call(curve_of_errors, at_first_stop(settings), sweep(settings)).cached()


def certificates(settings: ProfileSettings) -> Call[Along[Certificate]]:
    """Return how close ADPM is to the best possible along the profile's main control."""
    return Call(certificate_curve, at_first_stop(settings), sweep(settings)).cached()


def worth(settings: ProfileSettings, shrinking: bool) -> Call[Worth]:
    """Return what one more user and one step of each group are worth."""
    return Call(worth_of, Call(make_profile, settings), shrinking).cached()


def single_level(settings: ProfileSettings) -> Call[SingleLevel]:
    """Return the best single level, and how many times the error of personal ones it has."""
    return Call(single_level_of, Call(make_profile, settings)).cached()


def target(
    settings: ProfileSettings, unknown: str, wanted: float, everybody: bool = False
) -> Call[Answer]:
    """Return what one unknown takes for a worst-case error."""
    about = {"plan_of": empirical_of} if everybody else {}
    search = Call(error_target, settings, unknown, wanted, **about).ended_by(stop=search_patience)
    return search.cached("Searching …")


def comparison(settings: ProfileSettings, spread: float) -> Call[Comparison]:
    """Return the errors of all methods, for data of this share of the largest variance."""
    levels = Call(make_profile, settings).attribute("epsilon")
    return Call(compare, levels, spread * WORST_VARIANCE).cached(is_heavy=True)


def simulation(compared: Call[Comparison], people: int, seed: int) -> Call[dict[str, SimulatedMSE]]:
    """Check a comparison by simulation, with as many trials as this many users allow."""
    trials, rng = affordable_trials(people, TRIALS), Call(np.random.default_rng, seed)
    return Call(check_by_simulation, compared, trials, rng).cached("Simulating …")


def decision(scenario: Scenario) -> Call[MeanDecision]:
    """Return what a mean of the chosen column is off by, over the profile's users."""
    values, bounds = _chosen_column(scenario)
    profile = Call(make_profile, scenario.people)
    if not scenario.everybody:
        return Call(decide, profile, values, bounds).cached()
    own = (_own_levels(scenario),) if scenario.levels_column else ()
    return Call(decide_these, profile, values, bounds, *own).cached()


def column_estimate(scenario: Scenario, outside: str) -> Call[ColumnEstimate]:
    """Return one private estimate on the chosen column, about the people that the switch names.

    Levels go with the rows where a column says them, else the profile's are assigned at random.
    """
    values, bounds = _chosen_column(scenario)
    make: Callable[..., ColumnEstimate] = estimate_column
    levels: Call[Any] = Call(make_profile, scenario.people)
    if scenario.levels_column:
        make, levels = estimate_column_by_levels, _own_levels(scenario)
    rng = Call(np.random.default_rng, scenario.seed)
    about = {"everybody": True} if scenario.everybody else {}
    return Call(make, values, bounds, levels, rng=rng, outside=outside, **about).cached()


def _chosen_column(scenario: Scenario) -> tuple[Call[FloatArray], tuple[float, float] | None]:
    """Return the values of the chosen column and its bounds; of a share both are in percent.

    Of the user's own people all count, as they do in a release.
    """
    table, column = own_table.dataset(scenario.dataset), scenario.column
    values: Call[FloatArray] = Call(Dataset.values, table, column).attribute("values")
    if own_table.is_own(scenario.dataset):
        values = Call(Dataset.counted, table, column)
    if table.info.column(column).kind == "binary":
        values = Call(np.multiply, values, 100.0)
    return values, unit_and_bounds(scenario)[1]


def unit_and_bounds(scenario: Scenario) -> tuple[str, tuple[float, float] | None]:
    """Return those of the chosen column's mean: that of a yes/no column is in percent."""
    column = own_table.info(scenario.dataset).column(scenario.column)
    return ("%", (0.0, 100.0)) if column.kind == "binary" else (column.unit, column.bounds)


def unit_of_error(scenario: Scenario) -> str:
    """Return the unit in which means of the chosen column differ: percentages by points."""
    return unit_of_errors(unit_and_bounds(scenario)[0])


def _own_levels(scenario: Scenario) -> Call[FloatArray]:
    """Return what each person asks for, as far as the cap allows."""
    levels = Call(Dataset.levels, own_table.dataset(scenario.dataset), scenario.levels_column)
    return Call(capped, levels, scenario.people.high)


def levels_as_released(scenario: Scenario) -> FloatArray:
    """Return the levels in a column of the user's own table; none where a cap lowers them."""
    file, cap = scenario.people.uploaded, scenario.people.high
    if file is None or not scenario.levels_column or cap < finite_range(file.levels)[1]:
        return np.array([])
    return file.levels


def twenty(scenario: Scenario, outside: str) -> Call[Outcomes]:
    """Return twenty private estimates one might get on the chosen column."""
    estimated, rng = column_estimate(scenario, outside), Call(np.random.default_rng, scenario.seed)
    return Call(twenty_estimates, estimated, unit_and_bounds(scenario)[0], rng=rng).cached()
