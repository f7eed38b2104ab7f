"""Reproductions: what became of the papers' tables and figures, and what goes beyond them."""

from pages.inside.menu import enter
from pages.inside.reproductions.page import draw_results

enter()  # where the page is asked for by itself, this starts over inside the frame
draw_results()
