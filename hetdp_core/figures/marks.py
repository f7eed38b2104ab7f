"""A reader's guess and the truth, drawn into the figure that answers the question."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from hetdp_core.errors import InvalidInput
from hetdp_core.figures import theme

PLACES = ("x", "y", "x2", "y2", "diagonal", "dots", "dots2", "strip")
"""Where an answer may be read off: an axis, a point with equal coordinates, dots, a scale below."""

GUESS, TRUTH = "your guess", "truth"
OFF = "off this scale"
ROW = 10
_PAD = 0.06
_MARGIN_OF_DATA = 0.04
_STRIP = 0.13
_UNDER, _UNDER_DOTS = 0.36, 0.26
"""Shares of the figure's height: the scale itself, and where the figure above it now begins."""


@dataclass(frozen=True)
class Mark:
    """An answer in a figure.

    at : in the units of its axis; of dots, how many.
    words : how it reads, as in "30 %".
    """

    at: float
    words: str


@dataclass(frozen=True)
class Scale:
    """The scale on which a question was asked: its ends, and whether it is logarithmic."""

    low: float
    high: float
    log: bool = False


@dataclass(frozen=True)
class _Style:
    """How a mark looks: told apart by dash, symbol and words, not by colour alone."""

    name: str
    dash: str
    symbol: str
    colour: str
    height: float


_STYLES = {
    TRUTH: _Style(TRUTH, "solid", "star", theme.INK, 0.45),
    GUESS: _Style(GUESS, "dash", "diamond-open", theme.PURPLE, 0.68),
}

_ON_STRIP = {TRUTH: 0.2, GUESS: 0.75}
_STRIP_TOP = 0.8
"""On the scale below a figure labels stand one above the other, also on a phone."""


def with_guess(
    figure: go.Figure, where: str, scale: Scale, truth: Mark, guess: Mark | None = None
) -> go.Figure:
    """Return the figure with the truth marked, and beside it what was guessed.

    Each mark is a trace named "truth" or "your guess" and a label with its words.  An axis
    grows, by its own length at most, until both fit; what lies further out stands at its end,
    and its label says so.

    Args:
        figure: what answers the question; it stays as it is.
        where: one of `PLACES`.  "x" to "y2" is an axis of the figure, linear or logarithmic;
            "diagonal" the point both of whose coordinates are the answer; "dots" ("dots2") a
            hundred dots in rows of ten on the first (second) axes, counted from the first;
            "strip" a scale of its own below the figure.
        scale: of the strip; below dots there is one, too.
        truth, guess: where they lie; no guess is marked where there is none.

    Raises:
        InvalidInput: if `where` is no place.
    """
    if where not in PLACES:
        raise InvalidInput("where", f"must be one of {', '.join(PLACES)}", where)
    marked = go.Figure(figure)
    marks = {TRUTH: truth, **({} if guess is None else {GUESS: guess})}
    if where == "diagonal":
        for kind, mark in marks.items():
            _point(marked, _STYLES[kind], mark)
    elif where == "strip":
        _on_strip(marked, scale, marks, _UNDER)
    elif where.startswith("dots"):
        for kind, mark in marks.items():
            _stairs(marked, where.removeprefix("dots"), _STYLES[kind], mark)
        _on_strip(marked, scale, marks, _UNDER_DOTS)
    else:
        _on_axis(marked, where, marks)
    return marked


# --- along an axis of the figure ------------------------------------------------------------


def _on_axis(figure: go.Figure, name: str, marks: dict[str, Mark]) -> None:
    """Draw lines across the plot, each on an axis of its own from 0 to 1 that is not seen."""
    axis, log = _axis(figure, name), _axis(figure, name).type == "log"
    low, high = _grown(_ends(figure, name), [_place(mark.at, log) for mark in marks.values()])
    axis.range = [low, high]
    other = axis.anchor or _across(figure, name)
    across = _unseen_axis(figure, other, name)
    for kind, mark in marks.items():
        place = _place(mark.at, log)
        inside = min(max(place, min(low, high)), max(low, high))
        words = mark.words if inside == place else f"{mark.words} ({OFF})"
        at, share = (10.0**inside if log else inside), (inside - low) / (high - low)
        along = [at, at, at], [0.0, _STYLES[kind].height, 1.0]
        if name[0] == "x":
            _line(figure, _STYLES[kind], *along, name, across)
        else:
            _line(figure, _STYLES[kind], *along[::-1], across, name)
        _label(figure, _STYLES[kind], words, _where_the_label_is(name, other, inside, share, kind))


