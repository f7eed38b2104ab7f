"""Why weights saturate: noise, sampling error and both together against a cap on levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import bound, level, percent
from hetdp_core.figures.mean.saturation import names_of_tau
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.cap_tradeoff import CapCurves
from hetdp_core.validate import FloatArray


def cap_curves(curves: CapCurves, control: str, high: float) -> tuple[Figure, Frames]:
    """Draw both parts of the error and the error itself, of which their squares make the square.

    Args:
        curves: from `hetdp_core.mean.cap_tradeoff.cap_curves`.
        control: what the slider sets.
        high: its present value.
    """
    current = curves.sweep.index(high)
    tops = [2.0 * least or 1.0 for least in curves.least_error.tolist()]
    second = DRAWN if curves.everybody else SAMPLING
    lines = [
        _Line(second, np.sqrt(curves.sampling), {"color": theme.GREEN, "dash": "dot"}, 0),
        _Line(NOISE, np.sqrt(curves.noise), {"color": theme.ORANGE, "dash": "dash"}, -1),
        _Line(BOTH, curves.error, {"color": theme.BLUE, "width": 5}, -1),
    ]
    caps = [log_axes.decade(curves.caps[0]), log_axes.decade(curves.caps[-1])]
    axes = {
        "xaxis": theme.logarithmic("Cap t on every ε", range=caps),
        "yaxis": theme.titled("Worst-case error, % of range", range=[0.0, tops[current]]),
    }
    traces = [
        *(
            theme.lines(
                name=line.name,
                x=curves.caps,
                line={"width": 3, **line.look},
                hovertemplate="t = %{x:.3g}: error %{y:.3g} %<extra>%{fullData.name}</extra>",
                moves={"y": line.heights},
            )
            for line in lines
        ),
        theme.points(
            marker={"color": theme.VERMILLION, "size": 14, "symbol": "diamond"},
            hover="least error at τ = %{x:.3g}",
            moves={
                "x": _reached(curves)[:, None],
                "y": curves.least_error[:, None],
                "name": names_of_tau(_reached(curves)),
            },
        ),
    ]
    names = [
        [*_names(lines, curves, caps, place, top), *_name_of_least(curves, place)]
        for place, top in enumerate(tops)
    ]
    frames = Frames(
        values=curves.sweep.values,
        labels=[level(high) for high in curves.sweep.values],
        control=control,
        current=current,
        ends=("more private", "less private"),
        traces=moves(traces),
        layout={"yaxis.range": [[0.0, top] for top in tops], "annotations": names},
        readouts={
            "Saturation level τ": [
                bound(curve.level) if curve.saturated_share > 0 else "not reached"
                for curve in curves.sweep.points
            ],
            "Least error": [_error(error) for error in curves.least_error],
            "Without a cap": [_error(error) for error in curves.error[:, -1]],
        },
    )
    return theme.figure(at_frame(traces, current), axes, annotations=names[current]), frames


def _error(percents: float) -> str:
    """Return an error in words; the middle of the range is off by no more than half of it."""
    return f"{percent(min(percents, 50.0))} of range"


NOISE, BOTH = "noise for privacy", "both together"

SAMPLING, DRAWN = "sampling error", "pull to the middle"
"""The second part, and its name about these users."""


@dataclass(frozen=True, eq=False)
class _Line:
    """A line at every value of the control, (F, C), and at which of its ends its name stands."""

    name: str
    heights: FloatArray
    look: Trace
    end: int


ROOM = 0.75
"""Share of the axis, from its left, next to which a name has room at the right."""


def _names(
    lines: list[_Line], curves: CapCurves, caps: list[float], place: int, top: float
) -> list[dict[str, Any]]:
    """Return a name above the end of the sum, and below those of its parts if there is room."""
    names = []
    for line in lines:
        # where a line leaves the axis its name stands next to the last point that is shown
        shown = [0, *np.flatnonzero(line.heights[place] <= 0.9 * top).tolist()]
        leaves = line.heights[place, line.end] > top
        end = shown[line.end] if leaves else line.end
        height = min(float(line.heights[place, end]), 0.9 * top)
        below = line.name != BOTH and height > 0.15 * top  # nearer to 0 a name has no room below
        at, (low, high) = log_axes.decade(curves.caps[end]) if leaves else caps[line.end], caps
        has_room = leaves and at < low + ROOM * (high - low)
        side: dict[str, Any] = {"xanchor": "right"}
        if has_room:  # under a line that rises slowly
            side = {"xanchor": "left", "xshift": 16, "yshift": -30}
        beside = {**({"xanchor": "left"} if line.end == 0 else side), "x": at, "y": height}
        look = {"yanchor": "top" if below else "bottom", "showarrow": False}
        names.append({"name": theme.LINE_END, "text": line.name, **beside, **look})
    return names


def _name_of_least(curves: CapCurves, place: int) -> list[dict[str, Any]]:
    best = float(_reached(curves)[place])
    if not np.isfinite(best):
        return []
    spot = {"x": log_axes.decade(best), "y": float(curves.least_error[place])}
    look = {"ax": 0, "ay": -48, "showarrow": True, "arrowhead": 0, "standoff": 8}
    return [{"name": theme.LINE_END, "text": "τ: least error", **spot, **look}]


def _reached(curves: CapCurves) -> FloatArray:
    """Return (F,) τ, NaN where nobody saturates."""
    shares = np.array([curve.saturated_share for curve in curves.sweep.points])
    return np.where(shares > 0, curves.best, np.nan)


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
