"""Two pages; the second has what a topic has at least: a slider, a number and a figure."""

import streamlit as st

from benchmarks.apps.curves import curves


def first() -> None:
    st.write("The figure is on the other page.")


def chart() -> None:
    strength = st.slider("Strength", 0.5, 2.0, 1.0)
    st.metric("Number", f"{strength:.2f}")
    st.plotly_chart(curves(strength).to_dict(), key="chart")


st.navigation([st.Page(first, default=True), st.Page(chart)]).run()
