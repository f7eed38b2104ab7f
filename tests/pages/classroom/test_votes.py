"""Answers of phones: counted once each, in the right room, at the right time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.inside.lessons import slide
from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.progress import lessons
from tests.pages.classroom.room import REVEALED, SHOWN, begun, phones


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
