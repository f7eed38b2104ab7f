"""A page with a figure that is dragged (two panels, five curves each) and one that is not."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from plotly.subplots import make_subplots

from hetdp_core.calls import Call
from hetdp_core.figures.figure import Figure
from pages.shared.figure.live_figure import Frames, grid_with, live_figure

COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00"]
X = np.logspace(-2, 1, 200)

st.session_state.setdefault("runs", 0)
st.session_state.runs += 1
st.session_state.setdefault("releases", 0)


def release(value: float) -> None:
    st.session_state.releases += 1
    st.session_state["epsilon"] = value


def curve(strength: float, level: float, power: int) -> np.ndarray:
    return strength / (1 + (level * X) ** power)


st.session_state.setdefault("strength", 1.0)


def make_stronger() -> None:
    st.session_state.strength = 2.0


strength = st.slider("Strength", 0.5, 2.0, key="strength")
st.button("Run again")
st.button("Stronger", on_click=make_stronger)
st.session_state.setdefault("epsilon", 1.0)
epsilon = st.number_input("Exact ε", 0.01, 10.0, format="%.4f", key="epsilon", bind="query-params")
st.markdown(f"runs {st.session_state.runs}, releases {st.session_state.releases}")
st.markdown(f"epsilon is {epsilon:.4f}")

levels, current = grid_with(np.logspace(-2, 1, 61), epsilon)
figure = make_subplots(
    rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.08, subplot_titles=("Error", "Share")
)
figure.update_layout(template="plotly_white", legend={"orientation": "h", "y": 1.12})
figure.update_xaxes(type="log", range=[-2, 1])
figure.update_xaxes(title="privacy level ε", row=2, col=1)
figure.update_yaxes(range=[0, 2.05])
traces = {}
for panel in (1, 2):
    for number, colour in enumerate(COLOURS):
        trace = len(figure.data)
        rows = np.stack([curve(strength, level, number + panel) for level in levels])
        traces[trace] = {"y": rows}
        figure.add_trace(
            go.Scatter(
                x=X,
                y=rows[current],
                name=f"method {number + 1}",
                legendgroup=str(number),
                showlegend=panel == 1,
                line={"color": colour, "width": 3},
                fill="tonexty" if number == 1 else None,
            ),
            row=panel,
            col=1,
        )
figure.add_trace(go.Scatter(x=[epsilon], y=[0.5], mode="markers+text", text=["now"]), row=1, col=1)
traces[len(figure.data) - 1] = {"x": levels[:, None]}
figure.add_vline(x=1.0, line={"dash": "dot", "color": "var(--st-text-color)"})

numbers = Call(
    pd.DataFrame,
    {
        "x": X[::20].tolist(),
        **{f"method {k + 1}": traces[k]["y"][current][::20].tolist() for k in range(5)},
    },
)
live_figure(
    Figure(**figure.to_plotly_json()),
    key="sweep",
    name="Error and share against the privacy level",
    numbers=numbers,
    frames=Frames(
        values=levels,
        labels=[f"ε = {level:.3g}" for level in levels],
        control="Privacy level",
        current=current,
        ends=("more private", "more accurate"),
        traces=traces,
        layout={f"shapes.{k}.{end}": levels.tolist() for k in (0, 1) for end in ("x0", "x1")},
        readouts={
            "Worst-case error": [f"±{strength / (1 + level):.3f}" for level in levels],
            "Level": [f"{level:.3g}" for level in levels],
        },
    ),
    on_let_go=release,
)

bars = go.Figure(go.Bar(x=["a", "b", "c"], y=[strength, 2 * strength, epsilon]))
bars.update_layout(template="plotly_white", yaxis_title="error")
heights = Call(pd.DataFrame, {"name": ["a", "b", "c"], "error": [strength, 2 * strength, epsilon]})
live_figure(
    Figure(**bars.to_plotly_json()), key="bars", name="Three bars", numbers=heights, height=300
)
