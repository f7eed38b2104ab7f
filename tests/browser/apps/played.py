"""A page with a figure whose frames a button plays, and a button that runs the script again."""

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.figures.figure import Appearing, Figure, Frames
from pages.shared.figure.live_figure import live_figure

st.session_state.setdefault("runs", 0)
st.session_state.runs += 1
st.button("Run again")
st.markdown(f"runs {st.session_state.runs}")

COUNT = 10
PLACES = np.arange(1.0, COUNT + 1)
live_figure(
    Figure(
        [
            {"type": "scatter", "x": [1.0], "y": [1.0], "mode": "markers"},
            {"type": "scatter", "x": PLACES, "y": PLACES},
        ],
        {},
    ),
    key="played",
    name="Dots one by one",
    numbers=pd.DataFrame({"dot": np.arange(COUNT)}),
    frames=Frames(
        values=PLACES,
        labels=[f"{count} of {COUNT}" for count in range(1, COUNT + 1)],
        control="Dots seen",
        current=COUNT - 1,
        traces={0: {"x": PLACES[:, None]}, 1: {"y": Appearing(PLACES, np.arange(COUNT), COUNT)}},
        readouts={"This dot": [f"number {count}" for count in range(1, COUNT + 1)]},
        plays="Play them",
    ),
    height=300,
)
