"""Everything the first figure of ridge regression shows, for one dataset and one profile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.grids import preferred_numbers
from hetdp_core.outcomes import LEAST_DRAWS
from hetdp_core.results import result
from hetdp_core.ridge.common_draws import usual_losses
from hetdp_core.ridge.loss_inputs import LossInputs, MethodCurve
from hetdp_core.ridge.methods import METHODS, loss_curves, nonprivate_curve
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import HIGHEST_LAMBDA, LOWEST_LAMBDA, RidgeProblem, check_lambdas
from hetdp_core.ridge.public_choice import NONPRIVATE_LAMBDAS, public_choice
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.validate import FloatArray

LOWEST, HIGHEST, STOPS = 1e-3, 1e3, 96
"""Range of λ that the figure and its slider span, and at most how many values in it are tried; the
exact entry may leave it."""

LAMBDA = "Regularisation λ"
LAMBDA_ENDS = ("more noise", "more shrinkage")
LAMBDA_ENDS_WITHOUT_NOISE = ("less shrinkage", "more shrinkage")
"""The name of λ, and its effect at both ends."""

PRINTED = "pdp_op_printed"
"""Series of PDP-OP with the noise of Theorem 3.2, for any noise of the others."""

SERIES: dict[str, str] = {
    "pdp_op": METHODS["pdp_op"].title,
    PRINTED: "PDP-OP with the paper's noise",
    **{key: method.title for key, method in METHODS.items() if key != "pdp_op"},
}
"""The series that can be drawn, by key, in the order of legends and tables."""

EXPLANATIONS: dict[str, str] = {
    **{key: method.explanation for key, method in METHODS.items()},
    PRINTED: "PDP-OP with the noise of Theorem 3.2. That is more noise than its guarantee needs.",
}
"""An explanation of each, in one sentence."""

REGRESSIONS = ("pdp_op", "objective")
"""Private regressions with a valid guarantee, among which a user would choose."""

WEAKER = ("noisy_sums", "centred_sums", "gradient_descent", "sampled_descent")
"""Private regressions that promise (ε, δ) with a δ of 10⁻⁶, and not ε itself."""

NUMBERS = {"private_mean": "private mean", "zero": "fixed guess"}
"""Series that predict one number for all, and their names in a sentence."""

BROKEN = ("jorgensen_max", "jorgensen_mean")
"""Sampling as published does not keep its promise: `test_sampling` shows by how much."""

USUAL = (*REGRESSIONS, PRINTED, *NUMBERS)
"""Series drawn unless others are asked for, where no verdict says which matter."""


@dataclass(frozen=True)
class RidgeScenario:
    """All settings of the comparison but the data and the privacy levels.

    Attributes:
        series: keys of `SERIES` to draw; none for those that matter: see `Verdict.default_series`.
        noise: how noise is calibrated, a key of `NOISE_RULES` (not for `PRINTED`).
        theta_bound: see `Calibration`.
        regularised: draw the loss with λ|θ|² added.
        lam: λ of single releases; a sweep has it among its own.
        points: most values of λ in a sweep, round numbers evenly spaced in the logarithm, so
            links are short; `lam` is added.
        seed: of masks and draws of the series that have no closed form.
    """

    series: tuple[str, ...] = ()
    noise: str = "sharp"
    theta_bound: float | None = None
    regularised: bool = False
    lam: float = 0.14
    points: int = STOPS
    seed: int = 0

    def __post_init__(self) -> None:
        for key in self.series:
            validate.choice(key, SERIES, "series")
        Calibration(self.noise, self.theta_bound)
        if not (type(self.lam) is float and LOWEST_LAMBDA <= self.lam <= HIGHEST_LAMBDA):
            check_lambdas(self.lam)  # which names the fault, and takes its time
        validate.count(self.points, 2, 1001, "points")
        validate.count(self.seed, 0, 2**31 - 1, "seed")

    @property
    def calibration(self) -> Calibration:
        """Of the noise of every series but `PRINTED`."""
        return Calibration(self.noise, self.theta_bound)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The series where no verdict says which matter."""
        return self.series or USUAL

    @property
    def stops(self) -> FloatArray:
        """The λ in every sweep, for any `lam`."""
        return preferred_numbers(LOWEST, HIGHEST, self.points)

    @property
    def lams(self) -> FloatArray:
        """(L,) ascending λ of the sweep, `lam` among them."""
        return np.union1d(self.stops, [self.lam])


AS_GOOD = 1e-9
"""Share of a loss by which two are the same: what rounding makes of it."""

CLEARLY = 0.01
"""Share by which a typical error must be less than another to be clearly less: at a large λ a
regression *is* nearly the constant 0, and its error a hair below."""


def is_clearly_less(loss: ArrayLike, rival: ArrayLike) -> NDArray[np.bool_]:
    """Return whether the typical error of a loss, its root, is clearly less than a rival's."""
    return np.asarray(np.sqrt(loss) < (1.0 - CLEARLY) * np.sqrt(rival))


@dataclass(frozen=True)
class Verdict:
    """What to release, judged by the expected squared error on the test records.

    The method is the one that a release can choose; its best λ is found with hindsight, from the
    test records.

    Attributes:
        regression: the one of `REGRESSIONS` that public numbers choose, see `public_choice`.
        lam: its best λ.
        loss: its expected loss there.
        trivial_loss: the better of the private mean and 0.
        trivial: which one, "private_mean" or "zero".
        nonprivate_loss: the best loss without noise, at any λ of `NONPRIVATE_LAMBDAS`.
        nonprivate_lam: its λ.
    """

    regression: str
    lam: float
    loss: float
    trivial_loss: float
    trivial: str
    nonprivate_loss: float
    nonprivate_lam: float

    @property
    def default_series(self) -> tuple[str, ...]:
        """Series to choose between: a regression, PDP-OP as in the paper, the better number."""
        return (self.regression, PRINTED, self.trivial)


