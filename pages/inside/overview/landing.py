"""The first screen: what this is in one sentence, a figure to play with, and where to go."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.figures.text import about, number
from hetdp_core.meaning import OF, right_at_most
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
        "Should an average be published, and at what privacy? With a page to sign. For a table of "
        "your own, bring it under “Publish” first.",
    ),
    (
        doors.RELEASE,
        "Publish",
        ":material/lock_open:",
        "Release an average of your own table, with a receipt.",
    ),
)


TITLE = "Privacy that differs"
_LEVELS = (0.1, 1.0)
"""Of privacy, whose meaning is said at once."""

_EXPLORE = ":material/explore:"

SENTENCE = (
    "People do not all ask for the same privacy: what each wish costs in accuracy, and what is free"
)


def draw_landing() -> None:
    """Draw title, sentence, figure and doors."""
    draw_head(TITLE, SENTENCE)
    figure, ways = st.columns([2, 1], gap="large")
    with figure:
        if not slides.on():
            st.caption(in_short())
        draw(people.view(people.relaxed()))
    if not slides.on():
        with ways:
            _draw_topics()
            for page, label, icon, sentence in _DOORS:
                with _door():
                    st.page_link(page, label=f"**{label}**", icon=icon)
                    st.markdown(sentence)
        meaning.draw_folded()


def in_short() -> str:
    """Say what ε means in bets about somebody: of a fact as likely as not, half are right."""
    strict, usual = (about(OF * right_at_most(0.5, level)) for level in _LEVELS)
    low, high = map(number, _LEVELS)
    return (
        f"**ε** is how much privacy somebody gives up. At ε\u00a0=\u00a0{low} bets about them are "
        f"right at most {strict} of {OF} times, where they were right 50 times before; at "
        f"ε\u00a0=\u00a0{high}, {usual} times."
    )


def _draw_topics() -> None:
    """Draw the door of those who explore: it leads to each topic."""
    with _door():
        st.markdown("**Explore**: drag who asks for how much privacy, and see what it costs.")
        for topic in TOPICS.values():
            st.page_link(topic.page, label=f"{topic.title}: {topic.varies} differ", icon=_EXPLORE)


def _door() -> DeltaGenerator:
    return st.container(border=True, gap="xsmall")
