"""The error of each noise against the number of columns, as one knob of the profile moves."""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.grids import place_of, preferred_numbers
from hetdp_core.mean.noises import NOISES, Noise
from hetdp_core.mean.plan import MIDPOINT_MSE, percent_error, sum_of_squares
from hetdp_core.mean.saturation import saturation_level
from hetdp_core.mean.several import Design
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile, profiles_along
from hetdp_core.validate import FloatArray

MOST_DRAWN = 1000
"""Columns up to which errors are drawn."""

MOST_LEVELS = 20_000
"""Most different levels: each counts for every number of columns, noise and setting."""

GAUSSIAN = "gaussian"

MIDDLE = 50.0
"""Error, in % of the range, of always saying its middle."""

_STEPS = 33
_WORK = 1_000_000
_FEWEST_SETTINGS, _MOST_SETTINGS = 4, 40


@result
class ColumnCurves:
    """Worst-case errors against the number of columns, for every setting of the main control.

    Errors are roots of the mean squared error over the columns, in % of a column's range (of a
    ball: the length of the error, in % of the diameter); 50 is the middle of the range.

    Attributes:
        design: noise, promise, columns and shape chosen.
        highs: (F,) settings, ascending.
        columns: (C,) numbers of columns, ascending, the chosen one among them.
        errors: {noise: (F, C)}, of those that can keep the promise.
        overtakes: {noise: (F,)} from how many columns on Gaussian noise has the smaller error, up
            to `MOST_DRAWN`; NaN where it never has.  Empty where it cannot keep the promise.
    """

    design: Design
    highs: FloatArray
    columns: FloatArray
    errors: dict[str, FloatArray]
    overtakes: dict[str, FloatArray]

    def __post_init__(self) -> None:
        """Make the arrays of the dictionaries read-only, too."""
        for one in (*self.errors.values(), *self.overtakes.values()):
            one.flags.writeable = False

    @property
    def chosen(self) -> int:
        """Place of the chosen number of columns."""
        return place_of(self.design.columns, self.columns, "number of columns")

    @property
    def best_from(self) -> FloatArray:
        """(F,) from how many columns on Gaussian noise has the least error of all; NaN if never."""
        found: FloatArray = np.max(list(self.overtakes.values()), axis=0)
        return found

    def here(self, setting: int) -> dict[str, float]:
        """Return each noise's error at a setting, for the chosen number of columns."""
        return {key: float(found[setting, self.chosen]) for key, found in self.errors.items()}


def column_curves(settings: ProfileSettings, design: Design) -> ColumnCurves:
    """Return the worst-case error of each noise at each number of columns and setting.

    Args:
        settings: the profile; its epsilon is read as what it implies in the design's accounting.
        design: its noise has no part in the curves.

    Raises:
        InvalidInput: more than `MOST_LEVELS` different levels.
    """
    highs = np.union1d(column_stops(settings), [settings.high])
    columns = np.union1d(np.round(np.geomspace(1, MOST_DRAWN, _STEPS)), [design.columns])
    kept = [noise for noise in NOISES.values() if noise.keeps(design.promise)]
    errors = {noise.key: np.empty((highs.size, columns.size)) for noise in kept}
    others = [key for key in errors if key != GAUSSIAN] if GAUSSIAN in errors else []
    overtakes = {key: np.empty(highs.size) for key in others}
    for place, profile in enumerate(profiles_along(settings, highs.tolist())):
        if profile.levels.size > MOST_LEVELS:
            rule, found = f"must be at most {MOST_LEVELS:,} here", f"{profile.levels.size:,}"
            raise InvalidInput("different levels", rule, found, "use fewer users")
        for noise in kept:
            errors[noise.key][place] = _errors(profile, noise, design, columns)
        for key in others:
            pair = errors[key][place], errors[GAUSSIAN][place]
            overtakes[key][place] = _overtaken(profile, design, columns, key, *pair)
    return ColumnCurves(design, highs, columns, errors, overtakes)


def _overtaken(
    profile: PrivacyProfile,
    design: Design,
    columns: FloatArray,
    other: str,
    others: FloatArray,
    gaussian: FloatArray,
) -> float:
    """Return from how many columns on Gaussian noise beats another, to one column.

    Both curves rise to the middle of the range, where neither is better: only numbers of columns
    at which Gaussian noise is better than that count.
    """
    better = (gaussian < others) | (gaussian >= MIDDLE)
    ever = np.flatnonzero((gaussian < others) & (gaussian < MIDDLE))
    if not ever.size:
        return math.nan
    worse = np.flatnonzero(~better[: ever[-1] + 1])
    if not worse.size:
        return float(columns[0])
    low, high = int(columns[worse[-1]]), int(columns[worse[-1] + 1])
    while high - low > 1:
        middle = (low + high) // 2
        at = np.array([float(middle)])
        found = [_errors(profile, NOISES[key], design, at)[0] for key in (other, GAUSSIAN)]
        low, high = (low, middle) if found[1] < found[0] else (middle, high)
    return float(high)


def column_stops(settings: ProfileSettings) -> FloatArray:
    """Return settings of `high` past saturation; where levels are many, only a few."""
    size = make_profile(settings.with_high(settings.highest_high)).levels.size
    most = int(np.clip(_WORK // (_STEPS * size), _FEWEST_SETTINGS, _MOST_SETTINGS))
    return preferred_numbers(settings.lowest_high, settings.highest_high, most)


def _errors(
    profile: PrivacyProfile, noise: Noise, design: Design, columns: FloatArray
) -> FloatArray:
    """Return the errors of one noise at each number of columns."""
    asked = design.promise.implied_by(profile.levels)
    bought = noise.levels(design.promise, asked, columns[:, None])
    prices = [noise.price(int(one), design.shape) for one in columns]
    pairs = zip(bought, prices, strict=True)
    return np.array([_error(levels, profile.counts, price) for levels, price in pairs])


def _error(levels: FloatArray, counts: FloatArray, price: float) -> float:
    """Return the error of one noise, in percent: 50 where the middle is the better answer."""
    if np.isinf(levels[0]):
        return percent_error(min(0.25 / float(np.sum(counts)), MIDPOINT_MSE))
    scaled = np.minimum(levels, saturation_level(levels, counts, price))
    first = float(np.einsum("i,i->", counts, scaled))  # no BLAS: see `sum_of_squares`
    second = sum_of_squares(scaled, counts)
    return percent_error(min((second + price) / (4.0 * first**2), MIDPOINT_MSE))
