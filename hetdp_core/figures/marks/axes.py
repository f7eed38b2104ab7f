"""Axes of a finished figure: where they are, where they end, and how they grow."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.log_axes import Axis, decade

_PAD = 0.06
_MARGIN_OF_DATA = 0.04


def axis_of(figure: Figure, name: str) -> Axis:
    """Return an axis by its name, as traces say it."""
    axis: Axis = figure.layout.setdefault(layout_key(name), {})
    return axis


def layout_key(name: str) -> str:
    """Return an axis's name in the layout.

    >>> layout_key("y2")
    'yaxis2'
    """
    return f"{name[0]}axis{name[1:]}"


def across_of(figure: Figure, name: str) -> str:
    """Return the axis across another one: of panels that share it, that of the tallest."""
    other = "y" if name[0] == "x" else "x"
    partners = [
        str(trace.get(f"{other}axis", other))
        for trace in figure.data
        if trace.get(f"{name[0]}axis", name[0]) == name
    ]
    return max(partners, key=lambda one: height_of(figure, one), default=other)


def height_of(figure: Figure, name: str) -> float:
    """Return how long an axis is, as a share of the plot."""
    low, high = axis_of(figure, name).get("domain", (0.0, 1.0))
    return float(high - low)


def free(figure: Figure, letter: str) -> str:
    """Return the name of an axis that the figure does not have yet."""
    taken = {key for key in figure.layout if key.startswith(f"{letter}axis")}
    number = 3
    while f"{letter}axis{number}" in taken:
        number += 1
    return f"{letter}{number}"


def ends(figure: Figure, name: str) -> tuple[float, float]:
    """Return the ends of an axis, in decades where it is logarithmic: as set, or of its data."""
    axis = axis_of(figure, name)
    if axis.get("range") is not None:
        return float(axis["range"][0]), float(axis["range"][1])
    data = np.array(list(_data_along(figure, name)))
    log = axis.get("type") == "log"
    places = np.log10(data[data > 0]) if log else data
    low, high = (float(places.min()), float(places.max())) if places.size else (0.0, 1.0)
    room = _MARGIN_OF_DATA * (high - low) or 1.0
    keep = not log and low == 0.0  # bars stand on the axis
    return low if keep else low - room, high + room


def _data_along(figure: Figure, name: str) -> Iterator[float]:
    """Yield the finite numbers that the figure draws along an axis."""
    for trace in figure.data:
        if trace.get(f"{name[0]}axis", name[0]) != name or trace.get(name[0]) is None:
            continue
        if trace["type"] == "bar":
            yield 0.0
        yield from (
            float(one) for one in trace[name[0]] if one is not None and math.isfinite(float(one))
        )


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


def place_on(value: float, log: bool) -> float:
    """Return where on its axis a number is: in decades on a logarithmic one."""
    return decade(value) if log else value
