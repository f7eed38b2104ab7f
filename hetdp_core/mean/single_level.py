"""Is personalising worth it?  One level for all who accept it, against personal levels.

At level t the m_t users who ask for t or more enter with equal weight at level t, and the others
are left out: J_t = 1/(4 m_t) + 2/(m_t t)², t any level asked (Cyffers & Ziani 2026).

Its least is at most K² times ADPM's J with K finite levels and nobody public, K² + 1 with public
users.  For, of any weights w let group g, n_g users at level e_g, have the share α_g.  A largest
term is no less than an average, so that

    J(w) = |w|²/4 + 2 max (w_i / ε_i)² >= Σ_g α_g² b_g,   b_g = 1/(4 n_g) + (2/K) / (n_g e_g)²,

and Σ α_g = 1 leaves at least 1 / Σ 1/b_g.  A finite group alone has the error B_g <= K b_g, the
public one b_g itself, and none is below J_t at its level: 1/J <= (K·K + 1) / min_t J_t.  So at
most 2 for one level and public users, and at most 4 for two levels; both are nearly reached (1.9999
and 3.99).  For many levels no constant will do: ε_i = 3/i for i <= 10⁶ has 128.
"""

from __future__ import annotations

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.mean.plan import MIDPOINT_MSE, WORST_VARIANCE
from hetdp_core.mean.saturation import NOISE_PRICE, adpm_of_sorted
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.validate import FloatArray


@result
class SingleLevel:
    """The best single level, and how it compares.

    Attributes:
        level: t; infinity where the public users alone are best.
        mse: its worst-case MSE on [-1/2, 1/2], the mid-point's 1/4 at most.
        ratio: times that of ADPM as published, 1 at least.
        ceiling: what the ratio cannot exceed for any profile of as many levels.
    """

    level: float
    users: int
    mse: float
    ratio: float
    ceiling: int


def single_level(profile: PrivacyProfile) -> SingleLevel:
    """Return the level whose worst case is the least, of those that are as good the strictest.

    O(K) for K levels, whatever the number of users.

    >>> found = single_level(PrivacyProfile(np.array([0.1, 1.0]), np.array([100.0, 900.0])))
    >>> found.level, found.users, found.ceiling
    (1.0, 900, 4)
    """
    errors, users = _errors(profile)
    best = int(np.argmin(errors))
    mse = min(float(errors[best]), MIDPOINT_MSE)
    published = adpm_of_sorted(profile.levels, profile.counts).worst_case_mse
    finite = int(np.unique(profile.levels[np.isfinite(profile.levels)]).size)
    return SingleLevel(
        level=float(profile.levels[best]),
        users=int(users[best]),
        mse=mse,
        ratio=max(1.0, mse / published),
        ceiling=finite**2 + (profile.public_users > 0),
    )


def least_error(profile: PrivacyProfile) -> float:
    """Return J at the best single level, without the mid-point's limit."""
    return float(np.min(_errors(profile)[0]))


def _errors(profile: PrivacyProfile) -> tuple[FloatArray, FloatArray]:
    """Return (K,) J_t at each level t, and how many users enter there (at ties: at least)."""
    users = np.cumsum(profile.counts[::-1])[::-1]
    return WORST_VARIANCE * (1.0 / users + NOISE_PRICE / (users * profile.levels) ** 2), users
