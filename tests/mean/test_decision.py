"""What a mean is off by, in units: against simulation, and against what is known of it."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.empirical import empirical
from hetdp_core.mean.estimate import decide, decide_these
from hetdp_core.profiles import PrivacyProfile
from tests.tolerance import LONG_FORMULA

BOUNDS = (50.0, 250.0)
PROFILE = PrivacyProfile(np.array([0.3, 2.0]), np.array([20.0, 30.0]))
TRIALS = 20_000


def off_by(population, rng, private=True):
    """Squared distances from the population's mean, of means of users drawn from it."""
    drawn = rng.choice(population, size=(TRIALS, PROFILE.users))
    if not private:
        return (drawn.mean(axis=1) - population.mean()) ** 2
    plan = mean.adpm(PROFILE.epsilon)
    released = plan.release(mean.centred(drawn.ravel(), BOUNDS).reshape(drawn.shape), rng)
    low, high = BOUNDS
    return (low + (high - low) * (released + 0.5) - population.mean()) ** 2


def assert_is_root_of_mean(found, squares):
    error = np.std(squares, ddof=1) / np.sqrt(squares.size)
    assert abs(np.mean(squares) - found**2) <= 4.0 * error


def test_errors_are_what_drawn_users_and_noise_make_of_them():
    rng = np.random.default_rng(0)
    population = np.clip(rng.normal(130.0, 20.0, 400), *BOUNDS)
    decision = decide(PROFILE, population, BOUNDS)
    assert_is_root_of_mean(decision.typical, off_by(population, rng))
    assert_is_root_of_mean(decision.without_privacy, off_by(population, rng, private=False))
    assert decision.users == 50


def test_the_worst_case_is_attained_by_values_at_both_ends():
    population = np.array(BOUNDS)
    decision = decide(PROFILE, population, BOUNDS)
    assert decision.worst == pytest.approx(decision.typical, rel=LONG_FORMULA)
    assert_is_root_of_mean(decision.worst, off_by(population, np.random.default_rng(1)))


@given(
    st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=5),
    st.lists(st.floats(-2.0, 2.0), min_size=1, max_size=4),
    st.integers(1, 1_000_000_000),
)
def test_no_column_is_worse_than_the_worst_and_units_only_scale(values, exponents, users):
    levels = np.sort(10.0 ** np.array(exponents))
    profile = PrivacyProfile(levels, np.full(levels.size, float(users)))
    decision = decide(profile, values, (-1.0, 1.0))
    assert decision.typical <= decision.worst * (1.0 + LONG_FORMULA)
    scaled = decide(profile, 1000.0 * np.array(values), (-1000.0, 1000.0))
    for name in ("typical", "worst", "without_privacy"):
        expected = 1000.0 * getattr(decision, name)
        # a variance that cancels to 0 is known to the root of rounding only
        assert getattr(scaled, name) == pytest.approx(expected, rel=LONG_FORMULA, abs=1e-4)


def test_public_users_pay_nothing_for_privacy():
    public = PrivacyProfile(np.array([np.inf]), np.array([50.0]))
    decision = decide(public, [60.0, 80.0, 200.0], BOUNDS)
    assert decision.typical == pytest.approx(decision.without_privacy, rel=LONG_FORMULA)


def test_values_outside_the_bounds_are_clipped_or_refused_and_so_are_those_without_a_level():
    clipped = decide(PROFILE, [0.0, 300.0], BOUNDS)
    assert clipped == decide(PROFILE, [50.0, 250.0], BOUNDS)
    with pytest.raises(InvalidInput, match="within the declared bounds"):
        decide(PROFILE, [0.0, 300.0], BOUNDS, "refuse")
    with pytest.raises(InvalidInput, match="missing"):
        decide(PROFILE, [np.nan], BOUNDS)
    with pytest.raises(InvalidInput, match="for each of 1 value"):
        decide_these(PROFILE, [60.0], BOUNDS, [1.0, 2.0])


LEVELS = np.repeat([0.02, 2.0], [20, 30])
THESE = PrivacyProfile(np.array([0.02, 2.0]), np.array([20.0, 30.0]))
VALUES = np.clip(np.random.default_rng(2).normal(180.0, 30.0, 50), *BOUNDS)


def off_by_these(levels_of, values, rng):
    """Squared distances of releases from the mean of these very values."""
    plan, centred = empirical(LEVELS), mean.centred(values, BOUNDS)
    dealt = np.array([levels_of(centred, rng) for _ in range(TRIALS)])
    return (200.0 * (plan.release(dealt, rng) - np.mean(centred))) ** 2


def test_about_these_very_people_a_typical_error_is_what_dealing_and_noise_make_of_it():
    found, rng = decide_these(THESE, VALUES, BOUNDS), np.random.default_rng(4)
    squares = off_by_these(lambda centred, rng: rng.permutation(centred), VALUES, rng)
    assert_is_root_of_mean(found.typical, squares)
    assert found.without_privacy == 0.0
    assert found.worst == pytest.approx(2.0 * empirical(LEVELS).worst_case_error, rel=LONG_FORMULA)


def test_with_each_persons_own_level_only_the_noise_is_chance():
    found, rng = decide_these(THESE, VALUES, BOUNDS, LEVELS), np.random.default_rng(5)
    assert_is_root_of_mean(found.typical, off_by_these(lambda centred, _: centred, VALUES, rng))


def test_the_worst_case_about_these_people_is_attained_at_an_end_of_the_range():
    for levels in (None, LEVELS):
        found = decide_these(THESE, np.full(50, BOUNDS[1]), BOUNDS, levels)
        assert found.typical == pytest.approx(found.worst, rel=LONG_FORMULA)


PERSON = st.tuples(st.floats(-1.0, 1.0), st.sampled_from([0.01, 0.5, 3.0, np.inf]))


@given(st.lists(PERSON, min_size=1, max_size=30), st.booleans())
@example([(1.0, np.inf)] * 3 + [(-1.0, np.inf)] * 3, False)
def test_no_values_of_these_people_are_worse_than_the_worst(pairs, own):
    values, levels = map(np.array, zip(*pairs, strict=True))
    profile = PrivacyProfile(np.sort(levels), np.ones(levels.size))
    decision = decide_these(profile, values, (-1.0, 1.0), levels if own else None)
    assert decision.typical <= decision.worst * (1.0 + LONG_FORMULA) + 1e-12
    assert decision.users == len(pairs)
