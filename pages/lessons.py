"""Lessons: predict, then see what is true; one for each topic and one across all."""

from pages.inside.lessons.page import draw_lessons
from pages.inside.menu import enter

enter()
draw_lessons()
