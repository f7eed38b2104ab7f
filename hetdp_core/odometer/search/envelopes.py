"""Concave functions above S-shaped ones, on an interval for each node and term.

Exact envelope of f on [left, right] (Udell and Boyd, "Maximizing a sum of sigmoids", 2013): the
line from the left end to the point where it touches f, then f itself.  Its conjugate is that of
f, so a bound needs no exact touching point:

    max over t in [left, right] of f(t) - s t,  found at the ends or where f'(t) = s, t >= 0
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hetdp_core.odometer.search.profiles import Profile
from hetdp_core.validate import FloatArray

_TOUCHING_STEPS = 6
_NO_LENGTH = 1e-9  # the convex part left of 0 is not worth a line


class Envelope(Protocol):
    """For N nodes: concave functions e_j >= f_j on [left, right]; arrays are (N, m)."""

    def value(self, t: FloatArray) -> FloatArray:
        """Return e(t)."""
        ...

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return e'(t) and -e''(t) >= 0."""
        ...

    def conjugate(self, slope: FloatArray) -> FloatArray:
        """Maximise e(t) - slope * t over [left, right]; too small by rounding at most."""
        ...

    def take(self, rows: NDArray[np.bool_]) -> Self:
        """Return some of the nodes."""
        ...


class EnvelopeOf(Protocol):
    """Makes the envelope of a profile on intervals (N, m)."""

    def __call__(self, profile: Profile, left: FloatArray, right: FloatArray) -> Envelope:
        """Return the envelope."""
        ...


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
        return replace(
            self,
            left=self.left[rows],
            right=self.right[rows],
            at_left=self.at_left[rows],
            at_right=self.at_right[rows],
            touching=self.touching[rows],
            rise=self.rise[rows],
        )


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
    convex = left < -_NO_LENGTH
    first = np.minimum(np.maximum(left, 0.0), right)
    length_from = np.where(convex, left, left - 1.0)  # any length but 0 where nothing is sought
    at = np.minimum(np.maximum(profile.near_touching(left), first), right)
    for _ in range(_TOUCHING_STEPS):
        steepness = (profile.value(at) - at_left) / (at - length_from)
        at = np.minimum(np.maximum(profile.where_slope_is(steepness), first), right)
    return np.where(convex, at, left)
