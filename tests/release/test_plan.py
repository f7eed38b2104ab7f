"""What a release is off by, before any value is looked at: bounds that drawn releases keep."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.decision import Subject, releasing
from hetdp_core.release import ReleaseRequest, prepare
from hetdp_core.release.plan import CHANCE, expected_error
from hetdp_core.release.whole_numbers import STEPS
from tests.tolerance import LONG_FORMULA, UNMOVED, moved

BOUNDS = (0.0, 120.0)
WEIGHTS_IN_STEPS = 1e-6
"""A release's weights are whole numbers: so far its errors may be from those of ADPM's."""
LEVELS = np.repeat([0.2, 1.0, math.inf], 20)


def planned(levels=LEVELS, bounds=BOUNDS):
    return prepare(ReleaseRequest("age", "years", bounds, levels, "column"))


def test_discrete_noise_has_hardly_less_variance_and_never_more():
    plan = planned()
    expected = expected_error(plan)
    width = BOUNDS[1] - BOUNDS[0]
    step = width / (int(np.sum(plan.weights)) * STEPS)
    exact = step / (math.sqrt(2.0) * math.sinh(0.5 / plan.scale))
    assert exact <= expected.noise * (1.0 + LONG_FORMULA)
    assert exact == pytest.approx(expected.noise, rel=LONG_FORMULA)


def test_no_values_within_the_bounds_make_sampling_worse_and_those_at_both_ends_attain_it():
    plan, rng = planned(), np.random.default_rng(0)
    weights = plan.weights / np.sum(plan.weights)
    found = expected_error(plan).sampling
    for population in (np.array(BOUNDS), np.linspace(*BOUNDS, 50), np.array([0.0, 0.0, 120.0])):
        drawn = rng.choice(population, size=(20_000, LEVELS.size)) @ weights
        squares = (drawn - population.mean()) ** 2
        error = np.std(squares, ddof=1) / math.sqrt(squares.size)
        assert np.mean(squares) - 4.0 * error <= found**2
        if population.size == 2:
            assert abs(np.mean(squares) - found**2) <= 4.0 * error


def test_bounds_may_be_as_far_apart_as_floats_allow():
    wide, narrow = planned(bounds=(0.0, 1e295)), planned(bounds=(0.0, 1.0))
    assert wide.half_width == pytest.approx(1e295 * narrow.half_width)
    assert expected_error(wide).together == pytest.approx(1e295 * expected_error(narrow).together)


def test_both_together_are_independent_errors_in_the_unit_of_the_column():
    found, wide = expected_error(planned()), expected_error(planned(bounds=(0.0, 1200.0)))
    assert found.together**2 == pytest.approx(found.noise**2 + found.sampling**2, rel=LONG_FORMULA)
    for name in ("noise", "sampling", "together"):
        assert getattr(wide, name) == pytest.approx(10.0 * getattr(found, name), rel=LONG_FORMULA)


@pytest.mark.parametrize("everybody", [False, True])
def test_the_error_is_that_of_the_decision_about_the_same_release(everybody):
    levels = np.repeat([0.002, 0.5, 1.5], 200)
    request = ReleaseRequest("age", "years", BOUNDS, levels, "column", everybody=everybody)
    subject = Subject("age", "years", BOUNDS, 600, everybody)
    decided, expected = releasing("as asked", subject, levels), expected_error(prepare(request))
    assert expected.together == pytest.approx(decided.typical_error, rel=WEIGHTS_IN_STEPS)
    off_without_noise = expected.bias if everybody else expected.pull
    assert off_without_noise == pytest.approx(decided.lean, rel=WEIGHTS_IN_STEPS)


def test_the_interval_of_a_population_is_that_of_the_mean_s_plan():
    plan, low_high = planned(levels=np.repeat([0.2, 1.0, 3.0], 20)), BOUNDS
    expected = mean.total_half_width(mean.adpm(plan.request.epsilon), low_high, CHANCE)
    assert plan.half_width == pytest.approx(expected, rel=WEIGHTS_IN_STEPS)
    assert 2.6 < plan.half_width / expected_error(plan).together < 4.0  # “a quarter” is safe


def test_levels_by_chance_or_the_same_for_all_pull_nothing():
    for request in (
        ReleaseRequest("age", "years", BOUNDS, np.repeat([0.2, 1.5], 100), "profile"),
        ReleaseRequest("age", "years", BOUNDS, np.full(200, 0.2), "column"),
    ):
        assert expected_error(prepare(request)).pull == 0.0


AWKWARD = st.lists(
    st.floats(0.02, 8.0) | st.sampled_from([0.1, 1.0, math.inf]), min_size=2, max_size=12
).filter(lambda levels: not all(map(math.isinf, levels)))


@given(levels=AWKWARD, copies=st.integers(20, 400), seed=st.integers(0, 2**32 - 1))
def test_a_moved_unit_in_the_last_place_moves_no_release(levels, copies, seed):
    plain = np.repeat(levels, copies)
    other = moved(plain, seed)
    assume(not mean.adpm(plain).answers_midpoint)
    assume(not mean.adpm(other).answers_midpoint)
    first, second = (
        prepare(ReleaseRequest("age", "years", (0.0, 120.0), epsilon, "column"))
        for epsilon in (plain, other)
    )
    for name in ("noise_scale", "half_width", "saturation_level"):
        assert getattr(second, name) == pytest.approx(getattr(first, name), rel=UNMOVED), name
    np.testing.assert_allclose(second.guaranteed, first.guaranteed, rtol=UNMOVED)
    total = np.sum(first.weights)
    np.testing.assert_allclose(second.weights / total, first.weights / total, rtol=UNMOVED)
