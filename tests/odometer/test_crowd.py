"""A crowd asked the same stream: who still answers, and what is learned from the answers."""

import math
from dataclasses import replace

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import BayesianFilter, QuestionLevels, TableQuery
from hetdp_core.odometer.crowd import learned
from hetdp_core.odometer.crowd.mixture import Kinds, fit, kinds_of
from hetdp_core.odometer.crowd.people import CrowdScenario, ask, ask_crowd
from hetdp_core.profiles import ProfileSettings
from tests.tolerance import ROUNDING, SEARCHED, SOLVED

GROUPS = ProfileSettings("two_groups", low=1.0, high=3.0)
LEVELS = QuestionLevels(ProfileSettings("two_groups", users=5, low=0.3, high=1.2))
SMALL = CrowdScenario(60, GROUPS, LEVELS, 12, 5)


def alike(budget):
    return ProfileSettings("alike", high=budget)


def test_each_person_is_asked_as_by_a_filter_of_their_own():
    asked = ask_crowd(SMALL)
    told = asked.transcripts
    for person in range(SMALL.people):
        guard = BayesianFilter(asked.budgets[person], SMALL.values)
        for question, table in enumerate(SMALL.chances):
            query = TableQuery(table)
            assert told.answered[person, question] == guard.accepts(query)
            if told.answered[person, question]:
                guard.record(query, int(told.answers[person, question]))
        assert guard.odometer.loss == pytest.approx(told.losses[person], abs=1e-12)
    assert set(asked.budgets) == {1.0, 3.0}
    assert np.all(told.losses <= asked.budgets * (1 + 1e-9))
    share = asked.share_answering
    for group, budget in enumerate(asked.levels):
        np.testing.assert_allclose(
            share[group], told.answered[asked.budgets == budget].mean(axis=0)
        )
        numbers = sorted(sum(row >= 0) for row in told.answers[asked.budgets == budget])
        middle = len(numbers) // 2, (len(numbers) - 1) // 2
        assert asked.median_answers[group] == np.mean([numbers[place] for place in middle])
    for question in range(SMALL.questions):
        groups: dict[bool, list[bool]] = {True: [], False: []}
        for row in told.answers:
            before = [answer for answer in row[:question] if answer >= 0]
            most = max(before.count(0), before.count(1))
            groups[most >= 0.75 * len(before)].append(row[question] >= 0)
        for group, seen in enumerate((groups[True], groups[False])):
            expected = np.mean(seen) if seen else math.nan
            np.testing.assert_allclose(asked.share_by_answers[group, question], expected)


def test_a_filter_that_was_never_needed_refuses_nothing_and_answers_come_as_the_channel_says():
    scenario = CrowdScenario(40_000, alike(1e6), LEVELS, 3, 3)
    asked = ask_crowd(scenario)
    assert asked.transcripts.answered.all()
    for place, value in enumerate(scenario.values):
        yes = (asked.transcripts.answers[asked.truth == value] == 1).mean(axis=0)
        expected = (1 + value * scenario.scales) / 2
        np.testing.assert_allclose(scenario.chances[:, place], expected, rtol=1e-14)
        spread = 0.5 / math.sqrt((asked.truth == value).sum())
        np.testing.assert_allclose(yes, expected, rtol=0, atol=4 * spread)


def test_the_population_is_the_one_of_the_setting():
    scenario = CrowdScenario(points=4, lean=0.5)
    np.testing.assert_allclose(scenario.law, [0.5, 0.25, 0.125, 0.125])
    assert scenario.mean == pytest.approx(-0.5 - 0.25 / 3 + 0.125 / 3 + 0.125)


@pytest.mark.parametrize(
    "wrong", [{"people": 0}, {"lean": 0.0}, {"lean": math.nan}, {"points": 1}, {"epsilon": 31.0}]
)
def test_a_crowd_that_cannot_be_is_refused(wrong):
    with pytest.raises(InvalidInput):
        CrowdScenario(**wrong)
    with pytest.raises(InvalidInput, match="budgets"):
        ask(np.array([[0.5]]), np.array([0]), math.nan, np.random.default_rng(0))


TABLES = st.lists(
    st.tuples(*[st.floats(-6.0, 0.0)] * 3, st.integers(1, 50)), min_size=1, max_size=6
)


