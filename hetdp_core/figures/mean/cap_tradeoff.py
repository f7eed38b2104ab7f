"""Why weights saturate: noise and sampling error on top of each other, against a cap on levels."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.text import level, number, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.grids import round_below
from hetdp_core.mean.cap_tradeoff import CapCurves
from hetdp_core.validate import FloatArray


def cap_curves(curves: CapCurves, control: str, high: float) -> tuple[Figure, Frames]:
    """Draw both parts of the squared error, stacked; heights are squares, and read as their roots.

    Args:
        curves: from `hetdp_core.mean.cap_tradeoff.cap_curves`.
        control: what the slider sets.
        high: its present value.
    """
    current = curves.sweep.index(high)
    ranges = [[0.0, 4.0 * least] for least in curves.least]  # up to twice the least error
    steps = np.array([round_below(least / 2.0) for least in curves.least_error])
    ticks = np.outer(steps, np.arange(1.0, 6.0))
    axes = {
        "xaxis": theme.logarithmic(
            "Cap t on everybody's ε",
            range=[theme.decade(curves.caps[0]), theme.decade(curves.caps[-1])],
        ),
        "yaxis": theme.titled(
            "Worst-case error, % of range",
            range=ranges[current],
            tickvals=ticks[current] ** 2,
            ticktext=[number(tick) for tick in ticks[current]],
        ),
    }
    traces = [
        _area(
            DRAWN if curves.everybody else "sampling: the answer leans on few",
            curves.caps,
            curves.sampling,
            _SAMPLING,
        ),
        _area("noise for privacy", curves.caps, curves.total, _NOISE),
        _least(curves),
    ]
    frames = Frames(
        values=curves.sweep.values,
        labels=[level(high) for high in curves.sweep.values],
        control=control,
        current=current,
        ends=("more private", "less private"),
        traces=moves(traces),
        layout={
            "yaxis.range": ranges,
            "yaxis.tickvals": [[*row] for row in ticks**2],
            "yaxis.ticktext": [[number(tick) for tick in row] for row in ticks],
        },
        readouts={
            "Saturation level τ": [
                number(best) if np.isfinite(best) else "not reached" for best in curves.best
            ],
            "Least error": [f"± {percent(error)} of range" for error in curves.least_error],
            "Without a cap": [f"± {percent(error)} of range" for error in curves.error[:, -1]],
        },
    )
    return theme.figure(at_frame(traces, current), axes), frames


DRAWN = "drawn to the middle: strict levels leave weight over"
"""What the second part is about these very users."""

_SAMPLING: Trace = {
    "line": {"color": theme.BLUE, "width": 2, "dash": "dot"},
    "fill": "tozeroy",
    "fillcolor": theme.translucent(theme.BLUE, 0.3),
}
_NOISE: Trace = {
    "line": {"color": theme.ORANGE, "width": 4},
    "fill": "tonexty",
    "fillcolor": theme.translucent(theme.ORANGE, 0.3),
}


def _area(name: str, caps: FloatArray, height: FloatArray, look: Trace) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": caps,
        **look,
        "hovertemplate": "cap t = %{x:.3g}: ± %{customdata:.3g} %<extra>%{fullData.name}</extra>",
        "moves": {"y": height, "customdata": np.sqrt(height)},
    }


def _least(curves: CapCurves) -> Trace:
    named = ["τ: least error" if np.isfinite(best) else "" for best in curves.best]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": "saturation level τ",
        "textposition": "bottom center",
        "textfont": {"size": theme.FONT_SIZE + 1},
        "marker": {"color": theme.VERMILLION, "size": 14, "symbol": "diamond"},
        "hovertemplate": "least error at τ = %{x:.3g}<extra></extra>",
        "moves": {
            "x": curves.best[:, None],
            "y": curves.least[:, None],
            "text": [[name] for name in named],
        },
    }


def table(curves: CapCurves, high: float) -> pd.DataFrame:
    """Return both parts and the error against the cap, at one value of the control."""
    place = curves.sweep.index(high)
    second = "to the middle" if curves.everybody else "sampling"
    return pd.DataFrame(
        {
            "cap t": curves.caps,
            "noise, (% of range)²": curves.noise[place],
            f"{second}, (% of range)²": curves.sampling[place],
            "error, % of range": curves.error[place],
        }
    )
