"""The live figure: a figure that moves while its control is being dragged.

`st.plotly_chart` builds a new graph whenever its data changes, so zoom is lost and the chart
flickers.  This component keeps one graph and hands it new data.  With `Frames` it also holds a
slider that redraws from data already in the browser, and tells Python only when it is let go.

What travels to the browser is a payload: of a sweep all values of each thing that moves; what
does not move travels once, in the figure.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray
from plotly.io.json import to_json_plotly

from hetdp_core.calls import Call
from hetdp_core.figures.figure import Appearing, Column, Figure, Frames, finite, grid_with
from hetdp_core.figures.formats import unbroken
from pages.shared import slides
from pages.shared.controls.number_row import ROW_CSS, ROW_JS
from pages.shared.figure.live_figure import numbers as behind
from pages.shared.scripts import ensure_plotly_asset, fetched_once, looks

__all__ = ["CSS", "JS", "Frames", "grid_with", "headline", "live_figure"]

_HERE = Path(__file__).parent

JS = ROW_JS + (_HERE / "live_figure.js").read_text(encoding="utf-8")
"""The browser's half, without its caller: the same for Streamlit and for plain pages."""

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

    While the figure is dragged ahead of Python, its `frames.headlines` are shown instead.

    above : draws what stands above it, at times: the figure keeps its place either way.
    """
    with st.container(key=_headline_key(key)):
        if above is not None:
            above()
        st.markdown(unbroken(text))


def live_figure(
    figure: Figure,
    *,
    key: str,
    name: str,
    numbers: Call[pd.DataFrame] | pd.DataFrame,
    parameters: Mapping[str, Any] | None = None,
    frames: Frames | None = None,
    height: int = 520,
    on_let_go: Callable[[float], None] | None = None,
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
        file, because numbers and script would reveal what a question is about.  One without
        columns is not shown.
    parameters : what every control held for this figure, where that is not what it holds now.
    frames : the whole sweep of the control being dragged.
    height : of the graph alone, in pixels, > 0; in a presentation it is what the words above
        and the controls below leave of the screen.
    on_let_go : called with the value let go before the script runs again; usually sets a
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
        raise ValueError(f"height must be positive (given: {height}).")
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
        "answers": _let_go(key).get("serial", 0),
        "reports": on_let_go is not None,
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
        on_let_go_change=lambda: _report(key, frames, limits, on_let_go),
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


def _let_go(key: str) -> dict[str, Any]:
    """Return the value last let go in the browser: {"value", "serial"}; empty before the first."""
    state = st.session_state.get(key)
    sent = state.get("let_go") if isinstance(state, Mapping) else None
    return sent if isinstance(sent, dict) else {}


def _report(
    key: str,
    frames: Frames | None,
    limits: tuple[float, float] | None,
    on_let_go: Callable[[float], None] | None,
) -> None:
    """Hand on the value let go; what a browser sends is trusted to be neither near nor right."""
    let_go = finite(_let_go(key).get("value"))
    nearest = None if frames is None else frames.nearest_value(let_go)
    if let_go is None or nearest is None or on_let_go is None:
        return
    typed = limits is not None and limits[0] <= let_go <= limits[1]
    on_let_go(let_go if typed else nearest)


DIGEST_LENGTH = 16

DIGITS = 7
"""Of the numbers of a sweep: enough for a picture that is enlarged a thousand times."""

_AXIS = {
    "ticklabeloverflow": "allow",  # checking tick labels against the edge takes a third of a redraw
    "automargin": True,
}
_AXIS_COLOURS = {
    "gridcolor": "var(--st-border-color-light)",
    **dict.fromkeys(("zerolinecolor", "linecolor", "tickcolor"), "var(--st-border-color)"),
}
_PAGE = {
    "paper_bgcolor": "var(--st-background-color)",  # not transparent, for pictures that are saved
    "plot_bgcolor": "rgba(0,0,0,0)",
    "hoverlabel": {
        "bgcolor": "var(--st-background-color)",
        "bordercolor": "var(--st-text-color)",
        "font": {"color": "var(--st-text-color)", "family": "var(--st-font)", "size": 13},
        "namelength": -1,
    },
    "modebar": {
        "bgcolor": "rgba(0,0,0,0)",
        "color": "var(--st-gray-text-color)",
        "activecolor": "var(--st-text-color)",
    },
}
_LETTERS = {"color": "var(--st-text-color)", "family": "var(--st-font)"}
"""Colours and letters of the page around a figure, which the browser knows."""

_PACKED: WeakKeyDictionary[Figure, tuple[object, object, object, bytes]] = WeakKeyDictionary()
"""Of figures that are kept for all sessions: what moves in them, their headlines, their key
numbers, which may be in the unit of one session's column, and the sweep."""


