"""The lecturer's side of a room, made for the projector: code, question, answers, truth."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

import streamlit as st

from hetdp_core.file_text import csv_text
from pages.inside.lessons import slide
from pages.inside.lessons.classroom import codes, keeper
from pages.inside.lessons.classroom.codes import LEAD, Refused
from pages.inside.lessons.classroom.keeper import rooms
from pages.inside.lessons.classroom.rooms import Led, Phase
from pages.inside.lessons.progress import KEYS, lessons
from pages.inside.lessons.slide import draw_step, list_options
from pages.shared import slides
from pages.shared.figure import view
from pages.shared.frame import head
from pages.shared.lessons.lesson import Choice, Lesson, Step
from pages.shared.text import notices
from pages.shared.text.notices import literal

EVERY_SECONDS = 1.0
"""How often the lecturer's page looks for new answers."""

LARGE, SMALL = 400, 84
"""Pixels of the QR code before the lesson, and beside its steps for those who come late."""

_PROBLEM = "room_not_opened"


# --- opening ------------------------------------------------------------------------------


def draw_button(lesson: Lesson, number: int) -> None:
    st.button(
        "For a class",
        key="room_open",
        icon=":material/groups:",
        on_click=_open,
        args=(lesson, number),
        help="Opens a room. Phones scan a code, answer anonymously, and follow you.",
    )


def say_problem() -> None:
    """Say why the room that was asked for could not be opened."""
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        notices.warning(problem)


def _open(lesson: Lesson, number: int) -> None:
    try:
        opened = rooms().open(lesson.key, number, len(lesson.steps))
    except Refused as refused:
        st.session_state[_PROBLEM] = str(refused)
        return
    keeper.keep(opened.code, opened.key)
    for key in KEYS:
        st.query_params.pop(key, None)
    st.query_params[LEAD] = opened.code


# --- leading ------------------------------------------------------------------------------


def draw_lead(code: str) -> str:
    """Draw the room for a visitor with its key; raises Refused for others.

    Returns the key of its lesson; "" where the browser has not said yet what it has.
    """
    rooms().check(code)
    key = keeper.key(code)
    if key is None:
        st.title(f"Room {codes.spoken(code)}", anchor=False)
        return ""
    led = rooms().led(code, key)
    lesson = lessons()[led.lesson]
    slides.draw_stage()
    link = codes.of_room(st.context.url or "", code)
    if led.step == 0:
        _lobby(code, key, led, lesson, link)
        return lesson.key
    with st.container(horizontal=True, vertical_alignment="center", key="room_head"):
        with st.container(width=SMALL, key="room_small_code"):
            _draw_code(link, SMALL)
        with st.container(gap=None, width=430, key="room_words"):
            st.markdown(f"**{codes.spoken(code)}**")
            st.caption(f"{literal(_short(link))} · step {led.step} of {len(lesson.steps)}")
            _counter(code, key, led.version)
        with st.container(horizontal=True, horizontal_alignment="right", key="room_buttons"):
            _buttons(code, key, led, last=led.step == len(lesson.steps))
    step = lesson.steps[led.step - 1]
    draw_step(
        lesson,
        led.step,
        led.phase is Phase.REVEALED,
        predict=lambda: _before_the_truth(code, key, led, step),
        tally=lambda: _answers(led, step),
    )
    return lesson.key


def _lobby(code: str, key: str, led: Led, lesson: Lesson, link: str) -> None:
    st.title(lesson.title, anchor=False)
    picture, words = st.columns([2, 3], gap="large", vertical_alignment="center")
    with picture:
        _draw_code(link, LARGE)
    with words, st.container(key="room_lobby"):
        st.markdown(f"Scan, or open **{literal(_short(link))}** and type")
        st.markdown(f"**{codes.spoken(code)}**")
        _counter(code, key, led.version)
        with st.container(horizontal=True):
            _onward("Start", lambda: rooms().move(code, key, led.first))
            _end_button(code, key)
        st.caption(
            "A phone is a random number here, without a name. This server keeps the answers in "
            "memory until you end the room, or for "
            f"{rooms().limits.idle_seconds / 3600:g} hours without activity."
        )
        if codes.is_this_machine(link):
            notices.warning(
                "Phones cannot open this address, which only works on this computer. Start the "
                "dashboard with ADDRESS=0.0.0.0. Then open it by this computer's name or number "
                "in the network."
            )


