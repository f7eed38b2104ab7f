"""What a privacy level means, as two arrays of a hundred bets: without the release, and with it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from hetdp_core.figures import theme
from hetdp_core.figures.frames import Frames, at_frame, moves
from hetdp_core.figures.text import about, level, percent
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.meaning import OF, Meaning, filled
from hetdp_core.validate import FloatArray

DOT = 12
"""Pixels across a dot: ten of them fit beside ten others on a phone."""

ROW = 10

_PLACES = {"x": np.arange(OF) % ROW, "y": np.arange(OF) // ROW}


def bets(found: Meaning, control: str, symbol: str = "ε") -> tuple[go.Figure, Frames]:
    """Draw a dot for each bet of a hundred, filled where it is right; a part of one in part.

    Args:
        found: from `meaning`.
        control: what the slider sets.
        symbol: of the level.
    """
    labels = [f"{symbol} = {level(one)}" for one in found.levels]
    titles = [f"with it: {about(most)}" for most in found.most]
    without = filled(found.before)[None].repeat(found.levels.size, axis=0)
    within = np.array([filled(most) for most in found.most])
    traces = [*_array(without, ""), *_array(within, "2")]
    axes = {
        **_axes("", f"without it: {about(found.before)}", 0.0),
        **_axes("2", titles[found.current], 0.54),
    }
    frames = Frames(
        values=found.levels,
        labels=labels,
        control=control,
        current=found.current,
        ends=("more private", "less private"),
        traces=moves(traces),
        layout={"xaxis2.title.text": titles},
        readouts={
            "Right at most": [percent(most) for most in found.most],
            "Right at least": [percent(least) for least in found.least],
        },
    )
    figure = theme.figure(
        at_frame(traces, found.current),
        axes,
        margin={"l": 4, "r": 4, "t": 8, "b": 40},
        font={"size": theme.FONT_SIZE - 2},
        showlegend=False,
    )
    return figure, frames


def _axes(panel: str, title: str, start: float) -> dict[str, Axis]:
    bare: Axis = {"showgrid": False, "showline": False, "showticklabels": False, "ticks": ""}
    square: Axis = {
        "scaleanchor": f"y{panel}",
        "constrain": "domain",
        "constraintoward": "left" if panel else "right",  # both in the middle
        "fixedrange": True,
    }
    return {
        f"xaxis{panel}": theme.titled(
            title,
            domain=[start, start + 0.46],
            range=[-0.7, ROW - 0.3],
            anchor=f"y{panel}",
            **square,
            **bare,
        ),
        f"yaxis{panel}": {
            "range": [ROW - 0.3, -0.7],
            "anchor": f"x{panel}",
            "fixedrange": True,
            "constrain": "domain",
            **bare,
        },
    }


def _array(full: FloatArray, panel: str) -> list[Trace]:
    """Return a hundred rings, and in them what is right."""
    place = {
        "type": "scatter",
        "mode": "markers",
        "hoverinfo": "skip",
        "xaxis": f"x{panel}",
        "yaxis": f"y{panel}",
        "cliponaxis": False,
        **_PLACES,
    }
    ring = {"symbol": "circle-open", "size": DOT, "color": theme.GREY, "line": {"width": 1.5}}
    disc = {
        "sizemode": "area",
        "sizeref": 2.0 / DOT**2,
        "color": theme.BLUE,
        "opacity": 1.0,
        "line": {"width": 0},
    }
    return [
        {**place, "name": "bets", "marker": ring},
        {**place, "name": "right", "marker": disc, "moves": {"marker.size": full}},
    ]


def table(found: Meaning) -> pd.DataFrame:
    """How many bets of a hundred are right, at every level."""
    return pd.DataFrame(
        {
            "privacy loss of each release": found.levels,
            "releases": found.releases,
            "right of 100, without": found.before,
            "right of 100, at least": found.least,
            "right of 100, at most": found.most,
        }
    )
