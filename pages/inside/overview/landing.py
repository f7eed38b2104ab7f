"""Start: what differential privacy is for, a figure to play with, and a card for each topic.

The figure shows two groups of people as dots, and one slider.  A card shows a topic's page in
small, as it is in the present settings, and all of it is the link to that page.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures.formats import bound, number, percent, times
from hetdp_core.figures.mean import people as figures
from hetdp_core.figures.mean import tables
from hetdp_core.mean.sweep import SaturationCurve, saturation_sweep
from hetdp_core.profiles import ProfileSettings
from pages.inside.overview.report import offer
from pages.inside.topics import TOPICS
from pages.shared import page_paths, slides
from pages.shared.cache import value
from pages.shared.controls import address, catalog, state
from pages.shared.controls.catalog.overview import LESS_PRIVATE
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw, draw_below
from pages.shared.frame import meaning
from pages.shared.frame.head import draw_head
from pages.shared.frame.topic import Topic
from pages.shared.text import notices

TITLE = "Privacy that differs"

SENTENCE = (
    "Differential privacy protects people by adding noise: see how accuracy changes when "
    "levels of protection (ε) differ."
)

STRICT, PEOPLE = 0.1, 200


def draw_landing(shared: Scenario) -> None:
    """Draw title, sentence, figure and cards."""
    draw_head(TITLE, SENTENCE)
    if slides.on():
        draw(view(less_private()))
        return
    figure, cards = st.columns([6, 5], gap="medium")
    with figure:
        draw(view(less_private()))
        meaning.draw_folded()
        with st.container(horizontal=True):
            if st.button("First lesson: What is ε?", key="first_lesson", icon=":material/flag:"):
                first = {"lesson": "zero", "step": "1"}
                address.go(page_paths.LESSONS, state.current_state(), first)
            offer("report")
    with cards, st.container(key="cards"):
        for topic in TOPICS.values():
            with st.container(border=True, height="stretch", gap="xsmall", key=f"card_{topic.key}"):
                _draw_card(topic, shared)


def view(less_private: float) -> View:
    """Return half of the people at a strict ε, the other half at this one."""
    settings = ProfileSettings("two_groups", users=PEOPLE, low=STRICT, high=less_private)
    computed = Call(saturation_sweep, settings, figures.MOST_DOTS).cached()
    curves = value(computed).points
    figure, frames = figures.people(value(computed), LESS_PRIVATE.label, less_private)
    sentences = [_headline(curve, curves[0]) for curve in curves]
    return View(
        key="people",
        name="People as dots by their weight in the result, and the error of the result",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(tables.saturation, computed, less_private),
        frames=replace(frames, headlines=sentences),
        on_let_go=_note,
        height=400,
        fills=False,
        opens=True,
    )


def less_private() -> float:
    """Return what the address says of the slider, else where it was left."""
    left = st.session_state.get(LESS_PRIVATE.key)
    if left is not None and LESS_PRIVATE.key not in st.query_params:
        _note(left)
    return float(LESS_PRIVATE.parse(st.query_params.get_all(LESS_PRIVATE.key)))


def _note(value: float) -> None:
    st.session_state[LESS_PRIVATE.key] = value
    st.query_params[LESS_PRIVATE.key] = f"{value:g}"


def _headline(curve: SaturationCurve, all_strict: SaturationCurve) -> str:
    error = f"**{percent(curve.worst_case_error)}**"
    if curve.saturated_share > 0:
        given = f"The less private half gets ε = {bound(curve.level)}, not {number(curve.high)}"
        why = f"more would not lower the worst-case error ({error})"
        return f"**Some privacy is free.** {given}: {why}."
    if curve.high == STRICT:
        return (
            f"Everyone asks for ε = {number(STRICT)} and has the same weight. The error is {error}."
        )
    return (
        f"The less private half counts more, here **{times(curve.weight_ratio)} as "
        f"much**. The error falls from {percent(all_strict.worst_case_error)} (all "
        f"strict) to {error}."
    )


POLL_SECONDS = 1.5


def _draw_card(topic: Topic, shared: Scenario) -> None:
    held = state.current_state()
    own = {control.key for control in (*catalog.SHARED, *topic.controls)}
    st.page_link(
        topic.page,
        label=f"**{topic.title}**",
        help=topic.help,
        query_params=address.params_of(held, keys=own),
    )
    if _is_set(topic, held):
        st.caption("With your settings")
    waiting = topic.waits(held, shared)
    # A fragment even when all is there: the figure then stays the same one when polling ends.
    draw_content = st.fragment(_draw_content, run_every=POLL_SECONDS if waiting else None)
    draw_content(topic, shared, waiting)


def _is_set(topic: Topic, held: State) -> bool:
    """Return whether a control of the figure is not as at first."""
    panel, usual = topic.panel(held), state.defaults()
    drawn = (*panel.main, *panel.more, *((panel.hero,) if panel.hero else ()))
    return any(held[control.key] != usual[control.key] for control in drawn if control.key in usual)


def _draw_content(topic: Topic, shared: Scenario, waiting: bool) -> None:
    """Draw the card; it is drawn again until nothing in it is computed any more."""
    try:
        draw_below(topic.card(state.current_state(), shared))
    except HetDPError as error:
        notices.warning(error)
        return
    if waiting and not topic.waits(state.current_state(), shared):
        st.rerun()  # after drawing: what a run leaves out is taken away
