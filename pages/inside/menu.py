"""The menu, and what every door begins with."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

import pages.shared.frame
from pages.inside.topics import TOPICS
from pages.shared import doors
from pages.shared.controls import scenario
from pages.shared.controls.scenario import Scenario
from pages.shared.frame.topic import Topic

_FRAME = Path(pages.shared.frame.__file__).parent
STYLE = _FRAME / "streamlit.css"
ICON = str(_FRAME / "icon.svg")


def navigate() -> st.Page:
    """Set up menu, title and icon; return the page that was asked for, to be run."""
    page = st.navigation(_pages())
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


def about_users(page: st.Page) -> bool:
    """Say whether a page is about users who ask for different levels."""
    of_users = {topic.key for topic in TOPICS.values() if topic.about_users}
    return page.url_path in {"", "release", *of_users}


def _pages() -> list[st.Page]:
    """Return the pages; their addresses are part of links that people keep, and do not change.

    They have no icons: Streamlit makes a page's Material icon the favicon, for which the
    browser would ask a font server, and so tell it who reads which page.
    """
    return [
        st.Page(
            doors.HOME,
            title="Overview",
            default=True,
            help="What this dashboard is, whom it is for, and where to start.",
        ),
        *map(_page, TOPICS.values()),
        st.Page(
            doors.LESSONS,
            title="Lessons",
            url_path="lessons",
            help="Predict, then see what is true: a lesson on each topic, and one across all.",
        ),
        st.Page(
            doors.REPRODUCTIONS,
            title="Reproductions",
            url_path="reproductions",
            help="Every table, figure and example of the four papers: the printed value, ours, "
            "and what became of it.",
        ),
        st.Page(
            doors.RELEASE,
            title="Private release",
            url_path="release",
            help="Release a mean of your own table once, with noise made for it, and take away a "
            "receipt of what was guaranteed to whom.",
        ),
    ]


def _page(topic: Topic) -> st.Page:
    return st.Page(topic.page, title=topic.title, url_path=topic.key, help=topic.help)
