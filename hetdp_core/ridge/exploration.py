"""Everything the hero figure of ridge regression shows, for one dataset and one profile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.grids import place_of, preferred_numbers
from hetdp_core.ridge.curves import BestChoice, LossCurves, loss_curves
from hetdp_core.ridge.methods import METHODS
from hetdp_core.ridge.noise import NOISE_RULES, Calibration
from hetdp_core.ridge.problem import (
    HIGHEST_LAMBDA,
    LOWEST_LAMBDA,
    RidgeProblem,
    check_lambdas,
)
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.study import MethodCurve, Study
from hetdp_core.validate import FloatArray

LOWEST, HIGHEST = 1e-2, 1e3
"""Range of λ that the figure spans; the exact entry may leave it."""

PRINTED = "pdp_op_printed"
"""Series of PDP-OP with the noise of Theorem 3.2, whatever the others use."""

SERIES: dict[str, str] = {
    "pdp_op": METHODS["pdp_op"].title,
    PRINTED: f"{METHODS['pdp_op'].title}, as printed",
    **{key: method.title for key, method in METHODS.items() if key != "pdp_op"},
}
"""What can be drawn, by key, in the order of legends and tables."""

EXPLANATIONS: dict[str, str] = {
    **{key: method.explanation for key, method in METHODS.items()},
    PRINTED: "PDP-OP with the noise of Theorem 3.2, up to four times what its promise needs.",
}
"""What each of them does, in one sentence."""

REGRESSIONS = ("pdp_op", "objective")
"""Private regressions with a valid guarantee, among which a user would choose."""

USUAL = (*REGRESSIONS, PRINTED, "private_mean")
"""Series drawn unless others are asked for, where no verdict says which matter."""


@dataclass(frozen=True)
class RidgeScenario:
    """Every knob of the comparison but the data and the privacy levels.

    Attributes:
        series: keys of `SERIES` to draw; none for those that matter: see `Verdict.matter`.
        noise: how noise is calibrated, a key of `NOISE_RULES` (not for `PRINTED`).
        theta_bound: see `Calibration`.
        regularised: draw the loss with λ|θ|² added.
        lam: present value of the control.
        points: most values of λ, round numbers evenly spaced in the logarithm, so that links
            are short; the present one is added.
        seed: of masks and draws of the series that have no closed form.
    """

    series: tuple[str, ...] = ()
    noise: str = "sharp"
    theta_bound: float | None = None
    regularised: bool = False
    lam: float = 1.0
    points: int = 80
    seed: int = 0

    def __post_init__(self) -> None:
        """Check each knob and how they fit together."""
        for key in self.series:
            validate.choice(key, SERIES, "series")
        validate.choice(self.noise, NOISE_RULES, "noise")
        Calibration(self.noise, self.theta_bound)
        if not (type(self.lam) is float and LOWEST_LAMBDA <= self.lam <= HIGHEST_LAMBDA):
            check_lambdas(self.lam)  # which says what is wrong, and takes its time
        validate.count(self.points, 2, 1001, "points")
        validate.count(self.seed, 0, 2**31 - 1, "seed")

    @property
    def drawn(self) -> tuple[str, ...]:
        """The series where no verdict says which matter."""
        return self.series or USUAL


AS_GOOD = 1e-9
"""Share of a loss by which two are the same: what rounding makes of it."""

CLEARLY = 0.01
"""Share of the trivial predictors' loss that a regression must save to be worth releasing."""


