"""Figures that only lessons show."""

from __future__ import annotations

import plotly.graph_objects as go

from hetdp_core.features.finite import FiniteMechanism
from hetdp_core.figures import theme


def chance_of_one(mechanism: FiniteMechanism) -> go.Figure:
    """Chance of the output 1 for each input of a mechanism about two bits (Example 1)."""
    inputs = [(first, second) for first in (0, 1) for second in (0, 1)]
    bars = {
        "type": "bar",
        "x": [str(pair) for pair in inputs],
        "y": [mechanism.kernel[(*pair, 1)] for pair in inputs],
        "name": "chance of the output 1",
        "marker": {"color": theme.BLUE},
        "hovertemplate": "input %{x}: %{y:.0%}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("Input (bit 1, bit 2)", type="category"),
        "yaxis": theme.titled("Chance of the output 1", range=[0, 1.02], tickformat=".0%"),
    }
    return theme.figure([bars], axes)
