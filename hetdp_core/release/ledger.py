"""All known releases, and their privacy loss in total.

A ledger outlives a table: it knows each brought table by a token.  So releases from the same one
are added up person by person, and others count with the most that they revealed.  So do those of
earlier sessions, of which there is only the receipt.  Only those in one tab of a browser are known;
a receipt says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.file_text import json_text
from hetdp_core.numerals import DIGITS, as_bound, counted, in_twelve_digits, rounded_up
from hetdp_core.release.groups import Groups, condensed, grouped
from hetdp_core.release.private_mean import PrivateRelease
from hetdp_core.release.receipt import MOST_LINES, Receipt, in_words
from hetdp_core.release.stored import MOST_OTHERS, AddedUp, receipt_from, with_checksum
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

ROUNDING = 1e-9
"""Relative difference below which a sum is no more than what was asked."""


@result
class GivenSoFar:
    """Sequential composition, user by user.

    Attributes:
        releases: how many from this table.
        elsewhere: how many from other tables.
        levels: (n,) asked, in the request that this is shown for.
        in_table: (n,) sum of guaranteed levels in the releases from this table.
        total: (n,) with the releases from other tables, which count for everybody with their most;
            of each guarantee as it is shown, so a total is never below what a reader adds up.
    """

    releases: int
    elsewhere: int
    levels: FloatArray
    in_table: FloatArray
    total: FloatArray

    @property
    def in_all(self) -> int:
        """The number of releases, from any table."""
        return self.releases + self.elsewhere

    @property
    def most(self) -> float:
        """The largest total, and an upper bound for people who are in the other tables alone."""
        return float(np.max(self.total))

    @cached_property
    def groups(self) -> Groups:
        """For each level asked: users, and in `guaranteed` the largest total among them."""
        return grouped(self.levels, self.total)

    @property
    def beyond(self) -> int:
        """How many give more than they ask for in the releases from this table alone."""
        return int(np.count_nonzero(~(self.in_table <= self.levels * (1.0 + ROUNDING))))


def compose(
    guaranteed: Sequence[FloatArray],
    levels: FloatArray,
    elsewhere: Sequence[FloatArray] = (),
    stated: Sequence[float] = (),
) -> GivenSoFar:
    """Add up each user's guarantees over the releases; an upper bound where tables differ.

    Guarantees of releases with independent noise add up for each user (basic composition of pure
    differential privacy), even if the later ones depend on the earlier answers.  It is not known
    which people of this table are in another one, and in which row.  So each release from another
    table counts for everybody here with the most that it revealed about anyone.

    Args:
        guaranteed: one (n,) array of levels ≥ 0 for each release, all in the order of the same
            rows; infinity for a user who is given no privacy.
        levels: (n,) levels ≥ 0 by which users are grouped.
        elsewhere: one array of such levels, of any length, for each release from another table.
        stated: of each release that only a total counts, the rest of that total for it: a sum of
            guarantees as shown, not rounded up a second time.

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
    same = [*guaranteed, levels]
    sizes = sorted({guarantee.size for guarantee in same})
    if not guaranteed or len(sizes) != 1:
        raise InvalidInput("releases", "must be about the same users", f"sizes {sizes}")
    for guarantee in (*same, *elsewhere):
        if not np.all(guarantee >= 0.0):
            rule = "must be zero or more"
            raise InvalidInput("levels of a release", rule, guarantee[~(guarantee >= 0.0)][0])
    in_table = np.sum(guaranteed, axis=0)
    others = [*(as_bound(np.max(given)) for given in elsewhere), *stated]
    total = np.asarray(sum(map(_as_shown, guaranteed)) + sum(others))
    return GivenSoFar(len(guaranteed), len(others), levels, in_table, total)


def _as_shown(guaranteed: FloatArray) -> FloatArray:
    """Return each level as `as_bound` does: in three digits, rounded up."""
    positive = np.where((guaranteed > 0.0) & np.isfinite(guaranteed), guaranteed, 1.0)
    step = 10.0 ** (np.floor(np.log10(positive)) - 2.0)
    up = np.ceil(positive / step * (1.0 - 10.0**-DIGITS)) * step
    return np.where(positive == guaranteed, up, guaranteed)


OTHERS = "Releases whose receipts were not added here are not in this sum."


