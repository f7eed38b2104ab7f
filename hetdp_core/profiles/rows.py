"""One population at several settings of a knob, together: what is added up is added up for all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hetdp_core.frozen import freeze_arrays
from hetdp_core.profiles.profile import PrivacyProfile
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class ProfileRows:
    """Privacy profiles of the same users at R settings, a row each.

    Attributes:
        levels: (R, K) privacy levels, each row ascending; infinity, which means public, in the
            same places of all rows.
        counts: (K,) users at each place, each >= 1: the same at every setting.
    """

    levels: FloatArray
    counts: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only views."""
        freeze_arrays(self)

    @cached_property
    def users(self) -> int:
        """Number of users n."""
        return int(np.sum(self.counts))

    @cached_property
    def finite(self) -> int:
        """How many places hold finite levels: the first so many."""
        return int(np.searchsorted(self.levels[0], np.inf))

    @cached_property
    def public_users(self) -> int:
        """Number of users with infinite epsilon."""
        return int(np.sum(self.counts[self.finite :]))

    @property
    def highest(self) -> FloatArray:
        """(R,) the highest finite level; 0 if all are public."""
        return self.levels[:, self.finite - 1] if self.finite else np.zeros(len(self.levels))

    @cached_property
    def shared(self) -> FloatArray | None:
        """The counts where users share levels; None where there is one user at each place."""
        return None if self.users == self.counts.size else self.counts

    def total(self, values: NDArray[Any]) -> FloatArray:
        """(R,) sums of (R, K) values over all users; of truths: how many hold."""
        counted = values if self.shared is None else values * self.shared
        sums: FloatArray = np.sum(counted, axis=1)
        return sums

    def total_of_squares(self, values: FloatArray) -> FloatArray:
        """(R,) sums of squares of (R, K) values over all users, without a temporary array."""
        if self.shared is None:
            sums: FloatArray = np.einsum("rk,rk->r", values, values)
        else:
            sums = np.einsum("k,rk,rk->r", self.shared, values, values)
        return sums

    def profile(self, row: int) -> PrivacyProfile:
        """Return the profile at one setting."""
        return PrivacyProfile(self.levels[row], self.counts)
