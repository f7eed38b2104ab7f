"""Ten sessions that press Run share the processes of the server, and leave none behind."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest

from hetdp_core.parallel import cores
from tests.browser.conftest import Server
from tests.browser.dashboard import until
from tests.browser.live_session import Session

VISITORS, AT_ONCE = 10, 5
PLACE = "feature_view=Run+the+experiments&trials=1000&experiment="
ONE, OTHER = "figure-3", "mse-against-dimension"

HANGS = 600_000.0
"""Milliseconds after which the test gives up: no outcome depends on them."""


def begins(session: Session) -> bool:
    """Whether a task of this session was done."""
    session.wait()
    return re.search(r"[1-9]\d* of [0-9]+ tasks", session.words) is not None


def after_a_look(session: Session) -> str:
    session.wait()
    return session.words


@pytest.mark.slow  # the processes import the core, and go when they have been idle for a while
def test_ten_who_press_run_share_a_process_a_core_and_leave_none(server: Server) -> None:
    running = server("app.py")
    until(lambda: not running.children, patience=HANGS)  # of tests before
    with ExitStack() as stack:

        def press(number: int) -> Session:
            query = PLACE + (ONE, OTHER)[number % 2]
            session = stack.enter_context(Session(running.url, "feature_privacy", query))
            session.press("run_sweep")
            return session

        with ThreadPoolExecutor(AT_ONCE) as pool:
            crowd = list(pool.map(press, range(VISITORS)))
        at_once = []

        def counted(session: Session) -> bool:
            at_once.append(len(running.children))
            return begins(session)

        for session in crowd:
            until(partial(counted, session), patience=HANGS)
            assert f"in turn with {VISITORS - 1} other computations" in session.words
        assert 1 <= max(at_once) <= cores()
        crowd[0].press("stop_sweep")
        until(lambda: "Stopped before the end" in after_a_look(crowd[0]), patience=HANGS)
        assert crowd[0].errors == []
        assert len(running.children) >= 1
    until(lambda: not running.children, patience=HANGS)
    assert "Traceback" not in running.log
