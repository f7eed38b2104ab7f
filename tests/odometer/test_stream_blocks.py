"""Streams computed in blocks of questions, in any processes, are the streams themselves."""

import math

import numpy as np
import pytest

from hetdp_core.odometer import run_stream
from hetdp_core.odometer.streams.traces import Trace, TraceScenario, block, trace_of
from hetdp_core.parallel import processes
from hetdp_core.validate import FloatArray

SMALL = TraceScenario(dimension=2, ceiling=3.3)
WITH_SEARCHES = TraceScenario("logistic", dimension=1, ceiling=1.5)

TO_THE_END, ONE_QUESTION = math.inf, 0.0
"""Seconds of a block."""


@pytest.mark.parametrize("scenario", [SMALL, WITH_SEARCHES])
@pytest.mark.parametrize("seconds", [TO_THE_END, ONE_QUESTION])
def test_a_stream_in_blocks_is_the_stream_at_once(scenario, seconds):
    alone = Trace.of(run_stream(scenario.stream(1)))
    blocks: list[FloatArray] = []
    state = None
    with processes(2) as pool:  # a block may be computed by another process than the one before
        while not blocks or state is not None:
            state, rows = pool.submit(block, scenario, 1, state, seconds).result()
            blocks.append(rows)
    whole = trace_of(np.concatenate(blocks))
    assert whole.complete
    assert len(blocks) == (1 if seconds else alone.worst.size + 1)
    np.testing.assert_array_equal(whole.loss, alone.loss)
    np.testing.assert_array_equal(whole.worst, alone.worst)


def test_a_block_ends_after_its_seconds_and_shows_how_far_the_stream_is():
    ticks = iter(range(100))
    state, rows = block(SMALL, 0, None, 3.0, lambda: float(next(ticks)))
    assert state is not None
    so_far = trace_of(rows)
    assert (so_far.accepted, so_far.complete) == (3, False)
