"""An option that was chosen, and the right one, marked where the figure shows them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks.axes import axis_of, ends, grown, place_on
from hetdp_core.figures.marks.kinds import GUESS, STYLES, TRUTH, Style, label, line

ANSWER, THE_TRUTH = "your answer", "right answer"
BOTH = f"{ANSWER} = {THE_TRUTH}"
"""Where what was chosen is right, one mark says so."""

_STYLES = {
    ANSWER: replace(STYLES[GUESS], name=ANSWER),
    THE_TRUTH: replace(STYLES[TRUTH], name=THE_TRUTH),
    BOTH: replace(STYLES[TRUTH], name=BOTH),
}
_SIGNS = {ANSWER: "◇", THE_TRUTH: "★", BOTH: "★"}
"""The symbols of the marks, in a text."""

_ARROW = 46
"""Pixels of an arrow."""

_ROOM = 0.3
"""Of the axis's length, kept free for an arrow."""


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
        kind: _point_of(marked, thing)
        for kind, thing in shown.items()
        if not isinstance(thing.at, str)
    }
    highest = max((point[1] for point in points.values()), default=0.0)
    for kind, (x, y) in points.items():
        if shown[kind].way:
            _way(marked, _STYLES[kind], x, y, shown[kind].way)
        else:
            _point(marked, _STYLES[kind], x, y, above=y == highest)
    return marked


# --- bars ---------------------------------------------------------------------------------


def _name_bars(figure: Figure, kinds: Mapping[str, str]) -> None:
    """Write what they are under the names of bars: beside a bar there is no room on a phone.

    kinds : by category.
    """
    bars = next((trace for trace in figure.data if trace["type"] == "bar"), None)
    names = [] if bars is None else list(bars["y"])
    for category in kinds:
        if category not in names:
            raise InvalidInput("category", "must be that of a bar in the figure", category)
    axis_of(figure, "y").update(
        tickmode="array",
        tickvals=names,
        ticktext=[
            f"{name}<br><b>{_SIGNS[kinds[name]]} {kinds[name]}</b>" if name in kinds else name
            for name in names
        ],
    )


# --- lines --------------------------------------------------------------------------------


def _point_of(figure: Figure, thing: Thing) -> tuple[float, float]:
    """Return the point of a line nearest to where it was asked for."""
    for trace in figure.data:
        if trace.get("name") == thing.series and trace["type"] == "scatter":
            x, y = (np.asarray(trace[letter], dtype=float) for letter in "xy")
            place = int(np.argmin(np.abs(x - float(thing.at))))
            return float(x[place]), float(y[place])
    raise InvalidInput("series", "must be the name of a line in the figure", thing.series)


def _point(figure: Figure, style: Style, x: float, y: float, above: bool) -> None:
    """Mark a point; of two labels the upper point's stands above, the lower one's below."""
    line(figure, style, [x], [y], "x", "y")
    beside = {"yanchor": "bottom", "yshift": 10} if above else {"yanchor": "top", "yshift": -10}
    label(figure, style, "", {**_at(figure, x, y), **beside})


def _way(figure: Figure, style: Style, x: float, y: float, way: str) -> None:
    """Draw an arrow up, down or along from a point, and the label at its end."""
    log = axis_of(figure, "y").get("type") == "log"
    low, high = ends(figure, "y")
    place, room = place_on(y, log), _ROOM * (high - low)
    needed = {"up": [place + room], "down": [place - room], "level": []}[way]
    axis_of(figure, "y")["range"] = grown((low, high), needed)
    arrow: dict[str, Any] = {
        "showarrow": True,
        "arrowside": "start",  # where the text is
        "startarrowhead": 2,
        "arrowwidth": 2,
        "arrowcolor": style.colour,
        "ax": 2 * _ARROW if way == "level" else 0,
        "ay": {"up": -_ARROW, "down": _ARROW, "level": 0}[way],
    }
    label(figure, style, "", {**_at(figure, x, y), **arrow})


def _at(figure: Figure, x: float, y: float) -> dict[str, object]:
    """Return a point as annotations say it: in decades on a logarithmic axis."""
    along = {name: axis_of(figure, name).get("type") == "log" for name in "xy"}
    return {
        "xref": "x",
        "yref": "y",
        "x": place_on(x, along["x"]),
        "y": place_on(y, along["y"]),
    }
