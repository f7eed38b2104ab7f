"""What an analyst believes about the record after each answer of the conversation."""

from __future__ import annotations

import streamlit as st

from hetdp_core.accounting.beliefs import Statement, belief_course
from hetdp_core.accounting.knowledge import GLeakage
from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.accounting.stepping import Walk
from hetdp_core.figures import accounting_tables as tables
from hetdp_core.figures import accounting_talk as figures
from hetdp_core.figures.text import number, share
from hetdp_core.recipes import Call, Given
from pages.shared import cached_odometer as cached
from pages.shared import knobs, notices, recipes, widgets
from pages.shared.live_figure import live_figure
from pages.shared.odometer_steps import conversation
from pages.shared.scenario import Scenario


def posterior(shared: Scenario, course: OdometerCourse) -> None:
    """Belief before and after, inside the corridor; a statement of the reader's choice."""
    del shared, course
    talk = conversation()
    shown = _coordinates(talk)
    prior, statement = _question(talk, shown)
    found = cached.beliefs(talk.settings, talk.outputs, prior, statement, shown)
    after = len(talk.steps)
    gain = found.gains[after]
    low, high = gain.odds_corridor
    st.markdown(
        f"After {after} {'answer' if after == 1 else 'answers'} the probability of this statement "
        f"has gone from {share(gain.prior)} to **{share(gain.posterior)}**. The odometer "
        f"promises that odds change by at most × {number(talk.ratio)}, so that it stays "
        f"between {share(low)} and {share(high)}."
    )
    if not after:
        notices.info(
            "No answer yet: give some under “Step by step”, or type them above, as in 1011."
        )
    figure, frames = figures.beliefs(found, after)
    live_figure(
        figure,
        key=f"beliefs_{len(found.axes)}",
        name="Belief about the record before and after the answers",
        numbers=Given(
            tables.beliefs(found, after),
            Call(
                tables.beliefs,
                Call(belief_course, recipes.conversation(talk), prior, statement, shown),
                after,
            ),
        ),
        frames=frames,
        height=430,
    )
    st.caption(_caption(len(found.axes), found.held))
    st.markdown(_any_guess(found.leakages[after], talk.ratio))


def _any_guess(leaked: GLeakage, ratio: float) -> str:
    return (
        "**Whatever is guessed** (g-leakage, Theorem 3.3): the best expected gain of any guess "
        f"grows at most × {number(ratio)}. For guessing whether this statement is true, the "
        f"chance of being right went from {share(leaked.prior_vulnerability)} to "
        f"{share(leaked.posterior_vulnerability)}, × {number(leaked.factor)}."
    )


def _coordinates(talk: Walk) -> tuple[int, ...]:
    """Which coordinates are shown, counted from 0."""
    if talk.settings.dimension == 1:
        return (0,)
    names = list(range(talk.settings.dimension))
    if talk.settings.dimension == 2:
        return (0, 1)
    chosen = st.multiselect(
        "Coordinates shown",
        names,
        default=names[:2],
        format_func=lambda one: f"Coordinate {one + 1}",
        max_selections=2,
        key="belief_coordinates",
    )
    return tuple(chosen) if len(chosen) == 2 else (0, 1)


def _question(talk: Walk, shown: tuple[int, ...]) -> tuple[str, Statement]:
    """Prior and statement as the reader sets them."""
    places = iter(st.columns(4 if len(shown) > 1 else 3, vertical_alignment="bottom"))
    with next(places):
        prior = widgets.choice(knobs.BELIEF_PRIOR)
    coordinate = shown[0]
    if len(shown) > 1:
        coordinate = next(places).selectbox(
            "Statement about",
            shown,
            format_func=lambda one: f"Coordinate {one + 1}",
            key=f"statement_coordinate_{'_'.join(map(str, shown))}",
        )
    with next(places):
        comparison = widgets.choice(knobs.STATEMENT_IS)
    with next(places):
        finite = talk.settings.kind == "powers"
        threshold = widgets.exact(knobs.STATEMENT_NUMBER if finite else knobs.STATEMENT_LEVEL, 0.5)
    return prior, Statement(coordinate, comparison, threshold)


def _caption(axes: int, held: int) -> str:
    if axes == 1 and not held:
        words = "Green: what the odometer allows, exp(−L) to exp(L) times the belief before."
    else:
        words = (
            "Colour: how many times as likely as before; the ends of the scale are what the "
            "odometer allows at its highest."
        )
    if held:
        words += f" The other {held} coordinates are held at 0."
    return f"{words} A simulated record; the belief before is the one chosen above."
