"""All releases that are known, and what they give away together.

A ledger outlives a table: it knows each brought table by a token, so that releases from the same
one are added up person by person, and others count with the most that they gave away.  So do those
of earlier sessions, of which there is only the receipt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.release.composition import GivenSoFar, compose
from hetdp_core.release.earlier import added_up, json_with, text_with
from hetdp_core.release.private_mean import PrivateRelease
from hetdp_core.release.receipt import Receipt
from hetdp_core.release.stored import receipt_from
from hetdp_core.validate import FloatArray

EARLIER = "an earlier session"
"""In place of a table's token: of an earlier session nobody knows which table it was."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One release; its texts are made once.

    Attributes:
        table: token of the brought table that it was made from, or `EARLIER`.
        release: its receipt, and what each person was given; of an earlier session one number, the
            most that was given away about anyone.
        text, json: the receipt in words and in JSON, with what it says of the releases before it.
    """

    table: str
    release: PrivateRelease
    text: str
    json: str

    @property
    def identifier(self) -> str:
        """The release's own."""
        return self.release.receipt.identifier


def entry_from(text: object) -> Entry:
    """Return a release of an earlier session from its receipt in JSON, which nobody vouches for.

    Raises:
        InvalidInput: it is no receipt.
    """
    receipt, adds_up = receipt_from(text)
    return _entry(EARLIER, PrivateRelease(receipt, np.array([receipt.most])), adds_up)


def _weighs(entry: Entry) -> tuple[bool, float]:
    """Return whether real people gave something away, and the most that one did."""
    receipt = entry.release.receipt
    return not receipt.simulated, receipt.most


def _entry(table: str, release: PrivateRelease, adds_up: str) -> Entry:
    text, json = release.receipt.as_text(), release.receipt.as_json()
    return Entry(table, release, text_with(text, adds_up), json_with(json, adds_up))


@dataclass(frozen=True, eq=False)
class Ledger:
    """Releases in the order in which they were made; those of earlier sessions first."""

    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        """How many releases there were, whatever the table."""
        return len(self.entries)

    @property
    def earlier(self) -> int:
        """How many of them earlier sessions made."""
        return sum(one.table == EARLIER for one in self.entries)

    def rehearsed(self, simulated: bool) -> Ledger:
        """Return the rehearsals with simulated tables alone, or all but these: they never mix."""
        return Ledger(
            tuple(one for one in self.entries if one.release.receipt.simulated == simulated)
        )

    def with_release(self, table: str, release: PrivateRelease, asked: FloatArray | None) -> Ledger:
        """Return the ledger with one more release, which says what it adds up to.

        Args:
            table: token of its table.
            release: what was made.
            asked: (n,) ε that each person of the table asks for, in all; None where no column
                says it.
        """
        guaranteed = release.guaranteed
        before = self.rehearsed(release.receipt.simulated)
        beyond = 0 if asked is None else before.beyond_with(table, guaranteed, asked)
        adds_up = added_up(before.with_one_mean(table, guaranteed, guaranteed), beyond)
        return Ledger((*self.entries, _entry(table, release, adds_up)))

    def with_earlier(self, entry: Entry) -> Ledger:
        """Return the ledger with a release of an earlier session; the same one if it is known.

        Of two receipts under one identifier the one that gives away more stays.
        """
        known = next((one for one in self.entries if one.identifier == entry.identifier), None)
        if known is not None and (known.table != EARLIER or _weighs(known) >= _weighs(entry)):
            return self
        others, before = self.without(entry.identifier).entries, self.earlier - (known is not None)
        return Ledger((*others[:before], entry, *others[before:]))

    def without(self, identifier: str) -> Ledger:
        """Return the ledger without one release: what was given away besides it."""
        return Ledger(tuple(one for one in self.entries if one.identifier != identifier))

    def means_of(self, table: str) -> list[Receipt]:
        """Return the receipts of a table's releases, the last first."""
        return [one.release.receipt for one in reversed(self.entries) if one.table == table]

    def has_mean_of(self, table: str, column: str) -> bool:
        """Return whether the mean of a column was released."""
        return any(receipt.column == column for receipt in self.means_of(table))

    def with_one_mean(self, table: str, guaranteed: FloatArray, asked: FloatArray) -> GivenSoFar:
        """Return what all releases give away, with one more among them.

        Args:
            table: its token.
            guaranteed: (n,) ε that the one more gives each person.
            asked: (n,) by which people are grouped.
        """
        return compose([*self._here(table), guaranteed], asked, self._elsewhere(table))

    def given(self, table: str, users: int) -> float:
        """Return the largest ε given away so far about anyone of a table of so many people."""
        nothing = np.zeros(users)
        return self.with_one_mean(table, nothing, nothing).most

    def beyond_with(self, table: str, guaranteed: FloatArray, asked: FloatArray) -> int:
        """Count who of a table would have given more than they ask for, with one more release.

        Args:
            table: its token.
            guaranteed: (n,) ε that it gives each person.
            asked: (n,) ε that each asks for, in all.
        """
        return compose([*self._here(table), guaranteed], asked).beyond

    def _here(self, table: str) -> list[FloatArray]:
        """Return what each release from a table gave each person."""
        return [one.release.guaranteed for one in self.entries if one.table == table]

    def _elsewhere(self, table: str) -> list[FloatArray]:
        """Return what each release from another table gave away about its people."""
        return [one.release.guaranteed for one in self.entries if one.table != table]
