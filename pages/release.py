"""Private release: a mean of the reader's own table, released for good."""

import streamlit as st

from pages.inside.menu import enter
from pages.inside.release.history import draw_history
from pages.inside.release.preview import preview_and_release
from pages.inside.release.table import curators_table
from pages.shared.frame.head import draw_head

shared = enter()
draw_head("Private release", "Release one mean, for good")
st.markdown(
    "The other pages experiment; this one means it. It takes a table of yours, adds noise that is "
    "fit for a release, and hands you one number with a receipt of **what was guaranteed to "
    "whom**. You are the curator: people trust you with their values, and you publish only what "
    "stands below the line."
)
dataset = curators_table()
st.divider()
if dataset is not None:
    preview_and_release(shared, dataset)
draw_history()
