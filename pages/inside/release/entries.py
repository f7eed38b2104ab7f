"""The entries of one column: what it may hold, and what its words ask for where it holds levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures.formats import exactly, number
from hetdp_core.numerals import counted, is_numeral
from hetdp_core.release.receipt import SCALE
from hetdp_core.tables import Description, cells_asking
from hetdp_core.tables.columns import may_be_codes, quoted
from hetdp_core.tables.description import CODES, LEVELS
from pages.inside.release.draft import Draft
from pages.shared.text import notices
from pages.shared.text.notices import literal

_WORD_PX, _MOST_LISTED = 160, 6
"""Width of the entry of a word's level, and different levels that are all listed."""


def choose(
    label: str, options: Mapping[str, str], first: str | None, key: str, **more: Any
) -> str | None:
    """Draw a choice that outlives a visit to another page: of these options with their names."""
    return st.selectbox(
        label,
        list(options),
        None if first is None else list(options).index(first),
        format_func=options.__getitem__,
        key=key,
        persist_state="session",
        **more,
    )


def draw_entries(draft: Draft, about: Description) -> bool:
    """Draw what a column may hold, by its kind; return whether something typed is wrong."""
    try:
        match about.kind:
            case "number" | "integer":
                _draw_bounds(draft, about)
            case "category":
                _draw_texts(draft, about, "labels")
            case "binary":
                _draw_texts(draft, about, "one", "zero")
                st.caption("If cells hold 1 and 0, write these. Any other cell counts as one half.")
            case "level":
                _draw_levels(draft, about)
        if about.kind != "text" and not about.empty:
            about.column()
    except HetDPError as error:
        notices.error(error)
        return True
    return False


def _draw_texts(draft: Draft, about: Description, *entries: str) -> None:
    """Draw entries beside each other.

    Texts: of a number, a browser drops a decimal comma without a word, and 60,5 becomes 605.
    """
    for place, entry in zip(st.columns(len(entries)), entries, strict=True):
        place.text_input(
            _LABELS[entry],
            getattr(draft.begun[about.name], entry),
            key=draft.key(entry, about.name),
            persist_state="session",
        )


_LABELS = {
    "low": "Lowest possible value",
    "high": "Highest possible value",
    "unit": "Unit",
    "ignored": "Signs to ignore in numbers",
    "missing": "Count as missing",
    "labels": "Possible labels, separated by commas",
    "one": "Words that count as 1, separated by commas",
    "zero": "Words that count as 0, separated by commas",
}


def _draw_bounds(draft: Draft, about: Description) -> None:
    """Draw bounds and unit, and say where bounds have to come from."""
    _draw_texts(draft, about, "low", "high", "unit")
    with st.expander("Signs and codes in the cells"):
        _draw_texts(draft, about, "ignored", "missing")
        st.caption(
            "Separate them by commas: “€, EUR” or “-1, 999”. If a code holds a comma, separate by "
            "semicolons: “9,99;”. A missing value counts as the middle of the bounds."
        )
    st.caption(
        "Use the meaning of the column for the bounds, not the rows. Values outside are clipped."
    )


def _draw_levels(draft: Draft, about: Description) -> None:
    """Say that a column of levels is public, draw an entry for the ε of each of its words."""
    st.caption(
        f"**{literal(about.name)}** is treated as public. With personal levels, the receipt lists "
        "how many people have each; with one ε for all it does not."
    )
    words, numbers = cells_asking(draft.table, about.name, draft.decimal)
    if "" in words:
        empty = draft.table.lines[[not cell for cell in draft.table.column(about.name)]]
        are = counted(len(empty), "cell of it is", "cells of it are")
        st.caption(f"{are} empty, the first on line {empty[0]:,}.")
    if like := [word for word in words if is_numeral(word)]:
        st.caption(f"“{literal(like[0])}” looks like a number: is the **decimal mark** right?")
    if may_be_codes(numbers):
        label, key = f"Numbers in “{literal(about.name)}”", draft.key("scale", about.name)
        scale = st.radio(label, (LEVELS, CODES), None, key=key, persist_state="session")
        numbers = numbers if scale == LEVELS else {}
    with st.container(horizontal=True):
        for cell in about.asks:
            label, key = f"ε of {literal(quoted(cell))}", draft.key_of_word(cell, about.name)
            st.text_input(label, key=key, persist_state="session", width=_WORD_PX)
    if any(cell not in about.levels for cell in about.asks):
        st.caption(SCALE)
    # What is more private, so that a scale turned round is seen.
    said = {f"{literal(quoted(word))} (ε = {number(at)})": at for word, at in about.levels.items()}
    said |= {f"ε = {exactly(level)}": level for level in numbers.values()}
    listed = sorted(said, key=said.__getitem__)
    if len(listed) > _MOST_LISTED:
        listed[1:-1] = ["…"]
    if len(listed) > 1:
        st.caption(f"**From most to least private**: {', '.join(listed)}.")
