"""A page with a figure on the first screen and one far below."""

import pandas as pd
import streamlit as st

from hetdp_core.figures.figure import Figure
from pages.shared.figure.live_figure import live_figure


def bars(name: str) -> None:
    live_figure(
        Figure([{"type": "bar", "x": ["a", "b"], "y": [1.0, 2.0]}], {}),
        key=name.lower(),
        name=name,
        numbers=pd.DataFrame({"name": ["a", "b"], "error": [1.0, 2.0]}),
        height=300,
    )


above, below = st.container(), st.container()
with below:
    st.container(height=3000, border=False)
    bars("Below")
with above:
    bars("Above")
