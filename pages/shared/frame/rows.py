"""Tables shown whole, or as many whole rows of them as are seen at once."""

from __future__ import annotations

from typing import Literal

import pandas as pd
import streamlit as st

_ROW_PX = 35
_BORDERS_PX = 2
_MOST = 12


def draw(table: pd.DataFrame, alt: str) -> None:
    """Draw a table at the height at which no row of it is cut.

    alt : what is in it, for whoever does not see it.
    """
    st.dataframe(table, hide_index=True, height=_height_of(table), alt=alt)


def _height_of(table: pd.DataFrame) -> int | Literal["content"]:
    """Return that height; a table of more than `_MOST` rows scrolls below them."""
    return "content" if len(table) <= _MOST else _ROW_PX * (_MOST + 1) + _BORDERS_PX
