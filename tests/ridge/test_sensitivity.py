"""How far one record can move the coefficients: the claim that every guarantee rests on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, differential_evolution

from hetdp_core import ridge
from tests.ridge.helpers import LAMBDA, problems, solve

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

    found = differential_evolution(
        gain,
        Bounds(np.full(size, -1.0), np.full(size, 1.0)),
        maxiter=100,
        popsize=8,
        rng=np.random.default_rng(seed),
        vectorized=True,
        updating="deferred",
        polish=False,
    )
    return -found.fun


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


def test_turning_a_label_round_under_strong_shrinkage_attains_the_sharp_bound():
    """θ = w x y / (λ + w |x|²) turns round with y: 2 R L / λ as λ grows."""
    X, rng = np.ones((1, 4)), np.random.default_rng(0)
    up, down = (ridge.fit(X, [y], [1.0], 1e6, rng=rng).nonprivate for y in (1.0, -1.0))
    bounds = ridge.DeclaredBounds(4, 2.0)
    assert np.linalg.norm(up - down) >= 0.9999 * ridge.influence(1e6, bounds, SHARP)


@given(problem=problems(), lam=LAMBDA, data=st.data())
def test_replacing_a_record_by_one_at_the_bounds_moves_the_fit_by_less_than_its_weight_allows(
    problem, lam, data
):
    rows, d = problem.X.shape
    record = data.draw(st.integers(0, rows - 1))
    corner = st.sampled_from([-1.0, 0.0, 1.0])
    X, y = problem.X.copy(), problem.y.copy()
    X[record] = data.draw(st.lists(corner, min_size=d, max_size=d))
    y[record] = data.draw(corner)
    epsilon = 10.0 ** np.array(data.draw(st.lists(st.floats(-3, 3), min_size=rows, max_size=rows)))
    rng = np.random.default_rng(0)
    before = ridge.fit(problem.X, problem.y, epsilon, lam, rng=rng)
    after = ridge.fit(X, y, epsilon, lam, rng=rng)
    moved = np.linalg.norm(before.nonprivate - after.nonprivate)
    assert before.noise_rate * moved <= epsilon[record] * (1.0 + 1e-9) + 1e-12


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
    assert np.max(grid / (grid**2 + lam)) == pytest.approx(s / (s**2 + lam), rel=1e-6)


@given(
    d=st.integers(1, 500),
    lam=LAMBDA,
    label=st.floats(0.01, 1.0),
    shortened_to=st.floats(0.05, 1.0),
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
    assert ratio == pytest.approx(4.0, rel=1e-4)


def test_the_printed_influence_is_the_formula_of_the_theorem():
    bounds = ridge.DeclaredBounds(4, 1.0, 0.5)  # R and L play no part
    for lam, length in ((0.25, 2.0), (16.0, 0.125)):
        expected = 2.0 * (4.0 * length + 2.0) / lam
        assert ridge.influence(lam, bounds, PRINTED) == pytest.approx(expected)
    capped = ridge.Calibration("bounded", 0.1)
    assert ridge.influence(0.25, bounds, capped) == pytest.approx(2.0 * (0.4 + 2.0) / 0.25)
