"""The least a page can do: a slider and a number."""

import streamlit as st

strength = st.slider("Strength", 0.5, 2.0, 1.0)
st.metric("Number", f"{strength:.2f}")
