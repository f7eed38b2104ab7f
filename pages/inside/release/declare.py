"""Declaring a brought table: the columns that the mean needs, or all of them."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.tables import (
    ColumnGuess,
    averageable,
    bound_name,
    columns_needed,
    first_averaged,
    recognised,
)
from hetdp_core.tables.columns import MOST_UNIT, READ_OFF, check_unit
from hetdp_core.tables.curator import notes_on_numbers
from hetdp_core.uploads import number_as_text, optional_number_from_text
from pages.shared.tables import own_draft
from pages.shared.tables.own_draft import Draft, current_draft, hold_range, text_held
from pages.shared.tables.own_table import (
    asked_before,
    declare_all_columns,
    kept_sentence,
    open_draft,
    own_dataset,
    own_token,
    put_to_use,
)
from pages.shared.tables.own_table_editor import draw_reading
from pages.shared.text import notices

_EVERY = "release_declare_every"
_REFUSED, _USED = "release_declare_refused", "release_declare_used"
_WISHED = "release_column_wished"
_COLUMN = "release_column"
_LOW, _HIGH = ("low", "high")
_UNIT = "unit"
_LABELS = {_LOW: "Lowest possible value", _HIGH: "Highest possible value"}
_WHICH = {_LOW: "lowest", _HIGH: "highest"}

OnAccept = Callable[[], None]


@st.fragment
def declaration(on_accept: OnAccept) -> None:
    """Draw what is to be declared of the brought file; draw it once on a page."""
    if st.session_state.pop(_USED, False):
        st.rerun()  # all of the page: the next step is due
    draft = open_draft()
    if draft is None:
        return
    if recognised(draft.table) is not None:
        declare_all_columns(draft, on_accept)
        return
    every = st.toggle(
        "Declare the other columns too, for the other pages",
        key=_EVERY,
        help="A release of one mean needs one column and what each person asks for.",
    )
    if every:
        declare_all_columns(draft, on_accept)
    else:
        _declare_needed(draft, on_accept)


def draw_column(label: str, means: tuple[str, ...]) -> str:
    """Draw which column's mean it is, the same on every page about the table; return it.

    Of this session alone: names of a private table are in no link.
    """
    st.selectbox(label, means, means.index(_first(means)), key=_COLUMN, persist_state="session")
    return column_held(means)


def column_held(means: tuple[str, ...]) -> str:
    """Return the column that is chosen, drawn or not: at first the one that was declared for it."""
    held = st.session_state.get(_COLUMN)
    return str(held) if held in means else _first(means)


def _first(means: tuple[str, ...]) -> str:
    wished = str(st.session_state.get(_WISHED, ""))
    return wished if wished in means else means[0]


def forget() -> None:
    st.session_state.pop(_WISHED, None)


def _declare_needed(draft: Draft, on_accept: OnAccept) -> None:
    draw_reading(draft)
    means = averageable(draft.guesses)
    left, right = st.columns(2)
    with left:
        averaged = st.selectbox(
            "Release the mean of",
            means,
            index=means.index(_at_first(draft, means)),
            key=draft.key("mean"),
            persist_state="session",
        )
    st.session_state[_WISHED] = averaged
    with right:
        levels_column = own_draft.draw_levels_column(draft, averaged, asked_before(draft))
    ends, unusable = _draw_bounds(draft, draft.guess(averaged))
    if levels_column:
        unusable = (
            own_draft.draw_levels_meaning(draft, levels_column, asked_before(draft)) or unusable
        )
    with own_draft.for_the_curator_only():
        notes = notes_on_numbers(draft.table, averaged, draft.decimal, *ends)
        own_draft.draw_notes(notes)
    st.button(
        "Use this table", type="primary", on_click=_use, args=(draft.token, averaged, on_accept)
    )
    refused = st.session_state.pop(_REFUSED, "")
    if problem := unusable or refused:
        notices.error(problem, *kept_sentence())


def _use(token: str, averaged: str, on_accept: OnAccept) -> None:
    """Take what the controls hold now: a bound may have been typed just before the click."""
    held, draft = st.session_state, current_draft()
    if draft is None or draft.token != token:
        return  # another table has come
    levels = own_draft.levels_column(draft)
    try:
        low, high = (_typed(draft, end, averaged) for end in _LABELS)
        unit, asks = held.get(draft.key(_UNIT, averaged)), own_draft.levels_of_words(draft, levels)
        columns = columns_needed(
            draft.guesses,
            averaged,
            low,
            high,
            levels,
            unit,
            asks,
            draft.decimal,
            draft.bounds_reason(averaged, low, high),
        )
        put_to_use(draft, columns)
    except HetDPError as error:
        held[_REFUSED] = str(error)
        return
    held[_USED] = True
    on_accept()


def _at_first(draft: Draft, means: tuple[str, ...]) -> str:
    """Return the column declared before, else the last of an ordinary name, often the measure."""
    used = own_dataset()
    before = used.numeric_columns()[0] if used and own_token() == draft.token else ""
    return before if before in means else first_averaged(draft.guesses)


def _draw_bounds(draft: Draft, guess: ColumnGuess) -> tuple[tuple[float | None, float | None], str]:
    """Draw the bounds and their unit; return what is typed and what is wrong with it, or "".

    Texts: of a number, a browser drops a decimal comma without a word, and 60,5 becomes 605.
    """
    *places, beside, button = st.columns([2, 2, 1, 2], vertical_alignment="bottom")
    for place, (end, label) in zip(places, _LABELS.items(), strict=True):
        place.text_input(
            label,
            value=text_held(draft, guess.name, end),
            key=draft.key(end, guess.name),
            persist_state="session",
            help="What a person could have, from what the column means: never read off the rows, "
            "because that would tell somebody's value.",
        )
    unit = beside.text_input(
        "Unit",
        value=text_held(draft, guess.name, _UNIT),
        key=draft.key(_UNIT, guess.name),
        persist_state="session",
        max_chars=MOST_UNIT,
        help="What stands after every number, as years or mmHg; may be empty.",
    )
    if guess.bounds is None:
        button.button(
            "Yes or no: 0 to 1",
            key=draft.key("yes_or_no", guess.name),
            on_click=_take_yes_or_no,
            args=(draft.key(_LOW, guess.name), draft.key(_HIGH, guess.name)),
            help="Fills in 0 and 1, for a column that is 1 for yes and 0 for no.",
        )
    try:
        low, high = (_typed(draft, end, guess.name) for end in _LABELS)
        check_unit(unit, guess.name)
    except HetDPError as error:
        return (None, None), str(error)
    hold_range(draft, guess.name, low, high, unit)
    if guess.bounds and (low, high) == guess.bounds:
        st.caption(f"Suggested by the name, not by the rows: {guess.suggested.reason}.")
    elif draft.bounds_reason(guess.name, low, high) == READ_OFF:
        st.caption(
            "These bounds were read off the data, or are near to such: no mean that rests on them "
            "is released. Type what a person could have."
        )
    else:
        st.caption("From what the column means, not from the rows. Values outside will be clipped.")
    return (low, high), ""


def _take_yes_or_no(low: str, high: str) -> None:
    """Fill in the bounds of a yes or no.

    low, high : keys of the fields.
    """
    st.session_state[low], st.session_state[high] = number_as_text(0.0), number_as_text(1.0)


def _typed(draft: Draft, end: str, column: str) -> float | None:
    """Return the bound as it is typed now; None where nothing is.

    Raises:
        InvalidInput: it is no number, or could be two.
    """
    text = str(st.session_state.get(draft.key(end, column), ""))
    return optional_number_from_text(text, bound_name(_WHICH[end], column))
