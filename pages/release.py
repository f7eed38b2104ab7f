"""Private release: the mean of a column of the user's own table, for good, in four steps."""

import streamlit as st

from pages.inside.menu import enter
from pages.inside.release.preview import draw_release
from pages.shared.frame.head import draw_head

shared = enter()
draw_head("Private release", "Release a mean for good")
st.markdown(
    "The other pages experiment; this one means it. It takes a table of yours, adds noise that is "
    "fit for a release, and hands you one number with a receipt of **what was guaranteed to "
    "whom**. You are the curator: people trust you with their values, and you publish the receipt "
    "alone."
)
draw_release(shared)
