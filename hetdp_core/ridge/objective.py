"""Personalised objective perturbation: noise in the objective, not on its solution (ours).

Release the minimiser of L_w(θ) + bᵀθ over the ball |θ| <= ρ, with L_w the weighted ridge loss,
w_i = ε_i / Σε and b of density proportional to e^{-η |b|}.  Inside the ball θ determines
b = -∇L_w(θ), so replacing record i changes the density of θ by a factor of at most

    exp(η · 2 w_i (R² ρ + 2 R L)) · (1 + w_i R² / λ):

the first from the gradient, the second from the Jacobian det ∇²L_w.  Both exponents are
proportional to w_i, hence to ε_i, so all levels hold at once with

    η = (Σε - R² / λ) / (2 (R² ρ + 2 R L)),  which needs Σε > R² / λ.

The ball, which keeps the gradient of a squared loss bounded, costs nothing.  A θ on the sphere
comes from each b = -∇L_w(θ) - μθ with μ >= 0.  With T an orthonormal basis of its tangent space
and H = ∇²L_w, the map from (θ, μ) to b has the Jacobian ρ det(Tᵀ (H + μI) T), so the density of
θ on the sphere is the integral over μ of the density of b times that.  For each μ, replacing
record i takes one matrix of rank one away from H and adds one, each at most 2 w_i R², which
changes the Jacobian by a factor of at most 1 + w_i R² / λ; and it moves b as far as inside.  So
the integrals obey the same bound.  By default ρ is
`noise.solution_bound`, from the declared bounds alone: without noise the ball then never binds.
The noise reaches θ through (XᵀWX + λI)⁻¹: small where the data say much.
"""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.ball import losses_in_ball, solve_in_ball
from hetdp_core.ridge.loss_inputs import LossInputs, MethodCurve
from hetdp_core.ridge.noise import SAFETY, draw_noise, gradient_change, known_length
from hetdp_core.ridge.problem import DeclaredBounds
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.weights import Spectrum
from hetdp_core.validate import FloatArray


def objective_rate(
    budget: float, lams: FloatArray, radius: FloatArray, bounds: DeclaredBounds
) -> FloatArray:
    """Return the rate η of noise in the objective at each λ; 0 where the budget is too small.

    Each record's level then holds when that record is replaced (derived above).

    Args:
        budget: Σε.
        lams: (L,) λ > 0.
        radius: (L,) ρ > 0 of the ball, as `known_length`.
        bounds: declared.
    """
    left = np.maximum(budget * SAFETY - bounds.row_norm**2 / lams, 0.0)
    rate: FloatArray = left / (2.0 * gradient_change(radius, bounds))
    return rate


def objective_law(
    inputs: LossInputs, refuse: bool = False
) -> tuple[Spectrum, FloatArray, FloatArray]:
    """Return the path of XᵀWX, and at each λ the rate of the noise and the radius of the ball.

    Raises:
        InvalidInput: `refuse`, and at the first λ the budget is too small.
    """
    (budget, path), lams, bounds = inputs.personalised, inputs.lams, inputs.problem.bounds
    radius = known_length(lams, bounds, inputs.calibration)
    rate = objective_rate(budget, lams, radius, bounds)
    if refuse and not rate[0] > 0:
        rule = f"must exceed {bounds.row_norm**2 / budget:g} for objective perturbation"
        raise InvalidInput("lambda", rule, f"{lams[0]:g}", "use a larger lambda")
    return path, rate, radius


def objective_curve(inputs: LossInputs) -> MethodCurve:
    """Return both losses, averaged over draws of the noise that all λ share.

    The noise is drawn in the coordinates of the features and then turned into the basis of
    XᵀWX: signs of eigenvectors, and equal eigenvalues, are a matter of rounding.
    """
    problem, lams, (path, rate, radius) = inputs.problem, inputs.lams, objective_law(inputs)
    available = rate > 0
    unit = problem.remembered(
        ("noise of the objective", inputs.draws, inputs.seed),
        lambda: draw_noise(1.0, (inputs.draws, problem.bounds.dimension), inputs.generator(2)),
    )
    plain, squares = losses_in_ball(
        path,
        problem.test_loss.rotated(path.vectors),
        np.ascontiguousarray((unit @ path.vectors).T),
        lams[available],
        rate[available],
        radius[available],
    )
    penalty = lams[available, None] * squares
    return MethodCurve(
        lams, _moments(plain, rate), _moments(plain + penalty, rate), rate, available
    )


def objective_coefficients(
    inputs: LossInputs, releases: int, rng: np.random.Generator
) -> FloatArray:
    """Return (releases, d) released coefficients at one λ; refused where it is not available."""
    path, rate, radius = objective_law(inputs, refuse=True)
    noise = draw_noise(rate, (releases, inputs.problem.bounds.dimension), rng)
    target = np.ascontiguousarray((path.cross - 0.5 * noise).T)
    theta = solve_in_ball(target, (path.values + inputs.lams)[:, None], radius)
    released: FloatArray = (path.vectors @ theta).T
    return released


def _moments(losses: FloatArray, rate: FloatArray) -> LossMoments:
    """Return mean and spread over the last axis; infinite, without spread, if not available.

    Without noise there is no spread, though the losses may differ by rounding.
    """
    mean, std, available = np.full(rate.size, np.inf), np.zeros(rate.size), rate > 0
    mean[available] = np.mean(losses, axis=-1)
    std[available] = np.std(losses, axis=-1, ddof=1)
    std[np.isinf(rate)] = 0.0
    return LossMoments(mean, std, std / math.sqrt(losses.shape[-1]))
