"""The rooms of the server: who leads, where the class is, and what was answered.

Knows neither Streamlit nor lessons: a lesson is a word, a step a number, an answer a short text.
All of it lies in the memory of this process and nowhere else.  A room ends when its lecturer says
so, when nobody has done anything in it for `Limits.idle_seconds`, or when the rooms are all taken
and it has been idle for `Limits.spare_seconds`; then its answers, seats and key are dropped.  Time
is looked at whenever anybody asks for anything, and once more when a room's time may be over: so
it is forgotten even where nobody ever asks again.

Anybody may call from any thread.

How often something may be done: a bucket of permits that fills by itself.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock, Timer

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.codes import NotHere, Refused
from pages.inside.lessons.classroom.records import Led, Limits, Opened, Phase, Seen


@dataclass
class Bucket:
    """Permits, taken one by one.

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
        """Take a permit if there is one."""
        passed = max(now - self._at, 0.0)
        self._left = min(float(self.holds), self._left + passed * self.a_second)
        self._at = max(now, self._at)
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


Later = Callable[[float, Callable[[], None]], None]
"""Has something done after so many seconds."""

LONGEST_ANSWER = 40
"""Letters: answers are the keys of options, or numbers."""

_AFTER = 1.0
"""Seconds after its time is over in which a room is forgotten by itself."""


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

    def given(self) -> Mapping[str, str]:
        """Answers to the present step by seat."""
        return self.answers.get(self.step, {})


def by_a_timer(seconds: float, act: Callable[[], None]) -> None:
    """Have something done later in a thread that does not keep the process alive."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class Rooms:
    """The rooms of a process.

    limits : what this process takes on.
    clock : seconds that do not run back.
    later : what looks again when a room's time may be over.

    Every method raises Refused, with a sentence for the screen, where its rule is broken, and
    NotHere where no room with the given code is open.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
        later: Later | None = None,
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
            code = codes.made_code()
            while code in self._rooms:
                code = codes.made_code()
            key, joins = codes.made_key(), Bucket(*self.limits.joins)
            self._rooms[code] = _Room(lesson, first, steps, key, now, joins)
            self._look_again(now)
            return Opened(code, key)

    def led(self, code: str, key: str) -> Led:
        """Return what the lecturer sees."""
        with self._lock:
            room, now = self._led(code, key)
            since = now - self.limits.present_seconds
            return Led(
                *(room.lesson, room.first, room.step, room.phase, room.version),
                seats=len(room.seats),
                present=sum(seat.seen >= since for seat in room.seats.values()),
                full=len(room.seats) >= self.limits.seats,
                answers=tuple(room.given().values()),
            )

    def answers(self, code: str, key: str) -> dict[int, tuple[str, ...]]:
        """Return what was answered to each step that anybody answered, without who did."""
        with self._lock:
            room, _ = self._led(code, key)
            return {
                step: tuple(sorted(room.answers[step].values())) for step in sorted(room.answers)
            }

    def move(self, code: str, key: str, step: int) -> None:
        """Take the class to a step; 0 is before the beginning."""
        with self._lock:
            room, now = self._led(code, key)
            if not 0 <= step <= room.steps:
                raise Refused(f"The lesson has the steps 1 to {room.steps}.")
            room.step, room.acted, room.version = step, now, room.version + 1

    def advance(self, code: str, key: str, step: int, phase: Phase) -> None:
        """Take a step to a later phase; nothing happens where it is there, or not the present."""
        with self._lock:
            room, now = self._led(code, key)
            if step == room.step > 0 and phase > room.phase:
                room.phases[step] = phase
                room.acted, room.version = now, room.version + 1

    def end(self, code: str, key: str) -> None:
        """End the room and forget all that was in it."""
        with self._lock:
            self._led(code, key)
            del self._rooms[code]

    # --- for phones -----------------------------------------------------------------------

    def check(self, code: str) -> None:
        """Do nothing where such a room is open."""
        with self._lock:
            self._found(code)

    def join(self, code: str, seat: str) -> None:
        """Take a seat, or come back to it.

        seat : what the phone's browser drew for itself (`codes.made_key`); it is its only name.
        """
        with self._lock:
            room, now = self._found(code)
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
        with self._lock:
            room, found, now = self._seated(code, seat)
            found.seen = now
            return room.version

    def seen(self, code: str, seat: str) -> Seen:
        """Return what the phone may know."""
        with self._lock:
            room, found, now = self._seated(code, seat)
            found.seen = now
            given = room.given()
            return Seen(
                *(room.lesson, room.first, room.step, room.phase, room.version),
                seats=len(room.seats),
                mine=given.get(seat, ""),
                answers=tuple(given.values()) if room.phase is Phase.REVEALED else (),
            )

    def answer(self, code: str, seat: str, step: int, answer: str) -> None:
        """Count this phone's answer to a step, instead of its last one if there was any."""
        with self._lock:
            room, found, now = self._seated(code, seat)
            found.seen = now
            if step != room.step or step < 1:
                raise Refused("The lecturer has gone on: that answer does not count any more.")
            if room.phase is Phase.REVEALED:
                raise Refused("The truth is known: answers do not count any more.")
            if not 0 < len(answer) <= LONGEST_ANSWER:
                raise Refused("That is not an answer to this question.")
            if not found.permits.take(now):
                raise Refused("That was too fast: wait a second before you change your answer.")
            room.answers.setdefault(step, {})[seat] = answer
            room.acted = now

    # --- rules, under the lock --------------------------------------------------------------

    def _swept(self) -> float:
        """What time it is; rooms whose time is over are gone."""
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
        self._later(oldest + self.limits.idle_seconds - now + _AFTER, self._look)

    def _look(self) -> None:
        with self._lock:
            self._looking = False
            self._look_again(self._swept())

    def _make_place(self, now: float) -> None:
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

    def _found(self, code: str) -> tuple[_Room, float]:
        now = self._swept()
        if code in self._rooms:
            return self._rooms[code], now
        raise NotHere(
            f"There is no room {codes.spoken(code)}: it has ended, or the code is mistyped."
        )

    def _led(self, code: str, key: str) -> tuple[_Room, float]:
        room, now = self._found(code)
        if not (codes.is_key(key) and hmac.compare_digest(room.key, key)):
            raise Refused(
                f"This browser did not open the room {codes.spoken(code)}, so it cannot lead it."
            )
        return room, now

    def _seated(self, code: str, seat: str) -> tuple[_Room, _Seat, float]:
        room, now = self._found(code)
        if seat not in room.seats:
            raise Refused("This phone has no seat in the room: reload the page.")
        return room, room.seats[seat], now
