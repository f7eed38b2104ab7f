"""Privacy odometer: many questions to one person, and what the answers really told."""

import streamlit as st

from pages.shared import compare
from pages.shared.odometer_controls import odometer_choice
from pages.shared.odometer_hero import odometer_hero
from pages.shared.odometer_sections import SECTIONS
from pages.shared.scenario import current
from pages.shared.sections import draw_sections
from pages.shared.topics import TOPICS

shared = current()
st.title("How much was really learned?", anchor=False)
beside = compare.pinned(TOPICS["privacy_odometer"])
course = odometer_hero(odometer_choice(shared), beside)
draw_sections(SECTIONS, "odometer_view", shared, course)
