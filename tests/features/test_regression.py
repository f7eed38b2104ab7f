"""Least squares from private reports, and the exact minimum over a ball."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import datasets, features
from hetdp_core.errors import InvalidInput
from hetdp_core.features import allocate, mixed_delta, regression, two_group_delta
from hetdp_core.features.mechanism import query_shares
from hetdp_core.features.notions import region_sweep
from pages.inside.features.results import RELEASES
from pages.shared.controls.catalog.features import MOST_INPUTS
from tests.cases import first_and_in_studies
from tests.features.helpers import assert_average
from tests.tolerance import LONG_FORMULA, ROUNDING, SEARCHED


def by_semidefinite_program(matrix, linear, radius):
    """The S-lemma form: exact for one quadratic over one ball."""
    d = linear.size
    lifted = cp.Variable((d + 1, d + 1), symmetric=True)
    square, x = lifted[:d, :d], lifted[:d, d]
    objective = 0.5 * cp.trace(((matrix + matrix.T) / 2) @ square) - linear @ x
    constraints = [lifted >> 0, lifted[d, d] == 1, cp.trace(square) <= radius**2]
    problem = cp.Problem(cp.Minimize(objective), constraints)
    problem.solve(solver=cp.CLARABEL)
    return float(problem.value)


def problem(seed):
    """Indefinite, positive, singular, repeated or hard: one of each kind in turn."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 8))
    matrix, linear = rng.normal(size=(d, d)), rng.normal(size=d)
    match seed % 6:
        case 1:
            matrix = matrix @ matrix.T
        case 2:
            matrix = np.diag(np.repeat([-1.0, 2.0], d)[:d])
            linear = np.where(np.arange(d) < max(1, d // 2), 0.0, 0.1)
        case 3:
            matrix = np.outer(matrix[0], matrix[0])
        case 4:
            linear = np.zeros(d)
        case 5:
            matrix, linear = 1e6 * matrix, 1e-3 * linear
    return matrix, linear, float(10.0 ** rng.uniform(-1, 1))


@pytest.mark.parametrize("seed", first_and_in_studies(range(60), 12))
def test_the_minimum_over_the_ball_equals_the_semidefinite_program(seed):
    matrix, linear, radius = problem(seed)
    minimiser = regression.minimise_over_ball(matrix, linear, radius)
    scale = 1.0 + np.linalg.norm(matrix) * radius**2 + np.linalg.norm(linear) * radius
    oracle = by_semidefinite_program(matrix / scale, linear / scale, radius) * scale
    assert minimiser.value == pytest.approx(oracle, abs=SEARCHED * scale)
    assert np.linalg.norm(minimiser.x) <= radius * (1 + 1e-9)


@given(st.integers(0, 10**6))
def test_the_minimum_meets_the_conditions_for_a_global_one(seed):
    """(A + μ I) x = b, A + μ I positive semidefinite, μ (R - |x|) = 0."""
    matrix, linear, radius = problem(seed)
    minimiser = regression.minimise_over_ball(matrix, linear, radius)
    symmetric = (matrix + matrix.T) / 2
    scale = np.linalg.norm(matrix) * radius + np.linalg.norm(linear) + 1e-12
    gradient = symmetric @ minimiser.x + minimiser.multiplier * minimiser.x - linear
    assert np.linalg.norm(gradient) <= 1e-7 * scale
    assert minimiser.multiplier >= max(0.0, -np.linalg.eigvalsh(symmetric)[0]) - 1e-9 * scale
    short = radius - np.linalg.norm(minimiser.x)
    assert short >= -1e-9 * radius
    assert minimiser.multiplier * short <= 1e-7 * scale * radius
    value = 0.5 * minimiser.x @ symmetric @ minimiser.x - linear @ minimiser.x
    assert minimiser.value == pytest.approx(value, abs=LONG_FORMULA * scale * radius)


def test_the_hard_case_is_recognised_and_solved():
    """b at right angles to the lowest eigenvector, and too short to reach the sphere."""
    minimiser = regression.minimise_over_ball(np.diag([-2.0, 1.0]), [0.0, 0.3], 1.0)
    assert minimiser.hard_case
    np.testing.assert_allclose(np.abs(minimiser.x), [np.sqrt(1 - 0.01), 0.1])
    assert minimiser.multiplier == pytest.approx(2.0)


@pytest.mark.parametrize("tilt", [1e-15, 1e-12, 1e-8, 1e-4])
def test_the_nearly_hard_case_is_stable(tilt):
    minimiser = regression.minimise_over_ball(np.diag([-2.0, 1.0]), [tilt, 0.3], 1.0)
    assert np.linalg.norm(minimiser.x) == pytest.approx(1.0)
    # to first order in the tilt; the second adds a six-hundredth of its square
    expected = -1.0 - 0.015 - tilt * np.sqrt(0.99)
    assert minimiser.value == pytest.approx(expected, abs=ROUNDING + tilt**2)
    assert minimiser.x[0] > 0


@pytest.mark.parametrize(
    ("matrix", "linear", "radius"),
    [
        (np.eye(2), [1.0], 1.0),
        (np.full((2, 2), np.nan), [1.0, 1.0], 1.0),
        (np.eye(2), [1.0, np.inf], 1.0),
        (np.eye(2), [1.0, 1.0], 0.0),
    ],
)
def test_impossible_problems_are_refused(matrix, linear, radius):
    with pytest.raises(InvalidInput):
        regression.minimise_over_ball(matrix, linear, radius)


def regression_data(n=2_000, seed=0):
    rng = np.random.default_rng(seed)
    z = rng.uniform(-1, 1, (n, 3))
    label = np.clip(z @ [0.5, -0.3, 0.2] + rng.normal(0, 0.1, n), -1, 1)
    return np.column_stack([z[:, 0], label, z[:, 1:]])


def test_private_moments_are_unbiased():
    x = regression_data(n=60)
    alloc = features.allocate([4.0, 8.0, 1.0, 8.0], 8.0, 0.1, "paper")
    exact = regression.moments(x, x, 1)
    rng = np.random.default_rng(0)
    found = [regression.private_moments(x, alloc, 1, rng=rng) for _ in range(300)]
    assert_average([m.gram for m in found], exact.gram)
    assert_average([m.cross for m in found], exact.cross)


def test_without_noise_to_speak_of_the_private_fit_is_the_plain_one():
    """400,000 reports of eps = 40 per coordinate: what is left is small."""
    x = np.tile(regression_data(), (200, 1))
    alloc = features.allocate(np.full(4, 40.0), 40.0, 1.0, "min_delta")
    fit = features.least_squares(x, alloc, 2.0, rng=np.random.default_rng(0), label=1)
    z, label = np.delete(x, 1, axis=1), x[:, 1]
    plain = np.linalg.lstsq(z, label, rcond=None)[0]
    np.testing.assert_allclose(fit.nonprivate, plain, rtol=LONG_FORMULA)
    # 4 standard errors: about 0.02 over eight fits
    np.testing.assert_allclose(fit.coefficients, plain, rtol=0, atol=0.1)
    assert fit.best_loss == pytest.approx(0.5 * np.mean((z @ plain - label) ** 2))
    assert fit.loss == pytest.approx(0.5 * np.mean((z @ fit.coefficients - label) ** 2))
    assert fit.zero_loss == pytest.approx(0.5 * np.mean(label**2))
    assert not fit.on_sphere


@pytest.mark.parametrize("rule", features.RULES)
def test_the_private_fit_never_beats_the_best_and_stays_in_the_ball(rule):
    x = regression_data(n=500)
    alloc = features.allocate([0.5, 2.0, 2.0, 1.0], 2.0, 0.3, rule, n=500)
    for seed in range(20):
        fit = features.least_squares(x, alloc, 0.8, rng=np.random.default_rng(seed), label=1)
        assert np.linalg.norm(fit.coefficients) <= 0.8 * (1 + 1e-9)
        assert fit.excess_loss >= -1e-12
        assert fit.on_sphere or fit.least_eigenvalue > 0


def test_noise_makes_the_private_problem_indefinite():
    """Why "any convex solver" does not apply as printed."""
    x = regression_data(n=500)
    alloc = features.allocate(np.full(4, 1.0), 1.0, 0.1, "min_delta")
    draws = map(np.random.default_rng, range(20))
    fits = [features.least_squares(x, alloc, 1.0, rng=rng) for rng in draws]
    assert sum(fit.least_eigenvalue < 0 for fit in fits) >= 15


def test_the_label_may_be_any_column():
    x = regression_data(n=300)
    alloc = features.allocate(np.full(4, 5.0), 5.0, 0.1, "min_delta")
    first = features.least_squares(x, alloc, 1.0, rng=np.random.default_rng(1), label=1)
    last = features.least_squares(x, alloc, 1.0, rng=np.random.default_rng(1), label=-3)
    np.testing.assert_array_equal(first.coefficients, last.coefficients)
    for label in (4, -5):
        with pytest.raises(InvalidInput, match="label"):
            features.least_squares(x, alloc, 1.0, rng=np.random.default_rng(1), label=label)


def test_one_column_cannot_be_regressed():
    alloc = features.allocate([1.0], 1.0, 0.1, "min_delta")
    with pytest.raises(InvalidInput, match="label and at least one feature"):
        features.least_squares(np.zeros((5, 1)), alloc, 1.0, rng=np.random.default_rng(0))


def test_queries_share_out_each_estimate_and_form_a_triangle():
    alloc = allocate([2.0, 0.3, 0.9, 0.1], 2.0, 0.02, "paper")
    shares = query_shares(alloc)
    assert shares.features[0] == "4"  # the strictest feature comes first
    np.testing.assert_allclose(np.sum(shares.shares, axis=0), 1.0)
    assert np.sum(shares.privacy) == pytest.approx(alloc.ldp_level)
    seen = shares.shares > 0
    assert np.all(seen[0])  # the first query sees every feature, later ones ever fewer
    assert np.all(np.diff(np.sum(seen, axis=1)) < 0)
    assert np.array_equal(np.isnan(shares.gaps), ~seen)


def test_repeated_fits_scatter_around_each_other_and_know_the_plain_fit():
    rng = np.random.default_rng(2)
    x = rng.choice([-1.0, 1.0], (4000, 2))
    data = np.column_stack([x, np.clip(0.5 * x[:, 0] + 0.2 * rng.standard_normal(4000), -1, 1)])
    fits = regression.repeated_least_squares(data, [50.0] * 3, 40.0, 0.5, 1.0, 5, rng=rng)
    assert fits.coefficients["optimised"].shape == (5, 2)
    error = 0.2 / np.sqrt(4000)
    assert fits.nonprivate[0] == pytest.approx(0.5, abs=4 * error)
    assert all(np.all(losses >= fits.best_loss - 1e-12) for losses in fits.losses.values())
    assert fits.better_than_nothing["optimised"] == 100.0
    assert np.median(fits.losses["optimised"]) < fits.zero_loss


def test_the_best_test_errs_less_the_more_a_feature_is_revealed():
    sweep = region_sweep(0.53)
    assert 0.53 in sweep.deltas
    np.testing.assert_allclose(sweep.least_error, 1.0 / (1.0 + np.exp(sweep.deltas)))
    np.testing.assert_array_equal(sweep.outlines[:, 0], sweep.outlines[:, -1])


@pytest.mark.parametrize("arguments", [(0, 0, 0.1, 1.0), (3, 4, 0.1, 1.0), (3, 1, -1.0, 1.0)])
def test_levels_go_to_the_features_that_ask_and_impossible_groups_are_refused(arguments):
    assert two_group_delta(3, 2, 0.1, 1.0) == (0.1, 0.1, 1.0)
    assert mixed_delta(["a", "b", "c"], ["b"], 0.1, 1.0) == (1.0, 0.1, 1.0)
    with pytest.raises(InvalidInput):
        two_group_delta(*arguments)


@given(st.integers(1, 5_000), st.integers(2, 30), st.integers(1, 100))
def test_releases_are_as_many_as_the_data_afford(rows, columns, most):
    times = regression.affordable_releases(np.zeros((rows, columns)), most)
    assert 1 <= times <= most
    cells = max(regression.MOST_CELLS, regression.FEWEST * rows * columns)
    assert times == most or times * rows * columns <= cells
    assert times >= min(most, regression.FEWEST)


def test_every_shipped_dataset_affords_all_releases_of_the_page():
    for key in datasets.available():
        table = np.zeros((len(datasets.load(key).frame), MOST_INPUTS + 1))
        assert regression.affordable_releases(table, RELEASES) == RELEASES
