"""How far twenty releases typically miss: by the closed law in one dimension, and at the ends."""

import numpy as np
import pytest
from scipy import stats

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.outcomes import CHANCES, TWENTY
from hetdp_core.ridge.exploration import RidgeScenario
from hetdp_core.ridge.misses import DRAWS, FEWER_DRAWS, typical_misses
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.releases import fit
from hetdp_core.ridge.shown_releases import RELEASABLE

KEY = "simulated_medical_cost"
RNG = np.random.default_rng(0)


def synthetic(dimension=1, rows=60):
    prepared = prepare(Records.synthetic(rows, dimension, 4), None)
    levels = np.random.default_rng(1).uniform(0.1, 1.0, prepared.problem.training.rows)
    return prepared, levels


def test_in_one_dimension_shares_below_are_those_of_laplace_noise_in_a_parabola():
    """A release misses by at most m where its noise lies between the roots of loss(b) = m²."""
    prepared, levels = synthetic()
    problem, lam = prepared.problem, 2.0
    found = typical_misses(prepared, levels, RidgeScenario(lam=lam), "pdp_op").outcomes
    made = fit(problem.X, problem.y, levels, lam, rng=RNG)
    law = stats.laplace(made.nonprivate[0], 1.0 / made.noise_rate)
    loss = problem.test_loss
    a, b = loss.gram[0, 0], loss.cross[0]
    roots = found.values * np.ptp(problem.label_range) / 100  # in labels, not in % of their range
    reach = np.sqrt(np.maximum(b**2 - a * (loss.constant - roots**2), 0.0)) / a
    shares = law.cdf(b / a + reach) - law.cdf(b / a - reach)
    error = np.sqrt(CHANCES * (1.0 - CHANCES) / DRAWS)
    assert np.all(np.abs(shares - CHANCES) <= 4 * error + 1e-3)  # values between two draws


@pytest.mark.parametrize("method", RELEASABLE)
def test_every_method_has_its_twenty_with_their_errors(method):
    prepared, levels = synthetic(3)
    found = typical_misses(prepared, levels, RidgeScenario(lam=2.0), method)
    assert found.outcomes.draws == FEWER_DRAWS.get(method, DRAWS)
    assert np.all(np.diff(found.outcomes.values) >= 0)
    assert 0 < found.outcomes.largest_error < found.outcomes.values[-1]
    again = typical_misses(prepared, levels, RidgeScenario(lam=2.0), method)
    np.testing.assert_array_equal(again.outcomes.played, found.outcomes.played)


def test_a_method_that_has_nothing_at_this_lambda_says_so():
    prepared, levels = synthetic(3)
    with pytest.raises(InvalidInput, match="must exceed"):
        typical_misses(prepared, levels, RidgeScenario(lam=1e-6), "objective")


def test_without_noise_all_twenty_miss_as_the_weighted_regression_does():
    prepared, levels = synthetic(3)
    public = np.full_like(levels, np.inf)
    found = typical_misses(prepared, public, RidgeScenario(lam=2.0), "pdp_op")
    assert found.outcomes.all_the_same
    assert found.outcomes.values[0] == pytest.approx(found.without_privacy)
    assert found.better in (0, TWENTY)


def test_misses_are_in_units_of_the_target():
    prepared = prepare(
        Records(KEY, ridge.DesignSettings("charges", centre_labels=True)), datasets.load(KEY)
    )
    levels = np.full(prepared.problem.training.rows, 0.5)
    found = typical_misses(prepared, levels, RidgeScenario(lam=1.0), "pdp_op", 2000)
    true = prepared.in_units(prepared.problem.y_test)
    assert found.one_number == pytest.approx(np.std(true))
    assert found.outcomes.unit == datasets.info(KEY).column("charges").unit
    assert found.better == np.sum(found.outcomes.values < np.std(true))
    clean = prepared.problem.X_test @ ridge_without_noise(prepared, 1.0)
    missed = np.sqrt(np.mean((prepared.in_units(clean) - true) ** 2))
    assert found.without_privacy == pytest.approx(missed)


def ridge_without_noise(prepared, lam):
    """Ridge regression by its normal equations."""
    X, y = prepared.problem.X, prepared.problem.y
    return np.linalg.solve(X.T @ X / len(y) + lam * np.eye(X.shape[1]), X.T @ y / len(y))
