"""What is said of a room: its limits, how far a step is, and what each side sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Phase(IntEnum):
    """How far a step is: a step never goes back to an earlier phase."""

    ASKED = 0
    SHOWN = 1
    """What the class answered is on the lecturer's screen; answers may still be changed."""
    REVEALED = 2
    """The truth is known: no answer counts any more."""


@dataclass(frozen=True)
class Limits:
    """What a process takes on.

    rooms, seats : at a time; seats in each room.
    idle_seconds : without any act, after which a room ends.
    spare_seconds : the same, once a new room finds all others taken.
    present_seconds : since a phone last asked, for it to count as there.
    """

    rooms: int = 20
    seats: int = 400
    idle_seconds: float = 7200.0
    spare_seconds: float = 1800.0
    present_seconds: float = 15.0
    openings: tuple[int, float] = (10, 0.2)
    """Of rooms in this process: at once, and a second."""
    joins: tuple[int, float] = (200, 20.0)
    """Of phones in a room: at once, and a second."""
    answers: tuple[int, float] = (5, 1.0)
    """Of a phone: at once, and a second."""


@dataclass(frozen=True)
class Opened:
    """A new room: the code is for everybody, the key for the lecturer's browser alone."""

    code: str
    key: str


@dataclass(frozen=True)
class Seen:
    """What a phone may know of its room.

    lesson, first : which lesson, and the step that it begins with.
    step : where the class is, counted from 1; 0 before the beginning.
    version : another number whenever step or phase is another.
    seats : phones that have joined.
    mine : this phone's answer to this step, or "".
    answers : those of the whole class, once the truth is known; () before.
    """

    lesson: str
    first: int
    step: int
    phase: Phase
    version: int
    seats: int
    mine: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Led:
    """What the lecturer sees of the room.

    seats, present : phones that have joined, and those of them that are there now.
    full : whether no other phone can join.
    answers : of the present step, one for each phone that gave one.
    """

    lesson: str
    first: int
    step: int
    phase: Phase
    version: int
    seats: int
    present: int
    full: bool
    answers: tuple[str, ...]
