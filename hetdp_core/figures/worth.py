"""Who moves a result: what one more user of each kind is worth, in units of the least."""

from __future__ import annotations

import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.text import times


def who_moves(table: pd.DataFrame) -> Figure:
    """Bars of what one more user is worth.

    table : columns "one more" (who) and "worth as much as" (how many of the least; NaN for who is
        worth nothing, and is left out).
    """
    shown = table.dropna()
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": shown["worth as much as"],
        "y": shown["one more"],
        "text": [times(value).removesuffix(" times") for value in shown["worth as much as"]],
        "marker": {"color": theme.BLUE},
        "hovertemplate": "%{y}: %{x:.3g} times<extra></extra>",
    }
    axes = {
        "xaxis": theme.logarithmic("Times the user who is worth least"),
        "yaxis": {"autorange": "reversed", "type": "category"},
    }
    return theme.figure([bars], axes)
