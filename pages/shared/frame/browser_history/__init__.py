"""The browser's history: one entry for each act of the reader."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "hetdp_browser_history",
    js=Path(__file__).with_name("browser_history.js").read_text(encoding="utf-8"),
)


def keep_one_entry_an_act() -> None:
    """Once a page is open, for as long as it stays open; shows nothing (see streamlit.css)."""
    _component(key="browser_history")
