"""Release: the mean of a column of the user's own table, published for good in five steps."""

import streamlit as st

from pages.inside.menu import enter
from pages.inside.release.page import draw_release
from pages.shared.frame.head import draw_head

shared = enter()
draw_head("Release", "Publish a mean of your own data")
st.markdown(
    "Here you publish a real result. You upload a dataset and get one number with noise that is "
    "safe to publish. A receipt lists each **guarantee**."
)
draw_release(shared)
