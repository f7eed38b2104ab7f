"""Tabs under a hero figure: only the open one is drawn, and which it is stands in the URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from hetdp_core.errors import HetDPError


def draw_sections(sections: Mapping[str, Callable[..., None]], key: str, *given: Any) -> None:
    """One tab a section; bad input in a section shows one sentence there and nowhere else.

    `sections` maps titles, which are part of links, to functions of `given`.
    """
    tabs = st.tabs(list(sections), key=key, on_change="rerun", bind="query-params")
    for tab, draw in zip(tabs, sections.values(), strict=True):
        if tab.open:
            with tab:
                try:
                    draw(*given)
                except HetDPError as error:
                    st.error(str(error))
