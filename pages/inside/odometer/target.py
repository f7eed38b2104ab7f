"""“What would it take?” of the odometer: the budget for this many answers."""

from __future__ import annotations

from dataclasses import replace

from hetdp_core.counted import counted
from hetdp_core.figures.text import about, number
from hetdp_core.odometer.streams.course import OdometerCourse
from pages.inside.odometer import results, streams
from pages.shared.controls import knobs
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import present
from pages.shared.frame.target import Goal, Unknown, draw_question
from pages.shared.words import notices

FILTERS = {
    "bayesian": "the Bayesian filter",
    "simplified": "the simplified filter",
    "basic": "basic composition",
}


def target(shared: Scenario, course: OdometerCourse) -> None:
    """Draw what budget this many answers take."""
    if not course.complete:
        notices.info("The first stream is still being computed.")
        return
    held, scenario = present(), course.scenario
    wanted, chosen = held[knobs.target.QUESTIONS.key], held[knobs.target.DECIDED_BY.key]
    traces = results.streams(scenario, streams.of(scenario).traces(course.runs))
    found = results.target(scenario, traces, chosen, wanted, course.budget)
    farther = scenario.ceiling < knobs.odometer.BUDGET.high
    followed = (  # what is answered goes up in steps: the last may begin below the end
        ", as far as the streams are followed now; set a larger budget, and they go farther"
        if farther
        else ", up to the largest budget of this page"
    )
    asked = Unknown(
        axis=f"Budget of {FILTERS[chosen]}",
        told=lambda budget: f"a budget of {number(budget, 4)}",
        alone="here",
        because=(followed, followed),
        settings=lambda budget: {knobs.odometer.BUDGET.key: budget},
    )
    median = f"the median of {course.complete} simulated streams, seed {shared.seed}"
    goal = Goal(
        wanted=f"{counted(wanted, 'answer')}{'' if chosen == 'basic' else ' in the median stream'}",
        measure="the number of answers",
        axis="Questions answered",
        told=lambda answers: f"{about(answers)} {'answer' if answers == 1 else 'answers'}",
        caption=(
            "Exact: basic composition counts every question in full, whatever is answered."
            if chosen == "basic"
            else f"A simulation: {median}. On fixed streams a larger budget never answers fewer, "
            "so for these streams the budget is exact; other streams have another one."
        ),
    )
    if farther:
        goal = replace(goal, beyond="not followed so far")
    controls = (knobs.target.DECIDED_BY, knobs.target.QUESTIONS)
    draw_question(controls, "odometer_target_curve", goal, (asked, found), ())
