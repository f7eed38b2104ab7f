"""Whether the users of a table are all whom a question is about: then there is no sampling."""

from __future__ import annotations

import streamlit as st


def draw(dataset: str) -> bool:
    """Draw the switch; return what it holds."""
    return st.toggle(
        "The table is everybody whom the question is about",
        key=_key(dataset),
        persist_state="session",
        help="Off: its users stand for more people, and a typical error holds that others might "
        "have been asked. On: nobody was drawn; an answer is off by noise, and by what unequal "
        "weights can pull it away from the plain mean of the table, whoever has which value.",
    )


def held(dataset: str) -> bool:
    """Return what it holds, drawn or not."""
    return bool(st.session_state.get(_key(dataset), False))


def _key(dataset: str) -> str:
    return f"decision_everybody_{dataset}"
