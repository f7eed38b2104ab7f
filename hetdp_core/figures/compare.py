"""Two figures of the same kind that are to be read beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import plotly.graph_objects as go

from hetdp_core.figures.frames import Frames


def on_same_axes(first: go.Figure, second: go.Figure) -> tuple[go.Figure, go.Figure]:
    """Both figures with every axis that both have stretched over what either shows.

    Axes without a fixed range follow their data and are left alone, and so are axes of
    different types.  The figures given are not changed.

    >>> one, two = (go.Figure(layout={"yaxis": {"range": [0, top]}}) for top in (3, 8))
    >>> [figure.layout.yaxis.range for figure in on_same_axes(one, two)]
    [(0, 8), (0, 8)]
    """
    pair = go.Figure(first), go.Figure(second)
    axes = [name for name in pair[0].to_dict()["layout"] if name[1:].startswith("axis")]
    for name in axes:
        ranges = [figure.layout[name].range for figure in pair]
        if all(ranges) and pair[0].layout[name].type == pair[1].layout[name].type:
            shared = _union(*ranges)
            for figure in pair:
                figure.layout[name].range = shared
    return pair


def frames_on_axes(figure: go.Figure, frames: Frames) -> Frames:
    """Frames whose moving axes show at least what those of `figure` show, in every frame."""
    layout = {
        path: [_union(one, figure.layout[path.removesuffix(".range")].range) for one in column]
        if path.endswith(".range")
        else column
        for path, column in frames.layout.items()
    }
    return replace(frames, layout=layout)


def _union(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The smallest range that covers both, in the direction of the first."""
    low, high = min(*first, *second), max(*first, *second)
    return (low, high) if first[0] <= first[1] else (high, low)
