"""Figures of the heterogeneous mean: the hero, and what lies behind it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import plotly.graph_objects as go

from hetdp_core.figures import ends, theme
from hetdp_core.figures.frames import Frames
from hetdp_core.figures.text import level, number, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.relaxing import ErrorCurve
from hetdp_core.mean.sweep import SaturationCurve, SaturationSweep
from hetdp_core.validate import FloatArray

GIVEN, ASKED, LEVEL, FREE, ONSET, WEIGHT, WEIGHT_ONSET = range(7)
"""Traces of the saturation figure, in drawing order."""

LOWER_PANEL = {"xaxis": "x", "yaxis": "y2"}

# What never moves is no trace: it then costs nothing while the figure follows a drag.
EQUAL_LINE = {
    "type": "line",
    "yref": "y2",
    "x0": 0,
    "x1": 100,
    "y0": 1,
    "y1": 1,
    "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
}
EQUAL_LABEL = {
    "yref": "y2",
    "x": 0.5,
    "y": 1,
    "text": "equal weight",
    "showarrow": False,
    "xanchor": "left",
    "yanchor": "bottom",
    "font": {"size": theme.FONT_SIZE - 2},
}


def saturation(sweep: SaturationSweep) -> go.Figure:
    """Hero figure: privacy asked, privacy given, weight, and where they saturate."""
    curve = sweep.present
    users = "Users, from the strictest to the most relaxed"
    axes = {
        "xaxis": theme.titled(users, range=[0, 100], ticksuffix=" %", anchor="y2"),
        "yaxis": theme.logarithmic(
            "Privacy loss ε",
            domain=[0.4, 1.0],
            range=ends.levels(sweep),
            dtick=1,
        ),
        "yaxis2": theme.titled(
            "Weight × n", domain=[0.0, 0.34], range=_weight_range(curve), nticks=5
        ),
    }
    traces = [*_privacy_traces(curve), *_weight_traces(curve)]
    return theme.figure(traces, axes, shapes=[EQUAL_LINE], annotations=[EQUAL_LABEL])


def _weight_range(curve: SaturationCurve) -> list[float]:
    return [0.0, curve.weight_ceiling]


def _privacy_traces(curve: SaturationCurve) -> list[Trace]:
    return [
        {
            "type": "scatter",
            "x": curve.share,
            "y": curve.given,
            "name": "given",
            "mode": "lines",
            "line": {"shape": "hvh", "color": theme.BLUE, "width": 5},
            "hovertemplate": "given ε = %{y:.3g}<extra></extra>",
        },
        {
            "type": "scatter",
            "x": curve.share,
            "y": curve.asked,
            "name": "asked",
            "mode": "lines",
            "line": {"shape": "hvh", "color": theme.GREY, "width": 3, "dash": "dot"},
            "fill": "tonexty",
            "fillcolor": theme.FREE_PRIVACY,
            "hovertemplate": "asked ε = %{y:.3g}<extra></extra>",
        },
        {
            "type": "scatter",
            "x": [0, 100],
            "y": [_or_gap(curve.level)] * 2,
            "mode": "lines",
            "line": {"color": theme.VERMILLION, "width": 2, "dash": "dash"},
            "name": "saturation level τ",
            "hoverinfo": "skip",
        },
        {
            "type": "scatter",
            "x": [curve.free_place[0]],
            "y": [curve.free_place[1]],
            "text": ["privacy for free"],
            "mode": "text",
            "textfont": {"size": theme.FONT_SIZE + 2},
            "showlegend": False,
            "hoverinfo": "skip",
        },
        _onset_marker(curve.saturates_from, curve.level, "saturation begins"),
    ]


def _weight_traces(curve: SaturationCurve) -> list[Trace]:
    return [
        {
            "type": "scatter",
            "x": curve.share,
            "y": curve.relative_weight,
            "name": "weight in the estimate",
            "mode": "lines",
            "line": {"shape": "hvh", "color": theme.BLUE, "width": 3},
            "fill": "tozeroy",
            "fillcolor": theme.SOFT_BLUE,
            "showlegend": False,
            "hovertemplate": "%{y:.3g} × an equal share<extra></extra>",
            **LOWER_PANEL,
        },
        {
            **_onset_marker(curve.saturates_from, curve.saturated_weight, "weights saturate"),
            **LOWER_PANEL,
        },
    ]


def _onset_marker(share: float, height: float, name: str) -> Trace:
    return {
        "type": "scatter",
        "x": [share],
        "y": [_or_gap(height)],
        "mode": "markers",
        "marker": {"color": theme.VERMILLION, "size": 14, "symbol": "diamond"},
        "name": name,
        "showlegend": False,
        "hovertemplate": "saturation begins at %{x:.3g} % of the users<extra></extra>",
    }


def saturation_frames(sweep: SaturationSweep, control: str) -> Frames:
    """The whole sweep, so that the hero figure follows the drag."""
    curves = sweep.curves
    onset = np.array([[curve.saturates_from] for curve in curves])
    tau = np.array([[_or_gap(curve.level)] for curve in curves])
    free = np.array([curve.free_place for curve in curves])
    return Frames(
        values=sweep.highs,
        labels=[level(curve.high) for curve in curves],
        control=control,
        current=sweep.current,
        ends=("more private", "more relaxed"),
        traces={
            GIVEN: {"y": _stack(curve.given for curve in curves)},
            ASKED: {"y": _stack(curve.asked for curve in curves)},
            LEVEL: {"y": np.repeat(tau, 2, axis=1)},
            FREE: {"x": free[:, :1], "y": free[:, 1:]},
            ONSET: {"x": onset, "y": tau},
            WEIGHT: {"y": _stack(curve.relative_weight for curve in curves)},
            WEIGHT_ONSET: {"x": onset, "y": _stack([c.saturated_weight] for c in curves)},
        },
        layout={"yaxis2.range": [_weight_range(curve) for curve in curves]},
        readouts={
            "Saturation level τ": [_level_readout(curve) for curve in curves],
            "Get more privacy than asked": [percent(c.saturated_share) for c in curves],
            "Worst-case error": [f"± {percent(c.worst_case_error)} of range" for c in curves],
        },
    )


def _stack(rows: Iterable[object]) -> FloatArray:
    return np.array(list(rows), dtype=np.float64)


def _or_gap(value: float) -> float:
    """NaN, which is not drawn, in place of infinity."""
    return value if np.isfinite(value) else float("nan")


def _level_readout(curve: SaturationCurve) -> str:
    return number(curve.level) if np.isfinite(curve.level) else "not reached"


def error_curve(curve: ErrorCurve, control: str) -> go.Figure:
    """Worst-case error against the most relaxed level: flat once weights saturate."""
    lines = [
        {
            "type": "scatter",
            "x": curve.highs,
            "y": errors,
            "name": METHODS[method].title,
            "mode": "lines",
            "line": {
                "color": theme.METHOD_COLOURS[method],
                "dash": theme.METHOD_DASHES[method],
                "width": 5 if method == "adpm" else 3,
            },
            "hovertemplate": "ε = %{x:.3g}: ± %{y:.3g} %<extra>%{fullData.name}</extra>",
        }
        for method, errors in curve.errors.items()
    ]
    now = {
        "type": "scatter",
        "x": [curve.high],
        "y": [curve.present_error],
        "mode": "markers",
        "name": "now",
        "marker": {"color": theme.BLUE, "size": 14, "line": {"color": "white", "width": 2}},
        "hovertemplate": "now: ε = %{x:.3g}, ± %{y:.3g} %<extra></extra>",
    }
    onset = [_onset_line(curve)] if curve.onset is not None else []
    axes = {
        "xaxis": theme.logarithmic(control),
        "yaxis": theme.logarithmic("Worst-case error, % of range"),
    }
    return theme.figure([*lines, now, *onset], axes)


def _onset_line(curve: ErrorCurve) -> Trace:
    onset = curve.onset or 0.0
    every = np.concatenate(list(curve.errors.values())).tolist()
    middle = np.sqrt(curve.highs[0] * curve.highs[-1])  # of the logarithmic axis
    return {
        "type": "scatter",
        "x": [onset, onset],
        "y": [min(every), max(every)],
        "mode": "lines+text",
        "text": ["", f"<br> saturation begins <br> at ε = {number(onset)} "],
        "textposition": "bottom right" if onset < middle else "bottom left",
        "textfont": {"size": theme.FONT_SIZE + 1},
        "line": {"color": theme.VERMILLION, "dash": "dash", "width": 2},
        "showlegend": False,
        "hoverinfo": "skip",
    }
