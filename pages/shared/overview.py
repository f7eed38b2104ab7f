"""The map of the four topics: who is trusted, what varies, and how each looks just now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.errors import HetDPError
from hetdp_core.figures import accounting_tables, feature_tables, overview, ridge_tables, tables
from hetdp_core.figures.text import number, percent
from hetdp_core.recipes import Call, Step
from pages.inside.accounting import controls as odometer_controls
from pages.inside.accounting import hero as odometer_hero
from pages.inside.accounting import results as accounting
from pages.inside.accounting import streams
from pages.inside.accounting.controls import OdometerChoice
from pages.inside.features import controls as feature_controls
from pages.inside.features import results as features
from pages.inside.mean import results as mean
from pages.inside.ridge import controls as ridge_controls
from pages.inside.ridge.results import Regression
from pages.shared import (
    address,
    kept,
    last_usable,
    notices,
    state,
)
from pages.shared.live_figure import live_figure
from pages.shared.presets import PRESETS
from pages.shared.scenario import Scenario
from pages.shared.topics import TOPICS, Topic

FEW_STREAMS = 3
"""Streams that take long and are asked for here: enough to see what one looks like.  The page of
the odometer asks for all; what came to its end is shown alike on both.
"""

POLL_SECONDS = 1.5
GRAPH_HEIGHT = 190

Card = tuple[str, Any, Step]
"""One sentence, one figure, and the table of its numbers."""

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
    if topic.key == "privacy_odometer":
        # A fragment even when all is there: outside of one, an opened table would close.
        waiting = _streams_run(shared)
        st.fragment(_draw_streams, run_every=POLL_SECONDS if waiting else None)(shared, waiting)
    else:
        _draw_content(topic, shared)


def _open(topic: Topic) -> None:
    """The topic's page, from a setting that shows its point."""
    address.go(topic.page, PRESETS[topic.start].state, topic.start)


def _draw_content(topic: Topic, shared: Scenario) -> None:
    try:
        sentence, figure, numbers = CARDS[topic.key](shared)
    except HetDPError as error:
        notices.warning(error)
        return
    st.markdown(sentence)
    live_figure(
        figure,
        key=f"small_{topic.key}",
        name=f"{topic.title} in small",
        numbers=numbers,
        height=GRAPH_HEIGHT,
    )


def _draw_streams(shared: Scenario, waiting: bool) -> None:
    """The odometer's card; it fills while streams run, and nobody asks any more once they end."""
    _draw_content(TOPICS["privacy_odometer"], shared)
    if waiting and not _streams_run(shared):
        st.rerun()  # after drawing: what a run leaves out is taken away, an opened table with it


def _streams_run(shared: Scenario) -> bool:
    """Whether the card still waits for a stream."""
    try:
        choice = odometer_controls.read(state.present(), shared)
    except HetDPError:
        return False
    return _course(choice).complete < _asked_for(choice)


# --- what each card shows ------------------------------------------------------------------


def _mean(shared: Scenario) -> Card:
    course = mean.sweep(shared.profile)
    sweep = kept.value(course)
    given = percent(sweep.present.saturated_share)
    return (
        f"{given} of {sweep.present.users:,} users are given **more privacy than they ask for**, "
        "at no cost.",
        overview.saturation(sweep),
        Call(tables.saturation, course.attribute("present")),
    )


def _features(shared: Scenario) -> Card:
    course = features.sweep(feature_controls.read(state.present(), shared))
    sweep = kept.value(course)
    saving = percent(max(sweep.percent_saved[sweep.current], 0.0))
    return (
        f"Protecting each feature only as it asks saves **{saving} of the error** at "
        f"q = {number(shared.q)}.",
        overview.correlation(sweep),
        Call(feature_tables.correlation, course),
    )


def _ridge(shared: Scenario) -> Card:
    course = Regression(ridge_controls.read(state.present(), shared)).sweep()
    sweep = kept.value(course)
    trivial = "the private mean" if sweep.verdict.trivial == "private_mean" else "the constant 0"
    worth = "worth releasing" if sweep.verdict.worth_releasing else f"worse than {trivial}"
    return (
        f"At this privacy, the best private regression is **{worth}**.",
        overview.loss(sweep),
        Call(ridge_tables.losses, course),
    )


def _asked_for(choice: OdometerChoice) -> int:
    return choice.runs if choice.scenario.at_once else min(choice.runs, FEW_STREAMS)


def _course(choice: OdometerChoice) -> OdometerCourse:
    """Return what the odometer's page shows, too; a few streams go on while somebody asks."""
    return streams.course(choice, _asked_for(choice))


def _odometer(shared: Scenario) -> Card:
    choice = odometer_controls.read(state.present(), shared)
    course = _course(choice)
    basic = int(course.basic[course.current])
    if course.complete:
        sentence = (
            f"The budget answers **{odometer_hero.answered(course, course.current)} questions** "
            f"instead of {basic} ({odometer_hero.median_of(course, choice.runs)})."
        )
    else:
        sentence = f"Basic composition answers {basic} questions; the first stream is under way …"
    numbers = Call(accounting_tables.odometer, accounting.so_far(course))
    return (sentence, overview.odometer(course), numbers)


CARDS: dict[str, Callable[[Scenario], Card]] = {
    "heterogeneous_mean": _mean,
    "feature_privacy": _features,
    "ridge": _ridge,
    "privacy_odometer": _odometer,
}
