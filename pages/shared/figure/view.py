"""What is shown of a result: a sentence, a figure, and what the figure rests on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from hetdp_core.computation import Computation
from hetdp_core.figures.compare import frames_on_axes, on_same_axes
from pages.shared import slides
from pages.shared.controls.knobs.knob import Knob
from pages.shared.controls.state import State
from pages.shared.figure.live_figure import Frames, headline, live_figure
from pages.shared.words import last_usable

SMALL_HEIGHT = 190
"""Pixels of a figure in small."""


@dataclass(frozen=True, eq=False)
class View:
    """A figure with all that belongs to it, made for some settings.

    key, name, figure, numbers, frames, parameters, height : see `live_figure`.
    headline : one or two sentences of what is seen; Markdown.  Where `frames` has headlines, it
        is that of the present frame.
    caption : how the numbers came about and what they rest on; Markdown.  Either text may be
        empty.
    moves : the control that the figure's own slider sets.
    on_release : takes the released value instead of that control.
    """

    key: str
    name: str
    headline: str
    figure: go.Figure
    numbers: Computation[pd.DataFrame] | pd.DataFrame
    caption: str = ""
    frames: Frames | None = None
    moves: Knob | None = None
    on_release: Callable[[float], None] | None = None
    parameters: State | None = None
    height: int = 440


def small(
    key: str, title: str, sentence: str, figure: go.Figure, numbers: Computation[pd.DataFrame]
) -> View:
    """Return a topic's hero figure in small, under one sentence."""
    return View(f"small_{key}", f"{title} in small", sentence, figure, numbers, height=SMALL_HEIGHT)


def draw(view: View, beside: View | None = None) -> None:
    """Sentence, figure, caption; dragging its control moves the scenario of all pages.

    beside : the same view of another setting, drawn to the left on the same axes.
    """
    if slides.hero_is_due():
        draw_figure(view, beside)
        st.caption(view.caption)


def draw_below(view: View) -> None:
    """Draw a figure in a tab under the hero: its sentences, the figure, its caption."""
    if view.headline:
        st.markdown(view.headline)
    _draw_graph(view)
    if view.caption:
        st.caption(view.caption)


def draw_figure(view: View, beside: View | None = None) -> None:
    """Sentence and figure, and above them what of the input cannot be used."""
    last_usable.say_above_figures()
    if beside is None:
        headline(view.headline, key=view.key)
        _draw_graph(view)
        return
    figures = on_same_axes(beside.figure, view.figure)
    pair = [
        _in_pair(name, one, figure)
        for name, one, figure in zip("AB", (beside, view), figures, strict=True)
    ]
    for place, one in zip(st.columns(2), pair, strict=True):
        with place:
            headline(one.headline, key=one.key)
    for place, one in zip(st.columns(2), pair, strict=True):
        with place:
            _draw_graph(one)


def _in_pair(name: str, view: View, figure: go.Figure) -> View:
    """The view with its name before each of its headlines, on the axes of `figure`."""
    frames = view.frames
    if frames is not None:
        named = [f"**{name}.** {one}" for one in frames.headlines]
        frames = replace(frames_on_axes(figure, frames), headlines=named)
    return replace(view, headline=f"**{name}.** {view.headline}", figure=figure, frames=frames)


def _draw_graph(view: View) -> None:

    def take_over(value: float) -> None:
        if view.moves is not None:
            st.session_state[view.moves.key] = value

    live_figure(
        view.figure,
        key=view.key,
        name=view.name,
        numbers=view.numbers,
        parameters=view.parameters,
        frames=view.frames,
        height=view.height,
        on_release=view.on_release or (take_over if view.moves else None),
    )
