"""A number that moves in its last place, as another processor may move it, moves no loss."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core import odometer
from tests.odometer.helpers import box
from tests.tolerance import UNMOVED, moved

FINE = UNMOVED / 10
"""A search ends anywhere within its gap; a wider one hides what is asked here."""

KINDS = st.sampled_from(["linear", "truncated", "logistic"])


def queries(kind, table, epsilon):
    """Regressions of the same kind; the last column is the intercept."""
    if kind == "logistic":
        return [odometer.LogisticQuery(row[:-1], float(row[-1]), epsilon=epsilon) for row in table]
    made = odometer.LinearQuery if kind == "linear" else odometer.TruncatedLinearQuery
    return [made(row[:-1], float(row[-1]), -1.0, 1.0, epsilon) for row in table]


@given(
    kind=KINDS,
    dimension=st.integers(1, 4),
    count=st.integers(1, 7),
    epsilon=st.floats(0.05, 3.0),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=25)
def test_a_moved_unit_in_the_last_place_moves_no_certified_loss(
    kind, dimension, count, epsilon, seed
):
    rng = np.random.default_rng(seed)
    table = rng.uniform(-1.0, 1.0, (count, dimension + 1))
    if kind == "linear":  # well inside its range, so that the moved one is too
        table *= 0.999 / np.sum(np.abs(table), axis=1, keepdims=True)
    outputs = rng.random(count) < 0.5
    plain = queries(kind, table, epsilon)
    other = queries(kind, moved(table, seed), float(moved(epsilon, seed)))
    first, second = (
        odometer.realized_loss(asked, outputs, box(dimension), gap=FINE) for asked in (plain, other)
    )
    assert second.interval == pytest.approx(first.interval, rel=UNMOVED, abs=UNMOVED)


@given(count=st.integers(1, 40), seed=st.integers(0, 2**32 - 1))
def test_nor_one_on_a_finite_domain(count, seed):
    rng = np.random.default_rng(seed)
    chances, outputs = rng.uniform(0.3, 0.7, (count, 11)), rng.random(count) < 0.5
    plain, other = (
        odometer.realized_loss([odometer.TableQuery(row) for row in rows], outputs, range(11))
        for rows in (chances, moved(chances, seed))
    )
    assert other.interval == pytest.approx(plain.interval, rel=UNMOVED, abs=UNMOVED)
