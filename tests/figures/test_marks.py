"""The guess and the truth in a figure: where they stand, and that both can be seen."""

import math
import re
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.axes import LABEL, PLOT
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks import GUESS, OFF, PLACES, TRUTH, Mark, Scale, with_guess
from tests.plotlys import checked

SCALE = Scale(0.0, 100.0)
TEXT = 22
"""Pixels up and down of a label's own text and border."""

CLOSE = 1e-9  # decades there and back, and additions of numbers below 1e4, round by less


def a_figure(low, high, *, log=False, ranged=True):
    """Two points on a linear or logarithmic axis, whose ends may be set."""
    axis: dict[str, object] = {"type": "log" if log else "linear"}
    if ranged:
        axis["range"] = [math.log10(low), math.log10(high)] if log else [low, high]
    trace = {"type": "scatter", "x": [low, high], "y": [low, high]}
    return Figure([trace], {"xaxis": {**axis}, "yaxis": {**axis}})


def traces(figure):
    return {trace.name: trace for trace in checked(figure).data if trace.name in (GUESS, TRUTH)}


def labels(figure):
    plain = (re.sub("<[^>]*>", "", note.text) for note in checked(figure).layout.annotations)
    return dict(
        zip((text.split(":")[0] for text in plain), checked(figure).layout.annotations, strict=True)
    )


numbers = st.floats(1e-3, 1e3)


@settings(max_examples=20)
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
    marked = with_guess(figure, letter, SCALE, Mark(truth, "this"), Mark(guess, "that"))
    assert repr(figure) == before  # another figure
    ends = checked(marked).layout[f"{letter}axis"].range
    for name, at in ((TRUTH, truth), (GUESS, guess)):
        (place,) = set(traces(marked)[name][letter])
        shown = math.log10(place) if log else place
        assert ends[0] - CLOSE <= shown <= ends[1] + CLOSE
        assert (place == pytest.approx(at, rel=1e-9, abs=CLOSE)) != (
            OFF in labels(marked)[name].text
        )
        assert labels(marked)[name][letter] == shown or log or letter == "y"


@settings(max_examples=30)
@given(truth=st.floats(0, 100), guess=st.floats(0, 100))
def test_an_axis_at_most_triples_and_keeps_all_that_it_showed(truth, guess):
    marked = with_guess(a_figure(40, 50), "x", SCALE, Mark(truth, ""), Mark(guess, ""))
    low, high = checked(marked).layout.xaxis.range
    assert low <= 40
    assert high >= 50
    assert high - low <= 3 * 10 * 1.06 + CLOSE  # one length at each end, and some room


def extent(marked, name, panel):
    """From where to where a label reaches, in pixels above the lower end of its panel."""
    low, high = checked(marked).layout.yaxis.range
    note = labels(marked)[name]
    level = panel * (note.y - low) / (high - low) + note.yshift
    return (level, level + TEXT) if note.yanchor == "bottom" else (level - TEXT, level)


@settings(max_examples=30)
@given(
    truth=st.floats(0, 100),
    guess=st.floats(0, 100),
    share=st.floats(0.2, 1.0),
)
def test_labels_of_two_levels_never_meet_not_even_in_a_short_panel_on_a_phone(truth, guess, share):
    figure = a_figure(0, 100)
    figure.layout["yaxis"]["domain"] = [0, share]
    marked = with_guess(figure, "y", SCALE, Mark(truth, ""), Mark(guess, ""))
    panel = PLOT * share
    assume(truth != guess)  # one mark stands for both
    lower, upper = sorted(extent(marked, name, panel) for name in (TRUTH, GUESS))
    assert lower[1] <= upper[0] + CLOSE
    if panel >= 6 * LABEL:  # then one of the ways always keeps both inside
        assert lower[0] >= -CLOSE
        assert upper[1] <= panel + CLOSE


