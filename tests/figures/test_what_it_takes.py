"""The figure of what it takes: a line at the target, a mark at the answer, the rest shaded."""

import numpy as np
import pytest

from hetdp_core.figures.what_it_takes import table, target
from hetdp_core.target_search import Steps, solve
from tests.plotlys import checked


def drawn(answer):
    figure = target(answer, "Users", "Error, %", "12 users", "± 1 %", "out of reach: ± 0.5 %")
    return figure, {trace.name: trace for trace in checked(figure).data}


def error(users):
    return 50.0 / users**0.5


def test_an_answer_is_marked_where_the_curve_reaches_the_target():
    answer = solve(error, Steps(1, 1_000_000), 1.0, 1000.0)
    figure, traces = drawn(answer)
    assert list(traces["target: ± 1 %"].y) == [1.0, 1.0]
    assert (traces["what it takes"].x, traces["what it takes"].y) == ((2500.0,), (1.0,))
    assert (traces["now"].x, traces["now"].y) == ((1000.0,), (error(1000),))
    assert not checked(figure).layout.shapes  # the end of the range is far outside of the figure


@pytest.mark.parametrize("upwards", [False, True])
def test_what_is_out_of_reach_is_shaded_and_named(upwards):
    measure = (lambda users: -error(users) + 60) if upwards else error
    wanted = 100.0 if upwards else 0.1
    answer = solve(measure, Steps(1, 10_000), wanted, 50.0, more_is_better=upwards)
    figure, traces = drawn(answer)
    (zone,) = checked(figure).layout.shapes
    assert zone.y0 == answer.best
    assert (zone.y1 > zone.y0) == upwards
    assert checked(figure).layout.annotations[0].text == "out of reach: ± 0.5 %"
    assert "what it takes" not in traces


@pytest.mark.parametrize(("wanted", "side"), [(6.0, "left"), (20.0, "right")])
def test_what_is_out_of_reach_is_named_at_the_end_away_from_the_answer(wanted, side):
    figure, traces = drawn(solve(error, Steps(1, 100), wanted, 30.0))
    assert traces["what it takes"].y[0] <= wanted
    assert checked(figure).layout.annotations[0].xanchor == side


@pytest.mark.parametrize("now", [1.0, 10_000.0])
@pytest.mark.parametrize("wanted", [0.5, 7.0, 49.0, 60.0])
def test_all_marks_lie_inside_the_axes(now, wanted):
    figure, _ = drawn(solve(error, Steps(1, 10_000), wanted, now))
    low, high = checked(figure).layout.yaxis.range
    logarithmic = checked(figure).layout.yaxis.type == "log"
    for trace in checked(figure).data:
        heights = np.log10(trace.y) if logarithmic and min(trace.y) > 0 else np.array(trace.y)
        assert np.all((heights >= low - 1e-9) & (heights <= high + 1e-9))  # rounding of the axis


def test_the_table_says_which_values_are_enough():
    answer = solve(error, Steps(1, 1_000_000), 1.0, 1000.0)
    numbers = table(answer, "Users", "Error, %")
    assert numbers.loc[numbers["enough"], "Users"].min() == 2500.0
    assert (numbers["Error, %"] <= 1.0).tolist() == numbers["enough"].tolist()


@pytest.mark.parametrize("now", [2.0, 400.0])
def test_counts_are_shown_up_to_a_few_times_the_target_or_the_present_one(now):
    answer = solve(lambda budget: 30.0 * budget, Steps(1, 1_000), 10.0, now, more_is_better=True)
    figure, _ = drawn(answer)
    shown = checked(figure).layout.yaxis.range
    assert shown[0] == 0.0
    assert max(answer.measure, answer.now_measure) < shown[1] <= 4.0 * 30.0 * now
    assert bool(checked(figure).layout.shapes) is (now == 400.0)  # the most of all is far above
