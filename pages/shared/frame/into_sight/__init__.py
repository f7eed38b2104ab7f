"""Bringing what has just been made into sight, where it stands above or below the screen."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "hetdp_into_sight",
    js=Path(__file__).with_name("into_sight.js").read_text(encoding="utf-8"),
)


def bring(anchor: str, token: str) -> None:
    """Scroll to a heading by its anchor, once for each token; shows nothing."""
    _component(key=f"into_sight_{anchor}", data={"token": token, "id": anchor})