def payload(figure: Figure, frames: Frames | None) -> bytes:
    """Return figure and sweep in JSON: the same bytes whichever frame is current.

    frames : None for a figure that does not move.
    """
    parts = figure.to_dict()
    sweep = None if frames is None else pack(parts, frames)
    known: dict[str, Any] = {
        "xaxis": {},
        "yaxis": {},
        "margin": {"l": 10, "r": 20, "t": 30, "b": 10},
        "uirevision": "same",
        **parts["layout"],
    }
    axes = {
        name: {**_AXIS, **axis, **_AXIS_COLOURS}
        for name, axis in known.items()
        if name[1:].startswith("axis")
    }
    parts["layout"] = {
        **known,
        **axes,
        **_PAGE,
        "font": {"size": 16, **known.get("font", {}), **_LETTERS},
    }
    return bytes(to_json_plotly({"figure": parts, "sweep": sweep}).encode())


def packed(figure: Figure, frames: Frames) -> bytes:
    """Return a payload as a sweep's holder takes it: its digest, then its bytes compressed."""
    moving, headlines, readouts, content = _PACKED.get(figure, (None, None, None, b""))
    is_same = moving is frames.traces and headlines is frames.headlines
    if is_same and readouts == frames.readouts:
        return content
    plain = payload(figure, frames)
    content = digest(plain).encode() + zlib.compress(plain, 1)
    _PACKED[figure] = frames.traces, frames.headlines, frames.readouts, content
    return content


def digest(content: bytes) -> str:
    """Return a short name for a content: the same bytes, the same name."""
    return hashlib.blake2b(content, digest_size=DIGEST_LENGTH // 2).hexdigest()


def pack(figure: dict[str, Any], frames: Frames) -> dict[str, Any]:
    """Return the sweep for the browser; `figure`, of `to_dict`, is changed.

    What moves is taken out of the figure, so that it is the same bytes whichever frame is
    current; what stays the same in all frames is written into it.
    """
    traces: list[dict[str, Any]] = figure["data"]
    moving: list[dict[str, Any]] = []
    for index, paths in frames.traces.items():
        if not 0 <= index < len(traces):
            raise ValueError(f"traces[{index}]: the figure has {len(traces)} traces.")
        for path, column in paths.items():
            moving += _move_out(figure, f"data.{index}.{path}", column)
    for path, column in frames.layout.items():
        moving += _move_out(figure, f"layout.{path}", list(column))
    return {
        "values": frames.values.tolist(),
        "labels": list(frames.labels),
        "control": frames.control,
        "ends": list(frames.ends),
        "readouts": [{"name": name, "texts": list(t)} for name, t in frames.readouts.items()],
        "headlines": [_without_escapes(unbroken(text)) for text in frames.headlines],
        "plays": frames.plays,
        "moving": moving,
    }


def _without_escapes(text: str) -> str:
    r"""Return a headline as the browser shows it, which reads `**strong**` alone: no backslashes.

    >>> print(_without_escapes(r"3 US\$"))
    3 US$
    """
    return re.sub(r"\\(?=[^\w\s])", "", text)


def _move_out(figure: dict[str, Any], path: str, column: Column) -> list[dict[str, Any]]:
    """Return the column with its path, or nothing if it is constant and now in `figure`."""
    parts = [int(part) if part.isdecimal() else part for part in path.split(".")]
    if isinstance(column, Appearing):
        _put(figure, parts, None)
        return [{"path": parts, "row": _rounded(column.row), "since": column.since.tolist()}]
    rows = _as_rows(column)
    if rows is not None:
        entries = _rounded(rows)
    else:
        entries = column.tolist() if isinstance(column, np.ndarray) else list(column)  # type: ignore[arg-type]
    constant = _alike(entries[:1] + entries[-1:]) and _alike(entries)  # most differ at the ends
    _put(figure, parts, entries[0] if constant else None)
    return [] if constant else [{"path": parts, "entries": entries}]


def _as_rows(column: Column) -> NDArray[Any] | None:
    """Return the column as numbers, or None if it is something else."""
    try:
        array = np.asarray(column)
    except ValueError:  # entries of different lengths
        return None
    return array if array.dtype.kind in "iuf" else None


def _alike(entries: list[Any]) -> bool:
    """Say whether all entries are the same in JSON."""
    return bool(to_json_plotly(entries) == to_json_plotly(entries[:1] * len(entries)))


_POWERS = np.array([float(f"1e{power}") for power in range(340)])
"""Of ten, each the nearest float; those of NumPy differ from processor to processor."""


def _rounded(numbers: NDArray[Any]) -> list[Any]:
    """Return numbers in as many digits as a picture can show; None is a gap."""
    if numbers.dtype.kind != "f":
        return list(numbers.tolist())
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        power = DIGITS - 1 - np.floor(np.log10(np.abs(numbers)))
        by = _POWERS[np.abs(np.nan_to_num(power, posinf=0.0, neginf=0.0)).astype(int)]
        short = np.where(power < 0, np.round(numbers / by) * by, np.round(numbers * by) / by)
    short = np.where(np.isfinite(short), short, numbers)  # of 0, and beyond what can be divided
    written = short.astype(object)
    written[~np.isfinite(short)] = None
    return list(written.tolist())


def _put(target: Any, parts: Sequence[str | int], value: Any) -> None:
    """Set `target` at a path, making the dictionaries on the way."""
    for part in parts[:-1]:
        target = target[part] if isinstance(part, int) else target.setdefault(part, {})
    target[parts[-1]] = value
