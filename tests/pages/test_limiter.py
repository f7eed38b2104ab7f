"""Script runs take turns: few at a time, none waits for ever, nobody is locked out."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import BoundedSemaphore, Event

import pytest

from pages.shared import limiter


@pytest.fixture(autouse=True)
def one_turn(monkeypatch):
    monkeypatch.setattr(limiter, "_turns", BoundedSemaphore(1))


def in_a_thread(threads, function):
    """Each script run has a thread and a context of its own."""
    return threads.submit(copy_context().run, function)


def test_the_second_run_waits_until_the_first_is_over():
    begun, go_on, order = Event(), Event(), []

    def first():
        with limiter.slot():
            begun.set()
            assert go_on.wait(30)
            order.append("first")

    def second():
        with limiter.slot():
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
    with limiter.slot(), limiter.slot():
        assert not limiter._turns.acquire(blocking=False)
    assert limiter._turns.acquire(blocking=False)


def test_an_error_gives_the_turn_back():
    with pytest.raises(ValueError, match="page"), limiter.slot():
        raise ValueError("page")
    assert limiter._turns.acquire(blocking=False)


def test_while_a_run_only_waits_others_have_the_turn():
    with limiter.slot():
        with limiter.without_slot(), limiter.slot():
            assert not limiter._turns.acquire(blocking=False)
        assert not limiter._turns.acquire(blocking=False)
    assert limiter._turns.acquire(blocking=False)


def test_outside_a_turn_there_is_nothing_to_give_up():
    with limiter.without_slot():
        pass
    assert limiter._turns.acquire(blocking=False)


def test_a_long_run_holds_up_nobody_for_longer_than_said(monkeypatch):
    monkeypatch.setattr(limiter, "LONGEST_WAIT", 0.01)
    with ThreadPoolExecutor(1) as threads, limiter.slot():

        def other():
            with limiter.slot():
                return "went ahead"

        assert threads.submit(other).result(30) == "went ahead"
    assert limiter._turns.acquire(blocking=False)
    limiter._turns.release()
    with pytest.raises(ValueError, match="released too many"):
        limiter._turns.release()
