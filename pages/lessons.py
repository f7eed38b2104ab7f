"""Lessons: guess, then see the answer; one for each topic, one across all, one to begin with."""

from pages.inside.lessons.page import draw_lessons
from pages.inside.menu import enter

enter()
draw_lessons()
