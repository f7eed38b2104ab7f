"""A reader's answer and the truth, drawn into the figure that answers the question.

A mark is a line or a symbol that the legend names.  So no word lies over another, nor over the
figure's own lines, on any screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hetdp_core.errors import InvalidInput
from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.log_axes import decade

GUESS, TRUTH = "your guess", "answer"
"""Kinds of marks where the answer is a number."""

ANSWER, THE_TRUTH = "your answer", "right answer"
BOTH = f"{ANSWER} = {THE_TRUTH}"
"""The same where it is an option; one mark says so where what was chosen is right."""

PLACES = ("x", "y", "y2", "dots", "dots2", "")
"""Where an answer is read off: an axis, a hundred dots, or nowhere: words next to it say it."""

OFF = "off this scale"

_ROW = 10
"""Dots in a row."""

_PAD = 0.06
"""Of an axis's length: what it grows beyond a mark."""


_OVER_TRIANGLE = 54
"""Pixels above the plot: the triangle, and over it the tools, which a phone has no legend above."""

_NOWHERE: Mapping[str, Any] = {
    "type": "line",
    "xref": "paper",
    "yref": "paper",
    **dict.fromkeys(("x0", "x1", "y0", "y1"), 0),
}
"""A line that only the legend shows."""


@dataclass(frozen=True)
class Mark:
    """An answer in a figure.

    at : in the units of its axis; of dots, how many.
    words : how it reads, as in "30 %".
    """

    at: float
    words: str


@dataclass(frozen=True)
class Thing:
    """What of a figure an option speaks of: a bar or a line.

    series : name of the line; "" for a bar.
    at : on a line where along x; of a bar the category.
    """

    series: str
    at: float | str


def with_guess(figure: Figure, where: str, truth: Mark, guess: Mark | None = None) -> Figure:
    """Return the figure with a line at the truth, and another one at what was guessed.

    Lines lie behind the figure's own; outside the axes a triangle points at the truth. An axis
    grows, by its own length at most, until both fit.  A value further out stands at its end, and
    the legend says so.

    Args:
        figure: it answers the question, and stays as it is.
        where: one of `PLACES`.  "x" to "y2" is an axis of the figure, linear or logarithmic;
            "dots" ("dots2") a hundred dots in rows of ten on the first (second) axes,
            counted from the first; with "" nothing is marked.
        truth, guess: where they lie; no guess is marked where there is none.

    Raises:
        InvalidInput: if `where` is no place.
    """
    if where not in PLACES:
        raise InvalidInput("where", f"must be one of {', '.join(PLACES)}", where)
    if not where:
        return figure
    marked = _with_legend(figure)
    marks = {TRUTH: truth, **({} if guess is None else {GUESS: guess})}
    for kind, mark in marks.items():
        words, places = mark.words, []
        if where.startswith("dots"):
            places = [_around_dots(mark.at, where.removeprefix("dots"))]
        else:
            at = _on_axis(marked, where, mark.at)
            words += f" ({OFF})" * (not np.isclose(at, mark.at))
            places = [_across(marked, where, at)]
            if kind == TRUTH:
                places.append(_pointer(places[0]))
            if where.startswith("x"):
                margin = marked.layout.get("margin", theme.MARGIN)
                marked.layout["margin"] = {**margin, "t": max(margin["t"], _OVER_TRIANGLE)}
        line = {"color": _colour(kind), "dash": "dash" if kind == GUESS else "solid", "width": 3}
        named = {"name": f"{kind}: <b>{words}</b>", "showlegend": True}
        first, *others = [_NOWHERE, *places] if where.startswith("dots") else places
        shapes = [{**named, "line": line, **first}, *({"line": line, **place} for place in others)]
        marked.layout["shapes"] = [*marked.layout.get("shapes", ()), *shapes]
    return marked


def with_choice(
    figure: Figure, things: Mapping[str, Thing], truth: str, chosen: str = ""
) -> Figure:
    """Return the figure with a symbol at the right option, and another one at what was chosen.

    Args:
        figure: what answers the question; it stays as it is.
        things: what the figure shows of each option; an option without a thing is not marked.
        truth, chosen: keys of options; nothing is chosen where it is "".

    Raises:
        InvalidInput: if the figure shows no such thing.
    """
    kinds = {BOTH: truth} if chosen == truth else {THE_TRUTH: truth, ANSWER: chosen}
    shown = {kind: things[option] for kind, option in kinds.items() if option in things}
    marked = _with_legend(figure) if shown else figure
    for kind, thing in shown.items():
        symbol = "diamond" + "-open" * (kind == ANSWER)  # a star is the best λ
        x, y = _point_of(figure, thing)
        marked.data.append(
            theme.points(
                name=kind,
                x=[x],
                y=[y],
                marker={
                    "symbol": symbol,
                    "size": 16,
                    "color": _colour(kind),
                    "opacity": 1,
                    "line": {"width": 2},
                },
                showlegend=True,
                cliponaxis=False,
            )
        )
    return marked


def _colour(kind: str) -> str:
    return theme.PURPLE if kind in (GUESS, ANSWER) else theme.INK


