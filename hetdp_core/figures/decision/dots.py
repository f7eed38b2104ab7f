"""The noise of each option: dots on one axis, and how far off not releasing may be."""

from __future__ import annotations

from typing import Any

import pandas as pd

from hetdp_core.decision import Decision, Option
from hetdp_core.figures import outcomes as dotplots
from hetdp_core.figures import theme
from hetdp_core.figures.decision.options import beside_noise, may_be_off
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.text import literal
from hetdp_core.figures.theme import Trace
from hetdp_core.outcomes import Outcomes

AXIS = "Moved by the noise"

_ABOVE = 2.6
"""How far above the lowest dots of a row stands what is besides, in dots."""

_UNDER = 0.75
"""How far under the middle of the lowest dots runs the line of what is besides, in dots."""

_BAR = -2.2
"""Where the row of not releasing stands, in dots below the others."""


def rows_of(decision: Decision) -> dict[str, Outcomes]:
    """Return the noise of the releases that share the unit of the last one, by name."""
    releases = [one for one in decision.options if one.releases]
    unit = releases[-1].subject.unit
    return {one.name: one.noise for one in releases if one.subject.unit == unit}


def figure(decision: Decision) -> Figure:
    """Draw twenty releases of each option on one axis, and how far off not releasing may be."""
    drawn = dotplots.dotplots(rows_of(decision), AXIS)
    none = decision.options[-1]
    reach = none.subject.half_range
    beyond = reach > drawn.layout["xaxis"]["range"][1]
    traces = [*drawn.data, *([] if beyond else [_bar([-reach, reach])]), _said(may_be_off(none))]
    above = _beyond() if beyond else {"annotations": []}
    top = drawn.layout["yaxis"]
    for one, middle in zip(_drawn(decision), top["tickvals"], strict=True):
        if words := beside_noise(one):
            traces.append(_pull(one.lean, middle))
            above["annotations"].append(_told(words, middle))
    rows = {
        "range": [_BAR - 1.2, top["range"][1]],
        "tickvals": [*top["tickvals"], _BAR],
        "ticktext": [*top["ticktext"], literal(none.name)],
    }
    return Figure(traces, {**drawn.layout, **above, "yaxis": {**top, **rows}})


def _drawn(decision: Decision) -> list[Option]:
    """Return the releases that have a row, from below, as their places are told."""
    rows = rows_of(decision)
    return [one for one in reversed(decision.options) if one.releases and one.name in rows]


def _pull(reach: float, middle: float) -> Trace:
    """Return a line under the dots of a row, as far as weights may pull what the noise moves."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [-reach, reach],
        "y": [middle - _UNDER, middle - _UNDER],
        "line": {"width": 5, "color": theme.INK},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _told(words: str, middle: float) -> dict[str, Any]:
    """Return the words about that line, beside the dots."""
    return {
        "text": literal(words).replace(", ", ",<br>", 1).replace("± ", "<br>± "),
        "xref": "x domain",
        "x": 1.0,
        "xanchor": "right",
        "align": "right",
        "y": middle + _ABOVE,
        "showarrow": False,
        "font": {"color": theme.INK},
    }


def _beyond() -> dict[str, Any]:
    """Return an arrow over all of the axis, both ends of which lie beyond it."""
    line = {"type": "line", "xref": "x domain", "x0": 0.01, "x1": 0.99, "y0": _BAR, "y1": _BAR}
    head = {"xref": "x domain", "y": _BAR, "showarrow": False, "font": {"color": theme.GREY}}
    return {
        "shapes": [{**line, "line": {"width": 8, "color": theme.GREY}}],
        "annotations": [
            {**head, "x": 0.0, "text": "◀", "xanchor": "left"},
            {**head, "x": 1.0, "text": "▶", "xanchor": "right"},
        ],
    }


def _bar(ends: list[float]) -> Trace:
    """Return how far off the middle may be, on the axis."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": ends,
        "y": [_BAR, _BAR],
        "line": {"width": 8, "color": theme.GREY},
        "marker": {"symbol": "line-ns", "size": 18, "color": theme.GREY, "line": {"width": 3}},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _said(words: str) -> Trace:
    """Return the words above it."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": [0.0],
        "y": [_BAR + 0.3],
        "text": [literal(words)],
        "textposition": "top center",
        "hoverinfo": "skip",
        "showlegend": False,
    }


def values_table(decision: Decision) -> pd.DataFrame:
    """Return the twenty values of each row."""
    return dotplots.table(rows_of(decision))
