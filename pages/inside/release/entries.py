"""The entries of one column: what it may hold, and what its words ask for where it holds levels."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures.formats import exactly, number
from hetdp_core.numerals import counted
from hetdp_core.release.receipt import SCALE
from hetdp_core.tables import Description, RawTable, cells_asking
from hetdp_core.tables.columns import MOST_UNIT, may_be_codes, quoted
from hetdp_core.tables.description import CODES, LEVELS
from pages.inside.release.draft import Draft
from pages.shared.text import notices
from pages.shared.text.notices import literal

_MOST_IN_ROW, _MOST_LISTED = 4, 6
"""Words whose levels are asked for in one row, and different levels that are all listed."""


def draw_entries(draft: Draft, about: Description) -> str:
    """Draw what a column may hold, by its kind, and return what is wrong with what is typed."""
    try:
        match about.kind:
            case "number" | "integer":
                _draw_bounds(draft, about)
            case "category":
                _draw_texts(draft, about, labels=1)
            case "binary":
                _draw_texts(draft, about, one=1, zero=1)
                st.caption(
                    "The mean is the share of people with a word that counts as 1. Upper and lower "
                    "case count as the same. Any other cell is a missing value, and counts as one "
                    "half."
                )
            case "level":
                _draw_levels(draft, about)
        if about.kind != "text" and not about.empty:
            about.column()
    except HetDPError as error:
        notices.error(error)
        return str(error)
    return ""


def _draw_texts(draft: Draft, about: Description, **widths: int) -> None:
    """Draw entries beside each other, each so wide.

    Texts: of a number, a browser drops a decimal comma without a word, and 60,5 becomes 605.
    """
    places = st.columns(list(widths.values()), vertical_alignment="bottom")
    for place, entry in zip(places, widths, strict=True):
        label, told = _TEXTS[entry]
        place.text_input(
            label,
            getattr(draft.begun[about.name], entry),
            key=draft.key(entry, about.name),
            persist_state="session",
            max_chars=MOST_UNIT if entry == "unit" else None,
            help=told,
        )


_OF_BOUND = (
    "The limit that the meaning of the column sets. Never read it off the rows, because that would "
    "reveal somebody's value."
)
_TEXTS = {
    "low": ("Lowest possible value", _OF_BOUND),
    "high": ("Highest possible value", _OF_BOUND),
    "unit": ("Unit", "Shown after every number, for example years or mmHg. It may be empty."),
    "ignored": (
        "Ignore beside numbers",
        "Signs before or after a number, separated by commas: with “€, EUR”, both “€ 1200” and "
        "“1200 EUR” are read as 1200. A percent sign is always ignored.",
    ),
    "missing": (
        "Count as missing",
        "Numbers or words that stand for no value, separated by commas, for example “-1, 999”. If "
        "a code holds a comma, separate by semicolons: “9,99;”. Each counts as the middle of the "
        "bounds, as an empty cell does. No receipt shows them.",
    ),
    "labels": ("Possible labels, separated by commas", "All that are possible."),
    "one": ("Words that count as 1, separated by commas", "Write 1 if the cells hold 1."),
    "zero": ("Words that count as 0, separated by commas", "Write 0 if the cells hold 0."),
}
"""Label and help of each entry that is a text."""


def _draw_bounds(draft: Draft, about: Description) -> None:
    """Draw bounds and unit, and say where bounds have to come from."""
    _draw_texts(draft, about, low=2, high=2, unit=1)
    with st.expander("Signs and codes in the cells"):
        _draw_texts(draft, about, ignored=1, missing=1)
    st.caption(
        "Use the meaning of the column for the bounds, not the rows. Values outside are clipped."
    )


def _draw_levels(draft: Draft, about: Description) -> None:
    """Say that a column of levels is public, draw an entry for the ε of each of its words."""
    is_named = draft.begun[about.name].kind == "level"
    st.caption(
        f"**{literal(about.name)}**{' was recognised by its name. It' if is_named else ''} is "
        "treated as public: a release with these levels lists how many people have each. No page "
        "averages it or predicts with it."
    )
    words, numbers = cells_asking(draft.table, about.name, draft.decimal)
    if "" in words:
        st.caption(_where_empty(draft.table, about.name))
    if may_be_codes(numbers):
        scale = st.radio(
            f"Numbers in “{literal(about.name)}”",
            (LEVELS, CODES),
            None,
            key=draft.key("scale", about.name),
            persist_state="session",
        )
        numbers = numbers if scale == LEVELS else {}
    places = st.columns(min(len(about.asks), _MOST_IN_ROW)) if about.asks else []
    for place, cell in enumerate(about.asks):
        places[place % len(places)].text_input(
            f"ε of {literal(quoted(cell))}",
            key=draft.key_of_word(cell, about.name),
            persist_state="session",
            help="The ε of the people with this cell. A smaller ε is more private; inf asks for no "
            "privacy. The receipt says that you set it, unless one ε for all is published.",
        )
    if any(cell not in about.levels for cell in about.asks):
        st.caption(SCALE)
    if said := _in_order(about.levels, numbers):
        st.caption(said)


def _in_order(words: Mapping[str, float], numbers: Mapping[str, float]) -> str:
    """Say what is more private, so that a scale turned round is seen; "" of one level alone."""
    said = {
        f"{literal(quoted(word))} (ε = {number(level)})": level for word, level in words.items()
    } | {f"ε = {exactly(level)}": level for cell, level in numbers.items() if cell not in words}
    listed = sorted(said, key=said.__getitem__)
    if len(listed) > _MOST_LISTED:
        listed[1:-1] = ["…"]
    return f"**From most to least private**: {', '.join(listed)}." if len(listed) > 1 else ""


def _where_empty(table: RawTable, column: str) -> str:
    """Say which lines have no level; the levels are public, and nothing else is looked at."""
    empty = table.lines[[not cell for cell in table.column(column)]]
    are = counted(len(empty), "cell of it is", "cells of it are")
    is_last = empty[0] == table.lines[-1]
    total = " That is the last line. If it is a total, delete it in the file." if is_last else ""
    return f"{are} empty, the first on line {empty[0]:,}.{total}"
