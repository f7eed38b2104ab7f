"""People who answer with a coin, a dot each, and questions that use up a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.odometer.channel import Crowd
from hetdp_core.odometer.filters.basic import Spending

ROW = 10
DOT = 16
"""Pixels across a dot: apart from the next, even below which a phone has its legend."""


@dataclass(frozen=True)
class _Group:
    """People of a crowd who look the same: their name, number and symbol."""

    name: str
    count: Callable[[Crowd], float]
    symbol: str
    colour: str


_KINDS = {
    "truth": (
        _Group("really yes", lambda crowd: crowd.holding, "circle", theme.BLUE),
        _Group("really no", lambda crowd: crowd.people - crowd.holding, "square", theme.GREY),
    ),
    "said": (
        _Group("says yes", lambda crowd: crowd.yes, "diamond", theme.INK),
        _Group("says no", lambda crowd: crowd.people - crowd.yes, "diamond-open", theme.INK),
    ),
    "both": (
        _Group("really yes, says yes", lambda crowd: crowd.true_yes, "circle", theme.BLUE),
        _Group(
            "really yes, says no",
            lambda crowd: crowd.holding - crowd.true_yes,
            "circle-open",
            theme.BLUE,
        ),
        _Group("really no, says yes", lambda crowd: crowd.false_yes, "square", theme.GREY),
        _Group(
            "really no, says no",
            lambda crowd: crowd.people - crowd.holding - crowd.false_yes,
            "square-open",
            theme.GREY,
        ),
    ),
}
_KINDS["both, yes first"] = tuple(_KINDS["both"][place] for place in (0, 2, 1, 3))


def people(crowd: Crowd, shown: str) -> Figure:
    """Draw a dot for each of a crowd.

    Args:
        crowd: the crowd.
        shown: of everybody: the "truth", the answer "said", "both", or "both, yes first": people
            who say yes come first.
    """
    counts = [group.count(crowd) for group in _KINDS[shown]]
    ends = np.rint(np.cumsum([0.0, *counts])).astype(int)
    traces = [
        _dots(group, np.arange(first, last), count)
        for group, count, first, last in zip(
            _KINDS[shown], counts, ends[:-1], ends[1:], strict=True
        )
        if last > first
    ]
    return theme.figure(
        traces,
        {"xaxis": _bare(), "yaxis": {**_bare(), "range": [ROW - 0.3, -0.7], "scaleanchor": "x"}},
        margin={"l": 8, "r": 8, "t": 16, "b": 8},
        showlegend=True,
    )


def _bare() -> Axis:
    return {
        "showgrid": False,
        "showline": False,
        "showticklabels": False,
        "ticks": "",
        "fixedrange": True,
        "range": [-0.7, ROW - 0.3],
        "constrain": "domain",
    }


def _dots(group: _Group, places: np.ndarray, count: float) -> Trace:
    edge = {"width": 2, "color": group.colour}
    return theme.points(
        name=f"{group.name}: {count:g}",
        x=places % ROW,
        y=places // ROW,
        cliponaxis=False,
        hoverinfo="name",
        marker={"symbol": group.symbol, "size": DOT, "color": group.colour, "line": edge},
    )


def crowd_table(crowd: Crowd) -> pd.DataFrame:
    """Return how many of a crowd there are of each kind, on average."""
    groups = _KINDS["both"]
    return pd.DataFrame(
        {
            "people": [group.name for group in groups],
            "on average": [group.count(crowd) for group in groups],
        }
    )


def spent(spending: Spending, count: int) -> Figure:
    """Draw the spending of the budget, question by question.

    Args:
        spending: from `spending`.
        count: how many of the questions are drawn.
    """
    numbers = np.arange(1, spending.after.size + 1)
    kinds = (
        ("answered", numbers <= spending.answered, {"color": theme.BLUE}),
        (
            "refused: over the budget",
            numbers > spending.answered,
            {
                "color": "rgba(0,0,0,0)",
                "line": {"color": theme.VERMILLION, "width": 2},
                "pattern": {**theme.HATCH, "fgcolor": theme.VERMILLION},
            },
        ),
    )
    bars: list[Trace] = [
        theme.bars(
            name=name,
            x=numbers[of & (numbers <= count)],
            y=spending.after[of & (numbers <= count)],
            marker=marker,
            hover="after question %{x}: ε = %{y:.3g}",
        )
        for name, of, marker in kinds
        if np.any(of & (numbers <= count))
    ]
    ends = [0.5, numbers[-1] + 0.5]
    budget: Trace = {
        "type": "scatter",
        "mode": "lines",
        "name": "budget",
        "x": ends,
        "y": [spending.budget] * 2,
        "line": {"color": theme.INK, "dash": "dash", "width": 2},
    }
    axes = {
        "xaxis": theme.titled("Questions", range=ends, dtick=1),
        "yaxis": theme.titled("Sum of their ε", range=[0, 1.05 * float(spending.after[-1])]),
    }
    return theme.figure([*bars, budget], axes, showlegend=True)


def spending_table(spending: Spending) -> pd.DataFrame:
    """Return the sum of levels after each question, and whether it is answered."""
    numbers = np.arange(1, spending.after.size + 1)
    return pd.DataFrame(
        {
            "question": numbers,
            "sum of levels": spending.after,
            "answered": numbers <= spending.answered,
        }
    )
