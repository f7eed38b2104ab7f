"""What to release, in the target's own unit: a regression, one number for all, or nothing.

All of it is computed from the records at hand, test records included: it is for looking at, and
no private result.  The one exception is `PublicChoice`, for which no record is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.grids import place_of
from hetdp_core.ridge.contest import Chance, chance_of_beating
from hetdp_core.ridge.exploration import CLEARLY, RidgeScenario, RidgeSweep, stops
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.public_lambda import PublicChoice, public_choice
from hetdp_core.ridge.records import Prepared

CHOICES = ("hindsight", "public")
"""Where λ comes from: the best for these very records, or public numbers alone."""

DRAWS = 4_000
"""Releases drawn for the chance that a regression beats the mean."""


@dataclass(frozen=True)
class Candidate:
    """A private regression that might be released.

    Attributes:
        method: a key of `exploration.REGRESSIONS`.
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
    """What each way to predict would miss by, and which to take.

    A miss is the root of the expected squared error on the test records, over the noise of
    the release, in `Prepared.unit`.

    Attributes:
        without_privacy: of the best regression without noise.
        trivial: the better number for all, "private_mean" or "zero".
        trivial_loss, trivial_miss: of that.
        hindsight: the regression that is best for these records, which is not private.
        public: the regression whose method and λ come from public numbers alone.
        choice: which of the two is weighed against the number, one of `CHOICES`.
        beats: chance that a release of the regression weighed has the smaller squared error on
            the test records than a release of the number; the two are drawn independently.
    """

    without_privacy: float
    trivial: str
    trivial_loss: float
    trivial_miss: float
    hindsight: Candidate
    public: Candidate
    choice: str
    beats: Chance

    @property
    def weighed(self) -> Candidate:
        """The regression that is weighed against the number for all."""
        return self.hindsight if self.choice == "hindsight" else self.public

    @property
    def regression_is_better(self) -> bool:
        """Whether the regression weighed clearly beats the number, as in `Verdict`."""
        return self.weighed.loss < (1.0 - CLEARLY) * self.trivial_loss


def decide(
    prepared: Prepared, epsilon: ArrayLike, sweep: RidgeSweep, choice: str = "hindsight"
) -> Decision:
    """Return what a regression and one number for all would miss by, in the target's unit.

    Args:
        prepared: the records.
        epsilon: (n,) levels of the training records, > 0; infinity = public.
        sweep: of these records and levels.
        choice: "hindsight" or "public", where the λ of the regression weighed comes from.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    validate.choice(choice, CHOICES, "choice")
    verdict, scenario = sweep.verdict, sweep.scenario
    levels = prepared.problem.training.levels(epsilon)
    offered = stops(scenario)  # a λ set by hand may know the records
    guessed = public_choice(levels, prepared.problem.bounds, offered, _calibration(scenario))
    best = (verdict.regression, verdict.lam, verdict.loss)
    known = (guessed.method, guessed.lam, _loss(guessed, sweep))
    method, lam, _ = best if choice == "hindsight" else known
    beats = chance_of_beating(
        prepared.problem,
        levels,
        method,
        lam,
        _calibration(scenario),
        verdict.trivial,
        DRAWS,
        (scenario.seed, 3),
    )

    def candidate(method: str, lam: float, loss: float) -> Candidate:
        return Candidate(method, lam, loss, prepared.typical_miss(loss))

    return Decision(
        prepared.typical_miss(verdict.nonprivate_loss),
        verdict.trivial,
        verdict.trivial_loss,
        prepared.typical_miss(verdict.trivial_loss),
        candidate(*best),
        candidate(*known),
        choice,
        beats,
    )


def _calibration(scenario: RidgeScenario) -> Calibration:
    return Calibration(scenario.noise, scenario.theta_bound)


def _loss(guessed: PublicChoice, sweep: RidgeSweep) -> float:
    """Return the expected loss at one of the λ that are in every sweep."""
    means = sweep.regressions[guessed.method].unregularised.mean
    return float(means[place_of(guessed.lam, sweep.lams, "lam")])
