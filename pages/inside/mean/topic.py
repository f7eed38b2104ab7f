"""Heterogeneous mean: all that the dashboard knows of this topic."""

from __future__ import annotations

from pages.inside.mean import hero
from pages.inside.mean.card import card
from pages.inside.mean.controls import panel
from pages.inside.mean.decision import draw_decision
from pages.inside.mean.lesson import LESSON
from pages.inside.mean.stills import stills
from pages.inside.mean.tabs import REVIEWED, SLIDES, TABS
from pages.shared import doors, slides
from pages.shared.controls import knobs
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import View, draw
from pages.shared.frame import compare
from pages.shared.frame.cards import beside_hero
from pages.shared.frame.topic import Topic


def draw_hero(shared: Scenario, beside: View | None) -> tuple[Scenario]:
    """Draw the hero figure, and beside it what an answer is off by."""
    with beside_hero(beside) as place:
        draw(hero.saturation_view(shared), beside)
    if place:
        with place:
            draw_decision(shared)
    elif beside is not None and not slides.on():
        compare.draw_way(doors.DECISION, "Decide between A and B")
    return (shared,)


TOPIC = Topic(
    key="heterogeneous_mean",
    room="mean",
    title="Heterogeneous mean",
    question="Some privacy is free",
    help="Every user sets their own privacy level. See how much weight each gets "
    "where the worst case is least, and where the weights saturate.",
    varies="users",
    trusted="the curator",
    panel=panel,
    chooser="My users differ",
    start="two_groups",
    knobs=(
        *knobs.shared.ABOUT_USERS,
        *knobs.mean.ALL,
        *knobs.target.MEAN,
        knobs.shared.DATASET,
        knobs.shared.COLUMN,
        knobs.shared.SEED,
    ),
    view=hero.for_state,
    card=card,
    draw_hero=draw_hero,
    tabs=TABS,
    reviewed=REVIEWED,
    tabs_key="view",
    slides=SLIDES,
    lesson=LESSON,
    stills=stills,
)
