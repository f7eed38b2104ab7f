"""The first screen: one sentence, a figure to play with, where to go, and a map of the topics.

The figure shows two groups of users as dots, and one slider.  The map says who is trusted, what
varies, and how each topic looks just now.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures.mean import people as figures
from hetdp_core.figures.mean import tables
from hetdp_core.figures.text import about, number, percent, times
from hetdp_core.mean.sweep import SaturationCurve, saturation_sweep
from hetdp_core.meaning import OF, right_at_most
from hetdp_core.profiles import ProfileSettings
from pages.inside.topics import TOPICS
from pages.shared import page_paths, slides
from pages.shared.cache import value
from pages.shared.controls import address, state
from pages.shared.controls.address import PRESETS
from pages.shared.controls.catalog.overview import RELAXED
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import View, draw, draw_below
from pages.shared.frame import meaning
from pages.shared.frame.head import draw_head
from pages.shared.frame.topic import Topic
from pages.shared.text import notices

TITLE = "Privacy that differs"

_LEVELS = (0.1, 1.0)
"""Of privacy, whose meaning is said at once."""

_EXPLORE = ":material/explore:"

SENTENCE = (
    "People do not all ask for the same privacy: what each wish costs in accuracy, and what is free"
)

_DOORS = (
    (
        page_paths.LESSONS,
        "Teach",
        ":material/school:",
        "Lessons that let a class predict first, and then show what is true.",
    ),
    (
        page_paths.DECISION,
        "Decide",
        ":material/receipt_long:",
        "Should an average be published, and at what privacy? With a page to print. For a table of "
        "your own, bring it under “Publish” first.",
    ),
    (
        page_paths.RELEASE,
        "Publish",
        ":material/lock_open:",
        "Release an average of your own table, with a receipt.",
    ),
)


def draw_landing() -> None:
    """Draw title, sentence, figure and doors."""
    draw_head(TITLE, SENTENCE)
    figure, ways = st.columns([2, 1], gap="large")
    with figure:
        if not slides.on():
            st.caption(in_short())
        draw(view(relaxed()))
    if not slides.on():
        with ways:
            _draw_topics()
            for page, label, icon, sentence in _DOORS:
                with _door():
                    st.page_link(page, label=f"**{label}**", icon=icon)
                    st.markdown(sentence)
        meaning.draw_folded()


def in_short() -> str:
    """Say what ε means in bets about somebody: of a fact as likely as not, half are right."""
    strict, usual = (about(OF * right_at_most(0.5, level)) for level in _LEVELS)
    low, high = map(number, _LEVELS)
    return (
        f"**ε** is how much privacy somebody gives up. At ε\u00a0=\u00a0{low} bets about them are "
        f"right at most {strict} of {OF} times, where they were right 50 times before; at "
        f"ε\u00a0=\u00a0{high}, {usual} times."
    )


def _draw_topics() -> None:
    """Draw the door of those who explore: it leads to each topic."""
    with _door():
        st.markdown("**Explore**: drag who asks for how much privacy, and see what it costs.")
        for topic in TOPICS.values():
            st.page_link(topic.page, label=f"{topic.title}: {topic.varies} differ", icon=_EXPLORE)


def _door() -> DeltaGenerator:
    return st.container(border=True, gap="xsmall")


STRICT, USERS = 0.1, 200


def view(relaxed: float) -> View:
    """Return half of the users strict, the other half asking for this ε."""
    settings = ProfileSettings("two_groups", users=USERS, low=STRICT, high=relaxed)
    computed = Call(saturation_sweep, settings, figures.MOST_DOTS).kept()
    curves = value(computed).points
    figure, frames = figures.people(value(computed), RELAXED.label, relaxed)
    sentences = [_headline(curve, curves[0]) for curve in curves]
    return View(
        key="people",
        name="Users as dots by their weight in the answer, and the error of the answer",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(tables.saturation, computed, relaxed),
        caption=f"Half of {USERS} users are strict (ε = {STRICT}), half relaxed; ε is the privacy "
        "loss that a user allows. The answer is a mean in which they count as the area of their "
        "dots; weights and noise are those with the least error in the worst case (the papers call "
        "this ADPM), where what users ask for says nothing about their values. ± is the root of "
        "the expected squared error, exact, for the worst case.",
        frames=replace(frames, headlines=sentences),
        on_release=_note,
        height=330,
        fills=False,
    )


def relaxed() -> float:
    """Return what the address says of the slider."""
    return float(RELAXED.parse(st.query_params.get_all(RELAXED.key)))


def _note(value: float) -> None:
    st.query_params[RELAXED.key] = f"{value:g}"


def _headline(curve: SaturationCurve, all_strict: SaturationCurve) -> str:
    if curve.saturated_share > 0:
        return (
            f"**Some privacy is free**: from ε = {number(curve.level)} on the relaxed dots grow no "
            f"more, and the error stays at **± {percent(curve.worst_case_error)}**, against ± "
            f"{percent(all_strict.worst_case_error)} of the range where all are strict. To expose "
            "the relaxed any more would not help the answer, so nobody does."
        )
    if curve.high == STRICT:
        return (
            "All ask for the same privacy, so all count the same. Drag the slider: **what does "
            "the answer gain** when half of them ask for less?"
        )
    return (
        "Whoever asks for less privacy counts more: the relaxed half, at "
        f"ε = {number(curve.high)}, **{times(curve.weight_ratio)} as much** as the strict half at "
        f"ε = {number(all_strict.high)}. The error falls from ± "
        f"{percent(all_strict.worst_case_error)} of the range, where all are strict, to "
        f"**± {percent(curve.worst_case_error)}**. Drag the slider to the right."
    )


POLL_SECONDS = 1.5

TRUST = {
    "the curator": "**You trust a curator** who sees all data and publishes noisy results.",
    "nobody": "**You trust nobody**: noise is added before anything leaves a person's device.",
}
"""The rows of the map."""


def draw_map(shared: Scenario) -> None:
    """Draw two rows by trust; in each, what varies and how it looks in the present scenario."""
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
    """Draw the card; it is drawn anew until nothing in it is computed any more."""
    try:
        draw_below(topic.card(state.present(), shared))
    except HetDPError as error:
        notices.warning(error)
        return
    if waiting and not topic.waits(state.present(), shared):
        st.rerun()  # after drawing: what a run leaves out is taken away
