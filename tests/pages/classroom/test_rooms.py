"""The rooms of a process: who may do what, and what is left of it."""

from __future__ import annotations

import ast
import gc
import string
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pages.inside.lessons.classroom import codes, processes, records, rooms
from pages.inside.lessons.classroom.bucket import Bucket
from pages.inside.lessons.classroom.codes import NotHere, Refused
from pages.inside.lessons.classroom.records import Limits, Phase
from pages.inside.lessons.classroom.rooms import Rooms
from tests.pages import hostile

ASKED, SHOWN, REVEALED = Phase
FREE = Limits(
    openings=(10_000, 1000.0), joins=(10_000, 1000.0), answers=(10_000, 1000.0), seats=1000
)
"""No limit on how fast one is."""


class Clock:
    """A clock that stands until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def held(clock: Clock) -> Rooms:
    return Rooms(FREE, clock)


def phones(held: Rooms, code: str, count: int) -> list[str]:
    """So many seats in a room."""
    seats = [codes.made_key() for _ in range(count)]
    for seat in seats:
        held.join(code, seat)
    return seats


def begun(held: Rooms, step: int = 1) -> tuple[str, str]:
    """A room that stands at a step."""
    opened = held.open("mean", 1, 7)
    held.move(opened.code, opened.key, step)
    return opened.code, opened.key


# --- answers ------------------------------------------------------------------------------


def test_a_phone_that_answers_again_replaces_its_answer_and_counts_once(held):
    code, key = begun(held)
    first, second = phones(held, code, 2)
    held.answer(code, first, 1, "5")
    held.answer(code, second, 1, "6")
    held.answer(code, first, 1, "7")
    assert sorted(held.led(code, key).answers) == ["6", "7"]
    assert held.seen(code, first).mine == "7"


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


def test_nobody_answers_before_the_beginning(held):
    opened = held.open("mean", 1, 7)
    (seat,) = phones(held, opened.code, 1)
    with pytest.raises(Refused, match="gone on"):
        held.answer(opened.code, seat, 0, "5")


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


# --- leading ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "0" * 32, "\ud800", "x" * 100_000])
def test_without_its_key_nobody_leads_a_room(held, key):
    code, right = begun(held)
    for act in (
        lambda: held.led(code, key),
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


def test_a_step_never_goes_back_to_an_earlier_phase(held):
    code, key = begun(held)
    held.advance(code, key, 1, REVEALED)
    held.advance(code, key, 1, SHOWN)
    assert held.led(code, key).phase is REVEALED
    held.move(code, key, 2)
    assert held.led(code, key).phase is ASKED
    held.move(code, key, 1)
    assert held.led(code, key).phase is REVEALED


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


# --- the end ------------------------------------------------------------------------------


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
        left += list(one) if isinstance(one, dict) else []  # of keys that are texts it says nothing
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


# --- limits -------------------------------------------------------------------------------


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


@given(
    st.integers(1, 20),
    st.floats(0.1, 100.0),
    st.lists(st.floats(0.0, 10.0), max_size=60),
)
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


# --- codes --------------------------------------------------------------------------------


def test_a_code_is_read_however_it_is_typed():
    code = codes.made_code("KM")
    low = code.lower()
    for typed in (code, codes.spoken(code), f" {low[:3]}-{low[3:]} ", ".".join(low)):
        assert codes.read(typed) == code


@pytest.mark.parametrize(
    "text", ["", "KMT", "KMTRWXX", "KMTRW1", "KMTRWÄ", "ſſſſſſ", "\x00" * 6, "K" * 10**6, "<b>KMT"]
)
def test_what_is_no_code_is_refused_in_a_short_sentence(text):
    with pytest.raises(Refused, match="is not the code of a room") as refused:
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


# --- several processes --------------------------------------------------------------------


def test_a_phone_in_another_process_is_told_what_the_server_needs():
    here, there = Rooms(FREE, Clock(), mark="CC"), Rooms(FREE, Clock(), mark="DD")
    code, _ = begun(here)
    with pytest.raises(Refused, match=r"another process.*same one, by its address"):
        there.check(code)
    with pytest.raises(Refused, match="it has ended, or the code is mistyped"):
        here.check(f"CC{'X' * 4}" if code != "CCXXXX" else "CCXXXY")


def test_where_all_marks_are_known_a_mistyped_code_is_told_from_another_process():
    here = Rooms(FREE, Clock(), mark="CC", others={"DD", "FF"})
    for code in ("DDXXXX", "FFXXXX"):
        with pytest.raises(codes.Elsewhere, match="opened in another process"):
            here.check(code)
    for code in ("CCXXXX", "GGXXXX"):
        with pytest.raises(NotHere, match="it has ended, or the code is mistyped") as found:
            here.check(code)
        assert not isinstance(found.value, codes.Elsewhere)
    alone = Rooms(FREE, Clock(), mark="CC", others=())
    with pytest.raises(NotHere, match="mistyped"):
        alone.check("DDXXXX")


def test_two_processes_have_different_marks_as_a_rule():
    assert len({codes.made_mark() for _ in range(20)}) > 10


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({}, ""),
        ({"HETDP_PROCESSES": "1"}, ""),
        ({"HETDP_PROCESSES": ""}, ""),
        ({"HETDP_PROCESSES": "5"}, "runs as 5 processes"),
        ({"WEB_CONCURRENCY": "2"}, "runs as 2 processes"),
        ({"HETDP_PROCESSES": "five"}, "HETDP_PROCESSES of this server must be a whole number"),
        ({"HETDP_PROCESSES": "²"}, "must be a whole number"),
        ({"HETDP_PROCESSES": "0"}, "must be a whole number"),
        ({"HETDP_PROCESSES": "9" * 5000}, "must be a whole number"),
        ({"HETDP_PROCESSES": "5", "HETDP_ROOM_ADDRESS": "https://c.example.org/three"}, ""),
        ({"HETDP_PROCESSES": "2", "HETDP_ROOM_MARKS": "CC,CD"}, ""),
        ({"HETDP_PROCESSES": "1", "HETDP_ROOM_MARKS": "CC"}, ""),
        ({"HETDP_PROCESSES": "2", "HETDP_ROOM_MARKS": ""}, "runs as 2 processes"),
        *(
            ({"HETDP_ROOM_MARKS": wrong}, "must be pairs of letters")
            for wrong in ("CC,CC", "C", "cc", "CC,", "CC,DDD", "AA", ",", "C" * 5000)
        ),
        ({"HETDP_ROOM_ADDRESS": "c.example.org"}, "must be an address"),
        ({"HETDP_ROOM_ADDRESS": "ftp://c.example.org"}, "must be an address"),
        ({"HETDP_ROOM_ADDRESS": "http://["}, "must be an address"),
    ],
)
def test_a_server_of_several_processes_says_what_it_needs(environment, says):
    found = processes.problem(environment)
    assert (found == "") == (says == "")
    assert says in found


def test_phones_go_to_the_process_that_holds_the_room():
    page = "http://lab:8501/demo/lessons?lead=KMTRWX&v=2#top"
    assert processes.phones_go_to({}, page, "KMTRWX") == "http://lab:8501/demo/lessons?room=KMTRWX"
    named = {"HETDP_ROOM_ADDRESS": "https://c.example.org/three/"}
    found = processes.phones_go_to(named, page, "KMTRWX")
    assert found == "https://c.example.org/three/lessons?room=KMTRWX"
    assert processes.is_this_machine("http://localhost:8501/lessons")
    assert not processes.is_this_machine(found)


def test_the_rooms_know_neither_streamlit_nor_lessons():
    allowed = ("__future__", "hetdp_core.errors", "pages.inside.lessons.classroom")
    for module in (rooms, records, codes, processes):
        path = Path(module.__file__ or "")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name is not None
                known = name.split(".")[0] in ("pages", "hetdp_core", "streamlit")
                assert not known or name.startswith(allowed), f"{path.name}: {name}"


# --- whatever happens, in whatever order --------------------------------------------------

NUMBER = st.integers(0, 2)


class Course(RuleBasedStateMachine):
    """Three phones in two rooms, beside a plain record of what should count."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.held = Rooms(FREE, self.clock)
        self.opened = [self.held.open("mean", 1, 3) for _ in range(2)]
        self.seats = [codes.made_key() for _ in range(3)]
        self.inside: set[tuple[int, int]] = set()
        self.step, self.phase = [0, 0], [[ASKED] * 4, [ASKED] * 4]
        self.counted: dict[tuple[int, int, int], str] = {}

    @rule(room=st.integers(0, 1), phone=NUMBER)
    def joins(self, room: int, phone: int) -> None:
        self.held.join(self.opened[room].code, self.seats[phone])
        self.inside.add((room, phone))

    @rule(room=st.integers(0, 1), step=st.integers(0, 3))
    def moves(self, room: int, step: int) -> None:
        self.held.move(self.opened[room].code, self.opened[room].key, step)
        self.step[room] = step

    @rule(room=st.integers(0, 1), step=st.integers(0, 3), phase=st.sampled_from(Phase))
    def advances(self, room: int, step: int, phase: Phase) -> None:
        self.held.advance(self.opened[room].code, self.opened[room].key, step, phase)
        if step == self.step[room] > 0:
            self.phase[room][step] = max(phase, self.phase[room][step])

    @rule(room=st.integers(0, 1), phone=NUMBER, step=st.integers(0, 3), answer=st.integers(0, 9))
    def answers(self, room: int, phone: int, step: int, answer: int) -> None:
        counts = (
            (room, phone) in self.inside
            and step == self.step[room] > 0
            and self.phase[room][step] is not REVEALED
        )
        try:
            self.held.answer(self.opened[room].code, self.seats[phone], step, str(answer))
        except Refused:
            assert not counts
        else:
            assert counts
            self.counted[room, step, phone] = str(answer)

    @invariant()
    def each_room_counts_its_own_answers_once_each(self) -> None:
        for room, opened in enumerate(self.opened):
            led = self.held.led(opened.code, opened.key)
            here = (room, self.step[room])
            expected = [one for at, one in self.counted.items() if at[:2] == here]
            assert sorted(led.answers) == sorted(expected)
            assert led.phase is self.phase[room][self.step[room]]
            assert led.seats == sum(at == room for at, _ in self.inside)


TestCourse = Course.TestCase
TestCourse.settings = settings(stateful_step_count=20)
