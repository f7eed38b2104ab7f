"""The rooms of this process, and what a browser keeps of one, so that reloading changes nothing.

Everything else that the server keeps for all is a result, and what somebody enters stays in their
session.  A room is there to be shared, so its answers are the one exception, and `Rooms` is the
one object that holds them.

A phone keeps its seat, the lecturer's browser the key of the room.  Neither is ever in an address,
which stands on the projector or is sent to a neighbour.  Each is a random number that is good for
one room; it is dropped when the room ends, or for a phone when it joins another.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.classroom.rooms import Rooms

SEAT, LEAD = "seat", "lead"

_component = st.components.v2.component(
    "hetdp_room_keeper", js=Path(__file__).with_name("keeper.js").read_text(encoding="utf-8")
)


@st.cache_resource(max_entries=1, show_spinner=False)
def rooms() -> Rooms:
    return Rooms()


def seat(code: str) -> str | None:
    """Return the phone's seat in a room; None until its browser has said it."""
    held: str | None = st.session_state.get(name(SEAT, code))
    return _ask(SEAT, code) if held is None else held


def key(code: str) -> str | None:
    """Return the key with which this browser leads a room, "" without one; None until it said so.

    The browser is told the key of a room that was opened in this session.
    """
    held: str | None = st.session_state.get(name(LEAD, code))
    if held is None:
        return _ask(LEAD, code)
    if held:
        data = {"what": LEAD, "code": code, "known": held}
        _component(key=f"{name(LEAD, code)}_told", data=data)
    return held


def keep(code: str, key_of_room: str) -> None:
    """Let the browser keep the key of a new room, from the next `key` on."""
    st.session_state[name(LEAD, code)] = key_of_room


def forget(code: str) -> None:
    """Let the browser drop what it keeps of a room that has ended."""
    for what in (SEAT, LEAD):
        st.session_state.pop(name(what, code), None)
    _component(key=f"room_forget_{code}", data={"forget": code})


def name(what: str, code: str) -> str:
    return f"room_{what}_{code}"


def _ask(what: str, code: str) -> str | None:
    browser = _component(
        key=f"{name(what, code)}_asked",
        data={"what": what, "code": code},
        default={"kept": None},
        on_kept_change=lambda: None,  # Streamlit asks for a callback of every state
    )
    if browser.kept is None:
        return None
    key = browser.kept if codes.is_key(browser.kept) else ""
    st.session_state[name(what, code)] = key
    return str(key)
