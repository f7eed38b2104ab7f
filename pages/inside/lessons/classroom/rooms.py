"""The rooms of the server: who leads, where the class is, and what was answered.

Knows neither Streamlit nor lessons: a lesson is a word, a step a number, an answer a short text.
All of it lies in the memory of this process and nowhere else.  A room ends when its lecturer says
so, when nobody has done anything in it for `Limits.idle_seconds`, or when the rooms are all taken
and it has been idle for `Limits.spare_seconds`; then its answers, seats and key are dropped.  Time
is looked at whenever anybody asks for anything, and once more when a room's time may be over: so
it is forgotten even where nobody ever asks again.

Anybody may call from any thread.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Lock, Timer

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import NotHere, Refused


class Phase(IntEnum):
    """How far a step is: a step never goes back to an earlier phase."""

    ASKED = 0
    SHOWN = 1
    """The answers are on the lecturer's screen, and may still be changed."""
    REVEALED = 2
    """The truth is known: no answer counts any more."""


@dataclass(frozen=True)
class Limits:
    """What a process takes on.

    rooms, seats : at a time; seats in each room.
    idle_seconds : without any act, after which a room ends.
    spare_seconds : the same, once a new room finds all others taken.
    present_seconds : since a phone last asked, for it to count as there.
    openings, joins, answers : of rooms in this process, of phones in a room, of a phone: how many
        at once, and how many a second.
    """

    rooms: int = 20
    seats: int = 400
    idle_seconds: float = 7200.0
    spare_seconds: float = 1800.0
    present_seconds: float = 15.0
    openings: tuple[int, float] = (10, 0.2)
    joins: tuple[int, float] = (200, 20.0)
    answers: tuple[int, float] = (5, 1.0)


@dataclass(frozen=True)
class Opened:
    """A new room: the code is for everybody, the key for the lecturer's browser alone."""

    code: str
    key: str


@dataclass(frozen=True)
class Seen:
    """What a phone may know of its room.

    step : where the class is, counted from 1; 0 before the beginning.
    version : another number whenever step or phase is another.
    seats : phones that have joined.
    answers : to the present step, one for each phone that gave one; () for a phone as long as the
        truth is not known.
    mine : this phone's answer to the step, or "".
    """

    lesson: str
    step: int
    phase: Phase
    version: int
    seats: int
    answers: tuple[str, ...]
    mine: str = ""


@dataclass(frozen=True, kw_only=True)
class Led(Seen):
    """What the lecturer sees of the room.

    first : the step that the lesson begins with.
    present : phones that are there now.
    full : whether no other phone can join.
    """

    first: int
    present: int
    full: bool


@dataclass
class Bucket:
    """Permits, taken one by one, that come back by themselves.

    holds : how many are there at first, and at most; at least 1.
    a_second : how many come back in a second; positive.

    The caller says what time it is, in seconds on any clock that does not run back.
    """

    holds: int
    a_second: float
    _left: float = field(init=False)
    _at: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        self._left = float(self.holds)

    def take(self, now: float) -> bool:
        passed = max(now - self._at, 0.0)
        self._left = min(float(self.holds), self._left + passed * self.a_second)
        self._at = max(now, self._at)
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


@dataclass
class _Seat:
    seen: float
    permits: Bucket


@dataclass
class _Room:
    lesson: str
    first: int
    steps: int
    key: str
    acted: float
    joins: Bucket
    step: int = 0
    version: int = 0
    phases: dict[int, Phase] = field(default_factory=dict)
    seats: dict[str, _Seat] = field(default_factory=dict)
    answers: dict[int, dict[str, str]] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        return self.phases.get(self.step, Phase.ASKED)

    @property
    def current_answers(self) -> dict[str, str]:
        """Answers to the present step by seat."""
        return self.answers.get(self.step, {})


