"""Heterogeneous mean: every user sets their own epsilon, a curator releases one mean."""

import streamlit as st

from pages.shared import compare
from pages.shared.mean_sections import SECTIONS
from pages.shared.saturation_hero import saturation_hero
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

scenario = current()
st.title("Some privacy is free", anchor=False)
sweep = saturation_hero(scenario, compare.pinned(TOPICS["heterogeneous_mean"]))
draw_sections(SECTIONS, "view", scenario, sweep)
