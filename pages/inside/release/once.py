"""One confirmation is at most one release, whatever arrives and however often.

A click may come twice, late, or while another thread of the same session still runs.  So the
promise that was checked carries a token, which is used up under a lock before any noise is drawn.
After that nothing looks at Streamlit's session state: a look may end the script, and what was
released would be lost.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple

from numpy.typing import ArrayLike

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.report.decision import Sheet
from hetdp_core.release import ReleasePlan, release_mean
from hetdp_core.release.ledger import Entry, Ledger, entry_from
from hetdp_core.validate import FloatArray

MOST_EARLIER = 100
"""Releases of earlier sessions that are taken from a browser at most."""


class Checked(NamedTuple):
    """What is promised, and what for.

    plan : what will be released.
    decided : on what, for the page to print.
    asks : (n,) ε that each person asks for, in all; None where no column that is used says it.
    """

    plan: ReleasePlan
    decided: Sheet | None = None
    asks: FloatArray | None = None


class Promise(NamedTuple):
    """What was checked and may be released once.

    token : of this promise alone.
    about : all that it depends on; another is another promise.
    """

    token: str
    about: object
    checked: Checked


class LeftOut(NamedTuple):
    """How many texts were not added: because they are no receipt, or there are too many."""

    no_receipt: int = 0
    too_many: int = 0


class Releases:
    """The releases of a session, and the one promise that stands now."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.decided: dict[str, Sheet | None] = {}  # on what each release was, by its identifier
        self.left_out = LeftOut()
        self._promise: Promise | None = None
        self._used: set[str] = set()
        self.refusal = ""  # why the last click released nothing: "already", "changed"
        self._lock = Lock()

    def __iter__(self) -> Iterator[Entry]:
        """Go through all releases, those of earlier sessions first."""
        return iter(self.ledger.entries)

    def __len__(self) -> int:
        return len(self.ledger)

    def __getitem__(self, place: int) -> Entry:
        return self.ledger.entries[place]

    def promised(self, about: object, checked: Checked) -> str:
        """Return the token of a promise that was checked: the same one as long as it stands."""
        with self._lock:
            if self._promise is None or self._promise.about != about:
                self._promise = Promise(secrets.token_hex(8), about, checked)
                self.refusal = ""
            return self._promise.token

    def withdraw(self) -> None:
        """Let go of the promise: it is no longer checked, or its table is forgotten."""
        with self._lock:
            self._promise = None

    def release_once(
        self,
        token: str,
        about: object,
        table: str,
        values: Callable[[str], ArrayLike],
    ) -> None:
        """Release what was promised under a token, unless that was done or something has changed.

        Args:
            token: that of the promise whose button was clicked.
            about: all that a promise depends on, as it is now.
            table: token of the table.
            values: of a column of the table.
        """
        with self._lock:
            if token in self._used:
                self.refusal = "already"
                return
            promise = self._promise
            if promise is None or promise.token != token or promise.about != about:
                self.refusal = "changed"
                return
            self._promise, self.refusal = None, ""
            self._used.add(token)
            plan, decided, asks = promise.checked
            release = release_mean(
                plan,
                values(plan.request.column),
                when=datetime.now(UTC),
                identifier=secrets.token_hex(8),
            )
            self.ledger = self.ledger.with_release(table, release, asks)
            self.decided[release.receipt.identifier] = decided

    def take_kept(self, stored: object) -> None:
        """Add what a browser has kept, and remember what was left out of it."""
        before, now = self.left_out, self.take(stored)
        self.left_out = LeftOut(*map(sum, zip(before, now, strict=True)))

    def take(self, stored: object) -> LeftOut:
        """Add releases of earlier sessions; anything may be in it."""
        texts: Sequence[object] = stored if isinstance(stored, list) else ()
        no_receipt, too_many = 0, max(0, len(texts) - MOST_EARLIER)
        with self._lock:
            for text in texts[:MOST_EARLIER]:
                try:
                    longer = self.ledger.with_earlier(entry_from(text))
                except InvalidInput:
                    no_receipt += 1
                    continue
                if longer.earlier > MOST_EARLIER:
                    too_many += 1
                else:
                    self.ledger = longer
        return LeftOut(no_receipt, too_many)
