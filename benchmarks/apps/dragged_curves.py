"""The same figure with a sweep of 61 strengths, and a number; another slider changes them all."""

import numpy as np
import pandas as pd
import streamlit as st

from benchmarks.apps.curves import curves, heights
from hetdp_core.calls import Call
from pages.shared.figure.live_figure import Frames, grid_with, live_figure

scale = st.slider("Scale", 0.5, 1.0, 1.0)
st.session_state.setdefault("strength", 1.0)
strengths, current = grid_with(np.linspace(0.5, 2.0, 61), st.session_state.strength)
st.metric("Number", f"{strengths[current]:.3f}")


def keep(strength: float) -> None:
    st.session_state.strength = strength


live_figure(
    curves(scale * strengths[current]),
    key="chart",
    name="Curves",
    numbers=Call(pd.DataFrame, {"strength": strengths}),
    frames=Frames(
        values=strengths,
        labels=[f"{strength:.3f}" for strength in strengths],
        control="Strength",
        current=current,
        traces={k: {"y": rows} for k, rows in enumerate(heights(scale * strengths[:, None]))},
    ),
    on_let_go=keep,
)
