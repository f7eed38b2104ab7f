"""A room: who leads it, answers counted once each at the right time, and what its end leaves."""

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, current_thread
from typing import Any

import pytest

from pages.inside.lessons import slide
from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.classroom.rooms import Limits, Rooms, by_a_timer
from pages.inside.lessons.progress import lessons
from tests.pages.classroom.room import ASKED, FREE, REVEALED, SHOWN, begun, phones


def test_a_phone_that_reloads_keeps_its_seat_and_its_answer(held):
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    held.answer(code, seat, 1, "5")
    held.join(code, seat)
    assert held.seen(code, seat).mine == "5"
    assert held.led(code, key).seats == 1


def test_a_late_phone_comes_to_where_the_class_is(held):
    code, key = begun(held, step=3)
    held.advance(code, key, 3, SHOWN)
    (seat,) = phones(held, code, 1)
    seen = held.seen(code, seat)
    assert (seen.step, seen.phase, seen.mine) == (3, SHOWN, "")
    held.answer(code, seat, 3, "5")
    assert held.led(code, key).answers == ("5",)


def test_no_answer_counts_after_the_truth_nor_for_another_step(held):
    code, key = begun(held, step=2)
    (seat,) = phones(held, code, 1)
    for step in (-1, 0, 1, 3):
        with pytest.raises(Refused, match="gone on"):
            held.answer(code, seat, step, "5")
    held.advance(code, key, 2, REVEALED)
    with pytest.raises(Refused, match="truth is known"):
        held.answer(code, seat, 2, "5")
    assert held.led(code, key).answers == ()


@pytest.mark.parametrize("answer", ["", "9" * 41, "x" * 100_000])
def test_an_answer_of_no_or_of_endless_length_is_refused(held, answer):
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    with pytest.raises(Refused, match="not an answer"):
        held.answer(code, seat, 1, answer)
    assert held.led(code, key).answers == ()


def test_phones_learn_the_answers_of_the_class_only_with_the_truth(held):
    code, key = begun(held)
    first, second = phones(held, code, 2)
    held.answer(code, first, 1, "5")
    assert held.seen(code, second).answers == ()
    held.advance(code, key, 1, SHOWN)
    assert held.seen(code, second).answers == ()
    held.advance(code, key, 1, REVEALED)
    assert held.seen(code, second).answers == ("5",)


def test_two_rooms_do_not_mix(held):
    (one, its_key), (other, _) = begun(held), begun(held, step=1)
    (seat,), (elsewhere,) = phones(held, one, 1), phones(held, other, 1)
    held.answer(one, seat, 1, "5")
    held.answer(other, elsewhere, 1, "6")
    assert held.led(one, its_key).answers == ("5",)
    for act in (held.version, held.seen):
        with pytest.raises(Refused, match="no seat"):
            act(other, seat)
    with pytest.raises(Refused, match="no seat"):
        held.answer(other, seat, 1, "7")


def test_thirty_phones_at_once_are_counted_once_each(held):
    code, key = begun(held)
    seats = [codes.made_key() for _ in range(30)]

    def act(number: int) -> None:
        for turn in range(20):
            held.join(code, seats[number])
            held.answer(code, seats[number], 1, str(100 * turn + number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(act, range(30)))
    assert sorted(map(int, held.led(code, key).answers)) == [1900 + number for number in range(30)]


def test_answers_are_counted_as_they_read_in_the_order_of_the_question():
    lesson = lessons()["mean"]
    found = slide.class_table(lesson, {3: ("10", "2", "10"), 4: ("rises", "falls", "rises")})
    options = lesson.steps[3].question.options  # type: ignore[union-attr]
    told = found.drop(columns="question").to_numpy().tolist()
    assert told == [
        [3, "2 times", 1],
        [3, "10 times", 2],
        [4, options["falls"], 1],
        [4, options["rises"], 2],
    ]
    assert found["question"].nunique() == 2


def test_before_anybody_answered_there_is_a_table_without_rows():
    assert slide.class_table(lessons()["mean"], {}).empty


@pytest.mark.parametrize("key", ["", "0" * 32, "\ud800", "x" * 100_000])
def test_without_its_key_nobody_leads_a_room(held, key):
    code, right = begun(held)
    for act in (
        lambda: held.led(code, key),
        lambda: held.answers(code, key),
        lambda: held.move(code, key, 2),
        lambda: held.advance(code, key, 1, REVEALED),
        lambda: held.end(code, key),
    ):
        with pytest.raises(Refused, match="did not open"):
            act()
    led = held.led(code, right)
    assert (led.step, led.phase) == (1, ASKED)


def test_what_phones_are_told_does_not_hold_the_key(held):
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    assert key not in repr(held.seen(code, seat))
    assert key not in code
    assert not codes.is_key(code)


def test_all_that_was_answered_can_be_had_and_nothing_of_who_did(held):
    code, key = begun(held)
    seats = phones(held, code, 3)
    for seat, answer in zip(seats, ("5", "1", "5"), strict=True):
        held.answer(code, seat, 1, answer)
    held.move(code, key, 3)
    held.answer(code, seats[0], 3, "2")
    assert held.answers(code, key) == {1: ("1", "5", "5"), 3: ("2",)}


def test_a_second_click_on_the_same_button_does_nothing(held):
    code, key = begun(held)
    held.advance(code, key, 1, SHOWN)
    version = held.led(code, key).version
    held.advance(code, key, 1, SHOWN)
    held.advance(code, key, 2, REVEALED)  # of a page that shows another step
    assert held.led(code, key).version == version


@pytest.mark.parametrize("step", [-1, 8, 10**30])
def test_the_class_goes_to_steps_that_there_are(held, step):
    code, key = begun(held)
    with pytest.raises(Refused, match="steps 1 to 7"):
        held.move(code, key, step)


def test_the_version_changes_with_step_and_phase_and_with_nothing_else(held):
    code, key = begun(held)
    (seat,) = phones(held, code, 1)
    version = held.version(code, seat)
    held.answer(code, seat, 1, "5")
    phones(held, code, 1)
    assert held.version(code, seat) == version
    held.advance(code, key, 1, SHOWN)
    after = held.version(code, seat)
    held.move(code, key, 2)
    assert len({version, after, held.version(code, seat)}) == 3


def test_a_phone_counts_as_there_while_it_asks(held, clock):
    code, key = begun(held)
    first, _ = phones(held, code, 2)
    clock.now += FREE.present_seconds - 1
    held.version(code, first)
    clock.now += 2
    led = held.led(code, key)
    assert (led.present, led.seats) == (1, 2)


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
