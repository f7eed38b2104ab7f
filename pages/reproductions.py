"""Reproductions: what became of the papers' tables and figures, and what goes beyond them."""

from pages.inside.menu import enter
from pages.inside.reproductions.beyond import beyond_the_papers, way_there
from pages.inside.reproductions.cards import overview, reproduction_cards
from pages.inside.reproductions.errata import errata
from pages.shared.frame.head import draw_head

enter()  # where the page is asked for by itself, this starts over inside the frame
draw_head(
    "Published results",
    "Which published results hold up, computed again",
)
way_there()
overview()
errata()
reproduction_cards()
beyond_the_papers()
