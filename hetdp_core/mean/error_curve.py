"""Worst-case error as the most relaxed users' epsilon grows, beside that of other methods."""

from __future__ import annotations

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.mean.plan import WORST_VARIANCE, sum_of_squares
from hetdp_core.mean.saturation import two_group_saturation
from hetdp_core.mean.sweep import SaturationSweep
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, profiles_along
from hetdp_core.validate import FloatArray

COMPARED = ("proportional", "uniform")
"""Methods drawn beside ADPM."""

NOISE_PER_SCALE = 2.0
"""Variance of Laplace noise of scale 1."""


@result
class ErrorCurve:
    """Worst-case error, in percent of the range, for every value of `high`.

    Attributes:
        highs: (F,) values, ascending.
        errors: (F,) by method: "adpm", and `COMPARED`.
        onset: the smallest value at which somebody saturates, in closed form for two
            groups, else the first of `highs` (None if nobody ever does).
        onset_is_exact: whether `onset` is the closed form.
    """

    highs: FloatArray
    errors: dict[str, FloatArray]
    onset: float | None
    onset_is_exact: bool


def error_curve(settings: ProfileSettings, sweep: SaturationSweep) -> ErrorCurve:
    """Return the errors that go with a sweep of these settings."""
    adpm = np.array([curve.worst_case_error for curve in sweep.points])
    profiles = profiles_along(settings, sweep.values)
    others = np.array([(_proportional(profile), _uniform(profile)) for profile in profiles])
    errors = {"adpm": adpm, **dict(zip(COMPARED, 100.0 * np.sqrt(others.T), strict=True))}
    exact = _exact_onset(settings)
    seen = next((curve.high for curve in sweep.points if curve.saturated_share > 0), None)
    return ErrorCurve(sweep.values, errors, seen if exact is None else exact, exact is not None)


# What `methods` plans user by user; by level, a curve takes a tenth of the time.


def _proportional(profile: PrivacyProfile) -> float:
    """Return the worst-case MSE of weights in proportion to epsilon."""
    if profile.public_users:
        return WORST_VARIANCE / profile.public_users
    squares = WORST_VARIANCE * sum_of_squares(profile.levels, profile.counts) + NOISE_PER_SCALE
    return squares / float(profile.counts @ profile.levels) ** 2


def _uniform(profile: PrivacyProfile) -> float:
    """Return the worst-case MSE where everybody is given the strictest level."""
    users, strictest = profile.users, float(profile.levels[0])
    return WORST_VARIANCE / users + NOISE_PER_SCALE / (users * strictest) ** 2


def _exact_onset(settings: ProfileSettings) -> float | None:
    """Return the closed form, for two groups that are both there and nobody public."""
    strict = round(settings.strict_share * settings.users)
    both = 0 < strict < settings.users
    if settings.kind != "two_groups" or settings.public_share > 0 or not both:
        return None
    return two_group_saturation(settings.low, settings.users, strict / settings.users)
