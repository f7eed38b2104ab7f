"""What to release, in the target's own unit: a regression, one number for all, or nothing.

All of it is computed from the records at hand, test records included: it is for looking at, and
no private result.  The one exception is `PublicChoice`, for which no record is looked at.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.grids import place_of
from hetdp_core.ridge.common_draws import Seed, losses_from_common_draws
from hetdp_core.ridge.dependence import public_lambda
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import constant_loss, released_mean
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.public_choice import PublicChoice, public_choice
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.releases import MOST_RELEASES
from hetdp_core.ridge.sweep import RidgeScenario, RidgeSweep, is_clearly_less, series_along
from hetdp_core.validate import FloatArray

DRAWS, DRAWS_OF_PUBLIC = 4_000, 200
"""Releases drawn for the chance that a regression beats the mean; draws of who is public."""

RELIABLY = 0.95
"""Share of the draws of who is public in which a regression on these has to be better."""


@dataclass(frozen=True)
class Candidate:
    """A private regression that might be released.

    Attributes:
        method: a key of `sweep.REGRESSIONS`.
        lam: λ.
        loss: expected squared error on the test records, in squared labels.
        miss: its root in the target's unit, see `Prepared.typical_miss`.
    """

    method: str
    lam: float
    loss: float
    miss: float


@dataclass(frozen=True)
class Decision:
    """The typical error of each way to predict, and which to take.

    A miss is the root of the expected squared error on the test records, over the noise of the
    release, in `Prepared.unit`.

    Attributes:
        without_privacy: of the best regression without noise.
        trivial: the better number for all, "private_mean" or "zero".
        trivial_loss, trivial_miss: of that.
        public: the regression whose method and λ come from public numbers alone.
        hindsight: its method at the λ that is best for these records, which is not private.
        strictest_loss: of the regression chosen in the same way where all get the strictest level.
        beats: chance that a release of `public` has the smaller squared error on the test records
            than a release of the number; the two are drawn independently.  Of a regression on
            public records that are drawn at random, the share of draws of these in which its
            expected squared error is smaller.
        public_alone: how many records are public, where these alone count, without noise; else 0.
        among_draws: between which errors `public` lies in 18 of 20 of such draws; NaN elsewhere.
        others: methods of the sweep with clearly less error than `public` and the number, each at
            the λ that a release can choose for it, the best one first.
    """

    without_privacy: float
    trivial: str
    trivial_loss: float
    trivial_miss: float
    public: Candidate
    hindsight: Candidate
    strictest_loss: float
    beats: Chance
    public_alone: int
    among_draws: tuple[float, float]
    others: tuple[Candidate, ...]

    @property
    def regression_is_better(self) -> bool:
        """Whether a regression clearly beats the number as a release can choose it: `public`.

        Of one on public records, whichever they are.
        """
        is_less = bool(is_clearly_less(self.public.loss, self.trivial_loss))
        return is_less and (math.isnan(self.among_draws[0]) or self.beats.value >= RELIABLY)

    @property
    def depends_on_who_is_public(self) -> bool:
        """Whether a regression on public records is better for some draws of these, not for all."""
        drawn = not math.isnan(self.among_draws[0])
        return drawn and not self.regression_is_better and self.beats.value > 1.0 - RELIABLY


def decide(
    prepared: Prepared, epsilon: ArrayLike, sweep: RidgeSweep, by_chance: bool = False
) -> Decision:
    """Return the typical errors of a regression and of one number for all, in the target's unit.

    Args:
        prepared: the records.
        epsilon: (n,) levels of the training records, > 0; infinity = public.
        sweep: of these records and levels.
        by_chance: whether levels were assigned to records at random.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    verdict, scenario, problem = sweep.verdict, sweep.scenario, prepared.problem
    levels, calibration = problem.levels(epsilon), scenario.calibration

    def candidate(method: str, lam: float, loss: float) -> Candidate:
        return Candidate(method, lam, loss, prepared.typical_miss(loss))

    hindsight = candidate(verdict.regression, verdict.lam, verdict.loss)
    guess, loss = public_regression(problem, levels, scenario)
    public = candidate(guess.method, guess.lam, loss)
    _, strictest = public_regression(problem, np.full(levels.size, levels.min()), scenario)
    inputs = LossInputs(problem, levels, np.array([public.lam]), calibration)
    least, others = min(public.loss, verdict.trivial_loss), []
    for key, curve in sweep.curves.items():
        lam = public_lambda(key, levels, problem, scenario)
        at = place_of(lam, sweep.lams, "lam")
        if curve.available[at] and is_clearly_less(curve.unregularised.mean[at], least):
            others.append(candidate(key, lam, float(curve.unregularised.mean[at])))
    alone = int(np.isinf(levels).sum()) if math.isinf(inputs.personalised[0]) else 0
    among = (math.nan, math.nan)
    if alone and by_chance:
        beats, losses = _over_draws(problem, levels, scenario, public, verdict.trivial)
        low, high = np.quantile(losses, [0.05, 0.95]).tolist()
        among = prepared.typical_miss(low), prepared.typical_miss(high)
    else:
        beats = chance_of_beating(inputs, public.method, verdict.trivial, DRAWS, (scenario.seed, 3))
    return Decision(
        prepared.typical_miss(verdict.nonprivate_loss),
        verdict.trivial,
        verdict.trivial_loss,
        prepared.typical_miss(verdict.trivial_loss),
        public,
        hindsight,
        strictest,
        beats,
        alone,
        among,
        tuple(sorted(others, key=lambda other: other.loss)),
    )


