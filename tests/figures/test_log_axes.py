"""Logarithmic axes of zeros, of one value, of none, of infinities: each figure can be read."""

import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.figures import overview, theme
from hetdp_core.figures.compare import on_same_axes, overlaid
from hetdp_core.figures.log_axes import finished, has_zero
from hetdp_core.figures.ridge import hero, losses
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import RidgeScenario, loss_sweep
from tests.plotlys import checked

CLOSE = 1e-9  # there and back in decades
LINE = {"type": "scatter", "mode": "lines", "name": "a line", "hovertemplate": "at %{x}: %{y:.3g}"}
HARD = (0.0, -0.0, -1.0, 5e-324, 1e-310, 1e308, math.inf, -math.inf, math.nan, None, 1.0, 1e-9)
ENDS = st.none() | st.lists(
    st.sampled_from([-math.inf, math.inf, math.nan, -2.0, 0.0, 3.0]), min_size=2, max_size=2
)


def drawn(heights, span=None, **axis):
    """A figure of one line, y on a logarithmic axis."""
    trace = {**LINE, "x": [*range(len(heights))], "y": heights}
    ends = axis if span is None else {"range": span}
    return theme.figure([trace], {"xaxis": {}, "yaxis": theme.logarithmic("y", **ends)})


def problem(label, rows=40):
    """Records with one feature, all of the same label; the middle of its range is 0."""
    spread = np.linspace(-1.0, 1.0, rows)[:, None] / 2.0
    same = np.full(rows, label)
    return RidgeProblem(spread, same, spread[:9], same[:9])


@given(st.lists(st.sampled_from(HARD) | st.floats(), max_size=6), ENDS)
def test_whatever_is_on_it_an_axis_has_finite_ends_and_each_zero_is_seen(heights, span):
    figure = drawn(heights, span)
    axis = checked(figure).layout.yaxis
    if axis.range is not None:
        low, high = axis.range
        assert -math.inf < low < high < math.inf
        assert all(math.isfinite(tick) for tick in axis.tickvals or ())
    shown = np.array([*checked(figure).data[0].y], dtype=float)
    for before, after in zip(heights, shown, strict=True):
        if before is not None and before <= 0:
            place = np.log10(after) if axis.type == "log" else after
            assert axis.type == "linear" or axis.range[0] < place < axis.range[1]


@pytest.mark.parametrize("heights", [[0.0, 0.0], [0.0], [], [math.nan], [math.inf, None]])
def test_without_a_positive_number_an_axis_is_linear_and_names_0_alone_if_it_is_there(heights):
    axis = checked(drawn(heights)).layout.yaxis
    assert (axis.type, axis.range) == ("linear", (0.0, 1.0))
    assert [*axis.tickvals, *(axis.ticktext or ())] == [0.0, "0"] * (0.0 in heights)


@pytest.mark.parametrize("heights", [[1.0, 2.0], [0.013, 40.0, math.inf], [5.0, 1e9, math.nan]])
def test_the_ends_of_an_axis_with_ticks_enough_are_left_to_plotly(heights):
    axis = checked(drawn(heights)).layout.yaxis
    assert (axis.type, axis.range) == ("log", None)
    assert 2 <= len(axis.tickvals) <= 9


@pytest.mark.parametrize("heights", [[2.0], [3.1, 3.3], [1e-3, math.inf], [5.0, math.nan], [1e308]])
def test_an_axis_too_short_for_two_ticks_grows_to_those_around(heights):
    axis = checked(drawn(heights)).layout.yaxis
    low, high = axis.range
    assert low < math.log10(heights[0]) < high
    assert all(low - CLOSE <= math.log10(tick) <= high + CLOSE for tick in axis.tickvals)


SIZES = st.floats(-12, 12), st.floats(0.01, 20), st.integers(3, 9)


@example(2.09, 2.7, 8)
@given(*SIZES)
def test_ticks_are_at_1_2_5_or_at_powers_alone_enough_to_read_and_with_room(low, size, most):
    figure = drawn([10.0**low, 10.0 ** (low + size)], nticks=most)
    axis = checked(figure).layout.yaxis
    leads = {f"{tick:.6e}"[:8] for tick in axis.tickvals}
    assert leads <= {"1.000000", "2.000000", "5.000000"}
    assert 2 <= len(axis.tickvals) <= max(most, 4) + 2
    drawn_in = [low - CLOSE <= math.log10(tick) <= low + size + CLOSE for tick in axis.tickvals]
    assert sum(drawn_in) >= 2 or size < 2
    assert len(set(axis.ticktext)) == len(axis.ticktext)
    plain = re.compile(r"(0|[1-9]\d{0,2}(,\d{3})?)(\.\d+)?$|(. × )?10⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+$")
    assert all(map(plain.match, axis.ticktext))


def test_a_zero_among_others_stands_at_the_lower_end_named_0_and_the_pointer_says_0():
    figure = drawn([0.0, 0.01, 1.0])
    axis, (first, *others) = checked(figure).layout.yaxis, checked(figure).data[0].y
    assert others == [0.01, 1.0]
    assert (axis.tickvals[0], axis.ticktext[0]) == (first, "0")
    assert first < 0.01
    assert axis.ticktext[1:] == ("0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1")
    templates = (*checked(figure).data[0].hovertemplate,)
    assert templates == ("at %{x}: 0", *["at %{x}: %{y:.3g}"] * 2)


def test_zeros_stand_at_the_same_place_in_every_frame():
    moving: dict[str, Any] = {**LINE, "moves": {"y": np.array([[0.0], [1.0]])}}
    (trace,), axes = finished([moving], {"yaxis": theme.logarithmic("y")})
    assert trace["moves"]["y"].tolist() == [[axes["yaxis"]["tickvals"][0]], [1.0]]
    assert moving["moves"]["y"].tolist() == [[0.0], [1.0]]


def test_figures_whose_zeros_stand_at_different_heights_are_not_laid_over_each_other():
    one, two, same = drawn([0.0, 1.0]), drawn([0.0, 0.01]), drawn([0.0, 1.0])
    assert has_zero(one.layout["yaxis"])
    assert overlaid(one, two) is None
    assert overlaid(one, same) is not None
    ends = [figure.layout["yaxis"]["range"] for figure in on_same_axes(one, two)]
    assert ends == [one.layout["yaxis"]["range"], two.layout["yaxis"]["range"]]


@pytest.mark.parametrize("epsilon", [1.0, math.inf])
@pytest.mark.parametrize("label", [0.0, 0.2])
def test_ridge_and_its_card_are_drawn_where_every_label_is_the_same(label, epsilon):
    found = problem(label)
    sweep = loss_sweep(found, np.full(40, epsilon), RidgeScenario())
    prepared = Prepared(found, ("x",), None)
    figure, frames = hero.loss_against_lambda(sweep, prepared, 1.0)
    card = overview.regression_error(sweep, prepared)
    for one in (figure, card, losses.spread_against_lambda(sweep)):
        for axis in (checked(one).layout.xaxis, checked(one).layout.yaxis):
            assert axis.range is None or all(map(math.isfinite, axis.range))
    zeros = [np.asarray(paths["y"]) <= 0 for paths in frames.traces.values()]
    assert not np.any(zeros) or checked(figure).layout.yaxis.type == "linear"
    assert (checked(figure).layout.yaxis.type == "linear") == (label == 0.0 and epsilon == math.inf)
    places = [note.y for note in checked(figure).layout.annotations]
    low, high = checked(figure).layout.yaxis.range
    assert all(low <= place <= high for place in places)
