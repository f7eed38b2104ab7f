"""Bringing what has just been made, or was asked for, into sight from above or below the screen."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "hetdp_into_sight",
    js=Path(__file__).with_name("into_sight.js").read_text(encoding="utf-8"),
)


def bring(anchor: str, token: str) -> None:
    """Scroll to a heading by its anchor, or a container by its key, once for each token."""
    _component(key=f"into_sight_{anchor}", data={"token": token, "id": anchor})
