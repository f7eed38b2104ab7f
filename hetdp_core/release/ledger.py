"""All releases of a session, and what they give away together.

A ledger outlives a table: it knows each by a random token, never by its cells, so that releases
from the same one are added up person by person, and others count with the most that they gave away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hetdp_core.release.composition import GivenSoFar, compose
from hetdp_core.release.earlier import added_up
from hetdp_core.release.private_mean import PrivateRelease
from hetdp_core.release.receipt import Receipt
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Entry:
    """One release.

    Attributes:
        token: of the table that it was made from.
        release: of one mean.
        adds_up: what its receipt says of the releases before it; "" of the first.
    """

    token: str
    release: PrivateRelease
    adds_up: str = ""

    @property
    def identifier(self) -> str:
        """The release's own."""
        return self.release.receipt.identifier


@dataclass(frozen=True, eq=False)
class Ledger:
    """Releases in the order in which they were made."""

    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        """How many releases there were, whatever the table."""
        return len(self.entries)

    def with_release(self, token: str, release: PrivateRelease, asked: FloatArray | None) -> Ledger:
        """Return the ledger with one more release, which says what it adds up to.

        Args:
            token: of its table.
            release: what was made.
            asked: (n,) ε that each person of the table asks for, in all; None where no column
                says it.
        """
        longer = Ledger((*self.entries, Entry(token, release)))
        last = replace(longer.entries[-1], adds_up=longer._said(token, asked))
        return Ledger((*self.entries, last))

    def without(self, identifier: str) -> Ledger:
        """Return the ledger without one release: what was given away besides it."""
        return Ledger(tuple(one for one in self.entries if one.identifier != identifier))

    def means_of(self, token: str) -> list[Receipt]:
        """Return the receipts of a table's releases, the last first."""
        return [one.release.receipt for one in reversed(self.entries) if one.token == token]

    def has_mean_of(self, token: str, column: str) -> bool:
        """Return whether the mean of a column was released."""
        return any(receipt.column == column for receipt in self.means_of(token))

    def with_one_mean(self, token: str, guaranteed: FloatArray, asked: FloatArray) -> GivenSoFar:
        """Return what all releases give away, with one more among them.

        Args:
            token: of the table.
            guaranteed: (n,) ε that the one more gives each person.
            asked: (n,) by which people are grouped.
        """
        return compose([*self._here(token), guaranteed], asked, self._elsewhere(token))

    def so_far(self, token: str) -> GivenSoFar | None:
        """Return what all releases give away together; None where they are fewer than two.

        Some of them have to be from this table.
        """
        here = self._here(token)
        return None if len(self) < 2 else compose(here, here[-1], self._elsewhere(token))

    def given(self, token: str, users: int) -> float:
        """Return the largest ε given away so far about anyone of a table of so many people."""
        nothing = np.zeros(users)
        return self.with_one_mean(token, nothing, nothing).most

    def beyond_with(self, token: str, guaranteed: FloatArray, asked: FloatArray) -> int:
        """Count who of a table would have given more than they ask for, with one more release.

        Args:
            token: of the table.
            guaranteed: (n,) ε that it gives each person.
            asked: (n,) ε that each asks for, in all.
        """
        return compose([*self._here(token), guaranteed], asked).beyond

    def _said(self, token: str, asked: FloatArray | None) -> str:
        """Return what a receipt says of all releases, its own the last; "" of the first."""
        here = self._here(token)
        beyond = 0 if asked is None else compose(here, asked).beyond
        given = compose(here, here[-1], self._elsewhere(token))
        return added_up(given, beyond)

    def _here(self, token: str) -> list[FloatArray]:
        """Return what each release from a table gave each person."""
        return [one.release.guaranteed for one in self.entries if one.token == token]

    def _elsewhere(self, token: str) -> list[FloatArray]:
        """Return what each release from another table gave away about its people."""
        return [one.release.guaranteed for one in self.entries if one.token != token]
