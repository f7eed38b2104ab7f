"""Figures of one conversation: the odometer step by step, and beliefs along the way."""

from __future__ import annotations

import numpy as np

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import number, odds, share
from hetdp_core.figures.odometer.streams import (
    IDEAS,
    LOSS,
    budget_label,
    budget_line,
    curve,
    filter_line,
)
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.numerals import as_set, counted
from hetdp_core.odometer.beliefs import Beliefs
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.validate import FloatArray


def odometer_so_far(talk: Conversation) -> Figure:
    """Draw L after each answer, L after either next answer, and the budget."""
    steps, next_one = talk.steps, len(talk.steps) + 1
    numbers = [0, *(step.number for step in steps)]
    accepted = talk.decision.accepted
    after = [talk.loss_after(answer) for answer in (True, False)]
    beside = (
        ["top right", "bottom right"] if after[0] >= after[1] else ["bottom right", "top right"]
    )
    falls = len(steps) > 1 and steps[-1].upper < steps[-2].upper  # the line comes from above
    after_each, mode = "after %{x}: privacy loss %{y:.3g}<br>", "lines+markers"
    losses, sums = [0.0, *(step.upper for step in steps)], [0.0, *(step.basic for step in steps)]
    told = f"{after_each}what the answers really revealed"
    look, thin = filter_line("bayesian", 5), filter_line("basic", 3)  # both seen where equal
    basic = curve(numbers, sums, "Basic composition", thin, after_each + IDEAS["basic"], mode)
    traces: list[Trace] = [
        {
            **curve(numbers, losses, "Odometer", look, told, f"{mode}+text"),
            "text": [""] * len(steps) + [odds(talk.spent.loss) if steps else ""],
            "textposition": "bottom left" if falls else "top left",
            "cliponaxis": False,
            "marker": {"size": 16, "symbol": theme.FILTER_SYMBOLS["bayesian"]},
        },
        {
            **basic,
            "cliponaxis": False,
            "marker": {"size": 10, "symbol": theme.FILTER_SYMBOLS["basic"]},
        },
        theme.points(
            x=[next_one, next_one],
            y=after,
            mode="markers+text",
            text=["if 1", "if 0"],
            textposition=beside,  # the upper one above
            cliponaxis=False,
            name="next, if accepted" if accepted else "next: refused",
            marker={
                "size": 15,
                "symbol": "circle-open" if accepted else "x-thin-open",
                "color": theme.GREEN if accepted else theme.VERMILLION,
                "line": {"width": 3},
            },
            hovertemplate="%{text}: privacy loss %{y:.3g}<extra>next</extra>",
        ),
    ]
    highest = max(talk.settings.budget, *after)
    axes = {
        "xaxis": theme.titled(
            "Questions answered", range=[-0.1, next_one + 0.7], dtick=1 + len(steps) // 12
        ),
        "yaxis": theme.titled(LOSS, range=[0.0, 1.15 * highest]),
    }
    budget = talk.settings.budget
    words = budget_label(budget, "left")
    words["text"] = f"budget {as_set(budget)} ({odds(budget)})"
    return theme.figure(traces, axes, shapes=[budget_line(budget)], annotations=[words])


def beliefs(along: Beliefs, after: int) -> tuple[Figure, Frames]:
    """Draw belief after some answers; the slider goes through all of them.

    Bars inside their corridor for a line, a heat map of factors for a plane.
    """
    traces, axes = _line(along) if len(along.axes) == 1 else _plane(along)
    steps = range(len(along.posteriors))
    frames = Frames(
        values=np.arange(len(along.posteriors), dtype=np.float64),
        labels=[counted(step, "answer") for step in steps],
        control="After",
        current=after,
        ends=("before any answer", "all answers"),
        traces=moves(traces),
        readouts={
            "Statement before": [share(gain.prior) for gain in along.gains],
            "now": [share(gain.posterior) for gain in along.gains],
            "allowed by the odometer": [
                f"{share(gain.odds_corridor[0])} to {share(gain.odds_corridor[1])}"
                for gain in along.gains
            ],
        },
    )
    return theme.figure(at_frame(traces, after), axes, bargap=0.3), frames


def _line(along: Beliefs) -> tuple[list[Trace], dict[str, Axis]]:
    values, stairs = along.axes[0], np.repeat(along.edges, 2)[1:-1]
    low, high = (100.0 * np.repeat(end, 2, axis=1) for end in (along.low, along.high))
    traces: list[Trace] = [
        theme.lines(
            x=_there_and_back(stairs, stairs),
            line={"width": 0},
            fill="toself",
            fillcolor=theme.translucent(theme.GREEN, 0.4),
            name="allowed by the odometer",
            moves={"y": _there_and_back(high, low)},
        ),
        theme.bars(
            x=values,
            name="belief now",
            marker={"color": theme.BLUE},
            hovertemplate="x = %{x:.3g}: %{y:.1f} %<extra>belief now</extra>",
            moves={"y": 100.0 * along.posteriors},
        ),
        theme.lines(
            x=values,
            y=100.0 * along.prior,
            mode="lines+markers",
            name="belief before",
            line={"color": theme.INK, "width": 2, "dash": "dot"},
            marker={"size": 7},
            hovertemplate="x = %{x:.3g}: %{y:.1f} %<extra>belief before</extra>",
        ),
    ]
    highest = 110.0 * float(max(along.high.max(), along.prior.max()))
    axes = {
        "xaxis": theme.titled("The record x", nticks=12, range=along.edges[[0, -1]].tolist()),
        "yaxis": theme.titled("Belief", range=[0.0, highest], ticksuffix=" %"),
    }
    return traces, axes


def _there_and_back(forward: FloatArray, backward: FloatArray) -> FloatArray:
    return np.concatenate([forward, backward[..., ::-1]], axis=-1)


def _plane(along: Beliefs) -> tuple[list[Trace], dict[str, Axis]]:
    cells = {
        "type": "heatmap",
        "x": along.axes[0],
        "y": along.axes[1],
        "zmin": -along.widest,
        "zmax": along.widest,
        "colorscale": [[0, theme.VERMILLION], [0.5, "#F4F4F4"], [1, theme.BLUE]],
        "colorbar": {
            "title": {"text": "belief"},
            "tickvals": list(along.factors),
            "ticktext": [f"× {number(factor)}" for factor in along.factors.values()],
        },
        "hovertemplate": "(%{x:.2f}, %{y:.2f}): belief × e<sup>%{z:.2f}</sup><extra></extra>",
        "moves": {"z": along.log_planes},
    }
    across, up = (coordinate + 1 for coordinate in along.shown)
    axes = {
        "xaxis": theme.titled(f"Coordinate {across} of the record"),
        "yaxis": theme.titled(f"Coordinate {up}"),
    }
    return [cells], axes
