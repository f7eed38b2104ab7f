"""A clock and the rooms that look at it."""

from collections.abc import Iterator

import pytest

from pages.inside.lessons.classroom import rooms
from pages.inside.lessons.classroom.rooms import Rooms
from tests.pages.classroom.room import FREE, Clock


@pytest.fixture(scope="session", autouse=True)
def _no_timers() -> Iterator[None]:
    """No thread of a test waits for hours."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rooms, "by_a_timer", lambda *_: None)
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def held(clock: Clock) -> Rooms:
    return Rooms(FREE, clock)