@given(TABLES)
@example([(-4.0, -6.0, -5.75, 1)])  # whose value the solver itself puts 3e-7 too low
def test_the_gap_bounds_what_a_convex_program_gains(rows):
    table = np.array(rows)
    kinds = Kinds(np.exp(table[:, :3].T), table[:, 3])
    found = fit(kinds, gap=1e-6, most_steps=300)
    law = cp.Variable(3, nonneg=True)
    shares = kinds.counts / kinds.counts.sum()
    program = cp.Problem(cp.Maximize(shares @ cp.log(law @ kinds.likelihoods)), [cp.sum(law) == 1])
    program.solve(solver=cp.CLARABEL)
    best = np.maximum(law.value, 0.0)  # as a solver leaves it; a law's own value is exact
    gained = shares @ np.log(best / best.sum() @ kinds.likelihoods) - found.log_likelihood
    assert -SEARCHED <= gained <= found.gap + ROUNDING


def test_the_likelihood_never_falls_from_step_to_step():
    kinds = kinds_of(ask_crowd(SMALL).transcripts.log_likelihoods)
    fits = [fit(kinds, gap=1e-15, most_steps=steps) for steps in range(1, 200)]
    assert np.all(np.diff([found.log_likelihood for found in fits]) >= -1e-13)
    assert fits[-1].gap < fits[0].gap


def test_people_with_the_same_transcript_are_counted_and_nothing_is_lost():
    logs = ask_crowd(SMALL).transcripts.log_likelihoods
    kinds = kinds_of(logs)
    assert kinds.counts.sum() == SMALL.people > kinds.counts.size
    each = Kinds(np.exp(logs - logs.max(axis=0)), np.ones(SMALL.people))
    law = np.full(5, 0.2)
    whole = np.log(law @ each.likelihoods).mean()
    gathered = (kinds.counts @ np.log(law @ kinds.likelihoods)) / SMALL.people
    assert gathered == pytest.approx(whole, abs=1e-9)
    assert kinds_of(np.array([[0.0, 0.0, 0.0], [-0.5, -0.501, -0.5]])).counts.tolist() == [1, 2]


def test_the_first_answers_of_a_long_stream_teach_what_a_short_one_does():
    long, short = (ask_crowd(replace(SMALL, questions=count)) for count in (12, 7))
    assert not long.transcripts.answered[:, :7].all()
    for name, value in learned.estimates(long, 7).items():
        assert value == pytest.approx(learned.estimates(short, 7)[name], abs=SOLVED), name


def test_without_refusals_every_method_sees_the_mean_and_with_one_value_nothing_is_left_to_learn():
    scenario = CrowdScenario(40_000, alike(1e6), 2.0, 4)
    asked = ask_crowd(scenario)
    spread = 4 * math.sqrt(1 / scenario.scales[0] ** 2 / scenario.people)
    for value in learned.estimates(asked, 4).values():
        assert value == pytest.approx(scenario.mean, abs=spread)
    first = learned.estimates(asked, 1)
    assert first["last"] == first["own"] == pytest.approx(first["pooled"])
    assert first["likelihood"] == pytest.approx(first["last"], abs=0.005)


SETTINGS = {
    "strong": (CrowdScenario(20_000, alike(10.0), 1.0, 30), (0.143, -0.070, 0.028)),
    "small": (CrowdScenario(20_000, alike(3.0), 1.0, 15), (0.171, -0.134, 0.018)),
    "weak": (CrowdScenario(20_000, alike(3.0), 0.5, 30), (0.051, -0.205, 0.014)),
}


def assert_biased_and_repaired(scenario, biases, runs):
    found = learned.study(scenario, runs)
    for name, expected in zip(learned.METHODS, biases, strict=False):
        mean, deviation = found.bias(name)
        assert abs(mean[0] - expected) <= 4 * deviation[0] + 0.001, name
    mean, deviation = found.bias("likelihood")
    assert abs(mean[0]) <= 4 * deviation[0]
    return abs(mean[0]), deviation[0]


