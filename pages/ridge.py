"""Ridge regression when every record sets its own epsilon."""

import streamlit as st

from pages.shared import compare
from pages.shared.ridge_controls import ridge_choice
from pages.shared.ridge_hero import ridge_hero
from pages.shared.ridge_sections import SECTIONS
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
st.title("When is a private regression worth it?", anchor=False)
beside = compare.pinned(TOPICS["ridge"])
choice, sweep = ridge_hero(shared, ridge_choice(shared), beside)
draw_sections(SECTIONS, "ridge_view", shared, choice, sweep)
