"""Computing in a page's own thread ends with its time, and with its reader; script runs take turns.

Few scripts run at a time, none waits for ever, nobody is locked out.
"""

import itertools
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import BoundedSemaphore, Event

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import limits
from pages.shared.limits import patience


def test_patience_ends_after_its_seconds():
    over = patience(2.5, itertools.count(100.0).__next__)
    assert [over() for _ in range(4)] == [False, False, True, True]


def asking(stop):
    """Go on for as long as it may."""
    return stop()


def asks_on_after_its_reader_left():
    import streamlit as st
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    from hetdp_core.calls import Call
    from pages.shared import cache
    from pages.shared.limits import patience
    from tests.pages.test_limits import asking

    over = patience()
    st.write("before", over())
    context = get_script_run_ctx()
    assert context is not None
    assert context.script_requests is not None
    context.script_requests.request_stop()
    cache.value(Call(asking).ended_by(stop=patience).cached("Searching …"))
    st.write("computed on for nobody")


def test_a_reader_who_leaves_ends_the_computation():
    app = AppTest.from_function(asks_on_after_its_reader_left).run()
    assert [one.value for one in app.markdown] == ["before `False`"]


@pytest.fixture(autouse=True)
def one_slot(monkeypatch):
    monkeypatch.setattr(limits, "_slots", BoundedSemaphore(1))


def in_a_thread(threads, function):
    """Each script run has a thread and a context of its own."""
    return threads.submit(copy_context().run, function)


def test_the_second_run_waits_until_the_first_is_over():
    begun, go_on, order = Event(), Event(), []

    def first():
        with limits.slot():
            begun.set()
            assert go_on.wait(30)
            order.append("first")

    def second():
        with limits.slot():
            order.append("second")

    with ThreadPoolExecutor(2) as threads:
        runs = [in_a_thread(threads, first)]
        assert begun.wait(30)
        runs.append(in_a_thread(threads, second))
        go_on.set()
        for run in runs:
            run.result()
    assert order == ["first", "second"]


def test_who_has_a_turn_has_it_in_a_part_of_the_page_too():
    with limits.slot(), limits.slot():
        assert not limits._slots.acquire(blocking=False)
    assert limits._slots.acquire(blocking=False)


def test_an_error_gives_the_turn_back():
    with pytest.raises(ValueError, match="page"), limits.slot():
        raise ValueError("page")
    assert limits._slots.acquire(blocking=False)


def test_while_a_run_only_waits_others_have_the_turn():
    with limits.slot():
        with limits.without_slot(), limits.slot():
            assert not limits._slots.acquire(blocking=False)
        assert not limits._slots.acquire(blocking=False)
    assert limits._slots.acquire(blocking=False)


def test_outside_a_turn_there_is_nothing_to_give_up():
    with limits.without_slot():
        pass
    assert limits._slots.acquire(blocking=False)


def test_a_long_run_holds_up_nobody_for_longer_than_said(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_WAIT", 0.01)
    with ThreadPoolExecutor(1) as threads, limits.slot():

        def other():
            with limits.slot():
                return "went ahead"

        assert threads.submit(other).result(30) == "went ahead"
    assert limits._slots.acquire(blocking=False)
    limits._slots.release()
    with pytest.raises(ValueError, match="released too many"):
        limits._slots.release()
