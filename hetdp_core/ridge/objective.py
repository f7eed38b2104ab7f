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
from hetdp_core.ridge.noise import SAFETY, Calibration, draw_noise, gradient_change, known_length
from hetdp_core.ridge.problem import DeclaredBounds, RidgeProblem
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.study import MethodCurve, Study
from hetdp_core.validate import FloatArray


def ball_radius(lams: FloatArray, bounds: DeclaredBounds, calibration: Calibration) -> FloatArray:
    """Return ρ at each λ: the smaller of the sharp bound on the solution and the known one."""
    return known_length(lams, bounds, calibration)


def objective_rate(
    budget: float, lams: FloatArray, radius: FloatArray, bounds: DeclaredBounds
) -> FloatArray:
    """Return the rate η of noise in the objective at each λ; 0 where the budget is too small.

    Each record's level then holds when that record is replaced (derived above).

    Args:
        budget: Σε.
        lams: (L,) λ > 0.
        radius: (L,) ρ > 0 of the ball, as `ball_radius`.
        bounds: declared.
    """
    left = np.maximum(budget * SAFETY - bounds.row_norm**2 / lams, 0.0)
    rate: FloatArray = left / (2.0 * gradient_change(radius, bounds))
    return rate


def available_rate(
    budget: float, lam: FloatArray, radius: FloatArray, bounds: DeclaredBounds
) -> FloatArray:
    """Return `objective_rate` at (1,) λ; `InvalidInput` where the budget is too small."""
    rate = objective_rate(budget, lam, radius, bounds)
    if not rate[0] > 0:
        rule = f"must exceed {bounds.row_norm**2 / budget:g} for objective perturbation"
        raise InvalidInput("lambda", rule, f"{lam[0]:g}", "use a larger lambda")
    return rate


def objective_curve(study: Study) -> MethodCurve:
    """Return both losses, averaged over draws of the noise that all λ share.

    The noise is drawn in the coordinates of the features and then turned into the basis of
    XᵀWX: signs of eigenvectors, and equal eigenvalues, are a matter of rounding.
    """
    problem, lams, path = study.problem, study.lams, study.personalised_spectrum
    radius = ball_radius(lams, problem.bounds, study.calibration)
    rate = objective_rate(study.personalised.budget, lams, radius, problem.bounds)
    available = rate > 0
    unit = problem.remembered(
        ("noise of the objective", study.draws, study.seed),
        lambda: draw_noise(1.0, (study.draws, problem.bounds.dimension), study.generator(2)),
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
        "objective", _moments(plain, rate), _moments(plain + penalty, rate), rate, available
    )


def objective_coefficients(
    problem: RidgeProblem,
    epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    releases: int,
    rng: np.random.Generator,
) -> FloatArray:
    """Return (releases, d) released coefficients at one λ; refused where it is not available."""
    fits = problem.fits(epsilon)
    path = fits.personalised_spectrum
    radius = ball_radius(lam, problem.bounds, calibration)
    rate = available_rate(fits.personalised.budget, lam, radius, problem.bounds)
    noise = draw_noise(rate, (releases, problem.bounds.dimension), rng)
    target = np.ascontiguousarray((path.cross - 0.5 * noise).T)
    theta = solve_in_ball(target, (path.values + lam)[:, None], radius)
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
