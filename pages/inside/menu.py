"""The menu, and what every door begins with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import streamlit as st

import pages.shared
from pages.inside.release.page import panel_of_decision
from pages.inside.topics import TOPICS
from pages.shared import page_paths, slides
from pages.shared.controls import catalog, scenario
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel, above, file_alone
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, current_state
from pages.shared.frame import meaning

_FRAME = Path(pages.shared.__file__).with_name("frame")
STYLE = _FRAME / "streamlit.css"
ICON = str(_FRAME / "icon.svg")


_WITH_ALL_SETTINGS = ("", "lessons", "evidence", "papers", "reproductions")
"""Pages whose address holds every control."""

_EXPLORED = "explored"
"""Where the session holds the topic that the menu opens: the last one that was looked at."""


def navigate() -> st.Page:
    """Set up menu, title and icon; return the page that was asked for, to be run."""
    page = st.navigation(_pages(), position="top")
    topic = TOPICS.get(page.url_path)
    if topic and topic.key != _explored():
        st.session_state[_EXPLORED] = topic.key
        page = st.navigation(_pages(), position="top")
    title = topic.title if topic else page.title
    st.set_page_config(
        page_title=f"{title} · Heterogeneous differential privacy",
        page_icon=ICON,
        layout="wide",
        initial_sidebar_state="collapsed",  # on a narrow screen it is the menu, over the page
    )
    st.html(STYLE)
    return page


def enter() -> Scenario:
    """Return the scenario that `app.py` put together for this run.

    Where a new server is first asked for a page other than home, Streamlit sees the folder
    `pages`, does not know yet that `app.py` takes care of navigation, and runs that page by
    itself.  Telling it and starting over puts that right.
    """
    shared = scenario.current()
    if shared is None:
        navigate()
        st.rerun()
    return shared


def panel_of(page: st.Page) -> Callable[[State], Panel] | None:
    """Return the controls of a page; None for one that has none."""
    if slides.on():
        return file_alone
    if page.url_path == "decision":
        return panel_of_decision
    topic = TOPICS.get(page.url_path)
    return topic.panel if topic else None


def own_controls(page: st.Page) -> tuple[Control, ...]:
    """Return the controls that a page's address holds, beside what is no topic's own.

    The first screen and Evidence draw figures of all topics, and lessons are left for a topic with
    other settings.
    """
    topic = TOPICS.get(page.url_path)
    if topic:
        return topic.controls
    return catalog.ALL if page.url_path in _WITH_ALL_SETTINGS else ()


def kept_file(page: st.Page) -> AbstractContextManager[None]:
    """Draw the file of levels on a slide, which would be forgotten with it; topics draw theirs."""
    if not slides.on() or page.url_path in TOPICS:
        return nullcontext()
    return above(file_alone(current_state()), meaning.draw_popover)


def draw_above(page: st.Page) -> None:
    """Draw the switch between topics above each of them."""
    if page.url_path in TOPICS and not slides.on():
        with st.container(horizontal=True, gap="xsmall", key="topics"):
            for topic in TOPICS.values():
                st.page_link(topic.page, label=topic.title, help=topic.help)


def _explored() -> str:
    """Return the topic that the menu opens."""
    return str(st.session_state.get(_EXPLORED, next(iter(TOPICS))))


def _pages() -> list[st.Page]:
    """Return the pages; their addresses are part of links that people keep, and do not change.

    Five are in the menu.  One topic stands there for all, which lead to each other.  Pages have no
    icons: Streamlit makes a page's Material icon the favicon, for which the browser would ask a
    font server, and so tell it who reads which page.
    """
    explored = _explored()
    named = ", ".join(topic.title for topic in TOPICS.values())
    return [
        st.Page(
            page_paths.HOME,
            title="Start",
            default=True,
            help="See what differential privacy is for, and open the four topics.",
        ),
        *(
            st.Page(
                topic.page,
                title="Explore" if topic.key == explored else topic.title,
                visibility="visible" if topic.key == explored else "hidden",
                help=f"Set privacy levels, and see what they do to accuracy: {named}.",
            )
            for topic in TOPICS.values()
        ),
        st.Page(
            page_paths.LESSONS,
            title="Lessons",
            help="Guess first, then see the answer. There is a lesson on each topic.",
        ),
        st.Page(
            page_paths.RELEASE,
            title="Release",
            help="Decide how to release a mean of your own table. Release it once, with a receipt "
            "that lists each guarantee.",
        ),
        st.Page(page_paths.DECISION, title="Decision", visibility="hidden"),
        st.Page(
            page_paths.EVIDENCE,
            title="Evidence",
            help="Every table, figure and example of the four papers: the printed value, ours, "
            "and the verdict.",
        ),
        *(
            st.Page(door, title="Evidence", visibility="hidden")
            for door in page_paths.EVIDENCE_BEFORE
        ),
    ]
