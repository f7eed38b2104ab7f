"""Who says what they ask for: a column of the brought table, in numbers or in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from hetdp_core.datasets import Column
from hetdp_core.errors import HetDPError
from hetdp_core.figures.text import number
from hetdp_core.tables import holding_levels, words_asking
from hetdp_core.uploads import number_as_text, optional_number_from_text
from pages.shared.tables.own_draft import Draft
from pages.shared.text.literal import literal

_COLUMN, _NO_COLUMN = "levels", ""

_MOST_IN_ROW = 4
"""Words for whose levels is asked beside each other."""

_OF_WORD = "What whoever says so asks for: the smaller, the more private; inf asks for nothing."
_OF_NOTHING = "What whoever said nothing is given: nobody asked for it, and the receipt says so."

_LONGEST = 40
"""Letters of a word that are shown."""


def draw_column(draft: Draft, averaged: str, before: Column | None) -> str:
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


def draw_meaning(draft: Draft, column: str, before: Column | None) -> str:
    """Say what it means that a column says so; return what is wrong with what is typed, or "".

    before : as of `draw_column`.
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
        levels = held(draft, column)
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


def held(draft: Draft, column: str) -> dict[str, float]:
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


def column_held(draft: Draft) -> str:
    """Return the column that was chosen; "" for none."""
    return str(st.session_state.get(draft.key(_COLUMN), _NO_COLUMN))
