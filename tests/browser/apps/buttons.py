"""A primary button that can be pressed, and one that cannot."""

import streamlit as st

from pages.inside.menu import STYLE

st.html(STYLE)
st.button("Can", type="primary")
st.button("Cannot", type="primary", disabled=True)
st.button("Cannot either", disabled=True)
