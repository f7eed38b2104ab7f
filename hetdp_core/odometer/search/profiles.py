"""The S-shaped functions that a log-likelihood is a sum of.

Each log P(output | x), and each -log P, is f(t) plus a constant, where t is affine in x and
f is nondecreasing, convex for t <= 0 and concave for t >= 0:

    Sigmoid   log(1 + e**(t + eps/2)) - log(1 + e**(t - eps/2)) - eps/2      a logistic query
    Rising    log(1 + g u), u = t clipped to [0, 1], g = e**eps - 1          a linear one, log P
    Falling   -log(1 + g u), u = -t clipped to [0, 1]                        a linear one, -log P

The sigmoid is odd, so that the largest and the least value of a logistic term are one problem.
Beyond its `cap` a function is constant.  All functions work on the last axis: column j is
query j.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from hetdp_core.validate import FloatArray

_TINY = 1e-150  # its inverse has a square
_FAR = 700.0  # beyond, e**t is no float; the slope is nil long before


class Profile(Protocol):
    """m S-shaped functions of one variable each; arrays are (..., m)."""

    @property
    def cap(self) -> FloatArray:
        """(m,) where the function becomes constant; infinity if nowhere."""
        ...

    @property
    def width(self) -> FloatArray:
        """(m,) length over which the function does most of its rising."""
        ...

    def value(self, t: FloatArray) -> FloatArray:
        """f(t)."""
        ...

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return f'(t), and -f''(t) where f is concave, t >= 0."""
        ...

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Solve f'(t) = slope for t >= 0: 0 for a steeper slope, the cap for a flatter one."""
        ...

    def near_touching(self, left: FloatArray) -> FloatArray:
        """About where a line from left < 0 touches f on its concave part."""
        ...


def softplus(v: FloatArray) -> FloatArray:
    """Return log(1 + e**v) without overflow."""
    found: FloatArray = np.maximum(v, 0.0) + np.log1p(np.exp(-np.abs(v)))
    return found


