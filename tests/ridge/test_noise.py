"""The noise itself: its law, its limits, and what happens at the ends of every parameter."""

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.noise import draw_noise
from hetdp_core.ridge.weights import keep_probability, personalised, uniform_budget
from tests.ridge.helpers import LAMBDA, mixed_levels, problems, small_problem
from tests.strategies import privacy_levels
from tests.tolerance import ROUNDING


def test_noise_has_gamma_length_and_no_preferred_direction_and_is_laplace_in_one_dimension():
    noise = draw_noise(2.0, (20_000, 3), np.random.default_rng(0))
    length = np.linalg.norm(noise, axis=1)
    assert stats.kstest(length, stats.gamma(3, scale=0.5).cdf).pvalue > 1e-3
    spread = noise.T @ noise / len(noise)
    # (d+1)/η² I = I; and E b_i⁴ = 9/2, so a square varies by √(9/2 - 1)
    error = np.sqrt(3.5 / len(noise))
    np.testing.assert_allclose(spread, np.eye(3) * 4.0 / 4.0, rtol=0, atol=4 * error)
    noise = draw_noise(0.5, (20_000, 1), np.random.default_rng(1))[:, 0]
    assert stats.kstest(noise, stats.laplace(scale=2.0).cdf).pvalue > 1e-3


@given(problem=problems(), lam=LAMBDA)
def test_released_minus_nonprivate_is_the_noise_of_the_stated_rate(problem, lam):
    epsilon = np.linspace(0.1, 1.0, len(problem.y))
    fit = ridge.fit(problem.X, problem.y, epsilon, lam, rng=np.random.default_rng(3))
    noise = draw_noise(fit.noise_rate, fit.nonprivate.shape, np.random.default_rng(3))
    np.testing.assert_allclose(fit.coefficients, fit.nonprivate + noise, rtol=ROUNDING)


@pytest.mark.parametrize("noise", ["sharp", "printed"])
def test_noise_grows_without_bound_and_never_vanishes_as_lambda_tends_to_zero(noise):
    problem, epsilon = small_problem(), mixed_levels(40)
    lams = np.geomspace(1e-30, 1.0, 31)
    curves = ridge.loss_curves(problem, epsilon, lams, noise=noise)
    for key in ("pdp_op", "non_personalised", "jorgensen_repaired"):
        rate = curves[key].noise_rate
        assert np.all(rate > 0)
        assert np.all(np.diff(rate) > 0)
        assert np.all(np.diff(curves[key].unregularised.mean[:25]) < 0)


def equal_weights(levels, d):
    return np.full(levels.size, 1.0 / levels.size), uniform_budget(np.min(levels), levels.size, d)


@given(levels=privacy_levels(), lam=LAMBDA)
def test_weights_obey_noise_rate_times_influence_at_most_epsilon(levels, lam):
    """The privacy claim: η C w_i <= ε_i for every private record, whatever the weighting."""
    bounds = ridge.DeclaredBounds(3, 1.5)
    calibration = ridge.Calibration()
    for weigh in (personalised, equal_weights):
        try:
            weights, budget = weigh(levels, 3)
        except InvalidInput:
            assert np.sum(levels) > 1e11 * np.min(levels)
            continue
        rate = ridge.noise_rate(budget, lam, bounds, calibration)
        private = np.isfinite(levels) & (weights > 0)
        spent = rate * ridge.influence(lam, bounds, calibration) * weights[private]
        assert np.all(spent <= levels[private])
        assert np.sum(weights) == pytest.approx(1.0)


def test_public_records_alone_count_and_need_no_noise():
    problem = small_problem()
    epsilon = np.where(np.arange(40) % 3 == 0, np.inf, 0.5)
    fit = ridge.fit(problem.X, problem.y, epsilon, 0.2, rng=np.random.default_rng(0))
    public = np.isinf(epsilon)
    plain = ridge.fit(
        problem.X[public], problem.y[public], np.full(14, np.inf), 0.2, rng=np.random.default_rng(0)
    )
    np.testing.assert_allclose(fit.coefficients, plain.coefficients, rtol=ROUNDING)
    np.testing.assert_array_equal(fit.coefficients, fit.nonprivate)
    assert fit.noise_rate == np.inf


def test_huge_levels_tend_to_public_ones():
    problem = small_problem()
    epsilon = np.where(np.arange(40) % 3 == 0, 1e10, 0.5)
    public = np.where(epsilon == 1e10, np.inf, epsilon)
    for key, method in ridge.METHODS.items():
        near, limit = (
            ridge.loss_curves(problem, levels, [0.5], [key], masks=1000)[key].unregularised
            for levels in (epsilon, public)
        )
        if key == "non_personalised":
            assert near.mean == limit.mean
        elif key != "jorgensen_mean":  # its threshold is n times smaller than the largest level
            # all others together keep 1e-10 of the weight of the 14
            assert near.mean == pytest.approx(limit.mean, rel=1e-9), method.title
        assert np.isfinite([near.mean, near.std, limit.mean, limit.std]).all()


@pytest.mark.parametrize("epsilon", [1e3, 710.0, 1e10, 1e-6, 1e-10])
def test_every_method_bears_extreme_levels(epsilon):
    problem = small_problem(rows=6, d=2)
    levels = np.array([epsilon, epsilon, 1.0, 1.0, 0.1, 0.1])
    for key, found in ridge.loss_curves(problem, levels, [1e-3, 1.0, 1e3]).items():
        for moments in (found.unregularised, found.regularised):
            assert not np.any(np.isnan(moments.mean)), key
            assert not np.any(np.isnan(moments.std)), key


def test_keep_probability_follows_its_formula_and_its_limits():
    levels = np.array([1e-9, 0.5, 2.0, 3.0])
    expected = np.minimum(np.expm1(levels) / np.expm1(2.0), 1.0)
    np.testing.assert_allclose(keep_probability(levels, 2.0), expected, rtol=ROUNDING)
    np.testing.assert_allclose(
        keep_probability(np.array([2000.0, 1999.0, 1e-300]), 2000.0), [1.0, np.exp(-1.0), 0.0]
    )
    np.testing.assert_array_equal(keep_probability(np.array([5.0, np.inf]), np.inf), [0.0, 1.0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"noise": "loud"}, "noise must be one of sharp, printed, bounded"),
        ({"noise": "bounded"}, "theta_bound must be given"),
        ({"noise": "printed", "theta_bound": 1.0}, "theta_bound is not used"),
        ({"theta_bound": 0.0}, "theta_bound must be positive"),
        ({"theta_bound": np.nan}, "theta_bound must be a finite number"),
    ],
)
def test_calibrations_that_mean_nothing_are_refused(options, message):
    with pytest.raises(InvalidInput, match=message):
        ridge.fit([[1.0]], [1.0], [1.0], 1.0, rng=np.random.default_rng(0), **options)
