"""Privacy odometer: many questions to one person, and what the answers really told."""

import streamlit as st

from pages.shared.odometer_controls import odometer_choice
from pages.shared.odometer_hero import odometer_hero
from pages.shared.odometer_sections import SECTIONS
from pages.shared.scenario import current
from pages.shared.sections import draw_sections

shared = current()
st.title("How much was really learned?", anchor=False)
course = odometer_hero(odometer_choice(shared))
draw_sections(SECTIONS, "odometer_view", shared, course)
