"""The map of the four topics: who is trusted, what varies, and how each looks just now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from hetdp_core.accounting.odometer_course import OdometerCourse, odometer_course
from hetdp_core.errors import HetDPError
from hetdp_core.features import correlation_sweep
from hetdp_core.figures import accounting_tables, feature_tables, overview, ridge_tables, tables
from hetdp_core.figures.text import number, percent
from hetdp_core.recipes import Call, Step
from pages.shared import (
    cached,
    cached_features,
    cached_odometer,
    cached_ridge,
    feature_controls,
    odometer_controls,
    presets,
    recipes,
    ridge_controls,
    state,
)
from pages.shared.live_figure import live_figure
from pages.shared.presets import PRESETS
from pages.shared.scenario import Scenario
from pages.shared.topics import TOPICS, Topic

FEW_STREAMS = 3
"""Enough to show what a stream looks like; the page of the odometer runs more."""

POLL_SECONDS = 1.5
GRAPH_HEIGHT = 190

Card = tuple[str, Any, Any, Step]
"""One sentence, one figure, the table of its numbers, and how that is computed."""

TRUST = {
    "the curator": "**You trust a curator** who sees all data and publishes noisy results.",
    "nobody": "**You trust nobody**: noise is added before anything leaves a person's device.",
}
"""The rows of the map."""


def draw_map(shared: Scenario) -> None:
    """Two rows by trust; in each, what varies and how it looks in the present scenario."""
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
    if topic.key == "privacy_odometer" and _streams_run(shared):
        _draw_streams(shared)
    else:
        _draw_content(topic, shared)


def _open(topic: Topic) -> None:
    """The topic's page, from a setting that shows its point."""
    preset = PRESETS[topic.start]
    state.go(topic.page, preset.state, {presets.PRESET: topic.start})


def _draw_content(topic: Topic, shared: Scenario) -> None:
    try:
        sentence, figure, table, recipe = CARDS[topic.key](shared)
    except HetDPError as error:
        st.warning(str(error))
        return
    st.markdown(sentence)
    live_figure(
        figure,
        key=f"small_{topic.key}",
        name=f"{topic.title} in small",
        table=table,
        recipe=recipe,
        height=GRAPH_HEIGHT,
    )


@st.fragment(run_every=POLL_SECONDS)
def _draw_streams(shared: Scenario) -> None:
    """The odometer's card; it fills while streams run, and nobody asks any more once they end."""
    if not _streams_run(shared):
        st.rerun()
    _draw_content(TOPICS["privacy_odometer"], shared)


def _streams_run(shared: Scenario) -> bool:
    """Whether the card still waits for a stream."""
    try:
        wanted = min(odometer_controls.read(state.present(), shared).runs, FEW_STREAMS)
        return _course(shared).complete < wanted
    except HetDPError:
        return False


# --- what each card shows ------------------------------------------------------------------


def _mean(shared: Scenario) -> Card:
    sweep = cached.sweep(shared.profile)
    given = percent(sweep.present.saturated_share)
    return (
        f"{given} of {sweep.present.users:,} users are given **more privacy than they ask for**, "
        "at no cost.",
        overview.saturation(sweep),
        tables.saturation(sweep.present),
        Call(tables.saturation, recipes.saturation(shared.profile).attribute("present")),
    )


def _features(shared: Scenario) -> Card:
    sweep = cached_features.sweep(feature_controls.read(state.present(), shared))
    saving = percent(max(sweep.percent_saved[sweep.current], 0.0))
    return (
        f"Protecting each feature only as it asks saves **{saving} of the error** at "
        f"q = {number(shared.q)}.",
        overview.correlation(sweep),
        feature_tables.correlation(sweep),
        Call(feature_tables.correlation, Call(correlation_sweep, sweep.scenario)),
    )


def _ridge(shared: Scenario) -> Card:
    choice = ridge_controls.read(state.present(), shared)
    sweep = cached_ridge.sweep(choice.records, shared.profile, choice.scenario)
    steps = recipes.Regression(choice.records, shared.profile)
    trivial = "the private mean" if sweep.verdict.trivial == "private_mean" else "the constant 0"
    worth = "worth releasing" if sweep.verdict.worth_releasing else f"worse than {trivial}"
    return (
        f"At this privacy, the best private regression is **{worth}**.",
        overview.loss(sweep),
        ridge_tables.losses(sweep),
        Call(ridge_tables.losses, steps.sweep(sweep.scenario)),
    )


def _course(shared: Scenario) -> OdometerCourse:
    """A few streams, as far as they are; they go on while somebody asks."""
    choice = odometer_controls.read(state.present(), shared)
    wanted = min(choice.runs, FEW_STREAMS)
    found = cached_odometer.runs(choice.scenario)
    found.go_on(wanted)
    return odometer_course(choice.scenario, found.traces(wanted), choice.budget)


def _odometer(shared: Scenario) -> Card:
    course = _course(shared)
    basic = int(course.basic[course.current])
    if course.complete:
        answered = number(course.accepted("bayesian")[course.current])
        sentence = f"The budget answers **{answered} questions** instead of {basic}."
    else:
        sentence = f"Basic composition answers {basic} questions; the first stream is under way …"
    table = accounting_tables.odometer(course)
    recipe = Call(accounting_tables.odometer, recipes.odometer(course))
    return (sentence, overview.odometer(course), table, recipe)


CARDS: dict[str, Callable[[Scenario], Card]] = {
    "heterogeneous_mean": _mean,
    "feature_privacy": _features,
    "ridge": _ridge,
    "privacy_odometer": _odometer,
}
