"""A privacy level's meaning, as two arrays of a hundred bets: without the release, and with it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import MOVES, Figure, Frames, at_frame, moves, with_value
from hetdp_core.figures.formats import about, level
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.meaning import OF, Meaning, filled

DOT = 12
"""Pixels across a dot: ten of them fit next to ten others on a phone."""

ROW = 10

_PLACES: Trace = {"x": np.arange(OF) % ROW, "y": np.arange(OF) // ROW}


def bets(meaning: Meaning, control: str, symbol: str = "ε") -> tuple[Figure, Frames]:
    """Draw a dot for each bet of a hundred, filled where it is right; a part of one in part.

    Args:
        meaning: from `meaning`.
        control: what the slider sets.
        symbol: of the level.
    """
    labels = [f"{symbol} = {level(epsilon)}" for epsilon in meaning.levels]
    titles = [f"with it: {about(most)}" for most in meaning.most]
    without = {"marker": {"size": filled(meaning.before)}}
    within = {MOVES: {"marker.size": np.array([filled(most) for most in meaning.most])}}
    traces = [*_array("", without), *_array("2", within)]
    axes = {
        **_axes("", f"without it: {about(meaning.before)}", 0.0),
        **_axes("2", titles[meaning.current], 0.54),
    }
    frames = Frames(
        values=meaning.levels,
        labels=labels,
        control=control,
        current=meaning.current,
        ends=("more private", "less private"),
        traces=moves(traces),
        layout={"xaxis2.title.text": titles},
        readouts=_after(meaning),
    )
    figure = theme.figure(
        at_frame(traces, meaning.current),
        axes,
        margin={"l": 4, "r": 4, "t": 8, "b": 40},
        font={"size": theme.FONT_SIZE - 2},
        showlegend=False,
    )
    return figure, frames


def asking(figure: Figure) -> Figure:
    """Return the figure of `bets` without those that are right with the release."""
    layout = with_value(figure.layout, "xaxis2.title.text", "with it: ?")
    return Figure(figure.data[:-1], layout)


def _after(meaning: Meaning) -> dict[str, list[str]]:
    """Return how many bets are right after one release, and after several where they add up."""
    single = zip((1,), [meaning.most], strict=True)
    rows = zip(meaning.several, meaning.after.T, strict=True) if meaning.several else single
    return {
        f"{count} release{'s' * (count > 1)}": [_of_all(most) for most in row]
        for count, row in rows
    }


def _of_all(most: float) -> str:
    """Return a count of a hundred in words; nearly all is not all, at any level that is finite.

    >>> _of_all(73.1), _of_all(99.995)
    ('73 of 100', '> 99 of 100')
    """
    return f"{f'{most:.0f}' if round(most) < OF else f'> {OF - 1}'} of {OF}"


def _axes(panel: str, title: str, start: float) -> dict[str, Axis]:
    bare: Axis = {"showgrid": False, "showline": False, "showticklabels": False, "ticks": ""}
    square: Axis = {
        "scaleanchor": f"y{panel}",
        "constrain": "domain",
        "constraintoward": "left" if panel else "right",  # both in the middle
        "fixedrange": True,
    }
    return {
        f"xaxis{panel}": theme.titled(
            title,
            domain=[start, start + 0.46],
            range=[-0.7, ROW - 0.3],
            anchor=f"y{panel}",
            **square,
            **bare,
        ),
        f"yaxis{panel}": {
            "range": [ROW - 0.3, -0.7],
            "anchor": f"x{panel}",
            "fixedrange": True,
            "constrain": "domain",
            **bare,
        },
    }


def _array(panel: str, filling: Trace) -> list[Trace]:
    """Return a hundred rings, and in them the right bets."""
    place = theme.points(xaxis=f"x{panel}", yaxis=f"y{panel}", cliponaxis=False, **_PLACES)
    ring = {"symbol": "circle-open", "size": DOT, "color": theme.GREY, "line": {"width": 1.5}}
    disc = {
        "sizemode": "area",
        "sizeref": 2.0 / DOT**2,
        "color": theme.BLUE,
        "opacity": 1.0,
        "line": {"width": 0},
    }
    return [
        {**place, "name": "bets", "marker": ring},
        {**place, "name": "right", **filling, "marker": {**disc, **filling.get("marker", {})}},
    ]


def table(meaning: Meaning) -> pd.DataFrame:
    """Return how many bets of a hundred are right, at every level."""
    after = {
        f"correct of 100 after {count} releases, at most": meaning.after[:, place]
        for place, count in enumerate(meaning.several)
        if count > 1
    }
    return pd.DataFrame(
        {
            "privacy loss of each release": meaning.levels,
            "releases": meaning.releases,
            "correct of 100, without": meaning.before,
            "correct of 100, at least": meaning.least,
            "correct of 100, at most": meaning.most,
            **after,
        }
    )
