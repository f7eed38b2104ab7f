"""Several columns at once: the error of each noise against how many there are."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import explained, level, number, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.grids import place_of
from hetdp_core.mean.noises import NOISES
from hetdp_core.mean.several import MIDDLE, MOST_DRAWN, ColumnCurves

_TOP = 70.0


def column_curves(curves: ColumnCurves, control: str, high: float) -> tuple[Figure, Frames]:
    """Draw the error of each noise by number of columns, and where Gaussian noise becomes best.

    Args:
        curves: from `hetdp_core.mean.several.column_curves`.
        control: what the slider sets.
        high: its present value.
    """
    current = place_of(high, curves.highs, "high")
    least = 0.8 * min(float(np.min(errors)) for errors in curves.errors.values())
    axes = {
        "xaxis": theme.logarithmic(
            "Columns released at once",
            range=[0, log_axes.decade(MOST_DRAWN)],
        ),
        "yaxis": theme.logarithmic(
            "Worst-case error, % of range",
            range=[log_axes.decade(least), log_axes.decade(_TOP)],
        ),
    }
    traces = [_line(curves, key) for key in curves.errors]
    traces += [_here(curves, key) for key in curves.errors]
    if curves.overtakes:
        traces.append(_crossing(curves, least))
    frames = Frames(
        values=curves.highs,
        labels=[level(high) for high in curves.highs],
        control=control,
        current=current,
        ends=("more private", "less private"),
        traces=moves(traces),
        readouts={
            NOISES[key].title: [f"{percent(error)} of range" for error in errors[:, curves.chosen]]
            for key, errors in curves.errors.items()
        },
    )
    marks = {"shapes": [_CENTRE], "annotations": [_CENTRE_LABEL]}
    return theme.figure(at_frame(traces, current), axes, **marks), frames


_CENTRE = {
    "type": "line",
    "xref": "paper",
    "x0": 0,
    "x1": 1,
    "y0": MIDDLE,
    "y1": MIDDLE,
    "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
}
_CENTRE_LABEL = {
    "xref": "paper",
    "x": 0.01,
    "y": log_axes.decade(MIDDLE),
    "text": "always guess the middle of the range",
    "showarrow": False,
    "xanchor": "left",
    "yanchor": "top",
    "font": {"size": theme.FONT_SIZE - 2},
}


def _line(curves: ColumnCurves, key: str) -> Trace:
    noise = NOISES[key]
    chosen = key == curves.design.noise
    return theme.lines(
        x=curves.columns,
        name=noise.title,
        line=theme.look(theme.NOISE_COLOURS, theme.NOISE_DASHES, key, 5 if chosen else 3),
        hovertemplate=explained(noise.title, noise.idea, "%{x} columns: error %{y:.3g} %"),
        moves={"y": curves.errors[key]},
    )


def _here(curves: ColumnCurves, key: str) -> Trace:
    return theme.points(
        x=[curves.design.columns],
        marker=theme.ringed(theme.NOISE_COLOURS[key]),
        showlegend=False,
        hover=f"{NOISES[key].title}, here: error %{{y:.3g}} %",
        moves={"y": curves.errors[key][:, [curves.chosen]]},
    )


def _crossing(curves: ColumnCurves, least: float) -> Trace:
    starts = curves.best_from
    named = [
        (f" Gaussian is best<br> from {number(many)} columns") if many > 1 else ""
        for many in starts
    ]
    return theme.lines(
        y=[least, 1.4 * least],
        mode="lines+text",
        textposition="top right",
        line={"color": theme.NOISE_COLOURS["gaussian"], "dash": "dash", "width": 2},
        showlegend=False,
        moves={"x": np.column_stack([starts, starts]), "text": [["", name] for name in named]},
    )


def table(curves: ColumnCurves, high: float) -> pd.DataFrame:
    """Return the worst-case error of each noise by number of columns, at one control value."""
    place = place_of(high, curves.highs, "high")
    errors = {
        f"{NOISES[key].title}, % of range": values[place] for key, values in curves.errors.items()
    }
    return pd.DataFrame({"columns": curves.columns.astype(np.int64), **errors})
