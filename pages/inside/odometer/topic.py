"""Privacy odometer: all that the dashboard knows of this topic."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

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
"""People whose streams take long and are asked for here.  The page of the odometer asks for all,
and where all came to their ends both show the same.
"""


def card(state: State, shared: Scenario) -> View:
    """Return loss against questions answered; a few streams go on while somebody asks."""
    choice = _few(controls.read(state, shared))
    sweep = background.sweep(choice)
    basic = int(sweep.basic[sweep.place(choice.budget)])
    if sweep.is_whole:
        number = answered(sweep, choice.budget)
        questions = "question" if number == "1" else "questions"
        sentence = f"The budget pays for **{number} {questions}** instead of {basic:,} (simulated)."
    else:
        questions = counted(basic, "question")
        sentence = f"Basic composition allows {questions}. People are being simulated …"
    figure = overview.odometer(sweep, choice.budget)
    return small("privacy_odometer", "Privacy odometer", sentence, figure)


def waits(state: State, shared: Scenario) -> bool:
    """Say whether the card still waits for a stream."""
    try:
        choice = _few(controls.read(state, shared))
    except HetDPError:
        return False
    return not background.sweep(choice).is_whole


def finish(state: State, seconds: float) -> None:
    """Let all streams come to their end, for at most these seconds."""
    with suppress(HetDPError):  # the figure says it
        choice = controls.read(state, scenario.read(state))
        background.wait(choice, choice.runs, seconds)


def _few(choice: OdometerChoice) -> OdometerChoice:
    known = choice.scenario.is_instant or background.of(choice.scenario).has(
        choice.runs, choice.runs
    )
    return choice if known else replace(choice, runs=min(choice.runs, FEW_STREAMS))


def chosen(state: State) -> ShownStreams:
    choice = controls.read(state, scenario.read(state))
    return ShownStreams(background.sweep(choice), choice.budget)


TOPIC = Topic(
    key="privacy_odometer",
    room="odometer",
    title="Privacy odometer",
    question="One person answers many questions. How much do the answers really reveal?",
    help="One person answers question after question, each at its own ε if you like. See what the "
    "answers revealed, and how many more questions fit into the same budget.",
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
