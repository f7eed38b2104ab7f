"""The draft of a reader's own table: a file, how it is read, and its schema as edited so far.

A column of it may say what each person asks for, in numbers or in words.  What depends on cells is
one marked block, for whoever declares the table, and nowhere else.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import cast

import pandas as pd
import streamlit as st

from hetdp_core.datasets import Column
from hetdp_core.errors import HetDPError
from hetdp_core.figures.text import number
from hetdp_core.numerals import Decimal
from hetdp_core.tables import ColumnGuess, RawTable, guess_schema, holding_levels, words_asking
from hetdp_core.tables.edit import bounds_reason, schema_frame
from hetdp_core.uploads import number_as_text, optional_number_from_text
from pages.shared.text.literal import literal

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
        held = {f"{end}_read": text_held(self, name, f"{end}_read") for end in ("low", "high")}
        return bounds_reason(held, (low, high))

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
    """Return what a field of the schema holds for a column, as text."""
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


# --- what each person asks for -------------------------------------------------------

_COLUMN, _NO_COLUMN = "levels", ""

_MOST_IN_ROW = 4
"""Words for whose levels is asked beside each other."""

_OF_WORD = "What whoever says so asks for: the smaller, the more private; inf asks for nothing."
_OF_NOTHING = "What whoever said nothing is given: nobody asked for it, and the receipt says so."

_LONGEST = 40
"""Letters of a word that are shown."""


def draw_levels_column(draft: Draft, averaged: str, before: Column | None) -> str:
    """Draw which column says what each person asks for, and return it: those named so first.

    before : the one that says so where this table is in use already.
    """
    others = [name for name in draft.table.names if name != averaged]
    named = [name for name in holding_levels(draft.guesses) if name in others]
    offered = [*named, _NO_COLUMN, *(name for name in others if name not in named)]
    at_first = before.name if before is not None and before.name in offered else offered[0]
    return str(
        st.selectbox(
            "What each person asks for (ε)",
            offered,
            offered.index(at_first),
            format_func=lambda name: name or "No column: the next step asks",
            key=draft.key(_COLUMN),
            persist_state="session",
            help="A column of numbers above 0, or of a few words of which you say what each asks "
            "for.",
        )
    )


def draw_levels_meaning(draft: Draft, column: str, before: Column | None) -> str:
    """Say what it means that a column says so; return what is wrong with what is typed, or "".

    before : as of `draw_levels_column`.
    """
    by_name = " was recognised by its name. It" if column in holding_levels(draft.guesses) else ""
    st.caption(
        f"**{literal(column)}**{by_name} is taken as public: the receipt says how many people "
        "ask for what. No page averages it or predicts with it."
    )
    try:
        words = _words(draft, column)
    except HetDPError as error:
        return str(error)
    if not words:
        return ""
    known = {} if before is None or before.name != column else dict(before.asks)
    places = st.columns(min(len(words), _MOST_IN_ROW))
    for place, word in enumerate(words):
        places[place % len(places)].text_input(
            f"ε of {_quoted(word)}",
            value=number_as_text(known.get(word)),
            key=draft.key(f"asks_{place}_", column),
            persist_state="session",
            help=_OF_WORD if word else _OF_NOTHING,
        )
    try:
        levels = levels_of_words(draft, column)
    except HetDPError as error:
        return str(error)
    if missing := [word for word in words if word not in levels]:
        st.caption(
            f"Still to say: what {_listed(missing)} ask{'s' * (len(missing) == 1)} for. "
            "The smaller ε, the more private."
        )
    elif len(levels) > 1:
        st.caption(_in_order(levels))
    return ""


def _in_order(levels: Mapping[str, float]) -> str:
    """Say who is protected most and who least, so that a scale turned round is seen."""
    strictest, *between, loosest = sorted(levels, key=lambda word: levels[word])
    middle = "".join(f", then {_quoted(word)} ({number(levels[word])})" for word in between)
    return (
        f"Most private: {_quoted(strictest)} (ε = {number(levels[strictest])}){middle}; "
        f"least private: {_quoted(loosest)} ({number(levels[loosest])})."
    )


def _words(draft: Draft, column: str) -> tuple[str, ...]:
    return words_asking(draft.table, column, draft.decimal) if column else ()


def levels_of_words(draft: Draft, column: str) -> dict[str, float]:
    """Return the level of each word for which one is typed; nothing where the column has no words.

    Raises:
        InvalidInput: what is typed is no number, or could be two; or the column cannot say so.
    """
    typed = {
        word: optional_number_from_text(
            str(st.session_state.get(draft.key(f"asks_{place}_", column), "")),
            f"ε of {_spoken(word)}",
        )
        for place, word in enumerate(_words(draft, column))
    }
    return {word: level for word, level in typed.items() if level is not None}


def _listed(words: Sequence[str]) -> str:
    """Return words in a row: “a”, “b” and “c”."""
    *first, last = map(_quoted, words)
    return f"{', '.join(first)}{' and ' if first else ''}{last}"


def _quoted(word: str) -> str:
    """Return a word as Markdown."""
    return literal(_spoken(word))


def _spoken(word: str) -> str:
    """Return a word as it is called in a sentence; "" is an empty cell."""
    return f"“{word[:_LONGEST]}”" if word else "an empty cell"


def levels_column(draft: Draft) -> str:
    """Return the column that was chosen; "" for none."""
    return str(st.session_state.get(draft.key(_COLUMN), _NO_COLUMN))


# --- what depends on cells ------------------------------------------------------------

_MOST_NOTES = 12
"""Sentences that are shown; of more their number is told."""


@contextmanager
def for_the_curator_only() -> Iterator[None]:
    """Draw what stands in the block."""
    with st.container(border=True):
        st.markdown(
            ":material/visibility_lock: **For the curator only.** This looks at the cells. "
            "Nothing of it reaches a receipt, a link or another page."
        )
        yield


def draw_notes(notes: Sequence[str]) -> None:
    """Draw sentences about cells, each on a line."""
    lines = [f"- {_marked(note)}" for note in notes[:_MOST_NOTES]]
    if len(notes) > _MOST_NOTES:
        lines.append(f"- … and {len(notes) - _MOST_NOTES:,} more.")
    st.markdown("\n".join(lines) or "Nothing to mind: every cell can be read.")


def _marked(note: str) -> str:
    """Return a sentence as Markdown: only that most lies outside is set in bold."""
    bold, mark, rest = note.rpartition("** ")
    return f"{bold}{mark}{literal(rest)}" if bold.startswith("**") else literal(note)
