"""What is released: one mean, several at once, or a regression."""

from __future__ import annotations

from types import ModuleType

import streamlit as st

from hetdp_core.datasets import Dataset
from pages.inside.release import preview, regression, several

_WHAT = "release_how_many"
_ONE, _SEVERAL, _REGRESSION = "One mean", "Several means at once", "A regression"
_DRAWN_BY = {_ONE: preview, _SEVERAL: several, _REGRESSION: regression}


def draw_choice(dataset: Dataset) -> ModuleType:
    """Draw the choice that the declared columns allow; return the room that draws the rest."""
    offered = [_ONE]
    if len(dataset.numeric_columns()) > 1:
        offered.append(_SEVERAL)
    if regression.is_possible(dataset):
        offered.append(_REGRESSION)
    if len(offered) == 1:
        st.caption(
            "One column is declared, so one mean can be released. For several means at once, or a "
            "regression, declare all columns above."
        )
        return preview
    chosen = st.segmented_control(
        "Release",
        offered,
        default=_ONE,
        key=_WHAT,
        help="Several means share each person's ε, and so do the sums that a regression is "
        "computed from. Their noise is Gaussian, which grows with the root of their number, and "
        "keeps ε but for a small chance δ.",
    )
    return _DRAWN_BY[str(chosen or _ONE)]
