"""A figure as plotly.js takes it: plain traces and a plain layout, which nothing here checks.

plotly's own classes take several times as long as to draw up the parts; tests ask them whether
they would take every figure.

The whole sweep of one control: a figure at every value that a drag can reach.

Kept by column, not by frame: for each thing in the figure that moves, all its values along the
sweep.  A trace says itself what of it moves, under "moves" as {path: column}; plotly never sees
that entry.  How it travels to the browser is the live figure's business, not this module's.
"""

from __future__ import annotations

import math
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

_SENT_AS_BYTES = {"f8", "f4", "i4", "u4", "i2", "u2", "i1", "u1"}
"""Types of numbers that plotly.js reads from their bytes."""

_CONTAINERS = (dict, list, tuple, np.ndarray)


@dataclass(frozen=True, eq=False)
class Figure:
    """Traces, each with its "type", and layout; code that changes them changes a deep copy."""

    data: list[dict[str, Any]]
    layout: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the parts to send, in containers of their own: numbers in bulk are their bytes."""
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


MOVES = "moves"


@dataclass(frozen=True, eq=False)
class Appearing(Sequence[NDArray[np.float64]]):
    """A column whose rows are one row of which more is seen from frame to frame.

    It travels in the form it is kept in, F times less than its rows.

    row : (N,) numbers.
    since : (N,) the first frame in which each is seen; before, there is a gap.
    frames : F, how many rows it stands for.

    >>> np.asarray(Appearing(np.array([5.0, 6.0]), np.array([0, 1]), 2))
    array([[ 5., nan],
           [ 5.,  6.]])
    """

    row: NDArray[np.float64]
    since: NDArray[np.int64]
    frames: int

    def __len__(self) -> int:
        """Return how many frames there are."""
        return self.frames

    def __getitem__(self, frame: Any) -> Any:
        """Return the (N,) row of a frame."""
        return np.where(self.since <= range(self.frames)[frame], self.row, np.nan)


Column = ArrayLike | Sequence[Any]
"""One entry a frame: an array (F, N) or (F, R, C), `Appearing`, or F values that JSON can hold."""


@dataclass(frozen=True, eq=False)
class Frames:
    """The figure at every value of the control that is being dragged.

    With F frames:

    values : (F,) finite, strictly increasing; what `on_let_go` receives.  The slider moves one
        frame a step, so a logarithmic control is a logarithmic grid of values.
    labels : F texts for the values, as the reader should see them ("0.50").
    control : what the slider sets ("Privacy level of the cautious group").
    current : index of the frame shown now, 0 <= current < F.
    ends : words at the low and the high end of the slider ("more private", "more accurate").
    traces : the moving parts of the traces, as {index of the trace: {path: column}}, from `moves`.
        A path is "y", "marker.color", "error_y.array"; a column is an array (F, N) with one row a
        frame, an array (F, R, C) for heat maps, a row that appears bit by bit (`Appearing`), or
        F single values (colours, texts, names).  NaN is a gap.
    layout : the moving parts of the layout, as {path: F values}: {"shapes": F lists of
        shapes}, {"shapes.0.x0": F numbers}, {"title.text": F texts}.
    readouts : key numbers shown next to the slider, as {name: F texts}.
    headlines : F sentences for the place above the figure; () where nothing there depends on
        the frame.  Of Markdown, `**strong**` alone.
    plays : label of a button that shows one frame after the other, from the first to the last,
        in the browser alone; empty for none.  With reduced motion, a press shows one frame.

    Raises ValueError where a rule above is broken.
    """

    values: NDArray[np.float64]
    labels: Sequence[str]
    control: str
    current: int
    ends: tuple[str, str] = ("", "")
    traces: Mapping[int, Mapping[str, Column]] = field(default_factory=dict)
    layout: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    readouts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    headlines: Sequence[str] = ()
    plays: str = ""

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=np.float64)
        object.__setattr__(self, "values", values)
        if values.ndim != 1 or values.size == 0:
            raise ValueError(f"values must be (F,) with F >= 1 (given: shape {values.shape}).")
        if not (np.all(np.isfinite(values)) and np.all(np.diff(values) > 0)):
            raise ValueError("values must be finite and strictly increasing.")
        self._check_current(self.current)
        for name, column in self._columns():
            if len(column) != values.size:
                raise ValueError(
                    f"{name} must hold one entry a frame ({values.size}) (given: {len(column)})."
                )

    def _check_current(self, current: int) -> None:
        if not 0 <= current < self.values.size:
            raise ValueError(f"current must be in 0..{self.values.size - 1} (given: {current}).")

    def _columns(self) -> list[tuple[str, Any]]:
        """Return every column, with the name it has in an error message."""
        columns: list[tuple[str, Any]] = [("labels", self.labels)]
        columns += [("headlines", self.headlines)] if self.headlines else []
        columns += [(f"layout[{path!r}]", column) for path, column in self.layout.items()]
        columns += [(f"readouts[{name!r}]", column) for name, column in self.readouts.items()]
        for trace, paths in self.traces.items():
            columns += [(f"traces[{trace}][{path!r}]", column) for path, column in paths.items()]
        return columns

    def at(self, current: int) -> Frames:
        """Return the same frames with another one shown now."""
        self._check_current(current)
        same = copy(self)  # the columns have been looked at
        object.__setattr__(same, "current", current)
        return same

    def nearest_value(self, value: object) -> float | None:
        """Return the value of the sweep nearest to a browser's; None if that is no number."""
        number = finite(value)
        if number is None:
            return None
        above = min(bisect_left(self.values, number), self.values.size - 1)
        near: list[float] = self.values[max(above - 1, 0) : above + 1].tolist()
        return min(near, key=lambda stop: abs(stop - number))