def _where_the_label_is(
    name: str, other: str, at: float, share: float, kind: str
) -> dict[str, object]:
    """Place a label beside its line, towards the middle; two labels never on one height."""
    if name[0] == "x":
        left = share < 0.5
        return {
            "xref": name,
            "yref": f"{other} domain",
            "x": at,
            "y": _STYLES[kind].height,
            "xanchor": "left" if left else "right",
            "yanchor": "middle",
            "xshift": 12 if left else -12,
        }
    return {
        "xref": f"{other} domain",
        "yref": name,
        "x": 0.98 if kind == TRUTH else 0.02,
        "y": at,
        "xanchor": "right" if kind == TRUTH else "left",
        "yanchor": "bottom" if share < 0.5 else "top",
        "yshift": 4 if share < 0.5 else -4,
    }


def _unseen_axis(figure: go.Figure, other: str, name: str) -> str:
    """Lay an axis from 0 to 1 over the one across, whatever that holds: numbers or names."""
    free = _free(figure, other[0])
    figure.layout[_layout_key(free)] = {
        "overlaying": other,
        "anchor": name,
        "range": [0, 1],
        "visible": False,
        "fixedrange": True,
    }
    return free


def _ends(figure: go.Figure, name: str) -> tuple[float, float]:
    """Return the ends of an axis, in decades where it is logarithmic: as set, or of its data."""
    axis = _axis(figure, name)
    if axis.range is not None:
        return float(axis.range[0]), float(axis.range[1])
    data = np.array(list(_data_along(figure, name)))
    places = np.log10(data[data > 0]) if axis.type == "log" else data
    low, high = (float(places.min()), float(places.max())) if places.size else (0.0, 1.0)
    room = _MARGIN_OF_DATA * (high - low) or 1.0
    keep = axis.type != "log" and low == 0.0  # bars stand on the axis
    return low if keep else low - room, high + room


def _data_along(figure: go.Figure, name: str) -> Iterator[float]:
    """Yield the finite numbers that the figure draws along an axis."""
    for trace in figure.data:
        if ((trace[f"{name[0]}axis"] or name[0]) != name) or trace[name[0]] is None:
            continue
        if trace.type == "bar":
            yield 0.0
        yield from (
            float(one) for one in trace[name[0]] if one is not None and math.isfinite(float(one))
        )


def _grown(ends: tuple[float, float], places: list[float]) -> tuple[float, float]:
    """Return ends further apart, so that places within one length of the axis lie between them."""
    low, high = min(ends), max(ends)
    length = high - low
    near = [place for place in places if low - length <= place <= high + length]
    grown = (
        min([low, *(place - _PAD * length for place in near if place < low)]),
        max([high, *(place + _PAD * length for place in near if place > high)]),
    )
    return grown if ends[0] < ends[1] else grown[::-1]


def _place(value: float, log: bool) -> float:
    """Return where on its axis a number is: in decades on a logarithmic one."""
    if not log:
        return value
    return math.log10(value) if value > 0 else -math.inf


# --- other places ---------------------------------------------------------------------------


def _point(figure: go.Figure, style: _Style, mark: Mark) -> None:
    """Draw a point both of whose coordinates are the answer."""
    _line(figure, style, [mark.at], [mark.at], "x", "y")
    place = {"xref": "x", "yref": "y", "x": mark.at, "y": mark.at}
    beside = {"xanchor": "left", "yanchor": "middle", "xshift": 14}
    above = {"yshift": -10} if style.name == TRUTH else {"yshift": 10}  # apart, if they are close
    _label(figure, style, mark.words, {**place, **beside, **above})


