"""Cards to decide by: what one may do, what it would be off by, and which one is recommended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared import slides
from pages.shared.figure.view import View

MISS = (
    "± is the root mean squared error. A single result is usually closer and occasionally twice "
    "as far off."
)
"""What a number after ± means, on every card."""


@dataclass(frozen=True)
class Card:
    """One thing that one may do.

    value : what it would be off by, in a unit; Markdown.
    help : what the value means; `MISS` for what something is off by.
    """

    title: str
    value: str
    sentence: str
    recommended: bool = False
    help: str = MISS


@contextmanager
def beside_hero(compared: View | None) -> Iterator[DeltaGenerator | None]:
    """Draw a page's first figure inside; yields the place for cards at its side.

    None in a presentation and where settings are compared: there the figure needs the room.
    On a narrow screen the place is below the figure.
    """
    if slides.on() or compared is not None:
        yield None
        return
    figure, place = st.columns([3, 1], gap="medium")
    with figure:
        yield place


def draw_cards(cards: Sequence[Card], key: str) -> None:
    """Draw cards side by side, on a phone one below the other; key: of their place on the page."""
    with st.container(key=f"decision_cards_{key}"):
        places = st.columns(len(cards), gap="small", border=True)
        for place, card in zip(places, cards, strict=True):
            with place:
                st.markdown(_in_markdown(card), help=card.help)


def draw_column(cards: Sequence[Card], above: str = "", below: str = "", named: str = "±") -> None:
    """Draw cards one below the other, beside a figure that moves.

    All of it is one text, each card a quotation, which its style draws a border around: an element
    costs more than what stands in it, and these are drawn at every move.

    above, below : what stands before and after them; Markdown.
    named : what the cards call a root mean squared error.
    """
    quoted = ["> " + _in_markdown(card).replace("\n", "\n> ") for card in cards]
    last = f":small[{' '.join(filter(None, [below, f'What {named} means:']))}]"
    means = MISS.replace("±", named.capitalize())
    st.markdown("\n\n".join(filter(None, [above, *quoted, last])), help=means)


def _in_markdown(card: Card) -> str:
    mark = " :green-badge[:material/check: recommended]" if card.recommended else ""
    return f":small[**{card.title}**]{mark}\n\n#### {card.value}\n\n:small[{card.sentence}]"
