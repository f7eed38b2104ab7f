"""The level of each person in a user's own table: from a column, or the same for everybody."""

from __future__ import annotations

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.figures.formats import number
from hetdp_core.numerals import counted
from pages.inside.release import check
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.panel import draw as draw_control
from pages.shared.controls.table_choice import LevelSource
from pages.shared.text import notices


def draw(info: DatasetInfo, middle: DeltaGenerator, right: DeltaGenerator) -> None:
    """Draw where levels come from in a release, and the column or the level."""
    source, place = table_choice.SAME, middle
    if info.level_columns():
        place = right
        with middle:
            source = draw_control(table_choice.source_control(info, in_release=True))
    with place:
        if source == table_choice.COLUMN:
            draw_control(table_choice.column_control(info))
        else:
            draw_control(catalog.shared.ALIKE)
            wish = table_choice.wish_in_words()
            st.caption(f"You choose it for everybody; {wish}. The receipt says so.")


def draw_asking_less(own: Dataset, choice: LevelSource) -> None:
    """Draw, for the curator alone, how many people one ε for all gives more than they ask for.

    Nothing public may depend on it: a column that is not used does not become public.
    """
    for name in own.level_columns() if choice.source == table_choice.SAME else ():
        if less := int(np.sum(own.frame[name] < choice.level)):
            with check.for_the_curator_only():
                st.markdown(
                    f"**{less:,} of {counted(len(own.frame), 'person', 'people')} ask for less "
                    f"than ε = {number(choice.level)}** in “{notices.literal(name)}”. With this "
                    "one ε for all the result reveals more about them than they ask for."
                )
