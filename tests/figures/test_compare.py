"""Two figures on the same axes, one over the other, and what changed between them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.figures import theme
from hetdp_core.figures.compare import changes, frames_on_axes, on_same_axes, overlaid
from hetdp_core.figures.figure import Figure, Frames
from tests.plotlys import checked

NUMBERS = st.floats(-1e6, 1e6)
RANGES = st.tuples(NUMBERS, NUMBERS)


def figure(**axes):
    return Figure([], axes)


@given(RANGES, RANGES)
def test_both_show_all_that_either_shows(first, second):
    one, two = on_same_axes(figure(yaxis={"range": first}), figure(yaxis={"range": second}))
    assert one.layout == two.layout
    shown = sorted(one.layout["yaxis"]["range"])
    assert shown == [min(*first, *second), max(*first, *second)]


def test_a_reversed_axis_stays_reversed():
    one, two = on_same_axes(figure(xaxis={"range": [5, 1]}), figure(xaxis={"range": [9, 2]}))
    assert one.layout["xaxis"] == two.layout["xaxis"] == {"range": (9, 1)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"range": [0, 1]}, {}),
        ({"range": [0, 1], "type": "log"}, {"range": [0, 9]}),
        ({"range": [0, 1], "title": "mmHg"}, {"range": [0, 9], "title": "US$/year"}),
    ],
)
def test_axes_that_follow_their_data_or_are_of_another_type_or_unit_are_left_alone(first, second):
    one, two = on_same_axes(figure(xaxis=first), figure(xaxis=second))
    assert (one.layout["xaxis"], two.layout["xaxis"]) == (first, second)


def test_the_figures_given_stay_as_they_are():
    given = [figure(yaxis2={"range": [0, top]}) for top in (1, 2)]
    on_same_axes(*given)
    assert [one.layout["yaxis2"]["range"] for one in given] == [[0, 1], [0, 2]]


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
    assert wide["yaxis.range"][frames.current] == shared.layout["yaxis"]["range"]
    assert wide["yaxis.range"] == [(0.0, 7.0), (0.0, 7.0), (0.0, 10.0)]
    assert wide["title.text"] == ["a", "b", "c"]


def line(y, **trace):
    return {"type": "scatter", "mode": "lines", "y": y, "name": "error", **trace}


def test_curves_of_the_first_lie_grey_behind_the_second():
    ours = Figure([line([1, 2]), line([3, 4], name="loss")], {})
    below = {"type": "bar", "y": [7], "name": "b", "xaxis": "x2", "yaxis": "y2"}
    figure = overlaid(Figure([below, line([5, 6])], {}), ours)
    assert figure is not None
    assert figure.data[:2] == ours.data
    *_, last = checked(figure).data
    assert (last.name, *last.y, last.zorder, last.line.color) == ("A: error", 5, 6, -1, theme.GREY)
    assert figure.data[2]["name"] == "A, pinned"


def test_bands_words_and_curves_that_are_off_are_not_drawn_again():
    hidden = (
        {"line": {"width": 0}},
        {"mode": "text", "text": ["a", "b"]},
        {"visible": "legendonly"},
    )
    first = Figure([line([1, 2], **one) for one in hidden], {})
    figure = overlaid(first, Figure([line([1, 2])], {}))
    assert figure is not None
    assert len(figure.data) == 2  # the line itself, and the name of A


@pytest.mark.parametrize(
    "other",
    [
        Figure([{"type": "bar", "y": [1, 2]}], {}),
        Figure([line([1, 2])], {"yaxis": {"title": {"text": "Another error"}}}),
        Figure([line([1, 2])], {"yaxis": {"type": "log"}}),
    ],
)
def test_bars_and_other_axes_are_not_laid_over_each_other(other):
    ours = Figure([line([1, 2])], {"yaxis": {"title": {"text": "Error"}}})
    assert overlaid(other, ours) is None
    assert overlaid(ours, other) is None


def with_readouts(current, **readouts):
    return Frames(np.arange(2.0), ["1", "2"], "size", current, readouts=readouts)


def test_changes_are_told_of_key_numbers_that_both_have_at_their_present_frames():
    first = with_readouts(0, error=["± 4.74 % of range", ""], only=["1", "2"], slow=["…", "…"])
    second = with_readouts(1, error=["", "± 5.3 % of range"], slow=["1", "2"])
    assert changes(first, second) == [("error", "± 4.74 → 5.3 % of range, + 0.56 points")]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("0.01", "5", "0.01 → 5, 500 times as much"),
        ("0.5", "0.25", "0.5 → 0.25, − 50 %"),
        ("1,000", "1,001", "1,000 → 1,001"),
        ("0 %", "3 %", "0 → 3 %, + 3 points"),
        ("≥ 120", "≥ 140", "≥ 120 → 140"),
        ("≥ 120", "140", "≥ 120 → 140"),
        ("0.3", "not reached", "0.3 → not reached"),
        ("1 of 2", "2 of 2", "1 of 2 → 2 of 2"),
    ],
)
def test_a_change_is_told_in_percent_or_points_only_where_there_is_one(before, after, told):
    changed = changes(with_readouts(0, n=[before, ""]), with_readouts(0, n=[after, ""]))
    assert changed == [("n", told)]