@dataclass(frozen=True)
class Verdict:
    """What to release, judged by the expected squared error on the test records.

    The best λ is found with hindsight, from the test records: in earnest it would have to be
    chosen beforehand, or at a price in privacy.

    Attributes:
        regression: the best private regression with a valid guarantee, a key of `REGRESSIONS`.
        lam: its best λ.
        loss: its expected loss there.
        spread: the standard deviation of that loss from release to release.
        printed_loss: the best loss of PDP-OP with the noise as printed, over λ.
        one_level: computes `one_level_loss`, which takes as long as the curves for personal
            levels, and which nobody is told where no regression is worth releasing.
        trivial_loss: the better of the private mean and 0.
        trivial: which one, "private_mean" or "zero".
        nonprivate_loss: the best loss of ridge regression without noise.
    """

    regression: str
    lam: float
    loss: float
    spread: float
    printed_loss: float
    one_level: Callable[[], float]
    trivial_loss: float
    trivial: str
    nonprivate_loss: float

    @property
    def matter(self) -> tuple[str, ...]:
        """Series to choose between: the best regression, the printed one, the better number."""
        return (self.regression, PRINTED, self.trivial)

    @property
    def worth_releasing(self) -> bool:
        """Whether the private regression clearly beats predicting one number for everybody.

        At a large λ a regression *is* nearly the constant 0, and its loss a hair below.
        """
        return self.loss < (1 - CLEARLY) * self.trivial_loss

    @cached_property
    def one_level_loss(self) -> float:
        """The best loss of the same regressions when all get the strictest level.

        It is what personal levels are to be compared with.
        """
        return self.one_level()

    @property
    def personalisation_factor(self) -> float:
        """How many times larger the best private regression's loss is with one level for all."""
        return self.one_level_loss / self.loss


@result
class RidgeSweep:
    """All series along λ, so that a figure can follow a drag.

    Attributes:
        scenario: what was asked.
        lams: (L,) ascending, the present λ among them.
        current: its index.
        series: by key of `SERIES`, in that order.
        regressions: those of `REGRESSIONS`, drawn or not.
        nonprivate: ridge regression without noise.
        non_personalised: everybody at the strictest level, drawn or not.
        verdict: which to release.
    """

    scenario: RidgeScenario
    lams: FloatArray
    current: int
    series: dict[str, MethodCurve]
    regressions: dict[str, MethodCurve]
    nonprivate: MethodCurve
    non_personalised: MethodCurve
    verdict: Verdict

    def at(self, lam: float) -> RidgeSweep:
        """Return the same sweep with another of its λ as the present one.

        Raises:
            InvalidInput: it is none of them.
        """
        place = place_of(lam, self.lams, "lam")
        return replace(self, scenario=replace(self.scenario, lam=lam), current=place)

    def moments(self, key: str) -> LossMoments:
        """Return the mean and spread of the loss that the scenario asks for."""
        return self.series[key].losses(self.scenario.regularised)

    def mean_loss(self, key: str) -> FloatArray:
        """Return (L,) expected loss; NaN where the method releases nothing at that λ."""
        return np.where(self.series[key].available, self.moments(key).mean, np.nan)

    @property
    def nonprivate_loss(self) -> FloatArray:
        """(L,) loss without noise."""
        return self.nonprivate.losses(self.scenario.regularised).mean

    def improvement(self, key: str) -> FloatArray:
        """Return (L,) how many times smaller the loss is than the non-personalised one."""
        plain = self.non_personalised.losses(self.scenario.regularised).mean
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(plain / self.moments(key).mean)

    @property
    def spreading(self) -> tuple[str, ...]:
        """Series whose loss differs from release to release."""
        return tuple(key for key in self.series if np.any(self.moments(key).std > 0))


def explore(problem: RidgeProblem, epsilon: ArrayLike, scenario: RidgeScenario) -> RidgeSweep:
    """Return losses of every series along λ, coefficients, and the verdict.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels of the training records, > 0; infinity = public.
        scenario: the knobs.

    Raises:
        InvalidInput: a rule of these is broken.
    """
    lams, current = lambdas(scenario)
    levels = problem.training.levels(epsilon)
    needed = {"non_personalised", "private_mean", "zero", *REGRESSIONS, *scenario.series}
    methods = [key for key in METHODS if key in needed]
    curves = _curves(problem, levels, lams, methods, scenario)
    printed = _printed(problem, levels, lams)
    found = {PRINTED: printed, **curves.methods}
    alike = partial(_with_one_level, problem, levels.min(), lams, scenario)
    verdict = judge(curves, alike, printed)
    drawn = scenario.series or verdict.matter
    return RidgeSweep(
        scenario,
        lams,
        current,
        {key: found[key] for key in SERIES if key in drawn},
        {key: found[key] for key in REGRESSIONS},
        curves.nonprivate,
        found["non_personalised"],
        verdict,
    )


