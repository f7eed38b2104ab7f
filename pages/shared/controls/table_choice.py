"""The choice of a table, of its column, and of the column that says who asks for what.

What is chosen of a user's own table is of this session: names of a private table are in no link.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from hetdp_core.datasets import Column, DatasetInfo
from hetdp_core.figures.formats import number
from hetdp_core.numerals import is_numeral
from hetdp_core.profiles import ProfileSettings
from pages.shared import page_paths
from pages.shared.controls import catalog, panel
from pages.shared.controls.control import Control, choice_control
from pages.shared.tables import own_table
from pages.shared.text import notices
from pages.shared.text.notices import literal

_OWN_COLUMN = "own_table_column"


def draw_dataset() -> bool:
    """Draw the choice of a table; return whether it is there."""
    panel.draw(catalog.shared.DATASET)
    is_there = lead_to_upload()
    if not is_there:
        notices.info("No result is shown here until your own table is uploaded and described.")
    return is_there


def lead_to_upload() -> bool:
    """Draw a link to where a table is uploaded, where the reader's own is chosen and missing.

    Return whether the chosen one is there.
    """
    chosen = st.session_state[catalog.shared.DATASET.key]
    is_there = not own_table.is_own(chosen) or own_table.own_dataset() is not None
    if not is_there:
        st.page_link(page_paths.RELEASE, label="Upload my table", icon=":material/upload_file:")
    return is_there


def draw_column() -> bool:
    """Draw the choice of a table and of a column; those of a user's own are in no link.

    Return whether the table is there.
    """
    left, right = st.columns(2)
    with left:
        if not draw_dataset():
            return False
    choice = st.session_state[catalog.shared.DATASET.key]
    own = own_table.is_own(choice)
    info = own_table.info(own_table.key_of(choice))
    labels = info.numeric_columns()
    right.selectbox(
        catalog.shared.COLUMN.label,
        list(labels),
        index=list(labels).index(info.default_column),
        format_func=labels.__getitem__,
        key=_OWN_COLUMN if own else catalog.shared.COLUMN.key,
        persist_state="session",
    )
    return True


MORE_COLUMNS = "more"
"""What an address of the page “Release” holds that is to open where more columns are described."""


def draw_too_few(dataset: str, needed: str) -> None:
    """Say what is to be chosen; where the user's own table has too few, lead to describing them.

    needed : the sentence, where the table has enough columns.
    """
    if own_table.is_own(dataset) and len(own_table.info(dataset).numeric_columns()) < _FEWEST:
        notices.info("Only one column of numbers is described. This needs at least two.")
        draw_way_to_more()
    else:
        notices.info(needed)


def draw_way_to_more() -> None:
    """Draw what leads to more columns of the user's own table, where only one is described."""
    own = own_table.own_dataset()
    if own is not None and len(own.info.columns) - len(own.level_columns()) < _FEWEST:
        st.page_link(
            page_paths.RELEASE,
            label="Describe more columns",
            icon=":material/view_column:",
            query_params={MORE_COLUMNS: "1"},
        )


_FEWEST = 2
"""Columns that a page needs which predicts or compares."""


def own_column(dataset: str) -> str:
    """Return the column of the user's own table that is held, if the table has it."""
    info = own_table.info(dataset)
    held = st.session_state.get(_OWN_COLUMN)
    return str(held) if held in info.numeric_columns() else info.default_column


COLUMN, SAME, PROFILE = "column", "same", "profile"

SOURCES = {
    COLUMN: "A column of my table",
    SAME: "The same ε for everybody",
    PROFILE: "A privacy profile",
}

_SOURCE, _IN = "release_levels_from", "release_epsilon"
"""What holds the choice, and the column chosen: of this session, and the same on every page."""

_BESIDE_PROFILE = "release_levels_beside_profile"
"""What holds the choice for a release while a profile, which none offers, is chosen elsewhere."""


@dataclass(frozen=True)
class LevelSource:
    """Who asks for what in the user's own table.

    source : a key of `SOURCES`; "strictest" where everybody gets the strictest of a column.
    column : of the table, where it has one of levels.
    level : of everybody, where it is the same.
    """

    source: str
    column: str = ""
    level: float = 1.0

    @property
    def asked_in(self) -> str:
        """The column that says who asks for what; "" where none does."""
        return self.column if self.source == COLUMN else ""


