"""The chosen option and the right one in a figure: where they stand, and what is not marked."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks import ANSWER, THE_TRUTH, Thing, with_choice
from tests.plotlys import checked

BOTH = f"{ANSWER} = {THE_TRUTH}"
NAMES = ["short", "long", "middle"]
BARS = {key: Thing("", key) for key in NAMES}
LINES = {"high": Thing("upper", 2.0), "low": Thing("lower", 2.0)}
WAYS = {key: Thing("lower", 2.0, key) for key in ("up", "down", "level")}


def some_bars():
    bars = {"type": "bar", "orientation": "h", "x": [1, 9, 4], "y": NAMES}
    return Figure([bars], {})


def two_lines(log=False):
    traces = [
        {"type": "scatter", "name": name, "x": [1, 2, 3], "y": [level, 2 * level, level]}
        for name, level in (("upper", 50.0), ("lower", 5.0))
    ]
    kind = "log" if log else "linear"
    return Figure(traces, {"yaxis": {"type": kind}})


def marks(figure):
    return {one.name: one for one in checked(figure).data if one.name in (ANSWER, THE_TRUTH, BOTH)}


def notes(figure):
    return {
        one.text.removeprefix("<b>").removesuffix("</b>"): one
        for one in checked(figure).layout.annotations
    }


@given(truth=st.sampled_from(NAMES), chosen=st.sampled_from(["", *NAMES]))
def test_bars_are_named_once_each_and_no_other_name_changes(truth, chosen):
    figure = some_bars()
    before = repr(figure)
    marked = with_choice(figure, BARS, truth, chosen)
    assert repr(figure) == before
    assert checked(marked).data == checked(figure).data  # no new series, and so no legend
    said = dict(
        zip(
            checked(marked).layout.yaxis.tickvals,
            checked(marked).layout.yaxis.ticktext,
            strict=True,
        )
    )
    assert list(said) == NAMES
    for name in NAMES:
        expected = BOTH if name == truth == chosen else THE_TRUTH if name == truth else ANSWER
        if name in (truth, chosen):
            assert said[name].startswith(f"{name}<br>")
            assert said[name].endswith(f" {expected}</b>")
        else:
            assert said[name] == name


@pytest.mark.parametrize("log", [False, True])
def test_points_stand_on_their_lines_and_the_labels_point_away_from_each_other(log):
    marked = with_choice(two_lines(log), LINES, "low", "high")
    found = {name: (one.x[0], one.y[0]) for name, one in marks(marked).items()}
    assert found == {ANSWER: (2.0, 100.0), THE_TRUTH: (2.0, 10.0)}
    assert (notes(marked)[ANSWER].yanchor, notes(marked)[THE_TRUTH].yanchor) == ("bottom", "top")
    assert notes(marked)[ANSWER].y == (2.0 if log else 100.0)  # plotly has notes in decades
    assert marks(marked)[ANSWER].marker.symbol != marks(marked)[THE_TRUTH].marker.symbol


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize(("truth", "chosen"), [("up", "down"), ("down", "level"), ("level", "up")])
def test_a_way_is_an_arrow_from_its_line_with_room_within_the_axis(log, truth, chosen):
    marked = with_choice(two_lines(log), WAYS, truth, chosen)
    signs = {"up": (0, -1), "down": (0, 1), "level": (1, 0)}  # pixels count downwards
    for name, way in ((THE_TRUTH, truth), (ANSWER, chosen)):
        note = notes(marked)[name]
        assert (note.x, note.y) == (2.0, 1.0 if log else 10.0)
        assert (
            math.copysign(1, note.ax) * bool(note.ax),
            math.copysign(1, note.ay) * bool(note.ay),
        ) == signs[way]
    low, high = checked(marked).layout.yaxis.range
    place = 1.0 if log else 10.0
    assert ("down" not in (truth, chosen)) or place - low >= 0.2 * (high - low)
    assert ("up" not in (truth, chosen)) or high - place >= 0.2 * (high - low)


def test_whoever_is_right_sees_one_mark_for_both():
    marked = with_choice(two_lines(), LINES, "low", "low")
    assert set(marks(marked)) == set(notes(marked)) == {BOTH}
    assert set(notes(with_choice(two_lines(), WAYS, "up", "up"))) == {BOTH}


def test_nothing_is_a_guess_until_somebody_chose():
    assert set(marks(with_choice(two_lines(), LINES, "low"))) == {THE_TRUTH}
    assert set(notes(with_choice(two_lines(), WAYS, "up"))) == {THE_TRUTH}


def test_an_option_that_the_figure_does_not_show_is_not_marked():
    marked = with_choice(two_lines(), LINES, "low", "no real difference")
    assert set(marks(marked)) == {THE_TRUTH}
    assert repr(with_choice(two_lines(), {}, "low", "high")) == repr(two_lines())


@pytest.mark.parametrize(
    "thing", [Thing("", "a bar"), Thing("a line", 2.0), Thing("a line", 2.0, "up")]
)
def test_what_is_not_in_the_figure_cannot_be_pointed_at(thing):
    with pytest.raises(InvalidInput, match="in the figure"):
        with_choice(two_lines(), {"one": thing}, "one")
