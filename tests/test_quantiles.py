"""Quantiles by one sort are those of NumPy, and what is remembered is what was made."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.outcomes import quantiles
from hetdp_core.remembered import Remembered
from tests.tolerance import LAST_PLACES


@given(
    draws=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30),
    chances=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=6),
)
def test_quantiles_are_those_of_numpy(draws, chances):
    size = max(map(abs, draws))
    found = quantiles(draws, chances)
    expected = np.quantile(np.array(draws), np.array(chances))
    np.testing.assert_allclose(found, expected, rtol=0, atol=LAST_PLACES * size)


def test_levels_come_first_and_draws_stay_as_they_were():
    draws = np.random.default_rng(0).normal(size=(3, 5, 40))
    before = draws.copy()
    found = quantiles(draws, [0.25, 0.5])
    assert found.shape == (2, 3, 5)
    expected = np.quantile(draws, [0.25, 0.5], axis=-1)
    np.testing.assert_allclose(found, expected, rtol=0, atol=10 * LAST_PLACES)
    np.testing.assert_array_equal(draws, before)


def test_what_was_asked_for_last_is_remembered():
    made, memory = [], Remembered[int](2)

    def value(key):
        def make():
            made.append(key)
            return key

        return memory.value(key, make)

    assert [value(key) for key in (1, 2, 1, 3, 1, 2)] == [1, 2, 1, 3, 1, 2]
    assert made == [1, 2, 3, 2]
    assert len(memory) == 2


def test_an_error_is_not_remembered():
    memory = Remembered[int](2)
    with pytest.raises(ZeroDivisionError):
        memory.value("key", lambda: 1 // 0)
    assert memory.value("key", lambda: 5) == 5
