"""All methods by name, in the order in which pages and tables show them, and their expected losses.

The trivial predictors are 0, and the privately released mean label.  A regression that loses to
these is not worth releasing.  They predict one number for every record; the regularised loss
counts that number as the coefficient of an intercept, λ m².
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import mean, validate
from hetdp_core.ridge.gradient_descent import descent_coefficients, descent_curve
from hetdp_core.ridge.loss_inputs import (
    DEFAULT_DRAWS,
    DEFAULT_MASKS,
    LossInputs,
    MethodCurve,
    everywhere,
)
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.noisy_sums import sums_coefficients, sums_curve
from hetdp_core.ridge.objective import objective_coefficients, objective_curve
from hetdp_core.ridge.problem import RidgeProblem, check_lambdas
from hetdp_core.ridge.quadratic import LossMoments, QuadraticLoss, both_losses
from hetdp_core.ridge.sampled_descent import sampled_coefficients, sampled_curve
from hetdp_core.ridge.sampling import SAMPLERS
from hetdp_core.ridge.weights import Spectrum
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Method:
    """A way to release a predictor.

    Attributes:
        key: name in code and URLs.
        title: name on the screen.
        explanation: of the method, in one sentence.
        curve: expected losses along λ.
        coefficients: (releases, d) released coefficients at one λ, for the inputs, a number of
            releases, and a source of randomness; None where a number is predicted for all.
    """

    key: str
    title: str
    explanation: str
    curve: Callable[[LossInputs], MethodCurve]
    coefficients: Callable[[LossInputs, int, np.random.Generator], FloatArray] | None


# --- the trivial predictors -----------------------------------------------------------


def _zero_curve(inputs: LossInputs) -> MethodCurve:
    """Predict 0, which uses no data: the loss is the mean squared test label, at every λ."""
    size = inputs.lams.size
    loss = np.full(size, inputs.problem.test_loss.constant)
    moments = LossMoments(loss, np.zeros(size), np.zeros(size))
    return everywhere(inputs.lams, (moments, moments), np.inf)


def _private_mean_curve(inputs: LossInputs) -> MethodCurve:
    """Predict the mean label, released by ADPM (room `mean`) under the same ε.

    The Laplace noise is scaled to the declared range of labels.
    """
    center, rate = released_mean(inputs.problem, inputs.epsilon)
    lams = inputs.lams
    theta, rates = np.full((lams.size, 1), center), np.full(lams.size, rate)
    return everywhere(lams, both_losses(constant_loss(inputs.problem), theta, rates, lams), rate)


def released_mean(problem: RidgeProblem, epsilon: FloatArray) -> tuple[float, float]:
    """Return the weighted mean label before noise, and the rate of its Laplace noise.

    The rate is infinite (no noise) if all who count are public, or if ADPM answers the
    mid-point of the range because nothing better can be promised.  Remembered by the levels:
    the mean's curve rests on it, and whether a regression beats the mean.
    """

    def make() -> tuple[float, float]:
        low, high = problem.label_range
        plan = mean.adpm(epsilon)
        if plan.answers_midpoint:
            return (low + high) / 2.0, np.inf
        noise = (high - low) * plan.noise_scale
        share = float(mean.centred(problem.y, (low, high)) @ plan.weights) + 0.5
        return low + (high - low) * share, 1.0 / noise if noise > 0 else np.inf

    return problem.remembered(("released mean", epsilon.tobytes()), make)


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


# --- output perturbation: θ_w + b -----------------------------------------------------

OUTPUT_PERTURBATION: dict[str, Callable[[LossInputs], tuple[float, Spectrum]]] = {
    "pdp_op": lambda inputs: inputs.personalised,
    "non_personalised": lambda inputs: inputs.uniform,
}
"""Budget and path of the methods that add noise to the coefficients, by key."""


def nonprivate_curve(inputs: LossInputs) -> MethodCurve:
    """Fit plain ridge regression (`RidgeProblem.without_privacy`), for any levels."""
    problem, lams = inputs.problem, inputs.lams

    def fit() -> MethodCurve:
        theta, rate = problem.without_privacy(lams), np.full(lams.size, np.inf)
        return everywhere(lams, both_losses(problem.test_loss, theta, rate, lams), rate)

    return problem.remembered(("nonprivate", lams.tobytes()), fit)


def _output_curve(key: str) -> Callable[[LossInputs], MethodCurve]:
    def curve(inputs: LossInputs) -> MethodCurve:
        budget, path = OUTPUT_PERTURBATION[key](inputs)
        problem, lams = inputs.problem, inputs.lams
        rate = noise_rate(budget, lams, problem.bounds, inputs.calibration)
        return everywhere(lams, both_losses(problem.test_loss, path.path(lams), rate, lams), rate)

    return curve


def _output_coefficients(
    key: str,
) -> Callable[[LossInputs, int, np.random.Generator], FloatArray]:
    def draw(inputs: LossInputs, releases: int, rng: np.random.Generator) -> FloatArray:
        budget, path = OUTPUT_PERTURBATION[key](inputs)
        theta = path.path(inputs.lams)
        rate = noise_rate(budget, inputs.lams, inputs.problem.bounds, inputs.calibration)
        return theta + draw_noise(rate, (releases, theta.shape[1]), rng)

    return draw


# --- all of them ----------------------------------------------------------------------

METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method(
            "pdp_op",
            "PDP-OP",
            "The paper's method: a record's weight is proportional to its ε, and noise is added to "
            "the coefficients.",
            _output_curve("pdp_op"),
            _output_coefficients("pdp_op"),
        ),
        Method(
            "objective",
            "Objective perturbation",
            (
                "The weight of a record is proportional to its ε. Noise is added to the minimised "
                "function, so strong data reduce its effect."
            ),
            objective_curve,
            objective_coefficients,
        ),
        Method(
            "noisy_sums",
            "Noisy sums",
            (
                "Noise is added to all sums of products, and the regression is fitted from these. "
                "The promise is weaker: a chance δ = 10⁻⁶ of more than ε."
            ),
            partial(sums_curve, towards_mean=False),
            lambda inputs, *how: sums_coefficients(inputs, False, *how),
        ),
        Method(
            "centred_sums",
            "Noisy sums, towards the mean",
            (
                "Noisy sums, where the predictions are pulled towards the released mean and "
                "not towards the middle of the range."
            ),
            partial(sums_curve, towards_mean=True),
            lambda inputs, *how: sums_coefficients(inputs, True, *how),
        ),
        Method(
            "gradient_descent",
            "Gradient descent",
            (
                "Noise is added to the gradient in each of 20 steps. Each record's gradient is "
                "clipped to a length in proportion to its level. The promise is weaker: a chance "
                "δ = 10⁻⁶ of more than ε."
            ),
            descent_curve,
            descent_coefficients,
        ),
        Method(
            "sampled_descent",
            "Sampled gradient descent",
            (
                "Gradient descent with one clipping length for all, where each record takes part "
                "in a step with a chance that its level allows. The promise is weaker: a chance "
                "δ = 10⁻⁶ of more than ε."
            ),
            sampled_curve,
            sampled_coefficients,
        ),
        Method(
            "non_personalised",
            "Non-personalised",
            "Everyone gets the strictest ε.",
            _output_curve("non_personalised"),
            _output_coefficients("non_personalised"),
        ),
        Method(
            "jorgensen_max",
            "Sampling, largest ε",
            "Records are sampled at random, then all treated equally at the largest ε.",
            SAMPLERS["jorgensen_max"].curve,
            SAMPLERS["jorgensen_max"].coefficients,
        ),
        Method(
            "jorgensen_mean",
            "Sampling, mean ε",
            "Records are sampled at random, then all treated equally at the mean ε.",
            SAMPLERS["jorgensen_mean"].curve,
            SAMPLERS["jorgensen_mean"].coefficients,
        ),
        Method(
            "jorgensen_repaired",
            "Sampling, repaired",
            "Records are sampled at random. Weights and noise do not depend on the number sampled.",
            SAMPLERS["jorgensen_repaired"].curve,
            SAMPLERS["jorgensen_repaired"].coefficients,
        ),
        Method(
            "private_mean",
            "Private mean",
            "Predicts one number for everyone: the mean of the label, released with the same ε.",
            _private_mean_curve,
            None,
        ),
        Method(
            "zero",
            "Fixed guess",
            "Predicts the middle of the label's range for everyone; its lower end if not centred.",
            _zero_curve,
            lambda inputs, releases, _: np.zeros((releases, inputs.problem.bounds.dimension)),
        ),
    )
}
"""PDP-OP, the methods it is compared with, and the numbers it has to beat.  Sampling with the
largest or the mean ε is as published: its accounting does not hold in general.  All others keep
everybody's ε; noisy sums and gradient descent keep (ε, δ) with a δ of 10⁻⁶."""


