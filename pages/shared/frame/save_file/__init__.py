"""Saving a file that Python makes on a click, by the browser, once."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import streamlit as st

_save = st.components.v2.component(
    "hetdp_save_file", js=Path(__file__).with_name("save_file.js").read_text(encoding="utf-8")
)


def button(label: str, key: str, name: str, make: Callable[[], str], tip: str, wait: str) -> None:
    """Draw a button; the HTML file is made in the run of its click, and saved by itself.

    label, key, tip : of the button.
    name : of the file.
    make : returns its content.
    wait : what is said while it is made.
    """
    wish = f"{key}_wanted"
    st.button(
        label,
        key=key,
        on_click=st.session_state.__setitem__,
        args=(wish, True),  # remembered until it is made: this run may be started over before that
        icon=":material/download:",
        help=tip,
    )
    if st.session_state.pop(wish, False):
        with st.spinner(wait):
            text = make()
        _save(
            key=f"{key}_file",
            data={"token": str(time.time_ns()), "name": name, "type": "text/html", "text": text},
        )
