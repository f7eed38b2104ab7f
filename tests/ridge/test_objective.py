"""Objective perturbation: the solver, the guarantee, and where it is not available."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge import objective
from hetdp_core.ridge.noise import known_length
from hetdp_core.ridge.objective import losses_in_ball, objective_rate, solve_in_ball
from hetdp_core.ridge.quadratic import QuadraticLoss
from hetdp_core.ridge.weights import Spectrum
from tests.cases import first_and_in_studies
from tests.ridge.helpers import SHARP, OneFeature, in_ball, mixed_levels, small_problem
from tests.tolerance import LONG_FORMULA


@given(data=st.data(), radius=st.floats(-3.0, 3.0).map(lambda exponent: 10.0**exponent))
def test_the_solution_in_the_ball_meets_the_conditions_of_an_optimum(data, radius):
    """Feasible, and (curvature + μ) θ = target for one μ >= 0, which is 0 inside the ball."""
    d = data.draw(st.integers(1, 6))
    numbers = st.lists(st.floats(-50.0, 50.0), min_size=d, max_size=d)
    target = np.array(data.draw(numbers))
    curvature = 10.0 ** (np.array(data.draw(numbers)) / 15.0)
    theta = solve_in_ball(target[:, None], curvature[:, None], np.array([radius]))[:, 0]
    length = np.linalg.norm(theta)
    assert length <= radius * (1.0 + 1e-9)
    if np.linalg.norm(target / curvature) <= radius:
        # below 1e-300 floats lose their digits
        np.testing.assert_allclose(curvature * theta, target, atol=1e-300)
        return
    assert length == pytest.approx(radius, rel=LONG_FORMULA, abs=0)
    shift = theta @ (target - curvature * theta) / length**2
    assert shift >= 0.0
    size = 1 + np.max(np.abs(target))
    np.testing.assert_allclose(
        (curvature + shift) * theta, target, rtol=0, atol=LONG_FORMULA * size
    )


@given(data=st.data(), log_lam=st.floats(-1.0, 4.0))
def test_in_one_dimension_no_density_ratio_and_no_atom_exceeds_what_was_asked(data, log_lam):
    rows = data.draw(st.integers(1, 5))
    corner = st.one_of(st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-1.0, 1.0))
    columns = st.lists(corner, min_size=rows + 1, max_size=rows + 1)
    x, y = np.array(data.draw(columns)), np.array(data.draw(columns))
    epsilon = 10.0 ** np.array(data.draw(st.lists(st.floats(-1, 1), min_size=rows, max_size=rows)))
    bounds, lam = ridge.DeclaredBounds(1, 1.0), 10.0**log_lam + 1.0 / np.sum(epsilon)
    first = OneFeature(x[:-1], y[:-1], epsilon, lam, bounds)
    second = OneFeature(np.append(x[-1], x[1:-1]), np.append(y[-1], y[1:-1]), epsilon, lam, bounds)
    theta = np.linspace(-first.radius, first.radius, 401)
    ratio = np.abs(first.log_density(theta) - second.log_density(theta))
    atoms = np.abs(first.log_atoms() - second.log_atoms())
    assert max(np.max(ratio), np.max(atoms)) <= epsilon[0] * (1.0 + 1e-9)


def test_releases_follow_the_exact_law_in_one_dimension():
    rng = np.random.default_rng(1)
    x, y, epsilon = rng.uniform(-1, 1, 5), rng.uniform(-1, 1, 5), np.full(5, 0.4)
    problem = ridge.RidgeProblem(x[:, None], y, x[:, None], y)
    law = OneFeature(x, y, epsilon, 1.0, problem.bounds)
    drawn = ridge.sample_coefficients(problem, epsilon, 1.0, "objective", releases=40_000, rng=rng)
    drawn = drawn[:, 0]
    chances = np.exp(law.log_atoms())
    for side, chance in zip((law.radius, -law.radius), chances, strict=True):
        hits = np.mean(np.isclose(drawn, side, rtol=LONG_FORMULA))
        assert abs(hits - chance) <= 4.0 * np.sqrt(chance / len(drawn))
    below = np.array([-0.5, 0.0, 0.3, 0.8]) * law.radius
    expected = law.noise.sf(2.0 * (law.cross - law.curve * below))
    found = np.mean(drawn[:, None] <= below, axis=0)
    assert np.all(np.abs(found - expected) <= 4.0 * np.sqrt(0.25 / len(drawn)))


@pytest.mark.parametrize("seed", first_and_in_studies(range(20), 8))
def test_inside_the_ball_no_density_ratio_exceeds_what_was_asked(seed):
    """Three features: gradient and Jacobian of the change of variables from b to θ."""
    rng = np.random.default_rng(seed)
    rows, d, lam = 4, 3, 10.0 ** rng.uniform(0.0, 2.0)
    bounds = ridge.DeclaredBounds(d, np.sqrt(d))
    X, y = np.sign(rng.normal(size=(rows, d))), np.sign(rng.normal(size=rows))
    epsilon = d / lam * 10.0 ** rng.uniform(0.1, 1.0, rows)
    weights = epsilon / np.sum(epsilon)
    lams = np.array([lam])
    radius = known_length(lams, bounds, SHARP)
    rate = objective_rate(float(np.sum(epsilon)), lams, radius, bounds)[0]
    directions = rng.normal(size=(3000, d))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    theta = directions * radius * rng.random((3000, 1)) ** (1 / 3)

    def log_density(X, y):
        gram = X.T @ (weights[:, None] * X) + lam * np.eye(d)
        noise = 2.0 * (theta @ gram - (weights * y) @ X)
        return -rate * np.linalg.norm(noise, axis=1) + np.linalg.slogdet(2.0 * gram)[1]

    X_other, y_other = X.copy(), y.copy()
    X_other[0], y_other[0] = np.sign(rng.normal(size=d)), -y[0]
    assert rate > 0
    assert np.max(np.abs(log_density(X, y) - log_density(X_other, y_other))) <= epsilon[0]


class TwoFeatures:
    """The exact law of the release on the circle |θ| = ρ, one density over its length."""

    def __init__(self, X, y, epsilon, lam, bounds):
        weights = epsilon / np.sum(epsilon)
        self.hessian = 2.0 * (X.T @ (weights[:, None] * X) + lam * np.eye(2))
        self.cross = 2.0 * (weights * y) @ X
        self.radius = float(known_length(np.array([lam]), bounds, SHARP)[0])
        lams, radius = np.array([lam]), np.array([self.radius])
        self.rate = float(objective_rate(float(np.sum(epsilon)), lams, radius, bounds)[0])

    def noise(self, angle, shift):
        """The b that is mapped to this point of the circle with this multiplier."""
        theta = self.radius * np.array([np.cos(angle), np.sin(angle)])
        return self.cross - self.hessian @ theta - shift * theta

    def jacobian(self, angle, shift):
        """ρ det(Tᵀ (H + μI) T), per length of the circle."""
        tangent = np.array([-np.sin(angle), np.cos(angle)])
        return self.radius * (tangent @ self.hessian @ tangent + shift)

    def density(self, angle):
        """Integral over the multiplier μ, by quadrature."""

        def part(shift):
            noise = np.linalg.norm(self.noise(angle, shift))
            return np.exp(-self.rate * noise) * self.jacobian(angle, shift)

        # a hundredth of what the test of the guarantee forgives
        found = integrate.quad(part, 0.0, np.inf, epsabs=0.0, epsrel=1e-9)[0]
        return self.rate**2 / (2.0 * np.pi) * found


def circle(rng, lam, rows=3):
    """Records at the bounds, and levels that leave something for the noise."""
    X, y = np.sign(rng.normal(size=(rows, 2))), np.sign(rng.normal(size=rows))
    return X, y, 2.0 / lam * 10.0 ** rng.uniform(0.0, 1.0, rows)


@pytest.mark.parametrize("seed", first_and_in_studies(range(8), 4))
def test_on_the_sphere_no_density_ratio_exceeds_what_was_asked(seed):
    rng = np.random.default_rng(seed)
    lam, bounds = 10.0 ** rng.uniform(-1.0, 2.0), ridge.DeclaredBounds(2, np.sqrt(2.0))
    X, y, epsilon = circle(rng, lam)
    X_other, y_other = X.copy(), y.copy()
    X_other[0], y_other[0] = np.sign(rng.normal(size=2)), -y[0]
    first = TwoFeatures(X, y, epsilon, lam, bounds)
    second = TwoFeatures(X_other, y_other, epsilon, lam, bounds)
    assert first.rate > 0
    for angle in np.linspace(0.0, 2.0 * np.pi, 13):
        ratio = np.log(first.density(angle) / second.density(angle))
        assert abs(ratio) <= epsilon[0] * (1.0 + 1e-7)


def test_releases_on_the_sphere_follow_the_exact_density():
    rng, lam = np.random.default_rng(3), 1.0
    X, y, epsilon = circle(rng, lam)
    problem = ridge.RidgeProblem(X, y, X, y)
    law = TwoFeatures(X, y, epsilon, lam, problem.bounds)
    drawn = ridge.sample_coefficients(problem, epsilon, lam, "objective", releases=40_000, rng=rng)
    on = np.isclose(np.linalg.norm(drawn, axis=1), law.radius, rtol=LONG_FORMULA)
    angles = np.arctan2(drawn[:, 1], drawn[:, 0])
    for low, high in ((-3.0, -1.5), (0.0, 1.0), (1.0, 3.0)):
        # far below the standard error, which is some thousandths
        chance = law.radius * integrate.quad(law.density, low, high, epsrel=1e-5)[0]
        found = np.mean(on & (angles > low) & (angles <= high))
        assert abs(found - chance) <= 4.0 * np.sqrt(chance * (1.0 - chance) / len(drawn))


def test_it_is_not_available_where_the_jacobian_alone_would_spend_the_budget():
    problem, epsilon = small_problem(d=4), np.full(40, 0.1)  # Σε = 4, R² = 4
    curves = ridge.loss_curves(problem, epsilon, [0.5, 0.999, 1.001, 2.0], ["objective"])
    curve = curves["objective"]
    np.testing.assert_array_equal(curve.available, [False, False, True, True])
    np.testing.assert_array_equal(curve.noise_rate > 0, curve.available)
    np.testing.assert_array_equal(np.isfinite(curve.unregularised.mean), curve.available)
    np.testing.assert_array_equal(curve.unregularised.std[:2], 0.0)
    with pytest.raises(InvalidInput, match="lambda must exceed 1 for objective perturbation"):
        ridge.sample_losses(problem, epsilon, 0.5, "objective", rng=np.random.default_rng(0))
    assert curve.best_lam == curve.lams[2:][np.argmin(curve.unregularised.mean[2:])]
    nowhere = ridge.loss_curves(problem, epsilon, [0.1, 0.2], ["objective"])["objective"]
    assert not np.any(nowhere.available)


def test_no_release_leaves_the_ball_and_a_known_bound_shrinks_it():
    problem, epsilon = small_problem(), mixed_levels(40)
    lams = np.array([1.0])
    for cap in (None, 0.05):
        radius = known_length(lams, problem.bounds, ridge.Calibration("sharp", cap))[0]
        drawn = ridge.sample_coefficients(
            problem, epsilon, 1.0, "objective", rng=np.random.default_rng(0), theta_bound=cap
        )
        assert np.max(np.linalg.norm(drawn, axis=1)) <= radius * (1.0 + 1e-9)
    assert radius == 0.05


def one_by_one(path, loss, unit, lams, rate, radius):
    """The plain road: each release by itself, by bisection for the shift where the ball binds."""
    losses, squares = np.empty((2, lams.size, unit.shape[1]))
    for row, (lam, eta, most) in enumerate(zip(lams, rate, radius, strict=True)):
        for column, noise in enumerate(unit.T):
            target, curvature = path.cross - 0.5 * noise / eta, path.values + lam
            theta = in_ball(lambda mu, t=target, c=curvature: t / (c + mu), most)
            losses[row, column] = loss.at(theta)
            squares[row, column] = theta @ theta
    return losses, squares


def settings(rng, d, rows, draws, alike):
    """A spectrum with ties and zeros, and a loss whose values are of the size of 1 in the ball."""
    values = np.sort(rng.choice([0.0, 1e-9, 0.3, 0.3, 5.0], d) * (1.0 if alike else rng.random(d)))
    cross = rng.choice([0.0, 1.0, -0.5], d) * np.sqrt(values)
    root = rng.normal(size=(d, d)) / d
    labels = rng.normal(size=d) / np.sqrt(d)
    loss = QuadraticLoss(root.T @ root, root.T @ labels, labels @ labels)  # nowhere below 0
    lams = 10.0 ** rng.uniform(-3.0, 3.0, rows)
    rate = 10.0 ** rng.uniform(-4.0, 6.0, rows)
    rate[rng.random(rows) < 0.2] = np.inf
    return Spectrum(values, np.eye(d), cross), loss, rng.normal(size=(d, draws)), lams, rate


@given(
    seed=st.integers(0, 2**32 - 1),
    d=st.sampled_from([1, 2, 3, 9, 17]),
    rows=st.integers(1, 6),
    draws=st.integers(1, 5),
    reach=st.floats(-3.0, 2.0),
    alike=st.booleans(),
)
def test_losses_for_all_draws_at_once_are_those_of_each_by_itself(
    seed, d, rows, draws, reach, alike
):
    """Few λ and many, balls that hold all draws, some, and none; no noise, and far too much."""
    rng = np.random.default_rng(seed)
    path, loss, unit, lams, rate = settings(rng, d, rows, draws, alike)
    radius = 10.0**reach * np.ones(rows)
    losses, squares = losses_in_ball(path, loss, unit, lams, rate, radius)
    expected, lengths = one_by_one(path, loss, unit, lams, rate, radius)
    size = (1.0 + radius[:, None]) ** 2  # of what is added up to make a loss
    np.testing.assert_allclose(losses / size, expected / size, rtol=0, atol=LONG_FORMULA)
    most = np.maximum(radius, np.linalg.norm(path.cross / (path.values + lams[:, None]), axis=1))
    np.testing.assert_allclose(
        squares / most[:, None] ** 2, lengths / most[:, None] ** 2, rtol=0, atol=LONG_FORMULA
    )


@pytest.mark.parametrize("name", ["BLOCK", "PAIRS"])
def test_how_much_is_held_at_a_time_changes_nothing(monkeypatch, name):
    rng = np.random.default_rng(3)
    path, loss, unit, lams, rate = settings(rng, 5, 6, 40, alike=False)
    asked = path, loss, unit, lams, rate, np.full(6, 0.4)
    losses, squares = losses_in_ball(*asked)
    monkeypatch.setattr(objective, name, 20)
    again, lengths = losses_in_ball(*asked)
    np.testing.assert_allclose(again, losses, rtol=LONG_FORMULA)
    np.testing.assert_array_equal(lengths, squares)
    assert np.any(squares < 0.4**2)
    assert np.any(squares == 0.4**2)
