"""A release about these very people: its error, and the interval that its receipt states."""

import math

import numpy as np
import pytest

from hetdp_core.mean.empirical import empirical
from hetdp_core.release import prepare
from hetdp_core.release.plan import expected_error
from tests.cases import first_and_in_studies
from tests.release.test_private_mean import release, request


def test_about_these_very_people_the_error_is_the_least_that_any_table_can_force():
    levels = np.geomspace(0.1, 1.0, 412)
    plan = prepare(request(levels, everybody=True))
    paper = empirical(levels)
    error = expected_error(plan)
    assert error.together == pytest.approx(1.2 * paper.worst_case_error, rel=1e-6)
    assert error.bias == pytest.approx(120.0 * paper.lean, rel=1e-6)
    assert (error.sampling, error.pull) == (0.0, 0.0)


def test_about_these_very_people_a_release_misses_by_as_much_as_it_says_where_all_are_alike():
    plan = prepare(request(np.geomspace(0.1, 2.0, 60), everybody=True))
    most, trials = expected_error(plan).together, 150
    drawn = [release(plan, np.full(60, 120.0)).receipt.released for _ in range(trials)]
    squares = (np.array(drawn) - 120.0) ** 2  # clipping to the bounds brings them nearer
    assert np.mean(squares) <= most**2 + 7 * np.std(squares) / math.sqrt(trials)


@pytest.mark.parametrize("ages", first_and_in_studies(["with levels", "against levels", "alike"]))
def test_about_these_very_people_the_interval_holds_their_plain_mean_as_often_as_it_says(ages):
    """By drawing; seven standard errors, for the noise has no seed."""
    levels, trials = np.concatenate([np.full(20, 0.01), np.full(40, 1.0)]), 300
    plan = prepare(request(levels, everybody=True))
    values = {
        "alike": np.full(60, 120.0),
        "with levels": np.where(levels < 0.1, 0.0, 120.0),
        "against levels": np.where(levels < 0.1, 120.0, 0.0),
    }[ages]
    made = [release(plan, values).receipt for _ in range(trials)]
    mean = np.mean(values)
    held = np.mean([receipt.interval[0] <= mean <= receipt.interval[1] for receipt in made])
    assert held >= 0.95 - 7 * math.sqrt(0.95 * 0.05 / trials)
    assert all(abs(one.interval[1] - one.released) <= one.half_width + 1e-9 for one in made)
    assert made[0].half_width >= plan.most_lean > 10.0
