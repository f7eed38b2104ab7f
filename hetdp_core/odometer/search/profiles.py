"""The S-shaped functions that a log-likelihood is a sum of.

Each log P(output | x), and each -log P, is f(t) plus a constant, where t is affine in x and
f is nondecreasing, convex for t <= 0 and concave for t >= 0:

    Sigmoid   log(1 + e**(t + eps/2)) - log(1 + e**(t - eps/2)) - eps/2      a logistic query
    Rising    log(1 + g u), u = t clipped to [0, 1], g = e**eps - 1          a linear one, log P
    Falling   -log(1 + g u), u = -t clipped to [0, 1]                        a linear one, -log P

The sigmoid is odd, so the largest and the least value of a logistic term are one problem.
Beyond its `cap` a function is constant.  All functions work on the last axis: column j is query j.

Concave functions above S-shaped ones, on an interval for each node and term.

Exact envelope of f on [left, right] (Udell and Boyd, "Maximizing a sum of sigmoids", 2013): the
line from the left end to the point where it touches f, then f itself.  Its conjugate is that of
f, so a bound needs no exact touching point:

    max over t in [left, right] of f(t) - s t,  found at the ends or where f'(t) = s, t >= 0
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hetdp_core.validate import FloatArray

_TINY = 1e-150  # its inverse has a square
_FAR = 700.0  # beyond, e**t is no float; the slope is nil long before


class Profile(Protocol):
    """m S-shaped functions of one variable each; arrays are (..., m)."""

    @property
    def cap(self) -> FloatArray:
        """(m,) where the function becomes constant; infinity if nowhere."""

    @property
    def width(self) -> FloatArray:
        """(m,) length over which the function does most of its rising."""

    def value(self, t: FloatArray) -> FloatArray:
        """Return f(t)."""

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return f'(t), and -f''(t) where f is concave, t >= 0."""

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Solve f'(t) = slope for t >= 0: 0 for a steeper slope, the cap for a flatter one."""

    def near_touching(self, left: FloatArray) -> FloatArray:
        """Return about where a line from left < 0 touches f on its concave part."""


def softplus(v: FloatArray) -> FloatArray:
    """Return log(1 + e**v) without overflow."""
    return np.asarray(np.maximum(v, 0.0) + np.log1p(np.exp(-np.abs(v))))


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
        return np.full(self.half_epsilon.shape, np.inf)

    @property
    def width(self) -> FloatArray:
        """At epsilon = 0, 76 % of the rise."""
        return 4.0 + 2.0 * self.half_epsilon

    def value(self, t: FloatArray) -> FloatArray:
        """Return f by its symmetry, f(t) = sign(t) f(|t|): no difference of large numbers."""
        h, distance = self.half_epsilon, np.abs(t)
        value = h + np.log1p(np.exp(-distance - h)) - softplus(h - distance)
        return np.asarray(np.copysign(value, t))

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return f'(t) and -f''(t)."""
        h, distance = self.half_epsilon, np.minimum(np.abs(t), _FAR)
        growing, dying = np.exp(distance - h), np.exp(-distance - h)
        total = growing + dying + self._below
        slope = self._above / total
        return slope, np.copysign(slope * (growing - dying) / total, t)

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Solve e**(t - h) + e**(-t - h) = rest, a quadratic equation in e**(t - h)."""
        rest = self._above / np.maximum(slope, _TINY) - self._below
        rest = np.maximum(rest, self._least)
        root = np.sqrt((rest - self._least) * (rest + self._least))
        return np.asarray(np.maximum(self.half_epsilon + np.log((rest + root) / 2.0), 0.0))

    def near_touching(self, left: FloatArray) -> FloatArray:
        """Return it at most at -left, because f is odd."""
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
        return np.ones(self.growth.shape)

    def value(self, t: FloatArray) -> FloatArray:
        """Return log(1 + growth * t), t clipped to [0, 1]."""
        return np.asarray(np.log1p(self.growth * np.clip(t, 0.0, 1.0)))

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return 0 where t is clipped."""
        slope = np.where(
            (t >= 0.0) & (t < 1.0), self.growth / (1.0 + self.growth * np.clip(t, 0.0, 1.0)), 0.0
        )
        return slope, slope**2

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Return 1/slope - 1/growth, clipped to [0, 1]."""
        return np.clip(1.0 / np.maximum(slope, _TINY) - 1.0 / self.growth, 0.0, 1.0)

    def near_touching(self, left: FloatArray) -> FloatArray:
        """Return it for left near 0, where f is log(1 + g t) = g t - (g t)**2 / 2 + ..."""
        return np.asarray(np.sqrt(np.maximum(-2.0 * left / self.growth, 0.0)))


class Falling(Rising):
    """-log P of a linear query: growth (m,) = e**eps - 1; -t is the share of the range."""

    @property
    def cap(self) -> FloatArray:
        """The end of the range that was not answered."""
        return np.zeros(self.growth.shape)

    def value(self, t: FloatArray) -> FloatArray:
        """Return -log(1 + growth * u), u = -t clipped to [0, 1]."""
        return -super().value(-t)

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return 0 where t is clipped; nowhere strictly concave."""
        return super().derivatives(-t)[0], np.zeros(t.shape)

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Return the cap, where all slopes meet."""
        return np.zeros(slope.shape)

    def near_touching(self, left: FloatArray) -> FloatArray:
        """Return the cap."""
        return np.zeros(left.shape)


@dataclass(frozen=True)
class Mixed:
    """`first` for the leading columns, `second` for the others."""

    first: Profile
    second: Profile
    split: int

    @property
    def cap(self) -> FloatArray:
        return np.concatenate([self.first.cap, self.second.cap])

    @property
    def width(self) -> FloatArray:
        return np.concatenate([self.first.width, self.second.width])

    def value(self, t: FloatArray) -> FloatArray:
        """Return f(t)."""
        return self._each(t, lambda profile, part: profile.value(part))

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return f'(t) and -f''(t)."""
        first = self.first.derivatives(t[..., : self.split])
        second = self.second.derivatives(t[..., self.split :])
        slope, bend = (np.concatenate(pair, axis=-1) for pair in zip(first, second, strict=True))
        return slope, bend

    def where_slope_is(self, slope: FloatArray) -> FloatArray:
        """Solve f'(t) = slope."""
        return self._each(slope, lambda profile, part: profile.where_slope_is(part))

    def near_touching(self, left: FloatArray) -> FloatArray:
        """Return about where a line from left touches f."""
        return self._each(left, lambda profile, part: profile.near_touching(part))

    def _each(
        self, columns: FloatArray, of: Callable[[Profile, FloatArray], FloatArray]
    ) -> FloatArray:
        first = of(self.first, columns[..., : self.split])
        second = of(self.second, columns[..., self.split :])
        return np.concatenate([first, second], axis=-1)


