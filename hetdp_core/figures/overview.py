"""The four topics in small: one idea each, for the cards of the first screen."""

from __future__ import annotations

from typing import Any

import numpy as np

from hetdp_core.features import CorrelationSweep
from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import literal, number
from hetdp_core.figures.ridge.losses import ErrorAxis
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.mean.sweep import SaturationCurve
from hetdp_core.odometer.streams.sweep import BudgetSweep
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import LAMBDA, NUMBERS, RidgeSweep

_MARGIN = {"l": 62, "r": 22, "t": 12, "b": 44}
_FONT_SIZE = 14


def _small(
    lines: list[tuple[Trace, float, str]], xaxis: Axis, yaxis: Axis, *marks: Trace
) -> Figure:
    """Draw lines and marks, each line with its name next to it: a legend has no room.

    lines : each with the place of its name: how far along it, from 0 to 1, and on which side.
    """
    names = [_name(*line) for line in lines]
    return theme.figure(
        [*(line for line, *_ in lines), *marks, *names],
        {
            "xaxis": {"nticks": 5, "fixedrange": True, **xaxis},
            "yaxis": {"nticks": 4, "fixedrange": True, **yaxis},
        },
        margin=_MARGIN,
        font={"size": _FONT_SIZE},
        showlegend=False,
    )


def _line(name: str, x: Any, y: Any, colour: str, dash: str = "solid", width: int = 4) -> Trace:
    line = {"color": colour, "dash": dash, "width": width}
    return {"type": "scatter", "mode": "lines", "name": name, "x": x, "y": y, "line": line}


def _ridge_line(name: str, key: str, x: Any, y: Any) -> Trace:
    """Return a line in the look that a method of ridge regression has on its page."""
    return _line(name, x, y, theme.RIDGE_COLOURS[key], theme.RIDGE_DASHES[key])


def _name(line: Trace, share: float, side: str) -> Trace:
    place = round(share * (len(line["x"]) - 1))
    return theme.points(
        mode="markers+text",
        name=line["name"],
        x=[line["x"][place]],
        y=[line["y"][place]],
        text=[line["name"]],
        textposition=side,
        textfont={"color": theme.INK},
        marker={"size": 8, "opacity": 0},
        cliponaxis=False,
    )


def saturation(curve: SaturationCurve) -> Figure:
    """Draw privacy asked and privacy given, user by user."""
    requested = _line("requested", curve.share, curve.requested, theme.GREY, "dot", 3)
    applied = _line("applied", curve.share, curve.granted, theme.BLUE)
    return _small(
        [(requested, 0.8, "top left"), (applied, 1.0, "bottom left")],
        theme.titled("Share of people, %", range=[0, 100]),
        theme.logarithmic("ε"),
    )


def correlation(sweep: CorrelationSweep, q: float) -> Figure:
    """Draw the error against correlation: each feature as it asks, or all like the strictest."""
    ours, alike = sweep.whole.miss, sweep.curves["min_delta"].miss
    colours = theme.RULE_COLOURS
    each = _line("separate", sweep.q, ours, colours["optimised"])
    every = _line("same for all", sweep.q, alike, colours["min_delta"], "dash")
    return _small(
        [(each, 0.05, "bottom right"), (every, 1.0, "bottom left")],
        theme.titled("Correlation q", range=[0, 1]),
        theme.titled("Error, %", range=[0, 1.08 * float(max(ours.max(), alike.max()))]),
        {
            "type": "scatter",
            "mode": "markers",
            "x": [q],
            "y": [ours[sweep.index(q)]],
            "name": f"now, q = {number(q)}",
            "showlegend": False,
            "marker": {"color": theme.BLUE, "size": 13, "line": {"color": "white", "width": 2}},
        },
    )


def regression_error(sweep: RidgeSweep, prepared: Prepared) -> Figure:
    """Draw the error of the best private regression against λ, next to the better single number."""
    verdict, errors = sweep.verdict, ErrorAxis(prepared, sweep.scenario.regularised)
    without = errors.heights(sweep.nonprivate_loss)
    nonprivate = _line("without privacy", sweep.lams, without, theme.GREY, "dot", 3)
    lines = [(nonprivate, 0.0, "bottom right")]
    if verdict.regression in sweep.series:
        drawn = errors.heights(sweep.mean_loss(verdict.regression))
        regression = _ridge_line("private regression", verdict.regression, sweep.lams, drawn)
        lines.append((regression, 1.0, "top left"))
    level = errors.heights(sweep.mean_loss(verdict.trivial))
    number_for_all = _ridge_line(NUMBERS[verdict.trivial], verdict.trivial, sweep.lams, level)
    lines.append((number_for_all, 1.0, "bottom left"))
    low = min(float(np.min(sweep.nonprivate_loss)), verdict.loss, verdict.trivial_loss)
    ends = errors.heights([low / 3.0, max(30.0 * verdict.trivial_loss, 2.0 * verdict.loss)])
    title = "Test loss" if sweep.scenario.regularised else f"Error{literal(errors.after)}"
    return _small(
        lines,
        theme.logarithmic(LAMBDA),
        theme.logarithmic(title, range=[*map(log_axes.decade, ends)]),
    )


def odometer(sweep: BudgetSweep, budget: float) -> Figure:
    """Draw privacy loss against questions: basic composition and the median of the streams."""
    now = sweep.place(budget)
    basic = [0.0, float(sweep.basic[now])]
    worst = _line("worst case", basic, [0.0, sweep.basic_loss[now]], theme.VERMILLION, "dash")
    questions, losses = (along[now] for along in sweep.path(2))
    there = np.concatenate([[True], np.diff(questions) > 0])  # not where it has halted
    questions, losses = questions[there], losses[there]
    learned = _line("learned", questions, losses, theme.BLUE)
    return _small(
        [(worst, 1.0, "middle right"), (learned, 0.2, "bottom right")],
        theme.titled("Questions answered", rangemode="tozero"),
        theme.titled("Privacy loss", range=[0, 1.1 * budget]),
    )
