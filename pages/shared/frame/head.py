"""The head of a page: its name as the menu says it, its claim, and the buttons beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared import slides
from pages.shared.frame import share


def draw_head(title: str, claim: str, draw_buttons: Callable[[], None] = share.draw_button) -> None:
    """Draw title, claim and buttons; in a presentation the claim is the first slide's title."""
    place = draw_title(title, claim, buttons_later=False)
    if place is not None:
        with place:
            draw_buttons()


def draw_title(
    title: str, claim: str, numbers: Sequence[int] = (1,), buttons_later: bool = True
) -> DeltaGenerator | None:
    """Draw title and claim; return the place for the buttons, None in a presentation.

    As HTML, for which a browser need not learn Markdown before it draws a page's figure.

    title, claim : plain text.
    numbers : of the page's slides.
    buttons_later : whether the buttons come after the figure, which they should not push down.
    """
    if slides.on():
        slides.title(claim, numbers)
        return None
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        later = ' class="buttons-later"' if buttons_later else ""
        st.html(f"<h1{later}>{escape(title)}</h1><p>{escape(claim)}</p>")
        return st.container()
