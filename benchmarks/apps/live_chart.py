"""A slider and the same figure, as a live figure."""

import pandas as pd
import streamlit as st

from benchmarks.apps.curves import curves
from hetdp_core.calls import Call
from pages.shared.figure.live_figure import live_figure

strength = st.slider("Strength", 0.5, 2.0, 1.0)
live_figure(
    curves(strength),
    key="chart",
    name="Curves",
    numbers=Call(pd.DataFrame, {"strength": [strength]}),
)
