"""Tabs under a hero figure: only the open one is drawn, and which it is stands in the URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared import slides
from pages.shared.words import notices

Tabs = Mapping[str, Callable[..., None]]
"""Functions that draw, by title; a title is part of links, so it does not change."""


def draw_tabs(titled: Tabs, following: Tabs, key: str, *given: Any) -> None:
    """Draw the open tab; bad input in a tab shows one sentence there and nowhere else.

    titled : functions of `given` by title; titles are part of links.
    following : those that follow the hero figure in a presentation, each up to its first figure.
    key : the address's parameter for the open one.
    """
    if slides.on():
        _draw_slide(following, *given)
        return
    tabs = st.tabs(list(titled), key=key, on_change="rerun", bind="query-params")
    for tab, draw in zip(tabs, titled.values(), strict=True):
        if tab.open:
            with tab:
                try:
                    draw(*given)
                except HetDPError as error:
                    notices.error(error)


def _draw_slide(following: Tabs, *given: Any) -> None:
    position = slides.slide(1 + len(following))
    if position > 0:
        title, draw = list(following.items())[position - 1]
        st.title(title, anchor=False)
        try:
            with slides.one_figure():
                draw(*given)
        except HetDPError as error:
            notices.error(error)
