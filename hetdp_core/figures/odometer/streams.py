"""Figures of privacy accounting: many runs of the odometer, and how far a budget reaches."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import about, exactly, number
from hetdp_core.figures.theme import Trace
from hetdp_core.numerals import as_set
from hetdp_core.odometer.streams.sweep import DELTA, BudgetSweep
from hetdp_core.validate import FloatArray

TITLES = {
    "basic": "Basic composition",
    "simplified": "Simplified filter",
    "bayesian": "Bayesian filter",
}
IDEAS = {
    "basic": "counts the most each answer could reveal",
    "simplified": "counts what answers revealed, and the next one in full",
    "bayesian": "counts what answers revealed, for every possible next answer",
}
WITH_DELTA = {"concentrated": "zCDP filter, with δ", "composed": "Exact composition, with δ"}
"""Their promise is weaker; they stand next to the others in one figure."""

MEDIAN = f"{TITLES['bayesian']} (median)"

STREAMS = ("middle half of people", "where each person stops")
"""Names of the other lines of the streams, next to their median."""

LOSS = "Privacy loss L"

BAND = theme.translucent(theme.BLUE, 0.35)
"""Fill between percentiles, seen on a dark page as well."""

BELOW_ONE = 0.4
"""Where no question at all is drawn on a logarithmic axis: below its end."""

WHOLE_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
"""Questions between two ticks: there is no half question."""


def odometer(sweep: BudgetSweep, budget: float) -> tuple[Figure, Frames]:
    """Draw the hero figure: losses of many runs against answered questions, below the budget."""
    traces, budgets, now = _stream_traces(sweep), sweep.budgets.tolist(), sweep.place(budget)
    labels = [exactly(value) for value in budgets]
    ranges, heights = question_ranges(sweep), loss_ranges(sweep)
    # The budget's name gives way where basic composition halts.
    ends = np.where(sweep.basic > 0.6 * np.array(ranges)[:, 1], "left", "right").tolist()
    ticks = [next(step for step in WHOLE_STEPS if end <= 6 * step) for _, end in ranges]
    axes = {
        "xaxis": theme.titled("Questions answered", range=ranges[now], dtick=ticks[now]),
        "yaxis": theme.titled(LOSS, range=heights[now]),
    }
    marks = {"shapes": [budget_line(budget)], "annotations": [budget_label(budget, ends[now])]}
    figure = theme.figure(at_frame(traces, now), axes, **marks)
    frames = Frames(
        values=sweep.budgets,
        labels=labels,
        control="Privacy budget",
        current=now,
        ends=("more private", "more answers"),
        traces=moves(traces),
        layout={
            "xaxis.range": ranges,
            "xaxis.dtick": ticks,
            "yaxis.range": heights,
            "shapes.0.y0": budgets,
            "shapes.0.y1": budgets,
            "annotations.0.y": budgets,
            "annotations.0.x": [float(end == "right") for end in ends],
            "annotations.0.xanchor": ends,
            "annotations.0.text": [f"budget {label}" for label in labels],
        },
        readouts={
            TITLES["basic"]: _readout(sweep, "basic"),
            MEDIAN: _readout(sweep, "bayesian"),
        },
    )
    return figure, frames


def question_ranges(sweep: BudgetSweep) -> list[list[float]]:
    """Return an axis at each budget that ends where the last stream or basic composition halts."""
    ends = 1.04 * np.maximum(np.maximum(sweep.last_halt, sweep.basic), 1.0)
    return [[0.0, end] for end in ends.tolist()]


def loss_ranges(sweep: BudgetSweep) -> list[list[float]]:
    """Return an axis at each budget that ends above it, in steps: the budget is seen to move."""
    ends = 1.4 * 2.0 ** (np.ceil(2.0 * np.log2(sweep.budgets)) / 2.0)
    return [[0.0, end] for end in ends.tolist()]


def _stream_traces(sweep: BudgetSweep) -> list[Trace]:
    """Return half of the streams, where each halts, their median and basic composition."""
    after = "after %{x:.0f} questions: privacy loss %{y:.3g}"
    low, low_loss = sweep.path(1, until=3)  # beyond it, the upper quartile has stopped
    (middle, middle_loss), (high, high_loss) = map(sweep.path, (2, 3))
    halts, (basic, basic_loss) = sweep.counts["bayesian"].T, sweep.basic_path
    return [
        theme.lines(
            name=STREAMS[0],
            showlegend=sweep.is_whole,
            line={"width": 0},
            fill="toself",
            fillcolor=BAND,
            moves={
                "x": np.hstack([low, high[:, ::-1]]),
                "y": np.hstack([low_loss, high_loss[:, ::-1]]),
            },
        ),
        theme.points(
            name=STREAMS[1],
            showlegend=True,
            cliponaxis=False,
            marker={"color": theme.BLUE, "symbol": "circle-open", "size": 7},
            hovertemplate="stops after %{x:.0f} questions<extra>one simulated person</extra>",
            moves={"x": halts, "y": sweep.stopped.T},
        ),
        theme.lines(
            name=MEDIAN,
            showlegend=sweep.is_whole,
            line=filter_line("bayesian", 5),
            hovertemplate=f"{after}<extra>{MEDIAN}</extra>",
            moves={"x": middle, "y": middle_loss},
        ),
        theme.lines(
            name=TITLES["basic"],
            showlegend=True,
            line=filter_line("basic", 5),
            hovertemplate=f"{after}<br>{IDEAS['basic']}<extra>basic composition</extra>",
            moves={"x": basic, "y": basic_loss},
        ),
        _label(sweep, "bayesian", "median of the Bayesian filter"),
        _label(sweep, "basic", "basic composition halts"),
    ]


def curve(
    x: ArrayLike, y: ArrayLike, name: str, look: Mapping[str, Any], hover: str, mode: str = "lines"
) -> Trace:
    """Return a line with a name; where one points at it, it says that and its name."""
    told = f"{hover}<extra>%{{fullData.name}}</extra>"
    return theme.lines(x=x, y=y, mode=mode, name=name, line=look, hovertemplate=told)


def filter_line(name: str, width: int) -> dict[str, Any]:
    """Return how the line of a filter looks."""
    return theme.look(theme.FILTER_COLOURS, theme.FILTER_DASHES, name, width)


def _label(sweep: BudgetSweep, name: str, in_legend: str) -> Trace:
    """Return a marker where a filter halts, with the count next to it."""
    return theme.points(
        mode="markers+text",
        name=in_legend,
        showlegend=False,
        cliponaxis=False,
        textfont={"size": theme.FONT_SIZE + 2},
        marker=theme.ringed(theme.FILTER_COLOURS[name], 16, symbol=theme.FILTER_SYMBOLS[name]),
        hovertemplate=f"%{{x:,.0f}} questions<br>{IDEAS[name]}<extra>%{{fullData.name}}</extra>",
        moves=_labels(sweep, name),
    )


def _labels(sweep: BudgetSweep, name: str) -> dict[str, Any]:
    """Return the place and the text of a filter's label at every budget.

    It goes to the side where there is room.  That of basic composition stands above its marker, the
    other one below, so both are readable however close they are.  The legend says which is which.
    Where both are 0, one says so.
    """
    counts = sweep.accepted(name)
    once = (name == "basic") & (sweep.basic == 0.0) & (sweep.accepted("bayesian") == 0.0)
    reached = sweep.basic_loss if name == "basic" else sweep.path(2)[1][:, -1]
    above = (name == "basic") | (reached < 0.3 * sweep.budgets)  # not below the axis
    most = np.array([end for _, end in question_ranges(sweep)])
    sides = zip(above, counts < 0.8 * most, strict=True)
    said = zip(once | np.isnan(counts), _readout(sweep, name), strict=True)
    return {
        "x": counts[:, None],
        "y": reached[:, None],
        "text": [["" if nothing else f"<b>{count}</b>"] for nothing, count in said],
        "textposition": [
            f"{'top' if up else 'bottom'} {'right' if right else 'left'}" for up, right in sides
        ],
    }


def budget_line(budget: float) -> dict[str, Any]:
    """Return the budget as a horizontal line."""
    line = {"color": theme.INK, "width": 3, "dash": "dash"}
    ends = {"x0": 0, "x1": 1, "y0": budget, "y1": budget}
    return {"type": "line", "xref": "x domain", "yref": "y", **ends, "line": line}


def budget_label(budget: float, end: str = "right") -> dict[str, Any]:
    """Return its name, at one of its ends."""
    across = {"xref": "x domain", "x": float(end == "right"), "xanchor": end}
    up = {"yref": "y", "y": budget, "yanchor": "bottom"}
    return {**across, **up, "text": f"budget {as_set(budget)}", "showarrow": False}


def _readout(sweep: BudgetSweep, name: str) -> list[str]:
    counts = sweep.accepted(name)
    texts = ["…" if isnan(count) else about(count) for count in counts.tolist()]
    cut = sweep.cut_off(name)
    return [f"≥ {text}" if more else text for text, more in zip(texts, cut, strict=True)]


def accepted_against_budget(sweep: BudgetSweep, budget: float) -> Figure:
    """Draw the median of the accepted queries for each filter, and 10 to 90 % of the Bayesian.

    budget : where a line says that it is the present one.
    """

    def drawn(counts: FloatArray) -> FloatArray:
        return np.maximum(counts, BELOW_ONE)

    edge = theme.lines(x=sweep.budgets, line={"width": 0, "shape": "hv"}, showlegend=False)
    fill = {"fill": "tonexty", "fillcolor": BAND}
    traces: list[Trace] = [
        {**edge, "y": drawn(sweep.accepted("bayesian", 10.0))},
        {
            **edge,
            "y": drawn(sweep.accepted("bayesian", 90.0)),
            **fill,
            "name": "10 to 90 % of people",
            "showlegend": True,
        },
    ]
    hover = "budget %{x:.3g}: %{y:,.0f} questions<br>"
    for name in ("bayesian", "simplified", "basic"):
        look, told = {**filter_line(name, 4), "shape": "hv"}, hover + IDEAS[name]
        traces.append(curve(sweep.budgets, drawn(sweep.accepted(name)), TITLES[name], look, told))
    weaker = f"{hover}except with failure probability δ = {number(DELTA)}"
    for name, counts in (("concentrated", sweep.concentrated), ("composed", sweep.composed)):
        if not np.any(counts > sweep.basic):
            continue  # its line would lie on that of basic composition
        look = {**filter_line(name, 3), "shape": "hv"}
        traces.append(curve(sweep.budgets, drawn(counts), WITH_DELTA[name], look, weaker))
    most = max(float(np.max(sweep.accepted("bayesian", 90.0))), sweep.basic.max(), 2.0)
    line = {"color": theme.INK, "width": 1, "dash": "dot"}
    now: Trace = {"x": [budget, budget], "y": [BELOW_ONE, most], "text": ["", " now"]}
    traces.append(
        theme.lines(
            **now, line=line, mode="lines+text", textposition="middle right", showlegend=False
        )
    )
    axes = {
        "xaxis": theme.titled("Privacy budget", range=[0, sweep.ceiling]),
        "yaxis": theme.logarithmic(
            "Questions answered", range=np.log10([0.8, 1.2 * most]).tolist()
        ),
    }
    return theme.figure(traces, axes)
