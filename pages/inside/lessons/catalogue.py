"""All lessons, in the order in which they are offered."""

from __future__ import annotations

from pages.inside.lessons import across, zero
from pages.inside.topics import TOPICS
from pages.shared.lessons.lesson import Lesson


def lessons() -> dict[str, Lesson]:
    """Return the one to start with, the one across all topics and each topic's own, by key."""
    found = (zero.LESSON, across.LESSON, *(topic.lesson for topic in TOPICS.values()))
    return {lesson.key: lesson for lesson in found}
