"""Bad input: one sentence that names what is wrong, and nothing changed."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from tests.ridge.helpers import prepared_of, small_problem
from tests.tolerance import LONG_FORMULA

X, Y = np.array([[0.5, 1.0], [-0.25, 1.0], [0.0, 1.0]]), np.array([0.1, -0.2, 0.3])


def make(**changes):
    given = {"X": X, "y": Y, "X_test": X, "y_test": Y} | changes
    return ridge.RidgeProblem(**given)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"X": X * 3.0}, r"X must lie in \[-1, 1\] .given: 4 values outside.. Clip it"),
        ({"y": Y * 20.0}, r"y must lie in \[-1, 1\] .given: 3 labels outside"),
        ({"y": Y, "label_bound": 0.15}, r"y must lie in \[-0.15, 0.15\] .given: 2 labels outside"),
        ({"label_bound": 1.5}, "label_bound must lie between 0 and 1"),
        ({"label_interval": (0.0, 1.0)}, r"label_interval \(0, 1; given: 1 labels outside"),
        ({"label_interval": (-2.0, 1.0)}, r"label_interval must lie within \[-1, 1\]"),
        ({"row_norm": 1.0}, "rows of length at most row_norm = 1 .given: 2 rows outside"),
        ({"row_norm": -1.0}, "row_norm must be positive"),
        ({"X": [[np.nan, 1.0]] * 3}, "X must have no missing or infinite values"),
        ({"y": [0.1, np.nan, np.inf]}, "y must have no missing .*2 such labels"),
        ({"y": Y[:2]}, r"y must have one label per row of X \(3; given: 2 labels"),
        ({"X": [["a", "b"]] * 3}, "X must hold numbers only"),
        ({"X": np.ones((0, 2)), "y": []}, "X must be a table"),
        ({"X_test": np.ones((3, 5))}, "X_test must have the 2 columns of X .given: 5"),
        ({"y_test": Y[:1]}, "y_test must have one label per row of X_test"),
    ],
)
def test_bad_data_are_refused_in_one_sentence(changes, message):
    with pytest.raises(InvalidInput, match=message):
        make(**changes)


def test_values_at_their_bounds_and_a_rounding_error_beyond_are_welcome():
    edge = np.array([[1.0, -1.0], [1.0 + 1e-13, 1.0]])
    made = make(X=edge, y=[1.0, -1.0 - 1e-13], label_bound=1.0)
    assert made.bounds == ridge.DeclaredBounds(2, np.sqrt(2.0), 1.0)


def test_a_declared_row_norm_beyond_the_largest_possible_one_changes_nothing():
    assert make(row_norm=50.0).bounds.row_norm == np.sqrt(2.0)


def test_inputs_are_neither_changed_nor_frozen_and_the_problem_is_read_only():
    features, labels = X.copy(), Y.copy()
    made = make(X=features, y=labels)
    ridge.loss_curves(made, [0.5, 1.0, np.inf], [0.1, 1.0])
    np.testing.assert_array_equal(features, X)
    features[0, 0] = 0.25  # still the caller's own
    with pytest.raises(ValueError, match="read-only"):
        made.y[0] = 0.0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"epsilon": [1.0, 0.0, 1.0]}, "epsilon must be positive"),
        ({"epsilon": [1.0, np.nan, 1.0]}, "epsilon must be positive"),
        ({"epsilon": [1.0]}, r"epsilon must have one level per training record \(3; given: 1"),
        *(({"lams": lams}, "lambda must") for lams in ([1.0, 0.0], [np.nan], [], [-1.0], [np.inf])),
        ({"methods": ["magic"]}, "method must be one of pdp_op"),
        *((wrong, "masks|draws") for wrong in ({"masks": 1}, {"draws": 1}, {"masks": 2.5})),
    ],
)
def test_bad_levels_lambdas_methods_and_numbers_of_draws_are_refused(changes, message):
    with pytest.raises(InvalidInput, match=message):
        ridge.loss_curves(make(), **{"epsilon": np.ones(3), "lams": [1.0], **changes})


def test_one_release_takes_one_lambda():
    rng, levels = np.random.default_rng(0), np.ones(3)
    two: Any = [1.0, 2.0]
    for draw in (
        lambda: ridge.fit(X, Y, levels, two, rng=rng),
        lambda: ridge.sample_coefficients(make(), levels, two, rng=rng),
        lambda: ridge.sample_losses(make(), levels, two, rng=rng),
    ):
        with pytest.raises(InvalidInput, match=r"lambda must be one number .given: 2 numbers"):
            draw()


def test_without_privacy_the_intercept_is_not_shrunk():
    """Second road: least squares with the penalty as further rows, none for the intercept."""
    base, lams = small_problem(), np.array([1e-6, 1.0, 1e9])
    problem = replace(base, X=base.X * [1.0, 0.3, 1.0, 1.0], y=0.5 + base.y / 2, intercept=True)
    for lam, found in zip(lams, problem.without_privacy(lams), strict=True):
        penalty = np.sqrt(40 * lam) * np.eye(4)[:3]
        rows, labels = np.vstack([problem.X, penalty]), np.append(problem.y, np.zeros(3))
        expected = np.linalg.lstsq(rows, labels)[0]
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-10)
    with pytest.raises(InvalidInput, match="ones in the last column"):
        replace(problem, X=problem.X * 0.5)


@pytest.mark.parametrize("method", ["pdp_op", "objective"])
def test_at_a_large_lambda_a_private_regression_is_off_by_its_shrunk_intercept_and_not_by_noise(
    method,
):
    problem, lams = prepared_of("nhefs", "sbp").problem, np.array([1e4])
    private, public = (
        ridge.loss_curves(problem, np.full(problem.rows, level), lams, [method])[method]
        for level in (0.1, np.inf)
    )
    middle, mean = (np.mean((problem.y_test - at) ** 2) for at in (0.0, np.mean(problem.y)))
    for curve in (private, public):
        assert curve.unregularised.mean[0] == pytest.approx(middle, rel=1e-3)
    without = problem.test_loss.at(problem.without_privacy(lams))[0]
    assert without == pytest.approx(mean, rel=1e-3)
    assert middle > 3.0 * mean


@pytest.mark.parametrize("method", ["pdp_op", "objective"])
def test_a_shrunk_intercept_and_no_noise_is_why_a_private_regression_can_have_less_error(method):
    """At one λ: predictions then differ more between people, and noise adds to the error."""
    problem, lams = prepared_of("simulated_medical_cost").problem, np.array([0.25])
    errors = [
        ridge.loss_curves(problem, np.full(problem.rows, level), lams, [method])[method].least_loss
        for level in (1.0, 10.0, np.inf)
    ]
    shrunk, free = problem.uniform_spectrum.path(lams)[0], problem.without_privacy(lams)[0]
    without_noise, without_privacy = problem.test_loss.at(np.array([shrunk, free]))
    assert errors[0] > errors[1] > errors[2] == pytest.approx(without_noise, rel=LONG_FORMULA)
    assert errors[1] < 0.97 * without_privacy
    assert np.std(problem.X @ shrunk) > 1.2 * np.std(problem.X @ free)
    best = problem.test_loss.at(problem.without_privacy(np.array([1e-3])))[0]
    assert best < 0.9 * errors[2]


@pytest.mark.parametrize("lam", [0.01, 1.0, 100.0])
def test_without_privacy_no_shrinkage_is_worse_than_the_mean_label(lam):
    """Of shipped records; and systolic blood pressure rises with diastolic."""
    prepared = prepared_of("nhefs", "sbp")
    theta = prepared.problem.without_privacy(np.array([lam]))[0]
    mean = np.mean((prepared.problem.y_test - np.mean(prepared.problem.y)) ** 2)
    assert prepared.problem.test_loss.at(theta) < mean
    assert theta[prepared.titles.index("Diastolic blood pressure")] > 0.0
