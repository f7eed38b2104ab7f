"""What a browser keeps of a room, so that reloading the page changes nothing.

A phone keeps its seat, the lecturer's browser the key of the room.  Neither is ever in an address,
which stands on the projector or is sent to a neighbour.  Each is a random number that is good for
one room; it is dropped when the room ends, or for a phone when it joins another.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.inside.lessons.classroom import codes

SEAT, LEAD = "seat", "lead"

_component = st.components.v2.component(
    "hetdp_room_keeper", js=Path(__file__).with_name("keeper.js").read_text(encoding="utf-8")
)


def seat(code: str) -> str | None:
    """Return the phone's seat in a room; None until its browser has said it."""
    held: str | None = st.session_state.get(name(SEAT, code))
    return _asked(SEAT, code) if held is None else held


def key(code: str) -> str | None:
    """Return the key with which this browser leads a room, "" without one; None until it said so.

    The browser is told the key of a room that was opened in this session.
    """
    held: str | None = st.session_state.get(name(LEAD, code))
    if held is None:
        return _asked(LEAD, code)
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
    """Return the session's key for what the browser keeps of a room."""
    return f"room_{what}_{code}"


def _asked(what: str, code: str) -> str | None:
    found = _component(
        key=f"{name(what, code)}_asked",
        data={"what": what, "code": code},
        default={"kept": None},
        on_kept_change=_read_by_the_next_run,
    )
    said = found.kept
    if said is None:
        return None
    st.session_state[name(what, code)] = said if codes.is_key(said) else ""
    return str(st.session_state[name(what, code)])


def _read_by_the_next_run() -> None:
    """Streamlit asks for a callback of every state."""
