"""The end of a room: what is left of it."""

import gc
from collections.abc import Callable
from threading import Event, current_thread
from typing import Any

import pytest

from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.classroom.rooms import Limits, Rooms, by_a_timer
from tests.pages.classroom.room import FREE, begun, phones


def reachable(held: Rooms) -> set[str]:
    """Every text that can be reached from the rooms, and not from code or from the limits."""
    left: list[Any] = [vars(held)]
    found, seen = set(), set()
    while left:
        one = left.pop()
        if id(one) in seen or callable(one) or isinstance(one, Limits | type):
            continue
        seen.add(id(one))
        if isinstance(one, str):
            found.add(one)
        left += gc.get_referents(one)
        # It says nothing of keys that are texts, nor of values that lie in their object (3.13).
        left += [*one, *one.values()] if isinstance(one, dict) else []
    return found


def test_nothing_is_kept_after_the_end(held):
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    held.answer(code, seat, 1, "answer of mine")
    assert {code, key, seat, "answer of mine"} <= reachable(held)
    held.end(code, key)
    assert not {code, key, seat, "answer of mine"} & reachable(held)
    for act in (
        lambda: held.check(code),
        lambda: held.join(code, seat),
        lambda: held.seen(code, seat),
        lambda: held.answer(code, seat, 1, "5"),
        lambda: held.led(code, key),
    ):
        with pytest.raises(Refused, match="it has ended"):
            act()


def test_a_room_ends_by_itself_when_nobody_does_anything(held, clock):
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    clock.now += FREE.idle_seconds
    held.answer(code, seat, 1, "5")  # which keeps it open
    clock.now += FREE.idle_seconds
    held.version(code, seat)  # looking is no act
    clock.now += 1
    with pytest.raises(Refused, match="it has ended"):
        held.version(code, seat)
    assert not {code, key, seat} & reachable(held)


def test_a_room_is_forgotten_even_where_nobody_ever_asks_again(clock):
    planned: list[tuple[float, Callable[[], None]]] = []
    held = Rooms(FREE, clock, later=lambda seconds, act: planned.append((seconds, act)))
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    ((seconds, look),) = planned
    clock.now += 100
    held.answer(code, seat, 1, "answer of mine")
    clock.now += seconds - 100
    look()  # for the last act known when the room was opened: another one came
    assert {code, key, seat, "answer of mine"} <= reachable(held)
    _, (seconds, look) = planned
    clock.now += seconds
    look()
    assert not {code, key, seat, "answer of mine"} & reachable(held)
    assert len(planned) == 2  # nothing is left to look for
    begun(held)
    begun(held)
    assert len(planned) == 3  # one look at a time, however many rooms there are


def test_what_is_planned_is_done_in_a_thread_that_keeps_no_process_alive():
    done, threads = Event(), []

    def act() -> None:
        threads.append(current_thread())
        done.set()

    by_a_timer(0.0, act)
    assert done.wait(60)
    assert threads[0].daemon
