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
from pages.shared.words import last_usable, notices

POLL_SECONDS = 1.5

TRUST = {
    "the curator": "**You trust a curator** who sees all data and publishes noisy results.",
    "nobody": "**You trust nobody**: noise is added before anything leaves a person's device.",
}
"""The rows of the map."""


def draw_map(shared: Scenario) -> None:
    """Two rows by trust; in each, what varies and how it looks in the present scenario."""
    last_usable.say_above_figures()
    for trusted, words in TRUST.items():
        st.markdown(words)
        topics = [topic for topic in TOPICS.values() if topic.trusted == trusted]
        for place, topic in zip(st.columns(len(topics)), topics, strict=True):
            with place.container(border=True, height="stretch"):
                _draw_card(topic, shared)


def _draw_card(topic: Topic, shared: Scenario) -> None:
    left, right = st.columns([3, 2], vertical_alignment="center")
    left.markdown(f"**{topic.title}**: {topic.varies} differ")
    if right.button(topic.chooser, key=f"choose_{topic.key}", type="primary", width="stretch"):
        _open(topic)
    waiting = topic.waits(state.present(), shared)
    # A fragment even when all is there: outside of one, an opened table would close.
    draw = st.fragment(_draw_content, run_every=POLL_SECONDS if waiting else None)
    draw(topic, shared, waiting)


def _open(topic: Topic) -> None:
    """The topic's page, from a setting that shows its point."""
    address.go(topic.page, PRESETS[topic.start].state, topic.start)


def _draw_content(topic: Topic, shared: Scenario, waiting: bool) -> None:
    """The card; it fills while something is computed, and nobody asks any more once it is there."""
    try:
        draw_below(topic.card(state.present(), shared))
    except HetDPError as error:
        notices.warning(error)
        return
    if waiting and not topic.waits(state.present(), shared):
        st.rerun()  # after drawing: what a run leaves out is taken away, an opened table with it
