"""Figures for reviewers, topic by topic: live, by what is set on the page of their topic."""

from __future__ import annotations

import re
from collections.abc import Iterator

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.inside.topics import TOPICS
from pages.shared.controls.state import current_state
from pages.shared.frame.tabs import EVIDENCE, Section, bring_into_sight, draw_section, inside
from pages.shared.frame.topic import FIGURE, Topic, figure_name
from pages.shared.frame.topic_page import scenario_of_run
from pages.shared.text import notices

TITLE = "Figures for reviewers"

LINK = "figures-for-reviewers"
"""Where the heading stands on the page."""

_KNOWN = "figures_known"
"""Where the session holds which figures the address was last seen to name."""


def draw_figures() -> None:
    """Draw each figure folded, but those that the address names."""
    st.header(TITLE, anchor=LINK)
    st.markdown("Each figure is live. It follows what is set on the page of its topic.")
    arrived = _take_from_address()
    for topic, section in _sections():
        _draw(topic, section)
    if arrived:
        bring_into_sight(_key(arrived[0]), arrived[0])


def _sections() -> Iterator[tuple[Topic, Section]]:
    for topic in TOPICS.values():
        for section in inside(topic.sections, EVIDENCE):
            yield topic, section


def _key(name: str) -> str:
    """Return where the session holds whether a figure is unfolded."""
    return "figure-" + re.sub(r"[^A-Za-z]+", "-", name)


def _take_from_address() -> list[str]:
    """Unfold what the address names, where that is news; return its names."""
    named = st.query_params.get_all(FIGURE)
    if named == st.session_state.get(_KNOWN, []):
        return []
    st.session_state[_KNOWN] = named
    names = [figure_name(topic, section.title) for topic, section in _sections()]
    for name in names:
        st.session_state[_key(name)] = name in named
    return [name for name in names if name in named]


@st.fragment
def _draw(topic: Topic, section: Section) -> None:
    """Draw one figure once it is unfolded; the address follows."""
    name = figure_name(topic, section.title)
    with scenario_of_run(topic):
        folded = st.expander(name, key=_key(name), on_change="rerun")
        if folded.open:
            with folded:
                _draw_unfolded(topic, section)
        _note(name, bool(folded.open))


def _draw_unfolded(topic: Topic, section: Section) -> None:
    st.page_link(topic.page, label=f"Change settings of “{topic.title}”", icon=":material/tune:")
    try:
        draw_section(section, topic.chosen(current_state()))
    except HetDPError as error:
        notices.error(error)


def _note(name: str, is_open: bool) -> None:
    """Let the address say whether a figure is unfolded."""
    named = st.query_params.get_all(FIGURE)
    if is_open == (name in named):
        return
    named = [*named, name] if is_open else [other for other in named if other != name]
    st.query_params[FIGURE] = named
    st.session_state[_KNOWN] = named
