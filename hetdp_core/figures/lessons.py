"""Figures that only lessons show."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from hetdp_core.features.notions.finite import FiniteMechanism
from hetdp_core.figures import theme

MOST_ROWS = 300


def chance_of_one(mechanism: FiniteMechanism) -> go.Figure:
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


def drawn(figure: go.Figure) -> pd.DataFrame:
    """The numbers of what a figure draws, and no others: series, across, up."""
    rows = (row for trace in figure.data for row in _rows(trace))
    return pd.DataFrame(islice(rows, MOST_ROWS), columns=["series", "across", "up"])


def _rows(trace: Any) -> Iterator[tuple[Any, ...]]:
    if trace.x is None or trace.y is None or trace.hoverinfo == "skip":
        return
    for x, y in zip(trace.x, trace.y, strict=True):
        yield trace.name or "", x, y


def without_series(figure: go.Figure, series: Collection[str]) -> go.Figure:
    """Return the figure without the series of these names or groups; the given one stays whole.

    Of a figure that had a legend, a series that is left alone is named in one, too.

    >>> two = go.Figure({"data": [{"type": "bar", "name": "a"}, {"type": "bar", "name": "b"}]})
    >>> alone = without_series(two, ["a"])
    >>> [trace.name for trace in alone.data], alone.layout.showlegend
    (['b'], True)
    """
    fewer = go.Figure(figure)
    fewer.data = [one for one in fewer.data if not {one.name, one.legendgroup} & set(series)]
    if len(_in_legend(figure)) > len(_in_legend(fewer)) == 1 and fewer.layout.showlegend is None:
        fewer.layout.showlegend = True
    return fewer


def _in_legend(figure: go.Figure) -> list[Any]:
    return [one for one in figure.data if one.name and one.showlegend is not False]
