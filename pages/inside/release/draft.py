"""The draft of a reader's own table: a file, and what is typed about its columns so far."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, cast

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.numerals import Decimal
from hetdp_core.release.sample import SAMPLE_MEAN
from hetdp_core.tables import Description, RawTable, cells_asking, described, read_table
from hetdp_core.tables.columns import may_be_codes, plain
from hetdp_core.tables.description import CODES, LEVELS

DRAFT = "own_table_draft"
_ENTRIES = [entry.name for entry in fields(Description)[1:] if entry.type == "str"]


@dataclass(frozen=True, eq=False)
class Draft:
    """A file, and how its owner says that `read_table` is to read it; its token is random."""

    name: str
    content: bytes
    separator: str = ""
    skipped: int = 0
    encoding: str = ""
    simulated: bool = False
    token: str = field(default_factory=lambda: secrets.token_hex(6))

    @cached_property
    def table(self) -> RawTable:
        """What was read; `HetDPError` where there is a `problem`."""
        return read_table(self.content, self.separator, self.skipped, self.encoding)

    @cached_property
    def problem(self) -> str:
        """Why it cannot be read as its owner says; "" where it can."""
        try:
            self.table  # noqa: B018, to read it
        except HetDPError as error:
            return str(error)
        return ""

    @cached_property
    def begun(self) -> Mapping[str, Description]:
        """What stands in the entries of each column before anything is typed."""
        begun = {about.name: about for about in described(self.table)}
        if self.simulated:
            name, low, high, unit = SAMPLE_MEAN
            begun[name] = replace(begun[name], low=low, high=high, unit=unit)
        return begun

    def key(self, entry: str, column: str = "") -> str:
        """Return the key of an entry; it is the same for a file with the same columns and mark."""
        place = self.table.names.index(column) if column else ""
        return f"own_table_{self._form}_{entry}{place}"

    @cached_property
    def _form(self) -> str:
        form = repr((self.table.names, self.table.decimal))
        return sha256(form.encode()).hexdigest()[:12]

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


def current_draft() -> Draft | None:
    """Return the file that was brought last; None without one."""
    return cast(Draft | None, st.session_state.get(DRAFT))
