"""A stream in blocks of questions: each goes on where the last one ended, in any process."""

from __future__ import annotations

import math
import pickle
import time
from collections.abc import Callable

import numpy as np

from hetdp_core.accounting.streams.stream import Stream
from hetdp_core.accounting.streams.traces import MOST_QUERIES, Trace, TraceScenario
from hetdp_core.validate import FloatArray

SECONDS = 0.5
"""After which a block ends; then others have their turn."""


def block(
    scenario: TraceScenario,
    run: int,
    state: bytes | None = None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[bytes | None, FloatArray]:
    """Ask the next questions of a stream.

    Args:
        scenario: of any kind but "powers".
        run: which of its runs.
        state: from the block before; None begins the stream.
        seconds: after which the block ends, at the end of a question.
        clock: seconds that do not run back.

    Returns:
        The state for the next block, in bytes so that who only hands it on has no work with it;
        None where the stream has ended.  And (k, 2) rows for `trace_of`: the worst loss of each
        question, and the loss after it, NaN where it was refused.
    """
    stream: Stream = Stream(scenario.stream(run)) if state is None else pickle.loads(state)
    rows: list[tuple[float, float]] = []
    end = clock() + seconds
    for step in stream:
        rows.append((step.worst, math.nan if step.output is None else step.upper))
        if clock() >= end:
            return pickle.dumps(stream), np.array(rows)
    return None, np.array(rows).reshape(-1, 2)


def trace_of(rows: FloatArray) -> Trace:
    """Return a stream as far as it has come.

    Args:
        rows: (k, 2), k > 0, of all its blocks, one after the other.
    """
    worst, after = rows.T
    answered = after[~np.isnan(after)]
    complete = answered.size < len(rows) or len(rows) >= MOST_QUERIES
    return Trace(np.concatenate([[0.0], answered]), worst.copy(), complete)
