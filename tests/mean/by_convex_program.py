"""The same optimum by a general convex solver: the oracle that checks the closed form."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import SolverFailed
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.validate import FloatArray


def adpm_by_convex_program(epsilon: ArrayLike) -> tuple[FloatArray, float]:
    """Minimise J(w) = |w|**2 / 4 + 2 max_i (w_i / epsilon_i)**2 on the simplex.

    Written as a second-order cone program in the scaled weights of Eq. (12): the
    objective is the squared norm of (w / 2, sqrt(2) eta) under w_i <= eta epsilon_i.

    Args:
        epsilon: (n,) levels in any order, each > 0; infinity means public.

    Returns:
        The weights (n,) and the optimal value J.

    Raises:
        SolverFailed: the solver did not reach an optimum.
    """
    asked = validate.epsilons(epsilon)
    private = np.isfinite(asked)
    weights, noise_scale = cp.Variable(asked.size, nonneg=True), cp.Variable(nonneg=True)
    # In units of the largest finite level, so that the constraint has entries <= 1.
    unit = float(np.max(asked[private], initial=0.0)) or 1.0
    constraints = [cp.sum(weights) == 1]
    if np.any(private):
        constraints.append(weights[private] <= noise_scale * (asked[private] / unit))
    spread = np.sqrt(WORST_VARIANCE) * weights
    norm = cp.norm(cp.hstack([spread, np.sqrt(2.0) / unit * noise_scale]))
    problem = cp.Problem(cp.Minimize(norm), constraints)
    try:
        problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    except cp.SolverError as error:
        raise SolverFailed(f"The convex solver found no optimum for {asked.size} users.") from error
    if problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE) or weights.value is None:
        raise SolverFailed(f"The convex solver stopped with status {problem.status}.")
    return np.asarray(weights.value), float(problem.value) ** 2
