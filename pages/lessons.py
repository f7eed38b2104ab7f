"""Lessons: predict, then see what is true; one for each topic and one across all."""

from pages.shared.lessons.page import draw_lessons
from pages.shared.scenario import current

current()
draw_lessons()
