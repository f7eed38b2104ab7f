"""Heterogeneous mean: all that the dashboard knows of this topic, and the cards of its column."""

from __future__ import annotations

import math

import streamlit as st

from hetdp_core.decision.options import EQUAL
from hetdp_core.errors import HetDPError
from hetdp_core.figures import overview
from hetdp_core.figures.formats import number, percent, with_unit
from hetdp_core.mean.estimate import MeanDecision
from hetdp_core.numerals import counted
from pages.inside.mean import results, views
from pages.inside.mean.lesson import LESSON
from pages.inside.mean.sections import SECTIONS
from pages.shared import page_paths, slides
from pages.shared.cache import value
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import (
    Scenario,
    current,
    dragged_control,
    profile_controls,
    profile_controls_of_table,
    read,
)
from pages.shared.controls.state import State
from pages.shared.figure.view import Card, View, beside_hero, draw, draw_column, small
from pages.shared.frame import compare
from pages.shared.frame.topic import Topic
from pages.shared.tables import own_table
from pages.shared.text import notices
from pages.shared.text.notices import literal

UNRELATED = (
    " The error for a population assumes that privacy levels and values are unrelated. The error "
    "for only these people does not assume this, so it can be larger."
)


def panel(state: State) -> Panel:
    """Return the page's controls for what is set now: a table's people are as many as its rows."""
    kind = state[catalog.shared.PROFILE.key]
    more: tuple[Control, ...] = (catalog.shared.PUBLIC_SHARE,)
    people = profile_controls(state)
    if own_table.is_own(state[catalog.shared.DATASET.key]) and (own := own_table.own_dataset()):
        choice, source = table_choice.level_controls(own.info), table_choice.levels_of(own.info)
        people = (*choice, *profile_controls_of_table(state))
        if source.source != table_choice.PROFILE:  # whose controls would do nothing
            kind, more = ("alike" if source.source == table_choice.SAME else "uploaded"), ()
            people = (*choice, catalog.shared.CAP) if kind == "uploaded" else choice
    return Panel(
        dragged_control(kind),
        (*people, catalog.sections.EVERYBODY),
        (*more, catalog.shared.SEED),
        presented=catalog.shared.PROFILE,
        most=_most,
    )


def _most(state: State) -> float:
    shared = current() or read(state)
    return value(results.sweep(shared.people, shared.everybody))[shared.people.high].level


def draw_decision(scenario: Scenario) -> None:
    """Draw the cards, or why the chosen column has no mean."""
    try:
        errors = value(results.decision(scenario))
    except HetDPError as error:
        notices.error(error)
        return
    column = own_table.info(scenario.dataset).column(scenario.column)
    people = counted(errors.users, "person", "people")
    population = f"a population mean, from {people}"
    whose = f"the mean of these {people}" if scenario.everybody else population
    about = f"**{literal(column.label)}**: typical errors of {whose}"
    if own_table.is_own(scenario.dataset):
        about += f"\n\n:small[{views.who_asks(scenario)}]"
    draw_column(cards(errors, scenario), about, UNRELATED)


_WITH = {True: "Private, with these values", False: "Private, with this spread"}


def cards(errors: MeanDecision, scenario: Scenario) -> tuple[Card, ...]:
    """Return the errors; about these people only there is no sampling error."""

    def card(title: str, error: float, said: str) -> Card:
        unit = views.unit_of_error(scenario).strip()
        return Card(title, with_unit(number(error), unit), said)

    return (
        *[card("Without privacy", errors.without_privacy, "This is sampling error alone.")]
        * (not scenario.everybody),
        card(
            _WITH[scenario.everybody], errors.typical, "It uses the real values: do not publish it."
        ),
        card("Private, in the worst case", errors.worst, _of_the_worst(errors.worst, scenario)),
    )


def _of_the_worst(error: float, scenario: Scenario) -> str:
    """Say what the worst case rests on, and whether a release is decided by it."""
    said = "For the worst values, if unrelated to ε."
    if scenario.everybody:
        said = "For the worst values, even if related to ε, so often larger than for a population."
    low, high = results.unit_and_bounds(scenario)[1] or (0.0, math.inf)
    if error >= (high - low) / 2.0 * (1.0 - EQUAL):
        return f"{said} This guesses the middle of the range."
    if not own_table.is_own(scenario.dataset):
        return said
    if scenario.levels_column and not results.levels_as_released(scenario).size:
        return f"{said} With this cap; Release uses none."
    return f"{said} Release compares by this error."


def card(state: State, shared: Scenario) -> View:
    """Return privacy asked and given, user by user."""
    del state
    curve = value(results.sweep(shared.people, shared.everybody))[shared.people.high]
    saturated = percent(curve.saturated_share)
    return small(
        "heterogeneous_mean",
        "Heterogeneous mean",
        f"{saturated} of people get **more privacy than they asked for**.",
        overview.saturation(curve),
    )


def draw_hero(shared: Scenario, beside: View | None) -> Scenario:
    """Draw the hero figure, and beside it what an answer is off by; on a slide, what is asked."""
    question = catalog.sections.QUESTIONS[shared.everybody]
    asks_the_same = beside is None or question in beside.caption
    if slides.on() and slides.hero_is_due() and asks_the_same:
        st.markdown(question)
    with beside_hero(beside) as place:
        draw(views.saturation_view(shared), beside)
    if place:
        with place:
            draw_decision(shared)
    elif beside is not None and not slides.on():
        rows = len(own_table.dataset(shared.dataset).frame)
        label = f"Decide between A and B: errors in the worst case, for the table ({rows:,} rows)"
        compare.draw_way(page_paths.DECISION, label)
    return shared


TOPIC = Topic(
    key="heterogeneous_mean",
    room="mean",
    title="Heterogeneous mean",
    question="Some privacy is free",
    help="Each person sets a privacy level. See each person's weight, and the level above which "
    "weights stop growing.",
    panel=panel,
    controls=(
        *catalog.shared.ABOUT_USERS,
        *catalog.mean.ALL,
        *catalog.what_it_takes.MEAN,
        catalog.shared.DATASET,
        catalog.shared.COLUMN,
        catalog.shared.SEED,
        catalog.sections.EVERYBODY,
    ),
    view=views.for_state,
    card=card,
    draw_hero=draw_hero,
    chosen=read,
    sections=SECTIONS,
    tabs_key="view",
    lesson=LESSON,
)
