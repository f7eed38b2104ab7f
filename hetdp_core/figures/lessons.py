"""Figures that only lessons show."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import pandas as pd

from hetdp_core.features.notions import FiniteMechanism
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure

MOST_ROWS = 300


def chance_of_one(mechanism: FiniteMechanism) -> Figure:
    """Chance of the output 1 for each input of a mechanism about two bits (Example 1)."""
    inputs = [(first, second) for first in (0, 1) for second in (0, 1)]
    bars = {
        "type": "bar",
        "x": [str(pair) for pair in inputs],
        "y": [mechanism.kernel[(*pair, 1)] for pair in inputs],
        "name": "chance of the output 1",
        "marker": {"color": theme.BLUE},
        "hovertemplate": "input %{x}: %{y:.0%}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("Input (bit 1, bit 2)", type="category"),
        "yaxis": theme.titled("Chance of the output 1", range=[0, 1.02], tickformat=".0%"),
    }
    return theme.figure([bars], axes)


def drawn(figure: Figure) -> pd.DataFrame:
    """The numbers of what a figure draws, and no others: series, across, up."""
    rows = (row for trace in figure.data for row in _rows(trace))
    return pd.DataFrame(islice(rows, MOST_ROWS), columns=["series", "across", "up"])


def _rows(trace: theme.Trace) -> Iterator[tuple[Any, ...]]:
    if trace.get("x") is None or trace.get("y") is None or trace.get("hoverinfo") == "skip":
        return
    for x, y in zip(trace["x"], trace["y"], strict=True):
        yield trace.get("name") or "", x, y


def without_series(figure: Figure, series: Collection[str]) -> Figure:
    """Return the figure without the series of these names or groups; the given one stays whole.

    Of a figure that had a legend, a series that is left alone is named in one, too.

    >>> two = Figure([{"type": "bar", "name": "a"}, {"type": "bar", "name": "b"}], {})
    >>> without_series(two, ["a"])
    Figure(data=[{'type': 'bar', 'name': 'b'}], layout={'showlegend': True})
    """
    gone = set(series)
    left = [
        trace for trace in figure.data if not {trace.get("name"), trace.get("legendgroup")} & gone
    ]
    alone = len(_in_legend(figure.data)) > len(_in_legend(left)) == 1
    return Figure(left, {"showlegend": True, **figure.layout} if alone else figure.layout)


def _in_legend(traces: list[theme.Trace]) -> list[theme.Trace]:
    return [trace for trace in traces if trace.get("name") and trace.get("showlegend") is not False]
