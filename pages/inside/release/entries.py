"""The entries of one column: what it may hold, and what its words ask for where it holds levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures.text import number
from hetdp_core.tables import Description, holding_levels, words_asking
from hetdp_core.tables.columns import MOST_UNIT, READ_OFF, check_unit
from pages.inside.release.draft import Draft
from pages.shared.text import notices
from pages.shared.text.literal import literal

_LONGEST = 40
"""Letters of a word that are shown."""

_MOST_IN_ROW = 4
"""Words for whose levels is asked beside each other."""


def draw_entries(draft: Draft, about: Description) -> None:
    """Draw what a column may hold, by its kind, and what is wrong with what is typed."""
    if about.kind in ("number", "integer"):
        _draw_bounds(draft, about)
    elif about.kind == "category":
        _draw_text(
            draft, about, "labels", "Possible labels, separated by commas", "All a person may have."
        )
    elif about.kind == "binary":
        places = st.columns(2)
        for place, (entry, value) in zip(places, {"one": 1, "zero": 0}.items(), strict=True):
            with place:
                label = f"Word that counts as {value}"
                _draw_text(draft, about, entry, label, f"Leave it empty if the cells hold {value}.")
        st.caption(
            "The mean is the share of 1. Upper and lower case count as the same. A cell with any "
            "other word is a missing value."
        )


def _draw_bounds(draft: Draft, about: Description) -> None:
    """Draw bounds and unit.

    Texts: of a number, a browser drops a decimal comma without a word, and 60,5 becomes 605.
    """
    *places, beside = st.columns([2, 2, 1], vertical_alignment="bottom")
    for place, (end, label) in zip(places, _ENDS.items(), strict=True):
        with place:
            _draw_text(draft, about, end, label, _BOUND_HELP)
    with beside:
        _draw_text(draft, about, "unit", "Unit", _UNIT_HELP, MOST_UNIT)
    about = replace(draft.description(about.name), kind=about.kind)
    try:
        reason = about.bounds_reason
        check_unit(about.unit, about.name)
    except HetDPError as error:
        notices.error(error)
        return
    if reason == READ_OFF:
        st.caption(
            "These bounds were read off the data, or are near to such: no mean that rests on them "
            "is published. Type what a person could have."
        )
    elif about.guess.bounds is not None and reason == about.guess.suggested.reason:
        st.caption(f"Suggested by the name, not by the rows: {literal(reason)}.")
    else:
        st.caption("From what the column means, not from the rows. Values outside will be clipped.")


_ENDS = {"low": "Lowest possible value", "high": "Highest possible value"}
_BOUND_HELP = (
    "What a person could have, from what the column means: never read off the rows, because that "
    "would tell somebody's value."
)
_UNIT_HELP = "What stands after every number, as years or mmHg; may be empty."


def _draw_text(
    draft: Draft, about: Description, entry: str, label: str, help: str, most: int | None = None
) -> None:
    st.text_input(
        label,
        getattr(draft.suggested[draft.table.names.index(about.name)], entry),
        key=draft.key(entry, about.name),
        persist_state="session",
        max_chars=most,
        help=help,
    )


def draw_levels(draft: Draft, column: str) -> None:
    """Say what it means that a column holds levels, and draw what each of its words asks for."""
    guesses = [about.guess for about in draft.suggested]
    by_name = " was recognised by its name. It" if column in holding_levels(guesses) else ""
    st.caption(
        f"**{literal(column)}**{by_name} is taken as public: the receipt says how many people "
        "ask for what. No page averages it or predicts with it."
    )
    try:
        words = words_asking(draft.table, column, draft.decimal)
        if not words:
            return
        places = st.columns(min(len(words), _MOST_IN_ROW))
        for place, word in enumerate(words):
            places[place % len(places)].text_input(
                f"ε of {_quoted(word)}",
                key=draft.key_of_word(column, place),
                persist_state="session",
                help=_OF_WORD if word else _OF_NOTHING,
            )
        typed = saying_levels(draft, column).levels(words)
    except HetDPError as error:
        notices.error(error)
        return
    if missing := [word for word in words if word not in typed]:
        *first, last = map(_quoted, missing)
        listed = f"{', '.join(first)}{' and ' if first else ''}{last}"
        st.caption(f"Still to say: the ε of {listed}. A smaller ε is more private.")
    elif len(typed) > 1:
        st.caption(_in_order(typed))


_OF_WORD = "What people with this word ask for. A smaller ε is more private; inf asks for none."
_OF_NOTHING = "What people without a word are given. They did not ask for it; the receipt says so."


def _in_order(levels: Mapping[str, float]) -> str:
    """Say who is protected most and who least, so that a scale turned round is seen."""
    strictest, *between, loosest = sorted(levels, key=lambda word: levels[word])
    middle = "".join(f", then {_quoted(word)} ({number(levels[word])})" for word in between)
    return (
        f"Most private: {_quoted(strictest)} (ε = {number(levels[strictest])}){middle}; "
        f"least private: {_quoted(loosest)} ({number(levels[loosest])})."
    )


def _quoted(word: str) -> str:
    """Return a word as Markdown; "" is an empty cell."""
    return literal(f"“{word[:_LONGEST]}”" if word else "an empty cell")


def saying_levels(draft: Draft, column: str) -> Description:
    """Return the description of a column that says what each person asks for."""
    words = words_asking(draft.table, column, draft.decimal)
    keys = {word: draft.key_of_word(column, place) for place, word in enumerate(words)}
    asks = {word: str(st.session_state.get(key, "")) for word, key in keys.items()}
    return replace(draft.description(column), use=True, kind="level", asks=asks)
