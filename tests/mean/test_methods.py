"""Every method: its guarantee, its exact moments, its limits."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.comparison import compare, simulate, symmetric_beta
from hetdp_core.mean.methods import inverse_moments
from hetdp_core.validate import MAX_EPSILON, MIN_EPSILON
from tests.cases import first_and_in_studies
from tests.strategies import privacy_levels
from tests.tolerance import LONG_FORMULA, ROUNDING

METHODS = tuple(mean.METHODS)
PROFILES = {
    "mixed": np.array([0.3, 0.5, 1.0, 2.0, 8.0]),
    "one user": np.array([1.5]),
    "tied": np.array([0.7] * 6),
    "some public": np.array([0.4, 0.9, 3.0, np.inf, np.inf]),
    "all public": np.full(4, np.inf),
    "far apart": np.array([1e-6, 1.0, 1e6]),
    "rare sample": np.array([0.05, 0.1, 0.2, 6.0]),
}


@pytest.mark.parametrize("method", METHODS)
@given(levels=privacy_levels())
def test_weights_stay_within_noise_times_epsilon_and_no_error_is_below_the_bound_or_adpms(
    method, levels
):
    plan = mean.plan(method, levels)
    assert np.sum(plan.weights) == pytest.approx(1.0, abs=ROUNDING)
    assert np.all(plan.weights >= 0)
    private = np.isfinite(levels)
    if method != "local":  # its noise is not Laplace's: see its audit
        assert np.all(plan.weights[private] <= plan.noise_scale * levels[private])
    assert np.all(plan.privacy_given <= plan.epsilon)
    assert mean.lower_bound(levels) <= plan.worst_case_mse
    if method != "local":  # which is no weighted mean plus one noise
        assert mean.adpm(levels).worst_case_mse <= plan.worst_case_mse * (1 + 1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("variance", first_and_in_studies([0.25, 0.05]))
def test_exact_mse_agrees_with_monte_carlo_within_four_standard_errors(method, profile, variance):
    plan = mean.plan(method, PROFILES[profile])
    rng = np.random.default_rng(7)
    simulated = simulate({method: plan}, symmetric_beta(variance), 40_000, rng)[method]
    assert abs(simulated.mse - plan.mse(variance)) <= 4 * simulated.standard_error + 1e-15


@pytest.mark.parametrize("method", METHODS)
def test_mse_against_the_sample_agrees_with_random_assignments(method):
    """Second road: deal the levels out at random, many times, over one fixed sample."""
    rng = np.random.default_rng(3)
    data = rng.uniform(-0.5, 0.5, 5)
    plan = mean.plan(method, PROFILES["mixed"])
    dealt = rng.permuted(np.tile(data, (60_000, 1)), axis=1)
    squared = (plan.release(dealt, rng) - np.mean(data)) ** 2
    expected = plan.mse_against_sample(float(np.var(data, ddof=1)), float(np.mean(data)))
    assert abs(np.mean(squared) - expected) <= 4 * np.std(squared) / np.sqrt(squared.size)


# FME takes sqrt(n) instead of n epsilon as its scale unless epsilon is small.
@pytest.mark.parametrize("method", [m for m in METHODS if m not in ("local", "ldpe", "fme")])
def test_equal_levels_make_the_central_methods_the_plain_private_mean(method):
    users, epsilon = 50, 0.8
    plan = mean.plan(method, np.full(users, epsilon))
    expected = 0.05 / users + 2 / (users * epsilon) ** 2
    what = f"the error of {method}, and of the plain private mean; or name it above with a reason"
    assert plan.mse(0.05) == pytest.approx(expected, rel=ROUNDING, abs=0), what


@pytest.mark.parametrize("epsilon", [1e-7, 1.7e-7, 3e-7])
def test_fme_of_small_levels_is_the_plain_mean_whose_noise_covers_each_weight_after_rounding(
    epsilon,
):
    plan = mean.plan("fme", np.full(100_000, epsilon))
    np.testing.assert_allclose(plan.weights, 1 / 100_000)
    assert np.all(plan.weights <= plan.noise_scale * plan.epsilon)
    assert plan.noise_scale == pytest.approx(1.0 / (100_000 * epsilon))


def test_only_published_sampling_gives_a_level_that_its_paper_claims():
    claimed = [key for key in METHODS if mean.plan(key, [0.5, 1.0, 2.0]).privacy_as_claimed]
    assert claimed == ["sampling"]
    assert not mean.plan("sampling", [1.0, np.inf]).privacy_as_claimed


@given(privacy_levels(max_users=12))
def test_fme_matches_a_search_over_its_own_index(levels):
    """Second road: try every k and check the chosen scale is the least."""
    ascending = np.sort(levels)
    sums = [float(np.sum(ascending[:k])) for k in range(levels.size + 1)]
    least = min(a**2 + (levels.size - k) for k, a in enumerate(sums))
    assert mean.plan("fme", levels).noise_scale == pytest.approx(least**-0.5)


@pytest.mark.parametrize("method", ["proportional", "sampling"])
def test_one_public_user_makes_these_methods_forget_the_others(method):
    """The flaw that Remark 2 points out."""
    plan = mean.plan(method, [1.0] * 99 + [np.inf])
    assert plan.weights[-1] == 1.0
    assert plan.worst_case_mse == pytest.approx(0.25)


@pytest.mark.parametrize("method", ["local", "ldpe"])
def test_local_noise_grows_without_bound_as_epsilon_vanishes(method):
    loud, louder = (mean.plan(method, [e, e]).worst_case_mse for e in (1e-3, 1e-6))
    assert louder > 1e5 * loud


PAIR = np.array([0.6, 2.0])


def of_two_points(values):
    """Every answer of two people's two-point reports and its chance, from the definition."""
    kept, weights = np.tanh(PAIR / 2), np.tanh(PAIR / 2) ** 2 / np.sum(np.tanh(PAIR / 2) ** 2)
    for ends in map(np.array, product([0.5, -0.5], repeat=2)):
        yield float(weights @ (ends / kept)), float(np.prod(0.5 + 2 * ends * kept * values))


