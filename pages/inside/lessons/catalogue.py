"""All lessons, in the order in which they are offered."""

from __future__ import annotations

from pages.inside.lessons import across
from pages.inside.topics import TOPICS
from pages.shared.lessons.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    lesson.key: lesson for lesson in (across.LESSON, *(topic.lesson for topic in TOPICS.values()))
}
