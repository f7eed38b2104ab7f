"""The page of a topic, in its order: title and buttons, hero figure, tabs or slides."""

from __future__ import annotations

import streamlit as st

from pages.shared import slides
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import present
from pages.shared.frame import compare
from pages.shared.frame.head import draw_head
from pages.shared.frame.tabs import draw_slide, draw_tabs
from pages.shared.frame.topic import Topic


def draw_topic(topic: Topic, shared: Scenario) -> None:
    """Draw all of a topic's page for the shared scenario."""
    draw_head(topic.title, topic.question, compare.draw_buttons, topic.slides)
    beside = compare.pinned(topic)
    given = topic.draw_hero(shared, beside)
    if slides.on():
        draw_slide(topic.slides, topic.panel(present()).presented, *given)
        return
    if beside is not None:
        st.caption("The tabs below show B.")
    draw_tabs(topic.tabs, topic.reviewed, topic.tabs_key, *given)
