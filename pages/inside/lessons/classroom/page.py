"""Which side of a room the address asks for; what both sides say when there is none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import streamlit as st

from pages.inside.lessons import handout
from pages.inside.lessons.classroom import codes, keeper
from pages.inside.lessons.classroom.codes import LEAD, ROOM, NotHere, Refused
from pages.inside.lessons.classroom.keeper import rooms
from pages.inside.lessons.classroom.lecturer import draw_lead
from pages.inside.lessons.classroom.phone import draw_phone
from pages.inside.lessons.progress import lessons
from pages.shared.text import notices

_ENTRY = "room_entry"
_LONGEST = 20
_LAST = "room_last"
"""The code, the side and the lesson of the room that this session was in last."""


def is_in_address() -> bool:
    return ROOM in st.query_params or LEAD in st.query_params


def draw_room() -> None:
    """Draw the lecturer's or a phone's side of the room that the address names."""
    st.html(Path(__file__).with_name("classroom.css"))
    side = LEAD if LEAD in st.query_params else ROOM
    try:
        code = codes.read(st.query_params[side])
    except Refused as problem:
        _gone("No such room", problem, entry=side == ROOM)
        return
    try:
        if lesson := (draw_lead if side == LEAD else draw_phone)(code):
            st.session_state[_LAST] = code, side, lesson
    except Refused as problem:
        last, _, lesson = st.session_state.get(_LAST, ("", "", ""))
        if isinstance(problem, NotHere) and last == code:
            keeper.forget(code)
            ended = "All answers are deleted, and the code no longer works."
            _gone("The room has ended", ended, lesson=lesson)
        else:
            mistyped = isinstance(problem, NotHere) and side == ROOM
            _gone(f"Room {codes.spoken(code)}", problem, entry=mistyped)


def draw_entry() -> None:
    """Draw where a phone without a camera types the code, and the way back into a room."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _draw_field("")
        if _LAST in st.session_state:
            code, side, _ = st.session_state[_LAST]
            with suppress(Refused):
                rooms().check(code)
                label = f"Back to room {codes.spoken(code)}"
                st.button(label, key="room_return", on_click=_enter, args=(side, code))


def _draw_field(typed: str) -> None:
    """Draw a field for the code, and its button; `typed` stands in a field that is new."""
    st.text_input(
        "In a class? Enter the code on the screen",
        typed[:_LONGEST],
        key=_ENTRY,
        max_chars=_LONGEST,
        placeholder="KMT RWX",
        width=210,
        on_change=_join,
    )
    st.button("Join the class", key="room_join", on_click=_join)


def _enter(side: str, code: str) -> None:
    st.query_params[side] = code


def _join() -> None:
    typed = str(st.session_state.get(_ENTRY) or "").strip()
    if typed:
        with suppress(Refused):
            typed = codes.read(typed)
        st.query_params[ROOM] = typed


def _gone(title: str, problem: object, entry: bool = False, lesson: str = "") -> None:
    """Say what is the matter, and what may be done.

    entry : what was typed may be wrong, and can be typed again.
    lesson : that of a room that has ended, to take home; "" where it may be better soon.
    """
    st.title(title, anchor=False)
    notices.info(problem)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if entry:
            _draw_field(st.query_params[ROOM])
        if not lesson:
            st.button("Try again", key="room_again")
        st.button("All lessons", key="room_leave", on_click=_leave)
        if lesson:
            handout.offer(lessons()[lesson], "room_handout")


def _leave() -> None:
    for key in (ROOM, LEAD):
        st.query_params.pop(key, None)
