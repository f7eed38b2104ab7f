"""Figures of named sweeps: what a simulation gave, beside what is known exactly."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from hetdp_core.experiments import Sweep
from hetdp_core.figures import theme
from hetdp_core.figures.theme import Axis, Trace

FOUR = 4.0
"""Standard errors in a bar: a mean further than this from its line would be news."""


def sweep_result(sweep: Sweep, summary: pd.DataFrame, expected: pd.DataFrame) -> go.Figure:
    """A named sweep: simulated means with their standard errors, closed forms as lines."""
    traces: list[Trace] = []
    for index, (method, rows) in enumerate(summary.groupby("method", sort=False)):
        colour = theme.SERIES[index % len(theme.SERIES)]
        symbol = theme.SERIES_SYMBOLS[index % len(theme.SERIES_SYMBOLS)]
        marker = {"size": 11, "color": colour, "symbol": symbol}
        traces.append(_simulated(str(method), rows, sweep.parameter, marker))
        exact = expected[expected["method"] == method]
        if len(exact):
            traces.append(_exact(str(method), exact, sweep.parameter, colour))
    axes = {
        "xaxis": _parameter_axis(sweep),
        "yaxis": theme.logarithmic("Loss (mean ± 4 standard errors)"),
    }
    return theme.figure(traces, axes)


def _parameter_axis(sweep: Sweep) -> Axis:
    """Logarithmic where the values of the parameter span two orders of magnitude."""
    values = [float(point[sweep.parameter]) for point in sweep.points]
    if min(values) > 0 and max(values) >= 100 * min(values):
        return theme.logarithmic(sweep.parameter)
    return theme.titled(sweep.parameter)


def _simulated(method: str, rows: pd.DataFrame, parameter: str, marker: dict[str, object]) -> Trace:
    return {
        "type": "scatter",
        "x": rows[parameter],
        "y": rows["mean"],
        "mode": "markers",
        "name": method,
        "marker": marker,
        "error_y": {"array": FOUR * rows["standard_error"], "color": marker["color"]},
        "hovertemplate": "%{x}: %{y:.3g}<extra>%{fullData.name}</extra>",
    }


def _exact(method: str, rows: pd.DataFrame, parameter: str, colour: str) -> Trace:
    return {
        "type": "scatter",
        "x": rows[parameter],
        "y": rows["expected"],
        "mode": "lines",
        "line": {"color": colour, "width": 2},
        "name": f"{method}, exact",
        "showlegend": False,
        "hovertemplate": "%{x}: %{y:.3g} exact<extra></extra>",
    }
