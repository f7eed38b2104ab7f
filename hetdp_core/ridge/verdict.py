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

A regularisation chosen from public numbers alone: no record is looked at, nothing is spent.

The expected loss of a private regression is, on top of what any regression would lose, about
what its noise costs plus what shrinking costs.  Both have a stand-in that is known beforehand,
from the number of features d, the bounds R and L and the budget Σε:

    noise       output perturbation      (d+1) R² / η(λ)²
                objective perturbation   (d+1) R² / (4 η(λ)² (λ + h)²)
    shrinking   (L² / 3) (λ / (λ + h))²

Noise b has E[bbᵀ] = ((d+1) / η²) I, and adds E[(bᵀx)²] to the squared error at a row x, at most
(d+1) R² / η²: a bound.  Objective perturbation passes b / 2 through (XᵀWX + λI)⁻¹; for XᵀWX its
stand-in is h I, h = R² / (2d), where the d eigenvalues add up to R²/2, half of the most that
rows of length R allow.  Labels that are linear in the features would then be predicted as
y h / (λ + h): the squared error is (λ / (λ + h))² E[y²], and E[y²] = L²/3 for labels spread
evenly over [-L, L].  So the choice rests on a guess, and may be a poor one; the guarantee
never depends on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
from hetdp_core.ridge.noise import Calibration, known_length, noise_rate
from hetdp_core.ridge.objective import objective_rate
from hetdp_core.ridge.problem import DeclaredBounds, RidgeProblem, check_lambdas, one_level_each
from hetdp_core.ridge.sweep import HIGHEST, LOWEST, REGRESSIONS
from hetdp_core.ridge.weights import personalised
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class PublicChoice:
    """A private regression chosen without looking at any record.

    Attributes:
        method: "pdp_op" or "objective".
        lam: λ, one of those offered.
        guess: noise and shrinking at that λ, in squared labels; not an expected loss.
    """

    method: str
    lam: float
    guess: float


def public_choice(
    epsilon: ArrayLike,
    bounds: DeclaredBounds,
    lams: ArrayLike,
    calibration: Calibration,
    methods: Sequence[str] = REGRESSIONS,
) -> PublicChoice:
    """Return the method and the λ with the least noise and shrinking, as guessed from bounds.

    Args:
        epsilon: (n,) levels > 0 of the training records (natural log), which are public;
            infinity means a public record.
        bounds: declared.
        lams: (L,) λ > 0 to choose from.
        calibration: of the noise of output perturbation.
        methods: of `REGRESSIONS`, to choose from.

    Raises:
        InvalidInput: a rule of these is broken.

    >>> bounds = DeclaredBounds(dimension=2, row_norm=1.0)
    >>> public_choice(np.full(200, 1.0), bounds, [0.01, 0.1, 1.0], Calibration()).lam
    0.1
    """
    grid = check_lambdas(lams)
    _, budget = personalised(validate.epsilons(epsilon), bounds.dimension)
    noise = (bounds.dimension + 1.0) * bounds.row_norm**2
    typical = grid + bounds.row_norm**2 / (2.0 * bounds.dimension)  # λ + h
    shrinking = bounds.label**2 / 3.0 * (grid / typical) ** 2
    radius = known_length(grid, bounds, calibration)
    with np.errstate(divide="ignore", over="ignore"):  # infinite where it is not available
        rates = {
            "pdp_op": noise_rate(budget, grid, bounds, calibration),
            "objective": 2.0 * objective_rate(budget, grid, radius, bounds) * typical,
        }
        guesses = {method: noise / rate**2 + shrinking for method, rate in rates.items()}
    method = min(methods, key=lambda key: float(np.min(guesses[key])))
    place = int(np.argmin(guesses[method]))
    return PublicChoice(method, float(grid[place]), float(guesses[method][place]))


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
    lams = preferred_numbers(LOWEST, HIGHEST)
    choice = public_choice(0.5 * levels, problem.bounds, lams, noise)
    return VerdictPlan(levels, noise, choice, mean.adpm(tests), CLIP * (high - low) ** 2)


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
    count = validate.count(splits, 2, 100_000, "splits")
    rows, tests = problem.rows, len(problem.y_test)
    own = None
    if test_levels is not None:
        levels = one_level_each(test_levels, tests, "test")
        own = np.append(plan.training_levels, levels)
    X, y = np.concatenate([problem.X, problem.X_test]), np.append(problem.y, problem.y_test)
    right, named = np.empty(count), np.empty(count)
    for index in range(count):
        train, test = np.split(rng.permutation(rows + tests), [rows])
        part = replace(problem, X=X[train], y=y[train], X_test=X[test], y_test=y[test])
        planned = plan
        if own is not None:
            planned = plan_verdict(part, own[train], own[test], plan.calibration)
        verdict = release_verdict(part, planned, rng)
        better = _error(part, part.X_test @ verdict.coefficients) < _error(part, verdict.mean)
        named[index] = verdict.for_regression
        right[index] = verdict.for_regression == better
    error = float(np.std(right, ddof=1)) / math.sqrt(count)
    return VerdictAccuracy(float(np.mean(right)), error, float(np.mean(named)), count)


def _error(problem: RidgeProblem, predicted: FloatArray | float) -> float:
    return float(np.mean((problem.y_test - predicted) ** 2))
