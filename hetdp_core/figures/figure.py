"""A figure as plotly.js takes it: plain traces and a plain layout, which nothing here checks.

plotly's own classes take several times as long as to draw up the parts; tests ask them whether
they would take every figure.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

_SENT_AS_BYTES = {"f8", "f4", "i4", "u4", "i2", "u2", "i1", "u1"}
"""Types of numbers that plotly.js reads from their bytes."""

_CONTAINERS = (dict, list, tuple, np.ndarray)


@dataclass(frozen=True, eq=False)
class Figure:
    """Traces, each with its "type", and layout; whoever changes them changes a deep copy."""

    data: list[dict[str, Any]]
    layout: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return what is sent, in containers of its own: numbers in bulk are their bytes."""
        return {"data": _sent(self.data), "layout": _sent(self.layout)}


def with_value(part: Any, path: str, value: Any) -> Any:
    """Return a part of a figure with a value at a path in it; what was given stays as it is.

    >>> with_value({"shapes": [{"x0": 1}]}, "shapes.0.x0", 2)
    {'shapes': [{'x0': 2}]}
    """
    first, _, rest = path.partition(".")
    if isinstance(part, (list, tuple)):
        place = int(first)
        return [*part[:place], _inside(part[place], rest, value), *part[place + 1 :]]
    held = part or {}
    return {**held, first: _inside(held.get(first), rest, value)}


def _inside(part: Any, rest: str, value: Any) -> Any:
    return with_value(part, rest, value) if rest else value


def _sent(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sent(part) for name, part in value.items() if part is not None}
    if isinstance(value, (list, tuple)):
        return [_sent(part) if isinstance(part, _CONTAINERS) else part for part in value]
    if isinstance(value, pd.Series):
        return sent(value.to_numpy())
    return sent(value) if isinstance(value, np.ndarray) else value


def sent(array: np.ndarray[Any, Any]) -> Any:
    """Return an array as plotly.js reads it: the bytes of numbers, else a list."""
    kind = array.dtype.str[1:]
    if kind not in _SENT_AS_BYTES or not 0 < array.ndim < 3:
        return array.tolist()
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    sent = {"dtype": kind, "bdata": b64encode(little.tobytes()).decode("ascii")}
    return sent if array.ndim == 1 else {**sent, "shape": ", ".join(map(str, array.shape))}
