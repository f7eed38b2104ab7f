"""Codes of rooms: how they are read, and that they are different."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.classroom.rooms import Limits, Rooms
from tests.pages import hostile
from tests.pages.classroom.room import Clock


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
