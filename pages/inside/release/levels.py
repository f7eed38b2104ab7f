"""The level of each person: from a column, the same for everybody, or assigned at random.

Only the first was asked by anybody; the receipt says which it was.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import HetDPError
from hetdp_core.figures.formats import number
from hetdp_core.numerals import counted
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.validate import FloatArray
from pages.inside.release import check
from pages.shared import slides
from pages.shared.controls import catalog, scenario, table_choice
from pages.shared.controls.panel import Panel, above
from pages.shared.controls.panel import draw as draw_control
from pages.shared.controls.state import State, current_state
from pages.shared.controls.table_choice import LevelSource
from pages.shared.frame import meaning
from pages.shared.tables import own_table
from pages.shared.text import notices


def panel(state: State) -> Panel:
    """Return the controls of the profile from which levels are assigned."""
    return Panel(
        None,
        scenario.profile_controls_of_table(state),
        (catalog.shared.PUBLIC_SHARE, catalog.shared.SEED),
    )


def controls() -> AbstractContextManager[None]:
    """Draw the controls of the profile above what is drawn inside; on a slide none."""
    if slides.on():
        return nullcontext()
    return above(panel(current_state()), meaning.draw_popover, says_problems=True)


def are_dealt_out() -> bool:
    """Say whether a table is there and its people get their levels from the profile."""
    own = own_table.own_dataset()
    return own is not None and table_choice.levels_of(own.info).source == table_choice.PROFILE


def draw(info: DatasetInfo, seed: int, middle: DeltaGenerator, right: DeltaGenerator) -> None:
    """Draw the choice and what belongs to it; with the seed, levels are dealt out."""
    with middle:
        source = draw_control(table_choice.source_control(info))
    with right:
        if source == table_choice.COLUMN:
            draw_control(table_choice.column_control(info))
        elif source == table_choice.SAME:
            draw_control(catalog.shared.ALIKE)
            wish = table_choice.wish_in_words()
            st.caption(f"You choose it for everybody; {wish}. The receipt says so.")
        else:
            notices.marked(
                "warning",
                "**Nobody asked for these levels.** They are assigned at random from the profile "
                f"(seed {seed}). That is fine for a rehearsal, and the receipt says it.",
                icon=":material/casino:",
            )


def draw_asking_less(own: Dataset, choice: LevelSource) -> None:
    """Draw, for the curator alone, how many people one ε for all gives more than they ask for.

    Nothing public may depend on it: a column that is not used does not become public.
    """
    if choice.source != table_choice.SAME:
        return
    for name in own.level_columns():
        if less := int(np.sum(own.frame[name] < choice.level)):
            with check.for_the_curator_only():
                st.markdown(
                    f"**{less:,} of {counted(len(own.frame), 'person', 'people')} ask for less "
                    f"than ε = {number(choice.level)}** in “{notices.literal(name)}”. With this "
                    "one ε for all the result reveals more about them than they ask for."
                )


def of_rows(
    choice: LevelSource, profile: ProfileSettings, rows: int, seed: int
) -> Call[FloatArray]:
    """Return (rows,) what each person is assigned, where no column says it.

    Raises:
        HetDPError: the profile cannot be used.
    """
    if choice.source == "profile":
        if wrong := notices.problems():  # not what was set before
            raise HetDPError(
                f"{wrong[0]} Nothing can be published from this profile until you correct it."
            )
        return Call(dealt, Call(make_profile, profile.with_users(rows)), rows, seed)
    return Call(np.full, rows, choice.level)
