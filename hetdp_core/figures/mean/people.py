"""Users as dots: the area is their weight in the answer, the colour the privacy they ask for."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from hetdp_core.figures import theme
from hetdp_core.figures.frames import Frames, at_frame, moves
from hetdp_core.figures.text import level, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.people import People
from hetdp_core.validate import FloatArray

LARGEST_DOT = 16
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


def people(found: People, control: str) -> tuple[go.Figure, Frames]:
    """Dots of all users, and below them how far the answer may be from the truth."""
    curves = found.sweep.curves
    errors = np.array([curve.worst_case_error for curve in curves])
    most = np.max(errors)
    columns, rows = np.max(found.column), np.max(found.row)
    axes = {
        "xaxis": theme.titled(
            "Users, strictest to most relaxed",
            range=[-0.8, columns + 0.8],
            **_HIDDEN,
        ),
        "yaxis": {"domain": [0.36, 1.0], "range": [rows + 0.6, -0.6], **_HIDDEN},
        "xaxis2": theme.titled(
            "Error of the answer, % of the range",
            range=[-1.1 * most, 1.1 * most],
            anchor="y2",
            nticks=7,
            fixedrange=True,
        ),
        "yaxis2": {"domain": [0.0, 0.12], "range": [-1.0, 1.0], "anchor": "x2", **_HIDDEN},
    }
    traces = [_dots(found), _answer(errors)]
    figure = theme.figure(
        at_frame(traces, found.sweep.current),
        axes,
        margin={"l": 12, "r": 12, "t": 8, "b": 44},
        font={"size": _FONT_SIZE},
        showlegend=False,
    )
    frames = Frames(
        values=found.sweep.highs,
        labels=[f"ε = {level(curve.high)}" for curve in curves],
        control=control,
        current=found.sweep.current,
        ends=("more private", "more relaxed"),
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
            "cmin": float(np.min(found.decades)),
            "cmax": float(np.max(found.decades)),
            "opacity": 1.0,
            "line": {"width": 0},
        },
        "hovertemplate": "asks for ε = %{customdata:.3g}<br>"
        "counts %{marker.size:.3g} × an equal share<extra></extra>",
        "moves": {
            "marker.size": found.weight,
            "marker.color": found.decades,
            "customdata": found.asked,
        },
    }


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
