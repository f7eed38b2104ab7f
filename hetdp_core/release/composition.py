"""What several releases from the same people give away together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.release.groups import Groups, grouped
from hetdp_core.validate import FloatArray

ROUNDING = 1e-9
"""Relative difference below which a sum is no more than what was asked."""


@dataclass(frozen=True)
class GivenSoFar:
    """Sequential composition, user by user.

    Attributes:
        releases: how many from this table.
        elsewhere: how many from other tables.
        most: the largest sum of guaranteed levels over all users, and an upper bound for whoever
            is in the other tables alone.
        groups: for each level asked (in the request that this is shown for): users, and in
            `guaranteed` the largest sum among them.
        beyond: how many of them give more than the level asked in the releases from this table
            alone; who is in others is not known.
    """

    releases: int
    elsewhere: int
    most: float
    groups: Groups
    beyond: int

    @property
    def in_all(self) -> int:
        """How many releases, whatever the table."""
        return self.releases + self.elsewhere


def compose(
    guaranteed: Sequence[FloatArray], asked: FloatArray, elsewhere: Sequence[FloatArray] = ()
) -> GivenSoFar:
    """Add up what each user was given in each release; an upper bound where tables differ.

    Guarantees of releases with independent noise add up for each user (basic composition of
    pure differential privacy), whatever the later ones ask in view of the earlier answers.  Who
    of this table is in another one, and in which row, is not known: each release from another
    table counts for everybody here with the most that it gave away about anyone.

    Args:
        guaranteed: one (n,) array of levels ≥ 0 for each release, all in the order of the same
            rows; infinity for a user who is given no privacy.
        asked: (n,) levels ≥ 0 by which users are grouped.
        elsewhere: one array of such levels, of any length, for each release from another table.

    Raises:
        InvalidInput: no release, or they are about different numbers of users; a level that is
            negative or NaN.

    >>> compose([np.array([1.0, 2.0])] * 3, np.array([1.0, 5.0])).most
    6.0
    >>> compose([np.array([1.0, 2.0])], np.array([1.0, 5.0]), [np.array([0.5, 3.0, 1.0])]).most
    5.0
    >>> compose([np.array([1.0, 2.0])] * 2, np.array([1.0, 5.0])).beyond
    1
    """
    _check(guaranteed, asked, elsewhere)
    here = np.sum(guaranteed, axis=0)
    beyond = int(np.count_nonzero(~(here <= asked * (1.0 + ROUNDING))))
    total = here + sum(float(np.max(one)) for one in elsewhere)
    return GivenSoFar(
        len(guaranteed), len(elsewhere), float(np.max(total)), grouped(asked, total), beyond
    )


def _check(
    releases: Sequence[FloatArray], asked: FloatArray, elsewhere: Sequence[FloatArray]
) -> None:
    same = [*releases, asked]
    sizes = sorted({one.size for one in same})
    if not releases or len(sizes) != 1:
        raise InvalidInput("releases", "must be about the same users", f"sizes {sizes}")
    for one in (*same, *elsewhere):
        if not np.all(one >= 0.0):
            rule = "must be zero or more"
            raise InvalidInput("levels of a release", rule, one[~(one >= 0.0)][0])
