"""Run, wait, see one's place, stop: what a visitor sees of the processes that all share."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import runtime
from streamlit.testing.v1 import AppTest

from hetdp_core.experiments import SWEEPS
from hetdp_core.parallel import Patience, Places, SharedPool
from pages.shared import pool, private_names
from pages.shared.frame.background import BackgroundSweep
from tests.pages.app import open_page, sentences

EXPERIMENTS = {"feature_view": "Run the experiments", "trials": "20"}
HANGS = 120.0
"""Seconds after which what waits for another thread is given up: no outcome depends on them."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedPool]:
    """A pool of one process and two jobs, which somebody else has taken for ten minutes."""
    one = SharedPool(1, Places(jobs=2), Patience(stopping=0.1, look=0.05))
    monkeypatch.setattr(pool, "shared", lambda: one)
    with one.open("somebody else") as other:
        other.submit(time.sleep, 600.0)
        yield one
    one.close()


def progress(app: AppTest) -> list[str]:
    return [element.proto.text for element in app.get("progress")]


def test_who_presses_run_sees_progress_the_others_and_a_button_to_stop(small):
    app = open_page("feature_privacy", **EXPERIMENTS)
    app.button(key="run_sweep").click().run()
    assert not app.exception
    assert progress(app) == ["0 of 42 tasks, in turn with 1 other computation"]
    assert app.button(key="run_sweep").disabled
    app.button(key="stop_sweep").click().run()
    end = time.monotonic() + HANGS
    while "stop_sweep" in {button.key for button in app.button}:
        assert time.monotonic() < end
        app.run()
    assert any("Stopped before the end" in text for text in sentences(app.info))
    assert not app.button(key="run_sweep").disabled
    assert small.jobs == 1


def test_when_all_places_are_taken_the_page_says_so(small):
    with small.open("a third one"):
        app = open_page("feature_privacy", **EXPERIMENTS)
        app.button(key="run_sweep").click().run()
        (refused,) = sentences(app.warning)
        assert "The server is busy: 2 computations" in refused
        assert not app.button(key="run_sweep").disabled
    app.button(key="run_sweep").click().run()
    assert len(progress(app)) == 1
    app.button(key="stop_sweep").click().run()


@pytest.mark.usefixtures("small")
def test_more_runs_than_the_control_allows_are_never_begun():
    app = open_page("feature_privacy", **EXPERIMENTS)
    app.number_input(key="trials").set_value(10**9)
    app.button(key="run_sweep").click().run()
    assert progress(app)[0].startswith("0 of 42 tasks")  # 20 runs at each of 21 points
    app.button(key="stop_sweep").click().run()


class Line(Executor):
    """A share of a pool that never begins, with others before it."""

    reason = ""

    def __init__(self, others: int, ahead: int) -> None:
        self.others, self.ahead = others, ahead
        self.tasks: list[Future[Any]] = []

    def submit(self, fn: Any, /, *_: Any, **__: Any) -> Future[Any]:
        del fn
        self.tasks.append(Future())
        return self.tasks[-1]

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()


@pytest.mark.parametrize(
    ("others", "ahead", "says"),
    [
        (0, 0, "0 of 4 tasks"),
        (1, 0, "0 of 4 tasks, in turn with 1 other computation"),
        (1, 1, "in turn with 1 other computation: 1 task of theirs before your next"),
        (9, 5, "in turn with 9 other computations: 5 tasks of theirs before your next"),
    ],
)
def test_the_place_in_the_queue_is_said(others, ahead, says):
    run = BackgroundSweep(SWEEPS["running-example"], 1, 0, Line(others, ahead))  # type: ignore[arg-type]
    run.start()
    assert run.standing.endswith(says)
    run.cancel()
    assert run.cut_short


def test_a_job_lasts_as_long_as_its_session_is_connected(monkeypatch):
    connected = {"here"}
    server = SimpleNamespace(is_active_session=connected.__contains__)
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    assert private_names.is_connected("here")
    connected.clear()
    assert not private_names.is_connected("here")


def test_nothing_is_left_half_a_minute_after_a_tab_was_closed():
    """The longest way from a closed tab to a process that is gone, by the pool's own patience."""
    longest = Patience()
    looks = 2 * longest.look
    assert longest.absent + longest.stopping + longest.idle + looks < 30.0


@pytest.mark.parametrize(
    ("environment", "workers"),
    [
        ({}, 8),
        ({"HETDP_PROCESSES": "4"}, 2),
        ({"WEB_CONCURRENCY": "16"}, 1),
        ({"HETDP_PROCESSES": "0"}, 8),
        ({"HETDP_PROCESSES": "²"}, 8),
        ({"HETDP_PROCESSES": "9" * 5000}, 8),
    ],
)
def test_servers_of_one_machine_share_its_cores(environment, workers):
    assert pool.workers(environment, 8) == workers


def test_the_pool_has_a_process_a_core_at_most():
    assert pool.workers({}, 1) == 1
    assert pool.shared().workers >= 1
