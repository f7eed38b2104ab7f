"""Gaussian answers to linear queries: their joint log-likelihood is one concave quadratic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.odometer.transcripts.affine import MOST_EXACT_DIMENSIONS, at_vertices, vertex
from hetdp_core.validate import FloatArray

_KEPT = 4_096
"""Beginnings of a vertex that are followed at once, where not all vertices can be tried."""

_ROUNDING = 1e-12  # of the sizes of the numbers added up


@result
class Quadratic:
    """constant + linear · z - z · curvature z / 2 on [-1, 1]^d; however many answers made it.

    Attributes:
        curvature: (d, d) symmetric, no negative eigenvalue: a sum of squares.
        linear: (d,).
        constant: of all answers.
    """

    curvature: FloatArray
    linear: FloatArray
    constant: float = 0.0

    @classmethod
    def none(cls, dimension: int) -> Quadratic:
        """Start with 0 everywhere."""
        return cls(np.zeros((dimension, dimension)), np.zeros(dimension))

    def minus_square(self, slope: FloatArray, offset: float) -> Quadratic:
        """Return it less (offset - slope · z)^2 / 2."""
        return Quadratic(
            self.curvature + np.outer(slope, slope),
            self.linear + offset * slope,
            self.constant - 0.5 * offset**2,
        )

    def value(self, z: FloatArray) -> FloatArray:
        """Return it at places z (..., d)."""
        bend = np.sum((z @ self.curvature) * z, axis=-1)
        return np.asarray(self.constant + z @ self.linear - 0.5 * bend)

    def gradient(self, z: FloatArray) -> FloatArray:
        """Return (d,) its gradient at one place (d,)."""
        return np.asarray(self.linear - self.curvature @ z)

    def at_vertices(self) -> FloatArray:
        """Return (2^d,) its values at all vertices, in the order of `affine.at_vertices`."""
        d = self.linear.size
        values = at_vertices(self.linear, self.constant - 0.5 * float(np.trace(self.curvature)))
        for i in range(d):
            for j in range(i + 1, d):
                signs = np.array([-1.0, 1.0])
                shape = [1] * d
                shape[i] = shape[j] = 2
                product = np.outer(signs, signs).reshape(shape) * self.curvature[i, j]
                values = (values.reshape((2,) * d) - product).ravel()
        return values


@dataclass(frozen=True, eq=False)
class LeastVertex:
    """The least value of a quadratic on a cube lies in [lower, upper]; upper is attained.

    Attributes:
        lower, upper: ends; the same where all vertices were tried.
        point: (d,) a vertex.
    """

    lower: float
    upper: float
    point: FloatArray


def least_vertex(quadratic: Quadratic) -> LeastVertex:
    """Return the least value on [-1, 1]^d of a concave quadratic: it is at a vertex.

    Up to 2^14 vertices are all tried.  Above, signs are chosen one coordinate after the other,
    the heaviest first; of the beginnings, those are followed that may still lead lowest, and
    what the others may at best lead to limits the interval from below.  That bound of the rest
    is linear in it, less half the smaller of the sum of |curvature| and its largest eigenvalue
    times the number of coordinates.
    """
    d = quadratic.linear.size
    if d <= MOST_EXACT_DIMENSIONS:
        values = quadratic.at_vertices()
        lowest = int(np.argmin(values))
        value = float(values[lowest])
        return LeastVertex(value, value, vertex(lowest, d))
    weight = np.abs(quadratic.linear) + np.sum(np.abs(quadratic.curvature), axis=0)
    order = np.argsort(-weight, kind="stable")
    curvature = quadratic.curvature[np.ix_(order, order)]
    linear = quadratic.linear[order]
    begun, dropped = np.zeros((1, 0)), np.inf
    for chosen in range(1, d + 1):
        both = np.concatenate([np.ones((len(begun), 1)), -np.ones((len(begun), 1))])
        begun = np.concatenate([np.tile(begun, (2, 1)), both], axis=1)
        reached = begun @ linear[:chosen] - 0.5 * np.sum(
            (begun @ curvature[:chosen, :chosen]) * begun, axis=1
        )
        slope = linear[chosen:] - begun @ curvature[:chosen, chosen:]
        at_best = reached - np.sum(np.abs(slope), axis=1) - 0.5 * _most(curvature[chosen:, chosen:])
        kept = np.argsort(at_best, kind="stable")
        dropped = min(dropped, float(np.min(at_best[kept[_KEPT:]], initial=np.inf)))
        begun, reached = begun[kept[:_KEPT]], reached[kept[:_KEPT]]
    best = int(np.argmin(reached))
    point = np.empty(d)
    point[order] = begun[best]
    value = float(quadratic.value(point))
    size = abs(quadratic.constant) + float(np.sum(weight))
    lower = min(value, dropped + quadratic.constant - _ROUNDING * size)
    return LeastVertex(lower, value, point)


def _most(curvature: FloatArray) -> float:
    """Return a bound on z · curvature z over a cube."""
    if not curvature.size:
        return 0.0
    largest = float(np.linalg.eigvalsh(curvature)[-1]) * (1.0 + _ROUNDING)
    return min(float(np.sum(np.abs(curvature))), max(largest, 0.0) * len(curvature))
