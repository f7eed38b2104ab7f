"""Who says what they ask for: a column of the brought table, in numbers or in words."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.tables import holding_levels, in_words, labels_from_data, possible_levels
from hetdp_core.uploads import optional_number_from_text
from pages.shared.tables.own_table_editor import Draft
from pages.shared.words.literal import literal

_COLUMN, _NO_COLUMN = "levels", ""

_MOST_IN_ROW = 4
"""Words for whose levels is asked beside each other."""

_LONGEST = 40
"""Letters of a word that are shown."""


def draw_column(draft: Draft, averaged: str) -> str:
    """Draw which column says what each person asks for, and return it: recognised ones first."""
    named = holding_levels(draft.guesses)
    others = [one for one in possible_levels(draft.guesses) if one != averaged]
    return str(
        st.selectbox(
            "What each person asks for (ε)",
            (*named, _NO_COLUMN, *others),
            format_func=lambda name: name or "No column: the next step asks",
            key=key(draft, _COLUMN),
            help="A column of numbers above 0, or of a few words of which you say what each asks "
            "for.",
        )
    )


def draw_meaning(draft: Draft, asked: str) -> str:
    """Say what it means that a column says so; return what is wrong with what is typed, or ""."""
    known = " was recognised by its name. It" if asked in holding_levels(draft.guesses) else ""
    st.caption(
        f"**{literal(asked)}**{known} is taken as public: the receipt says how many people ask for "
        "what. No page averages it or predicts with it."
    )
    words = _words(draft, asked)
    if not words:
        return ""
    places = st.columns(min(len(words), _MOST_IN_ROW))
    for number, word in enumerate(words):
        places[number % len(places)].text_input(
            f"ε of “{literal(word[:_LONGEST])}”",
            key=key(draft, f"asks_{number}_", asked),
            help="What whoever says so asks for: the smaller, the more private; inf asks for "
            "nothing.",
        )
    try:
        given = held(draft, asked)
    except HetDPError as error:
        return str(error)
    if missing := [word for word in words if word not in given]:
        st.caption(f"Still to say: what {_listed(missing)} ask{'s' * (len(missing) == 1)} for.")
    return ""


def _words(draft: Draft, asked: str) -> tuple[str, ...]:
    """Return the words of which each stands for a level; none where the column holds numbers.

    Levels are public, and so are these.
    """
    return labels_from_data(draft.table, asked) if in_words(draft.guesses, asked) else ()


def held(draft: Draft, asked: str) -> dict[str, float]:
    """Return the level of each word for which one is typed; nothing where the column has no words.

    Raises:
        InvalidInput: what is typed is no number, or could be two.
    """
    typed = {
        word: optional_number_from_text(
            str(st.session_state.get(key(draft, f"asks_{number}_", asked), "")),
            f"ε of “{word[:_LONGEST]}”",
        )
        for number, word in enumerate(_words(draft, asked))
    }
    return {word: level for word, level in typed.items() if level is not None}


def _listed(words: Sequence[str]) -> str:
    """Return words in a row: “a”, “b” and “c”."""
    first, last = [f"“{literal(word[:_LONGEST])}”" for word in words[:-1]], words[-1]
    return f"{', '.join(first)}{' and ' if first else ''}“{literal(last[:_LONGEST])}”"


def column_held(draft: Draft) -> str:
    """Return the column that was chosen; "" for none."""
    return str(st.session_state.get(key(draft, _COLUMN), _NO_COLUMN))


def key(draft: Draft, what: str, column: str = "") -> str:
    """The key of a control; columns by their place, for names are no keys."""
    place = draft.table.names.index(column) if column else ""
    return f"own_table_needed_{draft.table.digest[:12]}_{what}{place}"
