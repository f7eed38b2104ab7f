"""The private verdict: exact density ratios on small tables, and how often it is right."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import preferred_numbers
from hetdp_core.profiles import PrivacyProfile, make_profile
from hetdp_core.ridge import verdict
from hetdp_core.ridge.dependence import public_lambda
from hetdp_core.ridge.methods import released_mean
from hetdp_core.ridge.noise import Calibration, noise_rate
from hetdp_core.ridge.problem import DeclaredBounds
from hetdp_core.ridge.public_choice import PublicChoice, public_choice
from hetdp_core.ridge.records import paper_profile
from hetdp_core.ridge.sweep import (
    HIGHEST,
    LOWEST,
    REGRESSIONS,
    SERIES,
    STOPS,
    RidgeScenario,
    series_along,
)
from tests.cases import first_and_in_studies
from tests.papers.test_ridge_targets import insurance
from tests.ridge import helpers
from tests.ridge.helpers import OneFeature, assert_within_errors, mixed_levels, small_problem, solve
from tests.tolerance import LONG_FORMULA, ROUNDING

GRID = np.array([*product([-1.0, 0.0, 1.0], [-1.0, -0.5, 0.0, 0.5, 1.0])])
"""Every record (x, y) of the small tables."""

TRAINING, TESTING = np.array([2.0, 5.0, 9.0]), np.array([3.0, 4.0, 12.0])
"""Levels that ADPM does not answer by the middle of the range; the last of each saturates."""

OUTPUTS = np.linspace(-1.0, 1.0, 41)
"""Coefficients and means to look at; the ratio of Laplace densities is largest beyond the centres,
and these lie within [-1, 1]."""

CHOICES = [PublicChoice("pdp_op", 0.7, 0.0), PublicChoice("objective", 2.0, 0.0)]


class Law:
    """The exact law of (θ̂, m̂, V) for a table with one feature, all levels as in `plan`."""

    def __init__(self, problem, plan):
        self.problem, self.plan, halves = problem, plan, plan.training_levels / 2.0
        if plan.choice.method == "objective":
            x, lam = problem.X[:, 0], plan.choice.lam
            self._objective = OneFeature(x, problem.y, halves, lam, problem.bounds)
        else:
            weights = halves / halves.sum()
            x, lam = problem.X[:, 0], plan.choice.lam
            solution = weights @ (x * problem.y) / (weights @ x**2 + lam)
            rate = noise_rate(halves.sum(), np.array([lam]), problem.bounds, plan.calibration)[0]
            self._theta = stats.laplace(solution, 1.0 / rate)
        center, rate = released_mean(problem, halves)
        self._mean = stats.laplace(center, 1.0 / rate)

    def log_theta(self):
        """Log densities of θ̂ at the outputs, and log chances of its atoms if it has any."""
        if self.plan.choice.method != "objective":
            return self._theta.logpdf(OUTPUTS)
        inside = self._objective.log_density(OUTPUTS * self._objective.radius)
        return np.append(inside, self._objective.log_atoms())

    def log_mean(self):
        return self._mean.logpdf(OUTPUTS)

    def verdict(self, theta, average):
        """The law of V given θ̂ and m̂."""
        return stats.laplace(self.center(theta, average), self.plan.noise_scale)

    def center(self, theta, average):
        """The mean difference before noise."""
        misses = verdict.differences(self.problem, np.array([theta]), average, self.plan.clip)
        return self.plan.test.weights @ misses


def table(rng):
    """A random small table."""
    rows = GRID[rng.integers(len(GRID), size=TRAINING.size + TESTING.size)]
    return rows[:3], rows[3:]


def problem_of(training, testing):
    return ridge.RidgeProblem(training[:, :1], training[:, 1], testing[:, :1], testing[:, 1])


def planned(problem, choice):
    return replace(verdict.plan_verdict(problem, TRAINING, TESTING), choice=choice)


def with_record(rows, place, record):
    return np.vstack([rows[:place], record, rows[place + 1 :]])


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.method)
def test_replacing_a_training_record_changes_the_joint_density_by_at_most_its_epsilon(choice):
    """All neighbours of random tables: the verdict's own factor is 1, given θ̂ and m̂."""
    rng, most = np.random.default_rng(0), np.zeros(3)
    for _ in range(4):
        training, testing = table(rng)
        first = Law(problem_of(training, testing), planned(problem_of(training, testing), choice))
        for place, record in product(range(3), GRID):
            problem = problem_of(with_record(training, place, record), testing)
            second = Law(problem, first.plan)
            of_theta = np.max(np.abs(first.log_theta() - second.log_theta()))
            of_mean = np.max(np.abs(first.log_mean() - second.log_mean()))
            most[place] = max(most[place], of_theta + of_mean)
            assert first.center(0.3, -0.2) == second.center(0.3, -0.2)
    assert np.all(most <= TRAINING * (1.0 + LONG_FORMULA))
    assert np.max(most / TRAINING) > 0.5  # the mean alone spends its half on the strictest


