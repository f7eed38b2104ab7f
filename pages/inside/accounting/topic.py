"""Privacy odometer: all that the dashboard knows of this topic."""

from __future__ import annotations

from hetdp_core.accounting.streams.course import OdometerCourse
from pages.inside.accounting import hero
from pages.inside.accounting.card import card, finish, waits
from pages.inside.accounting.controls import odometer_choice, panel
from pages.inside.accounting.lesson import LESSON
from pages.inside.accounting.stills import stills
from pages.inside.accounting.tabs import REVIEWED, SLIDES, TABS
from pages.shared.controls import knobs
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import View
from pages.shared.frame.topic import Topic


def draw_hero(shared: Scenario, beside: View | None) -> tuple[Scenario, OdometerCourse]:
    """Draw the controls and the hero figure."""
    return shared, hero.odometer_hero(odometer_choice(shared), beside)


TOPIC = Topic(
    key="privacy_odometer",
    room="accounting",
    title="Privacy odometer",
    question="One person answers, and nobody is trusted: how much was really learned?",
    help="One person answers question after question. See what was really learned, and "
    "how many more questions the same budget answers.",
    varies="questions",
    trusted="nobody",
    panel=panel,
    chooser="I ask many questions",
    start="paper_odometer",
    knobs=(*knobs.odometer.ALL, *knobs.target.ODOMETER, knobs.shared.SEED),
    view=hero.for_state,
    card=card,
    waits=waits,
    finish=finish,
    draw_hero=draw_hero,
    tabs=TABS,
    reviewed=REVIEWED,
    tabs_key="odometer_view",
    slides=SLIDES,
    lesson=LESSON,
    stills=stills,
)