def by_a_timer(seconds: float, act: Callable[[], None]) -> None:
    """Have something done later in a thread that does not keep the process alive."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class Rooms:
    """The rooms of a process.

    clock : seconds that do not run back.
    later : has something done after so many seconds: looks again when a room's time may be over.

    Every method raises Refused, with a sentence for the screen, where its rule is broken, and
    NotHere where no room with the given code is open.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], None] | None = None,
    ) -> None:
        self.limits, self._clock = limits or Limits(), clock
        self._openings = Bucket(*self.limits.openings)
        self._rooms: dict[str, _Room] = {}
        self._lock, self._later, self._looking = Lock(), later or by_a_timer, False

    # --- for the lecturer -----------------------------------------------------------------

    def open(self, lesson: str, first: int, steps: int) -> Opened:
        """Open a room for a lesson of so many steps, which waits before its `first`."""
        with self._lock:
            now = self._swept()
            if not self._openings.take(now):
                raise Refused("Too many rooms were opened here just now: try again in a minute.")
            self._make_place(now)
            code, key = codes.made_code(), codes.made_key()
            while code in self._rooms:
                code = codes.made_code()
            self._rooms[code] = _Room(lesson, first, steps, key, now, Bucket(*self.limits.joins))
            self._look_again(now)
            return Opened(code, key)

    def led(self, code: str, key: str) -> Led:
        with self._leading(code, key) as (room, now):
            since = now - self.limits.present_seconds
            return Led(
                *(room.lesson, room.step, room.phase, room.version, len(room.seats)),
                answers=tuple(room.current_answers.values()),
                first=room.first,
                present=sum(seat.seen >= since for seat in room.seats.values()),
                full=len(room.seats) >= self.limits.seats,
            )

    def answers(self, code: str, key: str) -> dict[int, tuple[str, ...]]:
        """Return what was answered to each step that anybody answered, without who did."""
        with self._leading(code, key) as (room, _):
            return {step: tuple(sorted(room.answers[step].values())) for step in room.answers}

    def move(self, code: str, key: str, step: int) -> None:
        """Take the class to a step; 0 is before the beginning."""
        with self._leading(code, key) as (room, now):
            if not 0 <= step <= room.steps:
                raise Refused(f"The lesson has the steps 1 to {room.steps}.")
            room.step, room.acted, room.version = step, now, room.version + 1

    def advance(self, code: str, key: str, step: int, phase: Phase) -> None:
        """Take a step to a later phase; nothing happens where it is there, or not the present."""
        with self._leading(code, key) as (room, now):
            if step == room.step > 0 and phase > room.phase:
                room.phases[step] = phase
                room.acted, room.version = now, room.version + 1

    def end(self, code: str, key: str) -> None:
        with self._leading(code, key):
            del self._rooms[code]

    # --- for phones -----------------------------------------------------------------------

    def check(self, code: str) -> None:
        """Do nothing where such a room is open."""
        with self._in(code):
            pass

    def join(self, code: str, seat: str) -> None:
        """Take a seat, or come back to it.

        seat : what the phone's browser drew for itself (`codes.made_key`); it is its only name.
        """
        with self._in(code) as (room, now):
            if not codes.is_key(seat):
                raise Refused("This browser did not say which seat is its own: reload the page.")
            if seat in room.seats:
                room.seats[seat].seen = now
                return
            if len(room.seats) >= self.limits.seats:
                raise Refused(
                    f"The room is full: it has {self.limits.seats} seats, and all are taken."
                )
            if not room.joins.take(now):
                raise Refused("Too many phones join at this moment: try again in a few seconds.")
            room.seats[seat] = _Seat(now, Bucket(*self.limits.answers))
            room.acted = now

    def version(self, code: str, seat: str) -> int:
        """Return the number of what there is to see, and note that the phone is there."""
        with self._seated(code, seat) as (room, _):
            return room.version

    def seen(self, code: str, seat: str) -> Seen:
        with self._seated(code, seat) as (room, _):
            answers = room.current_answers.values() if room.phase is Phase.REVEALED else ()
            return Seen(
                *(room.lesson, room.step, room.phase, room.version, len(room.seats)),
                answers=tuple(answers),
                mine=room.current_answers.get(seat, ""),
            )

    def answer(self, code: str, seat: str, step: int, answer: str) -> None:
        """Count this phone's answer to a step, instead of its last one if there was any."""
        with self._seated(code, seat) as (room, now):
            if step != room.step or step < 1:
                raise Refused("The lecturer has gone on: that answer does not count any more.")
            if room.phase is Phase.REVEALED:
                raise Refused("The truth is known: answers do not count any more.")
            if not 0 < len(answer) <= 40:  # the key of an option, or a number
                raise Refused("That is not an answer to this question.")
            if not room.seats[seat].permits.take(now):
                raise Refused("That was too fast: wait a second before you change your answer.")
            room.answers.setdefault(step, {})[seat] = answer
            room.acted = now

    # --- who asks, under the lock -----------------------------------------------------------

    @contextmanager
    def _in(self, code: str) -> Iterator[tuple[_Room, float]]:
        """Hold the lock, and give the open room and what time it is."""
        with self._lock:
            now = self._swept()
            if code not in self._rooms:
                raise NotHere(
                    f"There is no room {codes.spoken(code)}: it has ended, or the code is mistyped."
                )
            yield self._rooms[code], now

    @contextmanager
    def _leading(self, code: str, key: str) -> Iterator[tuple[_Room, float]]:
        with self._in(code) as (room, now):
            if not (codes.is_key(key) and hmac.compare_digest(room.key, key)):
                spoken = codes.spoken(code)
                raise Refused(f"This browser did not open the room {spoken}, so it cannot lead it.")
            yield room, now

    @contextmanager
    def _seated(self, code: str, seat: str) -> Iterator[tuple[_Room, float]]:
        with self._in(code) as (room, now):
            if seat not in room.seats:
                raise Refused("This phone has no seat in the room: reload the page.")
            room.seats[seat].seen = now
            yield room, now

    # --- the end of rooms, under the lock -----------------------------------------------------

    def _swept(self) -> float:
        """Remove expired rooms and return the current time."""
        now = self._clock()
        since = now - self.limits.idle_seconds
        self._rooms = {code: room for code, room in self._rooms.items() if room.acted >= since}
        return now

    def _look_again(self, now: float) -> None:
        """See to it that the next room whose time may be over is forgotten then."""
        if self._looking or not self._rooms:
            return
        self._looking = True
        oldest = min(room.acted for room in self._rooms.values())
        self._later(oldest + self.limits.idle_seconds - now + 1.0, self._look)  # a second later

    def _look(self) -> None:
        with self._lock:
            self._looking = False
            self._look_again(self._swept())

    def _make_place(self, now: float) -> None:
        """End the room that has been idle longest if all are taken."""
        if len(self._rooms) < self.limits.rooms:
            return
        code, longest = min(self._rooms.items(), key=lambda item: item[1].acted)
        if longest.acted > now - self.limits.spare_seconds:
            raise Refused(
                f"All {self.limits.rooms} rooms of this server are taken. One becomes free when "
                f"its lecturer ends it, or after {self.limits.spare_seconds / 60:.0f} minutes in "
                "which nobody does anything in it."
            )
        del self._rooms[code]