def test_replacing_a_test_record_changes_the_density_of_the_verdict_by_at_most_its_epsilon():
    """All pairs of records in each place, at outputs on both sides of all centres."""
    training, testing = table(np.random.default_rng(1))
    plan = planned(problem_of(training, testing), CHOICES[0])
    at, most = np.array([-100.0, 0.0, 100.0]) * plan.noise_scale, np.zeros(3)
    for theta, average in [(1.0, -1.0), (0.3, -0.2), (-1.0, 1.0), (40.0, 0.0)]:
        for place in range(3):
            logs = []
            for record in GRID:
                problem = problem_of(training, with_record(testing, place, record))
                logs.append(Law(problem, plan).verdict(theta, average).logpdf(at))
            most[place] = max(most[place], np.max(np.ptp(logs, axis=0)))
    given = plan.test.privacy_given
    assert np.all(most <= TESTING * (1.0 + LONG_FORMULA))
    np.testing.assert_allclose(most, given, rtol=LONG_FORMULA)  # attained
    assert given[2] < TESTING[2]  # saturated


def test_a_test_record_does_not_touch_the_predictors():
    training, testing = table(np.random.default_rng(2))
    problem = problem_of(training, testing)
    plan = verdict.plan_verdict(problem, TRAINING, TESTING)
    other = problem_of(training, with_record(testing, 1, np.array([1.0, 1.0])))
    first, second = (
        verdict.release_verdict(one, plan, np.random.default_rng(0)) for one in (problem, other)
    )
    assert first.coefficients == second.coefficients
    assert first.mean == second.mean


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.method)
def test_releases_follow_the_law_that_the_ratios_were_taken_of(choice):
    training, testing = table(np.random.default_rng(3))
    problem = problem_of(training, testing)
    law, rng = Law(problem, planned(problem, choice)), np.random.default_rng(4)
    drawn = [verdict.release_verdict(problem, law.plan, rng) for _ in range(1_500)]
    theta = np.array([one.coefficients[0] for one in drawn])
    averages = np.array([one.mean for one in drawn])
    differ = np.array([one.difference for one in drawn])
    assert [one.for_regression for one in drawn] == (differ < 0).tolist()
    centers = np.array([law.center(*one) for one in zip(theta, averages, strict=True)])
    places = stats.laplace.cdf(differ, centers, law.plan.noise_scale)
    uniform = [places, law._mean.cdf(averages)]
    if choice.method == "pdp_op":
        uniform.append(law._theta.cdf(theta))
    for values in map(np.asarray, uniform):
        assert stats.kstest(values, "uniform").pvalue > 1e-4  # of a right law once in 10,000
    for first, second in [(0, 1), *([(0, 2), (1, 2)] if choice.method == "pdp_op" else [])]:
        products = (uniform[first] - 0.5) * (uniform[second] - 0.5)
        assert_within_errors(products, 0.0)  # independent noise


