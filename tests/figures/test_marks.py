"""The guess and the truth in a figure: where they stand, and that the legend names both."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.figures import marks
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks import Mark, Thing, with_choice, with_guess
from tests.plotlys import checked

CLOSE = 1e-9  # decades there and back, and additions of numbers below 1e4, round by less
NAMES = ["short", "long", "middle"]
BARS = {key: Thing("", key) for key in NAMES}
LINES = {"high": Thing("upper", 2.0), "low": Thing("lower", 2.0)}


def a_figure(low, high, *, log=False, ranged=True):
    """Two points on a linear or logarithmic axis, whose ends may be set."""
    axis: dict[str, object] = {"type": "log" if log else "linear"}
    if ranged:
        axis["range"] = [math.log10(low), math.log10(high)] if log else [low, high]
    trace = {"type": "scatter", "x": [low, high], "y": [low, high]}
    return Figure([trace], {"xaxis": {**axis}, "yaxis": {**axis}})


def some_bars():
    return Figure([{"type": "bar", "orientation": "h", "x": [1, 9, 4], "y": NAMES}], {})


def two_lines():
    return Figure(
        [
            {"type": "scatter", "name": name, "x": [1, 2, 3], "y": [level, 2 * level, level]}
            for name, level in (("upper", 50.0), ("lower", 5.0))
        ],
        {},
    )


def lines(figure):
    shapes = [shape for shape in checked(figure).layout.shapes if shape.name]
    return {shape.name.partition(":")[0]: shape for shape in shapes}


def symbols(figure):
    kinds = (marks.ANSWER, marks.THE_TRUTH, marks.BOTH)
    return {trace.name: trace for trace in checked(figure).data if trace.name in kinds}


def legend(figure):
    """What it says, trace by trace."""
    assert checked(figure).layout.showlegend
    return [trace.name for trace in checked(figure).data if trace.showlegend in (None, True)]


numbers = st.floats(1e-3, 1e3)


@given(
    letter=st.sampled_from("xy"),
    ranged=st.booleans(),
    log=st.booleans(),
    low=numbers,
    times=st.floats(1.1, 1e3),
    truth=numbers,
    guess=st.just(0.0) | numbers,
)
def test_both_marks_lie_within_the_axis_where_they_belong_or_say_that_they_do_not(
    letter, ranged, log, low, times, truth, guess
):
    figure = a_figure(low, low * times, log=log, ranged=ranged)
    before = repr(figure)
    marked = with_guess(figure, letter, Mark(truth, "this"), Mark(guess, "that"))
    assert repr(figure) == before  # another figure
    ends = checked(marked).layout[f"{letter}axis"].range
    for kind, at in ((marks.TRUTH, truth), (marks.GUESS, guess)):
        line = lines(marked)[kind]
        place = line[f"{letter}0"]
        assert place == line[f"{letter}1"]
        shown = math.log10(place) if log else place
        assert ends[0] - CLOSE <= shown <= ends[1] + CLOSE
        assert (place == pytest.approx(at, rel=1e-5, abs=1e-8)) != (marks.OFF in line.name)


def test_an_axis_grows_by_its_own_length_at_most_and_counts_as_before():
    figure = a_figure(40, 50)
    end, near, far = (with_guess(figure, "x", Mark(at, "")) for at in (50, 55, 70))
    assert checked(end).layout.xaxis.range == pytest.approx((40, 50.6))  # a triangle fits
    assert checked(near).layout.xaxis.range == pytest.approx((40, 55.6))
    assert checked(far).layout.xaxis.range == (40, 50)
    figure.layout["xaxis"]["range"] = [50, 40]
    assert checked(with_guess(figure, "x", Mark(55, ""))).layout.xaxis.range[0] > 55


def test_an_axis_without_ends_has_room_for_markers_and_whiskers_but_none_below_zero():
    figure = a_figure(0, 9, ranged=False)
    figure.data[0].update({"mode": "markers", "error_y": {"array": [0.0, 1.0]}})
    marked = checked(with_guess(with_guess(figure, "y", Mark(5, "")), "x", Mark(0, "")))
    assert marked.layout.yaxis.range[0] == 0 == marked.layout.xaxis.range[0]
    assert marked.layout.yaxis.range[1] > 10
    figure.data[0]["y"] = [-3, -1]
    assert checked(with_guess(figure, "y", Mark(-3, ""))).layout.yaxis.range[0] < -3


def test_the_triangle_above_an_axis_has_room_and_an_answer_without_a_place_no_legend():
    figure = a_figure(0, 9)
    across, up = (checked(with_guess(figure, where, Mark(5, ""))) for where in ("x", "y"))
    assert across.layout.margin.t >= 54
    assert up.layout.margin.t == checked(figure).layout.margin.t
    assert with_guess(figure, "", Mark(5, "five"), Mark(4, "four")) == figure


def test_a_line_stands_in_the_panel_of_its_axis_and_across_all_that_share_it():
    figure = a_figure(0, 9)
    figure.layout.update({"yaxis2": {"domain": [0.0, 0.2], "range": [0, 9]}})
    assert lines(with_guess(figure, "x", Mark(5, "")))[marks.TRUTH].yref == "y domain"
    assert lines(with_guess(figure, "y2", Mark(5, "")))[marks.TRUTH].xref == "paper"
    figure.layout["xaxis2"] = {"anchor": "y2"}
    assert lines(with_guess(figure, "y2", Mark(5, "")))[marks.TRUTH].xref == "x2 domain"


@pytest.mark.parametrize(("where", "out"), [("x", "yanchor"), ("y", "xanchor")])
def test_lines_lie_behind_the_data_and_a_triangle_outside_points_at_the_truth_alone(where, out):
    marked = checked(with_guess(a_figure(0, 9), where, Mark(5, ""), Mark(4, "")))
    truth, pointer, guess = marked.layout.shapes
    assert truth.layer == guess.layer == "below"
    assert (pointer[f"{where}anchor"], pointer[out]) == (5, 1)
    assert pointer.xsizemode == pointer.ysizemode == "pixel"


@pytest.mark.parametrize("where", ["x", "y", "dots"])
def test_marks_differ_by_dash_and_name_themselves(where):
    alone = lines(with_guess(a_figure(0, 9), where, Mark(5, "five")))
    assert set(alone) == {marks.TRUTH}
    both = lines(with_guess(a_figure(0, 9), where, Mark(5, "five"), Mark(4, "four")))
    assert both[marks.GUESS].line.dash != both[marks.TRUTH].line.dash
    assert all(one.showlegend for one in both.values())
    assert both[marks.GUESS].name == "your guess: <b>four</b>"
    assert both[marks.TRUTH].name == "answer: <b>five</b>"


@given(count=st.floats(0, 100))
def test_a_line_encloses_as_many_dots_as_it_counts(count):
    path = checked(with_guess(a_figure(0, 9), "dots", Mark(count, ""))).layout.shapes[-1].path
    _, below, end, above, _ = map(float, re.findall(r"-?[\d.]+(?:e-\d+)?", path))
    assert below - above == 1
    assert 10 * (below - 0.5) + end + 0.5 == pytest.approx(count, rel=1e-4, abs=1e-4)


def test_a_place_that_is_none_is_refused():
    with pytest.raises(InvalidInput, match="where must be one of x, y"):
        with_guess(a_figure(0, 9), "z", Mark(5, ""))


def test_points_stand_on_their_lines_and_right_of_all_bars():
    marked = symbols(with_choice(two_lines(), LINES, "low", "high"))
    found = {kind: (one.x[0], one.y[0]) for kind, one in marked.items()}
    assert found == {marks.ANSWER: (2.0, 100.0), marks.THE_TRUTH: (2.0, 10.0)}
    assert marked[marks.ANSWER].marker.symbol != marked[marks.THE_TRUTH].marker.symbol
    marked = symbols(with_choice(some_bars(), BARS, "short", "long"))
    found = {kind: (one.x[0], one.y[0]) for kind, one in marked.items()}
    assert found == {
        marks.ANSWER: (pytest.approx(1.35 * 9), "long"),
        marks.THE_TRUTH: (pytest.approx(1.35 * 9), "short"),
    }


def test_whoever_is_right_sees_one_mark_and_whoever_chose_nothing_the_right_one():
    assert set(symbols(with_choice(two_lines(), LINES, "low", "low"))) == {marks.BOTH}
    assert set(symbols(with_choice(two_lines(), LINES, "high"))) == {marks.THE_TRUTH}


def test_a_legend_for_the_marks_names_nothing_else_where_there_was_none():
    bars = with_choice(some_bars(), BARS, "short", "long")
    assert legend(bars) == [marks.THE_TRUTH, marks.ANSWER]
    assert legend(with_choice(two_lines(), LINES, "low")) == ["upper", "lower", marks.THE_TRUTH]


def test_an_option_that_the_figure_does_not_show_is_not_marked():
    marked = with_choice(two_lines(), LINES, "low", "no real difference")
    assert set(symbols(marked)) == {marks.THE_TRUTH}
    assert repr(with_choice(two_lines(), {}, "low", "high")) == repr(two_lines())


@pytest.mark.parametrize("thing", [Thing("", "a bar"), Thing("a line", 2.0)])
def test_what_is_not_in_the_figure_cannot_be_pointed_at(thing):
    with pytest.raises(InvalidInput, match="in the figure"):
        with_choice(two_lines(), {"one": thing}, "one")
