"""Streams that other processes write down, slice by slice, are the streams themselves."""

import math
import os

import numpy as np
import pytest

from hetdp_core.accounting import run_stream
from hetdp_core.accounting.streams.traces import Trace, TraceScenario
from hetdp_core.accounting.streams.written import PATIENCE, allow, forbid, read_trace, write_down

SMALL = TraceScenario(dimension=2, ceiling=3.3)
WITH_SEARCHES = TraceScenario("logistic", dimension=1, ceiling=1.5)

TO_THE_END, ONE_STEP = math.inf, 0.0
"""Seconds of a slice."""


def written(folder, run):
    found = read_trace(folder, run)
    assert found is not None
    return found


@pytest.mark.parametrize("scenario", [SMALL, WITH_SEARCHES])
@pytest.mark.parametrize("seconds", [TO_THE_END, ONE_STEP])
def test_what_is_written_down_in_any_slices_is_the_stream(tmp_path, scenario, seconds):
    allow(tmp_path)
    slices = 1
    while write_down(scenario, 1, str(tmp_path), seconds):
        allow(tmp_path)
        slices += 1
    found, alone = written(tmp_path, 1), Trace.of(run_stream(scenario.stream(1)))
    assert found.complete
    assert slices == (1 if seconds else alone.worst.size + 1)
    np.testing.assert_array_equal(found.loss, alone.loss)
    np.testing.assert_array_equal(found.worst, alone.worst)


def test_a_run_leaves_off_after_its_seconds(tmp_path):
    allow(tmp_path)
    ticks = iter(range(100))
    assert write_down(SMALL, 0, str(tmp_path), 3.0, lambda: float(next(ticks)))
    assert written(tmp_path, 0).accepted == 3


def test_a_process_that_was_killed_loses_its_last_slice_alone(tmp_path, monkeypatch):
    allow(tmp_path)
    assert write_down(SMALL, 0, str(tmp_path), ONE_STEP)
    steps = iter(range(8))
    monkeypatch.setattr(
        "hetdp_core.accounting.streams.written._row",
        lambda step: None if next(steps) == 3 else np.array([step.worst, step.upper]),
    )
    with pytest.raises(AttributeError):  # the fifth row is nothing: as if the process were killed
        write_down(SMALL, 0, str(tmp_path), TO_THE_END)
    found = written(tmp_path, 0)
    assert found.accepted == 4
    assert not found.complete
    monkeypatch.undo()
    assert not write_down(SMALL, 0, str(tmp_path), TO_THE_END)
    alone = Trace.of(run_stream(SMALL.stream(0)))
    np.testing.assert_array_equal(written(tmp_path, 0).loss, alone.loss)


def test_a_stopped_run_keeps_what_it_had_and_can_go_on(tmp_path, monkeypatch):
    allow(tmp_path)
    assert write_down(SMALL, 0, str(tmp_path), ONE_STEP)
    steps = iter(range(8))

    def row(step):
        if next(steps) == 2:
            forbid(tmp_path)
        return np.array([step.worst, step.upper])

    monkeypatch.setattr("hetdp_core.accounting.streams.written._row", row)
    assert not write_down(SMALL, 0, str(tmp_path), TO_THE_END)
    monkeypatch.undo()
    stopped = written(tmp_path, 0)
    assert stopped.accepted == 4
    assert not stopped.complete
    allow(tmp_path)
    assert not write_down(SMALL, 0, str(tmp_path), TO_THE_END)
    alone = Trace.of(run_stream(SMALL.stream(0)))
    np.testing.assert_array_equal(written(tmp_path, 0).loss, alone.loss)


def test_a_stop_comes_before_the_next_step(tmp_path):
    assert not write_down(SMALL, 0, str(tmp_path))
    assert read_trace(tmp_path, 0) is None
    allow(tmp_path)
    forbid(tmp_path)
    assert not write_down(SMALL, 0, str(tmp_path))
    assert read_trace(tmp_path, 0) is None


def test_runs_that_nobody_watches_any_more_do_not_begin(tmp_path):
    allow(tmp_path)
    long_ago = (tmp_path / "go").stat().st_mtime - PATIENCE - 1
    os.utime(tmp_path / "go", (long_ago, long_ago))
    assert not write_down(SMALL, 0, str(tmp_path))
    assert read_trace(tmp_path, 0) is None


def test_half_a_row_is_not_read(tmp_path):
    (tmp_path / "run-0").write_bytes(np.array([1.0, 0.5, 2.0]).tobytes())
    found = written(tmp_path, 0)
    np.testing.assert_array_equal(found.loss, [0.0, 0.5])
    assert not found.complete
