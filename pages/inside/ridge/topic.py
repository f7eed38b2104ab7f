"""Ridge regression: all that the dashboard knows of this topic."""

from __future__ import annotations

from hetdp_core.figures import overview
from hetdp_core.ridge.sweep import NUMBERS
from pages.inside.ridge import controls, views
from pages.inside.ridge.controls import panel, ridge_choice
from pages.inside.ridge.decision import draw_decision, given
from pages.inside.ridge.lesson import LESSON
from pages.inside.ridge.results import RidgeResults
from pages.inside.ridge.sections import SECTIONS
from pages.shared.cache import value
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.figure.view import View, beside_hero, small
from pages.shared.frame.topic import Topic
from pages.shared.text import notices


def card(state: State, shared: Scenario) -> View:
    """Return the best loss of a private regression beside that of predicting one number."""
    regression = RidgeResults(controls.read(state, shared))
    sweep, prepared = value(regression.sweep), value(regression.prepared)
    number = NUMBERS[sweep.verdict.trivial]
    return small(
        "ridge",
        "Ridge regression",
        f"{given(prepared)}, a private regression is **worth releasing**."
        if value(regression.decision).regression_is_better
        else f"{given(prepared)}, **the {number} is recommended**.",
        overview.regression_error(sweep, prepared),
    )


def draw_hero(shared: Scenario, beside: View | None) -> RidgeResults | None:
    """Draw the hero figure, and beside it what to decide."""
    choice = ridge_choice(shared)
    with beside_hero(beside) as place:
        shown = views.ridge_hero(choice, beside)
    if shown is None:
        notices.say_above_figures("No result is shown until your own table can be used.")
        table_choice.lead_to_upload()
        table_choice.draw_way_to_more()
    elif place:
        with place:
            draw_decision(shown)
    return shown


TOPIC = Topic(
    key="ridge",
    room="ridge",
    title="Ridge regression",
    question="Is a private regression worth publishing?",
    help="Every record sets its own privacy level. See which regularisation to take, what "
    "personal levels buy, and when no private regression is worth releasing.",
    panel=panel,
    controls=(
        *catalog.shared.ABOUT_USERS,
        *catalog.ridge.ALL,
        *catalog.what_it_takes.RIDGE,
        catalog.mean.OUTSIDE,
        catalog.shared.DATASET,
        catalog.shared.SEED,
    ),
    view=views.for_state,
    card=card,
    draw_hero=draw_hero,
    chosen=lambda state: RidgeResults(controls.read(state, read(state))),
    sections=SECTIONS,
    tabs_key="ridge_view",
    lesson=LESSON,
)
