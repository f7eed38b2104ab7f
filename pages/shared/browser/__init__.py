"""What a page asks of the browser: one history entry an act, and to lose nothing unsaved."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.shared.scripts import fetched_once

_HERE = Path(__file__).parent
_SCRIPT = "".join((_HERE / name).read_text("utf-8") for name in ("history.js", "unsaved.js"))

_component = st.components.v2.component(
    "hetdp_browser",
    js=fetched_once("browser", f"{_SCRIPT}\nexport default function () {{}}\n"),
)


def draw() -> None:
    """Put the scripts into the page; they run once, however often it is drawn."""
    _component(key="browser")
