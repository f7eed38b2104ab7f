"""Axes of a finished figure: where they are, where they end, and how they grow."""

from __future__ import annotations

import numpy as np

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.log_axes import Axis, decade

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
