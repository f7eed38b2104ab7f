"""Why weights saturate: the error's two parts, noise and sampling, under a cap on every level.

With weights in proportion to min(epsilon_i, t) and the noise that these levels ask for, the
worst-case MSE on [-1/2, 1/2] is

    J(t) = 2 / S1**2  +  S2 / (4 S1**2),    S1, S2 = sums of min(epsilon_i, t) and of its squares.

The first part is the noise: it falls with t, for S1 grows.  The second is the sampling error: it
rises with t, for the answer relies on fewer and fewer users (Cauchy and Schwarz: it is least where
all count the same).  Theorem 2 of the paper: the best of all weights are those of t = tau, so J is
least there.  Where nobody saturates, J falls up to the highest level and stays.

About these users (`hetdp_core.mean.empirical`) the weights are min(epsilon_i, t) / (n t), and
over all tables the largest squared error is

    f(t) = 2 / (n t)**2  +  (1 - S1 / (n t))**2 / 4.

Again the noise falls with t; what strict levels leave over, and draws the answer to the middle,
rises.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.sweep import SaturationSweep
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, profiles_along
from hetdp_core.results import result
from hetdp_core.validate import FloatArray, as_floats


@result
class CapCurves:
    """Both parts of the squared error against the cap, for every value of `high`.

    Errors are worst cases, squares in (% of the range)**2; they add up, their roots do not.

    Attributes:
        caps: (C,) ascending.
        noise, sampling: (F, C) parts of the squared error.  About these users nobody is
            sampled: there the second is how far the answer is drawn to the middle.
        best: (F,) tau, NaN where nobody saturates.
        least: (F,) the squared error there, else at the highest cap.
    """

    sweep: SaturationSweep
    caps: FloatArray
    noise: FloatArray
    sampling: FloatArray
    best: FloatArray
    least: FloatArray
    everybody: bool = False

    @property
    def total(self) -> FloatArray:
        """(F, C) the squared error."""
        return self.noise + self.sampling

    @property
    def error(self) -> FloatArray:
        """(F, C) its root, in percent of the range."""
        return np.sqrt(self.total)

    @property
    def least_error(self) -> FloatArray:
        """(F,) the root of `least`, in percent of the range."""
        return np.asarray(np.sqrt(self.least))


def noise_and_sampling_mse(
    profile: PrivacyProfile, caps: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return the noise's and the sampling's part of the worst-case MSE at each cap.

    O(K log C + C) for K levels: sums of sorted levels, and nothing user by user.

    Args:
        profile: levels ascending, infinity for public users.
        caps: (C,) positive and finite.

    Returns:
        Two (C,) arrays on the [-1/2, 1/2] scale; affine answers, so the sum may exceed 1/4.

    >>> profile = PrivacyProfile(np.array([0.5, 1.0]), np.array([1.0, 1.0]))
    >>> noise_and_sampling_mse(profile, [1.0])           # 2 / 1.5**2 and 1.25 / 4 / 1.5**2
    (array([0.88888889]), array([0.13888889]))
    """
    levels = as_floats(caps, "caps")
    first, second = _sums_below(profile, levels)
    return 2.0 / first**2, WORST_VARIANCE * second / first**2


def noise_and_middle_mse(profile: PrivacyProfile, caps: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the noise's part about these users, and that of being drawn to the middle.

    Arguments and result as in `noise_and_sampling_mse`; the sum is below 1/4 + 2 / (n t)**2.

    >>> profile = PrivacyProfile(np.array([0.5, 1.0]), np.array([1.0, 1.0]))
    >>> noise_and_middle_mse(profile, [1.0])             # 2 / 2**2 and (1 - 1.5 / 2)**2 / 4
    (array([0.5]), array([0.015625]))
    """
    levels = as_floats(caps, "caps")
    equal = profile.users * levels  # all counted alike
    first, _ = _sums_below(profile, levels)
    return 2.0 / equal**2, WORST_VARIANCE * (1.0 - first / equal) ** 2


def _sums_below(profile: PrivacyProfile, levels: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the sums of capped levels and of their squares, for each cap."""
    below = np.searchsorted(profile.levels, levels, side="right")
    finite = np.where(np.isinf(profile.levels), 0.0, profile.levels)

    def below_the_cap(values: FloatArray) -> FloatArray:
        return np.asarray(np.append(0.0, np.cumsum(values))[below])

    mass = profile.counts * finite
    above = profile.users - below_the_cap(profile.counts)
    first = below_the_cap(mass) + above * levels
    return first, below_the_cap(mass * finite) + above * levels**2


def cap_curves(
    settings: ProfileSettings, sweep: SaturationSweep, everybody: bool = False
) -> CapCurves:
    """Return both parts at every cap, from the strictest level to above all finite ones."""
    both = noise_and_middle_mse if everybody else noise_and_sampling_mse
    strictest = min(float(np.min(curve.requested)) for curve in sweep.points)
    caps = np.geomspace(min(strictest, sweep.ceiling / 1000), sweep.ceiling, 97)
    levels = np.array([curve.level for curve in sweep.points])
    best = np.minimum(levels, sweep.ceiling)
    profiles = zip(profiles_along(settings, sweep.values), best, strict=True)
    # beyond everybody's level a cap changes nothing
    parts = [
        both(profile, [*np.minimum(caps, max(profile.levels[-1], cap)), cap])
        for profile, cap in profiles
    ]
    noise, sampling = 1e4 * np.array(parts).swapaxes(0, 1)  # of a range of width 1
    return CapCurves(
        sweep,
        caps,
        noise[:, :-1],
        sampling[:, :-1],
        np.where(np.isfinite(levels), levels, np.nan),
        noise[:, -1] + sampling[:, -1],
        everybody,
    )
