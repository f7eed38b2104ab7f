"""Codes of rooms are read and are different; limits on rooms, seats and speed."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.classroom.rooms import Bucket, Limits, Rooms
from tests.pages import hostile
from tests.pages.classroom.room import Clock, begun, phones


def test_when_all_rooms_are_taken_the_longest_idle_one_makes_place_and_no_busy_one(clock):
    held = Rooms(Limits(rooms=2, openings=(100, 1.0)), clock)
    old, _ = begun(held)
    clock.now += 60
    busy, its_key = begun(held)
    with pytest.raises(Refused, match=r"All 2 rooms .* 30 minutes"):
        held.open("mean", 1, 7)
    clock.now += held.limits.spare_seconds - 30
    held.open("mean", 1, 7)
    with pytest.raises(Refused, match="it has ended"):
        held.check(old)
    assert held.led(busy, its_key).step == 1


def test_rooms_are_not_opened_without_end(clock):
    held = Rooms(Limits(rooms=1000, openings=(3, 0.5)), clock)
    for _ in range(3):
        held.open("mean", 1, 7)
    with pytest.raises(Refused, match="Too many rooms"):
        held.open("mean", 1, 7)
    clock.now += 2
    held.open("mean", 1, 7)


def test_a_room_has_so_many_seats_and_whoever_has_one_keeps_it(clock):
    held = Rooms(Limits(seats=3), clock)
    code, key = begun(held)
    seats = phones(held, code, 3)
    with pytest.raises(Refused, match="full"):
        phones(held, code, 1)
    held.join(code, seats[0])
    assert held.led(code, key).full


def test_a_flood_of_phones_is_slowed_down_and_does_not_touch_those_who_are_in(clock):
    held = Rooms(Limits(joins=(10, 1.0)), clock)
    code, key = begun(held)
    seats = phones(held, code, 10)
    for _ in range(1000):
        with pytest.raises(Refused, match="Too many phones"):
            phones(held, code, 1)
    held.join(code, seats[0])
    held.answer(code, seats[0], 1, "5")
    clock.now += 1
    phones(held, code, 1)
    led = held.led(code, key)
    assert (led.seats, led.answers) == (11, ("5",))


def test_a_flood_of_answers_of_one_phone_is_slowed_down(clock):
    held = Rooms(Limits(answers=(3, 1.0)), clock)
    code, _ = begun(held)
    flooding, other = phones(held, code, 2)
    for turn in range(3):
        held.answer(code, flooding, 1, str(turn))
    with pytest.raises(Refused, match="too fast"):
        held.answer(code, flooding, 1, "4")
    held.answer(code, other, 1, "5")
    clock.now += 1
    held.answer(code, flooding, 1, "6")


@pytest.mark.parametrize(
    "seat", ["", "me", "0" * 31, "G" * 32, "0" * 33, "0" * 32 + "\n", "\ud800"]
)
def test_a_seat_that_no_browser_drew_is_refused(held, seat):
    code, _ = begun(held)
    with pytest.raises(Refused, match="which seat"):
        held.join(code, seat)


@given(st.integers(1, 20), st.floats(0.1, 100.0), st.lists(st.floats(0.0, 10.0), max_size=60))
def test_a_bucket_gives_at_most_what_it_holds_and_what_came_back(holds, a_second, pauses):
    bucket, now, given_out = Bucket(holds, a_second), 50.0, 0
    for pause in pauses:
        now += pause
        given_out += bucket.take(now)
    # 1e-6: permits are added up in as many roundings as there are pauses.
    assert given_out <= holds + a_second * (now - 50.0) + 1e-6
    assert given_out >= min(holds, len(pauses))


def test_a_clock_that_runs_back_gives_no_permits():
    bucket = Bucket(1, 1.0)
    assert bucket.take(100.0)
    assert not bucket.take(0.0)
    assert not bucket.take(100.5)
    assert bucket.take(101.0)


def test_a_code_is_read_however_it_is_typed():
    code = codes.made_code()
    low = code.lower()
    for typed in (code, codes.spoken(code), f" {low[:3]}-{low[3:]} ", ".".join(low)):
        assert codes.read(typed) == code


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        *((text, "") for text in ("", "KMT", "KMTRWXX", "KMTRW1", "KMTRWÄ", "ſſſſſſ", "<b>KMT")),
        *((text, "") for text in ("\x00" * 6, "K" * 10**6)),
        *(("KMTRW", "has 6 letters"), ("KMT RW1", "none has 1 in it")),
        *(("ooh-set", "none has O, S, E"), ("AKATKA", "none has A in")),
    ],
)
def test_what_is_no_code_is_refused_in_a_short_sentence_that_says_which_rule_it_breaks(text, rule):
    with pytest.raises(Refused, match=f"is not the code of a room.*{rule}") as refused:
        codes.read(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("turn", range(0, len(hostile.WRONG), 10))
def test_no_junk_of_an_address_is_a_code(turn):
    for text in hostile.WRONG[turn : turn + 10]:
        with pytest.raises(Refused):
            codes.read(text)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_code_or_refused(text):
    try:
        code = codes.read(text)
    except Refused:
        return
    assert len(code) == 6
    assert set(code) <= set(codes.LETTERS)


def test_codes_have_no_letters_that_look_or_sound_alike():
    assert not set(codes.LETTERS) & set("AEIOULBVSZ0125")
    assert set(codes.LETTERS) < set(string.ascii_uppercase)


def test_codes_and_keys_are_all_different():
    held = Rooms(Limits(rooms=300, openings=(300, 1.0)), Clock())
    opened = [held.open("mean", 1, 7) for _ in range(300)]
    assert len({one.code for one in opened}) == len({one.key for one in opened}) == 300


def test_phones_open_the_page_of_the_lecturer_with_the_code_and_nothing_else():
    page = "http://lab:8501/demo/lessons?lead=KMTRWX&v=2#top"
    link = codes.of_room(page, "KMTRWX")
    assert link == "http://lab:8501/demo/lessons?room=KMTRWX"
    assert codes.is_this_machine("http://localhost:8501/lessons")
    assert not codes.is_this_machine(link)
