"""Reproductions: what became of every table, figure and example of the four papers."""

from pages.inside.menu import enter
from pages.inside.reproductions.cards import overview, reproduction_cards
from pages.shared.frame.head import draw_head

enter()  # where the page is asked for by itself, this starts over inside the frame
draw_head(
    "Published results",
    "Which published results hold up, computed again",
)
overview()
reproduction_cards()
