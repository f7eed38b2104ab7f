"""Overview: what this is, for whom, where to start, and all four topics on one map."""

import streamlit as st

from pages.inside.menu import enter
from pages.inside.overview.map import draw_map
from pages.shared import doors, slides
from pages.shared.words.glossary import draw_glossary

shared = enter()
slides.title("Privacy that differs")
st.markdown(
    "People do not all want the same privacy, columns are not all equally sensitive, and questions "
    "do not all reveal the same. Choose what differs in your case, and see at once what privacy "
    "costs in accuracy. For the curious, for lecturers, and for those who decide about a release."
)
draw_map(shared)
st.page_link(
    doors.RELEASE,
    label="**I have a table to release from**: one mean, with a receipt of what was guaranteed",
    icon=":material/receipt_long:",
)
draw_glossary()
