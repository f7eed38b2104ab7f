"""What it takes to bring the error of private predictions down to a target.

The measure is that of the verdict: the typical error on the test records, for the regression whose
method and λ come from public numbers (`public_regression`).  One thing is unknown, all else stays.

The number of records stands for "k times as many like these": each record k times, with the same
level.  Weights w_i = ε_i / Σε then give the same XᵀWX and XᵀWy.  The noises of PDP-OP and of
objective perturbation depend on the records through Σε alone.  So it is the same as k times every
ε, and k need not be whole.

No unknown is certain to help all the way: relaxed records get more weight than others, and the
method and λ chosen change in steps.  So the answer is found on a grid, and refined there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import mean, validate
from hetdp_core.errors import InvalidInput, OutOfTime
from hetdp_core.mean.plan import MIDPOINT_MSE
from hetdp_core.profiles import HIGHEST, ProfileSettings, dealt, make_profile, profile_of_high
from hetdp_core.results import result
from hetdp_core.ridge.decision import public_regression
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import RidgeScenario, is_clearly_less
from hetdp_core.target_search import Answer, Steps, solve
from hetdp_core.validate import FloatArray

UNKNOWNS = ("records", "relaxed")
"""Training records like these; `high` of the profile.

Not how many are public: which ones they are decides how well they predict."""

KEEP_LEVELS = ("records",)
"""Those of them that leave everybody the level they ask for."""

MOST_TIMES = 1000
"""How many times the records there are."""

DIGITS = 3
"""Significant digits of a level."""

POINTS, FEW_POINTS = 17, 9
"""Points of the grid; regressions are fitted again at each."""

WRITTEN = 2
"""Significant digits of a break-even, as a sentence names it."""

AROUND = 8
"""Such values that are tried on either side of a break-even, near which errors move in steps."""

LARGE = 50_000
"""Numbers in the training table from which on few points are tried."""


def error_target(
    prepared: Prepared,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    unknown: str,
    target: float,
    stop: Callable[[], bool] | None = None,
    levels: ArrayLike | None = None,
) -> Answer:
    """Return what it takes for the error of private predictions to be at most a target.

    Args:
        prepared: the records.
        profile: the levels; assigned to the training records by its seed.
        scenario: noise, stops of λ and seed are used.
        unknown: one of `UNKNOWNS`.
        target: typical error, in percent of the declared range of a label.
        stop: asked before each value that is tried; True ends the search.
        levels: (n,) of the training records where they go with these, and the profile has no part
            in anything; the unknown is then one of `KEEP_LEVELS`.

    Returns:
        An `Answer` on a grid.  Its measure is that error, in `Prepared.unit`; NaN where levels are
        too unequal for any regression.

    Raises:
        InvalidInput: unknown or target is not usable.
        OutOfTime: it was stopped.
    """
    problem = prepared.problem
    low, high = problem.label_range
    wanted = prepared.typical_miss((validate.positive(target, "target") / 100 * (high - low)) ** 2)
    error = _regression_error(prepared, profile, scenario, unknown, levels)
    steps, points = _steps(problem, profile, unknown), _points(problem)
    now = float(problem.rows) if unknown == "records" else profile.high
    return solve(error, steps, wanted, now, certain=False, points=points, stop=stop)


@result
class BreakEven:
    """The point where a regression clearly beats one number for all, for any error wanted.

    Attributes:
        values: (P,) of the unknown that were tried, ascending, each as a sentence names it.
        wins: (P,) whether it does there.
        start: the first of them from which it does at all others; NaN if none.
    """

    values: FloatArray
    wins: NDArray[np.bool_]
    start: float


def break_even(
    prepared: Prepared,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    unknown: str,
    stop: Callable[[], bool] | None = None,
    levels: ArrayLike | None = None,
) -> BreakEven:
    """Return from which value of the unknown on a regression is worth releasing.

    As in `Decision.regression_is_better`: against the private mean, and against always 0, which is
    better where few records make the mean too noisy.  It is tried on a grid, then on finer ones
    after the last point that loses, then at the values around.  Both errors move in steps of λ, so
    halving could stop at an early win.

    Args and errors raised: as in `error_target`.
    """
    error = _regression_error(prepared, profile, scenario, unknown, levels)
    steps = replace(_steps(prepared.problem, profile, unknown), digits=WRITTEN)
    points = _points(prepared.problem)
    of_zero = prepared.typical_miss(prepared.problem.test_loss.constant)
    named = np.array([steps.at(place) for place in range(steps.count)])
    if unknown == "records":
        named = np.unique(np.ceil(named))
    end, beats = named.size - 1, dict[int, bool]()  # by place among these

    def look(first: int, last: int, most: int) -> None:
        if stop is not None and stop():
            raise OutOfTime("This search takes too long for a page, so it has no result yet.")
        new = sorted({*np.linspace(first, last, most).astype(int).tolist()} - beats.keys())
        means = mean_errors(prepared, profile, unknown, named[new], levels)
        errors = np.array([error(value) for value in named[new].tolist()])
        wins = is_clearly_less(errors**2, np.minimum(means, of_zero) ** 2)
        beats.update(zip(new, wins.tolist(), strict=True))

    look(0, end, points)
    while True:
        tried = sorted(beats)
        last = max((place for place in tried if not beats[place]), default=-1)
        start = min((place for place in tried if place > last), default=end + 1)
        first, after = max(0, start - AROUND), min(end, start + AROUND)
        if not 0 <= last < end:
            break
        if start - last > 1:
            look(last, start, points)
        elif beats.keys() >= {*range(first, after + 1)}:
            break
        else:
            look(first, after, after - first + 1)
    wins = np.array([beats[place] for place in tried])
    return BreakEven(named[tried], wins, float(named[start]) if start <= end else math.nan)


def _regression_error(
    prepared: Prepared,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    unknown: str,
    levels: ArrayLike | None,
) -> Callable[[float], float]:
    """Return the error of the regression that public numbers choose, by value of the unknown."""
    problem = prepared.problem
    levels_at = _levels_at(problem, profile, unknown, levels)

    def error(value: float) -> float:
        times = value / problem.rows if unknown == "records" else 1.0
        try:
            _, loss = public_regression(problem, levels_at(value) * times, scenario)
        except InvalidInput:
            return math.nan
        return prepared.typical_miss(loss)

    return error


def _steps(problem: RidgeProblem, profile: ProfileSettings, unknown: str) -> Steps:
    """Return the values that an unknown can have."""
    if unknown == "records":
        return Steps(1, MOST_TIMES * problem.rows)
    capped = profile.kind in ("levels", "uploaded")
    return Steps(profile.lowest_high, profile.highest_high if capped else HIGHEST, DIGITS)


def _points(problem: RidgeProblem) -> int:
    return POINTS if problem.X.size < LARGE else FEW_POINTS


def mean_errors(
    prepared: Prepared,
    profile: ProfileSettings,
    unknown: str,
    values: ArrayLike,
    levels: ArrayLike | None = None,
) -> FloatArray:
    """Return (V,) errors of the private mean at these values of the unknown: what to beat.

    Exact, over the noise.  Where each record stands k times, ADPM's weights are those for levels √k
    times as large, and its noise is that of these levels over √k.  With w_i / k for each of the
    copies, Σ w²/4 and the variance of the noise both shrink by k.

    Args:
        prepared, profile, unknown, levels: as in `error_target`.
        values: (V,) of the unknown.
    """
    problem = prepared.problem
    levels_at = _levels_at(problem, profile, unknown, levels)
    low, high = problem.label_range

    def error(value: float) -> float:
        times = value / problem.rows if unknown == "records" else 1.0
        plan = mean.adpm(levels_at(value) * math.sqrt(times))
        centre, variance = (low + high) / 2.0, 0.0
        if plan.affine_worst_case_mse < MIDPOINT_MSE * times:
            centre += (high - low) * float(mean.centred(problem.y, (low, high)) @ plan.weights)
            variance = 2.0 * ((high - low) * plan.noise_scale) ** 2 / times
        return prepared.typical_miss(float(np.mean((centre - problem.y_test) ** 2)) + variance)

    return np.array([error(value) for value in validate.as_floats(values, "values").tolist()])


def _levels_at(
    problem: RidgeProblem, profile: ProfileSettings, unknown: str, levels: ArrayLike | None
) -> Callable[[float], FloatArray]:
    """Return the levels of the training records by value of the unknown."""
    validate.choice(unknown, UNKNOWNS if levels is None else KEEP_LEVELS, "unknown")
    rows = problem.rows
    if unknown in KEEP_LEVELS:
        if levels is None:
            levels = dealt(make_profile(profile), rows, profile.seed)
        kept = problem.levels(levels)
        return lambda _: kept
    make = profile_of_high(profile)
    return lambda value: dealt(make(value), rows, profile.seed)
