"""Figure and sweep in the shape that travels to the browser.

A sweep is kept by column, not by frame: for each thing in the figure that moves, all its
values along the sweep.  What does not move travels once, in the figure.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from plotly.io.json import to_json_plotly

from hetdp_core.figures.figure import Appearing, Column, Figure, Frames

DIGEST_LENGTH = 16

DIGITS = 7
"""Of the numbers of a sweep: enough for a picture that is enlarged a thousand times."""

_AXIS = {
    "ticklabeloverflow": "allow",  # checking tick labels against the edge takes a third of a redraw
    "automargin": True,
}
_AXIS_COLOURS = {
    "gridcolor": "var(--st-border-color-light)",
    **dict.fromkeys(("zerolinecolor", "linecolor", "tickcolor"), "var(--st-border-color)"),
}
_PAGE = {
    "paper_bgcolor": "var(--st-background-color)",  # not transparent, for pictures that are saved
    "plot_bgcolor": "rgba(0,0,0,0)",
    "modebar": {
        "bgcolor": "rgba(0,0,0,0)",
        "color": "var(--st-gray-text-color)",
        "activecolor": "var(--st-text-color)",
    },
}
_LETTERS = {"color": "var(--st-text-color)", "family": "var(--st-font)"}
"""Colours and letters of the page around a figure, which the browser knows."""

_PACKED: WeakKeyDictionary[Figure, tuple[object, object, bytes]] = WeakKeyDictionary()
"""Of figures that are kept for all sessions: what moves in them, their headlines, and the sweep."""


def payload(figure: Figure, frames: Frames | None) -> bytes:
    """Return figure and sweep in JSON: the same bytes whichever frame is current.

    frames : None for a figure that does not move.
    """
    parts = figure.to_dict()
    sweep = None if frames is None else pack(parts, frames)
    parts["layout"] = _dressed(parts["layout"])
    return bytes(to_json_plotly({"figure": parts, "sweep": sweep}).encode())


def packed(figure: Figure, frames: Frames) -> bytes:
    """Return a payload as a sweep's holder takes it: its digest, then its bytes compressed."""
    moving, headlines, content = _PACKED.get(figure, (None, None, b""))
    if moving is frames.traces and headlines is frames.headlines:
        return content
    plain = payload(figure, frames)
    content = digest(plain).encode() + zlib.compress(plain, 1)
    _PACKED[figure] = frames.traces, frames.headlines, content
    return content


def digest(content: bytes) -> str:
    """Return a short name for a content: the same bytes, the same name."""
    return hashlib.blake2b(content, digest_size=DIGEST_LENGTH // 2).hexdigest()


def _dressed(layout: dict[str, Any]) -> dict[str, Any]:
    """Return a layout in the look of the page, with both axes in it."""
    known: dict[str, Any] = {
        "xaxis": {},
        "yaxis": {},
        "margin": {"l": 10, "r": 20, "t": 30, "b": 10},
        "uirevision": "same",
        **layout,
    }
    axes = {
        name: {**_AXIS, **axis, **_AXIS_COLOURS}
        for name, axis in known.items()
        if name[1:].startswith("axis")
    }
    return {**known, **axes, **_PAGE, "font": {"size": 16, **known.get("font", {}), **_LETTERS}}


def pack(figure: dict[str, Any], frames: Frames) -> dict[str, Any]:
    """Return the sweep for the browser; `figure`, of `to_dict`, is changed.

    What moves is taken out of the figure, so that it is the same bytes whichever frame is
    current; what stays the same in all frames is written into it.
    """
    traces: list[dict[str, Any]] = figure["data"]
    moving: list[dict[str, Any]] = []
    for index, paths in frames.traces.items():
        if not 0 <= index < len(traces):
            raise ValueError(f"traces[{index}]: the figure has {len(traces)} traces.")
        for path, column in paths.items():
            moving += _move_out(figure, f"data.{index}.{path}", column)
    for path, column in frames.layout.items():
        moving += _move_out(figure, f"layout.{path}", list(column))
    return {
        "values": frames.values.tolist(),
        "labels": list(frames.labels),
        "control": frames.control,
        "ends": list(frames.ends),
        "readouts": [{"name": name, "texts": list(t)} for name, t in frames.readouts.items()],
        "headlines": list(frames.headlines),
        "plays": frames.plays,
        "moving": moving,
    }


def _move_out(figure: dict[str, Any], path: str, column: Column) -> list[dict[str, Any]]:
    """Return the column with its path, or nothing if it is constant and now in `figure`."""
    parts = [int(part) if part.isdecimal() else part for part in path.split(".")]
    if isinstance(column, Appearing):
        _put(figure, parts, None)
        return [{"path": parts, "row": _rounded(column.row), "since": column.since.tolist()}]
    rows = _as_rows(column)
    if rows is not None:
        entries = _rounded(rows)
    else:
        entries = column.tolist() if isinstance(column, np.ndarray) else list(column)  # type: ignore[arg-type]
    constant = _alike(entries[:1] + entries[-1:]) and _alike(entries)  # most differ at the ends
    _put(figure, parts, entries[0] if constant else None)
    return [] if constant else [{"path": parts, "entries": entries}]


def _as_rows(column: Column) -> NDArray[Any] | None:
    """Return the column as numbers, or None if it is something else."""
    try:
        array = np.asarray(column)
    except ValueError:  # entries of different lengths
        return None
    return array if array.dtype.kind in "iuf" else None


def _alike(entries: list[Any]) -> bool:
    """Say whether all entries are the same in JSON."""
    return bool(to_json_plotly(entries) == to_json_plotly(entries[:1] * len(entries)))


_POWERS = np.array([float(f"1e{power}") for power in range(340)])
"""Of ten, each the nearest float; those of NumPy differ from processor to processor."""


def _rounded(numbers: NDArray[Any]) -> list[Any]:
    """Return numbers in as many digits as a picture can show; None is a gap."""
    if numbers.dtype.kind != "f":
        return list(numbers.tolist())
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        power = DIGITS - 1 - np.floor(np.log10(np.abs(numbers)))
        by = _POWERS[np.abs(np.nan_to_num(power, posinf=0.0, neginf=0.0)).astype(int)]
        short = np.where(power < 0, np.round(numbers / by) * by, np.round(numbers * by) / by)
    short = np.where(np.isfinite(short), short, numbers)  # of 0, and beyond what can be divided
    written = short.astype(object)
    written[~np.isfinite(short)] = None
    return list(written.tolist())


def _put(target: Any, parts: Sequence[str | int], value: Any) -> None:
    """Set `target` at a path, making the dictionaries on the way."""
    for part in parts[:-1]:
        target = target[part] if isinstance(part, int) else target.setdefault(part, {})
    target[parts[-1]] = value
