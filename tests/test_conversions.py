"""Each way to say a privacy level against the laws of answers themselves."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from hetdp_core import conversions
from hetdp_core.errors import InvalidInput
from tests.tolerance import LONG_FORMULA, SEARCHED

DELTAS = st.floats(-12.0, -0.05).map(lambda power: 10.0**power)
LOSSES = st.floats(-6.0, 3.0).map(lambda power: 10.0**power)


@pytest.mark.parametrize("mu", [0.03, 0.5, 1.0, 4.0])
@pytest.mark.parametrize("epsilon", [0.0, 0.01, 0.5, 3.0])
def test_delta_is_the_integral_of_what_one_law_exceeds_the_other_by(mu, epsilon):
    """Between N(mu, 1) and e^epsilon N(0, 1): positive right of epsilon/mu + mu/2."""

    def excess(x):
        return norm.pdf(x - mu) - math.exp(epsilon) * norm.pdf(x)

    start = epsilon / mu + mu / 2.0
    found, _ = quad(excess, start, start + 12.0, epsabs=1e-15)
    # the quadrature itself is right to some 1e-14, which is all there is of the smallest delta
    assert conversions.gaussian_delta(mu, epsilon) == pytest.approx(found, rel=SEARCHED, abs=1e-13)


@given(LOSSES, DELTAS)
def test_the_gaussian_level_is_the_root(epsilon, delta):
    mu = conversions.gaussian_level([epsilon], delta)
    # a relative change of mu moves delta by as much, or by -2 log delta times as much
    assert conversions.gaussian_delta(mu, epsilon)[0] == pytest.approx(delta, rel=SEARCHED)
    if epsilon > 1e-3:  # below, delta alone decides mu, and epsilon cannot be read back
        back = conversions.gaussian_epsilon(float(mu[0]), delta)
        assert back == pytest.approx(epsilon, rel=SEARCHED)


@given(LOSSES, DELTAS)
def test_levels_rise_with_loss_and_chance_and_zcdp_promises_no_more_than_gaussian_noise_keeps(
    epsilon, delta
):
    """Gaussian noise of level mu is mu**2/2-zCDP, and its (epsilon, delta) is known exactly."""
    rho = conversions.concentrated_level([epsilon], delta)[0]
    exact = conversions.gaussian_delta(math.sqrt(2.0 * rho), epsilon)
    assert exact <= delta * (1.0 + LONG_FORMULA)
    for level in (conversions.gaussian_level, conversions.concentrated_level):
        plain = level([epsilon], delta)[0]
        assert level([epsilon * 1.1], delta)[0] > plain
        assert level([epsilon], delta * 1.05)[0] > plain


@pytest.mark.parametrize("epsilon", [0.001, 0.1, 1.0, 30.0])
@pytest.mark.parametrize("delta", [1e-12, 1e-6, 0.01, 0.5])
def test_the_zcdp_level_is_the_best_over_a_fine_grid_of_orders(epsilon, delta):
    order = 1.0 + np.exp(np.linspace(-10.0, 40.0, 200_001))
    cost = np.log1p(-1.0 / order) + (-math.log(delta) - np.log(order)) / (order - 1.0)
    best = np.max((epsilon - cost) / order)
    rho = conversions.concentrated_level([epsilon], delta)[0]
    # 1e-4 below at most, by the contract; above by no more than the grid here leaves out
    assert best * (1.0 - 1e-4) <= rho <= best * (1.0 + SEARCHED)
    back = conversions.concentrated_epsilon(float(rho), delta)
    # where delta is large the level hardly depends on epsilon: 1e-4 of the level is more of it
    assert back == pytest.approx(epsilon, rel=1e-4, abs=1e-4 * float(rho) * 10)


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 2.0, 8.0])
def test_pure_epsilon_lies_above_the_trade_off_function_of_its_mu_and_touches_it(epsilon):
    mu = float(conversions.pure_as_gaussian([epsilon])[0])
    false_alarm = np.concatenate([np.geomspace(1e-12, 0.5, 4000), np.linspace(0.5, 1.0, 4000)])
    gaussian = norm.cdf(norm.isf(false_alarm) - mu)
    lines = np.maximum(
        1.0 - math.exp(epsilon) * false_alarm, math.exp(-epsilon) * (1 - false_alarm)
    )
    pure = np.maximum(lines, 0.0)
    assert np.all(gaussian <= pure + 1e-12)  # rounding of the two error probabilities
    corner = 1.0 / (1.0 + math.exp(epsilon))
    assert norm.cdf(norm.isf(corner) - mu) == pytest.approx(corner, rel=LONG_FORMULA)
    assert conversions.gaussian_as_pure([mu])[0] == pytest.approx(epsilon, rel=LONG_FORMULA)


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 2.0, 8.0])
def test_pure_epsilon_is_its_rho_of_zcdp_for_the_worst_pair_of_laws_and_no_less(epsilon):
    """Randomised response is the worst: every other pair is made from it by post-processing."""
    high = 1.0 / (1.0 + math.exp(-epsilon))
    rho = float(conversions.pure_as_concentrated(epsilon))
    assert conversions.concentrated_as_pure(rho) == pytest.approx(epsilon, rel=LONG_FORMULA)
    largest = 0.0
    for order in 1.0 + np.geomspace(1e-6, 1e3, 200):
        # sum of p**a q**(1-a), by logarithms: its terms may overflow
        terms = [
            order * math.log(high) + (1.0 - order) * math.log1p(-high),
            order * math.log1p(-high) + (1.0 - order) * math.log(high),
        ]
        divergence = np.logaddexp(*terms) / (order - 1.0)
        largest = max(largest, divergence / order)
    assert largest == pytest.approx(rho, rel=1e-4)  # the first order is 1 + 1e-6
    assert rho <= epsilon**2 / 2.0


def test_public_users_stay_public_in_every_accounting():
    public = [math.inf]
    for found in (
        conversions.gaussian_level(public, 1e-6),
        conversions.concentrated_level(public, 1e-6),
        conversions.pure_as_gaussian(public),
        conversions.gaussian_as_pure(public),
    ):
        assert found[0] == math.inf
    assert conversions.gaussian_epsilon(math.inf, 1e-6) == math.inf
    assert conversions.concentrated_epsilon(math.inf, 1e-6) == math.inf


def test_a_level_so_small_that_delta_covers_it_is_epsilon_zero():
    assert conversions.gaussian_epsilon(1e-9, 0.1) == 0.0
    assert conversions.concentrated_epsilon(1e-9, 0.5) == 0.0


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan])
def test_chances_and_levels_that_are_none_are_refused(bad):
    for convert in (conversions.gaussian_level, conversions.concentrated_level):
        with pytest.raises(InvalidInput, match="epsilon"):
            convert([bad], 1e-6)
        for delta in (bad, 1.0, math.inf):
            with pytest.raises(InvalidInput, match="delta"):
                convert([1.0], delta)
    for back in (conversions.gaussian_epsilon, conversions.concentrated_epsilon):
        with pytest.raises(InvalidInput):
            back(bad, 1e-6)
