"""The accuracy bound (Theorem 3.6): its terms, and how often it holds."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.releases import distances_to_truth, sample_coefficients
from hetdp_core.ridge.sweep import RidgeScenario
from tests.ridge.helpers import SHARP, assert_within_errors, mixed_levels, small_problem


def test_the_accuracy_bound_holds_more_often_than_it_promises():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1.0, 1.0, (200, 3))
    truth, sigma, lam, epsilon = np.array([0.2, -0.1, 0.15]), 0.1, 0.05, np.full(200, 0.8)
    broken = 0
    for _ in range(300):
        y = np.clip(X @ truth + sigma * rng.normal(size=200), -1.0, 1.0)
        problem = ridge.RidgeProblem(X, y, X, y)
        length = float(np.linalg.norm(truth))
        bound = ridge.accuracy_bound(problem, epsilon, lam, length, sigma, SHARP)
        fit = ridge.fit(X, y, epsilon, lam, rng=rng)
        broken += int(np.linalg.norm(fit.coefficients - truth) > bound.total.item())
    assert broken / 300 <= 1.0 - bound.confidence
    assert bound.confidence == pytest.approx(0.9)


def test_the_accuracy_bound_is_the_formula_of_the_theorem():
    problem, epsilon, lam = small_problem(), mixed_levels(40), 0.4
    printed = ridge.Calibration("printed")
    bound = ridge.accuracy_bound(problem, epsilon, lam, 2.0, 0.3, printed)
    weights = epsilon / np.sum(epsilon)
    least = np.min(np.linalg.eigvalsh(problem.X.T @ (weights[:, None] * problem.X)))
    length = min(1.0 / np.sqrt(lam), 2.0 / lam)
    rate = lam * np.sum(epsilon) / (2.0 * (4.0 * length + 2.0))
    assert bound.bias == pytest.approx(lam * 2.0 / (lam + least))
    assert bound.privacy == pytest.approx((4.0 + np.sqrt(4.0 / 0.05)) / rate)
    label_noise = 0.3 * np.linalg.norm(weights) * np.sqrt(4.0 / 0.05) / (lam + least)
    assert bound.label_noise == pytest.approx(label_noise)
    assert bound.total == bound.bias + bound.privacy + bound.label_noise
    sharp = ridge.accuracy_bound(problem, epsilon, lam, 2.0, 0.3, SHARP)
    assert sharp.privacy < bound.privacy


@pytest.mark.parametrize("noise", ["sharp", "printed"])
@pytest.mark.parametrize("lam", [0.1, 5.0])
def test_releases_scatter_around_the_truth_as_said_and_keep_to_the_bound(noise, lam):
    prepared = prepare(Records.synthetic(100, 4, 3), None)
    assert prepared.truth is not None
    levels = mixed_levels(prepared.problem.rows)
    scenario = RidgeScenario(noise=noise, lam=lam, points=5)
    found = distances_to_truth(prepared, levels, scenario)
    at, releases, rng = np.flatnonzero(found.lams == lam)[0], 4000, np.random.default_rng(1)
    drawn = sample_coefficients(prepared.problem, levels, lam, "pdp_op", noise, releases, rng=rng)
    distances = np.linalg.norm(drawn - prepared.truth, axis=1)
    assert_within_errors(distances**2, found.exact[at] ** 2)
    kept, promised = np.mean(distances <= found.bound.total[at]), found.bound.confidence
    assert kept >= promised - 4.0 * np.sqrt(promised * (1.0 - promised) / releases)


def test_the_truth_of_synthetic_records_gives_their_labels():
    prepared = prepare(Records.synthetic(30, 3, 0), None)
    assert prepared.truth is not None
    np.testing.assert_allclose(prepared.problem.X @ prepared.truth, prepared.problem.y)


def test_public_records_leave_no_privacy_term_and_what_must_be_known_is_asked_for():
    problem = small_problem()
    assert ridge.accuracy_bound(problem, np.full(40, np.inf), 1.0, 1.0, 0.1, SHARP).privacy == 0.0
    for truth, sigma in ((-1.0, 0.1), (1.0, np.nan)):
        with pytest.raises(InvalidInput):
            ridge.accuracy_bound(problem, mixed_levels(40), 1.0, truth, sigma, SHARP)
    prepared = replace(prepare(Records.synthetic(30, 3, 0), None), truth=None)
    with pytest.raises(InvalidInput, match="truth must be known"):
        distances_to_truth(prepared, mixed_levels(24), RidgeScenario())
