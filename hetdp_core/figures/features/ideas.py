"""Figures of the ideas behind feature privacy: small examples that move under the hand."""

from __future__ import annotations

import numpy as np

from hetdp_core.features.notions import CopiesSweep, RegionSweep
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.frames import Frames, at_frame, moves
from hetdp_core.figures.text import level, number, share
from hetdp_core.grids import place_of


def error_region(sweep: RegionSweep, delta: float) -> tuple[Figure, Frames]:
    """Theorem 1: all pairs of error rates that a test of one feature can have, for any δ."""
    current = place_of(delta, sweep.deltas, "delta")
    region = {
        "type": "scatter",
        "fill": "toself",
        "fillcolor": theme.SOFT_BLUE,
        "mode": "lines",
        "line": {"color": theme.BLUE, "width": 4},
        "name": "possible",
        "hovertemplate": "false alarms %{x:.3f}, misses %{y:.3f}<extra></extra>",
        "moves": {"x": sweep.outlines[:, :, 0], "y": sweep.outlines[:, :, 1]},
    }
    guess = {
        "type": "scatter",
        "x": [0, 1],
        "y": [1, 0],
        "mode": "lines",
        "name": "guessing",
        "line": {"color": theme.GREY, "dash": "dot"},
        "hoverinfo": "skip",
    }
    axes = {
        "xaxis": theme.titled("False alarms (type I error)", range=[-0.02, 1.02]),
        "yaxis": theme.titled("Misses (type II error)", range=[-0.02, 1.02]),
    }
    frames = Frames(
        values=sweep.deltas,
        labels=[number(delta) for delta in sweep.deltas],
        control="Level δ of the feature",
        current=current,
        ends=("hidden", "revealed"),
        traces=moves([region]),
        readouts={"Best test is wrong at least": [share(rate) for rate in sweep.least_error]},
    )
    return theme.figure(at_frame([region, guess], current), axes), frames


def copies(sweep: CopiesSweep, reports: int = 1) -> tuple[Figure, Frames]:
    """Example 2: what this many reports prove about a bit that one report hides."""
    current = reports - 1
    proved = {
        "type": "scatter",
        "x": sweep.copies,
        "y": sweep.proved,
        "mode": "lines",
        "name": "by number of reports",
        "line": {"color": theme.GREY, "width": 2, "dash": "dot"},
        "hovertemplate": "%{x} reports: %{y:.0%}<extra></extra>",
        "showlegend": False,
    }
    now = {
        "type": "scatter",
        "mode": "markers",
        "marker": {"color": theme.VERMILLION, "size": 18},
        "showlegend": False,
        "hovertemplate": "%{x} reports: %{y:.0%}<extra></extra>",
        "moves": {"x": sweep.copies[:, None], "y": sweep.proved[:, None]},
    }
    axes = {
        "xaxis": theme.titled("Reports seen", range=[0.6, float(sweep.copies[-1]) + 0.4], dtick=1),
        "yaxis": theme.titled("Chance a 1 is proved", range=[-0.06, 1.06], tickformat=".0%"),
    }
    frames = Frames(
        values=sweep.copies,
        labels=[f"{count:.0f}" for count in sweep.copies],
        control="Reports seen of the same person",
        current=current,
        ends=("one", "several"),
        traces=moves([proved, now]),
        readouts={"δ of bit 1": [_or_none(delta) for delta in sweep.levels]},
    )
    return theme.figure(at_frame([proved, now], current), axes), frames


def _or_none(delta: float) -> str:
    return level(delta) if np.isfinite(delta) else "no limit"