@pytest.mark.parametrize("values", [np.zeros(2), np.array([0.5, -0.2])])
def test_two_point_reports_have_the_moments_of_all_their_answers(values):
    plan = mean.plan("local", PAIR)
    answers, chances = np.array(list(of_two_points(values))).T
    mean_answer = chances @ answers
    assert mean_answer == pytest.approx(plan.weights @ values)
    assert chances @ (answers - mean_answer) ** 2 == pytest.approx(plan.noise_at(values**2))
    drawn = plan.release(np.tile(values, (4000, 1)), np.random.default_rng(1))
    for answer, chance in zip(answers, chances, strict=True):
        share = np.mean(np.isclose(drawn, answer))
        assert abs(share - chance) <= 4 * np.sqrt(chance * (1 - chance) / 4000)


def test_no_weights_of_two_point_reports_have_a_smaller_worst_case_and_laplace_none():
    """Worst law: any of mean 0.  Second road: a search over weights."""
    plan, kept = mean.plan("local", PAIR), np.tanh(PAIR / 2)
    tried = np.linspace(0.0, 1.0, 10_001)
    worst = (tried**2 / kept[0] ** 2 + (1 - tried) ** 2 / kept[1] ** 2) / 4
    assert plan.worst_case_mse == pytest.approx(np.min(worst), rel=1e-7)  # the grid's
    assert plan.mse(0.03) == plan.mse(0.2) == pytest.approx(plan.worst_case_mse)
    assert plan.worst_case_mse < mean.plan("ldpe", PAIR).worst_case_mse / 1.5


