"""Leading a room: who may, and what follows from it."""

import pytest

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import Refused
from tests.pages.classroom.room import ASKED, FREE, REVEALED, SHOWN, begun, phones


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
