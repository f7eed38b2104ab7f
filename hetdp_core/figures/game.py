"""Bet against the noise: what was released, and how the bets have gone."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import number
from hetdp_core.figures.theme import Trace
from hetdp_core.game.games import ALONE, JOINT, MOST, Belief, OneNumber
from hetdp_core.game.rules import ROUNDS, Deal, Game, Score
from hetdp_core.validate import FloatArray

REACH = 4.0
"""Noise scales shown beyond both answers; releases farther out are drawn at the edge."""

_KINDS = (("low", theme.VERMILLION, "dash"), ("high", theme.BLUE, "solid"))


def one_number(rules: OneNumber, released: float, what: str) -> Figure:
    """Draw where a release lies, and how likely each release is with either value.

    Args:
        rules: of the game.
        released: the present one.
        what: is released.
    """
    low, high = rules.low, rules.high
    ends = low - REACH * rules.scale, high + REACH * rules.scale
    x = np.union1d(np.linspace(*ends, 201), [low, high])
    traces: list[Trace] = [
        theme.lines(
            name=f"if Ann's value is {name}",
            x=x,
            y=stats.laplace(answer, rules.scale).pdf(x) * rules.scale,
            line={"color": colour, "width": 3, "dash": dash},
        )
        for (name, colour, dash), answer in zip(_KINDS, (low, high), strict=True)
    ]
    seen = float(np.clip(released, *ends))
    traces.append(
        theme.lines(
            mode="lines+markers",
            name=f"released: {number(released, digits=4)}",
            x=[seen, seen],
            y=[0.0, 0.55],
            line={"color": theme.INK, "width": 3},
            marker={"size": [0, 14], "symbol": "triangle-down", "color": theme.INK},
            hoverinfo="name",
        )
    )
    axes = {
        "xaxis": theme.titled(what, range=[*ends]),
        "yaxis": theme.titled("How likely", range=[0, 0.6], showticklabels=False),
    }
    return theme.figure(traces, axes, showlegend=True)


def report(released: FloatArray) -> Figure:
    """Draw a report on its circle, and which answer each quarter of the circle speaks of.

    Args:
        released: (3,) as drawn by `hetdp_core.game.games.Report`.
    """
    traces = [
        _quarter(colour, place * 0.5 * np.pi, hatch)
        for place, (_, colour, hatch) in enumerate(_QUARTERS)
    ]
    joint, alone = released[JOINT], released[ALONE]
    if np.all(np.isfinite(joint)):
        angle = np.arctan2(joint[1], joint[0])
        traces.append(_mark("reported about both", np.cos(angle), np.sin(angle), "circle"))
    if np.isfinite(alone):
        traces.append(_mark("reported about the other alone", 0.0, 1.3 * np.sign(alone), "diamond"))
    words = [
        {"x": 0.62 * x, "y": 0.62 * y, "text": name, "showarrow": False}
        for (name, *_), (x, y) in zip(_QUARTERS, ((1, 0), (0, 1), (-1, 0), (0, -1)), strict=True)
    ]
    hidden = {"visible": False, "range": [-1.5, 1.5]}
    axes = {"xaxis": hidden, "yaxis": {**hidden, "scaleanchor": "x"}}
    margin = {"l": 8, "r": 8, "t": 8, "b": 8}
    return theme.figure(traces, axes, showlegend=False, annotations=words, margin=margin)


_QUARTERS = (
    ("high", theme.BLUE, "x"),
    ("other: high", theme.GREY, ""),
    ("low", theme.VERMILLION, "/"),
    ("other: low", theme.GREY, ""),
)
"""The subject of each quarter, its colour and its hatch, from right to left."""


def _quarter(colour: str, middle: float, hatch: str) -> Trace:
    """Return a quarter of the disc around an axis."""
    angles = np.linspace(middle - 0.25 * np.pi, middle + 0.25 * np.pi, 33)
    return theme.lines(
        x=[0.0, *np.cos(angles), 0.0],
        y=[0.0, *np.sin(angles), 0.0],
        fill="toself",
        fillcolor=theme.translucent(colour),
        fillpattern={"shape": hatch, "size": 10, "solidity": 0.12},
        line={"color": colour, "width": 2},
    )


def _mark(name: str, x: float, y: float, symbol: str) -> Trace:
    marker = {"size": 16, "symbol": symbol, "color": theme.INK}
    return theme.points(name=name, x=[x], y=[y], marker=marker, hoverinfo="name")


def answers(belief: Belief) -> Figure:
    """Draw what answers did to a belief, and the corridor that their realised loss allows."""
    counts = np.arange(belief.ratios.size)
    low, high = (100.0 * end for end in belief.corridor)
    edge = theme.lines(x=counts)
    line = {"color": theme.GREY, "width": 1}
    traces: list[Trace] = [
        {**edge, "name": "", "y": low, "line": line, "showlegend": False},
        {
            **edge,
            "name": "limit by the privacy loss of the answers",
            "y": high,
            "line": line,
            "fill": "tonexty",
            "fillcolor": theme.translucent(theme.GREY),
        },
        theme.lines(
            mode="lines+markers+text",
            name="how likely it is 10",
            x=counts,
            y=100.0 * belief.believed,
            text=["", *("yes" if output else "no" for output in belief.outputs)],
            textposition=[
                "top center",
                *("top center" if output else "bottom center" for output in belief.outputs),
            ],
            cliponaxis=False,
            line={"color": theme.BLUE, "width": 3},
            marker={"size": 9, "color": theme.BLUE},
            hover="after %{x} answers: %{y:.0f} of 100",
        ),
    ]
    axes = {
        "xaxis": theme.titled("Answers so far", range=[-0.3, MOST + 0.3], dtick=1),
        "yaxis": theme.titled("Likely, of 100", range=[0, 104]),
    }
    return theme.figure(traces, axes, showlegend=True)


def scores(rules: Game, yours: Score, perfect: Score, allowed: FloatArray | None = None) -> Figure:
    """Draw the share of bets that are right, after each round, against the ceiling.

    Args:
        rules: of the game.
        yours: the player's score.
        perfect: that of the perfect player who bets on every round, as far as the player's.
        allowed: (K,) score that the releases bet on allow in the long run, where that moves.
    """
    shares = [
        ("the perfect player", perfect.share, theme.GREY, "dot", "square"),
        ("you", yours.share, theme.BLUE, "solid", "circle"),
    ]
    if allowed is not None:
        shares.append(("limit by these answers", allowed, theme.INK, "dashdot", "line-ew"))
    traces: list[Trace] = [
        theme.lines(
            mode="lines+markers",
            name=name,
            x=np.arange(1, share.size + 1),
            y=100.0 * share,
            line={"color": colour, "dash": dash, "width": 3},
            marker={"symbol": symbol, "size": 8, "color": colour},
            hover="round %{x}: %{y:.0f} of 100",
        )
        for name, share, colour, dash, symbol in shares
    ]
    ends = [0.5, ROUNDS + 0.5]
    traces.append(
        theme.lines(
            name="limit in the long run",
            x=ends,
            y=[100.0 * rules.ceiling] * 2,
            line={"color": theme.INK, "dash": "dash", "width": 2},
            hoverinfo="name",
        )
    )
    axes = {
        "xaxis": theme.titled("Round", range=ends, dtick=5, tick0=0),
        "yaxis": theme.titled("Correct of 100 bets", range=[0, 104]),
    }
    rounds = {"rounds": yours.bets.size}  # the legend names a line once it is there
    return theme.figure(traces, axes, showlegend=True, meta=rounds)


def past(rules: Game, dealt: Deal, bets: list[str]) -> pd.DataFrame:
    """Return the rounds that are over, with what was released, bet and true."""
    over = len(bets)
    seen = pd.DataFrame(dealt.released[:over], columns=[*rules.COLUMNS])
    seen.insert(0, "round", np.arange(1, over + 1))
    return seen.assign(bet=bets, value=np.where(dealt.high[:over], "high", "low"))
