"""Questions with levels of their own: one after the other, in streams and conversations."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import chance
from hetdp_core.odometer.conversation import ConversationSettings, converse
from hetdp_core.odometer.filters.realised import advanced_composition
from hetdp_core.odometer.levels import QuestionLevels, by_importance
from hetdp_core.odometer.streams.stream import Stream, count_accepted
from hetdp_core.odometer.streams.sweep import DELTA, budget_sweep
from hetdp_core.odometer.streams.traces import TraceScenario, power_traces, whole_traces
from hetdp_core.profiles import ProfileSettings
from tests.odometer.helpers import box, dense_grid, loss_on

GROUPS = QuestionLevels(ProfileSettings("two_groups", users=6, low=0.2, high=1.0, seed=3))
LISTED = QuestionLevels(
    ProfileSettings("levels", high=2.0, levels=(0.7, 0.1, 2.0), counts=(1, 2, 1)), "listed"
)
ALIKE = QuestionLevels(ProfileSettings("alike", users=7, high=0.4))


def test_levels_come_in_their_order_over_and_over():
    capped = QuestionLevels(replace(LISTED.profile, high=1.0), "listed")
    np.testing.assert_array_equal(capped.upto(5), [0.7, 0.1, 0.1, 1.0, 0.7])
    for order, levels in (("rising", [0.1, 0.1, 0.7, 1.0]), ("falling", [1.0, 0.7, 0.1, 0.1])):
        np.testing.assert_array_equal(QuestionLevels(capped.profile, order).upto(4), levels)
    assert [GROUPS.at(number) for number in range(1, 20)] == GROUPS.upto(19).tolist()
    assert sorted(GROUPS.upto(6)) == [0.2] * 3 + [1.0] * 3
    assert list(GROUPS.upto(6)) not in ([0.2] * 3 + [1.0] * 3, [1.0] * 3 + [0.2] * 3)


@pytest.mark.parametrize(
    ("profile", "order"),
    [
        (ProfileSettings("alike", users=1001), "mixed"),
        (ProfileSettings("alike", users=5, high=31.0), "mixed"),
        (ProfileSettings("two_groups", users=5, public_share=0.5), "mixed"),
        (ProfileSettings("two_groups", users=5), "listed"),
        (ProfileSettings("two_groups", users=5), "as it comes"),
    ],
)
def test_levels_that_are_no_questions_are_refused(profile, order):
    with pytest.raises(InvalidInput):
        QuestionLevels(profile, order)


@pytest.mark.parametrize(("kind", "ceiling"), [("powers", 1.6), ("linear", 1.6), ("logistic", 0.5)])
def test_levels_that_are_all_alike_are_one_level(kind, ceiling):
    one = TraceScenario(kind, 1, 0.4, ceiling)
    many = replace(one, epsilon=ALIKE)
    runs = [whole_traces(scenario, range(2)) for scenario in (one, many)]
    for first, second in zip(*runs, strict=True):
        np.testing.assert_allclose(first.loss, second.loss, rtol=0, atol=1e-12)
        np.testing.assert_allclose(first.worst, second.worst, rtol=0, atol=1e-12)
    sweeps = [budget_sweep(s, traces, ceiling) for s, traces in zip((one, many), runs, strict=True)]
    for name in ("basic", "basic_loss", "approximate", "times_as_many"):
        first, second = (getattr(sweep, name) for sweep in sweeps)
        np.testing.assert_allclose(first, second, rtol=0, atol=1e-12)


WEAK = QuestionLevels(ProfileSettings("log_uniform", users=7, low=0.05, high=0.3))


@pytest.mark.parametrize("levels", [GROUPS, LISTED, WEAK, ALIKE])
def test_runs_of_the_running_example_are_those_of_the_filters_one_by_one(levels):
    scenario = TraceScenario("powers", epsilon=levels, ceiling=3.0, seed=5)
    budgets = np.array([0.9, 1.7, 3.0])
    for run, trace in enumerate(power_traces(scenario, range(3))):
        counts = trace.accepted_at(budgets, levels)
        for place, budget in enumerate(budgets):
            rng = np.random.default_rng([5, run])
            record = int(rng.integers(11))
            answers = rng.random(trace.worst.size)
            for name, guard in (
                ("basic", odometer.BasicFilter(budget)),
                ("simplified", odometer.SimplifiedFilter(budget, range(11))),
                ("bayesian", odometer.BayesianFilter(budget, range(11))),
            ):
                for number in range(1, trace.worst.size + 1):
                    share = (np.arange(11) / 10) ** number
                    query = odometer.TableQuery(chance(share, levels.at(number)))
                    if name == "bayesian":
                        assert guard.decide(query).worst == pytest.approx(trace.worst[number - 1])
                        assert guard.odometer.loss == pytest.approx(trace.loss[number - 1])
                    if not guard.accepts(query):
                        break
                    guard.record(query, bool(answers[number - 1] < query.chances[record]))
                assert counts[name][place] == len(guard.history)


def test_what_is_asked_does_not_depend_on_the_levels_and_losses_are_those_on_a_grid():
    scenario = odometer.StreamScenario(dimension=2, budget=2.5, epsilon=GROUPS, run=1)
    steps = list(Stream(scenario))
    plain = Stream(replace(scenario, epsilon=0.5))
    for number, (step, other) in enumerate(zip(steps, plain, strict=False), start=1):
        assert step.query.epsilon == GROUPS.at(number)
        np.testing.assert_array_equal(step.query.slope, other.query.slope)
    answered = [step for step in steps if step.output is not None]
    queries, outputs = [s.query for s in answered], [s.output for s in answered]
    on_grid = loss_on(dense_grid(2, 81), queries, outputs)
    assert on_grid <= answered[-1].upper <= on_grid + 1e-3
    assert count_accepted(scenario)["basic"] == np.searchsorted(np.cumsum(GROUPS.upto(50)), 2.5)


def test_the_filter_with_a_delta_counts_the_squares_of_each_level():
    scenario = TraceScenario("powers", epsilon=LISTED, ceiling=4.0)
    sweep = budget_sweep(scenario, [], 4.0)
    for budget, count in zip(sweep.budgets, sweep.approximate.astype(int), strict=True):
        squares = np.append(0.0, np.cumsum(LISTED.upto(count + 1) ** 2))
        assert advanced_composition(squares[count], DELTA) <= budget * (1 + 1e-9)
        assert advanced_composition(squares[count + 1], DELTA) > budget


def test_basic_composition_is_drawn_question_by_question_up_to_its_halt():
    sweep = budget_sweep(TraceScenario("powers", epsilon=LISTED, ceiling=4.0), [], 3.7)
    now = sweep.place(3.7)
    questions, losses = sweep.basic_path
    np.testing.assert_array_equal(questions[now, :6], [0, 1, 2, 3, 4, 5])
    np.testing.assert_allclose(losses[now, :6], [0, 0.7, 0.8, 0.9, 2.9, 3.6])
    assert (questions[now, -1], losses[now, -1]) == (sweep.basic[now], sweep.basic_loss[now])
    one = budget_sweep(TraceScenario("powers", epsilon=0.4, ceiling=4.0), [], 3.7)
    assert [path[now].tolist() for path in one.basic_path] == [[0, 9], [0, 0.4 * 9]]


def test_a_conversation_asks_each_question_at_its_own_level():
    settings = ConversationSettings("linear", LISTED, 3.0, ((1.0, 0.0), (0.5, 0.5)))
    talk = converse(settings, [True, False, True])
    assert [step.basic for step in talk.steps] == pytest.approx([0.7, 0.8, 0.9])
    assert talk.query.epsilon == settings.level(4) == 2.0
    queries = [settings.query(number) for number in (1, 2, 3)]
    assert talk.spent.loss == pytest.approx(
        odometer.realized_loss(queries, [True, False, True], box(1)).upper
    )


@pytest.mark.parametrize("total", [0.01, 2.0, 40.0])
def test_levels_by_importance_are_the_best_of_their_sum(total):
    weights = np.array([10.0, 3.0, 1.0, 0.05])

    def errors(levels):
        return float(weights @ np.tanh(levels / 2) ** -2.0)

    def log_errors(logits):
        return math.log(errors(total * np.exp(logits) / np.sum(np.exp(logits))))

    levels = by_importance(weights, total)
    assert np.sum(levels) == pytest.approx(total, rel=1e-9)
    found = minimize(log_errors, np.zeros(4), tol=1e-10)
    assert math.log(errors(levels)) <= found.fun + 1e-9
    if total == 0.01:  # the limit of small levels
        np.testing.assert_allclose(
            levels / np.sum(levels), np.cbrt(weights) / np.cbrt(weights).sum(), rtol=1e-5
        )


def test_equal_importance_means_equal_levels_and_what_is_none_is_refused():
    for total in (3e-9, 1.0, 89.0):
        np.testing.assert_allclose(by_importance([2.0] * 3, total), total / 3, rtol=1e-6)
    for weights, total in (
        ([1.0, 0.0], 1.0),
        ([1.0, math.inf], 1.0),
        ([1.0], 31.0),
        ([1e9, 1.0], 50.0),
    ):
        with pytest.raises(InvalidInput):
            by_importance(weights, total)
    with pytest.raises(InvalidInput):
        by_importance([1.0], math.nan)
