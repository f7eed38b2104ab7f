"""The whole sweep of one control, in the shape that travels to the browser.

A sweep is kept by column, not by frame: for each thing in the figure that moves, all its
values along the sweep.  Arrays of numbers travel as one base64 block a column (as plotly sends
its own arrays), everything else as JSON, and what does not move travels once, in the figure.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from plotly.io.json import to_json_plotly

Column = ArrayLike | Sequence[Any]
"""One entry a frame: an array (F, N) or (F, R, C), or F values that JSON can hold."""


@dataclass(frozen=True, eq=False)
class Frames:
    """The figure at every value of the control that is being dragged.

    With F frames:

    values : (F,) finite, strictly increasing; what `on_release` receives.  The slider moves one
        frame a step, so a logarithmic control is a logarithmic grid of values.
    labels : F texts for the values, as the reader should see them ("0.50").
    control : what the slider sets ("Privacy level of the cautious group").
    current : index of the frame shown now, 0 <= current < F.
    ends : words at the low and the high end of the slider ("more private", "more accurate").
    traces : what moves in the traces, as {index of the trace: {path: column}}.  A path is "y",
        "marker.color", "error_y.array"; a column is an array (F, N) with one row a frame, an
        array (F, R, C) for heat maps, or F single values (colours, texts, names).  NaN is a
        gap.  Numbers are sent in single precision where that keeps six digits.
    layout : what moves in the layout, as {path: F values}: {"shapes": F lists of shapes},
        {"shapes.0.x0": F numbers}, {"title.text": F texts}.
    readouts : key numbers shown beside the slider, as {name: F texts}.

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

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=np.float64)
        object.__setattr__(self, "values", values)
        if values.ndim != 1 or values.size == 0:
            raise ValueError(f"values must be (F,) with F >= 1, got shape {values.shape}.")
        if not (np.all(np.isfinite(values)) and np.all(np.diff(values) > 0)):
            raise ValueError("values must be finite and strictly increasing.")
        if not 0 <= self.current < values.size:
            raise ValueError(f"current must be in 0..{values.size - 1}, got {self.current}.")
        for name, column in self._columns():
            if len(column) != values.size:
                raise ValueError(
                    f"{name} must hold one entry a frame ({values.size}), got {len(column)}."
                )

    def _columns(self) -> list[tuple[str, Any]]:
        """Every column, with the name it has in an error message."""
        columns: list[tuple[str, Any]] = [("labels", self.labels)]
        columns += [(f"layout[{path!r}]", column) for path, column in self.layout.items()]
        columns += [(f"readouts[{name!r}]", column) for name, column in self.readouts.items()]
        for trace, paths in self.traces.items():
            columns += [(f"traces[{trace}][{path!r}]", column) for path, column in paths.items()]
        return columns

    def nearest_value(self, value: object) -> float | None:
        """The value of the sweep nearest to what a browser sent; None if that is no number."""
        if not isinstance(value, int | float) or not math.isfinite(value):
            return None
        return float(self.values[np.argmin(np.abs(self.values - value))])


def grid_with(grid: ArrayLike, value: float) -> tuple[NDArray[np.float64], int]:
    """`grid` with `value` among its values, and the index of `value`: (values, current).

    For a slider with an exact entry beside it: whatever was typed is one of the frames.

    >>> grid_with([1.0, 2.0, 4.0], 3.0)
    (array([1., 2., 3., 4.]), 2)
    """
    values = np.union1d(np.asarray(grid, dtype=np.float64), [value])
    return values, int(np.searchsorted(values, value))


def encode(figure: dict[str, Any], frames: Frames) -> dict[str, Any]:
    """The sweep for the browser; `figure` (as from `Figure.to_dict()`) is changed.

    What moves is taken out of the figure, so that it is the same bytes whichever frame is
    current; what stays the same in all frames is written into it.
    """
    traces: list[dict[str, Any]] = figure["data"]
    moving: dict[str, list[dict[str, Any]]] = {"traces": [], "layout": []}
    for index, paths in frames.traces.items():
        if not 0 <= index < len(traces):
            raise ValueError(f"traces[{index}]: the figure has {len(traces)} traces.")
        for path, column in paths.items():
            for encoded in _move_out(traces[index], path, column):
                moving["traces"].append({"trace": index, **encoded})
    for path, column in frames.layout.items():
        moving["layout"] += _move_out(figure["layout"], path, list(column))
    return {
        "values": frames.values.tolist(),
        "labels": list(frames.labels),
        "control": frames.control,
        "ends": list(frames.ends),
        "readouts": [{"name": name, "texts": list(t)} for name, t in frames.readouts.items()],
        **moving,
    }


def _move_out(target: dict[str, Any], path: str, column: Column) -> list[dict[str, Any]]:
    """The encoded column with its path, or nothing if it is constant and now in `target`."""
    parts = [int(part) if part.isdecimal() else part for part in path.split(".")]
    numbers = _as_numbers(column)
    if numbers is not None:
        if np.array_equal(numbers, np.broadcast_to(numbers[0], numbers.shape), equal_nan=True):
            _put(target, parts, numbers[0])
            return []
        encoded = _block(numbers)
    else:
        entries = column.tolist() if isinstance(column, np.ndarray) else list(column)  # type: ignore[arg-type]
        if len({to_json_plotly(entry) for entry in entries}) == 1:
            _put(target, parts, entries[0])
            return []
        encoded = {"entries": entries}
    _put(target, parts, None)
    return [{"path": parts, **encoded}]


def _as_numbers(column: Column) -> NDArray[Any] | None:
    """The column as (F, N) or (F, R, C) numbers, or None if it is something else."""
    try:
        array = np.asarray(column)
    except ValueError:  # entries of different lengths
        return None
    return array if array.ndim > 1 and array.dtype.kind in "iuf" else None


def _block(numbers: NDArray[Any]) -> dict[str, Any]:
    """All rows in one base64 string, with the shape of a row."""
    with np.errstate(over="ignore"):
        single = numbers.astype(np.float32)
    exact = numbers.astype(np.float64)
    fits = np.allclose(single, exact, rtol=1e-6, atol=0.0, equal_nan=True)
    rows = np.ascontiguousarray(single if fits else exact, dtype="<f4" if fits else "<f8")
    return {
        "dtype": "f4" if fits else "f8",
        "shape": list(numbers.shape[1:]),
        "rows": base64.b64encode(rows.tobytes()).decode("ascii"),
    }


def _put(target: Any, parts: Sequence[str | int], value: Any) -> None:
    """Set `target` at a path, making the dictionaries on the way."""
    for part in parts[:-1]:
        target = target[part] if isinstance(part, int) else target.setdefault(part, {})
    target[parts[-1]] = value