@dataclass(frozen=True)
class Sigmoid:
    """A logistic query: half_epsilon (m,) = h.

    f'(t) = sinh(h) / (cosh(t) + cosh(h)), here with numerator and denominator times 2 e**-h.
    """

    half_epsilon: FloatArray

    @cached_property
    def _above(self) -> FloatArray:
        return np.asarray(-np.expm1(-2.0 * self.half_epsilon))

    @cached_property
    def _below(self) -> FloatArray:
        return np.asarray(1.0 + np.exp(-2.0 * self.half_epsilon))

    @cached_property
    def _least(self) -> FloatArray:
        return np.asarray(2.0 * np.exp(-self.half_epsilon))

    @property
    def cap(self) -> FloatArray:
        """No cap."""
        return np.full(self.half_epsilon.shape, np.inf)

    @property
    def width(self) -> FloatArray:
        """At epsilon = 0, 76% of the rise."""
        return 4.0 + 2.0 * self.half_epsilon

    def value(self, t: FloatArray) -> FloatArray:
        """By its symmetry, f(t) = sign(t) f(|t|): no difference of large numbers."""
        h, distance = self.half_epsilon, np.abs(t)
        found = h + np.log1p(np.exp(-distance - h)) - softplus(h - distance)
        return np.asarray(np.copysign(found, t))

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return f'(t) and -f''(t)."""
        h, distance = self.half_epsilon, np.minimum(np.abs(t), _FAR)
        growing, dying = np.exp(distance - h), np.exp(-distance - h)
        whole = growing + dying + self._below
        slope = self._above / whole
        return slope, np.copysign(slope * (growing - dying) / whole, t)

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Solve e**(t - h) + e**(-t - h) = rest, a quadratic equation in e**(t - h)."""
        rest = self._above / np.maximum(slope, _TINY) - self._below
        rest = np.maximum(rest, self._least)
        root = np.sqrt((rest - self._least) * (rest + self._least))
        found: FloatArray = np.maximum(self.half_epsilon + np.log((rest + root) / 2.0), 0.0)
        return found

    def near_touching(self, left: FloatArray) -> FloatArray:
        """f is odd: not beyond -left."""
        return -left


@dataclass(frozen=True)
class Rising:
    """log P of a linear query: growth (m,) = e**eps - 1; t is the share of the range."""

    growth: FloatArray

    @property
    def cap(self) -> FloatArray:
        """The answered end of the range."""
        return np.ones(self.growth.shape)

    @property
    def width(self) -> FloatArray:
        """The range."""
        return np.ones(self.growth.shape)

    def value(self, t: FloatArray) -> FloatArray:
        """log(1 + growth * t), t clipped to [0, 1]."""
        found: FloatArray = np.log1p(self.growth * np.clip(t, 0.0, 1.0))
        return found

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return 0 where t is clipped."""
        slope = np.where(
            (t >= 0.0) & (t < 1.0), self.growth / (1.0 + self.growth * np.clip(t, 0.0, 1.0)), 0.0
        )
        return slope, slope**2

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Return 1/slope - 1/growth, clipped to [0, 1]."""
        found: FloatArray = np.clip(1.0 / np.maximum(slope, _TINY) - 1.0 / self.growth, 0.0, 1.0)
        return found

    def near_touching(self, left: FloatArray) -> FloatArray:
        """For left near 0, where f is log(1 + g t) = g t - (g t)**2 / 2 + ..."""
        return np.asarray(np.sqrt(np.maximum(-2.0 * left / self.growth, 0.0)))


@dataclass(frozen=True)
class Falling:
    """-log P of a linear query: growth (m,) = e**eps - 1; -t is the share of the range."""

    growth: FloatArray

    @property
    def cap(self) -> FloatArray:
        """The end of the range that was not answered."""
        return np.zeros(self.growth.shape)

    @property
    def width(self) -> FloatArray:
        """The range."""
        return np.ones(self.growth.shape)

    def value(self, t: FloatArray) -> FloatArray:
        """-log(1 + growth * u), u = -t clipped to [0, 1]."""
        found: FloatArray = -np.log1p(self.growth * np.clip(-t, 0.0, 1.0))
        return found

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return 0 where t is clipped; nowhere strictly concave."""
        inside = (t > -1.0) & (t <= 0.0)
        slope = np.where(inside, self.growth / (1.0 + self.growth * np.clip(-t, 0.0, 1.0)), 0.0)
        return slope, np.zeros(t.shape)

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Return the cap, where all slopes meet."""
        return np.zeros(slope.shape)

    def near_touching(self, left: FloatArray) -> FloatArray:
        """The cap."""
        return np.zeros(left.shape)


@dataclass(frozen=True)
class Mixed:
    """`first` for the leading columns, `second` for the others."""

    first: Profile
    second: Profile
    split: int

    @property
    def cap(self) -> FloatArray:
        """The caps of both."""
        return np.concatenate([self.first.cap, self.second.cap])

    @property
    def width(self) -> FloatArray:
        """The widths of both."""
        return np.concatenate([self.first.width, self.second.width])

    def value(self, t: FloatArray) -> FloatArray:
        """Column by column."""
        return self._joined(
            self.first.value(t[..., : self.split]), self.second.value(t[..., self.split :])
        )

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Work column by column."""
        first = self.first.derivatives(t[..., : self.split])
        second = self.second.derivatives(t[..., self.split :])
        return self._joined(first[0], second[0]), self._joined(first[1], second[1])

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Work column by column."""
        return self._joined(
            self.first.where_slope_is(slope[..., : self.split]),
            self.second.where_slope_is(slope[..., self.split :]),
        )

    def near_touching(self, left: FloatArray) -> FloatArray:
        """Column by column."""
        return self._joined(
            self.first.near_touching(left[..., : self.split]),
            self.second.near_touching(left[..., self.split :]),
        )

    @staticmethod
    def _joined(first: FloatArray, second: FloatArray) -> FloatArray:
        return np.concatenate([first, second], axis=-1)