@given(truth=st.floats(0, 100), guess=st.floats(0, 100), share=st.floats(0.2, 1.0))
def test_a_label_stands_at_its_own_level_wherever_both_have_room_there(truth, guess, share):
    figure = a_figure(0, 100)
    figure.layout["yaxis"]["domain"] = [0, share]
    marked = with_guess(figure, "y", SCALE, Mark(truth, ""), Mark(guess, ""))
    assume(truth != guess)
    panel = PLOT * share
    ends = checked(marked).layout.yaxis.range
    at = {name: next(iter(traces(marked)[name].y)) for name in (TRUTH, GUESS)}
    low, high = sorted(panel * (one - ends[0]) / (ends[1] - ends[0]) for one in at.values())
    tall = LABEL + 8  # with some room, so that rounding decides nothing

    def have_room(below_low, below_high):
        lower = low - tall if below_low else low
        upper = high - tall if below_high else high
        return lower >= 0 and upper + tall <= panel and upper >= lower + tall

    assume(any(have_room(*way) for way in product((True, False), repeat=2)))
    for name, level in at.items():
        assert labels(marked)[name].y == level


def test_a_line_up_stands_in_the_taller_of_two_panels():
    figure = a_figure(0, 9)
    figure.data.append({"type": "scatter", "x": [0, 9], "y": [1, 2], "yaxis": "y2"})
    domains = {"yaxis": {"domain": [0.4, 1.0]}, "yaxis2": {"domain": [0.0, 0.2]}}
    figure.layout.update({"xaxis": {"anchor": "y2"}, **domains})
    marked = with_guess(figure, "x", SCALE, Mark(5, ""), Mark(4, ""))
    assert {note.yref for note in checked(marked).layout.annotations} == {"y domain"}


def test_an_axis_that_counts_downwards_still_does():
    figure = a_figure(0, 10)
    figure.layout["xaxis"]["range"] = [10, 0]
    marked = with_guess(figure, "x", SCALE, Mark(5, ""), Mark(12, ""))
    assert checked(marked).layout.xaxis.range[0] > 12
    assert checked(marked).layout.xaxis.range[1] == 0


def test_without_a_guess_only_the_truth_is_marked():
    for where in ("x", "y", "diagonal", "dots", "strip"):
        assert set(traces(with_guess(a_figure(0, 9), where, SCALE, Mark(5, "5")))) == {TRUTH}


def test_marks_differ_by_dash_and_symbol_and_name_themselves():
    marked = with_guess(a_figure(0, 9), "x", SCALE, Mark(5, "five"), Mark(4, "four"))
    guess, truth = traces(marked)[GUESS], traces(marked)[TRUTH]
    assert guess.line.dash != truth.line.dash
    assert guess.marker.symbol != truth.marker.symbol
    assert labels(marked)[GUESS].text == "your guess: <b>four</b>"
    assert labels(marked)[TRUTH].text == "truth: <b>five</b>"


@pytest.mark.parametrize("log", [True, False])
def test_a_strip_has_the_scale_of_the_question_and_leaves_room_for_the_figure(log):
    scale = Scale(1.0, 100.0, log)
    marked = with_guess(a_figure(0, 9), "strip", scale, Mark(10, ""), Mark(100, ""))
    guess, truth = traces(marked)[GUESS], traces(marked)[TRUTH]
    strip = checked(marked).layout[f"xaxis{guess.xaxis[1:]}"]
    assert list(strip.range) == ([0, 2] if log else [1, 100])
    assert (set(truth.x), set(guess.x)) == ({10}, {100})
    below = checked(marked).layout[f"yaxis{guess.yaxis[1:]}"].domain
    assert below[1] < checked(marked).layout.yaxis.domain[0]


@settings(max_examples=30)
@given(count=st.floats(0, 100))
def test_stairs_enclose_as_many_dots_as_they_count(count):
    figure = with_guess(a_figure(0, 9), "dots", SCALE, Mark(count, ""))
    path = next(trace for trace in checked(figure).data if trace.name == TRUTH)
    end, row = path.x[1] + 0.5, path.y[0] - 0.5
    assert 10 * row + end == pytest.approx(count, abs=CLOSE)


def test_a_place_that_is_none_is_refused():
    with pytest.raises(InvalidInput, match="where must be one of x, y"):
        with_guess(a_figure(0, 9), "z", SCALE, Mark(5, ""))
    assert "z" not in PLACES
