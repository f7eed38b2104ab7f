"""Heterogeneous mean: all that the dashboard knows of this topic, and the cards of its column."""

from __future__ import annotations

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures import overview
from hetdp_core.figures.formats import number, percent, with_unit
from hetdp_core.mean.estimate import MeanDecision
from hetdp_core.numerals import counted
from hetdp_core.tables.columns import READ_OFF
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

TYPICAL = "typical error"
ANOTHER = "Other columns: “With real data”."
UNRELATED = (
    " For any population, privacy levels are unrelated to values. The error for only these people "
    "allows that they are related, so it can be larger."
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
    whose = f"of these {people}" if scenario.everybody else f"of a population, from {people}"
    is_own = own_table.is_own(scenario.dataset)
    about = f"**{literal(column.label)}**: {TYPICAL}s of the mean {whose}"
    is_public = column.bounds_from != READ_OFF
    below = f"{views.who_asks(scenario)} {ANOTHER}" if is_own else ANOTHER
    unit = literal(column.unit)
    if column.kind == "binary":  # a share is in percent
        parts = (errors.typical, errors.worst, errors.without_privacy)
        errors, unit = MeanDecision(errors.users, *(100.0 * part for part in parts)), "%"
    shown = cards(errors, unit, scenario.everybody, is_public)
    draw_column(shown, about, below, TYPICAL, UNRELATED)


def cards(
    errors: MeanDecision, unit: str, everybody: bool = False, is_public: bool = True
) -> tuple[Card, ...]:
    """Return what the answer is off by.

    everybody : whether it is about these very people, of whom nobody was drawn.
    is_public : whether the range was declared, and not read off the data.
    """
    without = Card(
        "Without privacy",
        with_unit(number(errors.without_privacy), unit),
        "Sampling error.",
    )
    largest = "Even if values and ε are related." if everybody else "If ε and values are unrelated."
    if not is_public:
        largest = f"The range was read off the data: not private. {largest}"
    return (
        *(() if everybody else (without,)),
        Card(
            "Private, with these values",
            with_unit(number(errors.typical), unit),
            "Not public.",
        ),
        Card(
            "Private, with the worst values",
            with_unit(number(errors.worst), unit),
            largest,
        ),
    )


def card(state: State, shared: Scenario) -> View:
    """Return privacy asked and given, user by user."""
    del state
    curve = value(results.sweep(shared.people, shared.everybody))[shared.people.high]
    saturated = percent(curve.saturated_share)
    return small(
        "heterogeneous_mean",
        "Heterogeneous mean",
        f"{saturated} of people get **more privacy than asked for**.",
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
        label = f"Decide between A and B: errors in the worst case, for all {rows:,} rows"
        compare.draw_way(page_paths.DECISION, label)
    return shared


TOPIC = Topic(
    key="heterogeneous_mean",
    room="mean",
    title="Heterogeneous mean",
    question="Some privacy is free",
    help="Every user sets their own privacy level. See how much weight each gets "
    "where the worst case is least, and where the weights saturate.",
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
