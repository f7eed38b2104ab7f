"""Figure and table of the paper's error bounds over the error of the mean."""

from __future__ import annotations

import pandas as pd

from hetdp_core.features.bounds import CONSTANT, BoundSweep
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.text import number
from hetdp_core.figures.theme import Trace
from hetdp_core.validate import FloatArray

ERROR = "expected error"
BARE = "Theorem 2 without its constant"
BOUND = f"bound: {number(CONSTANT)} × Theorem 2"
COROLLARY = "Corollary 1 without its constant"


def error_bounds(sweep: BoundSweep) -> Figure:
    """Draw the bounds of Theorem 2 and Corollary 1 over the error, along q."""
    looks = {
        ERROR: (theme.RULE_COLOURS["paper"], "solid", 5),
        BARE: (theme.GREY, "dot", 3),
        BOUND: (theme.BLUE, "dash", 3),
        COROLLARY: (theme.GREEN, "dashdot", 3),
    }
    traces: list[Trace] = [
        {
            "type": "scatter",
            "x": sweep.q,
            "y": values,
            "name": name,
            "mode": "lines",
            "line": dict(zip(("color", "dash", "width"), looks[name], strict=True)),
            "hovertemplate": "q = %{x:.2f}: %{y:.3g}<extra>%{fullData.name}</extra>",
        }
        for name, values in _lines(sweep).items()
    ]
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1]),
        "yaxis": theme.logarithmic("Expected squared distance", dtick="D2"),
    }
    return theme.figure(traces, axes)


def error_bounds_table(sweep: BoundSweep) -> pd.DataFrame:
    """Return the lines of the figure along q."""
    return pd.DataFrame({"q": sweep.q, **_lines(sweep)})


def _lines(sweep: BoundSweep) -> dict[str, FloatArray]:
    lines = {ERROR: sweep.error, BARE: sweep.theorem_2, BOUND: sweep.bound}
    return lines if sweep.corollary_1 is None else {**lines, COROLLARY: sweep.corollary_1}
