"""Noises for a mean of one or several columns: what each costs, and what a level buys of it.

Values are points of R^d in a cube (each column in an interval of length 1) or in a ball.  With
the diameter D of either (sqrt(d) for the cube), replacing one user's point moves a weighted sum
by at most w_i D, and every noise here has a scale such that

    w_i D <= scale * level_i   protects user i,      E|noise|**2 = spread * scale**2.

The worst-case squared error is then D**2 (S2 + price) / (4 S1**2) with price = 4 * spread and
scaled weights s_i = min(level_i, tau): the closed form of ADPM with another price in place of 8.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hetdp_core import conversions, validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Accounting:
    """A way to say privacy levels.

    Attributes:
        implied: epsilon in, the level that epsilon-DP implies out.
        as_pure: the inverse: an epsilon whose epsilon-DP implies the level.
    """

    title: str
    implied: Callable[[FloatArray], FloatArray]
    as_pure: Callable[[FloatArray], FloatArray]


def _same(levels: FloatArray) -> FloatArray:
    return levels


ACCOUNTINGS: dict[str, Accounting] = {
    "pure": Accounting("ε, always", _same, _same),
    "approximate": Accounting("ε except with failure probability δ", _same, _same),
    "concentrated": Accounting(
        "ρ = ε · tanh(ε/2) (zCDP)",
        conversions.pure_as_concentrated,
        conversions.concentrated_as_pure,
    ),
    "gaussian": Accounting(
        "μ (Gaussian DP)", conversions.pure_as_gaussian, conversions.gaussian_as_pure
    ),
}
"""All of them by key, pure epsilon first: it implies each of the others, and none implies it."""


@dataclass(frozen=True)
class Promise:
    """A key of `ACCOUNTINGS`, and the chance delta of "approximate", the same for all users."""

    kind: str
    delta: float = 1e-6

    def __post_init__(self) -> None:
        """Check both, used or not."""
        validate.choice(self.kind, ACCOUNTINGS, "promise")
        conversions.checked_delta(self.delta)

    @property
    def allows_gaussian(self) -> bool:
        """Whether Gaussian noise can keep it: no Gaussian noise gives pure epsilon."""
        return self.kind != "pure"

    def implied_by(self, epsilon: FloatArray) -> FloatArray:
        """Return the levels that epsilon-DP implies: epsilon, epsilon, rho, or mu."""
        return ACCOUNTINGS[self.kind].implied(epsilon)

    def as_pure(self, levels: FloatArray) -> FloatArray:
        """Return epsilons whose epsilon-DP implies these levels; inverse of `implied_by`."""
        return ACCOUNTINGS[self.kind].as_pure(levels)


SHAPES = {"cube": "each column within its own range", "ball": "all within a ball"}


Columns = int | FloatArray
"""A number of columns, or several as (C, 1)."""


@dataclass(frozen=True)
class Noise:
    """A noise: what it is, how large, and what a user's level buys of it.

    Attributes:
        spread: columns and shape in, E|noise|**2 / scale**2 out.
        levels: promise, (n,) levels asked, columns in; levels of the noise out, ascending as
            those asked; infinity stays infinity.  Several columns as (C, 1): (C, n) out.
        gives: promise, level of the noise, columns in; the promised level out (the inverse).
    """

    key: str
    title: str
    idea: str
    spread: Callable[[int, str], float]
    levels: Callable[[Promise, FloatArray, Columns], FloatArray]
    gives: Callable[[Promise, float, int], float]

    def price(self, columns: int, shape: str = "cube") -> float:
        """Return 4 E|noise|**2 / scale**2: what stands in the place of ADPM's 8.

        >>> NOISES["laplace"].price(1), NOISES["k_norm"].price(1), NOISES["gaussian"].price(1)
        (8.0, 8.0, 4.0)
        """
        dimension = validate.count(columns, 1, 10_000, "number of columns")
        return 4.0 * self.spread(dimension, validate.choice(shape, SHAPES, "shape"))

    def keeps(self, promise: Promise) -> bool:
        """Say whether this noise can keep a promise: no Gaussian noise gives pure epsilon."""
        return self.key != "gaussian" or promise.allows_gaussian


def _for_each(levels: FloatArray, columns: Columns) -> FloatArray:
    return np.broadcast_to(levels, np.broadcast_shapes(levels.shape, np.shape(columns)))


# --- Laplace noise, column by column ------------------------------------------------------


def _laplace_levels(promise: Promise, levels: FloatArray, columns: Columns) -> FloatArray:
    """Return the levels of d Laplace noises of one scale, each column moved by at most w.

    Column by column the loss is level / sqrt(d).  Pure: losses add up.  zCDP: what each implies
    does.  (epsilon, delta): the better of pure epsilon and of zCDP.  Gaussian DP: each loss implies
    a mu, and their squares add up.
    """
    root = np.sqrt(columns)
    if promise.kind == "pure":
        return levels / root
    if promise.kind == "concentrated":
        return root * conversions.concentrated_as_pure(levels / columns)
    if promise.kind == "gaussian":
        return root * conversions.gaussian_as_pure(levels / root)
    composed = conversions.concentrated_level(levels, promise.delta) / columns
    return np.maximum(levels / root, root * conversions.concentrated_as_pure(composed))


def _laplace_promised(promise: Promise, level: float, columns: int) -> float:
    root = math.sqrt(columns)
    if promise.kind == "pure":
        return level * root
    if promise.kind == "gaussian":
        return root * float(conversions.pure_as_gaussian(level / root))
    rho = columns * float(conversions.pure_as_concentrated(level / root))
    if promise.kind == "concentrated":
        return rho
    return min(level * root, conversions.concentrated_epsilon(rho, promise.delta))


# --- one noise in the shape of the values -------------------------------------------------


def _k_norm_spread(columns: int, shape: str) -> float:
    """Return the spread of density exp(-|b|_K / scale), K the shape itself (Hardt and Talwar 2010).

    |b|_K is Gamma(d).  On the surface of the ball |b|**2 is 1.  On that of the cube [-1, 1]^d one
    coordinate is 1 and the mean square of each other 1/3, together (d + 2) / 3.  Its noise has
    scale 1 / sqrt(d) for each unit of diameter.
    """
    ball = columns * (columns + 1.0)
    return ball if shape == "ball" else (columns + 1.0) * (columns + 2.0) / 3.0


# --- Gaussian noise -----------------------------------------------------------------------


def _gaussian_levels(promise: Promise, levels: FloatArray, columns: Columns) -> FloatArray:
    """Return mu, exact in each accounting; zCDP: rho = mu**2 / 2.

    Raises:
        InvalidInput: the promise is pure epsilon.
    """
    if not promise.allows_gaussian:
        remedy = "choose another noise, or a promise with δ"
        raise InvalidInput("noise", "must give ε always", "Gaussian noise", remedy)
    if promise.kind == "approximate":
        return _for_each(conversions.gaussian_level(levels, promise.delta), columns)
    return _for_each(np.sqrt(2.0 * levels) if promise.kind == "concentrated" else levels, columns)


def _gaussian_promised(promise: Promise, level: float, _columns: int) -> float:
    if promise.kind == "approximate":
        return conversions.gaussian_epsilon(level, promise.delta)
    return level**2 / 2.0 if promise.kind == "concentrated" else level


NOISES: dict[str, Noise] = {
    noise.key: noise
    for noise in (
        Noise(
            "laplace",
            "Laplace",
            "Each column gets its own Laplace noise; their privacy losses add up.",
            lambda columns, _: 2.0 * columns,
            _laplace_levels,
            _laplace_promised,
        ),
        Noise(
            "k_norm",
            "K-norm",
            "One noise for all columns, in the shape of the possible values.",
            _k_norm_spread,
            lambda promise, levels, columns: _for_each(promise.as_pure(levels), columns),
            lambda promise, level, _: float(promise.implied_by(np.array([level]))[0]),
        ),
        Noise(
            "gaussian",
            "Gaussian",
            "Normal noise, equal in every direction; it needs a promise weaker than ε.",
            lambda columns, _: float(columns),
            _gaussian_levels,
            _gaussian_promised,
        ),
    )
}
