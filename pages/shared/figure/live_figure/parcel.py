"""Figure and sweep in the shape that travels to the browser.

A sweep is kept by column, not by frame: for each thing in the figure that moves, all its
values along the sweep.  Columns of numbers travel as raw bytes, everything else as JSON, and
what does not move travels once, in the figure.
"""

from __future__ import annotations

import hashlib
import weakref
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from plotly.io.json import to_json_plotly

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.frames import Appearing, Column, Frames

DIGEST_LENGTH = 16


def digest(content: bytes) -> str:
    """A short name for a content: the same bytes, the same name."""
    return hashlib.blake2b(content, digest_size=DIGEST_LENGTH // 2).hexdigest()


_PACKED: dict[int, tuple[object, object, bytes]] = {}
"""By a figure's identity, as long as it lives: what moves in it, its headlines, its parcel.

Figures that are kept for all sessions are packed once.
"""


def parcel(figure: Figure, frames: Frames | None) -> bytes:
    """Figure and sweep: a digest, a line of JSON, then the numbers the JSON speaks of.

    The same bytes whichever frame is current.  Without frames: a figure that does not move.
    """
    if frames is None:
        return _packed(figure, None)
    moving, said, packed = _PACKED.get(id(figure), (None, None, b""))
    if moving is frames.traces and said is frames.headlines:
        return packed
    packed = _packed(figure, frames)
    if id(figure) not in _PACKED:
        weakref.finalize(figure, _PACKED.pop, id(figure), None)
    _PACKED[id(figure)] = frames.traces, frames.headlines, packed
    return packed


def unpacked(packed: bytes) -> dict[str, str]:
    """What a parcel says, as texts: for a figure that carries it itself.

    Numbers are in base64.
    """
    content, _, numbers = packed[DIGEST_LENGTH:].partition(b"\n")
    return {"content": content.decode(), "numbers": b64encode(numbers).decode()}


def _packed(figure: Figure, frames: Frames | None) -> bytes:
    parts = figure.to_dict()
    sweep, numbers = (None, b"") if frames is None else pack(parts, frames)
    content = to_json_plotly({"figure": parts, "sweep": sweep}).encode() + b"\n" + numbers
    return digest(content).encode() + content


def pack(figure: dict[str, Any], frames: Frames) -> tuple[dict[str, Any], bytes]:
    """The sweep for the browser: (JSON, numbers); `figure`, of `to_dict`, is changed.

    What moves is taken out of the figure, so that it is the same bytes whichever frame is
    current; what stays the same in all frames is written into it.  Each column of numbers is
    a block of `numbers`, described in the JSON by type, offset and the shape of a row.
    """
    traces: list[dict[str, Any]] = figure["data"]
    numbers = bytearray()
    moving_traces: list[dict[str, Any]] = []
    for index, paths in frames.traces.items():
        if not 0 <= index < len(traces):
            raise ValueError(f"traces[{index}]: the figure has {len(traces)} traces.")
        for path, column in paths.items():
            for moving in _move_out(traces[index], path, column, numbers):
                moving_traces.append({"trace": index, **moving})
    moving_layout: list[dict[str, Any]] = []
    for path, column in frames.layout.items():
        moving_layout += _move_out(figure["layout"], path, list(column), numbers)
    sweep = {
        "values": frames.values.tolist(),
        "labels": list(frames.labels),
        "control": frames.control,
        "ends": list(frames.ends),
        "readouts": [{"name": name, "texts": list(t)} for name, t in frames.readouts.items()],
        "headlines": list(frames.headlines),
        "plays": frames.plays,
        "traces": moving_traces,
        "layout": moving_layout,
    }
    return sweep, bytes(numbers)


def _move_out(
    target: dict[str, Any], path: str, column: Column, numbers: bytearray
) -> list[dict[str, Any]]:
    """The column with its path, or nothing if it is constant and now in `target`."""
    parts = [int(part) if part.isdecimal() else part for part in path.split(".")]
    if isinstance(column, Appearing):
        _put(target, parts, None)
        seen = {"row": _append(numbers, column.row), "since": _append(numbers, column.since)}
        return [{"path": parts, **seen}]
    rows = _as_rows(column)
    if rows is not None:
        constant = _same(rows[0], rows[-1]) and _same(np.broadcast_to(rows[0], rows.shape), rows)
        first, moving = rows[0], {} if constant else _append(numbers, rows)
    else:
        entries = column.tolist() if isinstance(column, np.ndarray) else list(column)  # type: ignore[arg-type]
        constant = _alike(entries[:1] + entries[-1:]) and _alike(entries)  # most differ at the ends
        first, moving = entries[0], {"entries": entries}
    _put(target, parts, first if constant else None)
    return [] if constant else [{"path": parts, **moving}]


def _as_rows(column: Column) -> NDArray[Any] | None:
    """The column as (F, N) or (F, R, C) numbers, or None if it is something else."""
    try:
        array = np.asarray(column)
    except ValueError:  # entries of different lengths
        return None
    return array if array.ndim > 1 and array.dtype.kind in "iuf" else None


def _alike(entries: list[Any]) -> bool:
    """Whether all entries are the same in JSON."""
    return bool(to_json_plotly(entries) == to_json_plotly(entries[:1] * len(entries)))


def _same(first: NDArray[Any], second: NDArray[Any]) -> bool:
    return np.array_equal(first, second, equal_nan=True)


def _append(numbers: bytearray, rows: NDArray[Any]) -> dict[str, Any]:
    """Add a block to `numbers` and describe it; blocks begin at multiples of eight bytes."""
    size = np.abs(rows)
    single = np.all((size == 0) | ((size > 1e-37) & (size < 1e38)) | ~np.isfinite(size))
    block = rows.astype("<f4" if single else "<f8").tobytes()
    offset = len(numbers)
    numbers += block + bytes(-len(block) % 8)
    return {
        "dtype": "f4" if single else "f8",
        "offset": offset,
        "length": rows.size,
        "shape": list(rows.shape[1:]),
    }


def _put(target: Any, parts: Sequence[str | int], value: Any) -> None:
    """Set `target` at a path, making the dictionaries on the way."""
    for part in parts[:-1]:
        target = target[part] if isinstance(part, int) else target.setdefault(part, {})
    target[parts[-1]] = value
