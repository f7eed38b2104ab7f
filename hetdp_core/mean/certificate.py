"""How close ADPM is to the best possible: U against L, for one profile, along a control, at random.

U is the worst-case MSE of ADPM's answer, shrunk and clipped (an upper bound) or as published; L is
a lower bound for every private estimator.  The best possible lies between them, so U is at most U /
L times the best possible.  This is an upper limit on the possible gain, not the gain itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.grids import Along
from hetdp_core.mean.bounds import LowerBounds, lower_bounds
from hetdp_core.mean.plan import WORST_VARIANCE, Shrunk, clipped
from hetdp_core.mean.sweep import SaturationSweep, adpm_of
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, profiles_along
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

BEST = 1.05
"""Up to this ratio pages may say that an estimator is the best there is."""


@dataclass(frozen=True)
class Certificate:
    """U and L of one profile, on the [-1/2, 1/2] scale.

    Attributes:
        published: worst-case MSE of ADPM as its paper has it (the middle where J >= 1/4).
    """

    published: float
    shrunk: Shrunk
    bounds: LowerBounds

    @property
    def ratio(self) -> float:
        """U / L of the shrunk and clipped answer: at least 1."""
        return self.shrunk.worst_case_mse / self.bounds.best

    @property
    def published_ratio(self) -> float:
        """U / L of ADPM as published: at least 1."""
        return self.published / self.bounds.best

    @property
    def loose_ratio(self) -> float:
        return self.published / self.bounds.le_cam


def stated(ratio: float) -> float:
    """Return a ratio rounded up to hundredths: what may stand after "at most".

    >>> stated(1.4301), stated(1.0)
    (1.44, 1.0)
    """
    return math.ceil(100.0 * ratio) / 100.0


def certify(profile: PrivacyProfile) -> Certificate:
    """Return the certificate of a profile: O(K) for K levels, for any number of users.

    >>> pair = PrivacyProfile(np.array([0.1, 1.0]), np.array([5e8, 5e8]))
    >>> certificate = certify(pair)
    >>> 1.0 <= certificate.ratio <= certificate.published_ratio
    True
    """
    one_each = profile.levels.size == profile.users
    bounds = lower_bounds(profile.levels, None if one_each else profile.counts)
    plan = adpm_of(profile)
    return Certificate(plan.worst_case_mse, clipped(plan), bounds)


def certificate_curve(settings: ProfileSettings, sweep: SaturationSweep) -> Along[Certificate]:
    """Return the certificates that go with a sweep of these settings."""
    profiles = profiles_along(settings, sweep.values)
    return Along(sweep.values, tuple(map(certify, profiles)))


@result
class CertificateScatter:
    """Worst-case MSE and lower bound for random profiles.

    Attributes:
        upper: (P,) U, at least the worst-case MSE of ADPM's answer, shrunk and clipped.
        lower: (P,) L, a lower bound for every private estimator.
        published: (P,) the worst-case MSE of ADPM as published.
        two_points: (P,) Le Cam's lower bound alone.
        users: (P,) number of users of each profile.
    """

    upper: FloatArray
    lower: FloatArray
    published: FloatArray
    two_points: FloatArray
    users: FloatArray

    @property
    def ratio(self) -> FloatArray:
        """(P,) U / L, of which the least possible is 1."""
        return self.upper / self.lower

    @property
    def loose_ratio(self) -> FloatArray:
        """(P,) ADPM as published over Le Cam's bound alone."""
        return self.published / self.two_points

    @property
    def median_ratio(self) -> float:
        return float(np.median(self.ratio))

    @property
    def median_loose_ratio(self) -> float:
        return float(np.median(self.loose_ratio))

    @property
    def ratio_lines(self) -> dict[int, tuple[FloatArray, FloatArray]]:
        """For each U/L ratio to draw: L and U at both ends and in the middle of its line."""
        lowest = float(np.min(self.two_points))
        lines = {r: np.geomspace(lowest, WORST_VARIANCE / r, 3) for r in (1, 2, 8)}
        return {ratio: (lower, ratio * lower) for ratio, lower in lines.items()}


def certificate_scatter(profiles: int, rng: np.random.Generator) -> CertificateScatter:
    """Return U and L for profiles with log-uniform ends and log-uniform levels between them."""
    profiles = validate.count(profiles, 1, 10_000, "profiles")
    drawn = [np.sort(_random_levels(rng)) for _ in range(profiles)]
    certificates = [certify(PrivacyProfile(levels, np.ones(levels.size))) for levels in drawn]
    return CertificateScatter(
        np.array([certificate.shrunk.worst_case_mse for certificate in certificates]),
        np.array([certificate.bounds.best for certificate in certificates]),
        np.array([certificate.published for certificate in certificates]),
        np.array([certificate.bounds.le_cam for certificate in certificates]),
        np.array([float(levels.size) for levels in drawn]),
    )


def _random_levels(rng: np.random.Generator) -> FloatArray:
    users = int(np.round(10.0 ** rng.uniform(1.0, 3.0)))
    ends = np.sort(rng.uniform(-6.0, 3.0, 2))
    return 10.0 ** rng.uniform(ends[0], ends[1], users)
