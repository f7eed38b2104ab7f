"""Figures of one conversation: the odometer step by step, and beliefs along the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from hetdp_core.accounting.beliefs import BeliefCourse
from hetdp_core.accounting.stepping import Walk
from hetdp_core.figures import ends, theme
from hetdp_core.figures.accounting.streams import budget_label, budget_line, filter_line
from hetdp_core.figures.frames import Frames
from hetdp_core.figures.text import number
from hetdp_core.figures.theme import Trace
from hetdp_core.validate import FloatArray


def odometer_so_far(talk: Walk) -> go.Figure:
    """e^L after each answer, what the next answer would make of it, and the budget."""
    steps, next_one = talk.steps, len(talk.steps) + 1
    numbers = [0, *(step.number for step in steps)]
    accepted = talk.decision.accepted
    line: Trace = {"type": "scatter", "x": numbers, "mode": "lines+markers"}
    traces: list[Trace] = [
        {
            **line,
            "y": [1.0, *(step.basic_ratio for step in steps)],
            "name": "Basic composition",
            "line": filter_line("basic", 3),
            "marker": {"size": 11, "symbol": theme.FILTER_SYMBOLS["basic"]},
            "hovertemplate": "after %{x}: %{y:.3g}<extra>basic composition</extra>",
        },
        {
            **line,
            "y": [1.0, *(step.ratio for step in steps)],
            "name": "Odometer",
            "line": filter_line("bayesian", 5),
            "marker": {"size": 13, "symbol": theme.FILTER_SYMBOLS["bayesian"]},
            "hovertemplate": "after %{x}: %{y:.3g}<extra>odometer</extra>",
        },
        {
            "type": "scatter",
            "x": [next_one, next_one],
            "y": [talk.ratio_after(True), talk.ratio_after(False)],
            "mode": "markers+text",
            "text": ["if 1", "if 0"],
            "textposition": ["top right", "bottom right"],
            "cliponaxis": False,
            "name": "next, if accepted" if accepted else "next: refused",
            "marker": {
                "size": 15,
                "symbol": "circle-open" if accepted else "x-thin-open",
                "color": theme.GREEN if accepted else theme.VERMILLION,
                "line": {"width": 3},
            },
            "hovertemplate": "%{text}: %{y:.3g}<extra>next</extra>",
        },
    ]
    axes = {
        "xaxis": theme.titled(
            "Questions answered", range=[-0.1, next_one + 0.7], dtick=talk.tick_step
        ),
        "yaxis": theme.titled(
            "Odds changed by up to (× e<sup>L</sup>)", range=[0.9, talk.largest_ratio]
        ),
    }
    most = talk.settings.most
    words = {**budget_label(most), "x": 0, "xanchor": "left"}
    return theme.figure(traces, axes, shapes=[budget_line(most)], annotations=[words])


# --- posterior ----------------------------------------------------------------------------


def beliefs(course: BeliefCourse, after: int) -> tuple[go.Figure, Frames]:
    """Belief after some answers; the slider goes through all of them.

    Bars inside their corridor for a line, a heat map of factors for a plane.
    """
    if len(course.axes) == 1:
        figure, moving = _line(course, after)
    else:
        figure, moving = _plane(course, after)
    steps = range(len(course.posteriors))
    frames = Frames(
        values=np.arange(len(course.posteriors), dtype=np.float64),
        labels=[_answers(step) for step in steps],
        control="After",
        current=after,
        ends=("before any answer", "all answers"),
        traces=moving,
        readouts={
            "Statement before": [_share(gain.prior) for gain in course.gains],
            "now": [_share(gain.posterior) for gain in course.gains],
            "allowed by the odometer": [
                f"{_share(gain.odds_corridor[0])} to {_share(gain.odds_corridor[1])}"
                for gain in course.gains
            ],
        },
    )
    return figure, frames


def _answers(count: int) -> str:
    return "1 answer" if count == 1 else f"{count} answers"


def _share(value: float) -> str:
    return f"{value:.1%}".replace("%", " %")


def _line(course: BeliefCourse, after: int) -> tuple[go.Figure, dict[int, Any]]:
    values, stairs = course.axes[0], np.repeat(course.edges, 2)[1:-1]
    traces: list[Trace] = [
        {
            "type": "scatter",
            "x": _there_and_back(stairs, stairs),
            "y": _around(course)[after],
            "mode": "lines",
            "line": {"width": 0},
            "fill": "toself",
            "fillcolor": theme.translucent(theme.GREEN, 0.2),
            "name": "what the odometer allows",
            "hoverinfo": "skip",
        },
        {
            "type": "bar",
            "x": values,
            "y": course.posteriors[after],
            "name": "belief now",
            "marker": {"color": theme.BLUE},
            "hovertemplate": "x = %{x:.3g}: %{y:.3g}<extra>belief now</extra>",
        },
        {
            "type": "scatter",
            "x": values,
            "y": course.prior,
            "mode": "lines+markers",
            "name": "belief before",
            "line": {"color": theme.INK, "width": 2, "dash": "dot"},
            "marker": {"size": 7},
            "hovertemplate": "x = %{x:.3g}: %{y:.3g}<extra>belief before</extra>",
        },
    ]
    axes = {
        "xaxis": theme.titled("The record x", nticks=12, range=course.edges[[0, -1]].tolist()),
        "yaxis": theme.titled("Belief", range=ends.beliefs(course)),
    }
    moving = {0: {"y": _around(course)}, 1: {"y": course.posteriors}}
    return theme.figure(traces, axes, bargap=0.3), moving


def _around(course: BeliefCourse) -> FloatArray:
    """(F, 4N) the outline of the corridor, one stair for each bar."""
    return _there_and_back(np.repeat(course.high, 2, axis=1), np.repeat(course.low, 2, axis=1))


def _there_and_back(there: FloatArray, back: FloatArray) -> FloatArray:
    return np.concatenate([there, back[..., ::-1]], axis=-1)


def _plane(course: BeliefCourse, after: int) -> tuple[go.Figure, dict[int, Any]]:
    cells = {
        "type": "heatmap",
        "x": course.axes[0],
        "y": course.axes[1],
        "z": course.log_planes[after],
        "zmin": -course.widest,
        "zmax": course.widest,
        "colorscale": [[0, theme.VERMILLION], [0.5, "#F4F4F4"], [1, theme.BLUE]],
        "colorbar": {
            "title": {"text": "belief"},
            "tickvals": list(course.factors),
            "ticktext": [f"× {number(factor)}" for factor in course.factors.values()],
        },
        "hovertemplate": "(%{x:.2f}, %{y:.2f}): log factor %{z:.2f}<extra></extra>",
    }
    across, up = (coordinate + 1 for coordinate in course.shown)
    axes = {
        "xaxis": theme.titled(f"Coordinate {across} of the record"),
        "yaxis": theme.titled(f"Coordinate {up}"),
    }
    return theme.figure([cells], axes), {0: {"z": course.log_planes}}
