"""Feature privacy: all that the dashboard knows of this topic."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures import overview
from hetdp_core.figures.formats import number, percent
from pages.inside.features import controls, headline, results, views
from pages.inside.features.controls import FeatureChoice, feature_choice, panel
from pages.inside.features.lesson import LESSON
from pages.inside.features.sections import SECTIONS
from pages.shared import slides
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State, current_state
from pages.shared.figure.view import View, draw, small
from pages.shared.frame.tabs import DATA
from pages.shared.frame.topic import Topic
from pages.shared.tables import own_table
from pages.shared.text import notices


def card(state: State, shared: Scenario) -> View:
    """Return the error of the three rules against q."""
    scenario = controls.read(state, shared)
    sweep = value(results.sweep(scenario))
    place = sweep.index(scenario.q)
    alike, ours = percent(sweep.curves["min_delta"].miss[place]), percent(sweep.least[place])
    gain = f"cuts overall error from {alike} to **{ours}**"
    gain = gain if sweep.gains[place] or sweep.leaves_out[place] else "has **no benefit**"
    sentence = f"At q = {number(scenario.q)}, separate protection {gain}."
    sentence = headline.ALL_ALIKE if sweep.all_alike else sentence
    return small(
        "feature_privacy", "Feature privacy", sentence, overview.correlation(sweep, scenario.q)
    )


def chosen(state: State) -> FeatureChoice:
    shared = read(state)
    return FeatureChoice(controls.read(state, shared), shared.dataset)


def draw_hero(shared: Scenario, beside: View | None) -> FeatureChoice:
    if current_state()[catalog.shared.DATASET.key] == own_table.OWN and not own_table.own_dataset():
        notices.say_above_figures("The first figure needs no table.", key="needs_no_table")
        notices.begin()  # said: it is no figure of an earlier setting
    choice = feature_choice(shared)
    if own_table.is_own(shared.dataset):
        st.caption(
            "The numbers here follow from the settings alone. **They are not about your table**, "
            f"which is used in the tab “{DATA}”."
        )
    if current_state()[catalog.features.DELTAS.key].strip() and not slides.on():
        st.caption(
            "Each feature has its own δ from “Expert settings”, in place of three controls: number "
            "of features, sensitive features and their δ."
        )
    draw(views.correlation_view(choice.scenario), beside)
    return choice


TOPIC = Topic(
    key="feature_privacy",
    room="features",
    title="Feature privacy",
    question="Nobody is trusted: each person adds noise. Should sensitive features (such as "
    "illness) get more noise?",
    help="Some columns are more sensitive than others. See the error if they get more protection, "
    "and how correlation removes the benefit.",
    panel=panel,
    controls=(
        catalog.shared.Q,
        *catalog.features.ALL,
        *catalog.what_it_takes.FEATURES,
        catalog.shared.DATASET,
        catalog.shared.SEED,
    ),
    view=views.for_state,
    card=card,
    draw_hero=draw_hero,
    chosen=chosen,
    sections=SECTIONS,
    tabs_key="feature_view",
    lesson=LESSON,
)
