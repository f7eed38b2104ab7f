"""Figures of the heterogeneous mean: the hero, and what lies behind it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import bound, explained, level, percent, times
from hetdp_core.figures.theme import Trace
from hetdp_core.grids import place_of, round_above, round_below
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.sweep import ErrorCurve, SaturationCurve, SaturationSweep
from hetdp_core.validate import FloatArray

WORST = "Worst-case error"

LOWER_PANEL = {"xaxis": "x", "yaxis": "y2"}

# What never moves is no trace: it then costs nothing while the figure follows a drag.
EQUAL_LINE = {
    "type": "line",
    "yref": "y2",
    "x0": 0,
    "x1": 100,
    "y0": 1,
    "y1": 1,
    "line": {"color": theme.GREY, "width": 1, "dash": "dot"},
}
EQUAL_LABEL = {
    "yref": "y2",
    "x": 99.5,
    "y": 1,
    "text": "equal weight",
    "showarrow": False,
    "xanchor": "right",
    "yanchor": "top",  # the least private never weigh less: their line does not cross it
    "font": {"size": theme.FONT_SIZE - 2},
}


def saturation(
    sweep: SaturationSweep,
    control: str,
    high: float,
    assigned: bool = False,
    errors: ErrorCurve | None = None,
) -> tuple[Figure, Frames]:
    """Draw the hero figure: privacy asked, privacy given, weight, and where they saturate.

    Args:
        sweep: from `saturation_sweep`.
        control: what the slider sets.
        high: its present value.
        assigned: whether nobody asked for these levels.
        errors: of other methods at the same values, to show the cost of the best single level.
    """
    curves, current = sweep.points, sweep.index(high)
    # One for all would leave flat lines: a few public users may outweigh all others.
    ranges = [
        [0.0, round_above(1.05 * max(1.0, float(np.max(curve.relative_weight))))]
        for curve in curves
    ]
    users = "People, from more private to less private"
    axes = {
        "xaxis": theme.titled(users, range=[0, 100], ticksuffix=" %", anchor="y2"),
        "yaxis": theme.logarithmic(
            "Privacy loss ε", domain=[0.4, 1.0], range=level_range(sweep), **_level_ticks(sweep)
        ),
        "yaxis2": theme.titled("Weight × n", domain=[0.0, 0.34], range=ranges[current], nticks=5),
    }
    traces = [
        *_privacy_traces(sweep, "assigned" if assigned else "requested"),
        *_weight_traces(sweep),
    ]
    last = {
        f"Get more privacy than {'assigned' if assigned else 'they asked for'}": [
            percent(curve.saturated_share) for curve in curves
        ]
    }
    if errors is not None:
        told = [
            text.replace(" times", " × as large") if text != times(1.0) else "the same"
            for text in map(times, errors.of_single_level.tolist())
        ]
        last = {"Error with the best single level": told}
    frames = Frames(
        values=sweep.values,
        labels=[level(curve.high) for curve in curves],
        control=control,
        current=current,
        ends=("more private", "less private"),
        traces=moves(traces),
        layout={"yaxis2.range": ranges},
        readouts={
            "Saturation level τ": [
                bound(curve.level) if curve.saturated_share > 0 else "not reached"
                for curve in curves
            ],
            WORST: [f"{percent(c.worst_case_error)} of range" for c in curves],
            **last,
        },
    )
    drawn = at_frame(traces, current)
    return theme.figure(drawn, axes, shapes=[EQUAL_LINE], annotations=[EQUAL_LABEL]), frames


def _label_place(curve: SaturationCurve) -> tuple[float, float]:
    """Return the place of the label between requested and applied, NaN where it is too low."""
    if curve.saturated_share < 14:
        return float("nan"), float("nan")
    place = 100.0 - max(0.35 * curve.saturated_share, 9.0)
    epsilon = curve.requested[int(np.argmin(np.abs(curve.share - place)))]
    if epsilon < 2.5 * curve.level:
        return float("nan"), float("nan")
    return place, float(np.sqrt(epsilon * curve.level))


def level_range(sweep: SaturationSweep) -> list[float]:
    """Return the ends of the axis of levels at all settings, in powers of ten."""
    least = float(min(curve.granted[0] for curve in sweep.points))  # they ascend
    low = log_axes.decade(min(round_below(least / 1.2), 0.01 * sweep.ceiling))
    high = log_axes.decade(sweep.ceiling)
    return [low, high + 0.03 * (high - low)]  # a line at the ceiling is drawn in all its width


MOST_LEVELS = 6
"""Ticks of a panel that is low on a small screen."""


def _level_ticks(sweep: SaturationSweep) -> dict[str, Any]:
    """Return ticks with infinity at the top where there are public users."""
    low, _ = level_range(sweep)
    public = any(curve.public_share > 0 for curve in sweep.points)
    if not public:
        return {"nticks": MOST_LEVELS}
    ticks = log_axes.ticks(low, log_axes.decade(sweep.ceiling) - 0.4, MOST_LEVELS)
    return {
        "tickvals": [*ticks["tickvals"], sweep.ceiling],
        "ticktext": [*ticks["ticktext"], log_axes.INFINITY],
    }


def _privacy_traces(sweep: SaturationSweep, requested: str) -> list[Trace]:
    curves, share = sweep.points, _along(sweep)
    tau = [curve.level if curve.saturated_share > 0 else float("nan") for curve in curves]
    free = np.array([_label_place(curve) for curve in curves])
    return [
        theme.lines(
            x=share,
            name="applied",
            line={"shape": "hvh", "color": theme.BLUE, "width": 5},
            hover="applied ε = %{y:.3g}",
            moves={"y": _wide(curve.granted for curve in curves)},
        ),
        theme.lines(
            x=share,
            name=f"{requested} (shaded: free)",
            line={"shape": "hvh", "color": theme.GREY, "width": 3, "dash": "dot"},
            fill="tonexty",
            fillcolor=theme.FREE_PRIVACY,
            hover="requested ε = %{y:.3g}",
            moves={"y": _wide(curve.requested for curve in curves)},
        ),
        theme.lines(
            x=[0, 100],
            line={"color": theme.VERMILLION, "width": 2, "dash": "dash"},
            moves={"y": _stack([height, height] for height in tau), "name": names_of_tau(tau)},
        ),
        theme.words(
            text=["privacy for free"],
            name=theme.LINE_END,  # on a phone it is wider than the free room
            textfont={"size": theme.FONT_SIZE + 2},
            cliponaxis=False,
            showlegend=False,
            moves={"x": free[:, :1], "y": free[:, 1:]},
        ),
        _onset_marker(sweep, tau, "saturation begins"),
    ]


REACHED = "saturation level τ"
NOT_REACHED = f"{REACHED}: not reached"
"""In the legend, which keeps its lines from frame to frame, where τ is drawn and where not."""


def names_of_tau(tau: Iterable[float]) -> list[str]:
    """Return how the legend names τ at each setting, NaN where nobody reaches it."""
    return [NOT_REACHED if math.isnan(level) else REACHED for level in tau]


def _weight_traces(sweep: SaturationSweep) -> list[Trace]:
    weights = [curve.saturated_weight for curve in sweep.points]
    return [
        theme.lines(
            x=_along(sweep),
            name="weight in the result",
            line={"shape": "hvh", "color": theme.BLUE, "width": 3},
            fill="tozeroy",
            fillcolor=theme.SOFT_BLUE,
            showlegend=False,
            hover="%{y:.3g} × an equal share",
            moves={"y": _wide(curve.relative_weight for curve in sweep.points)},
            **LOWER_PANEL,
        ),
        {**_onset_marker(sweep, weights, "weights saturate"), **LOWER_PANEL},
    ]


def _onset_marker(sweep: SaturationSweep, heights: list[float], name: str) -> Trace:
    return theme.points(
        marker={"color": theme.VERMILLION, "size": 14, "symbol": "diamond"},
        name=name,
        showlegend=False,
        hover="the cap τ is reached at %{x:.3g} % of the people",
        moves={
            "x": _stack([curve.saturates_from] for curve in sweep.points),
            "y": _stack([height] for height in heights),
        },
    )


def _along(sweep: SaturationSweep) -> FloatArray:
    """Return where along the users a step has its middle, between both ends of the axis."""
    return np.concatenate([[0.0], sweep.points[0].share, [100.0]])


def _wide(rows: Iterable[object]) -> FloatArray:
    """Stack the heights of steps; the first and the last have theirs at an end as well."""
    return np.pad(_stack(rows), ((0, 0), (1, 1)), mode="edge")


def _stack(rows: Iterable[object]) -> FloatArray:
    return np.array(list(rows), dtype=np.float64)


def error_curve(curve: ErrorCurve, control: str, high: float) -> Figure:
    """Draw the worst-case error against the least private level: flat once weights saturate."""
    error = curve.errors["adpm"][place_of(high, curve.highs, "high")]
    lines = [
        theme.lines(
            x=curve.highs,
            y=errors,
            name=METHODS[method].named,
            line=theme.look(
                theme.METHOD_COLOURS, theme.METHOD_DASHES, method, 5 if method == "adpm" else 3
            ),
            hovertemplate=explained(
                METHODS[method].title, METHODS[method].idea, "ε = %{x:.3g}: error %{y:.3g} %"
            ),
        )
        for method, errors in curve.errors.items()
    ]
    now = theme.points(
        x=[high],
        y=[error],
        name="now",
        marker=theme.ringed(theme.BLUE),
        hover="now: ε = %{x:.3g}, error %{y:.3g} %",
    )
    onset = [_onset_line(curve)] if curve.onset is not None else []
    axes = {
        "xaxis": theme.logarithmic(control),
        "yaxis": theme.logarithmic("Worst-case error, % of range"),
    }
    return theme.figure([*lines, now, *onset], axes)


ONSET = "where some reach τ"


def _onset_line(curve: ErrorCurve) -> Trace:
    onset = curve.onset or 0.0
    every = np.concatenate(list(curve.errors.values())).tolist()
    on_right = onset < np.sqrt(curve.highs[0] * curve.highs[-1])  # of the logarithmic axis
    return theme.lines(
        name=ONSET,
        x=[onset, onset],
        y=[min(every), max(every)],
        mode="lines+text",
        text=["", "<br> some reach τ →" if on_right else "<br>← nobody reaches τ "],
        textposition="bottom right" if on_right else "bottom left",
        textfont={"size": theme.FONT_SIZE + 1},
        line={"color": theme.VERMILLION, "dash": "dash", "width": 2},
        showlegend=False,
    )
