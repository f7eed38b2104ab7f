"""All lessons, in the order in which they are offered."""

from __future__ import annotations

from pages.inside.lessons import across
from pages.inside.topics import TOPICS
from pages.shared.lessons.lesson import Lesson


def lessons() -> dict[str, Lesson]:
    """Return the lesson across all topics and each topic's own, by the name in links."""
    found = (across.LESSON, *(topic.lesson for topic in TOPICS.values()))
    return {lesson.key: lesson for lesson in found}
