"""Two figures on the same axes."""

import numpy as np
import plotly.graph_objects as go
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.figures.compare import frames_on_axes, on_same_axes
from hetdp_core.figures.frames import Frames

NUMBERS = st.floats(-1e6, 1e6)
RANGES = st.tuples(NUMBERS, NUMBERS)


def figure(**axes):
    return go.Figure(layout=axes)


@given(RANGES, RANGES)
def test_both_show_all_that_either_shows(first, second):
    one, two = on_same_axes(figure(yaxis={"range": first}), figure(yaxis={"range": second}))
    assert one.layout.yaxis.range == two.layout.yaxis.range
    shown = sorted(one.layout.yaxis.range)
    assert shown == [min(*first, *second), max(*first, *second)]


def test_a_reversed_axis_stays_reversed():
    one, two = on_same_axes(figure(xaxis={"range": [5, 1]}), figure(xaxis={"range": [9, 2]}))
    assert one.layout.xaxis.range == two.layout.xaxis.range == (9, 1)


def test_axes_that_follow_their_data_are_left_alone():
    one, two = on_same_axes(figure(xaxis={"range": [0, 1]}), figure(xaxis={"title": "x"}))
    assert one.layout.xaxis.range == (0, 1)
    assert two.layout.xaxis.range is None


def test_axes_of_different_types_are_left_alone():
    logarithmic = figure(yaxis={"range": [0, 1], "type": "log"})
    one, two = on_same_axes(logarithmic, figure(yaxis={"range": [0, 9]}))
    assert one.layout.yaxis.range == (0, 1)
    assert two.layout.yaxis.range == (0, 9)


def test_the_figures_given_stay_as_they_are():
    first, second = figure(yaxis2={"range": [0, 1]}), figure(yaxis2={"range": [0, 2]})
    on_same_axes(first, second)
    assert first.layout.yaxis2.range == (0, 1)
    assert second.layout.yaxis2.range == (0, 2)


def test_an_axis_that_moves_with_the_frames_is_the_shared_one_at_rest():
    tops = [2.0, 5.0, 10.0]
    frames = Frames(
        np.arange(3.0),
        ["1", "2", "3"],
        "size",
        current=1,
        layout={"yaxis.range": [[0.0, top] for top in tops], "title.text": ["a", "b", "c"]},
    )
    ours, other = figure(yaxis={"range": [0.0, 5.0]}), figure(yaxis={"range": [0.0, 7.0]})
    shared, _ = on_same_axes(ours, other)
    wide = frames_on_axes(shared, frames).layout
    assert wide["yaxis.range"][frames.current] == shared.layout.yaxis.range
    assert wide["yaxis.range"] == [(0.0, 7.0), (0.0, 7.0), (0.0, 10.0)]
    assert wide["title.text"] == ["a", "b", "c"]
