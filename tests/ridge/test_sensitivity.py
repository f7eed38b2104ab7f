"""How far one record can move the coefficients: the claim that every guarantee rests on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, differential_evolution

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from tests.ridge.helpers import LAMBDA, problems, solve, training

SHARP, PRINTED = ridge.Calibration("sharp"), ridge.Calibration("printed")


def shortened(rows, norm):
    """Rows scaled into the ball of this radius."""
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows * np.minimum(1.0, norm / np.maximum(length, 1e-300))


def moves(values, rows, d, weights, lam, bounds):
    """|θ - θ'| over w_0, for (S, rows*d + rows + d + 1) data and a replacement of record 0."""
    X = shortened(values[:, : rows * d].reshape(-1, rows, d), bounds.row_norm)
    y = bounds.label * values[:, rows * d : rows * d + rows]
    X_other, y_other = X.copy(), y.copy()
    X_other[:, 0] = shortened(values[:, -d - 1 : -1], bounds.row_norm)
    y_other[:, 0] = bounds.label * values[:, -1]
    moved = solve(X, y, weights, lam) - solve(X_other, y_other, weights, lam)
    return np.linalg.norm(moved, axis=1) / weights[0]


def worst_found(rows, d, lam, share, bounds, seed=0):
    """Largest move that a search over data and replacement finds."""
    weights = np.append(share, np.full(rows - 1, (1.0 - share) / max(rows - 1, 1)))
    size = rows * d + rows + d + 1

    def gain(values):
        return -moves(values.T, rows, d, weights, lam, bounds)

    solution = differential_evolution(
        gain,
        Bounds(np.full(size, -1.0), np.full(size, 1.0)),
        maxiter=100,
        popsize=8,
        rng=np.random.default_rng(seed),
        vectorized=True,
        updating="deferred",
        polish=False,
    )
    return -solution.fun


CASES = {
    # rows, d, λ, weight of the replaced record, R, L, share of the sharp bound to be reached
    "one record": (1, 1, 0.3, 1.0, 1.0, 1.0, 0.15),
    "light record": (2, 1, 1e-2, 0.01, 1.0, 1.0, 0.3),
    "weak shrinkage": (2, 2, 1e-3, 1e-3, np.sqrt(2.0), 0.5, 0.3),
    "more rows": (3, 2, 0.1, 1e-3, np.sqrt(2.0), 1.0, 0.4),
    "middling": (2, 2, 1.0, 0.1, 1.0, 1.0, 0.7),
    "short rows": (3, 3, 3.0, 0.02, 1.2, 0.5, 0.8),
    "strong shrinkage": (1, 2, 50.0, 1.0, np.sqrt(2.0), 1.0, 0.9),
    "stronger still": (2, 3, 1000.0, 0.5, np.sqrt(3.0), 1.0, 0.9),
}


@pytest.mark.parametrize("case", CASES)
def test_a_search_for_the_worst_record_stays_below_the_bounds_and_comes_close(case):
    """Sharp is nearly attained where shrinkage is strong: at least nine tenths."""
    rows, d, lam, share, norm, label, reached = CASES[case]
    bounds = ridge.DeclaredBounds(d, norm, label)
    worst = worst_found(rows, d, lam, share, bounds)
    sharp = float(ridge.influence(lam, bounds, SHARP))
    assert reached * sharp <= worst <= sharp * (1.0 + 1e-9)
    assert worst <= ridge.influence(lam, bounds, PRINTED)


@pytest.mark.parametrize("ratio", [1e6, 1e8, 1e10, 4e11])
@pytest.mark.parametrize("small", [1.2e-8, 1.45e-8, 1.9e-8, 2.05e-8])
def test_a_direction_that_is_all_but_flat_keeps_the_promise_to_the_strictest(ratio, small):
    """Two relaxed records see it at the root of a float's unit, the strict one in full or not."""
    X, y = np.array([[1.0, 0.0], [1.0, small], [1.0, -small]]), np.array([0.0, 1.0, -1.0])
    X_other, y_other = X.copy(), y.copy()
    X_other[0], y_other[0] = [0.0, 1.0], 1.0
    for lam in (1e-3, 1.0, 100.0):
        before, after = (
            ridge.fit(features, labels, [1.0, ratio, ratio], lam, rng=np.random.default_rng(0))
            for features, labels in ((X, y), (X_other, y_other))
        )
        moved = np.linalg.norm(before.nonprivate - after.nonprivate)
        assert before.noise_rate * moved <= 1.0


def awkward(rng, rows, d):
    """Corners, values at the root of a float's unit, equal rows, or no pattern at all."""
    made = rng.choice([-1.0, 0.0, 1.0], (rows, d)), rng.uniform(-1.0, 1.0, (rows, d))
    tiny = rng.choice([-1.0, 0.0, 1.0, 1e-8, -2e-8], (rows, d))
    return [*made, tiny, np.full((rows, d), rng.uniform(0.1, 1.0))][rng.integers(4)]


