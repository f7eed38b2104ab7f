"""What several releases from the same people give away together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core.conversions import concentrated_epsilon, concentrated_level
from hetdp_core.errors import InvalidInput
from hetdp_core.release.groups import Group, grouped
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
    groups: tuple[Group, ...]
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
    beyond = _count_beyond(here, asked)
    total = here + sum(float(np.max(one)) for one in elsewhere)
    return GivenSoFar(
        len(guaranteed), len(elsewhere), float(np.max(total)), grouped(asked, total), beyond
    )


@dataclass(frozen=True)
class ConcentratedSoFar:
    """Sequential composition, user by user, in zCDP: for releases with Gaussian noise among them.

    Attributes:
        releases: how many, whatever the table.
        rho: the largest sum over all users.
        delta: a chance.
        epsilon: the smaller of two sums but for this chance: what `rho` implies, and the epsilons
            of releases with Laplace noise besides what the rho of the others implies.
        beyond: how many users the releases from this table alone give more than (asked, delta), by
            this sum; who is in other tables is not known.  0 where it is not said what they ask.
        pure: the sum of epsilons instead, where no release is Gaussian; infinity otherwise.
    """

    releases: int
    rho: float
    delta: float
    epsilon: float
    beyond: int
    pure: float


def compose_concentrated(
    pure: Sequence[FloatArray],
    concentrated: Sequence[FloatArray],
    delta: float,
    elsewhere_pure: Sequence[FloatArray] = (),
    elsewhere_concentrated: Sequence[FloatArray] = (),
    asked: FloatArray | None = None,
) -> ConcentratedSoFar:
    """Add up releases of both kinds in zCDP: epsilon_i-DP implies rho_i = epsilon_i**2 / 2.

    Rho adds up for each user over releases with independent noise, whatever the later ones ask
    in view of the earlier answers (Bun and Steinke 2016, Lemma 1.7).  Releases from another table
    count for everybody with the most that they gave away about anyone.

    Args:
        pure: one (n,) array of epsilons ≥ 0 for each release by Laplace noise.
        concentrated: one (n,) array of rhos ≥ 0 for each by Gaussian noise.
        delta: the chance for which the sum is said as an epsilon.
        elsewhere_pure, elsewhere_concentrated: of any length, from other tables.
        asked: (n,) epsilon that each user asks for, in all and but for the chance delta.

    Raises:
        InvalidInput: no release, or they are about different numbers of users; a level that is
            negative or NaN.

    >>> compose_concentrated([np.array([1.0, 2.0])], [np.array([0.5, 0.1])], 1e-6).rho
    2.1
    >>> mean_then_more = compose_concentrated([np.array([0.4])], [np.array([0.03])], 1e-6)
    >>> round(mean_then_more.epsilon, 3), round(concentrated_epsilon(mean_then_more.rho, 1e-6), 3)
    (1.518, 2.256)
    >>> twice = [np.array([0.02, 0.02])] * 2
    >>> compose_concentrated([], twice, 1e-6, asked=np.array([1.0, 5.0])).beyond
    1
    """
    _check([*pure, *concentrated], asked, [*elsewhere_pure, *elsewhere_concentrated])
    here = [*(one**2 / 2.0 for one in pure), *concentrated]
    there = [*(one**2 / 2.0 for one in elsewhere_pure), *elsewhere_concentrated]
    each = np.sum(here, axis=0)
    rho = float(np.max(each)) + _most_of_others(there)
    laplace = _most(pure) + _most_of_others(elsewhere_pure)
    gaussian = _most(concentrated) + _most_of_others(elsewhere_concentrated)
    only_pure = not concentrated and not elsewhere_concentrated
    total = laplace if only_pure else np.inf
    # Basic composition: (a, 0) and (b, delta) are (a + b, delta) together.
    besides = laplace + (concentrated_epsilon(gaussian, delta) if gaussian > 0.0 else 0.0)
    in_all, beyond = len(here) + len(there), 0
    if asked is not None and concentrated:
        beyond = _count_beyond(each, concentrated_level(asked, delta))
    elif asked is not None:
        beyond = compose(pure, asked).beyond
    epsilon = min(concentrated_epsilon(rho, delta), besides)
    return ConcentratedSoFar(in_all, rho, delta, epsilon, beyond, total)


def _check(
    releases: Sequence[FloatArray], asked: FloatArray | None, elsewhere: Sequence[FloatArray]
) -> None:
    same = [*releases, *([] if asked is None else [asked])]
    sizes = sorted({one.size for one in same})
    if not releases or len(sizes) != 1:
        raise InvalidInput("releases", "must be about the same users", f"sizes {sizes}")
    for one in (*same, *elsewhere):
        if not np.all(one >= 0.0):
            rule = "must be zero or more"
            raise InvalidInput("levels of a release", rule, one[~(one >= 0.0)][0])


def _count_beyond(given: FloatArray, asked: FloatArray) -> int:
    return int(np.count_nonzero(~(given <= asked * (1.0 + ROUNDING))))


def _most(releases: Sequence[FloatArray]) -> float:
    """Return the largest sum over the users of one table; 0 without a release."""
    return float(np.max(np.sum(releases, axis=0))) if releases else 0.0


def _most_of_others(releases: Sequence[FloatArray]) -> float:
    """Return the sum of what each gives away at most: nobody can tell who is in which."""
    return sum(float(np.max(one)) for one in releases)
