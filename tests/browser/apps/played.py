"""A page with a figure whose frames a button plays, and a button that runs the script again."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from hetdp_core.figures.frames import Frames
from pages.shared.figure.live_figure import live_figure

st.session_state.setdefault("runs", 0)
st.session_state.runs += 1
st.button("Run again")
st.markdown(f"runs {st.session_state.runs}")

COUNT = 10
live_figure(
    go.Figure(go.Scatter(x=[1.0], y=[1.0], mode="markers")),
    key="played",
    name="Dots one by one",
    numbers=pd.DataFrame({"dot": np.arange(COUNT)}),
    frames=Frames(
        values=np.arange(1.0, COUNT + 1),
        labels=[f"{count} of {COUNT}" for count in range(1, COUNT + 1)],
        control="Dots seen",
        current=COUNT - 1,
        traces={0: {"x": np.arange(1.0, COUNT + 1)[:, None]}},
        readouts={"This dot": [f"number {count}" for count in range(1, COUNT + 1)]},
        plays="Play them",
    ),
    height=300,
)
