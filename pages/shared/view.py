"""What a page shows first: one sentence, one figure, what the figure rests on."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from hetdp_core.recipes import Step
from pages.shared.knobs import Knob
from pages.shared.live_figure import Frames, live_figure


@dataclass(frozen=True, eq=False)
class View:
    """A figure with all that belongs to it, made for one state of the dashboard.

    key, name, figure, table, recipe, frames, height : see `live_figure`.
    headline : one or two sentences of what is seen; Markdown.
    caption : how the numbers came about and what they rest on; Markdown.
    moves : the control that the figure's own slider sets.
    """

    key: str
    name: str
    headline: str
    figure: go.Figure
    table: pd.DataFrame
    recipe: Step
    caption: str
    frames: Frames | None = None
    moves: Knob | None = None
    height: int = 440


def draw(view: View) -> None:
    """Sentence, figure, caption; dragging its control moves the scenario of all pages."""
    st.markdown(view.headline)
    draw_figure(view)
    st.caption(view.caption)


def draw_figure(view: View) -> None:
    """The figure without words."""

    def take_over(value: float) -> None:
        if view.moves is not None:
            st.session_state[view.moves.key] = value

    live_figure(
        view.figure,
        key=view.key,
        name=view.name,
        table=view.table,
        recipe=view.recipe,
        frames=view.frames,
        height=view.height,
        on_release=take_over if view.moves is not None else None,
    )
