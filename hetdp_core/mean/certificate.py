"""How close ADPM is to the best possible: U against L over random profiles (Fig. 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.mean.bounds import lower_bound
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.saturation import adpm
from hetdp_core.validate import FloatArray

LOG10_USERS = (1.0, 3.0)
LOG10_EPSILON = (-6.0, 3.0)
"""Nine orders of magnitude of epsilon, 10 to 1000 users."""


DRAWN_RATIOS = (1, 8, 16)
"""Lines of constant U/L that the figure shows."""


@dataclass(frozen=True, eq=False)
class CertificateScatter:
    """Worst-case MSE of ADPM and the lower bound for random profiles.

    Attributes:
        upper: (P,) U, the worst-case MSE of ADPM.
        lower: (P,) L, a lower bound for every private estimator.
        users: (P,) number of users of each profile.
    """

    upper: FloatArray
    lower: FloatArray
    users: FloatArray

    @property
    def ratio(self) -> FloatArray:
        """(P,) U / L."""
        return self.upper / self.lower

    @property
    def ratio_lines(self) -> dict[int, tuple[FloatArray, FloatArray]]:
        """For each U/L ratio to draw: L and U at both ends and in the middle of its line."""
        lowest = float(np.min(self.lower))
        lines = {r: np.geomspace(lowest, WORST_VARIANCE / r, 3) for r in DRAWN_RATIOS}
        return {ratio: (lower, ratio * lower) for ratio, lower in lines.items()}


def certificate_scatter(profiles: int, rng: np.random.Generator) -> CertificateScatter:
    """Return U and L for profiles with log-uniform ends and log-uniform levels between them."""
    profiles = validate.count(profiles, 1, 10_000, "profiles")
    drawn = [_random_levels(rng) for _ in range(profiles)]
    return CertificateScatter(
        np.array([adpm(levels).worst_case_mse for levels in drawn]),
        np.array([lower_bound(levels) for levels in drawn]),
        np.array([float(levels.size) for levels in drawn]),
    )


def _random_levels(rng: np.random.Generator) -> FloatArray:
    users = int(np.round(10.0 ** rng.uniform(*LOG10_USERS)))
    ends = np.sort(rng.uniform(*LOG10_EPSILON, 2))
    return 10.0 ** rng.uniform(ends[0], ends[1], users)
