"""The page of the published results: what became of them, and what goes beyond them."""

from __future__ import annotations

from pages.inside.reproductions.beyond import beyond_the_papers, way_there
from pages.inside.reproductions.cards import overview, reproduction_cards
from pages.inside.reproductions.errata import errata
from pages.shared.frame.head import draw_head


def draw_results() -> None:
    """Draw all items at a glance, the errata, and a card for each item and claim."""
    draw_head("Published results", "Which published results hold up, computed again")
    way_there()
    overview()
    errata()
    reproduction_cards()
    beyond_the_papers()
