"""What a page shows first: one sentence, one figure, what the figure rests on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from hetdp_core.figures.compare import on_same_axes
from hetdp_core.recipes import Step
from pages.shared import present
from pages.shared.knobs import Knob
from pages.shared.live_figure import Frames, live_figure
from pages.shared.state import State


@dataclass(frozen=True, eq=False)
class View:
    """A figure with all that belongs to it, made for one state of the dashboard.

    key, name, figure, table, recipe, frames, parameters, height : see `live_figure`.
    headline : one or two sentences of what is seen; Markdown.
    caption : how the numbers came about and what they rest on; Markdown.
    moves : the control that the figure's own slider sets.
    on_release : takes the released value instead of that control.
    """

    key: str
    name: str
    headline: str
    figure: go.Figure
    table: pd.DataFrame
    recipe: Step | None
    caption: str
    frames: Frames | None = None
    moves: Knob | None = None
    on_release: Callable[[float], None] | None = None
    parameters: State | None = None
    height: int = 440


def draw(view: View, beside: View | None = None) -> None:
    """Sentence, figure, caption; dragging its control moves the scenario of all pages.

    beside : the same view of another setting, drawn to the left on the same axes.
    """
    if present.hero_is_due():
        draw_figure(view, beside)
        st.caption(view.caption)


def draw_figure(view: View, beside: View | None = None) -> None:
    """Sentence and figure."""
    if beside is None:
        st.markdown(view.headline)
        _draw_graph(view)
        return
    first, second = on_same_axes(beside.figure, view.figure)
    for place, name, one in zip(st.columns(2), "AB", (beside, view), strict=True):
        place.markdown(f"**{name}.** {one.headline}")
    graphs = replace(beside, figure=first), replace(view, figure=second)
    for place, one in zip(st.columns(2), graphs, strict=True):
        with place:
            _draw_graph(one)


def _draw_graph(view: View) -> None:

    def take_over(value: float) -> None:
        if view.moves is not None:
            st.session_state[view.moves.key] = value

    live_figure(
        view.figure,
        key=view.key,
        name=view.name,
        table=view.table,
        recipe=view.recipe,
        parameters=view.parameters,
        frames=view.frames,
        height=view.height,
        on_release=view.on_release or take_over,
    )
