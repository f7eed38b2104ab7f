"""The path of coefficients: flat directions."""

import numpy as np

from hetdp_core import ridge
from tests.tolerance import LONG_FORMULA


def test_constant_and_repeated_columns_do_not_blow_up_as_lambda_vanishes():
    """In exact arithmetic the path tends to the shortest least-squares solution."""
    rng = np.random.default_rng(0)
    column = rng.uniform(-1.0, 1.0, 30)
    wide = np.column_stack([column, column, np.zeros(30), np.ones(30), np.ones(30)])
    labels = np.clip(0.4 * column + 0.1, -1.0, 1.0)
    found = ridge.fit(wide, labels, np.full(30, np.inf), 1e-25, rng=rng).coefficients
    np.testing.assert_allclose(found, [0.2, 0.2, 0.0, 0.05, 0.05], rtol=0, atol=LONG_FORMULA)
