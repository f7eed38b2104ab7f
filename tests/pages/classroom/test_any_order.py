"""Rooms, whatever happens in whatever order."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.classroom.rooms import Phase, Rooms
from tests.pages.classroom.room import ASKED, FREE, REVEALED, Clock

NUMBER = st.integers(0, 2)


class RoomsInAnyOrder(RuleBasedStateMachine):
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
            for phone, seat in enumerate(self.seats):
                if (room, phone) in self.inside:
                    mine = self.counted.get((*here, phone), "")
                    assert self.held.seen(opened.code, seat).mine == mine


TestRoomsInAnyOrder = RoomsInAnyOrder.TestCase
TestRoomsInAnyOrder.settings = settings(stateful_step_count=20)