@pytest.mark.parametrize("levels", [[0.3, 1.0, 4.0], [0.05, 3.0, np.inf], [6.0, 7.0, 0.1]])
def test_two_point_reports_about_these_people_have_the_worst_table_of_a_grid(levels):
    plan, ends = mean.plan("local", levels), np.linspace(-0.5, 0.5, 41)
    tables = np.stack(np.meshgrid(ends, ends, ends), axis=-1).reshape(-1, 3)
    off = (tables @ (plan.weights - 1 / 3)) ** 2
    worst = max(one + plan.noise_at(row**2) for one, row in zip(off, tables, strict=True))
    exact = plan.affine_worst_case_mse_against_sample
    assert worst <= exact * (1 + ROUNDING)
    assert exact == pytest.approx(worst, rel=2e-3)  # the grid's


def test_a_public_person_reports_the_value_itself():
    assert mean.plan("local", [np.inf] * 4).mse(0.05) == pytest.approx(0.05 / 4)
    assert mean.plan("local", [1.0]).worst_case_mse == pytest.approx(0.25 / np.tanh(0.5) ** 2)


@pytest.mark.parametrize("variance", [-0.1, 0.3, np.nan])
def test_impossible_variances_are_refused_and_unknown_methods_named(variance):
    with pytest.raises(InvalidInput, match="variance"):
        mean.adpm([1.0]).mse(variance)
    with pytest.raises(InvalidInput, match="method must be one of adpm"):
        mean.plan("magic", [1.0])


@given(st.floats(0.0, 0.25))
def test_symmetric_beta_has_the_variance_asked_for(variance):
    draws = symmetric_beta(variance)(np.random.default_rng(0), (200, 200))
    assert np.all(np.abs(draws) <= 0.5)
    # 4 standard errors: the squares of draws of at most 1/2 lie in [0, 1/4], so vary by 1/8
    assert np.var(draws) == pytest.approx(variance, abs=4 / 8 / np.sqrt(draws.size))


def test_simulation_memory_does_not_grow_with_trials(monkeypatch):
    shapes = []

    def recording(_rng, shape):
        shapes.append(shape)
        return np.zeros(shape)

    monkeypatch.setattr("hetdp_core.mean.comparison.CHUNK_VALUES", 100)
    simulate({"adpm": mean.adpm([1.0] * 10)}, recording, 35, np.random.default_rng(0))
    assert shapes == [(10, 10)] * 3 + [(5, 10)]


@pytest.mark.parametrize(
    "ends", [[MIN_EPSILON, MAX_EPSILON], [MIN_EPSILON, np.inf], [MIN_EPSILON, 1.0]]
)
def test_every_method_bears_the_smallest_and_the_largest_level(ends):
    assert np.isfinite(compare(np.array(ends), 0.25).certificate.ratio)
    with pytest.raises(InvalidInput, match="must be at least 1e-100"):
        mean.plan("adpm", np.array([MIN_EPSILON / 2, 1.0]))


def moments_from_the_distribution(probability):
    """Second road: convolve the coin flips into the law of K."""
    law = np.array([1.0])
    for p in probability:
        law = np.convolve(law, [1.0 - p, p])
    sizes = np.arange(1, law.size)
    return np.sum(law[1:] / sizes), np.sum(law[1:] / sizes**2), law[0]


@pytest.mark.parametrize("users", [1, 2, 5, 50, 800])
def test_quadrature_equals_the_exact_distribution(users):
    for scale, sure in product([1e-9, 1e-3, 0.1, 0.9, 1.0], [False, True]):
        probability = np.random.default_rng(users).random(users) * scale
        probability[0] = 1.0 if sure else probability[0]
        moments = inverse_moments(probability)
        first, second, empty = moments_from_the_distribution(probability)
        assert moments.first == pytest.approx(first, rel=LONG_FORMULA, abs=0)
        assert moments.second == pytest.approx(second, rel=LONG_FORMULA, abs=0)
        # below 1e-300 floats lose their digits
        assert moments.empty == pytest.approx(empty, rel=LONG_FORMULA, abs=1e-300)
