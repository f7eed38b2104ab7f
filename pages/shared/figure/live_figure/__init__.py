"""The live figure: a figure that moves while its control is being dragged.

`st.plotly_chart` builds a new graph whenever its data changes, so zoom is lost and the chart
flickers.  This component keeps one graph and hands it new data.  With `Frames` it also holds a
slider that redraws from data already in the browser, and tells Python only on release.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures.figure import Figure, Frames, finite, grid_with
from pages.shared import slides
from pages.shared.controls.number_row import ROW_CSS, ROW_JS
from pages.shared.figure.live_figure import numbers as behind
from pages.shared.figure.live_figure.payload import DIGEST_LENGTH, digest, packed, payload
from pages.shared.figure.plotly_asset import ensure_plotly_asset
from pages.shared.scripts import fetched_once, looks

__all__ = ["CSS", "JS", "Frames", "grid_with", "headline", "live_figure"]

_HERE = Path(__file__).parent

JS = ROW_JS + (_HERE / "live_figure.js").read_text(encoding="utf-8")
"""The browser's half, without whoever calls it: the same for Streamlit and for plain pages."""

CSS = ROW_CSS + (_HERE / "live_figure.css").read_text(encoding="utf-8")
"""Its looks; every colour is one of Streamlit's CSS variables."""

# Styles are not isolated: plotly.js puts its own style sheet into the document's head, which
# does not reach into a shadow root.  All our class names start with "live-figure".
_component = st.components.v2.component(
    "hetdp_live_figure",
    js=fetched_once(
        "live-figure", looks(CSS) + JS + (_HERE / "streamlit.js").read_text(encoding="utf-8")
    ),
    isolate_styles=False,
)


def headline(text: str, *, key: str, above: Callable[[], None] | None = None) -> None:
    """Show what the live figure of this key shows, in Markdown.

    While the figure is dragged ahead of Python, its `frames.headlines` stand here instead.

    above : draws what stands above it, at times: the figure keeps its place either way.
    """
    with st.container(key=_headline_key(key)):
        if above is not None:
            above()
        st.markdown(text)


def live_figure(
    figure: Figure,
    *,
    key: str,
    name: str,
    numbers: Call[pd.DataFrame] | pd.DataFrame,
    parameters: Mapping[str, Any] | None = None,
    frames: Frames | None = None,
    height: int = 520,
    on_release: Callable[[float], None] | None = None,
    limits: tuple[float, float] | None = None,
    help: str = "",
    refused: str = "",
    fills: bool = False,
    opens: bool = False,
    caption: str = "",
    tag: str = "",
) -> None:
    """Show `figure`; with `frames`, under a slider that moves it without asking Python.

    figure : the figure for the present scenario.  Where `frames` says that something moves,
        the frame is drawn, not what the figure has there.  Colours of text, grid and background
        follow Streamlit's theme; a colour written as "var(--st-text-color)" (or any other of
        Streamlit's CSS variables) does too.  `layout.uirevision` is constant unless set: give
        it a new value to undo the reader's zoom.  Fix the range of the axes if they should not
        move with the frames.
    key : identity among the figures of the app; the same key keeps the graph and its zoom.
    name : what the figure shows, in a few words; its accessible name.
    numbers : the table of the numbers behind the figure for the present scenario, shown on
        demand and computed then, from what the reader chose: they can take it away as Python.  A
        table by itself where there is nothing to take away yet: the figure then does not offer any
        file, because numbers and script would give away what a question is about.  One without
        columns is not shown.
    parameters : what every control held for this figure, where that is not what it holds now.
    frames : the whole sweep of the control being dragged.
    height : of the graph alone, in pixels, > 0; in a presentation it is what the words above
        and the controls below leave of the screen.
    on_release : called with the released value before the script runs again; usually sets a
        control.  The script is expected to answer with `frames.current` at that value.
    limits : the least and the most that may be typed beside the slider; None where only
        `frames.values` can be had.
    help : what the slider sets, in a sentence or two.
    refused : what the control beside holds that cannot be used, so that the figure shows another
        frame: the entry keeps it, to be corrected.  "" where the frame is what the control holds.
    fills : whether it takes, on a wide screen, what is above it leaves of the first screen: at
        most twice `height`.
    opens : whether it moves once, from its first frame to the present one, where it is opened.
    caption, tag : how the numbers came about, folded up with them, and in a few words what they
        are; Markdown.

    Raises ValueError if `height` is not positive or `frames` does not fit the figure.
    """
    if not height > 0:
        raise ValueError(f"height must be positive, got {height}.")
    has_numbers = isinstance(numbers, Call) or len(numbers.columns) > 0
    data: dict[str, Any] = {
        "asset": ensure_plotly_asset().name,
        "name": name,
        "height": height,
        "fills": fills,
        "opens": opens,
        "headline": f"st-key-{_headline_key(key)}",  # the class that Streamlit gives it
        "numbers": has_numbers,
        "current": 0 if frames is None else frames.current,
        "answers": _released(key).get("serial", 0),
        "reports": on_release is not None,
        "limits": limits,
        "help": help,
        "refused": refused,
    }
    if frames is None or frames.plays:
        content = payload(figure, frames)
        data |= {"digest": digest(content), "content": content.decode()}
    else:
        # The sweep is by far the largest part, and stays the same when only the current frame
        # changes.  In an element of its own (which shows nothing) it then is not sent again.
        holder = packed(figure, frames)
        _component(key=f"{key}-sweep", data=holder)
        data["digest"] = holder[:DIGEST_LENGTH].decode()
    _component(
        key=key,
        data=data,
        on_released_change=lambda: _report(key, frames, limits, on_release),
        on_failed_change=partial(st.session_state.__setitem__, behind.key_of(key), True),
    )
    if has_numbers and not slides.on():
        behind.draw(key, name, caption_of(name, frames), numbers, parameters, caption, tag)
    slides.figure_drawn()


def _headline_key(key: str) -> str:
    return f"{key}_headline"


def caption_of(name: str, frames: Frames | None) -> str:
    """Return what stands above a figure's table: the figure's name and the frame it is about."""
    if frames is None:
        return name
    return f"{name}; {frames.control}: {frames.labels[frames.current]}"


def _released(key: str) -> dict[str, Any]:
    """Return the browser's last release: {"value", "serial"}; empty before the first."""
    state = st.session_state.get(key)
    released = state.get("released") if isinstance(state, Mapping) else None
    return released if isinstance(released, dict) else {}


def _report(
    key: str,
    frames: Frames | None,
    limits: tuple[float, float] | None,
    on_release: Callable[[float], None] | None,
) -> None:
    """Hand the released value on; what a browser sends is trusted to be neither near nor right."""
    released = finite(_released(key).get("value"))
    nearest = None if frames is None else frames.nearest_value(released)
    if released is None or nearest is None or on_release is None:
        return
    typed = limits is not None and limits[0] <= released <= limits[1]
    on_release(released if typed else nearest)
