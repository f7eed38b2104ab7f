"""A phone's side of a room: the question, what one may answer, and in the end what is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from hetdp_core import tally
from hetdp_core.figures.formats import number
from pages.inside.lessons import slide
from pages.inside.lessons.classroom import codes, keeper
from pages.inside.lessons.classroom.codes import Refused
from pages.inside.lessons.classroom.keeper import rooms
from pages.inside.lessons.classroom.rooms import Phase, Seen
from pages.inside.lessons.progress import lessons
from pages.shared.lessons.lesson import Choice, Slider, Step
from pages.shared.text import notices

_PROBLEM = "room_answer_refused"
_UNMOVED = "room_slider_unmoved"
"""The slider that was sent where it stood from the start: a person who meant it sends it again."""

Answer = Callable[[str], None]
"""Sends an answer to the present step; a callback."""


def draw_phone(code: str) -> str:
    """Draw the room for a phone, which takes a seat in it; raises Refused where it cannot.

    Returns the key of the room's lesson; "" where it has no seat yet.
    """
    rooms().check(code)
    seat = keeper.seat(code)
    if seat is None:
        st.title(f"Room {codes.spoken(code)}", anchor=False)
        return ""
    rooms().join(code, seat)
    seen = rooms().seen(code, seat)
    lesson = lessons()[seen.lesson]
    with st.container(key="room_phone", gap="small"):
        st.caption(f"Room {codes.spoken(code)} · {lesson.title}")
        if seen.step == 0:
            st.title("You are in", anchor=False)
            st.markdown("The first question comes when the lecturer starts.")
            st.caption(
                "Your phone is a random number here, without a name. The server keeps your answers "
                "in memory until the room ends, and then deletes them."
            )
        else:
            step = lesson.steps[seen.step - 1]
            _draw_step(seen, step, partial(_answer, code, seat, seen.step, step.question))
        every = max(2.0, seen.seats / 50)  # of a large class each asks less often
        st.fragment(_follow, run_every=every)(code, seat, seen.version)
    return lesson.key


def _follow(code: str, seat: str, version: int) -> None:
    """Run the page again once it shows something else than the room; costs next to nothing."""
    try:
        same = rooms().version(code, seat) == version
    except Refused:
        same = False
    if not same:
        st.rerun()


def _draw_step(seen: Seen, step: Step, answer: Answer) -> None:
    problem = st.session_state.pop(_PROBLEM, None)
    st.title(step.title, anchor=False)
    st.caption(f"{step.write(step.text)} (The figure is on the large screen.)")
    st.markdown(f"**{step.write(step.ask)}**")
    if seen.phase is Phase.REVEALED:
        if problem:
            notices.warning(problem)
        _draw_truth(seen, step)
        return
    if isinstance(step.question, Choice):
        for key, words in step.question.options.items():
            st.button(
                words,
                key=f"room_option_{seen.lesson}_{seen.step}_{key}",
                type="primary" if key == seen.mine else "secondary",
                width="stretch",
                on_click=answer,
                args=(key,),
            )
    else:
        _draw_slider(seen, step.question, answer)
    if problem:
        notices.warning(problem)
    elif seen.mine:
        notices.marked(
            "success",
            f"You answered: **{step.question.shown(seen.mine)}**. "
            "You may change it until the truth is shown.",
        )
    if seen.phase is Phase.SHOWN:
        st.markdown("The answers of the class are on the large screen now.")


def _draw_slider(seen: Seen, question: Slider, answer: Answer) -> None:
    key = f"room_slider_{seen.lesson}_{seen.step}"
    start = float(seen.mine) if seen.mine else question.low
    with st.form(f"{key}_form", border=False):
        if question.step:
            ends = question.low, question.high
            st.slider("Your answer", *ends, start, question.step, key=key, format="%g")
        else:
            st.select_slider("Your answer", question.stops, start, key=key, format_func=number)
        st.caption(f"The scale goes {question.ends}. Move it to your answer, then send it.")
        st.form_submit_button(
            "Change my answer" if seen.mine else "Send my answer",
            type="primary",
            width="stretch",
            key=f"{key}_send",
            on_click=_answer_slider,
            args=(key, None if seen.mine else start, answer),
        )
    if st.session_state.get(_UNMOVED) == key and not seen.mine:
        notices.info(
            f"You have not moved it. If {question.shown(start)} is your answer, send it once more."
        )


def _draw_truth(seen: Seen, step: Step) -> None:
    question = step.question
    notices.marked(*slide.judged(step, step.truth(), seen.mine))
    st.markdown(slide.class_sentence(step, seen.answers, revealed=True))
    if isinstance(question, Choice) and seen.answers:
        counts = tally.of_choices(seen.answers, list(question.options))
        for words, count in zip(question.options.values(), counts, strict=True):
            st.progress(count / len(seen.answers), f"{words}: {count:,}")
    st.markdown(step.write(step.why))


# --- answering, in callbacks ----------------------------------------------------------------


def _answer_slider(key: str, start: float | None, answer: Answer) -> None:
    held = st.session_state.get(key)
    if held is not None and held == start and st.session_state.get(_UNMOVED) != key:
        st.session_state[_UNMOVED] = key
        return
    answer(f"{held:g}" if isinstance(held, int | float) else "")


def _answer(code: str, seat: str, step: int, question: Choice | Slider, answer: str) -> None:
    try:
        if not question.accepts(answer):
            raise Refused("That is not an answer to this question.")
        rooms().answer(code, seat, step, answer)
    except Refused as problem:
        st.session_state[_PROBLEM] = str(problem)
