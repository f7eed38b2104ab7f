"""What it brings when the most relaxed users relax further: worst-case error along the knob."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hetdp_core.grids import place_of
from hetdp_core.mean.plan import WORST_VARIANCE, sum_of_squares
from hetdp_core.mean.saturation import two_group_saturation
from hetdp_core.mean.sweep import SaturationSweep
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, sweep_high
from hetdp_core.validate import FloatArray

COMPARED = ("proportional", "uniform")
"""Methods drawn beside ADPM."""

NOISE_PER_SCALE = 2.0
"""Variance of Laplace noise of scale 1."""


@dataclass(frozen=True, eq=False)
class ErrorCurve:
    """Worst-case error, in percent of the range, for every setting of the knob.

    Attributes:
        highs: (F,) settings, ascending.
        errors: (F,) by method: "adpm", and `COMPARED`.
        high: the present setting.
        present_error: ADPM's error there.
        onset: the smallest setting at which somebody saturates, in closed form for two
            groups, else the first of `highs` (None if nobody ever does).
        onset_is_exact: whether `onset` is the closed form.
    """

    highs: FloatArray
    errors: dict[str, FloatArray]
    high: float
    present_error: float
    onset: float | None
    onset_is_exact: bool

    def at(self, high: float) -> ErrorCurve:
        """Return the same curves with another of their settings as the present one.

        Raises:
            InvalidInput: it is none of them.
        """
        here = float(self.errors["adpm"][place_of(high, self.highs, "high")])
        return replace(self, high=high, present_error=here)


def error_curve(settings: ProfileSettings, sweep: SaturationSweep) -> ErrorCurve:
    """Return the errors that go with a sweep of these settings."""
    adpm = np.array([curve.worst_case_error for curve in sweep.curves])
    errors = {"adpm": adpm, **_others(settings, sweep.highs)}
    exact = _exact_onset(settings)
    seen = next((curve.high for curve in sweep.curves if curve.saturated_share > 0), None)
    return ErrorCurve(
        sweep.highs,
        errors,
        sweep.present.high,
        sweep.present.worst_case_error,
        seen if exact is None else exact,
        exact is not None,
    )


def _others(settings: ProfileSettings, highs: FloatArray) -> dict[str, FloatArray]:
    """Return the (F,) errors of ADPM's competitors."""
    mses = [
        (_proportional(profile), _uniform(profile))
        for profile in sweep_high(settings, highs.tolist())
    ]
    return dict(zip(COMPARED, 100.0 * np.sqrt(np.transpose(mses)), strict=True))


# What `baselines` plans user by user; by level, a curve takes a tenth of the time.


def _proportional(profile: PrivacyProfile) -> float:
    """Return the worst-case MSE of weights in proportion to ε."""
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