def lambdas(scenario: RidgeScenario) -> tuple[FloatArray, int]:
    """Return (L,) ascending λ of a scenario, the present one among them, and its index."""
    lams = np.union1d(stops(scenario), [scenario.lam])
    return lams, int(np.searchsorted(lams, scenario.lam))


def stops(scenario: RidgeScenario) -> FloatArray:
    """Return the λ in every sweep of the scenario, whatever λ is now."""
    return preferred_numbers(LOWEST, HIGHEST, scenario.points)


def judge(curves: LossCurves, alike: Callable[[], LossCurves], printed: MethodCurve) -> Verdict:
    """Judge curves that hold every method named; `alike`: objective perturbation, one level."""
    regression = _best(curves.best(key) for key in REGRESSIONS)
    plain = curves.best("non_personalised")
    trivial = _best(curves.best(key) for key in ("private_mean", "zero"))
    return Verdict(
        regression.method,
        regression.lam,
        regression.loss,
        regression.std,
        float(np.min(printed.unregularised.mean)),
        partial(_best_with_one_level, plain, alike),
        trivial.loss,
        trivial.method,
        float(np.min(curves.nonprivate.unregularised.mean)),
    )


def _best(choices: Iterable[BestChoice]) -> BestChoice:
    """Return the best choice; of those that are as good, the first.

    Where nobody asks for privacy they all are, and rounding should not choose.
    """
    found = list(choices)
    least = min(choice.loss for choice in found)
    return next(choice for choice in found if choice.loss <= least * (1 + AS_GOOD))


def series_along(
    problem: RidgeProblem, levels: FloatArray, lams: FloatArray, scenario: RidgeScenario
) -> dict[str, MethodCurve]:
    """Return the scenario's series by key, in the order of `SERIES`: nothing for a verdict."""
    asked = [key for key in METHODS if key in scenario.drawn]
    found = _curves(problem, levels, lams, asked, scenario).methods
    if PRINTED in scenario.drawn:
        found = {**found, PRINTED: _printed(problem, levels, lams)}
    return {key: found[key] for key in SERIES if key in found}


def _best_with_one_level(plain: BestChoice, alike: Callable[[], LossCurves]) -> float:
    return _best([plain, alike().best("objective")]).loss


def _with_one_level(
    problem: RidgeProblem, strictest: float, lams: FloatArray, scenario: RidgeScenario
) -> LossCurves:
    """Return objective perturbation with the strictest level for all, whatever others ask for.

    Output perturbation with it is the method `non_personalised`.
    """
    knobs = (scenario.noise, scenario.theta_bound, scenario.seed)
    levels = np.full(problem.training.rows, strictest)
    return problem.remembered(
        ("with one level", strictest, lams.tobytes(), *knobs),
        lambda: _curves(problem, levels, lams, ["objective"], scenario),
    )


def _printed(problem: RidgeProblem, levels: FloatArray, lams: FloatArray) -> MethodCurve:
    return METHODS["pdp_op"].curve(Study(problem, levels, lams, Calibration("printed")))


def _curves(
    problem: RidgeProblem,
    levels: FloatArray,
    lams: FloatArray,
    methods: Sequence[str],
    scenario: RidgeScenario,
) -> LossCurves:
    return loss_curves(
        problem,
        levels,
        lams,
        methods,
        noise=scenario.noise,
        theta_bound=scenario.theta_bound,
        rng=np.random.default_rng(scenario.seed),
    )
