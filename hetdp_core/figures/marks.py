"""A reader's answer and the truth, drawn into the figure that answers the question.

`with_guess` does so for numbers, `with_choice` for options that the figure shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.figures import theme
from hetdp_core.figures.axes import (
    across_of,
    axis_of,
    beside_line,
    ends_of,
    free,
    grown,
    height_of,
    is_log,
    label_spots,
    layout_key,
    place_on,
)
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.log_axes import decade

GUESS, TRUTH = "your guess", "truth"
"""Kinds of marks, as their labels name them where the answer is a number."""

ANSWER, THE_TRUTH = "your answer", "right answer"
BOTH = f"{ANSWER} = {THE_TRUTH}"
"""The same where it is an option; one mark says so where what was chosen is right."""

PLACES = ("x", "y", "x2", "y2", "diagonal", "dots", "dots2", "strip")
"""Where an answer may be read off: an axis, a point with equal coordinates, dots, a scale below."""

OFF = "off this scale"
_ROW = 10
"""Dots in a row."""

_STRIP, _STRIP_TOP, _UNDER, _UNDER_DOTS = 0.13, 0.8, 0.36, 0.26
"""Of the height: how tall a scale below the figure is, where it ends within its own axis, and where
the figure above it now begins."""

_ARROW, _ROOM = 46, 0.3
"""Pixels of an arrow, and of the axis's length what is kept free for it."""


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
class Thing:
    """What of a figure an option speaks of: a bar, a line, or a way from a line.

    series : name of the line; "" for a bar.
    at : on a line where along x; of a bar the category.
    way : "" for the thing itself; "up", "down" or "level" for what lies there from it.
    """

    series: str
    at: float | str
    way: str = ""


@dataclass(frozen=True)
class _Style:
    """How a mark looks: told apart by dash, symbol and words, not by colour alone.

    sign : the symbol, in a text.
    height, on_strip : of the symbol and the label, as a share of a line that goes up, and on a
        scale below the figure: there they stand one above the other, also on a phone.
    """

    dash: str
    symbol: str
    sign: str
    colour: str
    height: float
    on_strip: float


_GIVEN = _Style("dash", "diamond-open", "◇", theme.PURPLE, 0.68, 0.75)
_TRUE = _Style("solid", "star", "★", theme.INK, 0.45, 0.2)
_STYLES = {GUESS: _GIVEN, ANSWER: _GIVEN, TRUTH: _TRUE, THE_TRUTH: _TRUE, BOTH: _TRUE}


