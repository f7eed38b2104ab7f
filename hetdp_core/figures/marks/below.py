"""Marks on dots, and on a scale of its own below the figure."""

from __future__ import annotations

from dataclasses import replace

import plotly.graph_objects as go

from hetdp_core.figures.marks.along import beside_line
from hetdp_core.figures.marks.axes import free, layout_key, place_on
from hetdp_core.figures.marks.kinds import GUESS, STYLES, TRUTH, Mark, Scale, Style, label, line

ROW = 10
UNDER, UNDER_DOTS = 0.36, 0.26
"""Where the figure above the scale now begins, as a share of its height."""

_STRIP = 0.13
_ON_STRIP = {TRUTH: 0.2, GUESS: 0.75}
_STRIP_TOP = 0.8
"""On the scale below a figure labels stand one above the other, also on a phone."""


def stairs(figure: go.Figure, panel: str, style: Style, mark: Mark) -> None:
    """Draw the line between the first so many dots and the others."""
    count = min(max(mark.at, 0.0), float(ROW * ROW))
    row = min(int(count // ROW), ROW - 1)
    end = count - ROW * row - 0.5
    x, y = [-0.6, end, end, ROW - 0.4], [row + 0.5, row + 0.5, row - 0.5, row - 0.5]
    line(figure, style, x, y, f"x{panel}", f"y{panel}", symbols=False)


def on_strip(figure: go.Figure, scale: Scale, marks: dict[str, Mark], under: float) -> None:
    """Draw the scale of the question below the figure, and the marks on it."""
    _make_room_below(figure, under)
    x, y = free(figure, "x"), free(figure, "y")
    low, high = place_on(scale.low, scale.log), place_on(scale.high, scale.log)
    figure.layout[layout_key(x)] = {
        "anchor": y,
        "type": "log" if scale.log else "linear",
        "range": [low, high],
        "nticks": 6,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }
    figure.layout[layout_key(y)] = {
        "anchor": x,
        "domain": [0.0, _STRIP],
        "range": [0, _STRIP_TOP],
        "visible": False,
        "fixedrange": True,
    }
    for kind, mark in marks.items():
        style = replace(STYLES[kind], height=_ON_STRIP[kind])
        place = min(max(place_on(mark.at, scale.log), low), high)
        at, share = (10.0**place if scale.log else place), (place - low) / (high - low)
        line(figure, style, [at, at], [0.0, style.height], x, y)
        beside = beside_line(x, y, place, share, style.height / _STRIP_TOP)
        label(figure, style, mark.words, beside)


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