def _over_draws(
    problem: RidgeProblem,
    levels: FloatArray,
    scenario: RidgeScenario,
    public: Candidate,
    trivial: str,
) -> tuple[Chance, FloatArray]:
    """Return how often a regression is better than a number, and its losses, for other draws.

    Each draw assigns the same levels to the records again.
    """
    rng, lams = np.random.default_rng((scenario.seed, 4)), np.array([public.lam])
    losses = np.empty((DRAWS_OF_PUBLIC, 2))
    for draw in losses:
        dealt = rng.permutation(levels)
        curves = series_along(problem, dealt, lams, scenario, [public.method, trivial])
        draw[:] = curves[public.method].least_loss, curves[trivial].least_loss
    wins = losses[:, 0] < losses[:, 1]
    error = float(np.std(wins, ddof=1)) / math.sqrt(DRAWS_OF_PUBLIC)
    return Chance(float(np.mean(wins)), error, DRAWS_OF_PUBLIC), losses[:, 0]


def public_regression(
    problem: RidgeProblem, levels: FloatArray, scenario: RidgeScenario
) -> tuple[PublicChoice, float]:
    """Return the regression that public numbers choose, and its expected squared error.

    Of the scenario's stops alone: a λ set by hand may know the records.
    """
    guess = public_choice(levels, problem.bounds, scenario.stops, scenario.calibration)
    lams = np.array([guess.lam])
    curve = series_along(problem, levels, lams, scenario, [guess.method])[guess.method]
    return guess, curve.least_loss


@dataclass(frozen=True)
class Chance:
    """A chance, simulated.

    Attributes:
        value: from 0 to 1.
        standard_error: of the value over the draws; 0 where every draw says the same.
        draws: how many there were.
    """

    value: float
    standard_error: float
    draws: int


def chance_of_beating(
    inputs: LossInputs, method: str, trivial: str, draws: int, seed: Seed
) -> Chance:
    """Return the chance that a release of a regression predicts test records better than the rival.

    Better is a smaller squared error.  Either is released by itself, with everybody's whole ε, and
    the two noises are independent.  The regression is drawn.  Given its loss, the chance that the
    mean's is larger is a closed form (its noise is Laplace), so only the first is simulated.

    Args:
        inputs: at one λ.
        method: a key of `METHODS` that has coefficients and is available at this λ.
        trivial: "private_mean" or "zero": the number it is compared with.
        draws: releases of the regression, at least 2.
        seed: of these; the same seed has the same noise at every λ.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    validate.choice(trivial, ("private_mean", "zero"), "trivial")
    count = validate.count(draws, 2, MOST_RELEASES, "draws")
    losses = losses_from_common_draws(method, inputs, count, seed)
    if trivial == "zero":
        wins = (losses < inputs.problem.test_loss.constant).astype(np.float64)
    else:
        wins = _mean_is_worse(inputs.problem, inputs.epsilon, losses)
    error = float(np.std(wins, ddof=1)) / math.sqrt(count)
    return Chance(float(np.mean(wins)), error, count)


def _mean_is_worse(problem: RidgeProblem, epsilon: FloatArray, losses: FloatArray) -> FloatArray:
    """Return the chance that the released mean has more than each of these losses; exact.

    Its loss is that of the test records' own mean plus the squared distance a + b from there,
    b Laplace noise: it exceeds r² with chance P(b > r - a) + P(b < -r - a).
    """
    center, rate = released_mean(problem, epsilon)
    best = float(np.mean(problem.y_test))
    least = float(constant_loss(problem).at(np.array([best])))
    away = center - best
    if math.isinf(rate):
        return (losses < least + away**2).astype(np.float64)
    reach = np.sqrt(np.maximum(losses - least, 0.0))
    chance = _above(rate * (reach - away)) + _above(rate * (reach + away))
    return np.where(losses < least, 1.0, chance)


def _above(z: FloatArray) -> FloatArray:
    """Return the chance that standard Laplace noise exceeds z."""
    tail = 0.5 * np.exp(-np.abs(z))
    return np.where(z > 0, tail, 1.0 - tail)
