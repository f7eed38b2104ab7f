"""What is released: one mean, several at once, or a regression."""

from __future__ import annotations

import streamlit as st

from hetdp_core.datasets import Dataset
from pages.inside.release import preview, regression, several, steps, table
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.words import notices

_DRAWN_BY = {"mean": preview, "several": several, "regression": regression}

_NEEDS = {
    "mean": "One mean needs a column of numbers, and what each person asks for (ε): in another "
    "column, as numbers or in words (strict, normal, open), or the same for everybody.",
    "several": "Several means need two columns of numbers or more, and what each person asks for "
    "(ε), in numbers or in words.",
    "regression": "A regression needs a column of numbers to predict, at least one other column to "
    "predict it from, and what each person asks for (ε), in numbers or in words.",
}


def draw_choice() -> str:
    """Draw the choice; return its key in `knobs.release.RELEASED`."""
    chosen = str(widgets.draw(knobs.release.RELEASED))
    st.caption(_NEEDS[chosen])
    return chosen


def preview_and_release(chosen: str, shared: Scenario, dataset: Dataset) -> int:
    """Draw the promise and the release, or what is not declared yet; return the present step."""
    if is_possible(chosen, dataset):
        return _DRAWN_BY[chosen].preview_and_release(shared, dataset)
    notices.info(_NEEDS[chosen], "The columns declared above are too few for it.")
    st.button(
        "Declare all columns",
        type="primary",
        icon=":material/edit:",
        on_click=table.reopen,
    )
    steps.draw_heading(4, 3)
    return 3


def is_possible(chosen: str, dataset: Dataset) -> bool:
    """Say whether the declared columns are enough."""
    if chosen == "regression":
        return regression.is_possible(dataset)
    return len(dataset.numeric_columns()) >= (2 if chosen == "several" else 1)
