"""What lies under the hero figure of the odometer, one function a tab."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.accounting.odometer_course import DELTA, OdometerCourse
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments import accounting as sweeps
from hetdp_core.figures import accounting as figures
from hetdp_core.figures import accounting_tables as tables
from hetdp_core.figures.text import about, number
from hetdp_core.recipes import Call, Given
from pages.shared import notices, recipes
from pages.shared.live_figure import live_figure
from pages.shared.odometer_beliefs import posterior
from pages.shared.odometer_checkup import appendix_e, health_checkup
from pages.shared.odometer_method import how_it_works
from pages.shared.odometer_steps import step_by_step
from pages.shared.scenario import Scenario
from pages.shared.sweep_runner import sweep_runner


def budget(shared: Scenario, course: OdometerCourse) -> None:
    """Accepted questions against the budget, with the middle of all streams."""
    del shared
    if not course.complete:
        notices.info("The first stream is still being computed.")
        return
    now = course.current
    low, high = (about(course.accepted("bayesian", percent)[now]) for percent in (10.0, 90.0))
    some = f"the middle 80 % of {course.complete} streams answer"
    who = "the only stream so far answers" if course.complete == 1 else some
    st.markdown(
        f"At a budget of {number(course.budget)}, {who} between **{low} and {high}** questions: "
        "how far a budget reaches depends on the answers, and so on chance. The "
        "simplified filter counts each new question in full before it is answered."
    )
    live_figure(
        figures.accepted_against_budget(course),
        key="accepted_against_budget",
        name="Questions answered against the privacy budget, for three filters",
        numbers=Given(tables.accepted(course), Call(tables.accepted, recipes.odometer(course))),
        height=460,
    )
    st.markdown(_with_delta(course))
    st.caption("Lines: medians of the simulated streams above; bands: 10 to 90 % of them.")


def _with_delta(course: OdometerCourse) -> str:
    first, more = (found[course.current] for found in (course.approximate, course.approximate_more))
    gained = (
        f"at least {about(more)} more than the Bayesian median here"
        if more
        else "here that comes to no more than the Bayesian median"
    )
    return (
        f"**With a δ** (Algorithm 4): a filter that may fail with chance δ = {number(DELTA)} "
        f"accepts the first {about(first)} questions whatever is answered, and later ones as the "
        f"Bayesian filter does: {gained}. It helps where many weak questions share a large budget."
    )


def run_experiments(shared: Scenario, course: OdometerCourse) -> None:
    """The paper's experiments, simulated in the background."""
    del course
    sweep_runner([sweep.key for sweep in sweeps.SWEEPS if sweep.key in SWEEPS], shared.seed)


Section = Callable[[Scenario, OdometerCourse], None]

SECTIONS: dict[str, Section] = {
    "Step by step": step_by_step,
    "Posterior": posterior,
    "Budget": budget,
    "Health check-up": health_checkup,
    "Appendix E": appendix_e,
    "Run the experiments": run_experiments,
    "How it works": how_it_works,
}
"""Tabs by title; a title is part of links, so it does not change."""

SLIDES: dict[str, Section] = {
    "Step by step": step_by_step,
    "Posterior": posterior,
    "Budget": budget,
    "Health check-up": health_checkup,
    "Appendix E": appendix_e,
}
"""What follows the hero figure in a presentation: one figure each."""
