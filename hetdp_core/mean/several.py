"""The best affine mean of several columns at once, for any noise and any accounting.

The closed form of `saturation`, with the price of the noise in place of 8; in one column with
Laplace noise and pure epsilon it is ADPM.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import place_of, preferred_numbers
from hetdp_core.mean.noises import NOISES, Noise, Promise
from hetdp_core.mean.plan import MIDPOINT_MSE, WORST_VARIANCE, percent_error, sum_of_squares
from hetdp_core.mean.saturation import saturated, saturation_level
from hetdp_core.mean.sweep import SaturationSweep, saturation_sweep
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile, profiles_along
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Design:
    """The kind of release: keys of `NOISES` and `noises.SHAPES`, the meaning of levels, and d."""

    noise: str = "gaussian"
    promise: Promise = field(default_factory=lambda: Promise("approximate"))
    columns: int = 5
    shape: str = "cube"

    def __post_init__(self) -> None:
        """Check noise, columns and shape; whether the noise keeps the promise is checked in use."""
        validate.choice(self.noise, NOISES, "noise")
        self.kind.price(self.columns, self.shape)

    @property
    def kind(self) -> Noise:
        return NOISES[self.noise]

    @property
    def price(self) -> float:
        """What stands in the place of ADPM's 8."""
        return self.kind.price(self.columns, self.shape)


@result
class SeveralPlan:
    """Weights and noise for the mean of several columns; no value has been seen.

    Neighbours differ in one user's point, replaced by any other of the cube or ball; the number
    of users is public; the curator is trusted.  Errors are in units of the diameter of that shape
    (for the cube: the root of the mean squared error over the columns, in units of their range).

    Attributes:
        levels: (n,) levels in the design's accounting, in the caller's order; infinity is public.
        weights: (n,) of each user; they sum to 1.  With `counts`, of one user at each level.
        noise_scale: of the noise, in diameters.
        saturation_level: tau in the design's accounting; infinity when nobody saturates.
        privacy_given: (n,) the level each user really gets: min(asked, tau).
        counts: None, or the number of users at each level.
    """

    design: Design
    levels: FloatArray
    weights: FloatArray
    noise_scale: float
    saturation_level: float
    privacy_given: FloatArray
    counts: FloatArray | None = None

    @property
    def users_saturated(self) -> int:
        saturated = self.levels > self.saturation_level
        return int(np.sum(saturated if self.counts is None else self.counts[saturated]))

    @property
    def affine_worst_case_mse(self) -> float:
        """Worst-case squared error of the noisy answer: sampling and noise; may exceed 1/4."""
        sampling = sum_of_squares(self.weights, self.counts)
        return WORST_VARIANCE * (sampling + self.design.price * self.noise_scale**2)

    @property
    def answers_midpoint(self) -> bool:
        """Whether the middle of the shape is a better answer, so no value is used."""
        return self.affine_worst_case_mse >= MIDPOINT_MSE

    @property
    def worst_case_mse(self) -> float:
        """Worst-case squared error, in squared diameters."""
        return min(self.affine_worst_case_mse, MIDPOINT_MSE)


def plan_several(levels: ArrayLike, design: Design, counts: ArrayLike | None = None) -> SeveralPlan:
    """Return the weights that minimise the worst-case squared error, for any noise.

    Args:
        levels: (n,) levels in the accounting of the design's promise, each > 0; infinity is public.
        counts: (n,) users at each level, at least one at each; None for one each.

    Raises:
        InvalidInput: a level is not positive, or the noise cannot keep the promise.

    >>> plan_several([0.5, 1.0], Design("laplace", Promise("pure"), columns=1)).weights
    array([0.33333333, 0.66666667])
    """
    levels = validate.epsilons(levels, "levels")
    users = None
    if counts is not None:
        users = validate.counts(counts, levels.size).astype(np.float64)
        validate.count(int(np.min(users)), 1, None, "fewest people at a level")
    bought = design.kind.levels(design.promise, levels, design.columns)
    ascending, ascending_users = np.sort(bought), None
    if users is not None:
        order = np.argsort(bought, kind="stable")
        ascending_users = users[order]
    weights, scale, tau = saturated(bought, ascending, users, ascending_users, design.price)
    limit = math.inf if math.isinf(tau) else design.kind.gives(design.promise, tau, design.columns)
    return SeveralPlan(design, levels, weights, scale, limit, np.minimum(levels, limit), users)


