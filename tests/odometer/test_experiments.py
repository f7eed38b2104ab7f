"""The named sweeps of this topic measure what they say."""

import math

import numpy as np
import pytest

from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.odometer import GROUPED, accepted_queries, stream_point
from tests.cases import first_and_in_studies
from tests.tolerance import ROUNDING


def measured(key, point, trials=1, seed=0):
    return SWEEPS[key].measure(SWEEPS[key].points[point], trials, np.random.default_rng(seed))


def test_the_coin_example_loses_a_random_walk_and_basic_composition_adds_up():
    found = measured("coin-example", -1, trials=300)
    assert np.all(found["basic"] == 20)
    steps = np.abs(found["realised"])
    np.testing.assert_allclose(steps, 2 * np.round(steps / 2), rtol=0, atol=ROUNDING)
    p = math.e / (1 + math.e)
    error = np.sqrt(20 * 4 * p * (1 - p) / steps.size)  # of 20 steps of 2, up or down
    assert np.mean(steps) == pytest.approx(20 * (2 * p - 1), abs=4 * error)


@pytest.mark.parametrize("kind", first_and_in_studies(["linear", "logistic"]))
def test_groups_never_accept_more_and_basic_accepts_the_budget(kind):
    accepted = accepted_queries(stream_point(kind, 4, 2.0), 2, np.random.default_rng(0))
    assert len(accepted) == 5
    assert np.all(accepted["basic"] == 2)
    for name in ("simplified", "bayesian"):
        assert np.all(accepted["basic"] <= accepted[name + GROUPED])
        assert np.all(accepted[name + GROUPED] <= accepted[name])
    assert np.all(accepted["simplified"] <= accepted["bayesian"])
