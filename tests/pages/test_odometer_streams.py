"""Streams that run beside the odometer's page: asked for once, in turn, stopped, reported."""

import gc
import itertools
import threading
import time
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np

from hetdp_core.accounting.streams.course import odometer_course
from hetdp_core.accounting.streams.traces import TraceScenario, power_traces
from hetdp_core.errors import Busy
from hetdp_core.figures.frames import still
from pages.inside.accounting import hero
from pages.inside.accounting.controls import OdometerChoice
from pages.inside.accounting.streams import Streams, course
from tests.plotlys import checked


class NoPool(Executor):
    """Takes tasks and does nothing, or fails."""

    def __init__(self, error=None):
        self.error = error
        self.tasks: list[Any] = []
        self.open = 0

    def submit(self, function, /, *arguments, **_):
        future: Future[Any] = Future()
        self.tasks.append((future, function, arguments))
        if self.error is not None:
            future.set_exception(self.error)
        return future

    def work(self):
        for future, function, arguments in self.tasks:
            if not future.done():
                future.set_result(function(*arguments))

    def shutdown(self, wait=True, *, cancel_futures=False):
        del wait, cancel_futures
        self.open -= 1

    def for_streams(self, _streams):
        self.open += 1
        return self


SMALL = TraceScenario(dimension=1, ceiling=1.0)


def test_each_missing_stream_is_asked_for_once_and_begins_when_there_is_a_lane():
    pool = NoPool()
    runs = Streams(SMALL, pool.for_streams, lanes=2)
    runs.go_on(3)
    runs.go_on(3)
    assert len(pool.tasks) == 2
    runs.go_on(4)
    assert len(pool.tasks) == 2
    pool.work()  # what is done lets others begin
    assert len(pool.tasks) == 4
    assert [trace.complete for trace in runs.traces(4)] == [True] * 4
    assert len(runs.traces(2)) == 2
    assert pool.open == 0


def test_a_stream_whose_slice_is_over_goes_on_before_others_begin(monkeypatch):
    slices = itertools.count()
    monkeypatch.setattr("pages.inside.accounting.streams.write_down", lambda *_: next(slices) < 2)
    pool = NoPool()
    Streams(SMALL, pool.for_streams, lanes=1).go_on(2)
    pool.work()
    assert [arguments[1] for _, _, arguments in pool.tasks] == [0, 0, 0]
    assert pool.open == 0  # the last slice neither ended nor went on: it was stopped


def test_streams_that_need_not_run_leave_nothing_on_the_disk(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for scenario in (TraceScenario(), TraceScenario("powers")):  # stored, and computed at once
        runs = Streams(scenario, NoPool().for_streams)
        runs.stop()
        runs.go_on(2)
        assert (runs.complete(2), runs.watched) == (2, False)
    assert not list(tmp_path.iterdir())


def test_streams_write_down_when_they_begin_and_take_it_with_them(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pool = NoPool()
    runs = Streams(SMALL, pool.for_streams)
    assert not runs.traces(1)
    assert not list(tmp_path.iterdir())
    runs.go_on(1)
    assert len(list(tmp_path.iterdir())) == 1
    pool.work()
    assert runs.complete(1) == 1
    del runs, pool
    gc.collect()
    assert not list(tmp_path.iterdir())


def test_a_stop_keeps_what_was_computed():
    pool = NoPool()
    runs = Streams(SMALL, pool.for_streams)
    runs.go_on(1)
    pool.work()
    runs.go_on(3)
    runs.stop()
    pool.work()
    assert len(runs.traces(3)) == 1
    assert (len(pool.tasks), pool.open) == (3, 0)
    assert not runs.watched


def test_a_pool_that_fails_is_reported_and_not_asked_again():
    pool = NoPool(OSError("no memory"))
    runs = Streams(SMALL, pool.for_streams)
    for _ in range(3):
        runs.go_on(2)
    assert "no memory" in runs.problem
    assert (len(pool.tasks), pool.open) == (1, 0)


def test_streams_that_find_no_place_say_so_and_begin_when_there_is_one():
    full, pool = [True], NoPool()

    def open_pool(streams):
        if full[0]:
            raise Busy("No place.")
        return pool.for_streams(streams)

    runs = Streams(SMALL, open_pool)
    runs.go_on(1)
    assert (runs.refused, runs.problem) == ("No place.", "")
    full[0] = False
    runs.go_on(1)
    pool.work()
    assert (runs.refused, runs.complete(1)) == ("", 1)


def test_who_waits_for_a_stream_is_told_of_its_end(monkeypatch):
    monkeypatch.setattr("pages.inside.accounting.streams.ASK_SECONDS", 20.0)
    pool = NoPool()
    runs = Streams(SMALL, pool.for_streams)
    runs.go_on(2)
    began = time.monotonic()
    threading.Timer(0.1, pool.work).start()
    runs.wait(2, enough=1, seconds=20.0)
    assert runs.has(2, enough=1)
    assert time.monotonic() - began < 15  # far below what it would have waited without a word


def test_who_waits_for_a_stream_in_vain_goes_on_after_the_time_or_a_failure():
    Streams(SMALL, NoPool().for_streams).wait(1, enough=1, seconds=0.05)
    failing = Streams(SMALL, NoPool(OSError("no memory")).for_streams)
    failing.go_on(1)
    began = time.monotonic()
    failing.wait(1, enough=1, seconds=20.0)
    assert time.monotonic() - began < 15  # it is known at once that there will be none


def test_what_complete_streams_say_of_a_budget_is_put_together_once_and_is_what_it_was():
    scenario = TraceScenario("powers", epsilon=0.37, ceiling=2.0, seed=41)
    traces = power_traces(scenario, range(3))
    for budget in (1.2345, 1.5, 1.2345, 0.5, 0.777):  # typed, on the slider, ...
        choice = OdometerChoice(scenario, 3, budget)
        found, alone = course(choice), odometer_course(scenario, traces, budget)
        assert found.budget == budget
        np.testing.assert_array_equal(found.budgets, alone.budgets)
        np.testing.assert_array_equal(found.paths, alone.paths)
        assert found.paths.shape == alone.paths.shape
        view, (figure, frames) = hero.course_view(choice, found), hero.drawn(alone, 3)
        assert view.headline == frames.headlines[frames.current]
        assert checked(view.still) == checked(still(figure, frames))
        assert hero.course_view(choice, course(choice)).figure is view.figure
