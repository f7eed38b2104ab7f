"""All methods by name, in the order in which pages and tables show them.

The trivial predictors: 0, and the privately released mean label.

A regression that loses to these is not worth releasing.  They predict one number for every
record; the regularised loss counts that number as the coefficient of an intercept, λ m².
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hetdp_core import mean
from hetdp_core.ridge.fits import Fits
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.objective import objective_coefficients, objective_curve
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.quadratic import BothLosses, LossMoments, QuadraticLoss, both_losses
from hetdp_core.ridge.sampling import SAMPLERS
from hetdp_core.ridge.spectrum import Spectrum
from hetdp_core.ridge.study import MethodCurve, Study, curve
from hetdp_core.ridge.weights import Weighting
from hetdp_core.validate import FloatArray


def zero_curve(study: Study) -> MethodCurve:
    """Predict 0, which uses no data: the loss is the mean squared test label, at every λ."""
    size = study.lams.size
    loss = np.full(size, study.problem.test_loss.constant)
    moments = LossMoments(loss, np.zeros(size), np.zeros(size))
    return curve("zero", BothLosses(moments, moments), np.inf, size)


def private_mean_curve(study: Study) -> MethodCurve:
    """Predict the mean label, released by ADPM (room `mean`) under the same ε.

    The Laplace noise is scaled to the declared range of labels.
    """
    center, rate = released_mean(study.problem, study.epsilon)
    size = study.lams.size
    theta = np.full((size, 1), center)
    losses = both_losses(constant_loss(study.problem), theta, np.full(size, rate), study.lams)
    return curve("private_mean", losses, rate, size)


def released_mean(problem: RidgeProblem, epsilon: FloatArray) -> tuple[float, float]:
    """Return the weighted mean label before noise, and the rate of its Laplace noise.

    The rate is infinite (no noise) if all who count are public, or if ADPM answers the
    mid-point of the range because nothing better can be promised.  Remembered by the levels:
    the mean's curve rests on it, and whether a regression beats the mean.
    """
    return problem.remembered(
        ("released mean", epsilon.tobytes()), lambda: _released_mean(problem, epsilon)
    )


def _released_mean(problem: RidgeProblem, epsilon: FloatArray) -> tuple[float, float]:
    low, high = problem.label_range
    plan = mean.adpm(epsilon)
    if plan.answers_midpoint:
        return (low + high) / 2.0, np.inf
    noise = (high - low) * plan.noise_scale
    center = low + (high - low) * (float(mean.centred(problem.y, (low, high)) @ plan.weights) + 0.5)
    return center, 1.0 / noise if noise > 0 else np.inf


def constant_loss(problem: RidgeProblem) -> QuadraticLoss:
    """Return the test loss of predicting one number, as a function of that number."""
    average = float(np.mean(problem.y_test))
    return QuadraticLoss(np.ones((1, 1)), np.array([average]), problem.test_loss.constant)


def draw_means(
    problem: RidgeProblem, epsilon: FloatArray, releases: int, rng: np.random.Generator
) -> FloatArray:
    """Return (releases, 1) privately released mean labels."""
    center, rate = released_mean(problem, epsilon)
    return center + draw_noise(rate, (releases, 1), rng)


Coefficients = Callable[
    [RidgeProblem, FloatArray, FloatArray, Calibration, int, np.random.Generator], FloatArray
]
"""(problem, epsilon (n,), lam (1,), calibration, releases, rng) -> (releases, d)."""


@dataclass(frozen=True)
class Method:
    """A way to release a predictor.

    Attributes:
        key: name in code and URLs.
        title: name on the screen.
        explanation: what it does, in one sentence.
        label: where it comes from, in a few words.
        private: whether every record gets the ε it asks for; False for what is shown only
            for comparison.
        curve: expected losses along the λ curve.
        coefficients: released coefficients; None where a number is predicted for all.
    """

    key: str
    title: str
    explanation: str
    label: str
    private: bool
    curve: Callable[[Study], MethodCurve]
    coefficients: Coefficients | None


def _output(key: str, spectrum: Spectrum, weighting: Weighting, study: Study) -> MethodCurve:
    """Return exact losses of output perturbation: θ_w + b."""
    problem, lams = study.problem, study.lams
    rate = noise_rate(weighting.budget, lams, problem.bounds, study.calibration)
    losses = both_losses(problem.test_loss, spectrum.path(lams), rate, lams)
    return curve(key, losses, rate, lams.size)


def _pdp_op(study: Study) -> MethodCurve:
    return _output("pdp_op", study.personalised_spectrum, study.personalised, study)


def _non_personalised(study: Study) -> MethodCurve:
    return _output("non_personalised", study.uniform_spectrum, study.uniform, study)


def nonprivate_curve(study: Study) -> MethodCurve:
    """Fit plain ridge regression without any noise: what privacy is paid from, whoever asks."""
    endless = Weighting(study.uniform.weights, np.inf)
    return study.problem.remembered(
        ("nonprivate", study.lams.tobytes()),
        lambda: _output("nonprivate", study.uniform_spectrum, endless, study),
    )


def _drawn_output(weighed: Callable[[Fits], tuple[Weighting, Spectrum]]) -> Coefficients:
    def draw(
        problem: RidgeProblem,
        epsilon: FloatArray,
        lam: FloatArray,
        calibration: Calibration,
        releases: int,
        rng: np.random.Generator,
    ) -> FloatArray:
        weighting, path = weighed(problem.fits(epsilon))
        theta = path.path(lam)
        rate = noise_rate(weighting.budget, lam, problem.bounds, calibration)
        return theta + draw_noise(rate, (releases, theta.shape[1]), rng)

    return draw


def _zeros(
    problem: RidgeProblem,
    _epsilon: FloatArray,
    _lam: FloatArray,
    _calibration: Calibration,
    releases: int,
    _rng: np.random.Generator,
) -> FloatArray:
    return np.zeros((releases, problem.bounds.dimension))


_PUBLISHED = "as published; its accounting does not hold in general"

METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method(
            "pdp_op",
            "PDP-OP",
            "Records weigh in proportion to their ε, then noise on the coefficients.",
            "Algorithm 1",
            True,
            _pdp_op,
            _drawn_output(lambda fits: (fits.personalised, fits.personalised_spectrum)),
        ),
        Method(
            "objective",
            "Objective perturbation",
            "Weights as in PDP-OP, noise in what is minimised: it moves little if data say much.",
            "ours, proved",
            True,
            objective_curve,
            objective_coefficients,
        ),
        Method(
            "non_personalised",
            "Non-personalised",
            "Everybody is given the strictest ε.",
            "plain output perturbation",
            True,
            _non_personalised,
            _drawn_output(lambda fits: (fits.uniform, fits.uniform_spectrum)),
        ),
        Method(
            "jorgensen_max",
            "Sampling, largest ε",
            "Records are kept by chance, then treated alike at the largest ε.",
            _PUBLISHED,
            False,
            SAMPLERS[0].curve,
            SAMPLERS[0].coefficients,
        ),
        Method(
            "jorgensen_mean",
            "Sampling, mean ε",
            "Records are kept by chance, then treated alike at the mean ε.",
            _PUBLISHED,
            False,
            SAMPLERS[1].curve,
            SAMPLERS[1].coefficients,
        ),
        Method(
            "jorgensen_repaired",
            "Sampling, repaired",
            "Records are kept by chance, with weights and noise that do not depend on how many.",
            "ours, proved",
            True,
            SAMPLERS[2].curve,
            SAMPLERS[2].coefficients,
        ),
        Method(
            "private_mean",
            "Private mean",
            "Predicts the same for all: the mean label, released with the same ε.",
            "trivial predictor",
            True,
            private_mean_curve,
            None,
        ),
        Method(
            "zero", "Zero", "Predicts 0 for all.", "trivial predictor", True, zero_curve, _zeros
        ),
    )
}
"""PDP-OP, what it is compared with, and what it has to beat."""


def draw_predictor(
    method: Method,
    problem: RidgeProblem,
    epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    releases: int,
    rng: np.random.Generator,
) -> tuple[FloatArray, QuadraticLoss]:
    """Return released predictors (releases, k), and the test loss as a function of one of them."""
    if method.coefficients is None:
        return draw_means(problem, epsilon, releases, rng), constant_loss(problem)
    drawn = method.coefficients(problem, epsilon, lam, calibration, releases, rng)
    return drawn, problem.test_loss
