"""The draft of a reader's own table: a file, how it is read, and its schema as edited so far."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import cast

import pandas as pd
import streamlit as st

from hetdp_core.numerals import Decimal
from hetdp_core.tables import ColumnGuess, RawTable, guess_schema
from hetdp_core.tables.edit import bounds_reason, schema_frame
from hetdp_core.uploads import number_as_text

_DRAFT = "own_table_draft"


@dataclass(frozen=True, eq=False)
class Brought:
    """A file as it came; or the simulated sample, by its button."""

    file_id: str
    name: str
    content: bytes
    simulated: bool = False


@dataclass(frozen=True, eq=False)
class Draft:
    """A file that was read, and its schema as edited so far.

    `token` names it and its controls: it is random, so it tells nothing of a cell.  `separator` is
    what its owner said, "" for nothing.  `frame` is what the editor started from, `edited` what it
    holds now: edits lie on top of `frame`.  Another `revision` is another editor, which starts
    without edits.
    """

    token: str
    brought: Brought
    table: RawTable
    separator: str
    guesses: tuple[ColumnGuess, ...]
    frame: pd.DataFrame
    edited: pd.DataFrame
    revision: int = 0

    def key(self, what: str, column: str = "") -> str:
        """Return the key of a control; columns by their place, for names are no keys."""
        place = self.table.names.index(column) if column else ""
        return f"own_table_{self.token}_{what}{place}"

    @property
    def decimal(self) -> Decimal:
        """The decimal mark as its owner has confirmed it."""
        held = st.session_state.get(self.key("decimal"), self.table.decimal)
        return "," if held == "," else "."

    def guess(self, name: str) -> ColumnGuess:
        """Return what the name of a column suggests."""
        return self.guesses[self.table.names.index(name)]

    def bounds_reason(self, name: str, low: float | None, high: float | None) -> str:
        """Say where bounds of a column come from that are no suggestion."""
        row = self.edited[self.edited["column"] == name].to_dict("records")[0]
        return bounds_reason({str(field): str(cell) for field, cell in row.items()}, (low, high))

    def restarted(self, frame: pd.DataFrame) -> Draft:
        """Return the same file with a new editor that starts from `frame`."""
        return replace(self, frame=frame, edited=frame, revision=self.revision + 1)


def current_draft() -> Draft | None:
    return cast(Draft | None, st.session_state.get(_DRAFT))


def start_draft(brought: Brought, table: RawTable, separator: str) -> None:
    """Let a file that was brought take the draft's place, under a token of its own.

    Also where it holds what another did: whether cells are the same is nothing to be told.
    """
    guesses = guess_schema(table.names)
    frame = schema_frame(guesses)
    keep(Draft(secrets.token_hex(6), brought, table, separator, guesses, frame, frame))


def keep(draft: Draft) -> None:
    st.session_state[_DRAFT] = draft


def bring_back_draft() -> None:
    """Start the editor of a draft that was out of sight from what it held.

    While a fragment did not draw a widget, the server remembers it and the browser does not.
    """
    draft = current_draft()
    if draft is not None:
        keep(draft.restarted(draft.edited))


def drop_draft() -> None:
    """Let the file and its schema go, and what its controls hold."""
    if (draft := current_draft()) is not None:
        for key in [key for key in st.session_state if str(key).startswith(draft.key(""))]:
            del st.session_state[key]
    st.session_state.pop(_DRAFT, None)


def text_held(draft: Draft, column: str, field: str) -> str:
    """Return what is typed or suggested for a column: its low or high end, or its unit."""
    cell = draft.edited.loc[draft.edited["column"] == column, field].iloc[0]
    return "" if pd.isna(cell) else str(cell)


def hold_range(draft: Draft, column: str, low: float | None, high: float | None, unit: str) -> None:
    """Let the draft hold these bounds of a column of numbers, and their unit."""
    frame = draft.edited.copy()
    held = {"low": number_as_text(low), "high": number_as_text(high), "unit": unit}
    if low is not None and high is not None and draft.guess(column).kind != "number":
        held["kind"] = "number"
    for field, text in held.items():
        frame.loc[frame["column"] == column, field] = text
    keep(replace(draft, edited=frame))
