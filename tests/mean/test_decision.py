"""What a mean is off by, in units: against simulation, and against what is known of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.decision import decide, decide_by_levels
from hetdp_core.mean.in_place import mse_in_place
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
    found = decide(PROFILE, population, BOUNDS)
    assert_is_root_of_mean(found.typical, off_by(population, rng))
    assert_is_root_of_mean(found.without_privacy, off_by(population, rng, private=False))
    assert found.users == 50


def test_the_worst_case_is_attained_by_values_at_both_ends():
    population = np.array(BOUNDS)
    found = decide(PROFILE, population, BOUNDS)
    assert found.worst == pytest.approx(found.typical, rel=LONG_FORMULA)
    assert_is_root_of_mean(found.worst, off_by(population, np.random.default_rng(1)))


@given(
    st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=5),
    st.lists(st.floats(-2.0, 2.0), min_size=1, max_size=4),
    st.integers(1, 1_000_000_000),
)
def test_no_column_is_worse_than_the_worst_and_units_only_scale(values, exponents, users):
    levels = np.sort(10.0 ** np.array(exponents))
    profile = PrivacyProfile(levels, np.full(levels.size, float(users)))
    found = decide(profile, values, (-1.0, 1.0))
    assert found.typical <= found.worst * (1.0 + LONG_FORMULA)
    scaled = decide(profile, 1000.0 * np.array(values), (-1000.0, 1000.0))
    for name in ("typical", "worst", "without_privacy"):
        expected = 1000.0 * getattr(found, name)
        # a variance that cancels to 0 is known to the root of rounding only
        assert getattr(scaled, name) == pytest.approx(expected, rel=LONG_FORMULA, abs=1e-4)


def test_public_users_pay_nothing_for_privacy():
    public = PrivacyProfile(np.array([np.inf]), np.array([50.0]))
    found = decide(public, [60.0, 80.0, 200.0], BOUNDS)
    assert found.typical == pytest.approx(found.without_privacy, rel=LONG_FORMULA)


def test_values_outside_the_bounds_are_clipped_or_refused():
    clipped = decide(PROFILE, [0.0, 300.0], BOUNDS)
    assert clipped == decide(PROFILE, [50.0, 250.0], BOUNDS)
    with pytest.raises(InvalidInput, match="within the declared bounds"):
        decide(PROFILE, [0.0, 300.0], BOUNDS, "refuse")
    with pytest.raises(InvalidInput, match="missing"):
        decide(PROFILE, [np.nan], BOUNDS)


def test_values_that_go_with_levels_are_off_by_their_lean_besides():
    """Released again and again in place, beside values shuffled among the same people."""
    rng = np.random.default_rng(3)
    levels = np.repeat([0.3, 2.0], [20, 30])
    values = np.where(levels < 1.0, 180.0, 110.0) + rng.normal(0.0, 10.0, levels.size)
    found = decide_by_levels(values, BOUNDS, levels)
    dealt = decide(PROFILE, values, BOUNDS)
    plan = mean.adpm(levels)
    scaled = mean.centred(values, BOUNDS)
    in_place = 200.0 * np.sqrt(mse_in_place(plan, scaled))
    without_noise = np.sqrt(in_place**2 - 200.0**2 * plan.noise_variance)
    assert found.typical == pytest.approx(np.hypot(dealt.typical, without_noise), rel=LONG_FORMULA)
    assert found.typical > 2.0 * dealt.typical
    assert found.without_privacy == pytest.approx(dealt.without_privacy, rel=LONG_FORMULA)
    assert (found.go_with_levels, dealt.go_with_levels) == (True, False)


@given(
    st.lists(
        st.tuples(st.floats(-1.0, 1.0), st.sampled_from([0.01, 0.5, 3.0, np.inf])),
        min_size=1,
        max_size=30,
    )
)
def test_values_that_go_with_levels_are_never_worse_than_the_worst(pairs):
    values, levels = map(np.array, zip(*pairs, strict=True))
    found = decide_by_levels(values, (-1.0, 1.0), levels)
    assert found.typical <= found.worst * (1.0 + LONG_FORMULA)
    assert found.users == len(pairs)


def test_as_many_levels_as_values_are_asked_for():
    with pytest.raises(InvalidInput, match="for each of 1 value"):
        decide_by_levels([1.0], (0.0, 2.0), [1.0, 2.0])
