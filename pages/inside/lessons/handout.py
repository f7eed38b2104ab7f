"""A lesson to take home: one HTML file with its questions, and then its answers."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlencode

import streamlit as st

from hetdp_core.figures.report.handout import Exercise, Handout, Picture, to_html
from hetdp_core.figures.report.page import is_this_computer
from pages.inside.lessons import progress
from pages.inside.lessons.slide import view
from pages.inside.topics import TOPICS
from pages.shared import page_paths
from pages.shared.controls import state
from pages.shared.lessons.lesson import Choice, Lesson, Step


def offer(lesson: Lesson, key: str) -> None:
    url = st.context.url or ""

    def file() -> str:  # takes seconds, so it is made at the click
        return to_html(handout(lesson, datetime.now(UTC), url))

    st.download_button(
        "Handout",
        file,
        f"lesson-{lesson.key}.html",
        "text/html",
        key=key,
        icon=":material/download:",
        help="A file with all questions and figures, and with all answers and reasons at the end. "
        "It opens without a network.",
        on_click="ignore",
    )


def handout(lesson: Lesson, made_at: datetime, url: str) -> Handout:
    """Return a lesson as it is handed out; nothing in it depends on the reader's settings.

    made_at : date and time that it bears.
    url : of the page it was asked for on; "" if unknown.  Links that would lead to the computer
        of its author are left out.
    """
    lessons = page_paths.url_path(page_paths.LESSONS)
    base = "" if is_this_computer(url) else page_paths.base_of(url, [lessons])
    address = f"{base}lessons?{urlencode(progress.start(lesson).params)}" if base else ""
    numbers = range(1, len(lesson.steps) + 1)
    return Handout(
        title=lesson.title,
        learns=lesson.learns,
        about=f"{len(lesson.steps)} questions · {lesson.for_whom.removesuffix('.')} · "
        f"made on {made_at:%d %B %Y}.",
        exercises=[_exercise(lesson, number, base) for number in numbers],
        link=address,
    )


def _exercise(lesson: Lesson, number: int, base: str) -> Exercise:
    step = lesson.steps[number - 1]
    question = step.question
    options = list(question.options.values()) if isinstance(question, Choice) else []
    return Exercise(
        title=step.title,
        situation=step.write(step.text),
        ask=step.write(step.ask),
        options=options,
        range="" if isinstance(question, Choice) else f"A number {question.ends}.",
        before=_picture(lesson, number, revealed=False),
        answer=question.shown(step.truth()),
        why=step.write(step.why),
        source=step.source,
        after=_picture(lesson, number, revealed=True),
        link=_live(step, base),
    )


def _picture(lesson: Lesson, number: int, *, revealed: bool) -> Picture:
    figure = view(lesson, number, revealed)
    return Picture(figure.still, figure.name, figure.height)


def _live(step: Step, base: str) -> str:
    """Return where the step's topic is found with its settings; "" for nowhere."""
    if not base or not step.topic:
        return ""
    topic = TOPICS[step.topic]
    tab = f"&{urlencode({topic.tabs_key: step.tab})}" if step.tab else ""
    return f"{base}{topic.key}?{state.packed(step.state)}{tab}"
