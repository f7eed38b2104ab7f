"""From a lesson to a topic's page and back: where one came from stands in that page's address.

    heterogeneous_mean?high=10&from=mean.3

Whoever leaves the page for another one leaves that behind, too.
"""

from __future__ import annotations

import streamlit as st

from pages.inside.lessons import progress
from pages.inside.lessons.progress import Progress
from pages.inside.topics import TOPICS
from pages.shared import doors, slides
from pages.shared.controls import address
from pages.shared.words import notices

FROM = "from"
_LEFT = "lesson_left"


def leave(present: Progress) -> None:
    """Open the page that the present step is about, with its settings; does not return."""
    step, lesson = present.step, present.lesson
    topic = TOPICS[step.topic]
    others = {FROM: [f"{lesson.key}.{present.number}"]}
    if step.tab:
        others[topic.tabs_key] = [step.tab]
    st.session_state[_LEFT] = present.params
    address.go(topic.page, step.state, others=others)


def draw(page: str) -> None:
    """Draw the way back to the step that the address names, above the page of a topic."""
    said = st.query_params.get(FROM)
    if said is None or page not in TOPICS or slides.on():
        return
    present = _present(said)
    if present is None:
        notices.warning(
            f"“{FROM}={said[:30]}” in the address is not usable: {FROM} must be a lesson and the "
            "number of its step, as in mean.3.",
            icon=":material/link_off:",
        )
        return
    st.page_link(
        doors.LESSONS,
        label=f"Back to the lesson “{present.lesson.title}”, step {present.number}",
        icon=":material/arrow_back:",
        query_params=present.params,
    )


def _present(said: str) -> Progress | None:
    """Return the step, with what was predicted where it was this session that left it."""
    lesson, _, number = said.partition(".")
    named = {"lesson": lesson, "step": number, "shown": "true"}
    left = st.session_state.get(_LEFT, {})
    if {**left, **named} == left:
        named = left
    present, problems = progress.read(named)
    return None if problems else present
