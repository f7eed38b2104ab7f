"""The path of coefficients: flat directions, and one pass over chunks of records."""

import numpy as np
import pytest

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from tests.ridge.helpers import mixed_levels, small_problem
from tests.tolerance import LONG_FORMULA


def test_constant_and_repeated_columns_do_not_blow_up_as_lambda_vanishes():
    """In exact arithmetic the path tends to the shortest least-squares solution."""
    rng = np.random.default_rng(0)
    column = rng.uniform(-1.0, 1.0, 30)
    wide = np.column_stack([column, column, np.zeros(30), np.ones(30), np.ones(30)])
    labels = np.clip(0.4 * column + 0.1, -1.0, 1.0)
    found = ridge.fit(wide, labels, np.full(30, np.inf), 1e-25, rng=rng).coefficients
    np.testing.assert_allclose(found, [0.2, 0.2, 0.0, 0.05, 0.05], rtol=0, atol=LONG_FORMULA)


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("rows", [1, 7, 40, 1000])
def test_one_pass_over_chunks_gives_the_same_path_whatever_the_split(rows, public):
    problem, epsilon = small_problem(), mixed_levels(40)
    if public:
        epsilon[3::5] = np.inf
    found = ridge.weighted_ridge(ridge.in_chunks(problem.X, problem.y, epsilon, rows))
    weights = np.where(np.isinf(epsilon), 1.0, 0.0) if public else epsilon
    weights = weights / np.sum(weights)
    np.testing.assert_allclose(found.gram, problem.X.T @ (weights[:, None] * problem.X))
    np.testing.assert_allclose(found.cross, (weights * problem.y) @ problem.X)
    assert found.label_square == pytest.approx(weights @ problem.y**2)
    assert (found.rows, found.public_rows) == (40, 8 if public else 0)
    assert found.budget == (np.inf if public else pytest.approx(np.sum(epsilon)))
    fit = ridge.fit(problem.X, problem.y, epsilon, 0.3, rng=np.random.default_rng(0))
    np.testing.assert_allclose(found.coefficients(0.3)[0], fit.nonprivate, rtol=LONG_FORMULA)


def test_chunks_that_do_not_match_are_refused():
    one = np.ones(2)
    with pytest.raises(InvalidInput, match="at least one record"):
        ridge.weighted_ridge([])
    with pytest.raises(InvalidInput, match="as many labels and levels as rows"):
        ridge.weighted_ridge([(np.ones((2, 2)), one, np.ones(3))])
    with pytest.raises(InvalidInput, match="as many columns as the chunk before"):
        ridge.weighted_ridge([(np.ones((2, 2)), one, one), (np.ones((2, 3)), one, one)])
    with pytest.raises(InvalidInput, match="rows must be at least 1"):
        list(ridge.in_chunks(np.ones((2, 2)), one, one, 0))
