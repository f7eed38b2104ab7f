"""Tabs under a hero figure: only the open one is drawn, and which it is stands in the URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared import notices, present

Sections = Mapping[str, Callable[..., None]]


def draw_sections(sections: Sections, slides: Sections, key: str, *given: Any) -> None:
    """One tab a section; bad input in a section shows one sentence there and nowhere else.

    `sections` maps titles, which are part of links, to functions of `given`; `slides` those that
    follow the hero figure in a presentation, each up to its first figure.
    """
    if present.on():
        _draw_slide(slides, *given)
        return
    tabs = st.tabs(list(sections), key=key, on_change="rerun", bind="query-params")
    for tab, draw in zip(tabs, sections.values(), strict=True):
        if tab.open:
            with tab:
                try:
                    draw(*given)
                except HetDPError as error:
                    notices.error(error)


def _draw_slide(slides: Sections, *given: Any) -> None:
    position = present.slide(1 + len(slides))
    if position > 0:
        title, draw = list(slides.items())[position - 1]
        st.title(title, anchor=False)
        try:
            with present.one_figure():
                draw(*given)
        except HetDPError as error:
            notices.error(error)
