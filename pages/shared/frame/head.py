"""The head of a page: its name as the menu says it, its claim, and the buttons beside them."""

from __future__ import annotations

from collections.abc import Callable, Sized

import streamlit as st

from pages.shared import slides
from pages.shared.frame import share


def draw_head(
    title: str,
    claim: str,
    draw_buttons: Callable[[], None] = share.draw_button,
    following: Sized = (),
) -> None:
    """Draw title, claim and buttons; in a presentation the claim is the first slide's title.

    following : the slides after the first.
    """
    if slides.on():
        slides.title(claim, following)
        return
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        with st.container(gap=None):
            st.title(title, anchor=False)
            st.markdown(claim)
        draw_buttons()