MovingFigure = tuple[Figure, Frames]
"""A figure in one of its frames, and all of them."""


def finite(value: object) -> float | None:
    """Return the finite number that a browser sent, or None: it may send anything.

    >>> finite(2), finite(True), finite("2"), finite(10**400), finite(float("nan"))
    (2.0, None, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def moves(traces: Sequence[Mapping[str, Any]]) -> dict[int, Mapping[str, Column]]:
    """Return the moving parts of each trace that has any, for `Frames.traces`.

    >>> moves([{"type": "bar"}, {"type": "scatter", "moves": {"y": [[1.0], [2.0]]}}])
    {1: {'y': [[1.0], [2.0]]}}
    """
    return {place: trace[MOVES] for place, trace in enumerate(traces) if MOVES in trace}


def at_frame(traces: Sequence[Mapping[str, Any]], current: int) -> list[dict[str, Any]]:
    """Return the traces as plotly draws them in one frame.

    >>> at_frame([{"type": "scatter", "moves": {"y": [[1.0], [2.0]]}}], 1)
    [{'type': 'scatter', 'y': [2.0]}]
    """
    return [_drawn(trace, current) for trace in traces]


def _drawn(trace: Mapping[str, Any], current: int) -> dict[str, Any]:
    drawn = {name: value for name, value in trace.items() if name != MOVES}
    for path, column in trace.get(MOVES, {}).items():
        drawn = with_value(drawn, path, column[current])
    return drawn


def still(figure: Figure, frames: Frames) -> Figure:
    """Return the figure as it is in the present frame, for any frame it was drawn in.

    >>> moving = Frames(np.array([1.0, 2.0]), ["1", "2"], "", 1, traces={0: {"y": [[3.0], [4.0]]}})
    >>> still(Figure([{"type": "scatter", "y": [3.0]}], {}), moving).data
    [{'type': 'scatter', 'y': [4.0]}]
    """
    moving = [{**trace, MOVES: frames.traces.get(i, {})} for i, trace in enumerate(figure.data)]
    layout = figure.layout
    for path, entries in frames.layout.items():
        layout = with_value(layout, path, entries[frames.current])
    return Figure(at_frame(moving, frames.current), layout)


def grid_with(grid: ArrayLike, value: float) -> tuple[NDArray[np.float64], int]:
    """Return `grid` with `value` among its values, and the index of `value`: (values, current).

    For a slider with an exact entry next to it: any typed value is one of the frames.

    >>> grid_with([1.0, 2.0, 4.0], 3.0)
    (array([1., 2., 3., 4.]), 2)
    """
    values = np.union1d(np.asarray(grid, dtype=np.float64), [value])
    return values, int(np.searchsorted(values, value))


MOST_ROWS = 300


def drawn(figure: Figure) -> pd.DataFrame:
    """Return the numbers that a figure draws, and no others: series, across, up."""
    rows = (row for trace in figure.data for row in _rows(trace))
    return pd.DataFrame(islice(rows, MOST_ROWS), columns=["series", "across", "up"])


def _rows(trace: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    if trace.get("x") is None or trace.get("y") is None or trace.get("hoverinfo") == "skip":
        return
    for x, y in zip(trace["x"], trace["y"], strict=True):
        yield trace.get("name") or "", x, y


def without_series(figure: Figure, series: Collection[str]) -> Figure:
    """Return the figure without the series of these names or groups; the given one stays whole.

    Of a figure that had a legend, a series that is left alone is named in one too.

    >>> two = Figure([{"type": "bar", "name": "a"}, {"type": "bar", "name": "b"}], {})
    >>> without_series(two, ["a"])
    Figure(data=[{'type': 'bar', 'name': 'b'}], layout={'showlegend': True})
    """
    gone = set(series)
    left = [
        trace for trace in figure.data if not {trace.get("name"), trace.get("legendgroup")} & gone
    ]
    alone = len(_in_legend(figure.data)) > len(_in_legend(left)) == 1
    return Figure(left, {"showlegend": True, **figure.layout} if alone else figure.layout)


def _in_legend(traces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [trace for trace in traces if trace.get("name") and trace.get("showlegend") is not False]