@result
class RidgeSweep:
    """Losses along λ, so a figure can follow a drag.

    Attributes:
        scenario: the settings.
        lams: (L,) ascending, those of the scenario; without noise also `NONPRIVATE_LAMBDAS`.
        curves: by key of `SERIES`, in that order: those drawn, and those the verdict rests on.
        nonprivate: ridge regression without noise.
        verdict: which to release.
        usual: (2, L) between which 18 of 20 releases of its regression lie, simulated, without
            λ‖θ‖²; NaN where it releases nothing.
    """

    scenario: RidgeScenario
    lams: FloatArray
    curves: dict[str, MethodCurve]
    nonprivate: MethodCurve
    verdict: Verdict
    usual: FloatArray

    @property
    def series(self) -> tuple[str, ...]:
        """Keys of the curves that are drawn: the number that the verdict compares with is one."""
        chosen = self.scenario.series
        drawn = (*chosen, self.verdict.trivial) if chosen else self.verdict.default_series
        drawn = tuple(key for key in drawn if chosen or key != PRINTED or self.is_noisy(key))
        return tuple(key for key in self.curves if key in drawn)

    @property
    def spreading(self) -> tuple[str, ...]:
        """Those of them whose loss differs from release to release."""
        return tuple(key for key in self.series if np.any(self.moments(key).std > 0))

    @property
    def has_band(self) -> bool:
        """Whether releases of the verdict's regression differ, and are drawn as `usual` is."""
        return self.verdict.regression in self.spreading and not self.scenario.regularised

    def is_noisy(self, key: str) -> bool:
        """Return whether a series adds noise: a regression needs none on enough public records."""
        return key in NUMBERS or bool(np.any(self.curves[key].unregularised.std > 0))

    def explanation(self, key: str) -> str:
        """Explain a series, or of a regression without noise that it adds none."""
        no_noise = "Adds no noise: the public records are enough."
        return EXPLANATIONS[key] if self.is_noisy(key) else no_noise

    def moments(self, key: str) -> LossMoments:
        """Return the mean and spread of the loss that the scenario asks for."""
        return self.curves[key].losses(self.scenario.regularised)

    def mean_loss(self, key: str) -> FloatArray:
        """Return (L,) expected loss; NaN where the method releases nothing at that λ."""
        return np.where(self.curves[key].available, self.moments(key).mean, np.nan)

    @property
    def nonprivate_loss(self) -> FloatArray:
        """(L,) loss without noise."""
        return self.nonprivate.losses(self.scenario.regularised).mean


def loss_sweep(problem: RidgeProblem, epsilon: ArrayLike, scenario: RidgeScenario) -> RidgeSweep:
    """Return losses of every series along λ, and the verdict.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels of the training records, > 0; infinity = public.
        scenario: the settings.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    levels, bounds, calibration = problem.levels(epsilon), problem.bounds, scenario.calibration
    public, lams = public_choice(levels, bounds, scenario.stops, calibration), scenario.lams
    if public.without_noise:
        lams = np.union1d(lams, NONPRIVATE_LAMBDAS)
    compared = {PRINTED, "private_mean", "zero", WEAKER[0]}
    needed = {*compared, *REGRESSIONS, *scenario.series}
    curves = series_along(problem, levels, lams, scenario, needed)
    nonprivate = nonprivate_curve(LossInputs(problem, levels, lams))
    at_any_lambda = nonprivate_curve(LossInputs(problem, levels, NONPRIVATE_LAMBDAS))
    regression = public.method
    best, trivial = curves[regression], _best(curves, ("private_mean", "zero"))

    verdict = Verdict(
        regression,
        best.best_lam,
        best.least_loss,
        curves[trivial].least_loss,
        trivial,
        at_any_lambda.least_loss,
        at_any_lambda.best_lam,
    )
    there, usual = best.available, np.full((2, lams.size), np.nan)
    inputs = LossInputs(problem, levels, lams[there], calibration)
    usual[:, there] = usual_losses(regression, inputs, LEAST_DRAWS, (scenario.seed, 5))
    return RidgeSweep(scenario, lams, curves, nonprivate, verdict, usual)


def series_along(
    problem: RidgeProblem,
    levels: FloatArray,
    lams: FloatArray,
    scenario: RidgeScenario,
    series: Iterable[str],
) -> dict[str, MethodCurve]:
    """Return these series by key, in the order of `SERIES`, with the scenario's noise and seed."""
    wanted = set(series)
    curves = loss_curves(
        problem,
        levels,
        lams,
        [key for key in METHODS if key in wanted],
        noise=scenario.noise,
        theta_bound=scenario.theta_bound,
        rng=np.random.default_rng(scenario.seed),
    )
    if PRINTED in wanted:
        inputs = LossInputs(problem, levels, lams, Calibration("printed"))
        curves[PRINTED] = METHODS["pdp_op"].curve(inputs)
    return {key: curves[key] for key in SERIES if key in curves}


def _best(curves: dict[str, MethodCurve], keys: Iterable[str]) -> str:
    """Return which has the least loss at its best λ; of those that are as good, the first.

    Where nobody asks for privacy they all are, and rounding should not choose.
    """
    losses = {key: curves[key].least_loss for key in keys}
    least = min(losses.values())
    return next(key for key, loss in losses.items() if loss <= least + AS_GOOD * abs(least))