def _with_legend(figure: Figure) -> Figure:
    """Return a copy that has a legend, for marks alone where there was none."""
    marked = deepcopy(figure)
    named = [trace for trace in marked.data if trace.get("showlegend", True)]
    if not marked.layout.get("showlegend", len(named) > 1):
        for trace in named:
            trace["showlegend"] = False
    notes = marked.layout.get("annotations", ())
    others = [note for note in notes if note.get("name") != theme.LINE_END]
    legend = {**marked.layout.get("legend", {})}
    if legend.get("y", 0.0) > 1.0:
        legend["y"] = 1.05  # the triangle lies below it
    marked.layout.update(showlegend=True, annotations=others, legend=legend)
    return marked


def _across(figure: Figure, name: str, at: float) -> dict[str, Any]:
    """Return a line across the plot at a place on an axis."""
    along, across = name[0], "y" if name[0] == "x" else "x"
    panel = f"{across}{name[1:]} domain" if f"{across}axis{name[1:]}" in figure.layout else "paper"
    refs = {f"{along}ref": name, f"{across}ref": panel}
    ends = {f"{along}0": at, f"{along}1": at, f"{across}0": 0, f"{across}1": 1}
    return {"type": "line", "layer": "below", **refs, **ends}


def _pointer(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a triangle that points at the far end of a line across the plot, from outside."""
    upright = line["x0"] == line["x1"]
    return {
        "type": "path",
        "path": "M-8,15H8L0,2Z" if upright else "M15,-8V8L2,0Z",
        "fillcolor": theme.INK,
        "xref": line["xref"],
        "yref": line["yref"],
        "xanchor": line["x1"],
        "yanchor": line["y1"],
        "xsizemode": "pixel",
        "ysizemode": "pixel",
    }


def _around_dots(count: float, panel: str) -> dict[str, Any]:
    """Return a line between the first `count` dots and the others."""
    count = min(max(count, 0.0), float(_ROW * _ROW))
    row = min(int(count // _ROW), _ROW - 1)
    path = f"M-0.6,{row + 0.5}H{count - _ROW * row - 0.5:g}V{row - 0.5}H{_ROW - 0.4}"
    return {"type": "path", "xref": f"x{panel}", "yref": f"y{panel}", "path": path}


def _on_axis(figure: Figure, name: str, value: float) -> float:
    """Return where a value stands on an axis, which grows where it is near."""
    axis = figure.layout.setdefault(f"{name[0]}axis{name[1:]}", {})
    is_log = axis.get("type") == "log"
    if "range" not in axis:
        axis["range"] = _ends_of_data(figure, name, is_log)
    place = decade(value) if is_log else value
    low, high = sorted(axis["range"])
    room = _PAD * (high - low)
    if 2 * low - high <= place < low:
        low = place - room
    elif high - room < place <= 2 * high - low:  # a triangle at the end itself would be cut
        high = place + room
    ends = [low, high] if axis["range"][0] < axis["range"][1] else [high, low]
    if ends != axis["range"]:
        axis.update(log_axes.stretched(axis, ends))
    inside = min(max(place, low), high)
    return float(10.0**inside) if is_log else inside


def _ends_of_data(figure: Figure, name: str, is_log: bool) -> list[float]:
    """Return the ends of an axis around data and whiskers; markers have room, but not below 0."""
    traces = [
        trace
        for trace in figure.data
        if trace.get(f"{name[0]}axis", name[0]) == name and trace.get(name[0]) is not None
    ]
    data = np.concatenate([_reached(trace, name[0]) for trace in traces])
    places = np.log10(data[data > 0]) if is_log else data
    low, high = float(np.nanmin(places)), float(np.nanmax(places))
    if any("markers" in trace.get("mode", "") for trace in traces):
        room = _PAD * (high - low)
        low, high = low - room * (is_log or low != 0.0), high + room
    return [low, high]


def _reached(trace: Mapping[str, Any], letter: str) -> NDArray[np.float64]:
    """Return the extent of a trace along an axis: its data, ends of whiskers, and 0 of a bar."""
    data = np.asarray(trace[letter], dtype=float)
    whisker = np.asarray(trace.get(f"error_{letter}", {}).get("array", 0.0), dtype=float)
    return np.concatenate([data - whisker, data + whisker, [0.0] * (trace["type"] == "bar")])


def _point_of(figure: Figure, thing: Thing) -> tuple[Any, Any]:
    """Return a place beyond all bars, or the point of a line nearest to where it was asked for."""
    for trace in figure.data:
        if isinstance(thing.at, str) and trace["type"] == "bar" and thing.at in trace["y"]:
            return 1.35 * float(np.nanmax(np.asarray(trace["x"], dtype=float))), thing.at
        if not isinstance(thing.at, str) and trace.get("name") == thing.series:
            x, y = (np.asarray(trace[letter], dtype=float) for letter in "xy")
            nearest = int(np.argmin(np.abs(x - thing.at)))
            return float(x[nearest]), float(y[nearest])
    raise InvalidInput("thing", "must be a bar or a line in the figure", thing)
