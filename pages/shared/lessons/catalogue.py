"""All lessons, in the order in which they are offered."""

from __future__ import annotations

from pages.inside.accounting import lesson as odometer
from pages.inside.features import lesson as features
from pages.inside.mean import lesson as mean
from pages.inside.ridge import lesson as ridge
from pages.shared.lessons import across
from pages.shared.lessons.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    lesson.key: lesson
    for lesson in (across.LESSON, mean.LESSON, features.LESSON, ridge.LESSON, odometer.LESSON)
}
