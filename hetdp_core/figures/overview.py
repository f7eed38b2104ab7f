"""The four topics in small: one idea each, for the map on the overview page."""

from __future__ import annotations

from typing import Any

import numpy as np

from hetdp_core.features import RULES, CorrelationSweep
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.text import number
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.mean.sweep import SaturationCurve
from hetdp_core.odometer.streams.sweep import BudgetSweep
from hetdp_core.ridge.sweep import RidgeSweep

_MARGIN = {"l": 62, "r": 22, "t": 12, "b": 58}
_FONT_SIZE = 13


def _small(traces: list[Trace], xaxis: Axis, yaxis: Axis, **layout: Any) -> Figure:
    return theme.figure(
        traces,
        {"xaxis": {"nticks": 5, **xaxis}, "yaxis": {"nticks": 4, **yaxis}},
        margin=_MARGIN,
        font={"size": _FONT_SIZE},
        **layout,
    )


def _line(name: str, x: Any, y: Any, colour: str, dash: str = "solid", width: int = 4) -> Trace:
    line = {"color": colour, "dash": dash, "width": width}
    return {"type": "scatter", "mode": "lines", "name": name, "x": x, "y": y, "line": line}


def saturation(curve: SaturationCurve) -> Figure:
    """Draw privacy asked and privacy given, user by user."""
    traces = [
        _line("asked", curve.share, curve.requested, theme.GREY, "dot", 3),
        _line("given", curve.share, curve.granted, theme.BLUE),
    ]
    return _small(
        traces,
        theme.titled("Users, strictest first, %", range=[0, 100]),
        theme.logarithmic("ε", dtick=1),
    )


def correlation(sweep: CorrelationSweep, q: float) -> Figure:
    """Draw the error against correlation: each feature as it asks, or all like the strictest."""
    shown = {"optimised": ("each as it asks", "solid"), "min_delta": ("all alike", "dash")}
    traces = [
        _line(words, sweep.q, sweep.curves[rule].miss, theme.RULE_COLOURS[rule], dash)
        for rule, (words, dash) in shown.items()
        if rule in RULES
    ]
    top = max(float(np.max(trace["y"])) for trace in traces)
    return _small(
        [*traces, _now(q, traces[0]["y"][sweep.index(q)])],
        theme.titled("Correlation q between features", range=[0, 1]),
        theme.titled("Miss, %", range=[0, 1.08 * top]),
    )


def loss(sweep: RidgeSweep) -> Figure:
    """Draw test loss of the best private regression against λ, beside the better trivial one."""
    verdict = sweep.verdict
    traces = [_line("without privacy", sweep.lams, sweep.nonprivate_loss, theme.GREY, "dot", 3)]
    if verdict.regression in sweep.series:
        drawn = sweep.mean_loss(verdict.regression)
        traces.append(_line("private regression", sweep.lams, drawn, theme.BLUE))
    level = np.full(sweep.lams.shape, verdict.trivial_loss)
    trivial = "private mean" if verdict.trivial == "private_mean" else "constant 0"
    traces.append(_line(trivial, sweep.lams, level, theme.ORANGE, "dash"))
    low = min(float(np.min(sweep.nonprivate_loss)), verdict.loss, verdict.trivial_loss)
    ends = [
        theme.decade(0.7 * low),
        theme.decade(max(30.0 * verdict.trivial_loss, 2.0 * verdict.loss)),
    ]
    return _small(
        traces,
        theme.logarithmic("Regularisation λ", dtick=1),
        theme.logarithmic("Test loss", range=ends, dtick=1),
    )


def odometer(sweep: BudgetSweep, budget: float) -> Figure:
    """Draw privacy loss against questions: basic composition and the median of the streams."""
    now = sweep.place(budget)
    basic = [0.0, float(sweep.basic[now])]
    traces = [
        _line("basic composition", basic, [0.0, sweep.basic_loss[now]], theme.VERMILLION, "dash"),
        _line("really learned (median)", sweep.queries, sweep.median[now], theme.BLUE),
    ]
    return _small(
        traces,
        theme.titled("Questions answered", rangemode="tozero"),
        theme.titled("Privacy loss", range=[0, 1.1 * budget]),
    )


def _now(x: float, y: float) -> Trace:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [x],
        "y": [y],
        "name": f"now, q = {number(x)}",
        "showlegend": False,
        "marker": {"color": theme.BLUE, "size": 13, "line": {"color": "white", "width": 2}},
    }
