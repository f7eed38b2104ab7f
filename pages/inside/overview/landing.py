"""The first screen: what this is in one sentence, a figure to play with, and where to go."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.inside.overview import people
from pages.inside.topics import TOPICS
from pages.shared import doors, slides
from pages.shared.figure.view import draw
from pages.shared.frame import meaning
from pages.shared.frame.head import draw_head

_DOORS = (
    (
        doors.LESSONS,
        "Teach",
        ":material/school:",
        "Lessons that let a class predict first, and then show what is true.",
    ),
    (
        doors.DECISION,
        "Decide",
        ":material/receipt_long:",
        "Weigh up to three ways to answer, for your own table too, and take home one page to sign.",
    ),
)


TITLE = "Privacy that differs"
_EXPLORE = ":material/explore:"

SENTENCE = (
    "People do not all ask for the same privacy: what each wish costs in accuracy, and what is free"
)


def draw_landing() -> None:
    """Draw title, sentence, figure and doors."""
    draw_head(TITLE, SENTENCE)
    figure, ways = st.columns([2, 1], gap="large")
    with figure:
        draw(people.view(people.relaxed()))
    if not slides.on():
        with ways:
            _draw_topics()
            for page, label, icon, sentence in _DOORS:
                with _door():
                    st.page_link(page, label=f"**{label}**", icon=icon)
                    st.markdown(sentence)
        meaning.draw_folded()


def _draw_topics() -> None:
    """Draw the door of those who explore: it leads to each topic."""
    with _door():
        st.markdown("**Explore**: drag who asks for how much privacy, and see what it costs.")
        for topic in TOPICS.values():
            st.page_link(topic.page, label=f"{topic.title}: {topic.varies} differ", icon=_EXPLORE)


def _door() -> DeltaGenerator:
    return st.container(border=True, gap="xsmall")
