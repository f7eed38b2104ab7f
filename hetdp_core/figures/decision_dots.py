"""Options of a decision as dots: twenty releases of each on one axis, and not releasing."""

from __future__ import annotations

from typing import Any

import pandas as pd

from hetdp_core.decision import Decision
from hetdp_core.figures import outcomes as dotplots
from hetdp_core.figures import theme
from hetdp_core.figures.decision import beside_noise, may_be_off
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import literal
from hetdp_core.outcomes import Outcomes

_ABOVE = 2.6
"""The height of the further marks above the lowest dots of a row, in dots."""

_UNDER = 0.75
"""The depth of the further marks' line under the middle of the lowest dots, in dots."""

_BAR = -2.2
"""Where the row of not releasing stands, in dots below the others."""


def rows_of(decision: Decision) -> dict[str, Outcomes]:
    """Return the noise of the releases that share the unit of the last one, by name."""
    releases = [option for option in decision.options if option.releases]
    unit = releases[-1].subject.unit
    return {option.name: option.noise for option in releases if option.subject.unit == unit}


def figure(decision: Decision) -> Figure:
    """Draw twenty releases of each option on one axis, and how far off not releasing may be."""
    shown = rows_of(decision)
    drawn = dotplots.dotplots(shown, "Change by the noise")
    none = decision.options[-1]
    reach = none.subject.half_range
    beyond = reach > drawn.layout["xaxis"]["range"][1]
    bar = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [-reach, reach],
        "y": [_BAR, _BAR],
        "line": {"width": 8, "color": theme.GREY},
        "marker": {"symbol": "line-ns", "size": 18, "color": theme.GREY, "line": {"width": 3}},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    traces = [*drawn.data, *([] if beyond else [bar])]
    above = _beyond() if beyond else {"annotations": []}
    said = {"text": literal(may_be_off(none)), "showarrow": False, "yanchor": "bottom"}
    above["annotations"].append({**said, "x": 0.0, "y": _BAR + 0.3})
    top = drawn.layout["yaxis"]
    from_below = [
        option for option in reversed(decision.options) if option.releases and option.name in shown
    ]
    for option, middle in zip(from_below, top["tickvals"], strict=True):
        if words := beside_noise(option):
            off = {  # under the dots, as far as the answer may be off without what moves them
                "type": "scatter",
                "mode": "lines",
                "x": [-option.lean, option.lean],
                "y": [middle - _UNDER, middle - _UNDER],
                "line": {"width": 5, "color": theme.INK},
                "hoverinfo": "skip",
                "showlegend": False,
            }
            traces.append(off)
            above["annotations"].append(
                {  # in two lines: a phone has no room for one
                    "text": literal(words).replace(": ", ":<br>", 1),
                    "xref": "x domain",
                    "x": 1.0,
                    "xanchor": "right",
                    "align": "right",
                    "y": middle + _ABOVE,
                    "showarrow": False,
                    "font": {"color": theme.INK},
                }
            )
    rows = {
        "range": [_BAR - 1.2, top["range"][1]],
        "tickvals": [*top["tickvals"], _BAR],
        "ticktext": [*top["ticktext"], literal(none.name)],
    }
    return Figure(traces, {**drawn.layout, **above, "yaxis": {**top, **rows}})


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


def values_table(decision: Decision) -> pd.DataFrame:
    """Return the twenty values of each row."""
    return dotplots.table(rows_of(decision))
