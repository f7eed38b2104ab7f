"""How often the private verdict is right: simulated from the records, so not private itself."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.verdict import VerdictPlan, plan_verdict, release_verdict
from hetdp_core.validate import FloatArray

MOST_SPLITS = 200
"""Splits that are enough: the standard error is then at most 3.6 in 100."""

MOST_CELLS = 20_000_000
"""Cells of all splits together, about a second's work."""


@dataclass(frozen=True)
class VerdictAccuracy:
    """The share of random splits in which the verdict names the better predictor.

    Attributes:
        right: from 0 to 1, simulated.
        standard_error: of that, over splits.
        for_regression: share of splits in which the regression is named.
        splits: how many there were.
    """

    right: float
    standard_error: float
    for_regression: float
    splits: int


def affordable_splits(problem: RidgeProblem) -> int:
    """Return how many splits keep within `MOST_CELLS`, from 20 to `MOST_SPLITS`."""
    cells = problem.X.size + problem.X_test.size
    return max(20, min(MOST_SPLITS, MOST_CELLS // cells))


def verdict_accuracy(
    problem: RidgeProblem,
    plan: VerdictPlan,
    splits: int,
    rng: np.random.Generator,
    test_levels: ArrayLike | None = None,
) -> VerdictAccuracy:
    """Return how often the verdict is right when records are split anew, at random.

    In each split both predictors are released anew, and the verdict.  It is right if it names
    the one with the smaller mean squared error on the split's test records: of all alike,
    without clipping and without noise.

    Args:
        problem: its records are pooled and split again, as many for testing as before.
        plan: of `plan_verdict` for this problem.
        splits: at least 2.
        rng: splits, then makes the noise.
        test_levels: (m,) of the test records, where records keep their own levels: each split
            is then planned anew, from public numbers.  None where levels are dealt out by chance:
            they stay in their places, and the plan as it is.

    Raises:
        InvalidInput: fewer splits; a test record breaks the bounds of the training records;
            not one usable level for each test record.
    """
    tests = None if test_levels is None else _one_each(problem, test_levels)
    count = validate.count(splits, 2, 100_000, "splits")
    right, named = np.empty(count), np.empty(count)
    for index in range(count):
        part, order = _split_anew(problem, rng)
        planned = plan if tests is None else _planned_anew(part, plan, tests, order)
        verdict = release_verdict(part, planned, rng)
        better = _error(part, part.X_test @ verdict.coefficients) < _error(part, verdict.mean)
        named[index] = verdict.for_regression
        right[index] = verdict.for_regression == better
    error = float(np.std(right, ddof=1)) / math.sqrt(count)
    return VerdictAccuracy(float(np.mean(right)), error, float(np.mean(named)), count)


def _one_each(problem: RidgeProblem, test_levels: ArrayLike) -> FloatArray:
    asked = validate.epsilons(test_levels, "test epsilon")
    if asked.size != problem.y_test.size:
        rule = f"must have one level per test record ({problem.y_test.size:,})"
        raise InvalidInput("test epsilon", rule, f"{asked.size:,} levels")
    return asked


def _planned_anew(
    part: RidgeProblem, plan: VerdictPlan, tests: FloatArray, order: NDArray[np.int64]
) -> VerdictPlan:
    """Return the plan of a split, to which everybody brings the level they ask for."""
    asked = np.append(plan.training_levels, tests)[order]
    rows = part.y.size
    return plan_verdict(part, asked[:rows], asked[rows:], plan.calibration)


def _split_anew(
    problem: RidgeProblem, rng: np.random.Generator
) -> tuple[RidgeProblem, NDArray[np.int64]]:
    """Return a split, and which of all records, training records first, went where."""
    X, y = np.concatenate([problem.X, problem.X_test]), np.append(problem.y, problem.y_test)
    order, rows = rng.permutation(len(y)), len(problem.y)
    train, test = order[:rows], order[rows:]
    part = RidgeProblem(
        X[train],
        y[train],
        X[test],
        y[test],
        problem.row_norm,
        problem.label_bound,
        problem.label_interval,
    )
    return part, order


def _error(problem: RidgeProblem, predicted: FloatArray | float) -> float:
    return float(np.mean((problem.y_test - predicted) ** 2))
