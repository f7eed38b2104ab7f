"""Marks on dots, and on a scale of its own below the figure."""

from __future__ import annotations

from dataclasses import replace

from hetdp_core.figures.figure import Figure
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


def stairs(figure: Figure, panel: str, style: Style, mark: Mark) -> None:
    """Draw the line between the first so many dots and the others."""
    count = min(max(mark.at, 0.0), float(ROW * ROW))
    row = min(int(count // ROW), ROW - 1)
    end = count - ROW * row - 0.5
    x, y = [-0.6, end, end, ROW - 0.4], [row + 0.5, row + 0.5, row - 0.5, row - 0.5]
    line(figure, style, x, y, f"x{panel}", f"y{panel}", symbols=False)


def on_strip(figure: Figure, scale: Scale, marks: dict[str, Mark], under: float) -> None:
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


def _make_room_below(figure: Figure, under: float) -> None:
    """Move everything up that was there."""

    def raised(height: float) -> float:
        return under + (1.0 - under) * height

    figure.layout.setdefault("yaxis", {})
    for axis in (one for name, one in figure.layout.items() if name.startswith("yaxis")):
        axis["domain"] = [raised(one) for one in axis.get("domain", (0.0, 1.0))]
    for part in (*figure.layout.get("annotations", ()), *figure.layout.get("shapes", ())):
        if part.get("yref") == "paper":
            part.update({key: raised(part[key]) for key in ("y", "y0", "y1") if key in part})
    margin = figure.layout.setdefault("margin", {})
    margin["b"] = max(margin.get("b", 0), 40)
