"""What the closed forms are checked against: a convex solver, enumeration, and noise drawn."""

import math

import cvxpy as cp
import numpy as np

from hetdp_core.errors import SolverFailed
from hetdp_core.mean.plan import WORST_VARIANCE


def adpm_by_convex_program(epsilon):
    """The optimal weights (n,) and J, by a second-order cone program in the scaled weights.

    J(w) = |w|**2 / 4 + 2 max_i (w_i / epsilon_i)**2 on the simplex is the squared norm of
    (w / 2, sqrt(2) eta) under w_i <= eta epsilon_i.
    """
    private = np.isfinite(epsilon)
    weights, noise_scale = cp.Variable(epsilon.size, nonneg=True), cp.Variable(nonneg=True)
    # In units of the largest finite level, so that the constraint has entries <= 1.
    unit = float(np.max(epsilon[private], initial=0.0)) or 1.0
    constraints = [cp.sum(weights) == 1]
    if np.any(private):
        constraints.append(weights[private] <= noise_scale * (epsilon[private] / unit))
    spread = np.sqrt(WORST_VARIANCE) * weights
    norm = cp.norm(cp.hstack([spread, np.sqrt(2.0) / unit * noise_scale]))
    problem = cp.Problem(cp.Minimize(norm), constraints)
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    if problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE) or weights.value is None:
        raise SolverFailed(f"The convex solver stopped with status {problem.status}.")
    return np.asarray(weights.value), float(problem.value) ** 2


def drawn_noise(noise, columns, shape, draws, rng):
    """(draws, d) of scale 1, by its definition, in the convention of `hetdp_core.mean.noises`."""
    size = draws, columns
    if noise == "laplace":
        return rng.laplace(0.0, 1.0, size)
    if noise == "gaussian":
        return rng.standard_normal(size)
    # Hardt and Talwar: a uniform point of the shape, times a Gamma(d + 1) variable
    radius = rng.gamma(columns + 1.0, 1.0, (draws, 1))
    if shape == "cube":
        return radius * rng.uniform(-1.0, 1.0, size) / math.sqrt(columns)
    normal = rng.standard_normal(size)
    direction = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    return radius * direction * rng.random((draws, 1)) ** (1.0 / columns)
