"""The word by which a browser says that it has drawn the first figure of a session.

Python sends it with the figure, once; the browser asks for `PATH` and the word when the figure is
there.  Until then the server keeps back what comes after it (`server/figure_first.py`).
"""

from __future__ import annotations

import re
import secrets

import streamlit as st

PATH = "figure-drawn"
"""As in `streamlit.js`."""

NAME = "awaited"
"""Of the word among a figure's data."""

_SAID = "figure_was_awaited"
_IN_MESSAGE = re.compile(rb'"%b": ?"([0-9a-f]{16})"' % NAME.encode())
_IN_PATH = re.compile(rf"/{PATH}/([0-9a-f]{{16}})$")


def word() -> str | None:
    """Return a word that nobody can guess for a session's first figure, None for all others."""
    if _SAID in st.session_state:
        return None
    st.session_state[_SAID] = True
    return secrets.token_hex(8)


def word_in_message(message: bytes) -> str | None:
    """Return the word that a message to the browser brings, if one."""
    found = _IN_MESSAGE.search(message)
    return found[1].decode() if found else None


def word_in_path(path: str) -> str | None:
    """Return the word that a browser says, if one."""
    found = _IN_PATH.search(path)
    return found[1] if found else None