def test_without_a_budget_nobody_is_looked_at_and_the_mean_is_named():
    problem = small_problem()
    plan = verdict.plan_verdict(problem, mixed_levels(40), np.full(11, 1e-3))
    assert plan.says_mean_unseen
    found = verdict.release_verdict(problem, plan, np.random.default_rng(0))
    assert (found.difference, found.for_regression, plan.half_width) == (0.0, False, 0.0)


def test_of_public_records_the_verdict_is_always_right_unless_it_clips():
    """Second road: no noise and equal weights leave the plain comparison that `right` is about."""
    problem = small_problem(rows=60, d=3)
    plan = verdict.plan_verdict(problem, np.full(60, np.inf), np.full(16, np.inf))
    assert plan.half_width == 0.0
    wide = replace(plan, clip=100.0)
    accuracy = verdict.verdict_accuracy(problem, wide, 50, np.random.default_rng(0))
    assert (accuracy.right, accuracy.standard_error) == (1.0, 0.0)


def test_noise_without_end_makes_it_right_as_often_as_a_coin():
    problem, levels = small_problem(rows=60, d=3), mixed_levels(60)
    plan = replace(verdict.plan_verdict(problem, levels, np.full(16, 100.0)), clip=1e6)
    noisy = replace(plan, test=replace(plan.test, noise_scale=1e3))
    accuracy = verdict.verdict_accuracy(problem, noisy, 250, np.random.default_rng(0))
    assert abs(accuracy.right - 0.5) <= 4.0 * accuracy.standard_error


@pytest.mark.parametrize("factor", first_and_in_studies([3.0, 0.3, 1.0, 0.1], 2))
def test_on_the_papers_data_it_is_right_most_of_the_time(factor):
    """With a chance that is no matter of luck: in more than 6 of 10 splits."""
    papers = insurance()
    problem = ridge.RidgeProblem(
        papers.X, papers.y - 0.5, papers.X_test, papers.y_test - 0.5, 7**0.5, 0.5, (-0.5, 0.5)
    )
    profile, rows = make_profile(paper_profile(len(papers.y))), len(papers.y_test)
    levels = factor * profile.assigned(np.random.default_rng(0))
    plan = verdict.plan_verdict(
        problem, levels, factor * verdict.levels_of_test_records(profile, rows, 0)
    )
    accuracy = verdict.verdict_accuracy(problem, plan, 200, np.random.default_rng(1))
    assert accuracy.right - 2.0 * accuracy.standard_error > 0.6


def test_levels_that_do_not_fit_and_one_split_alone_are_refused():
    problem = small_problem()
    for training, testing in (
        (np.ones(3), np.ones(11)),
        (np.ones(40), np.ones(3)),
        (np.ones(40), np.full(11, np.nan)),
    ):
        with pytest.raises(InvalidInput, match="epsilon"):
            verdict.plan_verdict(problem, training, testing)
    plan = verdict.plan_verdict(problem, mixed_levels(40), np.ones(11))
    with pytest.raises(InvalidInput, match="splits"):
        verdict.verdict_accuracy(problem, plan, 1, np.random.default_rng(0))
    assert verdict.affordable_splits(problem) == 200


def test_levels_of_test_records_are_the_profile_dealt_out():
    profile = PrivacyProfile(np.array([0.1, 2.0]), np.array([5.0, 5.0]))
    found = verdict.levels_of_test_records(profile, 4, 0)
    np.testing.assert_array_equal(np.sort(found), [0.1, 0.1, 2.0, 2.0])


LAMS = preferred_numbers(LOWEST, HIGHEST, STOPS)
SHARP = Calibration()


def chosen(problem, levels):
    return public_choice(levels, problem.bounds, LAMS, SHARP)


@pytest.mark.parametrize("key", datasets.available())
@pytest.mark.parametrize("factor", [1.0, 10.0])
def test_it_loses_little_against_the_best_in_hindsight(key, factor):
    """At the paper's levels, and at ten times those, the loss is little more than the least.

    Simulated losses are the same draws for both, so what is left of chance does not show.
    """
    problem = helpers.prepared_of(key).problem
    profile = make_profile(paper_profile(problem.rows))
    levels = factor * profile.assigned(np.random.default_rng(0))
    curves = ridge.loss_curves(problem, levels, LAMS, REGRESSIONS)
    best = min(curves[method].least_loss for method in REGRESSIONS)
    found = chosen(problem, levels)
    loss = curves[found.method].unregularised.mean[found.lam == LAMS][0]
    assert 1.0 <= loss / best <= 1.16


