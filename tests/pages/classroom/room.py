"""Rooms without limits on speed, whose clock stands until it is moved."""

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.rooms import Limits, Phase, Rooms

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
