"""People as dots: the area is their weight in the result, the colour shows their level."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import bound, exactly, level, percent, times
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.sweep import SaturationCurve, SaturationSweep
from hetdp_core.mean.worth import Worth
from hetdp_core.numerals import counted
from hetdp_core.validate import FloatArray

MOST_DOTS = 200
"""Users drawn one by one; of more, those at evenly spaced places in the sorted order."""

LARGEST_DOT = 14
"""Pixels across the dot that counts most of all settings."""

STRICT_TO_RELAXED = [[0.0, theme.BLUE], [1.0, theme.ORANGE]]

_FONT_SIZE = 14

_HIDDEN = {
    "showgrid": False,
    "showline": False,
    "showticklabels": False,
    "ticks": "",
    "fixedrange": True,
}


def people(sweep: SaturationSweep, control: str, high: float) -> tuple[Figure, Frames]:
    """Draw dots of all users, and below them how far the result may be from the truth.

    Args:
        sweep: with up to `MOST_DOTS` points a curve: its users are the dots.
        control: what the slider sets.
        high: its present value.
    """
    curves, current = sweep.points, sweep.index(high)
    errors = np.array([curve.worst_case_error for curve in curves])
    most = np.max(errors)
    # Columns are filled from the left, strictest first; users keep their places.
    dots = curves[0].share.size
    rows = max(1, round(np.sqrt(dots / 2)))  # twice as wide as high
    column, row = np.divmod(np.arange(float(dots)), rows)
    axes = {
        "xaxis": theme.titled(
            f"{counted(curves[0].share.size, 'person', 'people')}: the area of a dot is a weight",
            range=[-0.8, np.max(column) + 0.8],
            **_HIDDEN,
        ),
        "yaxis": {"domain": [0.36, 1.0], "range": [np.max(row) + 0.6, -1.8], **_HIDDEN},
        "xaxis2": theme.titled(
            "Error of the mean, % of the range",
            range=[-1.1 * most, 1.1 * most],
            anchor="y2",
            nticks=7,
            fixedrange=True,
        ),
        "yaxis2": {"domain": [0.0, 0.12], "range": [-1.0, 1.0], "anchor": "x2", **_HIDDEN},
    }
    epsilon = np.array([curve.requested for curve in sweep.points])
    weight = np.array([curve.relative_weight for curve in sweep.points])
    traces: list[Trace] = [
        theme.points(
            name="users",
            x=column,
            y=row,
            cliponaxis=False,
            marker={
                "sizemode": "area",
                "sizeref": 2.0 * float(np.max(weight)) / LARGEST_DOT**2,
                "colorscale": STRICT_TO_RELAXED,
                "cmin": 0.0,
                "cmax": 1.0,
                "opacity": 1.0,
                "line": {"width": 0},
            },
            hover="requested ε = %{customdata:.3g}<br>weight %{marker.size:.3g} × an equal share",
            moves={
                "marker.size": weight,
                "marker.color": _ease(epsilon),
                "customdata": epsilon,
            },
        ),
        theme.words(
            name="ends",
            x=[np.min(column) - 0.3, np.max(column) + 0.3],
            y=[-1.2, -1.2],
            textposition=["middle right", "middle left"],
            textfont={"color": theme.INK},
            cliponaxis=False,
            moves={"text": [_said(curve) for curve in sweep.points]},
        ),
        theme.lines(
            mode="lines+markers",
            name="error",
            y=[0.0, 0.0, 0.0],
            xaxis="x2",
            yaxis="y2",
            line={"color": theme.INK, "width": 5},
            marker={"color": theme.INK, "size": [16, 11, 16], "symbol": _ENDS},
            hovertemplate=[_OFF, "the truth: a result is typically off by the bar", _OFF],
            moves={"x": np.stack([-errors, 0.0 * errors, errors], axis=1)},
        ),
    ]
    figure = theme.figure(
        at_frame(traces, current),
        axes,
        margin={"l": 12, "r": 12, "t": 8, "b": 60},
        font={"size": _FONT_SIZE},
        showlegend=False,
    )
    labels = [f"ε = {exactly(curve.high)}" for curve in curves]
    frames = Frames(
        values=sweep.values,
        labels=labels,
        control=control,
        current=current,
        ends=(f"{labels[0]}, more private", f"{labels[-1]}, less private"),
        traces=moves(traces),
    )
    return figure, frames


def _ease(epsilon: FloatArray) -> FloatArray:
    """Return where each (F, P) epsilon lies between its row's strictest, 0, and least private, 1.

    By its logarithm; 0 where all ask for the same.
    """
    logs = np.log(epsilon)
    strictest = logs.min(axis=1, keepdims=True)
    width = logs.max(axis=1, keepdims=True) - strictest
    return np.asarray((logs - strictest) / np.where(width > 0, width, 1.0))


def _said(curve: SaturationCurve) -> list[str]:
    strictest, most_relaxed = (f"ask for ε = {level(curve.requested[place])}" for place in (0, -1))
    more = curve.weight_ratio
    if curve.saturated_share > 0:
        most_relaxed += f", get {bound(curve.level)}"
    return [strictest, most_relaxed + (f": {times(more)} the weight" if more > 1.0 else "")]


_ENDS = ["line-ns-open", "circle", "line-ns-open"]
_OFF = "a result is typically this far off: %{x:+.3g} %"


VOLUNTEER = "public volunteer"


def worth_table(worths: Worth) -> pd.DataFrame:
    """Return the worth of one more user: in units of the least, as a derivative and recomputed."""
    return pd.DataFrame(
        {
            "one more": [
                *((f"person at ε = {level(middle)}") for middle in worths.middle),
                VOLUNTEER,
            ],
            "worth as much as": worths.in_units,
            "lowers the MSE by, % (derivative)": worths.percent(worths.one_more),
            "lowers the MSE by, % (recomputed)": worths.percent(worths.one_more_exactly),
        }
    )


def relaxing(worths: Worth) -> Figure:
    """Draw by how much the worst case falls where all of a group ask for a step less privacy."""
    table = relaxing_table(worths)
    exact, slope = table["lowers the MSE by, %"], table["by the derivative, %"]
    names = [f"{of}: <b>{percent(by)}</b>" for of, by in zip(table["group"], exact, strict=True)]
    bars = theme.bars(
        orientation="h",
        name="recomputed",
        x=exact,
        y=names,
        marker={"color": theme.BLUE},
        hover="%{y}: %{x:.3g} %",
    )
    marks = theme.points(
        name="by the derivative",
        x=slope,
        y=names,
        marker={"color": theme.INK, "symbol": "diamond-open", "size": 10, "line": {"width": 2}},
        cliponaxis=False,  # whole at 0 too
        hover="%{y}: %{x:.3g} % by the derivative",
    )
    end = max(1.0, 1.1 * float(np.max([*exact, *slope], initial=0.0)))
    axes = {
        "xaxis": theme.titled("Squared error falls by, %", range=[0.0, end]),
        "yaxis": {"autorange": "reversed", "type": "category"},
    }
    return theme.figure([bars, marks], axes)


def groups(worths: Worth) -> list[str]:
    """Name each group by its levels."""
    alone = worths.low == worths.high
    ends = zip(alone, worths.low, worths.high, strict=True)
    return [
        f"all at ε = {level(low)}" if is_single else f"ε from {level(low)} to {level(high)}"
        for is_single, low, high in ends
    ]


def relaxing_table(worths: Worth) -> pd.DataFrame:
    """Return the worth of a step of each group, recomputed and by the derivative."""
    return pd.DataFrame(
        {
            "group": groups(worths),
            "users": worths.users,
            "lowers the MSE by, %": worths.percent(worths.relaxed_exactly),
            "by the derivative, %": worths.percent(worths.relaxed),
        }
    )