def added_up(
    so_far: GivenSoFar, beyond: int = 0, at_worst: int = 0, says_how_many: bool = True
) -> str:
    """Return a receipt's statement on the releases before it, and on the levels they exceed.

    In lines; "" where it is the first and goes beyond nobody's.

    Args:
        so_far: what all releases reveal together, with this one as the last, grouped by its
            guarantees.
        beyond: how many people those from this table give more than they ask for.
        at_worst: how many all releases would, if everybody was in the other tables too.
        says_how_many: whether these numbers are public; where all get the strictest level, they
            would tell how many have it, which no receipt says.

    >>> import numpy as np
    >>> from hetdp_core.release import compose
    >>> given = np.array([1.0, 0.5])
    >>> print(added_up(compose([given, given], given)))
    This is release 2 counted here, and number 2 from this table. Added up over all of \
them, nobody's total exceeds epsilon = 2. Releases whose receipts were not added here are not in \
this sum.
    - 1 person given epsilon = 0.5 by this one: 1 in total
    - 1 person given epsilon = 1 by this one: 2 in total
    >>> added_up(compose([given], given), beyond=1)
    '1 person has given more than their epsilon in the table.'
    >>> added_up(compose([given], given), at_worst=2)[-63:]
    '2 people would have given more than their epsilon in the table.'
    """
    lines = [*_lines(so_far)] if so_far.in_all > 1 else []
    more = "given more than their epsilon in the table."
    others = "If everybody here was in the other tables too,"
    if not says_how_many:
        if beyond:
            lines.append(f"Some people have {more}")
        elif at_worst:
            lines.append(f"{others} some people would have {more}")
        return "\n".join(lines)
    if beyond:
        lines.append(f"{counted(beyond, 'person has', 'people have')} {more}")
    if at_worst > beyond:
        lines.append(f"{others} {counted(at_worst, 'person', 'people')} would have {more}")
    return "\n".join(lines)


def _lines(so_far: GivenSoFar) -> Iterator[str]:
    elsewhere = (
        " Releases from datasets uploaded at other times count for everyone with their largest ε."
        if so_far.elsewhere
        else ""
    )
    most = f"epsilon = {in_words(so_far.most, so_far.most)}"
    yield (
        f"This is release {so_far.in_all} counted here, and number {so_far.releases} from "
        f"this table. Added up over all of them, nobody's total exceeds {most}.{elsewhere} "
        f"{OTHERS}"
    )
    if len(so_far.groups) > 1:
        for span in condensed(so_far.groups, MOST_LINES):
            who, level = counted(span.users, "person", "people"), in_words(span.low, span.high)
            total = in_words(span.least, span.guaranteed)
            yield f"- {who} given epsilon = {level} by this one: {total} in total"


def json_with(text: str, earlier: AddedUp) -> str:
    """Return a receipt in JSON with its statement on the releases before it."""
    if not earlier.text:
        return text
    stated = {"added_up": earlier.text, "total": earlier.total, "others": earlier.others}
    return json_text({**json.loads(text), **stated})


EARLIER = "an earlier session"
"""In place of a table's token: of an earlier session nobody knows which table it was."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One release; its texts are made once.

    Attributes:
        table: token of the brought table that it was made from, or `EARLIER`.
        release: its receipt, and each person's guarantee; of an earlier session one number, the
            most that was revealed about anyone.
        adds_up: its sentence on the releases before it.
        text, json: the receipt in words and in JSON, with what it says of the releases before it;
            in JSON with a checksum of that.
    """

    table: str
    release: PrivateRelease
    adds_up: AddedUp
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


def _weighs(entry: Entry) -> tuple[bool, float, float]:
    """Return whether real people gave something away, and the most that one did."""
    receipt = entry.release.receipt
    return not receipt.simulated, receipt.most, entry.adds_up.total


def _entry(table: str, release: PrivateRelease, adds_up: AddedUp) -> Entry:
    text, json = release.receipt.as_text(), release.receipt.as_json()
    file = with_checksum(json_with(json, adds_up))
    before = ", ".join(adds_up.others[:MOST_LINES])
    if (more := len(adds_up.others) - MOST_LINES) > 0:
        before += f" and {more:,} more"
    said = [adds_up.text, f"Counted before it: {before}." if before else ""]
    text += "".join(f"{each}\n" for each in said if each)
    return Entry(table, release, adds_up, text, file)


