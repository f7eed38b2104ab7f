"""What plotly itself says of a figure."""

from functools import lru_cache

import plotly.graph_objects as go

from hetdp_core.figures.figure import Figure


@lru_cache(64)
def checked(figure: Figure) -> go.Figure:
    """Return the figure as plotly's own, which has checked each of its parts."""
    return go.Figure(figure.data, figure.layout)
