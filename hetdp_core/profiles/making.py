"""From settings to profiles: one, or the same population along its main control, `high`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from hetdp_core.profiles.profile import PrivacyProfile, made_public
from hetdp_core.profiles.rows import ProfileRows
from hetdp_core.profiles.settings import KINDS, ProfileSettings
from hetdp_core.validate import FloatArray

TOGETHER = 2**14
"""Levels of a block of settings: each array that is made of them takes no more than 128 kB, and
is neither asked of the system anew each time nor too large for the cache."""


def make_profile(settings: ProfileSettings) -> PrivacyProfile:
    """Make the profile these settings describe; the same settings give the same profile.

    >>> profile = make_profile(ProfileSettings("two_groups", users=4, low=0.1, high=2.0))
    >>> profile.epsilon
    array([0.1, 0.1, 2. , 2. ])
    """
    return next(sweep_high(settings, [settings.high]))


def sweep_high(settings: ProfileSettings, highs: Sequence[float]) -> Iterator[PrivacyProfile]:
    """Return profiles for several values of `high`, with the same random draws in all of them.

    Because the draws are shared and sorted once, the profiles change smoothly with
    `high`: what a live figure needs.  They are made one at a time: a million users' levels
    need not be kept for every value.
    """
    make = profile_of_high(settings)
    return (make(float(high)) for high in highs)


def profile_of_high(settings: ProfileSettings) -> Callable[[float], PrivacyProfile]:
    """Return what makes the profile for any value of `high`, the random draws shared by all."""
    make = _rows_of_highs(settings)
    return lambda high: make(np.array([high])).profile(0)


def sweep_high_together(
    settings: ProfileSettings, highs: FloatArray
) -> Iterator[tuple[FloatArray, ProfileRows]]:
    """Yield the profiles of `sweep_high` in blocks, with the values of `high` in each.

    A block holds as many as fit into the cache, so that a sum over users is one call for many
    values; a population that fills it by itself still comes one value at a time.
    """
    make = _rows_of_highs(settings)
    at_once = max(1, TOGETHER // settings.places)
    for start in range(0, highs.size, at_once):
        block = highs[start : start + at_once]
        yield block, make(block)


def _rows_of_highs(settings: ProfileSettings) -> Callable[[FloatArray], ProfileRows]:
    """Return what makes the profiles for several values of `high`, the draws shared by all.

    Raises:
        InvalidInput: a value does not fit the other knobs.
    """
    kind = KINDS[settings.kind]
    draws = kind.draw(settings)

    def build(highs: FloatArray) -> ProfileRows:
        for end in (np.min(highs), np.max(highs)):  # they allow an interval; NaN is at both ends
            settings.with_high(float(end))
        levels, counts = kind.levels_and_counts(settings, highs[:, np.newaxis], draws)
        present = counts > 0
        if not np.all(present):
            levels, counts = levels[:, present], counts[present]
        return ProfileRows(*made_public(levels, counts, settings.public_share))

    return build
