"""The page of a topic, in its order: title and buttons, hero figure, tabs or slides.

Hero and tabs are a fragment: a control among them draws them alone, not menu, head and sidebar.
"""

from __future__ import annotations

import streamlit as st

from pages.shared import slides
from pages.shared.controls import address, presets, scenario
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import present
from pages.shared.figure.view import View
from pages.shared.frame import compare, meaning
from pages.shared.frame.head import draw_head
from pages.shared.frame.tabs import draw_slide, draw_tabs
from pages.shared.frame.topic import Topic
from pages.shared.words import last_usable


def draw_topic(topic: Topic, shared: Scenario) -> None:
    """Draw all of a topic's page for the shared scenario."""
    draw_head(topic.title, topic.question, compare.draw_buttons, topic.slides)
    if slides.on() or compare.is_on():
        _draw_whole(topic, shared, compare.pinned(topic))
    else:
        _draw_figures(topic, _around(topic))


def _draw_whole(topic: Topic, shared: Scenario, beside: View | None) -> None:
    """Draw hero and tabs, or the slide that is due."""
    given = topic.draw_hero(shared, beside)
    if slides.on():
        draw_slide(topic.slides, topic.panel(present()).presented, *given)
        return
    if beside is not None:
        st.caption("The tabs below show B.")
    draw_tabs(topic.tabs, topic.reviewed, topic.tabs_key, *given)


@st.fragment
def _draw_figures(topic: Topic, around: object) -> None:
    """Draw hero and tabs; all of the page where what stands around them would be another.

    around : what `_around` was when the page was drawn.
    """
    shared = scenario.current()
    if shared is not None:
        _draw_whole(topic, shared, None)
        return
    with scenario.read_again(topic.panel) as shared:
        if _around(topic) != around or slides.on() or compare.is_on():
            st.rerun()
        _draw_whole(topic, shared, None)
    address.follow()


def _around(topic: Topic) -> object:
    """Return what menu, head and sidebar show that hero and tabs may change.

    A button of a tab may set a control that stands beside: one that is not drawn again would say
    its old value, and at the next run the browser's old value would count.
    """
    state = present()
    panel = topic.panel(state)
    beside = [knob.key for knob in (*panel.main, *panel.more) if knob != panel.hero]
    held = {key: state[key] for key in beside if key in state}
    return beside, held, presets.present_name(), last_usable.problems(), meaning.is_open()
