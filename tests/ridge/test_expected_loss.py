"""Exact losses: closed forms against simulation, equal levels, and degenerate data."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from hetdp_core import mean, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import nonprivate_curve
from hetdp_core.ridge.quadratic import mean_squared_error
from tests.ridge import helpers
from tests.tolerance import LONG_FORMULA, ROUNDING

METHODS = tuple(ridge.METHODS)
SETTINGS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "one feature": ({"d": 1}, {}),
    "printed": ({}, {"noise": "printed"}),
    "known bounds": ({"row_norm": 1.9, "label_bound": 0.5}, {"theta_bound": 0.3}),
    "wider than long": ({"rows": 3, "d": 6}, {}),
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("method", METHODS)
def test_mean_and_standard_deviation_agree_with_simulation(method, setting):
    shape, options = SETTINGS[setting]
    problem = helpers.small_problem(**shape)
    epsilon = 3.0 * helpers.mixed_levels(len(problem.y))
    lam = 4.0 if shape.get("rows") == 3 else 0.8
    work = {"masks": 2000, "draws": 4000, **options}
    curve = ridge.loss_curves(problem, epsilon, [lam], [method], **work)[method]
    sample = ridge.sample_losses(
        problem, epsilon, lam, method, releases=10_000, rng=np.random.default_rng(5), **options
    )
    for exact, drawn in ((curve.unregularised, sample[0]), (curve.regularised, sample[1])):
        helpers.assert_within_errors(drawn, exact.mean[0], expected_error=exact.standard_error[0])
        if method == "zero":
            assert exact.std[0] == 0.0
            continue
        squares = (drawn - exact.mean[0]) ** 2
        simulated = method.startswith("jorgensen") or method == "objective"
        own_error = 0.04 * exact.std[0] ** 2 if simulated else 0.0
        helpers.assert_within_errors(squares, exact.std[0] ** 2, expected_error=own_error)


@pytest.mark.parametrize("method", METHODS)
def test_losses_of_released_coefficients_are_computed_row_by_row(method):
    """Second road: predictions on every test record, without normal equations."""
    problem, epsilon = helpers.small_problem(), helpers.mixed_levels(40)
    asked = problem, epsilon, 2.0, method
    if method == "private_mean":
        with pytest.raises(InvalidInput, match="method must be one of"):
            ridge.sample_coefficients(*asked, rng=np.random.default_rng(1))
        return
    drawn = ridge.sample_coefficients(*asked, releases=7, rng=np.random.default_rng(1))
    losses = ridge.sample_losses(*asked, releases=7, rng=np.random.default_rng(1))
    errors = problem.y_test - drawn @ problem.X_test.T
    plain = np.mean(errors**2, axis=1)
    np.testing.assert_allclose(losses[0], plain, rtol=LONG_FORMULA)
    penalised = plain + 2.0 * np.sum(drawn**2, axis=1)
    np.testing.assert_allclose(losses[1], penalised, rtol=LONG_FORMULA)


@given(problem=helpers.problems(), lam=helpers.LAMBDA)
def test_the_path_solves_the_normal_equations(problem, lam):
    epsilon = np.linspace(1.0, 2.0, len(problem.y))
    found = ridge.fit(problem.X, problem.y, epsilon, lam, rng=np.random.default_rng(0)).nonprivate
    expected = helpers.solve(problem.X, problem.y, epsilon / np.sum(epsilon), lam)
    # Both roads round the data by u, which moves θ by u (R² |θ| + R L) / λ: about 1e-14 d / λ.
    rounding = 1e-14 * problem.X.shape[1] / lam
    np.testing.assert_allclose(
        found, expected, rtol=0, atol=(ROUNDING + rounding) * (1 + np.max(np.abs(expected)))
    )


def test_constant_and_repeated_columns_do_not_blow_up_as_lambda_vanishes():
    """In exact arithmetic the path tends to the shortest least-squares solution."""
    rng = np.random.default_rng(0)
    column = rng.uniform(-1.0, 1.0, 30)
    wide = np.column_stack([column, column, np.zeros(30), np.ones(30), np.ones(30)])
    labels = np.clip(0.4 * column + 0.1, -1.0, 1.0)
    found = ridge.fit(wide, labels, np.full(30, np.inf), 1e-25, rng=rng).coefficients
    np.testing.assert_allclose(found, [0.2, 0.2, 0.0, 0.05, 0.05], rtol=0, atol=LONG_FORMULA)


@pytest.mark.parametrize("noise", ["sharp", "printed"])
def test_equal_levels_make_every_personalised_method_its_plain_version(noise):
    problem, epsilon = helpers.small_problem(), np.full(40, 0.7)
    curves = ridge.loss_curves(problem, epsilon, [0.1, 1.0, 10.0], noise=noise)
    plain = curves["non_personalised"]
    for key in ("pdp_op", "jorgensen_max", "jorgensen_mean", "jorgensen_repaired"):
        for kind in ("unregularised", "regularised"):
            moments, expected = getattr(curves[key], kind), getattr(plain, kind)
            np.testing.assert_allclose(moments.mean, expected.mean, rtol=LONG_FORMULA)
            np.testing.assert_allclose(moments.std, expected.std, rtol=LONG_FORMULA)
        np.testing.assert_allclose(curves[key].noise_rate, plain.noise_rate, rtol=LONG_FORMULA)


def test_equal_levels_make_the_private_mean_the_plain_one():
    problem = helpers.small_problem()
    curves = ridge.loss_curves(problem, np.full(40, 0.7), [1.0], ["private_mean"])
    scale = 2.0 / (40 * 0.7)  # labels in [-1, 1]
    bias = np.mean(problem.y) - np.mean(problem.y_test)
    expected = np.var(problem.y_test) + bias**2 + 2.0 * scale**2
    moments = curves["private_mean"].unregularised
    assert moments.mean[0] == pytest.approx(expected, rel=ROUNDING)
    assert curves["private_mean"].noise_rate[0] == pytest.approx(1.0 / scale)
    # Var (bias + z)² for Laplace z: 4 bias² 2 s² + (24 - 4) s⁴
    variance = 8.0 * bias**2 * scale**2 + 20.0 * scale**4
    assert moments.std[0] == pytest.approx(np.sqrt(variance), rel=ROUNDING)


def test_the_private_mean_needs_half_the_noise_on_a_declared_unit_interval():
    base = helpers.small_problem()
    y, y_test = np.abs(base.y), np.abs(base.y_test)
    epsilon = helpers.mixed_levels(40)
    wide = ridge.RidgeProblem(base.X, y, base.X_test, y_test)
    unit = ridge.RidgeProblem(base.X, y, base.X_test, y_test, label_interval=(0.0, 1.0))
    rates = [
        ridge.loss_curves(problem, epsilon, [1.0], ["private_mean"])["private_mean"].noise_rate[0]
        for problem in (wide, unit)
    ]
    assert rates[1] == pytest.approx(2.0 * rates[0])
    assert rates[1] == pytest.approx(1.0 / mean.adpm(epsilon).noise_scale)


def test_the_private_mean_answers_the_middle_where_nothing_better_can_be_promised():
    base = helpers.small_problem()
    curves = ridge.loss_curves(base, np.full(40, 1e-6), [1.0], ["private_mean", "zero"])
    assert curves["private_mean"].unregularised.mean == curves["zero"].unregularised.mean
    assert curves["private_mean"].unregularised.std == 0.0


def test_a_release_without_noise_has_no_spread():
    problem, public, lams = helpers.small_problem(), np.full(40, np.inf), np.array([0.1, 1.0])
    curves = ridge.loss_curves(problem, public, lams)
    plain = nonprivate_curve(LossInputs(problem, public, lams))
    for key in ("pdp_op", "non_personalised", "jorgensen_max", "jorgensen_mean", "objective"):
        moments = curves[key].unregularised
        expected = plain.unregularised.mean
        np.testing.assert_allclose(moments.mean, expected, rtol=LONG_FORMULA)
        np.testing.assert_allclose(moments.std, 0.0, atol=ROUNDING)


@given(problem=helpers.problems(), lam=helpers.LAMBDA)
def test_every_method_bears_degenerate_data(problem, lam):
    epsilon = np.linspace(0.5, 5.0, len(problem.y))
    curves = ridge.loss_curves(problem, epsilon, [lam], masks=4, draws=4)
    for key, found in curves.items():
        assert np.all(found.unregularised.mean >= -1e-12), key
        assert np.all(found.regularised.mean >= found.unregularised.mean * (1 - 1e-9)), key
        assert found.available[0] == np.isfinite(found.unregularised.mean[0])
        assert np.all(found.unregularised.std >= 0.0)


def test_a_method_alone_has_its_numbers_and_a_generator_moves_them_within_their_error_only():
    problem, epsilon = helpers.small_problem(), helpers.mixed_levels(40)
    together = ridge.loss_curves(problem, epsilon, [0.5, 5.0])
    for key in METHODS:
        alone = ridge.loss_curves(problem, epsilon, [0.5, 5.0], [key])[key]
        np.testing.assert_array_equal(alone.unregularised.mean, together[key].unregularised.mean)
    usual = ridge.loss_curves(problem, epsilon, [2.0])
    other = ridge.loss_curves(problem, epsilon, [2.0], rng=np.random.default_rng(8))
    for key in METHODS:
        first, second = usual[key].unregularised, other[key].unregularised
        error = np.hypot(first.standard_error, second.standard_error)
        assert (first.mean != second.mean) == (error > 0)
        assert np.all(np.abs(first.mean - second.mean) <= 4.0 * error)
        assert usual[key].simulated == bool(error > 0)


def test_a_perfect_fit_loses_nothing_and_never_less():
    """A mean of squares: rounding alone would take it below 0 for many of these."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        rows, theta = rng.normal(size=(5, 2)), rng.normal(size=2)
        loss = mean_squared_error(rows, rows @ theta)
        for value in (loss.at(theta), loss.at_columns(theta[:, None])[0]):
            assert 0.0 <= value < ROUNDING