def _buttons(code: str, key: str, led: Led, last: bool) -> None:
    def to(step: int) -> Callable[[], None]:
        return lambda: rooms().move(code, key, step)

    st.button("Back", key="room_back", on_click=_unless_gone, args=(to(led.step - 1),))
    if led.phase is Phase.REVEALED:
        if not last:
            _onward("Next", to(led.step + 1))
    else:
        if not last:
            st.button("Skip", key="room_skip", on_click=_unless_gone, args=(to(led.step + 1),))
        later = Phase(led.phase + 1)
        label = "Reveal the truth" if later is Phase.REVEALED else "Show answers"
        _onward(label, lambda: rooms().advance(code, key, led.step, later))
    _end_button(code, key)


def _before_the_truth(code: str, key: str, led: Led, step: Step) -> None:
    """Draw what stands under the question as long as the truth is not known."""
    if led.phase is Phase.SHOWN:
        _answers_so_far(code, key, step, led.version)
    elif isinstance(step.question, Choice):
        list_options(step.question)
    else:
        st.markdown(f"Phones choose a number: {step.question.ends}.")


# --- what follows the phones ----------------------------------------------------------------


@st.fragment(run_every=EVERY_SECONDS)
def _counter(code: str, key: str, version: int) -> None:
    led = _fresh(code, key, version)
    present = f"**{led.present:,}** {'phone' if led.present == 1 else 'phones'} in"
    full = " (the room is full)" if led.full else ""
    answered = f" · **{len(led.answers):,}** answered" if led.step else ""
    st.markdown(present + full + answered)


@st.fragment(run_every=EVERY_SECONDS)
def _answers_so_far(code: str, key: str, step: Step, version: int) -> None:
    _answers(_fresh(code, key, version), step)


def _fresh(code: str, key: str, version: int) -> Led:
    """Return what the lecturer sees now; run the page again where it shows something else."""
    try:
        led = rooms().led(code, key)
    except Refused:
        st.rerun()
    if led.version != version:
        st.rerun()
    return led


def _answers(led: Led, step: Step) -> bool:
    """Draw them; return whether there are any, among which the truth is marked once revealed."""
    revealed = led.phase is Phase.REVEALED
    if led.answers:
        key = f"{led.lesson}_{led.step}"
        view.draw_below(slide.class_view(key, step, led.answers, revealed))
    else:
        st.markdown(slide.class_sentence(step, (), revealed))
    return bool(led.answers)


# --- parts --------------------------------------------------------------------------------


def _draw_code(link: str, width: int) -> None:
    picture = head.code(link)
    if picture is not None:
        st.image(picture, alt="QR code that opens the room", width=width)


def _short(link: str) -> str:
    split = urlsplit(link)
    return f"{split.netloc}{split.path}"


def _onward(label: str, act: Callable[[], None]) -> None:
    st.button(
        label,
        key="room_onward",
        on_click=_unless_gone,
        args=(act,),
        type="primary",
        shortcut="Ctrl+Enter",
    )


def _end_button(code: str, key: str) -> None:
    """Draw the way to the end; opening it makes the file of all answers up to then."""
    lesson = lessons()[rooms().led(code, key).lesson]
    table = slide.class_table(lesson, rooms().answers(code, key))  # without who gave them
    with st.popover("End", key="room_end", on_change="rerun"):
        st.markdown("All answers will be deleted.")
        st.download_button(
            "Save how many gave which answer",
            csv_text(table).encode(),
            "class.csv",
            "text/csv",
            key="room_save",
            on_click="ignore",
        )
        end = partial(rooms().end, code, key)
        st.button("End the room", key="room_end_now", on_click=_unless_gone, args=(end,))


def _unless_gone(act: Callable[[], None]) -> None:
    """Do it in a callback; where the room is gone, the run that follows says so."""
    with contextlib.suppress(Refused):
        act()
