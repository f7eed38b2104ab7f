"""Whether a private regression or the mean predicts better, told privately.

Who pays.  Training and test records are disjoint, and the split does not depend on any value
(`design` splits by a seed).  So everybody spends their ε once:

    training record i   ε_i / 2 for the coefficients θ̂ (PDP-OP or objective perturbation)
                        ε_i / 2 for the mean label m̂ (ADPM)
    test record j       ε_j for the verdict V, the noisy mean of
                        D_j = clip((y_j - θ̂ᵀx_j)², 0, C) - clip((y_j - m̂)², 0, C)

V = Σ w_j D_j + Laplace(2 C η), with ADPM's weights and noise scale for the test records' own
levels: w_j <= η ε_j.  Below 0 the regression is the better one.

Why it holds.  Neighbouring tables replace one record; n, m, the levels, the bounds, C, the method
and λ (`public_choice`) are public; a trusted curator publishes (θ̂, m̂, V). A training record: θ̂
and m̂ have independent noise, so replacing it changes their joint density by at most e^{ε_i/2}
e^{ε_i/2}.  V depends on training records through (θ̂, m̂) alone (post-processing), so the factor
for all three is e^{ε_i}. A test record: it does not touch (θ̂, m̂).  Given these, D_j lies in [-C,
C] for any record, so replacing it moves Σ w_j D_j by at most 2 C w_j <= 2 C η ε_j, and the density
of V by at most e^{ε_j}.

The price: both predictors have half of everybody's ε, so they are worse than one of them
released alone.  The noise is NumPy's: for a demonstration, not for a release.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import mean, validate
from hetdp_core.grids import preferred_numbers
from hetdp_core.mean.plan import MeanPlan, laplace
from hetdp_core.profiles import PrivacyProfile, dealt
from hetdp_core.results import result
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import draw_means, draw_predictor
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem, one_level_each
from hetdp_core.ridge.public_choice import PublicChoice, public_choice
from hetdp_core.ridge.sweep import HIGHEST, LOWEST, STOPS
from hetdp_core.validate import FloatArray

CLIP = 0.25
"""C, as a share of the squared width of the label's range: an error of half the range."""

CHANCE = 0.95
"""Chance with which the noise stays within `VerdictPlan.half_width`."""


@result
class VerdictPlan:
    """How the verdict will be reached; no record is looked at.

    Attributes:
        training_levels: (n,) ε of the training records, of which each predictor gets half.
        calibration: of the noise of output perturbation.
        choice: method and λ of the regression, from public numbers at half of everybody's ε.
        test: ADPM for the (m,) levels of the test records.
        clip: C > 0, the most that a squared error counts, in squared labels.
    """

    training_levels: FloatArray
    calibration: Calibration
    choice: PublicChoice
    test: MeanPlan
    clip: float

    @property
    def noise_scale(self) -> float:
        """Scale of the Laplace noise on the mean difference: 2 C η."""
        return 2.0 * self.clip * self.test.noise_scale

    @property
    def says_mean_unseen(self) -> bool:
        """Whether so much privacy is asked that the mean is named without looking at anyone."""
        return self.test.answers_midpoint

    @property
    def half_width(self) -> float:
        """The noise stays within this with chance `CHANCE`, in squared labels; exact."""
        return 0.0 if self.says_mean_unseen else -math.log1p(-CHANCE) * self.noise_scale

    def is_beyond_noise(self, verdict: PrivateVerdict) -> bool:
        """Return whether the difference is larger than the noise is with chance `CHANCE`."""
        return abs(verdict.difference) > self.half_width


@result
class PrivateVerdict:
    """The published result: both predictors, and which is the better one.

    Attributes:
        coefficients: (d,) θ̂.
        mean: m̂, in labels.
        difference: V, how much larger the clipped squared error of the regression is; 0 where
            `VerdictPlan.says_mean_unseen`.
    """

    coefficients: FloatArray
    mean: float
    difference: float

    @property
    def for_regression(self) -> bool:
        """Whether the regression is named."""
        return self.difference < 0.0


def levels_of_test_records(profile: PrivacyProfile, rows: int, seed: int) -> FloatArray:
    """Return (rows,) levels of the test records: the same profile, assigned at random."""
    return dealt(profile, rows, (seed, 4))


