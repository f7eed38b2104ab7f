"""The tabs under the hero figure of the odometer, one function each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from hetdp_core.figures.text import about, number
from hetdp_core.odometer.streams.course import DELTA, OdometerCourse, Relaxed
from hetdp_core.odometer.streams.traces import MOST_QUERIES
from pages.inside.odometer import views
from pages.inside.odometer.beliefs import posterior
from pages.inside.odometer.checkup import appendix_e, health_checkup
from pages.inside.odometer.controls import answer_kinds_scenario
from pages.inside.odometer.formulas import how_it_works
from pages.inside.odometer.steps import step_by_step
from pages.inside.odometer.target import target
from pages.shared.controls import knobs
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import draw_below
from pages.shared.frame.tabs import Slide
from pages.shared.frame.target import TITLE
from pages.shared.words import notices


def budget(shared: Scenario, course: OdometerCourse) -> None:
    """Draw accepted questions against the budget, with the middle of all streams."""
    del shared
    if not course.complete:
        notices.info("The first stream is still being computed.")
        return
    view = views.accepted(course)
    draw_below(replace(view, caption=""))
    st.markdown(f"**A larger budget**: {_larger_budget(course)}")
    st.markdown(_with_delta(course))
    st.caption(view.caption)


def _larger_budget(course: OdometerCourse) -> str:
    gained, ceiling = course.relaxed(), course.scenario.ceiling
    if gained is None:
        farther = ceiling < knobs.odometer.BUDGET.high
        why = "now; set a larger budget, and they go farther" if farther else "on this page"
        return (
            "what a tenth more would bring is not known here, since streams are followed up to a "
            f"budget of {number(ceiling)} {why}."
        )
    low, middle, high = map(about, gained.more)
    spread = f"{low}, too" if low == high else f"{low} to {high}"
    return (
        f"with a budget of {number(gained.budget)}, about a tenth more, each stream gives "
        f"{middle} more {'answer' if middle == '1' else 'answers'} (the median of what they gain; "
        f"for the middle half {spread}), where basic composition gives {gained.basic:,} more."
        f"{_cut_off(gained, course.complete)}"
    )


def _cut_off(gained: Relaxed, streams: int) -> str:
    """Say that no stream is followed for ever, where that may hide what is gained."""
    ended = f"{gained.ended:,} of {streams:,} streams" if gained.ended else ""
    who = " and ".join(filter(None, (ended, "basic composition" if gained.basic_ends else "")))
    if not who:
        return ""
    return (
        f" **No stream is followed beyond {MOST_QUERIES:,} questions**, where {who} would arrive: "
        "they may gain more than is counted here."
    )


def _with_delta(course: OdometerCourse) -> str:
    first, more = (found[course.current] for found in (course.approximate, course.approximate_more))
    gained = (
        f"at least {about(more)} more than the Bayesian median here"
        if more
        else "here that comes to no more than the Bayesian median"
    )
    return (
        f"**With a δ** (Algorithm 4): a filter that may fail with chance δ = {number(DELTA)} "
        f"accepts the first {about(first)} {'question' if first == 1 else 'questions'} whatever "
        "is answered, and later ones as the "
        f"Bayesian filter does: {gained}. It helps where many weak questions share a large budget."
    )


def other_answers(shared: Scenario, course: OdometerCourse) -> None:
    """Draw what equally accurate answers of three kinds count, and what they told."""
    del shared
    st.markdown("One odometer for every kind of answer: what is counted, and what was really told.")
    draw_below(views.answer_kinds(answer_kinds_scenario(course.scenario)))


Tab = Callable[[Scenario, OdometerCourse], None]

TABS: dict[str, Tab] = {
    "Step by step": step_by_step,
    "Posterior": posterior,
    TITLE: target,
    "Health check-up": health_checkup,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

REVIEWED: dict[str, Tab] = {
    "Budget": budget,
    "Other answers": other_answers,
    "Appendix E": appendix_e,
}
"""Sections for reviewers, by title."""

SLIDES = {
    "Budget": Slide(budget, 2),
    "Health check-up": Slide(health_checkup, 3, fixed=True),
}
"""What follows the hero figure in a presentation: one figure each."""