def test_the_obvious_means_are_biased_as_stated_and_the_likelihood_is_not():
    assert_biased_and_repaired(*SETTINGS["weak"], runs=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_the_likelihoods_bias_is_at_most_five_thousandths_over_fifty_crowds(name):
    bias, deviation = assert_biased_and_repaired(*SETTINGS[name], runs=50)
    assert bias <= 0.005
    assert deviation <= 0.002


def test_where_the_filter_looks_at_the_value_itself_the_repair_fails():
    scenario = CrowdScenario(20_000, alike(1e6), 2.0, 6)
    asked = ask_crowd(scenario)
    answers = asked.transcripts.answers.copy()
    answers[asked.truth > 0, 1:] = -1
    answers[asked.truth > 0.5] = -1
    told = replace(asked.transcripts, answers=answers)
    spoiled = learned.estimates(replace(asked, transcripts=told), 5)["likelihood"]
    assert abs(spoiled - scenario.mean) > 0.02


def test_the_interval_is_about_as_wide_as_the_estimates_spread():
    scenario = CrowdScenario(4_000, alike(3.0), 1.0, 10)
    found = [learned.estimate(ask_crowd(replace(scenario, run=run)), 100) for run in range(12)]
    inside = [one.interval[0] <= scenario.mean <= one.interval[1] for one in found]
    assert sum(inside) >= 9  # fewer have a chance below .002 where each holds with .95
    width = np.mean([high - low for low, high in (one.interval for one in found)])
    spread = np.std([one.means["likelihood"] for one in found])
    assert 0.5 < width / (2 * 1.96 * spread) < 2.0
    assert all(one.mixture.gap <= 1e-5 for one in found)
    again = learned.estimates(ask_crowd(scenario), scenario.questions)
    np.testing.assert_equal(found[0].means, again)


def test_a_study_averages_what_exists_and_says_how_far_it_may_be_off():
    rows = np.array([[0.1, np.nan], [-0.3, 0.2], [0.5, 0.4], [0.1, -0.6]])
    drawn = np.array([0.0, 0.1, 0.2, -0.1])
    found = learned.Study(
        SMALL, np.array([1, 2]), dict.fromkeys(learned.METHODS, rows), drawn, 0.3, 0.1
    )
    mean, deviation = found.bias("last")
    assert mean == pytest.approx([0.1, 0.0])
    assert deviation == pytest.approx([np.std(rows[:, 0], ddof=1) / 2, math.sqrt(0.28 / 3)])
    error, spread = found.rmse("last")
    beside = rows**2 - drawn[:, None] ** 2
    assert error**2 == pytest.approx(np.nanmean(beside, axis=0) + 0.1**2)
    assert spread[0] == pytest.approx(np.std(beside[:, 0], ddof=1) / 2 / (2 * error[0]))
    assert found.less_than_single is None
    certain = dict.fromkeys(learned.METHODS, np.full((4, 2), 0.2) + 1e-3 * rows)
    sure = replace(found, errors=certain, drawn=np.zeros(4))
    assert sure.less_than_single
    assert replace(sure, single=0.1).less_than_single is False


def test_the_luck_of_who_was_drawn_falls_out_of_an_error_and_the_error_stays_the_same():
    found = learned.study(CrowdScenario(200, alike(1e6), 5.0, 6), 400, gap=1e-4)
    squares = found.errors["likelihood"][:, 0] ** 2
    drawn = found.drawn**2
    chance = float(np.std(drawn)) / math.sqrt(drawn.size)
    assert np.mean(drawn) == pytest.approx(found.known**2, abs=4 * chance)
    error, deviation = (line[0] for line in found.rmse("likelihood"))
    assert error**2 - np.mean(squares) == pytest.approx(0.0, abs=4 * chance)
    plain = np.std(squares) / math.sqrt(squares.size) / (2 * error)
    assert deviation < 0.8 * plain
    parts = zip(np.split(found.errors["likelihood"], 40), np.split(found.drawn, 40), strict=True)
    each = [
        replace(found, errors={"likelihood": errors}, drawn=luck).rmse("likelihood")[0][0]
        for errors, luck in parts
    ]
    assert np.std(each, ddof=1) == pytest.approx(deviation * math.sqrt(40), rel=0.45)


def test_the_error_of_one_strong_answer_is_that_of_simulated_ones():
    scenario = CrowdScenario(500, ProfileSettings("two_groups", low=0.8, high=4.0), 1.0, 5)
    exact = learned.single_answer_error(scenario)
    rng = np.random.default_rng(4)
    scale = np.repeat(np.tanh([0.4, 2.0]), 250)
    values = rng.choice(scenario.values, (4_000, 500), p=scenario.law)
    signs = np.where(rng.random(values.shape) < (1 + values * scale) / 2, 1.0, -1.0)
    squares = ((signs @ scale) / np.sum(scale**2) - scenario.mean) ** 2
    band = 4 * squares.std() / math.sqrt(squares.size)
    assert exact**2 == pytest.approx(squares.mean(), abs=band)


@pytest.mark.parametrize("budget", [0.1, 2.0])
def test_one_answer_of_each_is_as_good_as_the_only_one_that_a_stream_has(budget):
    scenario = CrowdScenario(2_000, alike(budget), budget, 1)
    found = learned.study(scenario, 200, gap=1e-7)
    error, deviation = (line[0] for line in found.rmse("likelihood"))
    assert found.single == pytest.approx(error, abs=4 * deviation)
    assert found.less_than_single is None


def test_with_a_large_budget_one_answer_is_the_rounded_value_itself():
    scenario = CrowdScenario(100, alike(1e6))
    rounding = math.sqrt((1 - scenario.mean**2) / 100)
    assert learned.single_answer_error(scenario) == pytest.approx(rounding)
