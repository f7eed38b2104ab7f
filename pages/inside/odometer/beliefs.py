"""The tab “Posterior”: what an analyst believes about the record after each answer."""

from __future__ import annotations

import math
from dataclasses import replace

import streamlit as st

from hetdp_core.figures.text import MOST_TIMES, factor, share, times
from hetdp_core.odometer.beliefs.course import Statement
from hetdp_core.odometer.beliefs.knowledge import GLeakage
from hetdp_core.odometer.conversation.settings import ConversationSettings
from hetdp_core.odometer.streams.course import OdometerCourse
from pages.inside.odometer import results, views
from pages.inside.odometer.steps import conversation
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import draw_below
from pages.shared.kept import value
from pages.shared.words import notices


def posterior(shared: Scenario, course: OdometerCourse) -> None:
    """Draw the belief before and after, for a statement of the user's choice."""
    del shared, course
    st.markdown(
        "What somebody believes about the record before and after the answers, and how far the "
        "odometer lets beliefs move."
    )
    talk = conversation()
    known = value(talk)
    shown = _coordinates(known.settings)
    prior, statement = _question(known.settings, shown)
    believed = results.beliefs(talk, prior, statement, shown)
    after = len(known.steps)
    view = views.beliefs(believed, after)
    if after:
        st.markdown(view.headline)
    else:
        notices.info(
            "No answer yet: give some under “Step by step”, or type them above, as in 1011."
        )
    draw_below(replace(view, headline=""))
    st.markdown(_any_guess(value(believed).leakages[after], known.loss))


def _grows(ratio: float) -> str:
    return f"may grow {times(ratio)}" if ratio > MOST_TIMES else f"grows at most {factor(ratio)}"


def _any_guess(leaked: GLeakage, loss: float) -> str:
    return (
        "**Whatever is guessed** (g-leakage, Theorem 3.3): the best expected gain of any guess "
        f"{_grows(math.exp(loss))}. For guessing whether this statement is true, "
        f"the chance of being right went from {share(leaked.prior_vulnerability)} to "
        f"{share(leaked.posterior_vulnerability)}, {factor(leaked.factor)}."
    )


def _coordinates(settings: ConversationSettings) -> tuple[int, ...]:
    """Let the user choose which coordinates are shown; return them, counted from 0."""
    names = tuple(range(settings.dimension))
    if len(names) <= 2:
        return names
    chosen = st.multiselect(
        "Coordinates shown",
        names,
        default=names[:2],
        format_func=lambda one: f"Coordinate {one + 1}",
        max_selections=2,
        key="belief_coordinates",
    )
    return tuple(chosen) if len(chosen) == 2 else (0, 1)


def _question(settings: ConversationSettings, shown: tuple[int, ...]) -> tuple[str, Statement]:
    """Draw the controls of prior and statement; return both."""
    places = iter(st.columns(4 if len(shown) > 1 else 3, vertical_alignment="bottom"))
    with next(places):
        prior = widgets.draw(knobs.odometer.BELIEF_PRIOR)
    coordinate = shown[0]
    if len(shown) > 1:
        coordinate = next(places).selectbox(
            "Statement about",
            shown,
            format_func=lambda one: f"Coordinate {one + 1}",
            key=f"statement_coordinate_{'_'.join(map(str, shown))}",
        )
    with next(places):
        comparison = widgets.draw(knobs.odometer.STATEMENT_IS)
    with next(places):
        finite = settings.kind == "powers"
        threshold = widgets.draw(
            knobs.odometer.STATEMENT_NUMBER if finite else knobs.odometer.STATEMENT_LEVEL
        )
    return prior, Statement(coordinate, comparison, threshold)
