"""Points worth remembering: whole numbers where asked, then uphill."""

from __future__ import annotations

import numpy as np
from scipy.optimize import Bounds, minimize

from hetdp_core.accounting.search.allowance import Allowance
from hetdp_core.accounting.search.problem import Problem
from hetdp_core.validate import FloatArray

_NEAR = (1e-6, 1e-3)  # how far below its cap a term still counts as meant to be there
_CLEAR = 1e-15
_LOOK = 1_000_000  # work of one look at value and gradient: what calling them costs


def admissible(problem: Problem, x: FloatArray) -> FloatArray:
    """Return the records nearest to x (..., d or more): in the box, whole numbers where asked."""
    d = problem.dimension
    inside = np.clip(x[..., :d], problem.low[:d], problem.high[:d])
    return np.where(problem.integer[:d], np.round(inside), inside)


def uphill(problem: Problem, x: FloatArray, allowance: Allowance) -> tuple[float, FloatArray]:
    """Return a local maximum near an admissible x (d,), and its value; whole numbers stay."""
    d = problem.dimension
    low, high = problem.low[:d], problem.high[:d]
    fixed = problem.integer[:d] | (high <= low)
    scale = np.where(fixed, 0.0, high - low)

    def descent(y: FloatArray) -> tuple[float, FloatArray]:
        at = x + scale * y
        return -float(problem.value(at)), -scale * problem.gradient(at)

    room = np.where(fixed, 1.0, high - low)
    bounds = Bounds(np.where(fixed, 0.0, (low - x) / room), np.where(fixed, 0.0, (high - x) / room))
    found = minimize(descent, np.zeros(d), jac=True, bounds=bounds, method="L-BFGS-B")
    allowance.spend(found.nfev * (_LOOK + 2 * problem.matrix.size))
    best = admissible(problem, x + scale * found.x)
    points = [x, best, *(_at_caps(problem, best, scale, near) for near in _NEAR)]
    return max(((float(problem.value(point)), point) for point in points), key=_value)


def _at_caps(problem: Problem, x: FloatArray, scale: FloatArray, near: float) -> FloatArray:
    """Move x by the least that takes the terms a little short of their caps there.

    A maximum often lies on such an edge, where an ascent by gradients stops short of it.
    """
    short = problem.profile.cap - problem.results(x)
    edge = (short > 0.0) & (short < near)
    if not edge.any():
        return x
    matrix = problem.matrix[edge, : problem.dimension] * scale
    wanted = short[edge] + _CLEAR * problem.reach[edge]
    return admissible(problem, x + scale * np.linalg.lstsq(matrix, wanted)[0])


def _value(pair: tuple[float, FloatArray]) -> float:
    return pair[0]
