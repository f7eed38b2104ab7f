"""What the tabs show without a server: their figures for some settings, by the tab's title."""

from __future__ import annotations

from dataclasses import replace

from pages.inside.odometer import controls, lesson, streams, views
from pages.shared.controls import knobs
from pages.shared.controls.scenario import read
from pages.shared.controls.state import State
from pages.shared.frame.topic import Stills

ANSWERED = "101"
"""Answers to the paper's Example 3 where none are given: without any there is nothing to see."""


def stills(state: State) -> Stills:
    """Return the figures of each tab for what every control holds."""
    choice = controls.read(state, read(state))
    course = streams.course(choice)
    talked = _answered(state)
    answers = talked[knobs.odometer.STEP_ANSWERS.key]
    conversation = replace(
        views.conversation(controls.read_conversation(talked)),
        headline=f"The odometer after each of one person's answers: {', '.join(answers)}.",
    )
    budget = {"Budget": [views.accepted(course)]} if course.complete else {}
    return {
        "Step by step": [conversation],
        "Posterior": [views.beliefs(lesson.beliefs(talked), len(answers))],
        "Health check-up": [views.checkup(controls.read_record(state))],
        **budget,
        "Other answers": [views.answer_kinds(controls.answer_kinds_scenario(choice.scenario))],
        "Appendix E": [views.appendix_e()],
    }


def _answered(state: State) -> State:
    answers = knobs.odometer.STEP_ANSWERS.key
    if state[answers]:
        return state
    return {**state, knobs.odometer.STEP_BUDGET.key: "example_3", answers: ANSWERED}
