"""Questions about finitely many records: their chances and levels, and bad input."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import MAX_QUERY_EPSILON
from tests.tolerance import LONG_FORMULA


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1.0, 5.0, MAX_QUERY_EPSILON])
@pytest.mark.parametrize("output", [False, True])
def test_yes_and_no_differ_by_just_epsilon(epsilon, output):
    coin = odometer.RandomisedResponse([False, True], epsilon)
    assert np.ptp(coin.log_likelihood([0, 1], output)) == pytest.approx(
        epsilon, rel=LONG_FORMULA, abs=0
    )


def test_a_tables_level_is_the_largest_log_ratio_over_both_outputs():
    assert odometer.TableQuery([0.4, 0.6]).epsilon == pytest.approx(np.log(1.5))
    assert odometer.TableQuery([0.9, 0.5]).epsilon == pytest.approx(np.log(5.0))
    assert odometer.TableQuery([0.3, 0.3]).epsilon == 0.0


def test_randomised_response_tells_the_truth_with_chance_e_to_epsilon_over_1_more():
    coin = odometer.RandomisedResponse([False, True, True], np.log(3.0))
    np.testing.assert_allclose(coin.probability_high([0, 1, 2]), [0.25, 0.75, 0.75])
    assert odometer.TableQuery(coin.probability_high([0, 1, 2])).epsilon == pytest.approx(
        coin.epsilon
    )


@pytest.mark.parametrize("epsilon", [0.0, -1.0, np.nan, np.inf, MAX_QUERY_EPSILON * 1.01])
def test_levels_that_are_none_are_refused(epsilon):
    with pytest.raises(InvalidInput, match="epsilon"):
        odometer.RandomisedResponse([True], epsilon)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: odometer.TableQuery([0.0, 0.5]), "probabilities"),
        (lambda: odometer.TableQuery([0.5, 1.0]), "probabilities"),
        (lambda: odometer.TableQuery([0.5, np.nan]), "probabilities"),
        (lambda: odometer.TableQuery([]), "probabilities"),
        (lambda: odometer.RandomisedResponse([0.5], 1.0), "truth"),
        (lambda: odometer.TableQuery([0.5]).probability_high([1]), "x"),
        (lambda: odometer.TableQuery([0.5, 0.6]).probability_high([0.3]), "x"),
    ],
)
def test_bad_input_is_refused_by_name(make, name):
    with pytest.raises(InvalidInput, match=name):
        make()
