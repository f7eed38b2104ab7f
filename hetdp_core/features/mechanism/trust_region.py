"""The exact minimum of a quadratic over a ball, whatever the signs of its eigenvalues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

_SMALLEST_SHIFT = 1e-16
"""Relative to the largest possible shift; a smaller one is the hard case."""


@dataclass(frozen=True, eq=False)
class BallMinimum:
    """Global minimum of ½ xᵀA x - bᵀx over |x| <= R.

    Attributes:
        x: (d,) a minimiser.
        value: the objective there.
        multiplier: μ >= 0 with (A + μ I) x = b and A + μ I positive semidefinite; 0 inside.
        least_eigenvalue: of the symmetric part of A; negative when the quadratic is not
            convex.
        hard_case: whether b alone does not reach the sphere, so that x was completed along
            the eigenvector of the least eigenvalue (then -x along it does as well).
    """

    x: FloatArray
    value: float
    multiplier: float
    least_eigenvalue: float
    hard_case: bool


def minimise_over_ball(matrix: ArrayLike, linear: ArrayLike, radius: float) -> BallMinimum:
    """Minimise ½ xᵀA x - bᵀx over the ball |x| <= R.

    In the eigenbasis of A the minimiser is b_i / (w_i + μ); μ is 0 if that lies inside and
    A is positive definite, else the root of |x(μ)| = R above max(0, -w_1), found between
    bounds in log scale.

    Args:
        matrix: (d, d) A; only its symmetric part matters.
        linear: (d,) b.
        radius: R > 0.

    Raises:
        InvalidInput: shapes do not fit, or numbers are not finite.
    """
    a, b = validate.matrix(matrix, "matrix"), validate.as_floats(linear, "linear")
    size = validate.positive(radius, "radius")
    if a.shape != (b.size, b.size) or not np.all(np.isfinite(b)):
        raise InvalidInput("linear", f"must hold {a.shape[0]} finite numbers", f"{b.size} numbers")
    w, basis = np.linalg.eigh((a + a.T) / 2.0)
    in_basis, multiplier, hard = _solve(w, basis.T @ b, size)
    value = float(0.5 * np.sum(w * in_basis**2) - (basis.T @ b) @ in_basis)
    return BallMinimum(basis @ in_basis, value, multiplier, float(w[0]), hard)


def _solve(w: FloatArray, b: FloatArray, radius: float) -> tuple[FloatArray, float, bool]:
    """Return the minimiser in the eigenbasis, multiplier, and whether it is the hard case."""
    floor = max(0.0, -float(w[0]))
    gaps = w + floor

    def at(shift: float) -> FloatArray:
        return np.divide(b, gaps + shift, out=np.zeros_like(b), where=gaps + shift > 0)

    def excess(log_shift: float) -> float:
        return float(1.0 / np.linalg.norm(at(np.exp(log_shift))) - 1.0 / radius)

    most = float(np.linalg.norm(b)) / radius
    if most > 0 and excess(np.log(most * _SMALLEST_SHIFT)) < 0:
        shift = _root(excess, most)
        x = at(shift)
        return x * (radius / np.linalg.norm(x)), floor + shift, False
    x = at(most * _SMALLEST_SHIFT)
    if floor == 0.0:  # convex with its minimum inside; if flat, the shortest minimiser
        return x, 0.0, False
    return _stretched(x, radius), floor, True


def _root(excess: Callable[[float], float], most: float) -> float:
    low, high = np.log(most * _SMALLEST_SHIFT), np.log(most) + 1e-9
    return float(np.exp(brentq(excess, low, high, xtol=1e-15, rtol=1e-14)))


def _stretched(x: FloatArray, radius: float) -> FloatArray:
    """Return x with its first component, which costs least, changed so that |x| = radius."""
    missing = max(radius**2 - float(np.sum(x[1:] ** 2)), 0.0)
    return np.concatenate([[np.copysign(np.sqrt(missing), x[0])], x[1:]])
