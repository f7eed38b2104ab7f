"""The cap channel: of all alpha-LDP reports on a sphere the one with the least radius.

Local model, any two inputs are neighbours.  The hemisphere of Mechanism 2 is a cap of half the
sphere; a smaller one tells more at a large alpha.  (PrivUnit: Bhowmick et al. 2018; that no
unbiased report is better: Asi, Feldman and Talwar 2022.)

A vector v of the ball of radius r in R^D is first moved to r u or -r u, u = v/|v|, so that its mean
stays; then the report is uniform on the cap {z: <z, u> >= B h} of share A with chance
p = e^alpha A / (1 - A + e^alpha A), else uniform on the rest of the sphere of radius B.  Relative
to the uniform law the density is e^alpha/(1 - A + e^alpha A) on the cap and e^-alpha times that
elsewhere, whatever v is: alpha-LDP.  With M(h) = E[t; t >= h] of one coordinate t of a uniform
direction,

    E<z, u>/B = g(h) = (e^alpha - 1) M(h) / (1 + (e^alpha - 1) A(h)),   B = r / g.

g is largest where g(h) = h (its derivative has the sign of g - h), so the best cap has B = r / h.

Moments: E[Z|v] = v and E[Z Z^T|v] = B^2 (a u u^T + b (I - u u^T)) with a = E (<z, u>/B)^2 and
a + (D-1) b = 1.  So Var(Z_i|v) = B^2 (b + (a - b) u_i^2) - v_i^2 depends on the data.  The sum over
the D coordinates does not but through |v|: B^2 - |v|^2; and where |v_1| = ... = |v_D| each has
B^2/D - v_i^2, as the hemisphere has with its own B.

Mechanism 1 needs of its channel only that it is alpha-LDP.  Query k sees x_k, ..., x_d alone, so
queries 1 to i are all that depend on x_i.  By basic composition they change by at most e^{c_i} when
x_i does, c_i = a_1 + ... + a_i (c-CDP), and all queries together by at most e^{c_d} (LDP).  The
conversion to BCDP uses nothing else.  Proofs: docs/beyond-the-papers.md, section 8.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import betainc, betaincinv, gammaln

from hetdp_core import validate
from hetdp_core.features.channel import (
    MAX_LEVEL,
    NEGLIGIBLE,
    hemisphere_precision,
)
from hetdp_core.frozen import result
from hetdp_core.validate import FloatArray

_BELOW_ONE = math.nextafter(1.0, 0.0)


@result
class Cap:
    """The best cap for one dimension and level.

    Attributes:
        dimension: D.
        alpha: level of the report.
        height: h from 0 to 1, where the cap begins along u; also E<z, u>/B.
        share: A, of the sphere, at most 1/2.
        chance: p, that the report lies in the cap.
        along: a, the second moment along u in units of B²; across it (1 - a)/(D - 1).
    """

    dimension: int
    alpha: float
    height: float
    share: float
    chance: float
    along: float

    def coordinate_variance(self, squares: ArrayLike, shares: ArrayLike) -> FloatArray:
        """Return the exact variance of a coordinate of a report, of an input in the ball of √D.

        Args:
            squares: E v_i² over people.
            shares: E u_i², the part of a squared length that lies in the coordinate, in [0, 1].
        """
        across = (1.0 - self.along) / max(self.dimension - 1, 1)
        second = across + (self.along - across) * np.asarray(shares, dtype=np.float64)
        return np.asarray(self.dimension / self.height**2 * second - squares)


@lru_cache(maxsize=4096)
def best_cap(dimension: int, alpha: float) -> Cap:
    """Return the cap with the least radius; for D = 1 it is one of the two points.

    Args:
        dimension: D >= 1.
        alpha: level of the report, 0 < alpha <= `MAX_LEVEL`, natural log.

    >>> round(best_cap(10, 8.0).height, 3), best_cap(1, 2.0).height == math.tanh(1.0)
    (0.731, True)
    """
    d = validate.count(dimension, 1, None, "dimension")
    alpha = validate.within(validate.positive(alpha, "alpha"), 0.0, MAX_LEVEL, "alpha")
    if d == 1:
        height = min(math.tanh(alpha / 2.0), _BELOW_ONE)
        return Cap(1, alpha, height, 0.5, 1.0 / (1.0 + math.exp(-alpha)), 1.0)
    # both sides of g(h) = h times (1 + (e^alpha - 1) A) e^-alpha, so that nothing overflows
    gain = -math.expm1(-alpha)

    def excess(height: float) -> float:
        share = _share(d, height)
        return gain * _moment(d, height) - height * (math.exp(-alpha) + gain * share)

    height = min(float(brentq(excess, 0.0, 1.0, xtol=1e-300, rtol=1e-14)), _BELOW_ONE)
    share = _share(d, height)
    spread = math.exp(-alpha) + gain * share
    upper = float(betainc((d - 1) / 2.0, 1.5, 1.0 - height**2)) / (2.0 * d)
    along = (math.exp(-alpha) / d + gain * upper) / spread
    return Cap(d, alpha, height, share, share / spread, along)


def _share(dimension: int, height: float) -> float:
    """A(h): share of a sphere above the height."""
    return 0.5 * float(betainc((dimension - 1) / 2.0, 0.5, (1.0 - height) * (1.0 + height)))


def _moment(dimension: int, height: float) -> float:
    """M(h) = Γ(D/2) (1 - h²)^((D-1)/2) / (√π Γ((D-1)/2) (D-1))."""
    power = (dimension - 1) / 2.0
    size = gammaln(dimension / 2.0) - gammaln(power + 1.0) - math.log(2.0)
    return float(np.exp(size) * ((1.0 - height) * (1.0 + height)) ** power / math.sqrt(math.pi))


def _height_of(dimension: int, share: FloatArray) -> FloatArray:
    """Return t, of which this share of the sphere lies above."""
    if dimension == 1:
        return np.where(share < 0.5, 1.0, -1.0)
    tail = 2.0 * np.minimum(share, 1.0 - share)
    height = np.sqrt(1.0 - betaincinv((dimension - 1) / 2.0, 0.5, tail))
    return np.asarray(np.where(share < 0.5, height, -height))


def cap_precision(
    increments: FloatArray, dimensions: NDArray[np.intp], second_moment: float
) -> FloatArray:
    """Return the precision of queries by the best caps, as `hemisphere_precision` does.

    Exact where all features of a person are of one size (all at ±1, say).
    """
    found = hemisphere_precision(increments, dimensions, second_moment)  # right for D = 1
    asked = (increments > NEGLIGIBLE) & (dimensions > 1)
    for place in zip(*np.nonzero(asked), strict=True):
        square = best_cap(int(dimensions[place]), float(increments[place])).height ** 2
        found[place] = square / (1.0 - second_moment * square)
    return found


def privatize_cap(
    v: ArrayLike, alpha: float, radius: float, *, rng: np.random.Generator
) -> FloatArray:
    """Return one alpha-LDP report of each row by the best cap; E[Z|v] = v.

    Arguments as in `hetdp_core.features.channel.privatize_l2`; a row of length 0 is moved to a
    uniform direction.
    """
    inputs = validate.matrix(v, "v")
    n, d = inputs.shape
    cap = best_cap(d, float(alpha))
    lengths = np.linalg.norm(inputs, axis=1)
    validate.within(float(np.max(lengths)), 0.0, radius * (1.0 + 1e-9), "length of a row")
    axis = np.where(lengths[:, None] > 0, inputs, rng.standard_normal((n, d)))
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    axis[rng.random(n) >= 0.5 + np.minimum(lengths / radius, 1.0) / 2.0] *= -1.0
    inside = rng.random(n) < cap.chance
    # uniform among directions in the cap, or outside of it: by the quantiles of t
    level = np.where(inside, cap.share * rng.random(n), 1.0 - (1.0 - cap.share) * rng.random(n))
    along = _height_of(d, level)
    across = rng.standard_normal((n, d))
    across -= np.sum(across * axis, axis=1)[:, None] * axis
    across *= (np.sqrt(1.0 - along**2) / np.maximum(np.linalg.norm(across, axis=1), 1e-300))[
        :, None
    ]
    return np.asarray(radius / cap.height * (along[:, None] * axis + across))
