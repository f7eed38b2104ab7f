"""The level of each person: from a column, the same for everybody, or assigned at random.

Only the first was asked by anybody; the receipt says which it was.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core import validate
from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.uploads import number_from_text
from hetdp_core.validate import FloatArray
from pages.shared import slides
from pages.shared.controls import catalog, table_choice, users
from pages.shared.controls.panel import Panel, above
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, present
from pages.shared.frame import meaning
from pages.shared.tables import own_table
from pages.shared.text import notices

_FROM, _COLUMN, _SAME = "release_levels_from", "release_epsilon", "release_same_level"
"""What holds the choice: of this session, since names of a private table are in no link."""

_SOURCES = {
    "column": table_choice.SOURCES[table_choice.COLUMN],
    "same": "The same ε for everybody",
    "profile": table_choice.SOURCES[table_choice.PROFILE],
}
_SAME_AT_FIRST = "1"
_OF_ALL = "ε for everybody"


@dataclass(frozen=True)
class LevelSource:
    """Who asks for what in the user's own table.

    source : a key of `LEVELS_FROM`.
    column : of the table, where that says it.
    level : of everybody, where it is the same, as it was typed.
    """

    source: str
    column: str = ""
    level: str = _SAME_AT_FIRST

    @property
    def same_for_all(self) -> float:
        """The level for everybody.

        Raises:
            InvalidInput: it is not a positive number.
        """
        return validate.positive(number_from_text(self.level, _OF_ALL), _OF_ALL)


def panel(state: State) -> Panel:
    """Return the controls of the profile from which levels are assigned."""
    return Panel(None, users.of_a_table(state), (catalog.shared.PUBLIC_SHARE, catalog.shared.SEED))


def controls() -> AbstractContextManager[None]:
    """Draw the controls of the profile above what is drawn inside; on a slide none."""
    if slides.on():
        return nullcontext()
    return above(panel(present()), meaning.draw_popover, says_problems=True)


def are_dealt_out() -> bool:
    """Say whether a table is there and its people get their levels from the profile."""
    own = own_table.own_dataset()
    return own is not None and held(own).source == "profile"


def held(dataset: Dataset) -> LevelSource:
    """Return the choice as it stands, drawn or not."""
    state = st.session_state
    source = state.get(_FROM)
    return LevelSource(
        source if source in ("same", "profile") else _at_first(dataset),
        _column_of(dataset),
        str(state.get(_SAME, _SAME_AT_FIRST)),
    )


def _column_of(dataset: Dataset) -> str:
    """Return the column of levels that is chosen, at first the first one; "" without any."""
    columns = dataset.level_columns()
    column = st.session_state.get(_COLUMN)
    return column if column in columns else next(iter(columns), "")


@own_table.goes_with_the_table
def forget() -> None:
    """Forget the choice: another table has come, or the same was declared again."""
    for key in (_FROM, _COLUMN, _SAME):
        st.session_state.pop(key, None)


def _at_first(dataset: Dataset) -> str:
    return "column" if dataset.level_columns() else "same"


def draw(dataset: Dataset, shared: Scenario, middle: DeltaGenerator, right: DeltaGenerator) -> None:
    """Draw the choice.

    middle, right : where it is chosen, and what belongs to it.
    """
    offered = [source for source in _SOURCES if source != "column" or dataset.level_columns()]
    source = middle.selectbox(
        "What each person asks for (ε)",
        offered,
        index=offered.index(_at_first(dataset)),
        format_func=_SOURCES.__getitem__,
        key=_FROM,
        persist_state="session",
    )
    with right:
        if source == "column":
            st.selectbox(
                "Column of ε", dataset.level_columns(), key=_COLUMN, persist_state="session"
            )
        elif source == "same":
            _draw_same()
        else:
            _draw_chance(shared)


def _draw_same() -> None:
    """Draw one level for all.

    A text: of a number, a browser drops a decimal comma without a word, and 0,5 becomes 5.
    """
    st.text_input(
        _OF_ALL,
        value=_SAME_AT_FIRST,
        key=_SAME,
        persist_state="session",
        help="Limits how much the result can reveal about any one person. Below ε = 0.1 the result "
        "reveals very little about anybody. At ε = 1 it changes the odds of a guess by a factor of "
        "at most 2.72, at ε = 3 of at most 20.1.",
    )
    st.caption(f"You choose it for everybody; {wish_in_words()}. The receipt says so.")


def wish_in_words() -> str:
    """Say of a level for everybody in the user's own table whether anybody asked for it."""
    own = own_table.own_dataset()
    wished = own is not None and bool(own.level_columns())
    return "it is not what each asked for" if wished else "nobody was asked"


def of_rows(
    choice: LevelSource, profile: ProfileSettings, rows: int, seed: int
) -> Call[FloatArray]:
    """Return (rows,) what each person is assigned, where no column says it.

    Raises:
        HetDPError: the level for everybody is not a positive number; the profile cannot be used.
    """
    if choice.source == "profile":
        if wrong := notices.problems():  # not what was set before
            raise HetDPError(
                f"{wrong[0]} Nothing can be published from this profile until you correct it."
            )
        return Call(dealt, Call(make_profile, profile), rows, seed)
    return Call(np.full, rows, choice.same_for_all)


def _draw_chance(shared: Scenario) -> None:
    notices.marked(
        "warning",
        "**Nobody asked for these levels.** They are assigned at random from the profile (seed "
        f"{shared.seed}). That is fine for a rehearsal. The receipt will say that they were "
        "assigned.",
        icon=":material/casino:",
    )
