"""Figures of privacy accounting: many runs of the odometer, and how far a budget reaches."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.figures import ends, theme
from hetdp_core.figures.frames import Frames
from hetdp_core.figures.text import about, number
from hetdp_core.figures.theme import Trace
from hetdp_core.validate import FloatArray

TITLES = {
    "basic": "Basic composition",
    "simplified": "Simplified filter",
    "bayesian": "Bayesian filter",
}

RUNS, MEDIAN, BASIC, HALTS, MEDIAN_HALT, BASIC_HALT = range(6)
"""Traces of the hero, in this order."""


# --- the hero -----------------------------------------------------------------------------


def odometer(course: OdometerCourse) -> go.Figure:
    """Hero figure: losses of many runs against accepted queries, below the budget."""
    now = course.current
    blue = theme.FILTER_COLOURS["bayesian"]
    counted = "run" if course.runs == 1 else "runs"
    line: Trace = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    dots: Trace = {"type": "scatter", "showlegend": False, "cliponaxis": False}
    traces: list[Trace] = [
        {
            **line,
            "x": _chain(np.tile(course.queries, (course.runs, 1))),
            "y": _chain(course.paths[now]),
            "name": f"Bayesian filter, {course.runs} {counted}",
            "line": {"color": theme.translucent(theme.BLUE, 0.5), "width": 1.4},
        },
        {
            **line,
            "x": course.queries,
            "y": course.median[now],
            "name": "their median",
            "line": filter_line("bayesian", 5),
            "hoverinfo": "x+y+name",
        },
        {
            **line,
            "x": _from_zero(course.basic)[now],
            "y": _from_zero(course.basic_loss)[now],
            "name": "Basic composition",
            "line": filter_line("basic", 5),
        },
        {
            **dots,
            "x": course.halts[now, :, 0],
            "y": course.halts[now, :, 1],
            "mode": "markers",
            "name": "halts here",
            "marker": {"color": blue, "size": 8, "opacity": 0.7},
            "hovertemplate": "%{x} accepted, loss at most %{y:.3g}<extra>one run</extra>",
        },
        {
            **dots,
            **_label(course.accepted("bayesian"), course, "bayesian"),
            "name": "median of the Bayesian filter",
        },
        {**dots, **_label(course.basic, course, "basic"), "name": "basic composition halts"},
    ]
    axes = {
        "xaxis": theme.titled("Questions answered", range=ends.questions(course)),
        "yaxis": theme.titled("Privacy loss", range=ends.stream_losses(course)),
    }
    return theme.figure(
        traces, axes, shapes=[budget_line(course.budget)], annotations=[budget_label(course.budget)]
    )


def _chain(rows: FloatArray) -> FloatArray:
    """Rows (..., R, P) one after the other with gaps between them, so that one trace holds all."""
    gap = np.full((*rows.shape[:-1], 1), np.nan)
    joined = np.concatenate([rows, gap], axis=-1)
    return joined.reshape(*rows.shape[:-2], -1)


def _from_zero(ends: FloatArray) -> FloatArray:
    """(F, 2) from 0 to each end."""
    return np.stack([np.zeros_like(ends), ends], axis=-1)


def filter_line(name: str, width: int) -> dict[str, Any]:
    """How the line of a filter looks."""
    return {
        "color": theme.FILTER_COLOURS[name],
        "dash": theme.FILTER_DASHES[name],
        "width": width,
    }


def _label(counts: FloatArray, course: OdometerCourse, name: str) -> Trace:
    """A marker on the ceiling with the count above it."""
    now = course.current
    return {
        "x": [counts[now]],
        "y": [course.budget],
        "text": [_count(counts)[now]],
        "mode": "markers+text",
        "textposition": "top center",
        "textfont": {"size": 24},
        "marker": {
            "color": theme.FILTER_COLOURS[name],
            "symbol": theme.FILTER_SYMBOLS[name],
            "size": 16,
            "line": {"color": "white", "width": 2},
        },
        "hovertemplate": "%{x:.4g} questions<extra>%{fullData.name}</extra>",
    }


def _count(counts: FloatArray) -> list[str]:
    return ["" if np.isnan(count) else about(count) for count in counts]


def budget_line(budget: float) -> dict[str, Any]:
    """The budget as a horizontal line."""
    line = {"color": theme.INK, "width": 3, "dash": "dash"}
    ends = {"x0": 0, "x1": 1, "y0": budget, "y1": budget}
    return {"type": "line", "xref": "x domain", "yref": "y", **ends, "line": line}


def budget_label(budget: float) -> dict[str, Any]:
    """Its name, at its right end."""
    place = {"xref": "x domain", "x": 1, "xanchor": "right", "yref": "y", "yanchor": "bottom"}
    return {**place, "y": budget, "text": _budget_words(budget), "showarrow": False}


def _budget_words(budget: float) -> str:
    return f"budget {number(budget)}"


def budget_frames(course: OdometerCourse) -> Frames:
    """The whole course of the budget, so that the hero figure follows the drag."""
    place, budgets = course.budgets[:, None], course.budgets.tolist()
    filtered = course.accepted("bayesian")
    halts = course.halts
    return Frames(
        values=course.budgets,
        labels=[number(value) for value in budgets],
        control="Privacy budget",
        current=course.current,
        ends=("more private", "more answers"),
        traces={
            RUNS: {"y": _chain(course.paths)},
            MEDIAN: {"y": course.median},
            BASIC: {"x": _from_zero(course.basic), "y": _from_zero(course.basic_loss)},
            HALTS: {"x": halts[:, :, 0], "y": halts[:, :, 1]},
            MEDIAN_HALT: {"x": filtered[:, None], "y": place, "text": _texts(filtered)},
            BASIC_HALT: {"x": course.basic[:, None], "y": place, "text": _texts(course.basic)},
        },
        layout={
            "shapes.0.y0": budgets,
            "shapes.0.y1": budgets,
            "annotations.0.y": budgets,
            "annotations.0.text": [_budget_words(value) for value in budgets],
        },
        readouts={
            "Basic composition": _readout(course.basic),
            "Simplified filter (median)": _readout(course.accepted("simplified")),
            "Bayesian filter (median)": _readout(filtered, course.at_least),
            "Times as many": [
                "…" if np.isnan(ratio) else f"{number(ratio)} ×" for ratio in course.times_as_many
            ],
        },
    )


def _texts(counts: FloatArray) -> list[list[str]]:
    return [[text] for text in _count(counts)]


def _readout(counts: FloatArray, at_least: FloatArray | None = None) -> list[str]:
    texts = ["…" if np.isnan(count) else about(count) for count in counts]
    if at_least is None:
        return texts
    return [f"≥ {text}" if more else text for text, more in zip(texts, at_least, strict=True)]


# --- accepted queries against the budget --------------------------------------------------


def accepted_against_budget(course: OdometerCourse) -> go.Figure:
    """Median and 10 to 90 % band of the accepted queries, for each filter."""
    traces: list[Trace] = []
    for name in ("bayesian", "simplified"):
        edge = {
            "type": "scatter",
            "x": course.budgets,
            "mode": "lines",
            "line": {"width": 0},
            "showlegend": False,
            "hoverinfo": "skip",
        }
        fill = {"fill": "tonexty", "fillcolor": theme.translucent(theme.FILTER_COLOURS[name], 0.15)}
        traces += [
            {**edge, "y": course.accepted(name, 10.0)},
            {**edge, "y": course.accepted(name, 90.0), **fill},
        ]
    for name in ("bayesian", "simplified", "basic"):
        counts = course.basic if name == "basic" else course.accepted(name)
        traces.append(
            {
                "type": "scatter",
                "x": course.budgets,
                "y": counts,
                "mode": "lines",
                "name": TITLES[name],
                "line": filter_line(name, 4),
                "hovertemplate": "budget %{x:.3g}: %{y:.4g}<extra>%{fullData.name}</extra>",
            }
        )
    axes = {
        "xaxis": theme.titled("Privacy budget", range=[0, course.scenario.ceiling]),
        "yaxis": theme.titled("Questions answered", rangemode="tozero"),
    }
    return theme.figure(traces, axes)
