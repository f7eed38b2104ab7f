"""Two pages, one with a figure: for addresses, and for leaving a page and coming back."""

import pandas as pd
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures.figure import Figure
from pages.shared.figure.live_figure import live_figure


def with_figure() -> None:
    figure = Figure([{"type": "scatter", "x": [1, 2, 3], "y": [2, 1, 3]}], {})
    numbers = Call(pd.DataFrame, {"x": [1], "y": [2]})
    live_figure(figure, key="line", name="A line", numbers=numbers)


def without_figure() -> None:
    st.markdown("nothing to see")


first = st.Page(without_figure, title="Words", url_path="words", default=True)
second = st.Page(with_figure, title="Figure", url_path="with_figure")
# Our settings hide a menu in the sidebar; one at the top they leave alone.
st.navigation([first, second], position="top").run()
