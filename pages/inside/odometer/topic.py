"""Privacy odometer: all that the dashboard knows of this topic."""

from __future__ import annotations

from contextlib import suppress

from hetdp_core.errors import HetDPError
from hetdp_core.figures import overview
from hetdp_core.numerals import counted
from pages.inside.odometer import background, controls, hero
from pages.inside.odometer.controls import OdometerChoice, odometer_choice, panel
from pages.inside.odometer.hero import ShownStreams, answered
from pages.inside.odometer.lesson import LESSON
from pages.inside.odometer.sections import SECTIONS
from pages.shared.controls import catalog, scenario
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, small
from pages.shared.frame.topic import Topic

FEW_STREAMS = 3
"""Streams that take long and are asked for here: enough to see what one looks like.  The page of
the odometer asks for all; what came to its end is shown alike on both.
"""


def card(state: State, shared: Scenario) -> View:
    """Return loss against questions answered; a few streams go on while somebody asks."""
    choice = controls.read(state, shared)
    sweep = background.sweep(choice, _asked_for(choice))
    basic = int(sweep.basic[sweep.place(choice.budget)])
    if sweep.complete:
        number = answered(sweep, choice.budget)
        questions = "question" if number == "1" else "questions"
        sentence = f"The budget answers **{number} {questions}** instead of {basic:,} (simulated)."
    else:
        questions = counted(basic, "question")
        sentence = (
            f"Basic composition answers {questions}; the first simulated person is under way …"
        )
    figure = overview.odometer(sweep, choice.budget)
    return small("privacy_odometer", "Privacy odometer", sentence, figure)


def waits(state: State, shared: Scenario) -> bool:
    """Say whether the card still waits for a stream."""
    try:
        choice = controls.read(state, shared)
    except HetDPError:
        return False
    return background.sweep(choice, _asked_for(choice)).complete < _asked_for(choice)


def finish(state: State, seconds: float) -> None:
    """Let all streams come to their end, for at most these seconds."""
    with suppress(HetDPError):  # the figure says it
        choice = controls.read(state, scenario.read(state))
        background.wait(choice, choice.runs, seconds)


def _asked_for(choice: OdometerChoice) -> int:
    return choice.runs if choice.scenario.is_instant else min(choice.runs, FEW_STREAMS)


def chosen(state: State) -> ShownStreams:
    choice = controls.read(state, scenario.read(state))
    return ShownStreams(background.sweep(choice), choice.budget)


TOPIC = Topic(
    key="privacy_odometer",
    room="odometer",
    title="Privacy odometer",
    question="One person answers many questions. How much do the answers really reveal?",
    help="One person answers question after question, each at its own ε if you like. See what was "
    "really learned, and how many more questions the same budget answers.",
    panel=panel,
    controls=(*catalog.odometer.ALL, *catalog.what_it_takes.ODOMETER, catalog.shared.SEED),
    view=hero.for_state,
    card=card,
    waits=waits,
    finish=finish,
    draw_hero=lambda shared, beside: hero.odometer_hero(odometer_choice(shared), beside),
    chosen=chosen,
    sections=SECTIONS,
    tabs_key="odometer_view",
    lesson=LESSON,
)