def levels_of(info: DatasetInfo, in_release: bool = False) -> LevelSource:
    """Return the choice as it stands, drawn or not: the profile for a table that is shipped."""
    if not own_table.is_own(info.key):
        return LevelSource(PROFILE)
    level = st.session_state.get(catalog.shared.ALIKE.key, catalog.shared.ALIKE.start)
    source, column = _held(source_control(info, in_release)), _held(column_control(info))
    return LevelSource(source, column, float(level))


def level_controls(info: DatasetInfo) -> tuple[Control, ...]:
    """Return the controls of the choice: none where the table is not the user's own."""
    if not own_table.is_own(info.key):
        return ()
    source, named = source_control(info), column_control(info)
    match _held(source):
        case "same":
            return source, catalog.shared.ALIKE
        case "column" if len(named.options or {}) > 1:
            return source, named
    return (source,)


def levels_said(column: Column) -> str:
    """Say who set the levels in a column of the user's own table."""
    words = [word for word, _ in column.words]
    numbers = [word for word in words if is_numeral(word)]
    cells = ["each word"] * any(word not in numbers for word in words if word)
    cells += ["numbers"] * any(numbers) + ["empty cells"] * ("" in words)
    if not cells:
        return "Everyone asks for their own ε."
    return f"The curator set an ε for {' and '.join(cells)}."


def who_asks(column: str, people: ProfileSettings) -> str:
    """Say which levels the people of a table have; "" where the profile deals them out.

    column : of the user's own table, where it says who asks for what.
    """
    if column:
        said = levels_said(own_table.info(own_table.key_of(own_table.OWN)).column(column))
        return f"Privacy levels come from the column “{literal(column)}” of your dataset. {said}"
    if people.kind == "alike":
        level = number(people.high)
        return f"As on the page “Release”, everybody has ε = {level}; {wish_in_words()}."
    return ""


_RELEASED = "own_table_released"


def note_released(info: DatasetInfo, column: str, everybody: bool, name: str) -> None:
    """Remember what the option is called by which a mean of the user's own table was released."""
    held = st.session_state.setdefault(_RELEASED, {})
    held[_settings(info.key, column, everybody, levels_of(info, in_release=True))] = name


def released_as(dataset: str, column: str, everybody: bool, levels: LevelSource) -> str:
    """Return the name of the option by which it was released with these levels; "" if not."""
    held = st.session_state.get(_RELEASED, {})
    return str(held and held.get(_settings(dataset, column, everybody, levels), ""))


def _settings(dataset: str, column: str, everybody: bool, levels: LevelSource) -> Hashable:
    """Return what a release depends on: of other columns of the file it does not."""
    file = own_table.in_use().token if own_table.is_own(dataset) else dataset
    return file, own_table.info(dataset).column(column), everybody, levels


_NOT_ASKED = "it is not what each asked for, and may be less private than that"


def wish_in_words() -> str:
    """Say of a level for everybody in the user's own table whether anybody asked for it."""
    own = own_table.own_dataset()
    wished = own is not None and bool(own.level_columns())
    return _NOT_ASKED if wished else "no column of levels was chosen"


def forget(is_new: bool) -> None:
    """Forget the choice: another table has come, or the same was declared again.

    is_new : whether it is another one; else the ε that was typed for everybody stays.
    """
    for key in (_SOURCE, _BESIDE_PROFILE, _IN, *([catalog.shared.ALIKE.key] if is_new else [])):
        st.session_state.pop(key, None)


def source_control(info: DatasetInfo, in_release: bool = False) -> Control:
    """Return the choice where levels come from: a column at first, where the table has one.

    in_release : whether it is published by them: then from no profile, by which nobody asked.
    """
    left_out = [COLUMN] * (not info.level_columns()) + [PROFILE] * in_release
    offered = {key: name for key, name in SOURCES.items() if key not in left_out}
    is_beside = in_release and st.session_state.get(_SOURCE) == PROFILE
    help = "Where each person's ε comes from, under Explore and in a release."
    key = _BESIDE_PROFILE if is_beside else _SOURCE
    return choice_control(key, "Privacy levels from", offered, help)


def column_control(info: DatasetInfo) -> Control:
    named = {name: info.column(name).label for name in info.level_columns()}
    return choice_control(_IN, "Column of ε", named, "The column with each person's privacy level.")


def _held(control: Control) -> Any:
    held = st.session_state.get(control.key, control.start)
    return held if held in (control.options or {}) else control.start
