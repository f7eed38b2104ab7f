"""A clock and the rooms that look at it."""

from __future__ import annotations

import pytest

from pages.inside.lessons.classroom.rooms import Rooms
from tests.pages.classroom.room import FREE, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def held(clock: Clock) -> Rooms:
    return Rooms(FREE, clock)
