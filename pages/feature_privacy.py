"""Feature privacy: some features ask for more than others, and nobody is trusted."""

import streamlit as st

from pages.shared.feature_controls import feature_scenario
from pages.shared.feature_hero import feature_hero
from pages.shared.feature_sections import SECTIONS
from pages.shared.scenario import current
from pages.shared.sections import draw_sections

shared = current()
st.title("Protect some features more", anchor=False)
sweep = feature_hero(feature_scenario(shared))
draw_sections(SECTIONS, "feature_view", shared, sweep)
