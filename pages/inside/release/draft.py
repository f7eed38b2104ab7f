"""The draft of a reader's own table: a file, and what is typed about its columns so far."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any, cast

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.numerals import Decimal
from hetdp_core.tables import Description, RawTable, described, words_asking

_DRAFT, _LOST = "own_table_draft", "own_table_lost"
_ENTRIES = [entry.name for entry in fields(Description) if entry.type == "str"]
_OF_THIS_FILE = ("use", "fill", "asks_")
"""Beginnings of entries that another file does not take over as they are: buttons, and the ε of
words, which go with their words."""


@dataclass(frozen=True, eq=False)
class Draft:
    """A file that was read.

    Attributes:
        token: names it and its entries: it is random, so it tells nothing of a cell.
        name, content: of the file.
        table: what was read.
        separator: what its owner said, "" for nothing.
        encoding: the same, a key of `ENCODINGS`.
        suggested: what stands in the entries of each column before anything is typed.
        simulated: whether it is the sample.
    """

    token: str
    name: str
    content: bytes
    table: RawTable
    separator: str
    suggested: tuple[Description, ...]
    simulated: bool = False
    encoding: str = ""

    def key(self, entry: str, column: str = "") -> str:
        """Return the key of an entry; columns by their place, for names are no keys."""
        place = self.table.names.index(column) if column else ""
        return f"own_table_{self.token}_{entry}{place}"

    @property
    def decimal(self) -> Decimal:
        """The decimal mark as its owner has confirmed it."""
        return "," if st.session_state.get(self.key("decimal"), self.table.decimal) == "," else "."

    def description(self, column: str) -> Description:
        """Return what stands in the entries of a column now, drawn or not."""
        state, about = st.session_state, self.suggested[self.table.names.index(column)]
        held: dict[str, Any] = {
            entry: str(state.get(self.key(entry, column), getattr(about, entry)) or "").strip()
            for entry in _ENTRIES
        }
        return replace(about, **held, decimal=self.decimal)


def new_draft(
    name: str,
    content: bytes,
    table: RawTable,
    separator: str,
    simulated: bool = False,
    encoding: str = "",
) -> None:
    """Let a file take the draft's place, under a token of its own.

    Also where it holds what another did: whether cells are the same is nothing to be told.  What
    was typed about the file before stays where the names of the columns and the mark are the same.
    """
    token, before, suggested = secrets.token_hex(6), current_draft(), described(table)
    like_before = before is not None and (before.table.names, before.table.decimal) == (
        table.names,
        table.decimal,
    )
    if before is not None and like_before:
        suggested = before.suggested  # it knows which entries were read off the cells
    keep(draft := Draft(token, name, content, table, separator, suggested, simulated, encoding))
    if before is not None and like_before:
        for key, held in list(st.session_state.items()):
            entry = str(key).removeprefix(before.key(""))
            if entry != key and not entry.startswith(_OF_THIS_FILE):
                st.session_state[draft.key(entry)] = held
        _keep_levels(before, draft)


def _keep_levels(before: Draft, draft: Draft) -> None:
    """Keep the ε that was typed for each word of a column of levels, in whatever order they are."""
    for name in draft.table.names:
        if before.key("asks_0_", name) not in st.session_state:
            continue
        with suppress(HetDPError):  # said where the column is described
            words = words_asking(before.table, name, before.decimal)
            typed = {
                word: st.session_state.get(before.key(f"asks_{place}_", name), "")
                for place, word in enumerate(words)
            }
            for place, word in enumerate(words_asking(draft.table, name, draft.decimal)):
                st.session_state[draft.key(f"asks_{place}_", name)] = typed.get(word, "")


def keep(draft: Draft) -> None:
    """Make it the draft of this session."""
    st.session_state[_DRAFT] = draft
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
