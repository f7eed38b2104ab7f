"""Several filters about one person, and what a refusal tells by itself."""

import itertools

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import BayesianFilter, QuestionLevels, TableQuery
from hetdp_core.odometer.crowd.people import CrowdScenario, ask_crowd
from hetdp_core.odometer.crowd.together import refusals, together
from hetdp_core.profiles import ProfileSettings

LEVELS = QuestionLevels(ProfileSettings("two_groups", users=4, low=0.4, high=1.1))


def test_filters_that_do_not_know_of_each_other_keep_the_sum_of_their_budgets_and_no_less():
    scenario = CrowdScenario(4_000, ProfileSettings("alike", high=2.0), 1.0, 6, 5)
    found = together(scenario, 4)
    assert np.all(found.losses <= found.promised[:, None] * (1 + 1e-9))
    np.testing.assert_allclose(found.losses.max(axis=1), found.promised)
    losses = ask_crowd(scenario).transcripts.losses
    band = 4 * losses.std() / np.sqrt(2_000)
    assert found.losses[0].mean() == pytest.approx(losses.mean(), abs=band)


def test_the_law_of_the_first_refusal_is_that_of_all_courses_of_answers():
    scenario = CrowdScenario(1, epsilon=LEVELS, questions=7, points=4)
    table, budget = scenario.chances, 1.9
    expected = np.zeros((8, 4))
    for answers in itertools.product([True, False], repeat=7):
        guard, halt = BayesianFilter(budget, scenario.values), 7
        for question, answer in enumerate(answers):
            if not guard.accepts(TableQuery(table[question])):
                halt = question
                break
            guard.record(TableQuery(table[question]), answer)
        chance = np.prod(np.where(np.array(answers)[:, None], table, 1 - table), axis=0)
        expected[halt] += chance
    found = refusals(table, budget)
    np.testing.assert_allclose(found.chances, expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.chances.sum(axis=0), 1.0)


@pytest.mark.parametrize("budget", [0.5, 2.0, 5.0])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, LEVELS])
def test_what_a_refusal_tells_is_within_the_budget_and_is_something(budget, epsilon):
    table = CrowdScenario(1, epsilon=epsilon, questions=12).chances
    found = refusals(table, budget)
    happens = found.chances[:, 0] > 0
    np.testing.assert_array_equal(np.isnan(found.losses), ~happens)
    assert np.all(found.losses[happens] <= budget * (1 + 1e-9))
    if budget == 2.0:
        assert found.largest > 0.1


def test_too_many_courses_are_refused_and_so_is_no_budget():
    spread = QuestionLevels(ProfileSettings("log_uniform", users=30, low=0.01, high=0.02))
    table = CrowdScenario(1, epsilon=spread, questions=20, points=2).chances
    with pytest.raises(InvalidInput, match="likelihoods"):
        refusals(table, 9.0)
    with pytest.raises(InvalidInput, match="budget"):
        refusals(table, np.nan)
    with pytest.raises(InvalidInput, match="filters"):
        together(CrowdScenario(2), 0)
