"""All releases of a session, and what they give away together.

A ledger outlives a table: it knows each table by a checksum of its cells, so that releases from
the same one are added up person by person, and others count with the most that they gave away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hetdp_core.release.composition import (
    ConcentratedSoFar,
    GivenSoFar,
    compose,
    compose_concentrated,
)
from hetdp_core.release.earlier import added_up
from hetdp_core.release.private_mean import PrivateRelease
from hetdp_core.release.receipt import Receipt
from hetdp_core.release.regression import RegressionRelease
from hetdp_core.release.several import SeveralRelease
from hetdp_core.validate import FloatArray

Gaussian = SeveralRelease | RegressionRelease
"""A release of several numbers at once, whose levels hold but for a chance δ."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One release.

    Attributes:
        digest: checksum of the table that it was made from.
        release: of one mean, of several, or of a regression.
        adds_up: what its receipt says of the releases before it; "" of the first.
    """

    digest: str
    release: PrivateRelease | Gaussian
    adds_up: str = ""

    @property
    def identifier(self) -> str:
        """The release's own."""
        made = self.release
        return made.receipt.identifier if isinstance(made, PrivateRelease) else made.identifier


@dataclass(frozen=True, eq=False)
class Ledger:
    """Releases in the order in which they were made."""

    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        """How many releases there were, whatever the table."""
        return len(self.entries)

    def with_release(
        self, digest: str, release: PrivateRelease | Gaussian, asked: FloatArray | None
    ) -> Ledger:
        """Return the ledger with one more release, which says what it adds up to.

        Args:
            digest: of its table.
            release: what was made.
            asked: (n,) ε that each person of the table asks for, in all; None where no column
                says it.
        """
        longer = Ledger((*self.entries, Entry(digest, release)))
        last = replace(longer.entries[-1], adds_up=longer._said(digest, asked))
        return Ledger((*self.entries, last))

    def without(self, identifier: str) -> Ledger:
        """Return the ledger without one release: what was given away besides it."""
        return Ledger(tuple(one for one in self.entries if one.identifier != identifier))

    # --- what was released --------------------------------------------------------------------

    def is_released_from(self, digest: str) -> bool:
        """Return whether anything was released from a table."""
        return any(one.digest == digest for one in self.entries)

    def means_of(self, digest: str) -> list[Receipt]:
        """Return the receipts of single means from a table, the last first."""
        return [
            one.release.receipt
            for one in reversed(self.entries)
            if one.digest == digest and isinstance(one.release, PrivateRelease)
        ]

    def has_mean_of(self, digest: str, column: str) -> bool:
        """Return whether the mean of a column was released by itself."""
        return any(receipt.column == column for receipt in self.means_of(digest))

    def regressions(self) -> dict[int, tuple[str, RegressionRelease]]:
        """Return the regressions by their number, each with the checksum of its table."""
        return {
            place: (one.digest, one.release)
            for place, one in enumerate(self.entries, 1)
            if isinstance(one.release, RegressionRelease)
        }

    def latest_gaussian(self, digest: str) -> Gaussian | None:
        """Return the last release of several numbers from a table."""
        found = [one for known, one in self._gaussian() if known == digest]
        return found[-1] if found else None

    @property
    def delta(self) -> float | None:
        """The chance δ of the last release of several numbers; None without one."""
        found = self._gaussian()
        return found[-1][1].plan.delta if found else None

    # --- what it gives away ---------------------------------------------------------------------

    def with_one_mean(self, digest: str, guaranteed: FloatArray, asked: FloatArray) -> GivenSoFar:
        """Return what releases of single means give away, with one more among them.

        Args:
            digest: of the table.
            guaranteed: (n,) ε that the one more gives each person.
            asked: (n,) by which people are grouped.
        """
        return compose([*self._here(digest), guaranteed], asked, self._elsewhere(digest))

    def together(
        self,
        digest: str,
        delta: float,
        *,
        epsilon: FloatArray | None = None,
        rho: FloatArray | None = None,
        asked: FloatArray | None = None,
    ) -> ConcentratedSoFar:
        """Return what all releases and one more give away, added up in zCDP.

        Args:
            digest: of the table.
            delta: the chance for which the sum is said as an ε.
            epsilon, rho: (n,) what the one more gives each person, in its own accounting.
            asked: (n,) ε that each person asks for.
        """
        found = self._gaussian()
        here = [one.guaranteed for known, one in found if known == digest]
        there = [one.guaranteed for known, one in found if known != digest]
        return compose_concentrated(
            [*self._here(digest), *([] if epsilon is None else [epsilon])],
            [*here, *([] if rho is None else [rho])],
            delta,
            self._elsewhere(digest),
            there,
            asked,
        )

    def so_far(self, digest: str) -> GivenSoFar | ConcentratedSoFar | None:
        """Return what all releases give away together; None where they are fewer than two.

        Some of them have to be from this table.
        """
        if len(self) < 2:
            return None
        if (delta := self.delta) is not None:
            return self.together(digest, delta)
        here = self._here(digest)
        return compose(here, here[-1], self._elsewhere(digest))

    def concentrated_so_far(self, digest: str, delta: float, users: int) -> ConcentratedSoFar:
        """Return what was given away so far, in zCDP; `releases` counts one more."""
        return self.together(digest, delta, rho=np.zeros(users))

    def means_so_far(self, digest: str, users: int) -> float:
        """Return the largest ε that single means have given away about anyone of a table."""
        nothing = np.zeros(users)
        return self.with_one_mean(digest, nothing, nothing).most

    def given(self, digest: str, users: int) -> tuple[float, float] | None:
        """Return the largest ε given away about anyone of a table, and the chance δ that it is
        more; None before the first release."""
        if not self.entries:
            return None
        if (delta := self.delta) is not None:
            return self.concentrated_so_far(digest, delta, users).epsilon, delta
        return self.means_so_far(digest, users), 0.0

    def beyond_with(self, digest: str, guaranteed: FloatArray, asked: FloatArray) -> int:
        """Count who of a table would have given more than they ask for, with one more mean.

        Args:
            digest: of the table.
            guaranteed: (n,) ε that it gives each person.
            asked: (n,) ε that each asks for, in all.
        """
        if (delta := self.delta) is not None:
            return self.together(digest, delta, epsilon=guaranteed, asked=asked).beyond
        return compose([*self._here(digest), guaranteed], asked).beyond

    def _said(self, digest: str, asked: FloatArray | None) -> str:
        """Return what a receipt says of all releases, its own the last; "" of the first."""
        from_table = sum(one.digest == digest for one in self.entries)
        if (delta := self.delta) is not None:
            found = self.together(digest, delta, asked=asked)
            return added_up(found, from_table, found.beyond)
        here = self._here(digest)
        beyond = 0 if asked is None else compose(here, asked).beyond
        return added_up(compose(here, here[-1], self._elsewhere(digest)), from_table, beyond)

    def _here(self, digest: str) -> list[FloatArray]:
        """Return what each single mean from a table gave each person."""
        return [made for known, made in self._single() if known == digest]

    def _elsewhere(self, digest: str) -> list[FloatArray]:
        """Return what each single mean from another table gave away about its people."""
        return [made for known, made in self._single() if known != digest]

    def _single(self) -> list[tuple[str, FloatArray]]:
        return [
            (one.digest, one.release.guaranteed)
            for one in self.entries
            if isinstance(one.release, PrivateRelease)
        ]

    def _gaussian(self) -> list[tuple[str, Gaussian]]:
        return [
            (one.digest, one.release) for one in self.entries if isinstance(one.release, Gaussian)
        ]
