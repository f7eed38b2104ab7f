"""Reproductions: what became of every table, figure and example of the four papers."""

import streamlit as st

from pages.shared.reproductions_view import overview, reproduction_cards
from pages.shared.scenario import current

current()  # where the page is asked for by itself, this starts over inside the frame
st.title("What comes out again", anchor=False)
overview()
reproduction_cards()