def draw_predictor(
    method: str, inputs: LossInputs, releases: int, rng: np.random.Generator
) -> tuple[FloatArray, QuadraticLoss]:
    """Return released predictors (releases, k), and the test loss as a function of one of them."""
    draw, problem = METHODS[method].coefficients, inputs.problem
    if draw is None:
        return draw_means(problem, inputs.epsilon, releases, rng), constant_loss(problem)
    return draw(inputs, releases, rng), problem.test_loss


def loss_curves(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lams: ArrayLike,
    methods: Iterable[str] = tuple(METHODS),
    *,
    noise: str = "sharp",
    theta_bound: float | None = None,
    rng: np.random.Generator | None = None,
    masks: int = DEFAULT_MASKS,
    draws: int = DEFAULT_DRAWS,
) -> dict[str, MethodCurve]:
    """Return mean and spread of both test losses by method, over the randomness of the release.

    Exact for output perturbation and the trivial predictors.  Sampling methods are averaged over
    random masks, with the noise integrated exactly given each.  Objective perturbation, noisy sums
    and gradient descent are averaged over draws of their noise.  All these carry a standard error.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels of the training records, > 0 (natural log); infinity = public.
        lams: (L,) regularisation parameters > 0.
        methods: keys of `METHODS`.
        noise: a key of `NOISE_RULES`; objective perturbation always has its own, sharp one.
        theta_bound: see `Calibration`.
        rng: source of masks and draws; without one they are the same in every call, so
            curves move smoothly.
        masks: samples of records for the sampling methods, at least 2.
        draws: draws of the noise for objective perturbation (at most, for noisy sums and gradient
            descent), at least 2.

    Raises:
        InvalidInput: a rule above is broken.

    >>> problem = RidgeProblem([[1.0], [1.0]], [0.5, 0.5], [[1.0]], [0.5])
    >>> loss_curves(problem, [1e6, 1e6], [1.0], ["pdp_op"])["pdp_op"].unregularised.mean
    array([0.0625])
    """
    seed = 0 if rng is None else int(rng.integers(2**63))
    inputs = LossInputs(
        problem,
        problem.levels(epsilon),
        check_lambdas(lams),
        Calibration(noise, theta_bound),
        masks,
        draws,
        seed,
    )
    return {key: METHODS[validate.choice(key, METHODS, "method")].curve(inputs) for key in methods}