class Envelope(Protocol):
    """For N nodes: concave functions e_j >= f_j on [left, right]; arrays are (N, m)."""

    def value(self, t: FloatArray) -> FloatArray:
        """Return e(t)."""

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return e'(t) and -e''(t) >= 0."""

    def conjugate(self, slope: FloatArray) -> FloatArray:
        """Maximise e(t) - slope * t over [left, right]; too small by rounding at most."""

    def take(self, rows: NDArray[np.bool_]) -> Self:
        """Return some of the nodes."""


EnvelopeOf = Callable[[Profile, FloatArray, FloatArray], Envelope]
"""Makes the envelope of a profile on intervals (N, m), left and right."""


@dataclass(frozen=True)
class ExactEnvelope:
    """Line from the left end up to `touching`, then the function."""

    profile: Profile
    left: FloatArray
    right: FloatArray
    at_left: FloatArray
    at_right: FloatArray
    touching: FloatArray
    rise: FloatArray

    def value(self, t: FloatArray) -> FloatArray:
        """Return e(t)."""
        line = self.at_left + self.rise * (t - self.left)
        return np.where(t < self.touching, line, self.profile.value(t))

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return e'(t) and -e''(t)."""
        slope, bend = self.profile.derivatives(t)
        on_line = t < self.touching
        return np.where(on_line, self.rise, slope), np.where(on_line, 0.0, bend)

    def conjugate(self, slope: FloatArray) -> FloatArray:
        """Return that of f: at an end, or on its concave part where the slope is right."""
        at = self.profile.where_slope_is(slope)
        at = np.minimum(np.maximum(at, self.left), self.right)
        ends = np.maximum(self.at_left - slope * self.left, self.at_right - slope * self.right)
        return np.maximum(ends, self.profile.value(at) - slope * at)

    def take(self, rows: NDArray[np.bool_]) -> ExactEnvelope:
        """Return some of the nodes."""
        names = ("left", "right", "at_left", "at_right", "touching", "rise")
        return replace(self, **{name: getattr(self, name)[rows] for name in names})


def exact_envelope(profile: Profile, left: FloatArray, right: FloatArray) -> ExactEnvelope:
    """Return the least concave function above f on [left, right]; left < right."""
    at_left, at_right = profile.value(left), profile.value(right)
    touching = _touching_point(profile, left, right, at_left)
    length = np.where(touching > left, touching - left, 1.0)
    rise = (profile.value(touching) - at_left) / length
    return ExactEnvelope(profile, left, right, at_left, at_right, touching, rise)


def _touching_point(
    profile: Profile, left: FloatArray, right: FloatArray, at_left: FloatArray
) -> FloatArray:
    """Return where the line from the left end is steepest: the left end itself if f is concave.

    Dinkelbach's method: go where f has the slope of the present line.  The slopes grow, and
    converge quadratically from any start on the concave part.
    """
    # Not where f rises by less than rounding below 0: slopes of so short a line are noise.
    convex = left * np.maximum(profile.derivatives(np.zeros_like(left))[0], 1.0) < -1e-9
    first = np.minimum(np.maximum(left, 0.0), right)
    length_from = np.where(convex, left, left - 1.0)  # any length but 0 where nothing is sought
    at = np.minimum(np.maximum(profile.near_touching(left), first), right)
    for _ in range(6):
        steepness = (profile.value(at) - at_left) / (at - length_from)
        at = np.minimum(np.maximum(profile.where_slope_is(steepness), first), right)
    return np.where(convex, at, left)
