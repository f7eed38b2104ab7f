"""A figure of plain parts: plotly takes them over when somebody asks for more than what is sent.

To make a `go.Figure` of parts and parts of it again takes plotly several times as long as to draw
up the parts.  Most figures are only sent, so that work is put off until it is needed.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from threading import Lock
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

_SENT_AS_BYTES = {"f8", "f4", "i4", "u4", "i2", "u2", "i1", "u1"}
"""Types of numbers that plotly.js reads from their bytes."""

_taking_over = Lock()


class LateFigure(go.Figure):  # type: ignore[misc]  # plotly is not typed
    """A `go.Figure` whose parts plotly has not seen yet, and does not check.

    parts : {"data": traces, "layout": layout} as plotly.js takes them; nobody changes them.

    It can do all that a `go.Figure` can, and is one from the first thing on that is asked of it
    other than `to_dict`.
    """

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self.__dict__["_parts"] = parts

    def __getattr__(self, name: str) -> Any:
        """Let plotly take over where an attribute is missing; it has all of them at once then.

        Others may be reading the same figure: they find nothing of it, or everything.
        """
        if "_layout_obj" not in vars(self):
            whole = go.Figure(self._parts, _validate=False)
            for part in (*whole._data_objs, whole._layout_obj):
                part._parent = self
            with _taking_over:  # of several who ask at once, all get the first one's
                if "_layout_obj" not in vars(self):
                    self.__dict__.update(vars(whole))
        return object.__getattribute__(self, name)

    def __reduce__(self) -> Any:
        return go.Figure, (self.to_dict(),)

    def to_dict(self) -> dict[str, Any]:
        """Return the figure in plain parts; containers are new ones, so they may be changed."""
        if "_layout_obj" in vars(self):
            whole: dict[str, Any] = super().to_dict()
            return whole
        plain: dict[str, Any] = _plain(self._parts)
        return plain


def _plain(value: Any) -> Any:
    """Return parts in containers of their own; numbers in bulk as their bytes."""
    kind = type(value)
    if kind is dict:
        return {name: _plain(one) for name, one in value.items() if one is not None}
    if kind is list or kind is tuple:
        return [_plain(one) if type(one) in _CONTAINERS else one for one in value]
    if kind is pd.Series:
        return _sent(value.to_numpy())
    return _sent(value) if kind is np.ndarray else value


_CONTAINERS = frozenset((dict, list, tuple, np.ndarray))


def _sent(array: np.ndarray[Any, Any]) -> Any:
    """Return an array as plotly.js reads it: the bytes of numbers, else a list."""
    kind = array.dtype.str[1:]
    if kind not in _SENT_AS_BYTES or not 0 < array.ndim < 3:
        return array.tolist()
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    sent = {"dtype": kind, "bdata": b64encode(little.tobytes()).decode("ascii")}
    return sent if array.ndim == 1 else {**sent, "shape": ", ".join(map(str, array.shape))}