def _stairs(figure: go.Figure, panel: str, style: _Style, mark: Mark) -> None:
    """Draw the line between the first so many dots and the others."""
    count = min(max(mark.at, 0.0), float(ROW * ROW))
    row = min(int(count // ROW), ROW - 1)
    end = count - ROW * row - 0.5
    x, y = [-0.6, end, end, ROW - 0.4], [row + 0.5, row + 0.5, row - 0.5, row - 0.5]
    _line(figure, style, x, y, f"x{panel}", f"y{panel}", symbols=False)


def _on_strip(figure: go.Figure, scale: Scale, marks: dict[str, Mark], under: float) -> None:
    """Draw the scale of the question below the figure, and the marks on it."""
    _make_room_below(figure, under)
    x, y = _free(figure, "x"), _free(figure, "y")
    low, high = _place(scale.low, scale.log), _place(scale.high, scale.log)
    figure.layout[_layout_key(x)] = {
        "anchor": y,
        "type": "log" if scale.log else "linear",
        "range": [low, high],
        "nticks": 6,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }
    figure.layout[_layout_key(y)] = {
        "anchor": x,
        "domain": [0.0, _STRIP],
        "range": [0, _STRIP_TOP],
        "visible": False,
        "fixedrange": True,
    }
    for kind, mark in marks.items():
        style = replace(_STYLES[kind], height=_ON_STRIP[kind])
        place = min(max(_place(mark.at, scale.log), low), high)
        at, share = (10.0**place if scale.log else place), (place - low) / (high - low)
        _line(figure, style, [at, at], [0.0, style.height], x, y)
        beside = {**_where_the_label_is(x, y, place, share, kind), "y": style.height / _STRIP_TOP}
        _label(figure, style, mark.words, beside)


def _make_room_below(figure: go.Figure, under: float) -> None:
    """Move everything up that was there."""

    def raised(height: float) -> float:
        return under + (1.0 - under) * height

    for axis in figure.select_yaxes():
        axis.domain = [raised(one) for one in axis.domain or (0.0, 1.0)]
    for one in figure.layout.annotations:
        if one.yref == "paper" and one.y is not None:
            one.y = raised(one.y)
    for one in figure.layout.shapes:
        if one.yref == "paper":
            one.y0, one.y1 = raised(one.y0), raised(one.y1)
    if not any(True for _ in figure.select_yaxes()):
        figure.layout.yaxis = {"domain": [under, 1.0]}
    figure.layout.margin.b = max(figure.layout.margin.b or 0, 40)


# --- traces and labels ----------------------------------------------------------------------


def _line(
    figure: go.Figure,
    style: _Style,
    x: list[float],
    y: list[float],
    across: str,
    up: str,
    symbols: bool = True,
) -> None:
    """Add a line with the symbol of its kind."""
    size = [0, 14, 0] if len(x) == 3 else [0, 14] if len(x) == 2 else 14
    figure.add_scatter(
        x=x,
        y=y,
        xaxis=across,
        yaxis=up,
        name=style.name,
        mode="lines+markers" if symbols else "lines",
        line={"color": style.colour, "dash": style.dash, "width": 3},
        marker={
            "symbol": style.symbol,
            "size": size,
            "color": style.colour,
            "opacity": 1.0,
            "line": {"width": 2 if style.symbol.endswith("open") else 0, "color": style.colour},
        },
        showlegend=False,
        cliponaxis=False,
        hoverinfo="skip",
    )


def _label(figure: go.Figure, style: _Style, words: str, place: dict[str, object]) -> None:
    """Add the words of a mark, readable over whatever is drawn there."""
    figure.add_annotation(
        text=f"{style.name}: <b>{words}</b>",
        showarrow=False,
        bgcolor="var(--st-background-color)",
        borderpad=2,
        opacity=0.92,
        font={"size": theme.FONT_SIZE - 2},
        **place,
    )


def _axis(figure: go.Figure, name: str) -> Any:
    return figure.layout[_layout_key(name)]


def _layout_key(name: str) -> str:
    """Return an axis's name in the layout.

    >>> _layout_key("y2")
    'yaxis2'
    """
    return f"{name[0]}axis{name[1:]}"


def _across(figure: go.Figure, name: str) -> str:
    """Return the axis across another one: that of what is drawn along it."""
    other = "y" if name[0] == "x" else "x"
    partners = (
        trace[f"{other}axis"] or other
        for trace in figure.data
        if (trace[f"{name[0]}axis"] or name[0]) == name
    )
    return str(next(partners, other))


def _free(figure: go.Figure, letter: str) -> str:
    """Return the name of an axis that the figure does not have yet."""
    taken = {key for key in figure.layout if key.startswith(f"{letter}axis")}
    number = 3
    while f"{letter}axis{number}" in taken:
        number += 1
    return f"{letter}{number}"
