"""The draft of a reader's own table: a file, and what is typed about its columns so far."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any, cast

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.numerals import Decimal
from hetdp_core.tables import Description, RawTable, cells_asking, described, read_table
from hetdp_core.tables.columns import may_be_codes, plain
from hetdp_core.tables.description import CODES, LEVELS

_DRAFT, _LOST = "own_table_draft", "own_table_lost"
_ENTRIES = [entry.name for entry in fields(Description)[1:] if entry.type == "str"]


@dataclass(frozen=True)
class File:
    """A file or the sample, with how its owner says that it is to be read: see `read_table`."""

    name: str
    content: bytes
    separator: str = ""
    skipped: int = 0
    encoding: str = ""
    simulated: bool = False

    def read(self) -> RawTable:
        return read_table(self.content, self.separator, self.skipped, self.encoding)


@dataclass(frozen=True, eq=False)
class Draft:
    """A file that was read.

    Attributes:
        token: names it: it is random, so it tells nothing of a cell.
        entries: the token of the first file whose entries these are; see `new_draft`.
        file, table: what was brought, and what was read.
        begun: what stands in the entries of each column before anything is typed.
    """

    token: str
    entries: str
    file: File
    table: RawTable
    begun: Mapping[str, Description]

    def key(self, entry: str, column: str = "") -> str:
        """Return the key of an entry; columns by their place, for names are no keys."""
        place = self.table.names.index(column) if column else ""
        return f"own_table_{self.entries}_{entry}{place}"

    @property
    def decimal(self) -> Decimal:
        """The decimal mark as its owner has confirmed it."""
        return "," if st.session_state.get(self.key("decimal"), self.table.decimal) == "," else "."

    def description(self, column: str, kind: str = "") -> Description:
        """Return what is entered for a column now, drawn or not; a `kind` overrides its entry."""
        state, about = st.session_state, self.begun[column]
        held: dict[str, Any] = {
            entry: str(state.get(self.key(entry, column), getattr(about, entry)) or "").strip()
            for entry in _ENTRIES
        }
        held["kind"] = kind or held["kind"]
        if held["kind"] == "level":
            with suppress(HetDPError):  # said where the words are asked for
                words, numbers = cells_asking(self.table, column, self.decimal)
                if not may_be_codes(numbers):
                    held["scale"] = LEVELS
                cells = (*words, *numbers) if held["scale"] == CODES else words
                held["asks"] = {c: state.get(self.key_of_word(c, column), "") for c in cells}
        return replace(about, decimal=self.decimal, **held)

    def key_of_word(self, word: str, column: str) -> str:
        """Return the key of the ε of a word in any case, by its digest: a word is no key."""
        return self.key(f"asks_{sha256(plain(word).encode()).hexdigest()}_", column)


def new_draft(file: File, table: RawTable) -> None:
    """Let a file take the draft's place, under a token of its own.

    Also where it holds what another did: whether cells are the same is nothing to be told.  What
    was typed about the file before stays where the names of the columns and the mark are the same.
    """
    token = entries = secrets.token_hex(6)
    before, begun = current_draft(), {about.name: about for about in described(table)}
    read_as = table.names, table.decimal
    if before is not None and (before.table.names, before.table.decimal) == read_as:
        entries = before.entries
    st.session_state[_DRAFT] = Draft(token, entries, file, table, begun)
    st.session_state.pop(_LOST, None)


def note_lost() -> None:
    """Remember that the session before this one in the same tab held a file; in a callback."""
    st.session_state[_LOST] = True


def is_lost() -> bool:
    """Return whether it did, and none has come since."""
    return bool(st.session_state.get(_LOST))


def current_draft() -> Draft | None:
    """Return the file that was read last; None without one."""
    return cast(Draft | None, st.session_state.get(_DRAFT))
