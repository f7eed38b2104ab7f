"""Reproductions: what became of every table, figure and example of the four papers."""

from pages.shared import present
from pages.shared.reproductions_view import overview, reproduction_cards
from pages.shared.scenario import current

current()  # where the page is asked for by itself, this starts over inside the frame
present.title("What comes out again")
overview()
reproduction_cards()
