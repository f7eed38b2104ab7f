"""Axes of a finished figure: where they are, how they grow, and where labels have room on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.log_axes import Axis, decade

LABEL = 28
"""Pixels that a label takes up and down."""

PLOT = 300
"""Pixels up and down of all panels together, at least: a figure on a phone has no more."""

_BESIDE = 4
"""Pixels between a level line and its label."""

_MIDDLE = 0.45
"""Of a panel's width: a label stands on the left of a line from here on, where lines that rise
leave more room.
"""

_PAD, _MARGIN_OF_DATA = 0.06, 0.04
"""Of an axis's length: beyond a mark, and beyond the data where plotly chooses the ends."""


def layout_key(name: str) -> str:
    """Return the name of an axis in the layout.

    >>> layout_key("y2")
    'yaxis2'
    """
    return f"{name[0]}axis{name[1:]}"


def axis_of(figure: Figure, name: str) -> Axis:
    """Return an axis by its name, as traces say it."""
    axis: Axis = figure.layout.setdefault(layout_key(name), {})
    return axis


def is_log(figure: Figure, name: str) -> bool:
    """Return whether an axis is logarithmic."""
    return bool(axis_of(figure, name).get("type") == "log")


def place_on(figure: Figure, name: str, value: float) -> float:
    """Return where on an axis a number is: in decades on a logarithmic one."""
    return decade(value) if is_log(figure, name) else value


def across_of(figure: Figure, name: str) -> str:
    """Return the axis across another one: of panels that share it, that of the tallest."""
    other = "y" if name[0] == "x" else "x"
    partners = [
        str(trace.get(f"{other}axis", other))
        for trace in figure.data
        if trace.get(f"{name[0]}axis", name[0]) == name
    ]
    return max(partners, key=lambda partner: height_of(figure, partner), default=other)


def height_of(figure: Figure, name: str) -> float:
    """Return how long an axis is, as a share of the plot."""
    low, high = axis_of(figure, name).get("domain", (0.0, 1.0))
    return float(high - low)


def free(figure: Figure, letter: str) -> str:
    """Return the name of an axis that the figure does not have yet."""
    number = 3
    while layout_key(f"{letter}{number}") in figure.layout:
        number += 1
    return f"{letter}{number}"


def ends_of(figure: Figure, name: str) -> tuple[float, float]:
    """Return the ends of an axis, in decades where it is logarithmic: as set, or of its data."""
    axis, log = axis_of(figure, name), is_log(figure, name)
    if axis.get("range") is not None:
        return float(axis["range"][0]), float(axis["range"][1])
    along = [
        np.append(np.asarray(trace[name[0]], dtype=float), [0.0] * (trace["type"] == "bar"))
        for trace in figure.data
        if trace.get(f"{name[0]}axis", name[0]) == name and trace.get(name[0]) is not None
    ]
    data = np.concatenate([*along, np.empty(0)])
    data = data[np.isfinite(data)]
    places = np.log10(data[data > 0]) if log else data
    low, high = (float(places.min()), float(places.max())) if places.size else (0.0, 1.0)
    room = _MARGIN_OF_DATA * (high - low) or 1.0
    keep = not log and low == 0.0  # bars stand on the axis
    return low if keep else low - room, high + room


def grown(ends: tuple[float, float], places: list[float]) -> tuple[float, float]:
    """Return ends further apart, so that places within one length of the axis lie between them."""
    low, high = min(ends), max(ends)
    length = high - low
    near = [place for place in places if low - length <= place <= high + length]
    further = (
        min([low, *(place - _PAD * length for place in near if place < low)]),
        max([high, *(place + _PAD * length for place in near if place > high)]),
    )
    return further if ends[0] < ends[1] else further[::-1]


def beside_line(name: str, other: str, at: float, share: float, height: float) -> dict[str, Any]:
    """Place a label beside a line that goes up, towards the middle, at a share of its height."""
    left = share < _MIDDLE
    return {
        "xref": name,
        "yref": f"{other} domain",
        "x": at,
        "y": height,
        "xanchor": "left" if left else "right",
        "yanchor": "middle",
        "xshift": 12 if left else -12,
    }


Spots = dict[str, tuple[str, float]]
"""By kind of mark, beside which level its label stands, and how many pixels above it."""


def label_spots(shares: dict[str, float], height: float) -> Spots:
    """Return beside which level each label stands, and by how many pixels above it (or below).

    On a phone two labels are wider than the plot, so they never share a height.  A label stands
    at its own level, towards the middle of the panel or else beyond it; where the levels are close
    and near an end, one stands beyond the other.

    shares : of the levels, from 0 at the lower end of the panel.
    height : of the panel, as a share of the plot.
    """
    tall = LABEL / (PLOT * height)
    low, *others = sorted(shares, key=shares.__getitem__)
    inwards: Spots = {
        kind: (kind, _BESIDE if share < 0.5 else -_BESIDE) for kind, share in shares.items()
    }
    if not others:
        return inwards
    (high,) = others
    above_high, below_low = (high, _BESIDE + LABEL), (low, -_BESIDE - LABEL)
    ways: list[Spots] = [
        inwards,
        {low: (low, -_BESIDE), high: (high, _BESIDE)},
        {low: (low, -_BESIDE), high: (high, -_BESIDE)},
        {low: (low, _BESIDE), high: (high, _BESIDE)},
        {low: above_high, high: (high, _BESIDE)},
        {low: (low, -_BESIDE), high: below_low},
    ]

    def start(level: str, lift: float) -> float:
        beyond = tall if abs(lift) > LABEL else 0.0
        return shares[level] + (beyond if lift > 0 else -beyond - tall)

    def fits(way: Spots) -> bool:
        lower, upper = sorted(start(*spot) for spot in way.values())
        return lower >= 0.0 and upper + tall <= 1.0 and upper - lower >= tall

    last = ways[-2] if shares[low] + shares[high] < 1.0 else ways[-1]
    return next(filter(fits, ways), last)
