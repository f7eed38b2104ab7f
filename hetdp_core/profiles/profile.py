"""A population by its levels: privacy levels, and how many users have each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import MAX_USERS, FloatArray


@dataclass(frozen=True, eq=False)
class PrivacyProfile:
    """Privacy levels asked by a population, as levels and counts.

    Attributes:
        levels: (K,) ascending, ties allowed; infinity means public.
        counts: (K,) users at each level, each >= 1.
    """

    levels: FloatArray
    counts: FloatArray

    def __post_init__(self) -> None:
        for name in ("levels", "counts"):
            view = np.asarray(getattr(self, name), dtype=np.float64).view()
            view.flags.writeable = False
            object.__setattr__(self, name, view)

    @cached_property
    def users(self) -> int:
        return int(np.sum(self.counts))

    @cached_property
    def public_users(self) -> int:
        return int(np.sum(self.counts[np.isinf(self.levels)]))

    @property
    def epsilon(self) -> FloatArray:
        """(n,) levels of all users in ascending order.

        Raises:
            InvalidInput: more than `MAX_USERS` users; use levels and counts instead.
        """
        if self.users > MAX_USERS:
            remedy = "work with levels and counts instead"
            raise InvalidInput("users", f"must be at most {MAX_USERS:,} here", self.users, remedy)
        if self.levels.size == self.users:
            return self.levels
        return np.repeat(self.levels, self.counts.astype(np.int64))

    def resized(self, users: int) -> PrivacyProfile:
        """Return this shape of demand for another number of users (evenly spaced quantiles)."""
        users = validate.count(users, 1, MAX_USERS, "users")
        if users == self.users:
            return self
        positions = (np.arange(users) + 0.5) / users * self.users
        index = np.searchsorted(np.cumsum(self.counts), positions, side="right")
        return PrivacyProfile(self.levels[index], np.ones(users))

    def assigned(self, rng: np.random.Generator) -> FloatArray:
        """Return (n,) levels in a uniformly random order: levels are assigned at random."""
        return rng.permutation(self.epsilon)

    def with_public(self, share: float) -> PrivacyProfile:
        """Return the profile with this share of the users, drawn evenly, made public."""
        public = round(validate.within(share, 0.0, 1.0, "public share") * self.users)
        if public == 0:
            return self
        secret = self.users - public
        counts = apportion(self.counts, secret) if secret > 0 else np.zeros(self.counts.size)
        left = counts > 0
        return PrivacyProfile(
            np.append(self.levels[left], np.inf), np.append(counts[left], float(public))
        )


def dealt(profile: PrivacyProfile, rows: int, seed: int | tuple[int, ...]) -> FloatArray:
    """Return (rows,) levels of a profile of another size, assigned to the rows at random."""
    return profile.resized(rows).assigned(np.random.default_rng(seed))


def apportion(counts: FloatArray, total: int) -> FloatArray:
    """Scale counts down to a whole total, keeping their proportions (rounded cumulatively)."""
    cumulative = np.cumsum(counts)
    scaled = np.round(cumulative * (total / cumulative[-1]))
    return np.diff(scaled, prepend=0.0)