@dataclass(frozen=True, eq=False)
class Ledger:
    """Releases in the order in which they were made; those of earlier sessions first."""

    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        """Return how many releases there were, from any table."""
        return len(self.entries)

    @property
    def earlier(self) -> int:
        """How many of them earlier sessions made."""
        return sum(entry.table == EARLIER for entry in self.entries)

    def rehearsed(self, simulated: bool) -> Ledger:
        """Return the rehearsals with simulated tables alone, or all but these: they never mix."""
        return Ledger(
            tuple(entry for entry in self.entries if entry.release.receipt.simulated == simulated)
        )

    def with_release(self, table: str, release: PrivateRelease, asks: FloatArray | None) -> Ledger:
        """Return the ledger with one more release, which says what it adds up to.

        Args:
            table: token of its table.
            release: what was made.
            asks: (n,) ε that each person of the table asks for, in all; None where no column
                says it.
        """
        guaranteed = release.guaranteed
        before = self.rehearsed(release.receipt.simulated)
        beyond = (0, 0) if asks is None else before.beyond_with(table, guaranteed, asks)
        so_far = before.with_one_mean(table, guaranteed, guaranteed)
        counted = {entry.identifier: None for entry in before.entries}  # in their order
        counted |= {other: None for entry in before.entries for other in entry.adds_up.others}
        total = rounded_up(in_twelve_digits(so_far.most)) if so_far.in_all > 1 else 0.0
        says_how_many = release.receipt.levels_from != "strictest"
        said = added_up(so_far, *beyond, says_how_many=says_how_many)
        adds_up = AddedUp(said, total, tuple(counted)[:MOST_OTHERS])
        return Ledger((*self.entries, _entry(table, release, adds_up)))

    def with_earlier(self, entry: Entry) -> Ledger:
        """Return the ledger with a release of an earlier session; the same one if it is known.

        Of two receipts under one identifier the one that reveals more stays.
        """
        known = next((old for old in self.entries if old.identifier == entry.identifier), None)
        if known is not None and (known.table != EARLIER or _weighs(known) >= _weighs(entry)):
            return self
        others, before = self.without(entry.identifier).entries, self.earlier - (known is not None)
        return Ledger((*others[:before], entry, *others[before:]))

    def without(self, identifier: str) -> Ledger:
        """Return the ledger without one release: what was given away besides it."""
        return Ledger(tuple(entry for entry in self.entries if entry.identifier != identifier))

    def means_of(self, table: str) -> list[Receipt]:
        """Return the receipts of a table's releases, the last first."""
        return [entry.release.receipt for entry in reversed(self.entries) if entry.table == table]

    def has_mean_of(self, table: str, column: str) -> bool:
        """Return whether the mean of a column was released."""
        return any(receipt.column == column for receipt in self.means_of(table))

    def with_one_mean(self, table: str, guaranteed: FloatArray, levels: FloatArray) -> GivenSoFar:
        """Return the total of all releases, with one more among them.

        Args:
            table: its token.
            guaranteed: (n,) ε that the one more gives each person.
            levels: (n,) by which people are grouped.
        """
        here, there = self._here_and_there(table)
        return compose([*here, guaranteed], levels, there, self.stated_alone())

    def given_away(self, table: str, users: int) -> float:
        """Return the largest ε given away so far about anyone of a table of so many people."""
        nothing = np.zeros(users)
        return self.with_one_mean(table, nothing, nothing).most

    def beyond_with(self, table: str, guaranteed: FloatArray, asks: FloatArray) -> tuple[int, int]:
        """Count who of a table would have given more than they ask for, with one more release.

        By the releases from this table alone, then as if everybody was the most exposed person of
        each other table too.

        Args:
            table: its token.
            guaranteed: (n,) ε that it gives each person.
            asks: (n,) ε that each asks for, in all.
        """
        here, there = self._here_and_there(table)
        most = sum(given.max() for given in there) + sum(self.stated_alone())
        surely, at_worst = (
            compose([*here, guaranteed + more], asks).beyond for more in (0.0, most)
        )
        return surely, at_worst

    def _here_and_there(self, table: str) -> tuple[list[FloatArray], list[FloatArray]]:
        """Return the guarantees of each listed release from a table, and of each other one."""
        gave = [(entry.table == table, entry.release.guaranteed) for entry in self.entries]
        return [each for here, each in gave if here], [each for here, each in gave if not here]

    def stated_alone(self) -> list[float]:
        """Return what releases gave that receipts of earlier sessions count and that are not here.

        Of those that one receipt counts, the first is said to have given all of it.  It is the
        total which that receipt states, less the most that each release of it that is here gave. So
        with these anyone's sum is at least that total, and no release is in it twice.  Releases
        that two receipts count are taken from the larger total.  The rest of the other is reduced
        by no release that the first one has used, so the sum stays an upper bound.

        >>> Ledger().stated_alone()
        []
        """
        most = {entry.identifier: as_bound(entry.release.receipt.most) for entry in self.entries}
        earlier = {entry.identifier for entry in self.entries if entry.table == EARLIER}
        stating = [
            entry for entry in self.entries if entry.table == EARLIER and entry.adds_up.total
        ]
        seen: set[str] = set()
        parts: list[float] = []
        for entry in sorted(stating, key=lambda entry: -entry.adds_up.total):
            others = set(entry.adds_up.others)
            lacking = others - seen - most.keys()
            if others and not lacking:
                continue
            used = earlier & {entry.identifier, *others} - seen
            seen |= {entry.identifier, *others}
            left = entry.adds_up.total - sum(most[name] for name in used)
            if left > ROUNDING * entry.adds_up.total:
                parts += [left, *[0.0] * (len(lacking) - 1)]
        return parts
