"""Users as dots: the area is their weight in the answer, the colour says who asks for less."""

from __future__ import annotations

import numpy as np

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.frames import Frames, at_frame, moves
from hetdp_core.figures.text import level, percent, times
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.people import People, counts_more
from hetdp_core.mean.sweep import SaturationCurve
from hetdp_core.validate import FloatArray

LARGEST_DOT = 14
"""Pixels across the dot that counts most of all settings."""

STRICT_TO_RELAXED = [[0.0, theme.BLUE], [1.0, theme.ORANGE]]

_FONT_SIZE = 14

_HIDDEN = {
    "showgrid": False,
    "showline": False,
    "showticklabels": False,
    "ticks": "",
    "fixedrange": True,
}


def people(found: People, control: str) -> tuple[Figure, Frames]:
    """Dots of all users, and below them how far the answer may be from the truth."""
    curves = found.sweep.curves
    errors = np.array([curve.worst_case_error for curve in curves])
    most = np.max(errors)
    columns, rows = np.max(found.column), np.max(found.row)
    axes = {
        "xaxis": theme.titled(
            "Users: the larger a dot, the more it counts",
            range=[-0.8, columns + 0.8],
            **_HIDDEN,
        ),
        "yaxis": {"domain": [0.36, 1.0], "range": [rows + 0.6, -1.8], **_HIDDEN},
        "xaxis2": theme.titled(
            "Error of the answer, % of the range",
            range=[-1.1 * most, 1.1 * most],
            anchor="y2",
            nticks=7,
            fixedrange=True,
        ),
        "yaxis2": {"domain": [0.0, 0.12], "range": [-1.0, 1.0], "anchor": "x2", **_HIDDEN},
    }
    traces = [_dots(found), _ends(found), _answer(errors)]
    figure = theme.figure(
        at_frame(traces, found.sweep.current),
        axes,
        margin={"l": 12, "r": 12, "t": 8, "b": 60},
        font={"size": _FONT_SIZE},
        showlegend=False,
    )
    labels = [f"ε = {level(curve.high)}" for curve in curves]
    frames = Frames(
        values=found.sweep.highs,
        labels=labels,
        control=control,
        current=found.sweep.current,
        ends=(f"{labels[0]}, more private", f"{labels[-1]}, more relaxed"),
        traces=moves(traces),
        readouts={
            "Error of the answer": [f"± {percent(error)}" for error in errors],
            "Get more privacy than asked": [
                f"{percent(curve.saturated_share)} of users" for curve in curves
            ],
        },
    )
    return figure, frames


def _dots(found: People) -> Trace:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "users",
        "x": found.column,
        "y": found.row,
        "cliponaxis": False,
        "marker": {
            "sizemode": "area",
            "sizeref": 2.0 * float(np.max(found.weight)) / LARGEST_DOT**2,
            "colorscale": STRICT_TO_RELAXED,
            "cmin": 0.0,
            "cmax": 1.0,
            "opacity": 1.0,
            "line": {"width": 0},
        },
        "hovertemplate": "asks for ε = %{customdata:.3g}<br>"
        "counts %{marker.size:.3g} × an equal share<extra></extra>",
        "moves": {
            "marker.size": found.weight,
            "marker.color": found.ease,
            "customdata": found.asked,
        },
    }


def _ends(found: People) -> Trace:
    """Say what those at the ends ask for, and how much more the last count than the first."""
    return {
        "type": "scatter",
        "mode": "text",
        "name": "ends",
        "x": [np.min(found.column) - 0.3, np.max(found.column) + 0.3],
        "y": [-1.2, -1.2],
        "textposition": ["middle right", "middle left"],
        "textfont": {"color": theme.INK},
        "hoverinfo": "skip",
        "cliponaxis": False,
        "moves": {"text": [_said(curve) for curve in found.sweep.curves]},
    }


def _said(curve: SaturationCurve) -> list[str]:
    strictest, most_relaxed = (f"ask for ε = {level(curve.asked[place])}" for place in (0, -1))
    more = counts_more(curve)
    return [strictest, most_relaxed + (f", count {times(more)} as much" if more > 1.0 else "")]


def _answer(errors: FloatArray) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": "error",
        "y": [0.0, 0.0, 0.0],
        "xaxis": "x2",
        "yaxis": "y2",
        "line": {"color": theme.INK, "width": 5},
        "marker": {"color": theme.INK, "size": [16, 11, 16], "symbol": _ENDS},
        "hovertemplate": "%{x:.3g} % from the truth<extra></extra>",
        "moves": {"x": np.stack([-errors, 0.0 * errors, errors], axis=1)},
    }


_ENDS = ["line-ns-open", "circle", "line-ns-open"]
