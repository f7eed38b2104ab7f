"""Bet against the noise: what was released, and how the bets have gone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from scipy import stats

from hetdp_core.figures import theme
from hetdp_core.figures.theme import Trace
from hetdp_core.game import ROUNDS, Deal, Game, Score

REACH = 4.0
"""Noise scales shown beyond both answers; releases farther out are drawn at the edge."""

_KINDS = (("low", theme.VERMILLION, "dash"), ("high", theme.BLUE, "solid"))


def release(rules: Game, released: float) -> go.Figure:
    """Draw where a release lies, and how likely each release is with either value.

    Args:
        rules: of the game.
        released: the present one.
    """
    low, high = rules.answers
    ends = low - REACH * rules.scale, high + REACH * rules.scale
    x = np.union1d(np.linspace(*ends, 201), [low, high])
    traces: list[Trace] = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": f"if Ann's value is {name}",
            "x": x,
            "y": stats.laplace(answer, rules.scale).pdf(x) * rules.scale,
            "line": {"color": colour, "width": 3, "dash": dash},
            "hoverinfo": "skip",
        }
        for (name, colour, dash), answer in zip(_KINDS, (low, high), strict=True)
    ]
    seen = float(np.clip(released, *ends))
    traces.append(
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": f"released: {released:.2f}",
            "x": [seen, seen],
            "y": [0.0, 0.55],
            "line": {"color": theme.INK, "width": 3},
            "marker": {"size": [0, 14], "symbol": "triangle-down", "color": theme.INK},
            "hoverinfo": "name",
        }
    )
    axes = {
        "xaxis": theme.titled("Released mean of 100 values", range=[*ends]),
        "yaxis": theme.titled("How likely", range=[0, 0.6], showticklabels=False),
    }
    return theme.figure(traces, axes, showlegend=True)


def course(rules: Game, yours: Score, perfect: Score) -> go.Figure:
    """Draw the share of bets that are right, after each round, against the ceiling.

    Args:
        rules: of the game.
        yours: the player's score.
        perfect: that of the perfect player who bets on every round, as far as the player's.
    """
    traces: list[Trace] = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": name,
            "x": np.arange(1, one.made.size + 1),
            "y": 100.0 * one.share,
            "line": {"color": colour, "dash": dash, "width": 3},
            "marker": {"symbol": symbol, "size": 8, "color": colour},
            "hovertemplate": "round %{x}: %{y:.0f} of 100<extra></extra>",
        }
        for name, one, colour, dash, symbol in (
            ("the perfect player", perfect, theme.GREY, "dot", "square"),
            ("you", yours, theme.BLUE, "solid", "circle"),
        )
    ]
    ends = [0.5, ROUNDS + 0.5]
    traces.append(
        {
            "type": "scatter",
            "mode": "lines",
            "name": "ceiling in the long run",
            "x": ends,
            "y": [100.0 * rules.ceiling] * 2,
            "line": {"color": theme.INK, "dash": "dash", "width": 2},
            "hoverinfo": "name",
        }
    )
    axes = {
        "xaxis": theme.titled("Round", range=ends, dtick=5, tick0=0),
        "yaxis": theme.titled("Right of 100 bets", range=[0, 104]),
    }
    rounds = {"rounds": yours.made.size}  # the legend names a line once it is there
    return theme.figure(traces, axes, showlegend=True, meta=rounds)


def past(dealt: Deal, bets: list[str]) -> pd.DataFrame:
    """Return the rounds that are over, with what was true."""
    over = len(bets)
    return pd.DataFrame(
        {
            "round": np.arange(1, over + 1),
            "released": dealt.released[:over],
            "bet": bets,
            "value": np.where(dealt.high[:over], "high", "low"),
        }
    )
