"""The named sweeps of this topic measure what they say."""

import math

import numpy as np
import pytest

from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.odometer import GROUPED, accepted_queries, stream_point
from hetdp_core.odometer.examples import PRINTED
from tests.cases import first_and_in_studies
from tests.odometer.helpers import CHECKUP_WIDTH
from tests.tolerance import ROUNDING, half_a_unit


def measured(key, point, trials=1, seed=0):
    return SWEEPS[key].measure(SWEEPS[key].points[point], trials, np.random.default_rng(seed))


def test_the_running_example_is_printed_query_by_query():
    rows = [measured("running-example", k) for k in range(4)]
    assert [round(row["ratio"][0], 2) for row in rows] == [1.5, 1.15, 1.5, 2.25]
    assert [row["accepted by BasicFilter"][0] for row in rows] == [1, 2, 2, 2]
    assert [row["accepted by BayesianFilter"][0] for row in rows] == [1, 2, 3, 4]


def test_the_coin_example_loses_a_random_walk_and_basic_composition_adds_up():
    found = measured("coin-example", -1, trials=300)
    assert np.all(found["basic"] == 20)
    steps = np.abs(found["realised"])
    np.testing.assert_allclose(steps, 2 * np.round(steps / 2), rtol=0, atol=ROUNDING)
    p = math.e / (1 + math.e)
    error = np.sqrt(20 * 4 * p * (1 - p) / steps.size)  # of 20 steps of 2, up or down
    assert np.mean(steps) == pytest.approx(20 * (2 * p - 1), abs=4 * error)


def test_the_check_up_has_all_sixteen_outcomes():
    points = SWEEPS["check-up"].points
    assert len(points) == 16
    found = measured("check-up", 7)
    assert points[7]["outcome"] == "0111"
    assert found["printed"][0] == PRINTED[False, True, True, True]
    assert found["certified"][0] == pytest.approx(3.6041, abs=CHECKUP_WIDTH + half_a_unit(4))


@pytest.mark.parametrize("kind", first_and_in_studies(["linear", "logistic"]))
def test_groups_never_accept_more_and_basic_accepts_the_budget(kind):
    accepted = accepted_queries(stream_point(kind, 4, 2.0), 2, np.random.default_rng(0))
    assert len(accepted) == 5
    assert np.all(accepted["basic"] == 2)
    for name in ("simplified", "bayesian"):
        assert np.all(accepted["basic"] <= accepted[name + GROUPED])
        assert np.all(accepted[name + GROUPED] <= accepted[name])
    assert np.all(accepted["simplified"] <= accepted["bayesian"])
