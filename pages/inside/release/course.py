"""The course of a release: receipts on top, then its four steps."""

from __future__ import annotations

import streamlit as st

from pages.inside.release import preview, steps, table
from pages.inside.release.history import draw_history
from pages.shared.controls.scenario import Scenario


def draw_course(shared: Scenario) -> None:
    """Draw where the user is, what was released, and the steps as far as they are due."""
    row = st.container()  # what it says is known once the steps are drawn
    draw_history()
    now = table.step_of_table()
    table.draw_table(now)
    dataset = table.table_in_use()
    if dataset is None:
        preview.rest_is_later()
    else:
        steps.draw_heading(3, 3)
        now = preview.preview_and_release(shared, dataset)
    steps.draw_row(row, now)
