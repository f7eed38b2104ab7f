"""What it takes to bring the error of private predictions down to a target.

The measure is that of the verdict: the least expected squared error on the test records, over the
private regressions with a valid guarantee and over λ, found with hindsight; its root is told in
percent of the declared range of a label.  One thing is unknown, all else stays.

The number of records stands for "k times as many like these": each record k times, with the same
level.  Weights w_i = ε_i / Σε then give the same XᵀWX and XᵀWy, and both the noise of PDP-OP and
that of objective perturbation depend on the records through Σε alone.  So it is the same as k times
every ε, and k need not be whole.

No unknown is certain to help all the way: relaxed and public records get more weight than others,
λ has a best value, and the loss of objective perturbation is averaged over draws.  So the answer
is found on a grid, and refined there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.profiles import (
    HIGHEST,
    PrivacyProfile,
    ProfileSettings,
    make_profile,
    profile_of_high,
)
from hetdp_core.ridge import exploration
from hetdp_core.ridge.curves import loss_curves
from hetdp_core.ridge.exploration import REGRESSIONS, RidgeScenario, lambdas
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.target.answer import Answer, Measure, solve
from hetdp_core.target.steps import Steps
from hetdp_core.validate import FloatArray

UNKNOWNS = ("records", "relaxed", "public", "lam")
"""Training records like these; `high` of the profile; public records in percent; λ."""

OF_ASKED_LEVELS = ("records", "lam")
"""Those of them that leave everybody the level they ask for."""

MOST_TIMES = 1000
"""How many times the records there are."""

DIGITS = 3
"""Significant digits of a level and of λ."""

POINTS, FEW_POINTS = 17, 9
"""Points of the grid; regressions are fitted anew at each."""

LARGE = 50_000
"""Numbers in the training table from which on few points are tried."""

_STRIDE = 4
"""Of the scenario's λ, every so many are tried first, and then those around the best of them."""


def error_target(
    problem: RidgeProblem,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    unknown: str,
    target: float,
    stop: Callable[[], bool] | None = None,
    levels: ArrayLike | None = None,
) -> Answer:
    """Return what it takes for the error of private predictions to be at most a target.

    Args:
        problem: data and declared bounds.
        profile: who asks for what; dealt out to the training records by its seed.
        scenario: noise, grid of λ and seed are used; its λ is the present one.
        unknown: one of `UNKNOWNS`.
        target: root of the expected squared error, in percent of the declared range of a label.
        stop: asked before each value that is tried; True ends the search.
        levels: (n,) of the training records where they go with these, and the profile has no part
            in anything; the unknown is then one of `OF_ASKED_LEVELS`.

    Returns:
        An `Answer` on a grid.  Its measure is that error, at the best λ where λ is not the unknown.
        It is NaN where levels are too unequal for any regression.

    Raises:
        InvalidInput: unknown or target is not usable.
        OutOfTime: it was stopped.
    """
    validate.choice(unknown, UNKNOWNS if levels is None else OF_ASKED_LEVELS, "unknown")
    target = validate.positive(target, "target")
    if unknown in OF_ASKED_LEVELS:
        asked = _asked(problem, profile) if levels is None else problem.training.levels(levels)
        course, steps, now = _WITH_LEVELS[unknown](problem, asked, scenario)
    else:
        course, steps, now = _WITH_PROFILE[unknown](problem, profile, scenario)
    points = POINTS if problem.X.size < LARGE else FEW_POINTS
    return solve(course, steps, target, now, certain=False, points=points, stop=stop)


def percent_of_range(problem: RidgeProblem, loss: float) -> float:
    """Return the root of a squared error, in percent of the declared range of a label.

    Args:
        problem: whose labels the error is about.
        loss: >= 0, infinite where nothing is released.
    """
    low, high = problem.label_range
    return 100.0 * math.sqrt(loss) / (high - low)


def dealt(profile: PrivacyProfile, rows: int, seed: int) -> FloatArray:
    """Return (rows,) levels of a profile, dealt out to the records by chance."""
    return profile.resized(rows).assigned(np.random.default_rng(seed))