@pytest.mark.parametrize("high", [1.0, 100.0])
@pytest.mark.parametrize("key", SERIES)
def test_each_method_has_a_lambda_from_public_numbers_that_suits_its_own_noise(key, high):
    problem = helpers.prepared_of("nhefs").problem
    levels = np.where(np.arange(problem.rows) % 2, 0.01, high)
    lam = public_lambda(key, levels, problem, RidgeScenario())
    curve = series_along(problem, levels, LAMS, RidgeScenario(), [key])[key]
    assert curve.unregularised.mean[lam == LAMS][0] <= 2.5**2 * curve.least_loss


def test_no_record_is_looked_at():
    levels = mixed_levels(40)
    first, second = (small_problem(seed=seed) for seed in (0, 1))
    assert chosen(first, levels) == chosen(second, levels)


@given(st.integers(1, 30), st.integers(1, 400), st.floats(-3.0, 3.0), st.floats(0.1, 1.0))
def test_it_is_the_least_of_the_guesses_one_by_one(d, n, exponent, label):
    """Second road: the formulas of FORMULAS 5.3a in a loop."""
    bounds = DeclaredBounds(d, d**0.5 / 2.0 + 0.5, label)
    found = public_choice(np.full(n, 10.0**exponent), bounds, LAMS, SHARP)
    budget, R = n * 10.0**exponent, bounds.row_norm
    guesses, h = {}, R**2 / (2 * d)
    for lam in LAMS:
        shrinking = label**2 / 3 * (lam / (lam + h)) ** 2
        rate = noise_rate(budget, lam, bounds, SHARP)
        guesses["pdp_op", lam] = (d + 1) * R**2 / rate**2 + shrinking
        rho = label / (2 * lam**0.5) if lam <= R**2 else label * R / (R**2 + lam)
        if budget > R**2 / lam * (1 + LONG_FORMULA):
            rate = (budget - R**2 / lam) / (2 * (R**2 * rho + 2 * R * label))
            noise = (d + 1) * R**2 / (4 * rate**2 * (lam + h) ** 2)
            guesses["objective", lam] = noise + shrinking
    least = min(guesses.values())
    near = 1.0 + LONG_FORMULA + 1e-9 * n  # the budget has a share set aside for rounding
    assert found.guess <= least * near
    assert guesses[found.method, found.lam] <= least * near


def test_what_noise_costs_is_an_upper_bound():
    """The first term alone, for output perturbation: no rows are longer than R."""
    problem, levels = small_problem(rows=30, d=4), mixed_levels(30)
    curves = ridge.loss_curves(problem, levels, LAMS, ["pdp_op"])
    exact = [solve(problem.X, problem.y, levels / levels.sum(), lam) for lam in LAMS]
    added = curves["pdp_op"].unregularised.mean - problem.test_loss.at(np.array(exact))
    bounds = problem.bounds
    rate = curves["pdp_op"].noise_rate
    assert np.all(added <= (bounds.dimension + 1) * bounds.row_norm**2 / rate**2 * (1 + ROUNDING))


def test_public_records_need_no_noise_so_many_need_hardly_any_shrinking_and_levels_must_be_some():
    bounds = DeclaredBounds(1, 1.0)
    few, many = (public_choice([1.0, *[np.inf] * n], bounds, LAMS, SHARP).lam for n in (1, 10_000))
    assert (few, many) == (0.04, 4e-6)  # 0.1 d h / n, h = R² / 2d
    for levels in ([0.0], [np.nan], []):
        with pytest.raises(InvalidInput, match="epsilon"):
            public_choice(levels, bounds, LAMS, SHARP)
