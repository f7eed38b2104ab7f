"""Figures of the odometer: the present frame equal to the figure, within its axes."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.figures.odometer import conversation, kinds, streams, tables
from hetdp_core.odometer.beliefs import Statement, beliefs_along
from hetdp_core.odometer.conversation import ConversationSettings, converse
from hetdp_core.odometer.kinds import KindsScenario, compare_kinds
from hetdp_core.odometer.streams.sweep import budget_sweep
from hetdp_core.odometer.streams.traces import MOST_QUERIES, TraceScenario, power_traces
from tests.figures.test_figures import assert_present_frame_is_the_figure
from tests.plotlys import checked

RUNNING = TraceScenario("powers", epsilon=math.log(1.5), ceiling=2.0)
TRACES = power_traces(RUNNING, range(7))


@pytest.mark.parametrize("runs", [0, 1, 7])
@pytest.mark.parametrize("budget", [0.3, 0.81, 2.0])
def test_the_odometer_equals_its_present_frame(runs, budget):
    sweep = budget_sweep(RUNNING, TRACES[:runs], budget)
    figure, frames = streams.odometer(sweep, budget)
    assert frames.values[frames.current] == budget
    assert_present_frame_is_the_figure(figure, frames)
    shape, words = checked(figure).layout.shapes[0], checked(figure).layout.annotations[0]
    assert frames.layout["shapes.0.y0"][frames.current] == shape.y0 == budget
    assert frames.layout["annotations.0.text"][frames.current] == words.text


def test_the_median_meets_its_dot_and_the_band_ends_where_a_quarter_have_stopped():
    figure, frames = streams.odometer(budget_sweep(RUNNING, TRACES, 0.81), 0.81)
    band, halts, median, _, dot, _ = frames.traces.values()
    for axis in "xy":
        np.testing.assert_array_equal(np.asarray(median[axis])[:, -1:], dot[axis])
    ends = [end for _, end in frames.layout["xaxis.range"]]
    assert np.all(np.max(halts["x"], axis=1) < ends)
    assert np.all(np.max(halts["x"], axis=1, initial=1.0) > 0.9 * np.array(ends))
    quarter = budget_sweep(RUNNING, TRACES, 0.81).accepted("bayesian", 25.0)
    np.testing.assert_array_equal(np.max(band["x"], axis=1), quarter)
    assert checked(figure).layout.xaxis.range == (0.0, ends[frames.current])


def test_every_frame_of_the_odometer_stays_within_its_axes_and_claims_no_more_than_is_known():
    sweep = budget_sweep(RUNNING, TRACES, 1.0)
    for column in (sweep.path(3)[1], sweep.basic_loss):
        assert np.all(np.array(streams.loss_ranges(sweep))[:, 1] > column.T)
    for column in (sweep.last_halt, sweep.basic, sweep.accepted("bayesian")):
        assert np.all(column < np.array(streams.question_ranges(sweep))[:, 1])
    said = streams.odometer(sweep, 1.0)[1].readouts["Bayesian filter (median)"]
    for text, more in zip(said, sweep.cut_off("bayesian"), strict=True):
        assert text != "…"
        assert text.startswith("≥ ") == more
    counts = {**sweep.counts, "bayesian": np.full_like(sweep.counts["bayesian"], MOST_QUERIES)}
    cut_frames = streams.odometer(replace(sweep, counts=counts), 1.0)[1]
    assert all(text.startswith("≥ ") for text in cut_frames.readouts["Bayesian filter (median)"])
    labels = {trace: moves["text"] for trace, moves in cut_frames.traces.items() if "text" in moves}
    bayesian, basic = (np.ravel(labels[trace]) for trace in sorted(labels))
    assert all(label.startswith("<b>≥ ") for label in bayesian)
    assert not any("≥" in label for label in basic)


def test_a_median_halts_at_the_loss_it_has_come_to_and_says_where_its_streams_end():
    scenario = TraceScenario("powers", epsilon=0.05, ceiling=100.0)
    sweep = budget_sweep(scenario, power_traces(scenario, [0]), 90.0)
    ended, now = sweep.cut_off("bayesian"), sweep.place(90.0)
    assert ended[now]
    assert not ended[0]
    reached = sweep.path(2)[1][:, -1]
    assert np.all(reached <= sweep.budgets)
    assert reached[ended] == pytest.approx(sweep.quartiles[1, -1])
    assert reached[now] < 90.0
    assert np.array_equal(sweep.stopped[0, ended], reached[ended])
    _, frames = streams.odometer(sweep, 90.0)
    said, _ = (moves for moves in frames.traces.values() if "≥ 1,000" in str(moves.get("text")))
    assert np.array_equal(np.ravel(said["y"]), reached)
    names = {streams.TITLES["basic"]: "basic", streams.MEDIAN: "bayesian"}
    for title, name in names.items():  # each count at which streams end is told as a lower bound
        told = [text.startswith("≥ ") for text in frames.readouts[title]]
        assert told == (sweep.accepted(name) == MOST_QUERIES).tolist()
        assert any(told)
        assert not all(told)


@pytest.mark.parametrize("kind", ["powers", "linear"])
def test_beliefs_equal_their_present_frame(kind):
    talk = converse(ConversationSettings(kind, budget=9.0), [True, False])
    for after in range(3):
        along = beliefs_along(talk, "uniform", Statement(threshold=0.5))
        assert_present_frame_is_the_figure(*conversation.beliefs(along, after))


def test_a_refused_question_is_marked():
    talks = (
        converse(ConversationSettings(), answers) for answers in ([], [True, False, True, True])
    )
    names = [checked(conversation.odometer_so_far(talk)).data[2].name for talk in talks]
    assert names == ["next, if accepted", "next: refused"]


def test_tables_have_a_row_for_every_point_drawn():
    sweep = budget_sweep(RUNNING, TRACES, 1.0)
    assert len(tables.odometer(sweep, 1.0)) == 7
    assert len(tables.accepted(sweep)) == sweep.budgets.size
    talk = converse(ConversationSettings("linear", budget=9.0), [True, False])
    assert len(tables.odometer_so_far(talk)) == 1 + 2 + 2
    drawn = checked(conversation.odometer_so_far(talk)).data
    for trace, column in ((0, "odometer L"), (1, "basic composition")):
        shown = tables.odometer_so_far(talk)[column]
        np.testing.assert_allclose(shown[:3], drawn[trace].y)
    np.testing.assert_allclose(tables.odometer_so_far(talk)["odometer L"][3:], drawn[2].y)


@pytest.mark.parametrize("answers", [[], [True], [True, False, True, False]])
def test_the_name_of_the_larger_loss_stands_above_its_mark(answers):
    talk = converse(ConversationSettings(), answers)
    (after,) = checked(conversation.odometer_so_far(talk)).data[2:]
    assert after.text == ("if 1", "if 0")
    assert list(after.y) == [talk.loss_after(True), talk.loss_after(False)]
    assert after.textposition[int(np.argmax(after.y))] == "top right"


@pytest.mark.parametrize("epsilon", [0.05, 10.0])
def test_kinds_of_answers_stay_within_their_axes_at_every_number_of_answers(epsilon):
    compared = compare_kinds(KindsScenario(epsilon, people=1))
    figure, frames = kinds.answer_kinds(compared)
    always, but_for_delta, told = (np.asarray(frames.traces[trace]["y"]) for trace in (0, 1, 2))
    assert np.all(np.isnan(always) ^ np.isnan(but_for_delta))  # each kind makes one promise
    counted = np.fmax(always, but_for_delta)
    np.testing.assert_allclose(checked(figure).data[2]["y"], told[frames.current])
    above = told + np.asarray(frames.traces[2]["error_y.array"])
    low, high = checked(figure).layout.yaxis.range
    assert low == 0.0
    assert max(counted.max(), above.max()) < high
    assert np.all(np.asarray(frames.traces[2]["error_y.array"]) >= 0.0)
    table = tables.answer_kinds(compared)
    assert len(table) == counted.size
    np.testing.assert_allclose(table["counted"], counted.T.ravel())
    drawn_as = [trace.name for trace in checked(figure).data[:2]]
    shown = [drawn_as[int(np.isnan(one))] for one in always.T.ravel()]
    assert [f"counted in advance, {one}" for one in table["promise"]] == shown
    np.testing.assert_allclose(table["told, 50 %"], told.T.ravel())


@pytest.mark.parametrize(("epsilon", "more"), [(1.0, 0), (0.2, 2)])
def test_filters_with_delta_are_drawn_where_they_answer_more_than_basic_composition(epsilon, more):
    scenario = TraceScenario("powers", epsilon=epsilon)
    sweep = budget_sweep(scenario, power_traces(scenario, [0]), 1.0)
    figure = streams.accepted_against_budget(sweep, 1.0)
    named = [trace.name for trace in checked(figure).data if trace.name]
    assert len([name for name in named if name.endswith(", with δ")]) == more
