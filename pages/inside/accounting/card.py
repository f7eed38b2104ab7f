"""The privacy odometer in small, for the map; it fills while streams run."""

from __future__ import annotations

from contextlib import suppress

from hetdp_core.counted import counted
from hetdp_core.errors import HetDPError
from hetdp_core.figures import overview
from pages.inside.accounting import controls, streams
from pages.inside.accounting.controls import OdometerChoice
from pages.inside.accounting.hero import answered, median_of
from pages.shared.controls import scenario
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, small

FEW_STREAMS = 3
"""Streams that take long and are asked for here: enough to see what one looks like.  The page of
the odometer asks for all; what came to its end is shown alike on both.
"""


def card(state: State, shared: Scenario) -> View:
    """Return loss against questions answered; a few streams go on while somebody asks."""
    choice = controls.read(state, shared)
    course = streams.course(choice, _asked_for(choice))
    basic = int(course.basic[course.current])
    if course.complete:
        found = answered(course)
        questions = "question" if found == "1" else "questions"
        sentence = (
            f"The budget answers **{found} {questions}** "
            f"instead of {basic:,} ({median_of(course, choice.runs)})."
        )
    else:
        questions = counted(basic, "question")
        sentence = f"Basic composition answers {questions}; the first stream is under way …"
    return small(
        "privacy_odometer",
        "Privacy odometer",
        sentence,
        overview.odometer(course),
    )


def waits(state: State, shared: Scenario) -> bool:
    """Say whether the card still waits for a stream."""
    try:
        choice = controls.read(state, shared)
    except HetDPError:
        return False
    return streams.course(choice, _asked_for(choice)).complete < _asked_for(choice)


def finish(state: State, seconds: float) -> None:
    """Let all streams come to their end, for at most these seconds."""
    with suppress(HetDPError):  # the figure says it
        choice = controls.read(state, scenario.read(state))
        streams.wait(choice, choice.runs, seconds)


def _asked_for(choice: OdometerChoice) -> int:
    return choice.runs if choice.scenario.at_once else min(choice.runs, FEW_STREAMS)
