"""Declaring a brought table: the columns that the mean needs, or all of them."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.counted import counted
from hetdp_core.errors import HetDPError
from hetdp_core.tables import (
    ColumnGuess,
    averageable,
    bound_name,
    columns_needed,
    count_outside,
    recognised,
)
from hetdp_core.tables.columns import MOST_UNIT, check_unit
from hetdp_core.uploads import number_as_text, optional_number_from_text
from pages.shared.tables import own_table_wishes as wishes
from pages.shared.tables.own_table import (
    asked_before,
    declare_all,
    draw_reading,
    kept_sentence,
    open_draft,
    own_dataset,
    put_to_use,
)
from pages.shared.tables.own_table_editor import Draft, bounds_held, hold_range, unit_held
from pages.shared.tables.own_table_wishes import key
from pages.shared.words import notices
from pages.shared.words.literal import literal

_EVERY = "release_declare_every"
_REFUSED, _USED = "release_declare_refused", "release_declare_used"
_WISHED = "release_column_wished"
_COLUMN = "release_column"
_ENDS, _UNIT = ("Lowest", "Highest"), "Unit"

_YES_OR_NO = 2
"""Labels of a column that could as well be 1 or 0."""

_NAMED = 3
"""Such columns that are named."""

OnAccept = Callable[[], None]


@st.fragment
def declaration(on_accept: OnAccept) -> None:
    """Draw what is to be declared of the brought file; draw it once on a page."""
    if st.session_state.pop(_USED, False):
        st.rerun()  # all of the page: the next step is due
    draft = open_draft()
    if draft is None:
        return
    if recognised(draft.table) is not None or not averageable(draft.guesses):
        declare_all(draft, on_accept)
        return
    every = st.toggle(
        "Declare the other columns too, for the other pages",
        key=_EVERY,
        help="A release of one mean needs one column and what each person asks for.",
    )
    if every:
        declare_all(draft, on_accept)
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
    """Forget it: the table is gone."""
    st.session_state.pop(_WISHED, None)


def _declare_needed(draft: Draft, on_accept: OnAccept) -> None:
    draw_reading(draft)
    means = averageable(draft.guesses)
    left, right = st.columns(2)
    with left:
        averaged = st.selectbox(
            "Release the mean of", means, index=_at_first(means), key=key(draft, "mean")
        )
    st.session_state[_WISHED] = averaged
    with right:
        asked = wishes.draw_column(draft, averaged, asked_before(draft))
    unusable = _draw_bounds(draft, next(one for one in draft.guesses if one.name == averaged))
    if asked:
        unusable = wishes.draw_meaning(draft, asked, asked_before(draft)) or unusable
    if worded := [one.name for one in draft.guesses if len(one.categories) == _YES_OR_NO]:
        st.caption(
            f"{', '.join(f'**{literal(name)}**' for name in worded[:_NAMED])}: of words there is "
            "no mean. Write 1 for one of the two and 0 for the other to release its share."
        )
    st.button("Use this table", type="primary", on_click=_use, args=(on_accept,))
    refused = st.session_state.pop(_REFUSED, "")
    if problem := unusable or refused:
        notices.error(problem, *kept_sentence())


def _use(on_accept: OnAccept) -> None:
    """Take what the controls hold now: a bound may have been typed just before the click."""
    held, draft = st.session_state, open_draft()
    if draft is None:
        return
    averaged, levels = str(held[key(draft, "mean")]), wishes.column_held(draft)
    try:
        low, high = (_typed(draft, which, averaged) for which in _ENDS)
        unit = held.get(key(draft, _UNIT, averaged))
        asks = wishes.held(draft, levels)
        put_to_use(draft, columns_needed(draft.guesses, averaged, low, high, levels, unit, asks))
    except HetDPError as error:
        held[_REFUSED] = str(error)
        return
    held[_USED] = True
    on_accept()


def _at_first(means: tuple[str, ...]) -> int:
    """The place of the column declared before, else of the last: there the measure often stands."""
    used = own_dataset()
    before = used.numeric_columns()[0] if used else ""
    return means.index(before if before in means else means[-1])


def _draw_bounds(draft: Draft, guess: ColumnGuess) -> str:
    """Draw the bounds and their unit; return what is wrong with what is typed, "" if nothing.

    Texts: of a number, a browser drops a decimal comma without a word, and 60,5 becomes 605.
    """
    if guess.kind == "binary":
        st.caption(f"**{literal(guess.name)}** is yes or no: 1 or 0. There is nothing to declare.")
        return ""
    held = bounds_held(draft, guess.name)
    *places, beside = st.columns([2, 2, 1])
    for place, which, bound in zip(places, _ENDS, held, strict=True):
        place.text_input(
            f"{which} possible value",
            value=number_as_text(bound),
            key=key(draft, which, guess.name),
            help="What a person could have, from what the column means: never read off the rows, "
            "because that would tell somebody's value.",
        )
    unit = beside.text_input(
        _UNIT,
        value=unit_held(draft, guess.name),
        key=key(draft, _UNIT, guess.name),
        max_chars=MOST_UNIT,
        help="What stands after every number, as years or mmHg; may be empty.",
    )
    try:
        low, high = (_typed(draft, which, guess.name) for which in _ENDS)
        check_unit(unit, guess.name)
    except HetDPError as error:
        return str(error)
    hold_range(draft, guess.name, low, high, unit)
    if low is not None and high is not None:
        _warn_of_clipping(count_outside(draft.table, guess.name, (low, high)))
    if guess.bounds and (low, high) == guess.bounds:
        st.caption(f"Suggested by the name, not by the rows: {guess.suggested.reason}.")
    else:
        st.caption("From what the column means, not from the rows. Values outside will be clipped.")
    return ""


def _warn_of_clipping(outside: int) -> None:
    if outside:
        notices.warning(
            f"{counted(outside, 'value lies', 'values lie')} outside and will be clipped: what is "
            "released is then the mean of the clipped values, and no ± says how far that is from "
            "the mean of the values as they are."
        )


def _typed(draft: Draft, which: str, column: str) -> float | None:
    """Return the bound as it is typed now; None where nothing is.

    Raises:
        InvalidInput: it is no number, or could be two.
    """
    said = str(st.session_state.get(key(draft, which, column), ""))
    return optional_number_from_text(said, bound_name(which.lower(), column))
