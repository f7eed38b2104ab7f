"""The map of the four topics: who is trusted, what varies, and how each looks just now."""

from __future__ import annotations

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.inside.topics import TOPICS
from pages.shared.controls import address, state
from pages.shared.controls.presets import PRESETS
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import draw_below
from pages.shared.frame.topic import Topic
from pages.shared.words import notices

POLL_SECONDS = 1.5

TRUST = {
    "the curator": "**You trust a curator** who sees all data and publishes noisy results.",
    "nobody": "**You trust nobody**: noise is added before anything leaves a person's device.",
}
"""The rows of the map."""


def draw_map(shared: Scenario) -> None:
    """Two rows by trust; in each, what varies and how it looks in the present scenario."""
    if state.present() == state.defaults():
        st.caption(
            "A button opens a setting in which its question has a clear answer; the small figures "
            "show each page as it stands in the menu, with other numbers."
        )
    for trusted, words in TRUST.items():
        st.markdown(words)
        topics = [topic for topic in TOPICS.values() if topic.trusted == trusted]
        for place, topic in zip(st.columns(len(topics)), topics, strict=True):
            with place.container(border=True, height="stretch"):
                _draw_card(topic, shared)


def _draw_card(topic: Topic, shared: Scenario) -> None:
    st.markdown(f"**{topic.title}**: {topic.varies} differ")
    with st.container(horizontal=True, vertical_alignment="center"):
        _draw_ways(topic)
    waiting = topic.waits(state.present(), shared)
    # A fragment even when all is there: the figure then stays the same one when polling ends.
    draw = st.fragment(_draw_content, run_every=POLL_SECONDS if waiting else None)
    draw(topic, shared, waiting)


def _draw_ways(topic: Topic) -> None:
    """Draw a button that sets everything, and where that would replace something, a link too."""
    changed, start = state.present() != state.defaults(), PRESETS[topic.start]
    if changed:
        st.page_link(topic.page, label="Open with my settings", icon=":material/arrow_forward:")
    if st.button(
        f"Replace them by “{start.title}”" if changed else topic.chooser,
        key=f"choose_{topic.key}",
        type="secondary" if changed else "primary",
        help=f"Sets every control of every page as in “{start.title}”. {start.shows}",
    ):
        address.go(topic.page, start.state, topic.start)


def _draw_content(topic: Topic, shared: Scenario, waiting: bool) -> None:
    """The card; it fills while something is computed, and nobody asks any more once it is there."""
    try:
        draw_below(topic.card(state.present(), shared))
    except HetDPError as error:
        notices.warning(error)
        return
    if waiting and not topic.waits(state.present(), shared):
        st.rerun()  # after drawing: what a run leaves out is taken away
