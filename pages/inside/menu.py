"""The menu, and what every door begins with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import streamlit as st

import pages.shared
from pages.inside.release import levels
from pages.inside.release.options import panel as decision_panel
from pages.inside.topics import TOPICS
from pages.shared import page_paths, slides
from pages.shared.controls import catalog, scenario
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel, beside, file_alone
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, present
from pages.shared.frame import meaning

_FRAME = Path(pages.shared.__file__).with_name("frame")
STYLE = _FRAME / "streamlit.css"
ICON = str(_FRAME / "icon.svg")


def navigate() -> st.Page:
    """Set up menu, title and icon; return the page that was asked for, to be run."""
    page = st.navigation(_pages(), position="top")
    st.set_page_config(
        page_title=f"{page.title} · Heterogeneous differential privacy",
        page_icon=ICON,
        layout="wide",
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
    if page.url_path == "release":
        return levels.panel if levels.are_dealt_out() else None
    if page.url_path == "decision":
        return decision_panel
    topic = TOPICS.get(page.url_path)
    return topic.panel if topic else None


def own_controls(page: st.Page) -> tuple[Control, ...]:
    """Return the controls that a page's address holds, beside what is no topic's own.

    The overview draws all topics, and lessons are left for a topic with other settings.
    """
    topic = TOPICS.get(page.url_path)
    if topic:
        return topic.controls
    return catalog.ALL if page.url_path in ("", "lessons") else ()


def controls_of(page: st.Page) -> AbstractContextManager[None]:
    """Draw a page's controls beside what is drawn inside; topics draw their own."""
    panel = panel_of(page)
    if panel is None or page.url_path in TOPICS:
        return nullcontext()
    return beside(panel(present()), meaning.draw_popover)


def _pages() -> list[st.Page]:
    """Return the pages; their addresses are part of links that people keep, and do not change.

    They have no icons: Streamlit makes a page's Material icon the favicon, for which the
    browser would ask a font server, and so tell it who reads which page.
    """
    return [
        st.Page(
            page_paths.HOME,
            title="Overview",
            default=True,
            help="What this dashboard is, whom it is for, and where to start.",
        ),
        *(st.Page(topic.page, title=topic.title, help=topic.help) for topic in TOPICS.values()),
        st.Page(
            page_paths.LESSONS,
            title="Lessons",
            help="Predict, then see what is true: a lesson on each topic, and one across all.",
        ),
        st.Page(
            page_paths.RELEASE,
            title="Private release",
            help="Release a mean of your own table, once, with noise made for it, and download a "
            "receipt of what was guaranteed to whom.",
        ),
        st.Page(
            page_paths.DECISION,
            title="Decision",
            help="Up to three ways to answer side by side, one recommendation with its reason, and "
            "a page to print that opens without a network.",
        ),
        st.Page(
            page_paths.PAPERS,
            title="Published results",
            visibility="hidden",
        ),
        st.Page(
            page_paths.REPRODUCTIONS,
            title="Published results",
            help="Every table, figure and example of the four papers: the printed value, ours, "
            "and what became of it.",
        ),
    ]