def _asked(problem: RidgeProblem, profile: ProfileSettings) -> FloatArray:
    return dealt(make_profile(profile), problem.training.rows, profile.seed)


_Course = tuple[Measure, Steps, float]


def _error(
    problem: RidgeProblem, levels: FloatArray, lams: FloatArray, scenario: RidgeScenario
) -> float:
    """Return the least error over λ and the private regressions; NaN where none is allowed."""
    try:
        return percent_of_range(
            problem, min(_least(problem, levels, lams, scenario, key) for key in REGRESSIONS)
        )
    except InvalidInput:
        return math.nan


def _least(
    problem: RidgeProblem,
    levels: FloatArray,
    lams: FloatArray,
    scenario: RidgeScenario,
    method: str,
) -> float:
    """Return the least loss of a method over λ."""
    first = np.unique([*range(0, lams.size, _STRIDE), lams.size - 1])
    found = _losses(problem, levels, lams[first], scenario, method)
    best = int(first[np.argmin(found)])
    around = np.setdiff1d(np.arange(best - _STRIDE + 1, best + _STRIDE), first)
    around = around[(around >= 0) & (around < lams.size)]
    if around.size == 0:
        return float(np.min(found))
    closer = _losses(problem, levels, lams[around], scenario, method)
    return float(min(np.min(found), np.min(closer)))


def _losses(
    problem: RidgeProblem,
    levels: FloatArray,
    lams: FloatArray,
    scenario: RidgeScenario,
    method: str,
) -> FloatArray:
    curves = loss_curves(
        problem,
        levels,
        lams,
        [method],
        noise=scenario.noise,
        theta_bound=scenario.theta_bound,
        rng=np.random.default_rng(scenario.seed),
    )
    return curves.methods[method].unregularised.mean


def _along_records(problem: RidgeProblem, levels: FloatArray, scenario: RidgeScenario) -> _Course:
    rows, lams = problem.training.rows, lambdas(scenario)[0]

    def error(records: float) -> float:
        return _error(problem, levels * (records / rows), lams, scenario)

    return error, Steps(1, MOST_TIMES * rows), float(rows)


def _along_profile(
    problem: RidgeProblem,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    make: Callable[[float], PrivacyProfile],
) -> Measure:
    rows, lams = problem.training.rows, lambdas(scenario)[0]
    return lambda value: _error(problem, dealt(make(value), rows, profile.seed), lams, scenario)


def _along_high(
    problem: RidgeProblem, profile: ProfileSettings, scenario: RidgeScenario
) -> _Course:
    capped = profile.kind in ("levels", "uploaded")
    steps = Steps(profile.lowest_high, profile.highest_high if capped else HIGHEST, DIGITS)
    course = _along_profile(problem, profile, scenario, profile_of_high(profile))
    return course, steps, profile.high


def _along_public(
    problem: RidgeProblem, profile: ProfileSettings, scenario: RidgeScenario
) -> _Course:
    nobody = make_profile(replace(profile, public_share=0.0))
    course = _along_profile(
        problem, profile, scenario, lambda percent: nobody.with_public(percent / 100.0)
    )
    return course, Steps(0, 100), 100.0 * profile.public_share


def _along_lambda(problem: RidgeProblem, levels: FloatArray, scenario: RidgeScenario) -> _Course:
    def error(lam: float) -> float:
        return _error(problem, levels, np.array([lam]), scenario)

    return error, Steps(exploration.LOWEST, exploration.HIGHEST, DIGITS), scenario.lam


_WITH_LEVELS: dict[str, Callable[[RidgeProblem, FloatArray, RidgeScenario], _Course]] = {
    "records": _along_records,
    "lam": _along_lambda,
}
_WITH_PROFILE: dict[str, Callable[[RidgeProblem, ProfileSettings, RidgeScenario], _Course]] = {
    "relaxed": _along_high,
    "public": _along_public,
}
