"""The answers of a class, and then the truth among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import broken, number
from hetdp_core.tally import Histogram

PHONES = "Phones"
_HEADROOM = 1.18
_BELOW = 0.15
"""Of an option's place, the part below its middle at which its words end and its bar begins."""

_LINE = 60
"""Letters of an option in one line: the bars have half of a projector's width."""
_NEAR_END = 0.2
"""Of the axis, where words centred at the truth might leave the figure."""


def choices(options: Sequence[str], counts: Sequence[int], right: int | None = None) -> Figure:
    """Draw bars of the phones that chose each option, which stands above its bar.

    right : the index of the right one, which is marked; None before it is known.
    """
    marks = ["✓ " if place == right else "" for place in range(len(options))]
    names = broken([mark + option for mark, option in zip(marks, options, strict=True)], _LINE)
    bars = theme.bars(
        orientation="h",
        x=list(counts),
        y=names,
        width=0.3,
        offset=_BELOW,
        text=[f"{count:,}" for count in counts],
        textposition="outside",
        textfont={"size": theme.FONT_SIZE},
        constraintext="none",
        cliponaxis=False,
        marker={"color": [_colour(place, right) for place in range(len(options))]},
        name=PHONES,
        hover="%{y}: %{x}",
    )
    axes = {
        "xaxis": {**_counts(counts), "visible": False},
        "yaxis": {**theme.every_name(len(options)), "visible": False},
    }
    above = [
        {
            "x": 0.0,
            "xref": "x domain",
            "xanchor": "left",
            "align": "left",
            "y": place + _BELOW,
            "yanchor": "bottom",
            "text": f"<b>{name}</b>" if place == right else name,
            "showarrow": False,
        }
        for place, name in enumerate(names)
    ]
    margin = {"l": 4, "r": 24, "t": 4, "b": 4}
    return theme.figure([bars], axes, margin=margin, annotations=above)


def height_of_choices(options: Sequence[str]) -> int:
    """Return the pixels that `choices` needs: a line more where an option has two."""
    lines = max(name.count("<br>") + 1 for name in broken(options, _LINE))
    return 8 + len(options) * (24 + 24 * lines)


def numbers(binned: Histogram, title: str, truth: float | None = None) -> Figure:
    """Draw bars of the phones whose number lies in each bin, and a triangle above at the truth.

    title : of the axis, with the unit.
    """
    low, high = binned.edges[:-1], binned.edges[1:]
    bars = theme.bars(
        x=(low + high) / 2,
        width=high - low,
        y=binned.counts,
        customdata=[[number(a), number(b)] for a, b in zip(low, high, strict=True)],
        marker={"color": theme.BLUE, "line": {"color": "var(--st-background-color)"}},
        name=PHONES,
        hover="%{customdata[0]} to %{customdata[1]}: %{y}",
    )
    ends = [float(binned.edges[0]), float(binned.edges[-1])]
    across = theme.logarithmic if binned.logarithmic else theme.titled
    span = [log_axes.decade(end) for end in ends] if binned.logarithmic else ends
    axes = {
        "xaxis": across(title, range=span),
        "yaxis": theme.titled(PHONES, **_counts(binned.counts.tolist())),
    }
    traces = [bars]
    if truth is not None:
        place = log_axes.decade(truth) if binned.logarithmic else truth
        along = (place - span[0]) / (span[1] - span[0])
        traces.append(_truth(truth, axes["yaxis"]["range"][1], along))
    return theme.figure(traces, axes, showlegend=False, margin={"l": 64, "r": 24, "t": 30, "b": 68})


def choice_table(options: Sequence[str], counts: Sequence[int]) -> pd.DataFrame:
    """Return the numbers of `choices`."""
    return pd.DataFrame({"Answer": list(options), PHONES: list(counts)})


def number_table(binned: Histogram) -> pd.DataFrame:
    """Return the numbers of `numbers`, bins without an answer left out."""
    table = pd.DataFrame({"From": binned.edges[:-1], "To": binned.edges[1:], PHONES: binned.counts})
    return table[table[PHONES] > 0]


def _colour(place: int, right: int | None) -> str:
    if right is None:
        return theme.BLUE
    return theme.GREEN if place == right else theme.GREY


def _counts(counts: Sequence[int]) -> dict[str, Any]:
    most = max(counts, default=0)
    ticks = {"dtick": 1} if most < 6 else {"nticks": 6}  # of few, each has its own
    return {"range": [0.0, max(most, 1) * _HEADROOM], "tickformat": "d", **ticks}


def _truth(truth: float, top: float, along: float) -> dict[str, Any]:
    """Return a triangle above all bars that points down at the truth, and its words above it.

    along : where on the axis it stands, from 0 to 1; near an end its words lie towards the middle.
    """
    side = "right" if along < _NEAR_END else "left" if along > 1.0 - _NEAR_END else "center"
    return theme.points(
        mode="markers+text",
        x=[truth],
        y=[float(np.float64(top))],
        text=[f"<b>answer: {number(truth)}</b>"],
        textposition=f"top {side}",
        cliponaxis=False,
        marker={"symbol": "triangle-down", "size": 16, "color": theme.INK},
        name="answer",
        hover="answer: %{x}",
    )
