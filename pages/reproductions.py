"""Reproductions: what became of every table, figure and example of the four papers."""

from pages.inside.menu import enter
from pages.inside.reproductions.cards import overview, reproduction_cards
from pages.shared import slides

enter()  # where the page is asked for by itself, this starts over inside the frame
slides.title("What comes out again")
overview()
reproduction_cards()
