"""Runs of streams that other processes write down, a slice at a time, so that others can watch.

A run holds a process for a slice of a second and leaves off there; any process may go on with it.
So runs take turns with whatever else the processes have to do.
"""

from __future__ import annotations

import math
import os
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hetdp_core.accounting.streams.stream import Stream, StreamStep
from hetdp_core.accounting.streams.traces import MOST_QUERIES, Trace, TraceScenario
from hetdp_core.validate import FloatArray

_GO = "go"
PATIENCE = 6.0
"""Seconds after which a run ends when nobody has called `allow` again: all who watched left."""

SLICE = 1.0
"""Seconds for which a run may hold its process; then others have their turn."""

_ROW = 2
"""Numbers a step: the worst loss, and the loss after it; NaN where it was refused."""


def allow(folder: Path) -> None:
    """Let `write_down` work in this folder for the next `PATIENCE` seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _GO).touch()


def forbid(folder: Path) -> None:
    """Make every `write_down` in this folder end at once, in whatever process it runs."""
    (folder / _GO).unlink(missing_ok=True)


def is_allowed(folder: Path) -> bool:
    """Return whether `write_down` may work in this folder; asked from any process."""
    try:
        return time.time() - (folder / _GO).stat().st_mtime <= PATIENCE
    except FileNotFoundError:
        return False


def write_down(
    scenario: TraceScenario,
    run: int,
    folder: str,
    seconds: float = SLICE,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Go on with a stream for a while; append each of its steps to a file, so that others watch.

    Where the last call left off is kept beside that file, so any process may do the next.

    Args:
        scenario: of any kind but "powers".
        run: which of its runs.
        folder: made by `allow`; without it the stream ends, and what it has written stays.
        seconds: after which it leaves off, at the end of a step.
        clock: seconds that do not run back.

    Returns:
        Whether there is more to do: it came neither to its end nor to a stop.
    """
    forbidden, end = _Forbidden(folder), clock() + seconds
    if forbidden():
        return False
    place = Path(folder)
    course = _left_off(place, run) or Stream(scenario.stream(run), forbidden)
    _file(place, run).touch()
    with _file(place, run).open("r+b", buffering=0) as file:
        # A process that was killed may have written more than it left off at.
        file.truncate(course.asked * _row_bytes())
        file.seek(0, os.SEEK_END)
        for step in course:
            if forbidden():
                return False  # a search cut short may have refused what is acceptable
            file.write(_row(step).tobytes())
            if clock() >= end:
                _leave_off(place, run, course)
                return True
    return False


@dataclass(frozen=True)
class _Forbidden:
    """Whether the work in a folder must end; asked in whatever process does it."""

    folder: str

    def __call__(self) -> bool:
        """Ask."""
        return not is_allowed(Path(self.folder))


def _left_off(folder: Path, run: int) -> Stream | None:
    try:
        found: Stream = pickle.loads(_state(folder, run).read_bytes())
    except FileNotFoundError:
        return None
    return found


def _leave_off(folder: Path, run: int, course: Stream) -> None:
    new = _state(folder, run).with_suffix(".new")
    new.write_bytes(pickle.dumps(course))
    new.replace(_state(folder, run))  # at once: a process may be killed here too


def _row(step: StreamStep) -> FloatArray:
    return np.array([step.worst, math.nan if step.output is None else step.upper])


def read_trace(folder: Path, run: int) -> Trace | None:
    """Read what has been written of a run; None before its first step."""
    try:
        content = _file(folder, run).read_bytes()
    except FileNotFoundError:
        return None
    width = _row_bytes()
    rows = np.frombuffer(content[: len(content) // width * width]).reshape(-1, _ROW)
    if not len(rows):
        return None
    answered = rows[~np.isnan(rows[:, 1]), 1]
    complete = answered.size < len(rows) or len(rows) >= MOST_QUERIES
    return Trace(np.concatenate([[0.0], answered]), np.array(rows[:, 0]), complete)


def _row_bytes() -> int:
    return _ROW * np.dtype(np.float64).itemsize


def _state(folder: Path, run: int) -> Path:
    return folder / f"run-{run}.state"


def _file(folder: Path, run: int) -> Path:
    return folder / f"run-{run}"
