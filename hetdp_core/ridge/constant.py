"""The trivial predictors: 0, and the privately released mean label.

A regression that loses to these is not worth releasing.  They predict one number for every
record; the regularised loss counts that number as the coefficient of an intercept, λ m².
"""

from __future__ import annotations

import numpy as np

from hetdp_core import mean
from hetdp_core.ridge.noise import draw_noise
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.quadratic import BothLosses, LossMoments, QuadraticLoss, both_losses
from hetdp_core.ridge.study import MethodCurve, Study, curve
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
