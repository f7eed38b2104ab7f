"""What a page asks of the browser: history, a menu that closes, kept receipts, tapped guesses."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages.shared.scripts import fetched_once

_HERE = Path(__file__).parent
_SCRIPTS = ("history.js", "menu.js", "receipts.js", "tap.js")
_SCRIPT = "".join((_HERE / name).read_text("utf-8") for name in _SCRIPTS)
_KEY, _SESSION = "browser", "session_in_browser"

_component = st.components.v2.component("hetdp_browser", js=fetched_once("browser", _SCRIPT))


def draw(receipts: list[str], take: Callable[[object], None]) -> None:
    """Put the scripts into the page; they run once, however often it is drawn.

    receipts : public texts that the browser keeps for this tab.
    take : given what it has kept beyond these, once in a session: anything may be in it.
    """
    session = st.session_state.setdefault(_SESSION, secrets.token_hex(8))

    def hand_over() -> None:
        take(getattr(st.session_state.get(_KEY), "kept", None))

    data = {"session": session, "receipts": receipts}
    _component(key=_KEY, data=data, on_kept_change=hand_over)
