"""A slider and a figure, as Streamlit draws it."""

import streamlit as st

from benchmarks.apps.curves import curves

strength = st.slider("Strength", 0.5, 2.0, 1.0)
st.plotly_chart(curves(strength).to_dict(), key="chart")
