"""Whether a private regression or the mean predicts better, told privately.

Who pays.  Training and test records are disjoint, and which is which does not depend on any
value (`design` splits by a seed), so everybody spends their ε once:

    training record i   ε_i / 2 for the coefficients θ̂ (PDP-OP or objective perturbation)
                        ε_i / 2 for the mean label m̂ (ADPM)
    test record j       ε_j for the verdict V, the noisy mean of
                        D_j = clip((y_j - θ̂ᵀx_j)², 0, C) - clip((y_j - m̂)², 0, C)

V = Σ w_j D_j + Laplace(2 C η), with ADPM's weights and noise scale for the test records' own
levels: w_j <= η ε_j.  Below 0 the regression is the better one.

Why it holds.  Neighbouring tables replace one record; n, m, the levels, the bounds, C, the
method and λ (`public_lambda`) are public; a trusted curator publishes (θ̂, m̂, V).
A training record: θ̂ and m̂ have independent noise, so replacing it changes their joint density
by at most e^{ε_i/2} e^{ε_i/2}; V depends on training records through (θ̂, m̂) alone
(post-processing), so the factor for all three is e^{ε_i}.
A test record: it does not touch (θ̂, m̂).  Given these, D_j lies in [-C, C] whatever the record
is, so replacing it moves Σ w_j D_j by at most 2 C w_j <= 2 C η ε_j, and the density of V by at
most e^{ε_j}.

The price: both predictors have half of everybody's ε, so they are worse than one of them
released alone.  The noise is NumPy's: for a demonstration, not for a release.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import mean, validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.grids import preferred_numbers
from hetdp_core.mean.plan import MeanPlan, laplace
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.ridge.exploration import HIGHEST, LOWEST
from hetdp_core.ridge.methods import METHODS, draw_means, draw_predictor
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.public_lambda import PublicChoice, public_choice
from hetdp_core.validate import FloatArray

CLIP = 0.25
"""C, as a share of the squared width of the label's range: a miss by half the range."""

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
        """Whether the difference is larger than the noise is with chance `CHANCE`."""
        return abs(verdict.difference) > self.half_width

    @property
    def halves(self) -> FloatArray:
        """(n,) what a training record pays for each of the two predictors."""
        halved: FloatArray = 0.5 * self.training_levels
        return halved


@result
class PrivateVerdict:
    """What is published: both predictors, and which is the better one.

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
    """Return (rows,) levels of the test records: the same profile, dealt out by chance."""
    return profile.resized(rows).assigned(np.random.default_rng((seed, 4)))


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
    levels, asked = problem.training.levels(epsilon), validate.epsilons(test_epsilon)
    if asked.size != len(problem.y_test):
        rule = f"must have one level per test record ({len(problem.y_test):,})"
        raise InvalidInput("test epsilon", rule, f"{asked.size:,} levels")
    low, high = problem.label_range
    noise = calibration or Calibration()
    lams = preferred_numbers(LOWEST, HIGHEST)
    choice = public_choice(0.5 * levels, problem.bounds, lams, noise)
    return VerdictPlan(levels, noise, choice, mean.adpm(asked), CLIP * (high - low) ** 2)


def release_verdict(
    problem: RidgeProblem, plan: VerdictPlan, rng: np.random.Generator
) -> PrivateVerdict:
    """Release θ̂, m̂ and which of them predicts better; see the module for what holds for whom.

    Args:
        problem: training and test records.
        plan: of `plan_verdict` for this problem.
        rng: source of all noise (NumPy: for a demonstration, not for a release).

    Raises:
        InvalidInput: the plan is for another number of records.
    """
    theta, average = _predictors(problem, plan, rng)
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
    found: FloatArray = of_regression - of_mean
    return found


def _predictors(
    problem: RidgeProblem, plan: VerdictPlan, rng: np.random.Generator
) -> tuple[FloatArray, float]:
    """Release coefficients and mean label, each with half of everybody's ε."""
    halves, lams = problem.training.levels(plan.halves), np.array([plan.choice.lam])
    method = METHODS[plan.choice.method]
    drawn, _ = draw_predictor(method, problem, halves, lams, plan.calibration, 1, rng)
    return drawn[0], float(draw_means(problem, halves, 1, rng)[0, 0])
