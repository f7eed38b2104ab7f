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

from hetdp_core.ridge.noise import Calibration, draw_noise, solution_bound
from hetdp_core.ridge.problem import ROUNDING, DeclaredBounds, RidgeProblem
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.spectrum import weighted_spectrum
from hetdp_core.ridge.study import MethodCurve, Study
from hetdp_core.ridge.weights import personalised
from hetdp_core.validate import FloatArray

_NEWTON_STEPS = 60
_SAFETY = 1.0 - 10.0 * ROUNDING


def ball_radius(lams: FloatArray, bounds: DeclaredBounds, calibration: Calibration) -> FloatArray:
    """Return ρ at each λ: the smaller of the sharp bound on the solution and the known one."""
    cap = math.inf if calibration.theta_bound is None else calibration.theta_bound
    radius: FloatArray = np.minimum(solution_bound(lams, bounds), cap)
    return radius


def objective_rate(
    budget: float, lams: FloatArray, radius: FloatArray, bounds: DeclaredBounds
) -> FloatArray:
    """Return the rate η of noise in the objective at each λ; 0 where the budget is too small."""
    left = np.maximum(budget * _SAFETY - bounds.row_norm**2 / lams, 0.0)
    moved = bounds.row_norm**2 * radius + 2.0 * bounds.row_norm * bounds.label
    rate: FloatArray = left / (2.0 * moved)
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
    unit = draw_noise(1.0, (study.draws, problem.bounds.dimension), study.generator(2))
    theta = solve_in_ball(
        path.cross - 0.5 * (unit @ path.vectors) / rate[available, None, None],
        path.values + lams[available, None, None],
        radius[available, None],
    )
    plain = problem.test_loss.rotated(path.vectors).at(theta)
    penalty = lams[available, None] * np.einsum("...i,...i->...", theta, theta)
    return MethodCurve(
        "objective",
        _moments(plain, available),
        _moments(plain + penalty, available),
        rate,
        available,
    )


def objective_coefficients(
    problem: RidgeProblem,
    epsilon: FloatArray,
    lam: FloatArray,
    calibration: Calibration,
    releases: int,
    rng: np.random.Generator,
) -> FloatArray:
    """Return (releases, d) released coefficients at one λ; NaN-free: see `objective_rate` first."""
    weighting = personalised(epsilon, problem.bounds.dimension)
    path = weighted_spectrum(problem.X, problem.y, weighting.weights)
    radius = ball_radius(lam, problem.bounds, calibration)
    rate = objective_rate(weighting.budget, lam, radius, problem.bounds)
    noise = draw_noise(rate, (releases, problem.bounds.dimension), rng)
    theta = solve_in_ball(path.cross - 0.5 * noise, path.values + lam, radius)
    released: FloatArray = theta @ path.vectors.T
    return released


def solve_in_ball(target: FloatArray, curvature: FloatArray, radius: FloatArray) -> FloatArray:
    """Return the minimiser of θᵀ diag(curvature) θ - 2 targetᵀ θ over |θ| <= radius, exactly.

    It is target / (curvature + μ) with the least μ >= 0 that meets the constraint: the root
    of 1/radius - 1/|θ(μ)|, which is monotone and convex, so Newton's method from its left
    never passes it (Moré & Sorensen 1983).

    Args:
        target: (..., d).
        curvature: (..., d) > 0, broadcast against target.
        radius: (...) > 0, broadcast against target without its last axis.
    """
    found = target / curvature
    length = np.sqrt(np.einsum("...i,...i->...", found, found))
    outside = length > radius
    if not np.any(outside):
        return found
    pulled = np.broadcast_to(target, found.shape)[outside]
    bent = np.broadcast_to(curvature, found.shape)[outside]
    limit = np.broadcast_to(radius, length.shape)[outside]
    found[outside] = _on_sphere(pulled, bent, limit)
    return found


def _on_sphere(target: FloatArray, curvature: FloatArray, radius: FloatArray) -> FloatArray:
    """Return (m, d) solutions where the constraint binds, for (m, d) targets and (m,) radii."""
    reach = np.sqrt(np.einsum("ij,ij->i", target, target))
    shift = np.maximum(reach / radius - np.max(curvature, axis=1), 0.0)
    for _ in range(_NEWTON_STEPS):
        bent = curvature + shift[:, None]
        theta = target / bent
        square = np.einsum("ij,ij->i", theta, theta)
        excess = np.sqrt(square) / radius - 1.0
        if np.all(excess <= 1e-13):
            break
        shift = shift + np.maximum(excess, 0.0) * square / np.einsum(
            "ij,ij->i", theta, theta / bent
        )
    scale = radius / np.sqrt(square)
    found: FloatArray = theta * scale[:, None]
    return found


def _moments(losses: FloatArray, available: np.ndarray) -> LossMoments:
    """Return mean and spread over the last axis; infinite, without spread, if not available."""
    mean, std = np.full(available.size, np.inf), np.zeros(available.size)
    mean[available] = np.mean(losses, axis=-1)
    std[available] = np.std(losses, axis=-1, ddof=1)
    return LossMoments(mean, std, std / math.sqrt(losses.shape[-1]))
