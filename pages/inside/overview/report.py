"""The whole scenario to take away: one HTML file with the hero figure of every topic."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import version
from urllib.parse import urlsplit

import streamlit as st

import hetdp_core
from hetdp_core import datasets
from hetdp_core.errors import HetDPError
from hetdp_core.figures.report.html import Chapter, Missing, Report, to_html
from hetdp_core.papers import PAPERS
from pages.inside.topics import TOPICS
from pages.shared import kept, slides
from pages.shared.controls import state
from pages.shared.controls.state import State
from pages.shared.frame.save_file import button
from pages.shared.frame.topic import Topic
from pages.shared.tables import own_table

PATIENCE = 4.0
"""Seconds that a report waits for streams which are still under way."""


@st.fragment
def offer(key: str) -> None:
    """Draw a button; the file is made in the run of its click, and saved by itself."""
    if slides.on():
        return
    button(
        "Report (HTML)",
        key,
        "heterogeneous-privacy.html",
        lambda: to_html(report(state.present(), datetime.now(UTC), st.context.url or "")),
        "The figures of all topics, the settings and the sources in one file that opens without a "
        "network.",
        "Making the report …",
    )


def report(present: State, made: datetime, url: str) -> Report:
    """The scenario as it is now.

    present : what every control holds.
    made : date and time that the report bears.
    url : of the page it was asked for on; "" if unknown.
    """
    query = f"?{state.packed(present)}"
    base = base_of(url)
    for topic in TOPICS.values():
        topic.finish(present, PATIENCE)
    return Report(
        title="Privacy that differs: one scenario, four topics",
        made=f"{made:%d %B %Y, %H:%M %Z}",
        chapters=[
            _chapter(topic, present, f"{base}{topic.key}{query}" if base else "")
            for topic in TOPICS.values()
        ],
        changed=[(name, value) for name, _, value in changes(present)],
        others=_others(present),
        errata=[(one.printed, one.holds) for paper in PAPERS.values() for one in paper.errata],
        sources=[*(topic.paper.citation for topic in TOPICS.values()), *_data_sources(present)],
        link=f"{base}{query}" if base else query,
        versions={
            "hetdp dashboard": hetdp_core.__version__,
            "Python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "scipy", "pandas", "plotly", "streamlit")},
        },
    )


def _chapter(topic: Topic, present: State, link: str) -> Chapter | Missing:
    try:
        view = topic.view(present)
    except HetDPError as error:
        return Missing(topic.title, str(error))
    return Chapter(
        topic.title,
        view.headline,
        view.figure,
        view.name,
        kept.value(view.numbers),
        view.caption,
        link,
        view.height,
    )


def changes(present: State) -> list[tuple[str, str, str]]:
    """(control, its value at first, its value now) of all that is not as at first."""
    return state.differences(state.defaults(), present)


def _others(present: State) -> list[tuple[str, str]]:
    """Controls of the topics that are as at first."""
    changed = {name for name, *_ in changes(present)}
    keys = dict.fromkeys(knob.key for topic in TOPICS.values() for knob in topic.knobs)
    named = [(state.label_of(key), state.shown(key, present)) for key in keys]
    return [(name, value) for name, value in named if name not in changed]


def _data_sources(present: State) -> list[str]:
    info = datasets.info(present["dataset"])
    found = [f"{info.title}. {info.source} Licence: {info.licence}. {info.caveat}"]
    if own_table.own_dataset() is not None:
        found.append("An own table, which stays with its owner.")
    return found


def base_of(url: str) -> str:
    """The address of the dashboard, from that of one of its pages."""
    parts = urlsplit(url)
    if not parts.netloc:
        return ""
    above, _, last = parts.path.rpartition("/")
    inside = last in TOPICS or not last
    path = above if inside else parts.path
    return f"{parts.scheme}://{parts.netloc}{path}/"