@given(
    seed=st.integers(0, 2**32 - 1),
    rows=st.integers(1, 60),
    d=st.integers(1, 12),
    unequal=st.floats(0.0, 10.0),
    lam=LAMBDA,
)
def test_the_computed_fit_moves_by_less_than_the_record_allows(seed, rows, d, unequal, lam):
    """The exact density ratio of what is computed, for levels up to ten orders apart."""
    rng = np.random.default_rng(seed)
    X, y = awkward(rng, rows, d), np.clip(awkward(rng, rows, 1)[:, 0], -1.0, 1.0)
    epsilon = 10.0 ** rng.uniform(0.0, unequal, rows)
    epsilon[0], record = 1.0, rng.choice([0, rng.integers(rows)])  # the strictest, or any other
    X_other, y_other = X.copy(), y.copy()
    X_other[record], y_other[record] = awkward(rng, 1, d)[0], rng.choice([-1.0, 0.0, 1.0])
    before = ridge.fit(X, y, epsilon, lam, rng=rng)
    after = ridge.fit(X_other, y_other, epsilon, lam, rng=rng)
    moved = np.linalg.norm(before.nonprivate - after.nonprivate)
    assert before.noise_rate * moved <= epsilon[record]


def test_levels_too_unequal_for_floats_are_refused_by_every_method_that_honours_them():
    problem = ridge.RidgeProblem(np.eye(2), np.ones(2), np.eye(2), np.ones(2))
    levels = [1.0, 1e14]
    says = "epsilon must add up to at most 1,000,000,000,000 times .* make the least private"
    with pytest.raises(InvalidInput, match=says):
        ridge.fit(problem.X, problem.y, levels, 1.0, rng=np.random.default_rng(0))
    for method in ("pdp_op", "objective"):
        with pytest.raises(InvalidInput, match=says):
            ridge.loss_curves(problem, levels, [1.0], [method])
    for method in ("non_personalised", "jorgensen_repaired"):  # their weights are equal
        assert np.all(ridge.loss_curves(problem, levels, [1.0], [method])[method].available)


def test_the_most_unequal_levels_allowed_are_close_to_public_ones():
    """ε = ∞ is the limit: past what floats can honour it is still allowed, and means 0 weight."""
    problem = training(np.array([[1.0], [0.5]]), np.ones(2))
    rng = np.random.default_rng(0)
    finite, public = (
        ridge.fit(problem.X, problem.y, [1.0, high], 1.0, rng=rng) for high in (9e11, np.inf)
    )
    # 1 / 9e11 of the weight is left to the other record
    np.testing.assert_allclose(finite.nonprivate, public.nonprivate, rtol=0, atol=1e-11)
    assert finite.noise_rate > 1e11
    assert public.noise_rate == np.inf
    turned = ridge.fit(problem.X, [-1.0, 1.0], [1e-100, np.inf], 1.0, rng=rng)
    np.testing.assert_array_equal(public.coefficients, turned.coefficients)


@given(problem=problems(), lam=LAMBDA)
def test_no_solution_is_longer_than_its_bound(problem, lam):
    weights = np.full(len(problem.y), 1.0 / len(problem.y))
    length = np.linalg.norm(
        ridge.fit(problem.X, problem.y, weights, lam, rng=np.random.default_rng(0)).nonprivate
    )
    assert length <= ridge.solution_bound(lam, problem.bounds) * (1.0 + 1e-9)


@pytest.mark.parametrize("lam", [1e-4, 0.3, 1.0, 7.0, 1e3])
@pytest.mark.parametrize("norm", [0.5, 1.0, 3.0])
def test_the_bound_on_the_solution_is_attained(lam, norm):
    """One direction, of which the data show s² = min(λ, R²)."""
    s = min(np.sqrt(lam), norm)
    bounds = ridge.DeclaredBounds(9, norm)
    assert ridge.solution_bound(lam, bounds) == pytest.approx(s / (s**2 + lam))
    grid = np.linspace(0.0, norm, 100_001)
    # the grid misses s by up to half its spacing: by (1.5e-5 / 0.01)² / 2 of the value
    assert np.max(grid / (grid**2 + lam)) == pytest.approx(s / (s**2 + lam), rel=1.2e-6)


@given(
    d=st.integers(1, 500), lam=LAMBDA, label=st.floats(0.01, 1.0), shortened_to=st.floats(0.05, 1.0)
)
def test_sharp_noise_is_never_larger_than_printed_noise(d, lam, label, shortened_to):
    bounds = ridge.DeclaredBounds(d, shortened_to * np.sqrt(d), label)
    assert ridge.influence(lam, bounds, SHARP) <= ridge.influence(lam, bounds, PRINTED)
    for cap in (1e-3, 1.0, 1e6):
        sharp, printed = ridge.Calibration("sharp", cap), ridge.Calibration("bounded", cap)
        assert ridge.influence(lam, bounds, sharp) <= ridge.influence(lam, bounds, printed)


def test_sharp_noise_tends_to_a_quarter_of_the_printed_noise_as_lambda_vanishes():
    bounds = ridge.DeclaredBounds(12, np.sqrt(12.0))
    ratio = ridge.influence(1e-12, bounds, PRINTED) / ridge.influence(1e-12, bounds, SHARP)
    assert ratio == pytest.approx(4.0, rel=1e-5)  # what is left is of the order of √λ = 1e-6


def test_the_printed_influence_is_the_formula_of_the_theorem():
    bounds = ridge.DeclaredBounds(4, 1.0, 0.5)  # R and L play no part
    for lam, length in ((0.25, 2.0), (16.0, 0.125)):
        expected = 2.0 * (4.0 * length + 2.0) / lam
        assert ridge.influence(lam, bounds, PRINTED) == pytest.approx(expected)
    capped = ridge.Calibration("bounded", 0.1)
    assert ridge.influence(0.25, bounds, capped) == pytest.approx(2.0 * (0.4 + 2.0) / 0.25)
