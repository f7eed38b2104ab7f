"""All methods by name, in the order in which pages and tables show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hetdp_core.ridge.constant import constant_loss, draw_means, private_mean_curve, zero_curve
from hetdp_core.ridge.fits import Fits
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.objective import objective_coefficients, objective_curve
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.quadratic import QuadraticLoss, both_losses
from hetdp_core.ridge.sampling import SAMPLERS
from hetdp_core.ridge.spectrum import Spectrum
from hetdp_core.ridge.study import MethodCurve, Study, curve
from hetdp_core.ridge.weights import Weighting
from hetdp_core.validate import FloatArray

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
