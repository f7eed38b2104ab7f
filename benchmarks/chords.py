"""The paper's envelope (Appendix D), for comparison: the chord of the convex part.

Each f is written as a difference of convex functions, f = g - h, and g replaced on
[left, right] by its chord:

    Sigmoid   g = log(1 + e**(t + eps/2)) - eps/2,   h = log(1 + e**(t - eps/2))
    Rising    g = growth * max(t, 0),                h = g - f
    Falling   g = f (convex up to its cap),          h = 0
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search import Extremum, Terms, extremum
from hetdp_core.odometer.search.profiles import Falling, Mixed, Profile, Rising, Sigmoid, softplus
from hetdp_core.validate import FloatArray

_TINY = 1e-300
_ROUNDING = 1e-14  # g may be far larger than f


@dataclass(frozen=True)
class ChordEnvelope:
    """Chord of the convex part g, less the other convex part h."""

    profile: Profile
    left: FloatArray
    right: FloatArray
    at_left: FloatArray
    rise: FloatArray

    def value(self, t: FloatArray) -> FloatArray:
        """Return e(t)."""
        found: FloatArray = (
            self.at_left + self.rise * (t - self.left) - _subtracted(self.profile, t)
        )
        return found

    def derivatives(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return e'(t) and -e''(t)."""
        slope, bend = _subtracted_derivatives(self.profile, t)
        return self.rise - slope, bend

    def conjugate(self, slope: FloatArray) -> FloatArray:
        """Return the maximum, at an end or where h has the slope that is left over."""
        at = _where_subtracted_slope_is(self.profile, self.rise - slope)
        at = np.minimum(np.maximum(at, self.left), self.right)
        ends = np.maximum(
            self.value(self.left) - slope * self.left, self.value(self.right) - slope * self.right
        )
        rounding = _ROUNDING * (np.abs(self.at_left) + np.abs(self.rise * (self.right - self.left)))
        return np.maximum(ends, self.value(at) - slope * at) + rounding

    def take(self, rows: NDArray[np.bool_]) -> ChordEnvelope:
        """Return some of the nodes."""
        return replace(
            self,
            left=self.left[rows],
            right=self.right[rows],
            at_left=self.at_left[rows],
            rise=self.rise[rows],
        )


def chord_envelope(profile: Profile, left: FloatArray, right: FloatArray) -> ChordEnvelope:
    """Return the paper's concave function above f on [left, right]; left < right."""
    at_left = _convex_part(profile, left)
    rise = (_convex_part(profile, right) - at_left) / (right - left)
    return ChordEnvelope(profile, left, right, at_left, rise)


def _convex_part(profile: Profile, t: FloatArray) -> FloatArray:
    """Return g(t) = f(t) + h(t)."""
    found: FloatArray = profile.value(t) + _subtracted(profile, t)
    return found


def _subtracted(profile: Profile, t: FloatArray) -> FloatArray:
    """Return h(t)."""
    match profile:
        case Mixed(first, second, split):
            parts = _subtracted(first, t[..., :split]), _subtracted(second, t[..., split:])
            return np.concatenate(parts, axis=-1)
        case Sigmoid(half_epsilon):
            return softplus(t - half_epsilon)
        case Rising(growth):
            found: FloatArray = growth * np.maximum(t, 0.0) - profile.value(t)
            return found
    return np.zeros(t.shape)


def _subtracted_derivatives(profile: Profile, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return h'(t) and h''(t)."""
    match profile:
        case Mixed(first, second, split):
            head = _subtracted_derivatives(first, t[..., :split])
            tail = _subtracted_derivatives(second, t[..., split:])
            return np.concatenate([head[0], tail[0]], -1), np.concatenate([head[1], tail[1]], -1)
        case Sigmoid(half_epsilon):
            share = expit(t - half_epsilon)
            return share, share * (1.0 - share)
        case Rising(growth):
            slope, bend = profile.derivatives(t)
            return np.where(t > 0.0, growth - slope, 0.0), bend
    return np.zeros(t.shape), np.zeros(t.shape)


def _where_subtracted_slope_is(profile: Profile, slope: FloatArray) -> FloatArray:
    """Return the t with h'(t) = slope, or an end of the range where no t has it."""
    match profile:
        case Mixed(first, second, split):
            head = _where_subtracted_slope_is(first, slope[..., :split])
            tail = _where_subtracted_slope_is(second, slope[..., split:])
            return np.concatenate([head, tail], axis=-1)
        case Sigmoid(half_epsilon):
            share = np.clip(slope, _TINY, 1.0 - 1e-16)
            found: FloatArray = half_epsilon + np.log(share) - np.log1p(-share)
            return found
        case Rising(growth):
            return profile.where_slope_is(growth - slope)
        case Falling():
            return np.zeros(slope.shape)
    raise TypeError(profile)


def dc_extremum(terms: Terms, box: Box, **options: Any) -> Extremum:
    """Bound the extremum with the paper's looser envelope (Appendix D)."""
    return extremum(terms, box, **options, envelope_of=chord_envelope)
