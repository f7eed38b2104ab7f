"""The whole scenario to take away: one HTML file with the hero figure of every topic.

It is made on a click, and saved by the browser, once.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

import hetdp_core
from hetdp_core import datasets
from hetdp_core.decision import Decision
from hetdp_core.errors import HetDPError
from hetdp_core.figures.report.html import Chapter, Missing, Report, to_html
from hetdp_core.papers import PAPERS
from pages.inside.topics import TOPICS
from pages.shared import cache, page_paths, slides
from pages.shared.controls import catalog, state
from pages.shared.controls.control import Control
from pages.shared.controls.state import State
from pages.shared.frame.topic import Topic
from pages.shared.tables import own_table

PATIENCE = 4.0
"""Seconds that a report waits for streams which are still under way."""

_DECISION = "decision"
_WITH_DECISION = ("", "heterogeneous_mean", _DECISION)

_TITLES = {"": "Privacy that differs: one scenario, four topics", _DECISION: "Decision"}
"""Of reports that are not about one topic."""

decided: Callable[[State], Decision | None] | None = None
"""Returns what is decided about at these settings; the frame of all pages sets it, for it rests on
the room where decisions are made."""


@st.fragment
def offer(key: str) -> None:
    """Draw the buttons of the report, of this page where it is a topic's, and of all pages."""
    if slides.on():
        return
    page = page_of(st.context.url or "")
    with st.container(horizontal=True):
        if page in _alone():
            _button("Report: this page", f"{key}_here", page)
        _button("Report: all pages", key, "")


def _alone() -> tuple[str, ...]:
    """Return the pages that a report can be about."""
    return (*TOPICS, _DECISION)


_save = st.components.v2.component(
    "hetdp_save_file", js=Path(__file__).with_name("save_file.js").read_text(encoding="utf-8")
)


def _button(label: str, key: str, only: str) -> None:
    """Draw a button; the file is made in the run of its click, and saved by itself."""
    wish = f"{key}_wanted"
    st.button(
        label,
        key=key,
        on_click=st.session_state.__setitem__,
        args=(wish, True),  # remembered until it is made: this run may be started over before that
        icon=":material/download:",
        help="The decision, the figures, the settings and the sources in one file. It opens "
        "without a network.",
    )
    if st.session_state.pop(wish, False):
        with st.spinner("Making the report …"):
            now, url = datetime.now(UTC), st.context.url or ""
            text = to_html(report(state.current_state(), now, url, only))
        name = f"{only or 'heterogeneous-privacy'}.html".replace("_", "-")
        _save(
            key=f"{key}_file",
            data={"token": str(time.time_ns()), "name": name, "type": "text/html", "text": text},
        )


def report(present: State, made_at: datetime, url: str, only: str = "") -> Report:
    """Return the scenario as it is now.

    present : what every control holds.
    made_at : date and time that the report bears.
    url : of the page it was asked for on; "" if unknown.
    only : a page by its name in links; "" for all topics.
    """
    query = f"?{state.packed(present)}"
    base = base_of(url)
    topics = [topic for topic in TOPICS.values() if only in ("", topic.key)]
    for topic in topics:
        topic.finish(present, PATIENCE)
    papers = [topic.paper for topic in topics] if only else [*PAPERS.values()]
    question = catalog.sections.QUESTIONS[present[catalog.sections.EVERYBODY.key]]
    return Report(
        title=topics[0].title if only and topics else _TITLES[only],
        made_on=f"{made_at:%d %B %Y, %H:%M %Z}",
        decision=_decision(present, only),
        chapters=[
            _chapter(topic, present, f"{base}{topic.key}{query}" if base else "")
            for topic in topics
        ],
        changed=[(name, value) for name, _, value in changes(present)],
        others=_others(present, topics),
        errata=[(erratum.printed, erratum.holds) for paper in papers for erratum in paper.errata],
        sources=[*(topic.paper.citation for topic in topics), *_data_sources(present)],
        link=f"{base}{only}{query}" if base else query,
        curator_only=bool(topics) and own_table.is_own(present["dataset"]),
        question=question if only in _WITH_DECISION else "",
        versions={
            "hetdp dashboard": hetdp_core.__version__,
            "Python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "scipy", "pandas", "plotly", "streamlit")},
        },
    )


def _decision(present: State, only: str) -> Decision | None:
    """Return what is decided about, where the report is about it: it is about a mean.

    Of one's own table the page to print of Release says it, with what was released before.
    """
    is_own = own_table.is_own(present[catalog.shared.DATASET.key])
    if decided is None or only not in _WITH_DECISION or is_own:
        return None
    try:
        return decided(present)
    except HetDPError:  # the page says what is wrong; a report does not stop for it
        return None


def _chapter(topic: Topic, present: State, link: str) -> Chapter | Missing:
    try:
        view = topic.view(present)
    except HetDPError as error:
        return Missing(topic.title, str(error))
    return Chapter(
        topic.title,
        view.headline,
        view.still,
        view.name,
        cache.value(view.numbers),
        view.caption,
        link,
        view.height,
    )


def changes(present: State) -> list[tuple[str, str, str]]:
    """Return (control, default, value) of all controls that differ from their defaults."""
    return state.differences(state.defaults(), present)


def _others(present: State, topics: Sequence[Topic]) -> list[tuple[str, str]]:
    """Return the controls of the topics that are at their defaults."""
    changed = {name for name, *_ in changes(present)}
    controls = {control.key: control for topic in topics for control in topic.controls}.values()
    named = [(control.name, _in_words(control, present)) for control in controls]
    return [(name, value) for name, value in named if name not in changed]


def _in_words(control: Control, present: State) -> str:
    """Return what a control holds; the column by its name, unless the table is the reader's own."""
    if control != catalog.shared.COLUMN:
        return control.in_words(present[control.key])
    if own_table.is_own(present["dataset"]):
        return "not named, because names of your own table are in no link"
    return datasets.info(present["dataset"]).column(present[control.key]).label


def _data_sources(present: State) -> list[str]:
    """Return what the tables are: the shipped one that is chosen, and the reader's own."""
    sources = []
    if not own_table.is_own(present["dataset"]):
        info = datasets.info(present["dataset"])
        licence = info.licence.rstrip(".")
        sources.append(f"{info.title}. {info.source} Licence: {licence}. {info.caveat}")
    if own_table.own_dataset() is not None:
        sources.append("Your own dataset, which is not in this file.")
    return sources


def page_of(url: str) -> str:
    """Return the name in links of the page at an address; "" for the overview, or if unknown."""
    return urlsplit(url).path.rpartition("/")[2]


def base_of(url: str) -> str:
    """Return the address of the dashboard, from that of one of its pages."""
    return page_paths.base_of(url, [*_alone(), *map(page_paths.url_path, page_paths.BESIDE_TOPICS)])
