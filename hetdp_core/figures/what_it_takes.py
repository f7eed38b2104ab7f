"""What it takes: a measure against the unknown, the target, the answer, and the unreachable.

Who moves a result: what one more user of each kind is worth, in units of the least.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import times
from hetdp_core.figures.theme import Trace
from hetdp_core.target_search import Answer
from hetdp_core.validate import FloatArray

Beside = tuple[str, FloatArray]

LINEAR_UP_TO = 8.0
"""Largest ratio of two heights that are compared on an axis from 0."""

COUNTED_UP_TO = 4.0
"""Times the target, or the present count if more, up to which counts are shown."""


def target(
    answer: Answer,
    unknown: str,
    measure: str,
    value: str,
    wanted: str,
    best: str,
    beside: Beside | None = None,
) -> Figure:
    """Draw the curve with a line at the target, a mark at the answer and at the present place.

    Args:
        answer: from a topic's target.
        unknown, measure: titles of the axes.
        value, wanted, best: the answer, the target, and the unreachable, in words.
        beside: what the curve is compared with: its name, and (P,) measures at the same values.
    """
    low, high, logarithmic = _heights(answer, () if beside is None else beside[1])
    ends = [log_axes.decade(low), log_axes.decade(high)] if logarithmic else [low, high]
    upwards = theme.logarithmic if logarithmic else theme.titled
    across = theme.logarithmic if answer.by_ratio else theme.titled
    axes = {"xaxis": across(unknown), "yaxis": upwards(measure, range=ends)}
    marks = [
        *_answer(answer, value, low),
        theme.points(
            x=[answer.now],
            y=[answer.now_measure],
            name="now",
            marker=theme.ringed(theme.BLUE),
            hovertemplate=f"now {_pointed(answer)}",
        ),
    ]
    traces = [
        {**_curve(answer), "showlegend": beside is not None},
        *_beside(answer, beside),
        theme.lines(
            x=[answer.values[0], answer.values[-1]],
            y=[answer.target, answer.target],
            line={"color": theme.VERMILLION, "width": 2, "dash": "dash"},
            name=f"target: {wanted}",
        ),
        *marks,
    ]
    beyond = _out_of_reach(answer, low, high)
    layout = {"shapes": [beyond], "annotations": [_named(answer, best, ends)]}
    return theme.figure(traces, axes, **(layout if beyond else {}))


def table(answer: Answer, unknown: str, measure: str, beside: Beside | None = None) -> pd.DataFrame:
    """Return the curve, its comparison, and whether each of its values is enough."""
    enough = answer.measures >= answer.target
    if not answer.more_is_better:
        enough = answer.measures <= answer.target
    table = pd.DataFrame({unknown: answer.values, measure: answer.measures, "enough": enough})
    if beside is not None:
        name, measures = beside
        table[f"{measure}: {name}"] = measures
    return table


def _heights(answer: Answer, beside: ArrayLike) -> tuple[float, float, bool]:
    """Return the lowest and highest point shown, and whether the axis is logarithmic: not at 0."""
    shown = np.array([*answer.measures, *np.asarray(beside), answer.target, answer.now_measure])
    shown = shown[np.isfinite(shown)]  # the target always is
    low, high = float(np.min(shown)), float(np.max(shown))
    if answer.more_is_better:
        reached = answer.measure if answer.reached else 0.0
        near = COUNTED_UP_TO * max(answer.target, answer.now_measure, reached)
        near = near if answer.reached else 1.25 * answer.target
        return 0.0, min(1.12 * high, near) or 1.0, False
    if low <= 0.0 or high <= LINEAR_UP_TO * low:
        return 0.0, 1.12 * high or 1.0, False
    return low / 1.5, high * 1.3, True


def _curve(answer: Answer) -> Trace:
    return theme.lines(
        x=answer.values,
        y=answer.measures,
        line={
            "color": theme.BLUE,
            "width": 4,
            "shape": "hv" if answer.more_is_better else "linear",
        },
        name="value reached",
        hovertemplate=_pointed(answer),
    )


def _pointed(answer: Answer) -> str:
    """Return the words for a point; a number of answers, of which more is better, is whole."""
    return f"%{{x:,.4~r}}: %{{y:,{'.0f' if answer.more_is_better else '.4~r'}}}<extra></extra>"


def _beside(answer: Answer, beside: Beside | None) -> list[Trace]:
    """Return the line that the curve is compared with, if there is one."""
    if beside is None:
        return []
    name, measures = beside
    return [
        theme.lines(
            x=answer.values,
            y=measures,
            line=theme.look(theme.RIDGE_COLOURS, theme.RIDGE_DASHES, "private_mean", 3),
            name=name,
            hovertemplate=f"%{{x:,.4~r}}: %{{y:,.4~r}}<extra>{name}</extra>",
        )
    ]


def _answer(answer: Answer, value: str, low: float) -> list[Trace]:
    """Return a line down to the axis, a mark where the curve reaches the target, and its name."""
    if not answer.reached:
        return []
    return [
        theme.lines(
            x=[answer.value, answer.value],
            y=[low, answer.measure],
            line={"color": theme.VERMILLION, "width": 2, "dash": "dot"},
            showlegend=False,
        ),
        theme.points(
            x=[answer.value],
            y=[answer.measure],
            mode="markers+text",
            text=[f"<b>{value}</b>"],
            textposition=_beside_the_curve(answer),
            textfont={"size": theme.FONT_SIZE + 2},
            cliponaxis=False,
            marker={"color": theme.VERMILLION, "size": 15, "symbol": "diamond"},
            name="what it takes",
            hovertemplate=f"{value}: {_pointed(answer).partition(': ')[2]}",
        ),
    ]


def _beside_the_curve(answer: Answer) -> str:
    """Return where a name at the answer meets neither the curve nor the edge of the figure."""
    late = _place(answer, answer.value) > 0.6
    rising = (answer.helps == "more") == answer.more_is_better
    if rising:
        return "top left" if late else "bottom right"
    return "bottom left" if late else "top right"


def _place(answer: Answer, value: float) -> float:
    """Return where a value lies along the axis, from 0 to 1."""
    low, high = float(answer.values[0]), float(answer.values[-1])
    if low == high:
        return 0.5
    if answer.by_ratio:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def _out_of_reach(answer: Answer, low: float, high: float) -> dict[str, object]:
    """Return the measures that no value of the unknown reaches; nothing outside of the figure."""
    if answer.reached and not answer.values[0] <= answer.best_at <= answer.values[-1]:
        return {}
    if answer.best >= high or not (answer.best or answer.more_is_better):
        return {}  # above the figure; no error is below 0
    return {
        "type": "rect",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": answer.best,
        "y1": high if answer.more_is_better else low,
        "fillcolor": theme.translucent(theme.GREY, 0.25),
        "line": {"width": 0},
        "layer": "below",
    }


def _named(answer: Answer, best: str, ends: list[float]) -> dict[str, object]:
    """Name the unreachable, at the edge of the figure, away from answer and target."""
    to_the_right = answer.reached and _place(answer, answer.value) < 0.5
    return {
        "xref": "paper",
        "x": 0.99 if to_the_right else 0.01,
        "xanchor": "right" if to_the_right else "left",
        "y": ends[1] if answer.more_is_better else ends[0],
        "yanchor": "top" if answer.more_is_better else "bottom",
        "text": best,
        "showarrow": False,
        "bgcolor": "white",  # the line at the target may run behind it
    }


def who_moves(table: pd.DataFrame) -> Figure:
    """Draw a dot for the worth of one more user: a logarithmic axis has no 0 to draw bars from.

    table : columns "one more" (person) and "worth as much as" (how many of the least; NaN for
        people who are worth nothing; they are left out).
    """
    shown = table.dropna()
    if shown.empty:
        return theme.nothing("One more person changes nothing here.")
    dots = theme.points(
        mode="markers+text",
        x=shown["worth as much as"],
        y=shown["one more"],
        text=[times(value).removesuffix(" times") for value in shown["worth as much as"]],
        textposition="middle right",
        cliponaxis=False,
        marker={"color": theme.BLUE, "size": 14},
        hover="%{y}: %{x:.3g} times",
    )
    axes = {
        "xaxis": theme.logarithmic("Times the least valuable person"),
        "yaxis": {"autorange": "reversed", "type": "category"},
    }
    return theme.figure([dots], axes, margin=theme.ROOM_FOR_VALUES)
