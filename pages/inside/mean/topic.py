"""Heterogeneous mean: all that the dashboard knows of this topic."""

from __future__ import annotations

from hetdp_core.figures import overview
from hetdp_core.figures.text import percent
from hetdp_core.numerals import counted
from pages.inside.mean import hero, results
from pages.inside.mean.decision import draw_decision
from pages.inside.mean.lesson import LESSON
from pages.inside.mean.tabs import TABS
from pages.shared import page_paths, slides
from pages.shared.cache import value
from pages.shared.controls import catalog, users
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw, small
from pages.shared.frame import compare
from pages.shared.frame.cards import beside_hero
from pages.shared.frame.topic import Topic


def panel(state: State) -> Panel:
    return Panel(
        users.dragged(state[catalog.shared.PROFILE.key]),
        users.controls_of(state),
        (catalog.shared.PUBLIC_SHARE, catalog.shared.SEED),
        presented=catalog.shared.PROFILE,
    )


def card(state: State, shared: Scenario) -> View:
    """Return privacy asked and given, user by user."""
    del state
    curve = value(results.sweep(shared.profile))[shared.profile.high]
    saturated = percent(curve.saturated_share)
    return small(
        "heterogeneous_mean",
        "Heterogeneous mean",
        f"{saturated} of {counted(curve.users, 'user')} are given **more privacy than they "
        "ask for**, "
        "at no cost.",
        overview.saturation(curve),
    )


def draw_hero(shared: Scenario, beside: View | None) -> tuple[Scenario]:
    """Draw the hero figure, and beside it what an answer is off by."""
    with beside_hero(beside) as place:
        draw(hero.saturation_view(shared), beside)
    if place:
        with place:
            draw_decision(shared)
    elif beside is not None and not slides.on():
        compare.draw_way(page_paths.DECISION, "Decide between A and B")
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
    controls=(
        *catalog.shared.ABOUT_USERS,
        *catalog.mean.ALL,
        *catalog.target.MEAN,
        catalog.shared.DATASET,
        catalog.shared.COLUMN,
        catalog.shared.SEED,
    ),
    view=hero.for_state,
    card=card,
    draw_hero=draw_hero,
    tab_inputs=lambda state: (read(state),),
    tabs=TABS,
    tabs_key="view",
    lesson=LESSON,
)
