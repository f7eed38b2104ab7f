"""The page of the lessons: which there are, and one of them step by step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from hetdp_core.figures.formats import number
from pages.inside.lessons import game, handout, progress
from pages.inside.lessons.classroom import lecturer
from pages.inside.lessons.classroom import page as classroom
from pages.inside.lessons.progress import Progress, lessons
from pages.inside.lessons.slide import draw_end, draw_step
from pages.inside.topics import TOPICS
from pages.shared import slides
from pages.shared.frame import head
from pages.shared.frame.head import draw_head
from pages.shared.lessons.lesson import GOOD, Choice, Lesson
from pages.shared.text import notices

_LECTURE, _LECTURE_MINUTES = ("zero", "mean", "ridge"), 45

ONWARD = "Ctrl+Enter"
"""Shortcut of the one button that leads on: reveal, then next."""


def draw_lessons() -> None:
    """Draw the lesson that the address names, or the list of all; or a room of a class."""
    st.html(Path(__file__).with_name("lesson.css"))
    if classroom.is_in_address():
        classroom.draw_room()
        return
    present, problems = progress.read(st.query_params.to_dict())
    for problem in problems:
        notices.warning(problem, icon=":material/link_off:")
    if present is None:
        (game.draw_game if game.is_open() else _chooser)()
        return
    if slides.on():
        _draw_slide(present)
        return
    steps = len(present.lesson.steps)
    lecturer.say_problem()
    with st.container(horizontal=True, vertical_alignment="bottom", key="lesson_bar"):
        st.progress(
            present.number / steps, f"**{present.lesson.title}** · step {present.number} of {steps}"
        )
        lecturer.draw_button(present.lesson, present.number)
        slides.draw_button(present.slides.index((present.number, present.shown)))
        head.draw_button("your predictions in this lesson")
        st.button("All lessons", key="lesson_leave", icon=":material/list:", on_click=_leave)
    draw_step(
        present.lesson,
        present.number,
        present.shown,
        present.guess,
        predict=lambda: _prediction(present),
        below=lambda: _buttons(present),
    )


def _draw_slide(present: Progress) -> None:
    """Draw the question of a step or its answer, large; at the end, all answers."""
    of_lesson = present.slides
    numbers = range(1, len(of_lesson) + 2)

    def left(position: int) -> None:
        number, shown = of_lesson[min(position, len(of_lesson) - 1)]
        _go(replace(present, number=number, shown=shown))

    slides.draw_bar(present.lesson.title, numbers, left)
    position = slides.slide(numbers)
    if position == len(of_lesson):
        draw_end(present.lesson)
        return
    number, shown = of_lesson[position]
    draw_step(present.lesson, number, shown, present.guesses[number - 1])


def _chooser() -> None:
    draw_head("Lessons", "Guess first, then see the answer")
    classroom.draw_entry()
    offered = list(lessons().values())
    for row in zip(offered[::2], [*offered[1::2], None], strict=False):
        for place, lesson in zip(st.columns(2), row, strict=True):
            if lesson is not None:
                with place:
                    _card(lesson)
    game.draw_card()
    lecture = [lessons()[key] for key in _LECTURE]
    named = ", ".join(f"“{lesson.title}” ({lesson.minutes})" for lesson in lecture)
    rest = _LECTURE_MINUTES - sum(lesson.minutes for lesson in lecture)
    st.caption(
        "**To teach a class**, open a lesson and choose “For a class”. Students scan a code and "
        "answer anonymously. “Present” shows a lesson on a large screen. A lecture of "
        f"{_LECTURE_MINUTES} minutes has {named}, and {rest} minutes for questions or for "
        f"“{game.TITLE}”. Your progress is in the link: share it to open the same step."
    )


def _card(lesson: Lesson) -> None:
    topics = (topic.title for topic in TOPICS.values() if topic.lesson.key == lesson.key)
    needed = ", ".join(f"“{lessons()[key].title}”" for key in lesson.needs)
    facts = (
        *topics,
        f"{len(lesson.steps)} steps",
        f"{lesson.minutes} minutes",
        lesson.for_whom.removesuffix("."),
        *([f"First: {needed}"] if needed else []),
    )
    with st.container(border=True, height="stretch"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(lesson.title, anchor=False, width="content")
            if not lesson.needs:
                st.badge("Start here", icon=":material/flag:", color="green")
        st.markdown(lesson.learns)
        st.caption(" · ".join(facts))
        with st.container(horizontal=True):
            st.button(
                f"Start “{lesson.title}”",
                key=f"start_{lesson.key}",
                on_click=_go,
                args=(progress.start(lesson),),
            )
            handout.offer(lesson, f"handout_{lesson.key}")


def _buttons(present: Progress) -> None:
    """Draw them, first the one that leads on: it keeps the focus from step to step."""
    with st.container(horizontal=True):
        if present.shown and present.last:
            st.button(
                "All lessons", key="lesson_onward", on_click=_leave, type="primary", shortcut=ONWARD
            )
        else:
            st.button(
                "Next" if present.shown else "Reveal",
                key="lesson_onward",
                on_click=_onward,
                args=(present,),
                type="primary",
                shortcut=ONWARD,
            )
        st.button(
            "Back",
            key="lesson_back",
            on_click=_go,
            args=(present.moved_to(max(present.number - 1, 1)),),
            disabled=present.number == 1,
        )
        if present.shown and present.step.topic:
            title = TOPICS[present.step.topic].title
            help_text = f"Opens “{title}” with these settings."
            if st.button("Try it yourself", key="lesson_try", help=help_text):
                progress.leave(present)
        if present.shown and present.last:
            handout.offer(present.lesson, "handout")
    if present.shown and present.last:
        st.markdown(_summary(present))


def _prediction(present: Progress) -> None:
    """Draw what to predict with; its value becomes the guess when the answer is revealed."""
    question, key = present.step.question, _key(present)
    if isinstance(question, Choice):
        st.radio(
            "Your prediction",
            list(question.options),
            index=None,
            format_func=question.options.__getitem__,
            key=key,
        )
        return
    # A slider always stands somewhere: only one that was moved is a guess.
    moved = f"{key}_moved"
    if key not in st.session_state:
        st.session_state.pop(moved, None)  # it starts anew
    note: dict[str, Any] = {"key": key, "on_change": _note_move, "args": (moved,)}
    if question.step:
        low, high, step = question.low, question.high, question.step
        at = st.slider("Your prediction", low, high, step=step, format="%g", **note)
    else:
        stops = question.stops
        at = st.select_slider("Your prediction", stops, format_func=number, **note)
    if st.session_state.get(moved):
        st.caption(f"Your guess: {question.shown(at)}")
    else:
        st.caption("No guess yet. Move the slider, or reveal the answer without a guess.")


def _note_move(moved: str) -> None:
    st.session_state[moved] = True


def _key(present: Progress) -> str:
    return f"predict_{present.lesson.key}_{present.number}"


def _summary(present: Progress) -> str:
    steps = zip(present.lesson.steps, present.guesses, strict=True)
    verdicts = [step.question.judge(guess, step.truth()) for step, guess in steps if guess]
    if not verdicts:
        return "That was the last step."
    right = sum(verdict in GOOD for verdict in verdicts)
    return f"That was the last step. Right or close: **{right} of {len(verdicts)} predictions**."


# --- moving on, in callbacks: one entry in the browser's history each -----------------------


def _onward(present: Progress) -> None:
    if present.shown:
        _go(present.moved_to(present.number + 1))
        return
    key = _key(present)
    guess = st.session_state.get(key)
    if isinstance(guess, int | float):  # a slider that nobody moved says nothing
        guess = f"{guess:g}" if st.session_state.get(f"{key}_moved") else None
    _go(present.revealed(guess or ""))


def _go(present: Progress) -> None:
    st.query_params.update(present.params)


def _leave() -> None:
    for key in progress.KEYS:
        st.query_params.pop(key, None)