def plan_of_profile(profile: PrivacyProfile, design: Design) -> SeveralPlan:
    """Return the plan of a profile with all levels said in the profile's own epsilon.

    Each epsilon is read as the level it implies in the design's accounting.  The saturation level
    is given as the epsilon that would imply it.
    """
    promise = design.promise
    solved = plan_several(promise.implied_by(profile.levels), design, profile.counts)
    level = float(promise.as_pure(np.array([solved.saturation_level]))[0])
    granted = np.minimum(profile.levels, level)
    return replace(solved, levels=profile.levels, saturation_level=level, privacy_given=granted)


def several_sweep(settings: ProfileSettings, design: Design) -> SaturationSweep:
    """Return the saturation of a design along the profile's main control."""
    return saturation_sweep(settings, solve=partial(plan_of_profile, design=design))


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
        """Make the arrays of the dictionaries read-only too."""
        for array in (*self.errors.values(), *self.overtakes.values()):
            array.flags.writeable = False

    @property
    def chosen(self) -> int:
        return place_of(self.design.columns, self.columns, "number of columns")

    @property
    def best_from(self) -> FloatArray:
        """(F,) from how many columns on Gaussian noise has the least error of all; NaN if never."""
        return np.asarray(np.max(list(self.overtakes.values()), axis=0))

    def errors_at(self, setting: int) -> dict[str, float]:
        """Return each noise's error at a setting, for the chosen number of columns."""
        return {key: float(errors[setting, self.chosen]) for key, errors in self.errors.items()}


def column_curves(settings: ProfileSettings, design: Design) -> ColumnCurves:
    """Return the worst-case error of each noise at each number of columns and setting.

    Args:
        settings: the profile; its epsilon is read as the level implied in the design's accounting.
        design: its noise has no part in the curves.

    Raises:
        InvalidInput: more than `MOST_LEVELS` different levels.
    """
    highs = np.union1d(column_stops(settings), [settings.high])
    columns = np.union1d(np.round(np.geomspace(1, MOST_DRAWN, _STEPS)), [design.columns])
    noises = [noise for noise in NOISES.values() if noise.keeps(design.promise)]
    errors = {noise.key: np.empty((highs.size, columns.size)) for noise in noises}
    others = [key for key in errors if key != GAUSSIAN] if GAUSSIAN in errors else []
    overtakes = {key: np.empty(highs.size) for key in others}
    for place, profile in enumerate(profiles_along(settings, highs)):
        if profile.levels.size > MOST_LEVELS:
            rule, actual = f"must be at most {MOST_LEVELS:,} here", f"{profile.levels.size:,}"
            raise InvalidInput("different levels", rule, actual, "use fewer people")
        for noise in noises:
            errors[noise.key][place] = _errors(profile, noise, design, columns)
        for key in others:
            pair = errors[key][place], errors[GAUSSIAN][place]
            overtakes[key][place] = _columns_to_overtake(profile, design, columns, key, *pair)
    return ColumnCurves(design, highs, columns, errors, overtakes)


def _columns_to_overtake(
    profile: PrivacyProfile,
    design: Design,
    columns: FloatArray,
    other: str,
    others: FloatArray,
    gaussian: FloatArray,
) -> float:
    """Return from how many columns on Gaussian noise beats another, to one column.

    Both curves rise to the middle of the range, where neither is better.  So only numbers of
    columns at which Gaussian noise beats the middle count.
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
        theirs, ours = (_errors(profile, NOISES[key], design, at)[0] for key in (other, GAUSSIAN))
        low, high = (low, middle) if ours < theirs else (middle, high)
    return float(high)


def column_stops(settings: ProfileSettings) -> FloatArray:
    """Return settings of `high` past saturation; where levels are many, only a few."""
    size = make_profile(settings.with_high(settings.highest_high)).levels.size
    most = int(np.clip(_WORK // (_STEPS * size), _FEWEST_SETTINGS, _MOST_SETTINGS))
    return preferred_numbers(settings.lowest_high, settings.highest_high, most)


def _errors(
    profile: PrivacyProfile, noise: Noise, design: Design, columns: FloatArray
) -> FloatArray:
    implied = design.promise.implied_by(profile.levels)
    bought = noise.levels(design.promise, implied, columns[:, None])
    prices = [noise.price(int(count), design.shape) for count in columns]
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