def plan_verdict(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    test_epsilon: ArrayLike,
    calibration: Calibration | None = None,
) -> VerdictPlan:
    """Return how to compare a private regression with the private mean, from public numbers.

    Args:
        problem: its shapes and declared bounds are used, and no record.
        epsilon: (n,) levels of the training records, > 0 (natural log); infinity = public.
        test_epsilon: (m,) levels of the test records.
        calibration: of the noise of output perturbation; sharp by default.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    levels = problem.levels(epsilon)
    tests = one_level_each(test_epsilon, len(problem.y_test), "test")
    low, high = problem.label_range
    noise = calibration or Calibration()
    lams = preferred_numbers(LOWEST, HIGHEST, STOPS)
    choice = public_choice(0.5 * levels, problem.bounds, lams, noise)
    return VerdictPlan(levels, noise, choice, mean.adpm(tests), CLIP * (high - low) ** 2)


def release_verdict(
    problem: RidgeProblem, plan: VerdictPlan, rng: np.random.Generator
) -> PrivateVerdict:
    """Release θ̂, m̂ and which of them predicts better; the module states the guarantees.

    Args:
        problem: training and test records.
        plan: of `plan_verdict` for this problem.
        rng: source of all noise (NumPy: for a demonstration, not for a release).

    Raises:
        InvalidInput: the plan is for another number of records.
    """
    halves, lams = problem.levels(0.5 * plan.training_levels), np.array([plan.choice.lam])
    inputs = LossInputs(problem, halves, lams, plan.calibration)
    theta = draw_predictor(plan.choice.method, inputs, 1, rng)[0][0]
    average = float(draw_means(problem, halves, 1, rng)[0, 0])
    if plan.says_mean_unseen:
        return PrivateVerdict(theta, average, 0.0)
    counted = plan.test.weights @ differences(problem, theta, average, plan.clip)
    noise = float(laplace(plan.noise_scale, rng, ()))
    return PrivateVerdict(theta, average, float(counted) + noise)


def differences(
    problem: RidgeProblem, theta: FloatArray, average: float, clip: float
) -> FloatArray:
    """Return (m,) D_j in [-clip, clip]: how much more the regression is off, record by record."""
    of_regression = np.minimum((problem.y_test - problem.X_test @ theta) ** 2, clip)
    of_mean = np.minimum((problem.y_test - average) ** 2, clip)
    more: FloatArray = of_regression - of_mean
    return more


# --- how often it is right: simulated from the records, so not private itself ---------

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
        splits: how many there were.
    """

    right: float
    standard_error: float
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
    """Return how often the verdict is right when records are split again, at random.

    In each split both predictors are released again, and the verdict.  It is right if it names
    the one with the smaller mean squared error on the split's test records: of all alike,
    without clipping and without noise.

    Args:
        problem: its records are pooled and split again, as many for testing as before.
        plan: of `plan_verdict` for this problem.
        splits: at least 2.
        rng: splits, then makes the noise.
        test_levels: (m,) of the test records, where records keep their own levels: each split
            is then planned again, from public numbers.  None where levels are assigned at random:
            they stay in their places, and the plan as it is.

    Raises:
        InvalidInput: fewer splits; a test record breaks the bounds of the training records;
            not one usable level for each test record.
    """
    count = validate.count(splits, 2, 100_000, "splits")
    rows, tests = problem.rows, len(problem.y_test)
    own = None
    if test_levels is not None:
        levels = one_level_each(test_levels, tests, "test")
        own = np.append(plan.training_levels, levels)
    X, y = np.concatenate([problem.X, problem.X_test]), np.append(problem.y, problem.y_test)
    right = np.empty(count)
    for index in range(count):
        train, test = np.split(rng.permutation(rows + tests), [rows])
        part = replace(problem, X=X[train], y=y[train], X_test=X[test], y_test=y[test])
        planned = plan
        if own is not None:
            planned = plan_verdict(part, own[train], own[test], plan.calibration)
        verdict = release_verdict(part, planned, rng)
        better = _error(part, part.X_test @ verdict.coefficients) < _error(part, verdict.mean)
        right[index] = verdict.for_regression == better
    error = float(np.std(right, ddof=1)) / math.sqrt(count)
    return VerdictAccuracy(float(np.mean(right)), error, count)


def _error(problem: RidgeProblem, predicted: FloatArray | float) -> float:
    return float(np.mean((problem.y_test - predicted) ** 2))