def with_guess(
    figure: Figure, where: str, scale: Scale, truth: Mark, guess: Mark | None = None
) -> Figure:
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
    marked = deepcopy(figure)
    marks = {TRUTH: truth, **({} if guess is None else {GUESS: guess})}
    if where == "diagonal":
        for kind, mark in marks.items():
            _line(marked, kind, [mark.at], [mark.at], "x", "y")
            place = {"xref": "x", "yref": "y", "x": mark.at, "y": mark.at, "xanchor": "left"}
            apart = {"yanchor": "middle", "xshift": 14, "yshift": -10 if kind == TRUTH else 10}
            _label(marked, kind, mark.words, {**place, **apart})
    elif where == "strip":
        _on_strip(marked, scale, marks, _UNDER)
    elif where.startswith("dots"):
        panel = where.removeprefix("dots")
        for kind, mark in marks.items():  # a line between the first so many dots and the others
            count = min(max(mark.at, 0.0), float(_ROW * _ROW))
            row = min(int(count // _ROW), _ROW - 1)
            end = count - _ROW * row - 0.5
            x, y = [-0.6, end, end, _ROW - 0.4], [row + 0.5, row + 0.5, row - 0.5, row - 0.5]
            _line(marked, kind, x, y, f"x{panel}", f"y{panel}")
        _on_strip(marked, scale, marks, _UNDER_DOTS)
    else:
        _on_axis(marked, where, marks)
    return marked


def with_choice(
    figure: Figure, things: Mapping[str, Thing], truth: str, chosen: str = ""
) -> Figure:
    """Return the figure with the right option marked, and beside it the chosen one.

    A point of a line gets a trace named "right answer" or "your answer" (one for both where the
    choice is right) and a label, a bar a second line in its name, a way an arrow with a label,
    whose length says nothing.

    Args:
        figure: what answers the question; it stays as it is.
        things: what the figure shows of each option; an option without a thing is not marked.
        truth, chosen: keys of options; nothing is chosen where it is "".

    Raises:
        InvalidInput: if the figure shows no such thing.
    """
    marked = deepcopy(figure)
    kinds = {BOTH: truth} if chosen == truth else {THE_TRUTH: truth, ANSWER: chosen}
    shown = {kind: things[option] for kind, option in kinds.items() if option in things}
    bars = {thing.at: kind for kind, thing in shown.items() if isinstance(thing.at, str)}
    if bars:
        _name_bars(marked, bars)
    points = {
        kind: _point_of(marked, thing.series, thing.at)
        for kind, thing in shown.items()
        if not isinstance(thing.at, str)
    }
    highest = max((y for _, y in points.values()), default=0.0)
    for kind, (x, y) in points.items():
        along, level = place_on(marked, "x", x), place_on(marked, "y", y)
        if shown[kind].way:
            beside = _arrow(marked, _STYLES[kind], level, shown[kind].way)
        else:  # of two labels the upper point's stands above, the lower one's below
            _line(marked, kind, [x], [y], "x", "y")
            above = {"yanchor": "bottom", "yshift": 10}
            beside = above if y == highest else {"yanchor": "top", "yshift": -10}
        _label(marked, kind, "", {"xref": "x", "yref": "y", "x": along, "y": level, **beside})
    return marked


# --- options ------------------------------------------------------------------------------


def _name_bars(figure: Figure, kinds: Mapping[str, str]) -> None:
    """Write what they are under the names of bars: beside a bar there is no room on a phone.

    kinds : by category.
    """
    bars = next((trace for trace in figure.data if trace["type"] == "bar"), None)
    names = [] if bars is None else list(bars["y"])
    for category in kinds:
        if category not in names:
            raise InvalidInput("category", "must be that of a bar in the figure", category)
    signs = {name: f"{_STYLES[kind].sign} {kind}" for name, kind in kinds.items()}
    words = [f"{name}<br><b>{signs[name]}</b>" if name in signs else name for name in names]
    axis_of(figure, "y").update(tickmode="array", tickvals=names, ticktext=words)


def _point_of(figure: Figure, series: str, at: float) -> tuple[float, float]:
    """Return the point of a line nearest to where it was asked for."""
    for trace in figure.data:
        if trace.get("name") == series and trace["type"] == "scatter":
            x, y = (np.asarray(trace[letter], dtype=float) for letter in "xy")
            place = int(np.argmin(np.abs(x - at)))
            return float(x[place]), float(y[place])
    raise InvalidInput("series", "must be the name of a line in the figure", series)


def _arrow(figure: Figure, style: _Style, level: float, way: str) -> dict[str, Any]:
    """Return an arrow up, down or along from a level, for which the axis makes room."""
    low, high = ends_of(figure, "y")
    room = _ROOM * (high - low)
    needed = {"up": [level + room], "down": [level - room], "level": []}[way]
    axis_of(figure, "y")["range"] = grown((low, high), needed)
    return {
        "showarrow": True,
        "arrowside": "start",  # where the text is
        "startarrowhead": 2,
        "arrowwidth": 2,
        "arrowcolor": style.colour,
        "ax": 2 * _ARROW if way == "level" else 0,
        "ay": {"up": -_ARROW, "down": _ARROW, "level": 0}[way],
    }


# --- numbers along an axis ----------------------------------------------------------------


def _on_axis(figure: Figure, name: str, marks: Mapping[str, Mark]) -> None:
    """Draw lines across the plot, each on an axis of its own from 0 to 1 that is not seen."""
    places = {kind: place_on(figure, name, mark.at) for kind, mark in marks.items()}
    low, high = grown(ends_of(figure, name), list(places.values()))
    axis_of(figure, name)["range"] = [low, high]
    other = across_of(figure, name)
    unseen = free(figure, other[0])
    figure.layout[layout_key(unseen)] = {
        "overlaying": other,
        "anchor": name,
        "range": [0, 1],
        "visible": False,
        "fixedrange": True,
    }
    inside = {kind: min(max(at, min(low, high)), max(low, high)) for kind, at in places.items()}
    shares = {kind: (at - low) / (high - low) for kind, at in inside.items()}
    spots = label_spots(shares, height_of(figure, name))
    for kind, mark in marks.items():
        words = mark.words if inside[kind] == places[kind] else f"{mark.words} ({OFF})"
        at = 10.0 ** inside[kind] if is_log(figure, name) else inside[kind]
        height = _STYLES[kind].height
        along, across = [at, at, at], [0.0, height, 1.0]
        if name[0] == "x":
            _line(figure, kind, along, across, name, unseen)
            beside = beside_line(name, other, inside[kind], shares[kind], height)
        else:
            _line(figure, kind, across, along, unseen, name)
            level, lift = spots[kind]
            beside = {
                "xref": f"{other} domain",
                "yref": name,
                "x": 0.98 if kind == TRUTH else 0.02,
                "y": inside[level],
                "xanchor": "right" if kind == TRUTH else "left",
                "yanchor": "bottom" if lift > 0 else "top",
                "yshift": lift,
            }
        _label(figure, kind, words, beside)


# --- numbers on a scale of their own ----------------------------------------------------------


def _on_strip(figure: Figure, scale: Scale, marks: Mapping[str, Mark], under: float) -> None:
    """Draw the scale of the question below the figure, and the marks on it."""
    _make_room_below(figure, under)
    x, y = free(figure, "x"), free(figure, "y")
    low, high = (decade(end) if scale.log else end for end in (scale.low, scale.high))
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
        height = _STYLES[kind].on_strip
        place = min(max(place_on(figure, x, mark.at), low), high)
        at, share = (10.0**place if scale.log else place), (place - low) / (high - low)
        _line(figure, kind, [at, at], [0.0, height], x, y)
        _label(figure, kind, mark.words, beside_line(x, y, place, share, height / _STRIP_TOP))


def _make_room_below(figure: Figure, under: float) -> None:
    """Move everything up that was there."""

    def raised(height: float) -> float:
        return under + (1.0 - under) * height

    figure.layout.setdefault("yaxis", {})
    for name, axis in figure.layout.items():
        if name.startswith("yaxis"):
            axis["domain"] = [raised(end) for end in axis.get("domain", (0.0, 1.0))]
    for part in (*figure.layout.get("annotations", ()), *figure.layout.get("shapes", ())):
        if part.get("yref") == "paper":
            part.update({key: raised(part[key]) for key in ("y", "y0", "y1") if key in part})
    margin = figure.layout.setdefault("margin", {})
    margin["b"] = max(margin.get("b", 0), 40)


# --- lines and labels -------------------------------------------------------------------------


def _line(figure: Figure, kind: str, x: list[float], y: list[float], across: str, up: str) -> None:
    """Add a line with the symbol of its kind in it; one around dots has none."""
    style = _STYLES[kind]
    trace = {
        "type": "scatter",
        "x": x,
        "y": y,
        "xaxis": across,
        "yaxis": up,
        "name": kind,
        "mode": "lines" if len(x) > 3 else "lines+markers",
        "line": {"color": style.colour, "dash": style.dash, "width": 3},
        "marker": {
            "symbol": style.symbol,
            "size": {2: [0, 14], 3: [0, 14, 0]}.get(len(x), 14),
            "color": style.colour,
            "opacity": 1.0,
            "line": {"width": 2 if style.symbol.endswith("open") else 0, "color": style.colour},
        },
        "showlegend": False,
        "cliponaxis": False,
        "hoverinfo": "skip",
    }
    figure.data.append(trace)


def _label(figure: Figure, kind: str, words: str, place: dict[str, Any]) -> None:
    """Add the words of a mark, readable over whatever is drawn there; "" for its kind alone."""
    label = {
        "text": f"{kind}: <b>{words}</b>" if words else f"<b>{kind}</b>",
        "showarrow": False,
        "bgcolor": "var(--st-background-color)",
        "borderpad": 2,
        "opacity": 0.92,
        "font": {"size": theme.FONT_SIZE - 2},
        **place,
    }
    figure.layout["annotations"] = [*figure.layout.get("annotations", ()), label]
