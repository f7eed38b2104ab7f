"""What a mean is off by, in units: against simulation, and against what is known of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.column import mse_with_own_levels
from hetdp_core.mean.estimate import decide, decide_by_levels
from hetdp_core.mean.plan import drawn_with_levels
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


def test_values_outside_the_bounds_are_clipped_or_refused():
    clipped = decide(PROFILE, [0.0, 300.0], BOUNDS)
    assert clipped == decide(PROFILE, [50.0, 250.0], BOUNDS)
    with pytest.raises(InvalidInput, match="within the declared bounds"):
        decide(PROFILE, [0.0, 300.0], BOUNDS, "refuse")
    with pytest.raises(InvalidInput, match="missing"):
        decide(PROFILE, [np.nan], BOUNDS)


STRICT, RELAXED = np.full(900, 0.01), np.full(100, 5.0)
HALVES = np.array([50.0, 250.0])


@pytest.mark.parametrize(
    "values",
    [
        np.concatenate([np.full(900, 150.0), np.repeat(HALVES, 50)]),  # the relaxed alone differ
        np.concatenate([np.repeat(HALVES, 450), np.full(100, 150.0)]),  # the strict alone differ
        np.repeat(HALVES, [900, 100]),
        np.tile(HALVES, 500),  # values that have nothing to do with levels
    ],
)
def test_people_drawn_with_value_and_level_are_as_far_off_as_told(values):
    """Drawn anew each time, so that weights and saturation level are those of who was drawn."""
    rng, levels = np.random.default_rng(3), np.concatenate([STRICT, RELAXED])
    found, squares = decide_by_levels(values, BOUNDS, levels), []
    for _ in range(600):
        drawn = rng.integers(0, levels.size, levels.size)
        plan = mean.adpm(levels[drawn])
        released = 150.0 + 200.0 * plan.release(mean.centred(values[drawn], BOUNDS), rng)
        squares.append((released - np.mean(values)) ** 2)
    error = np.std(squares, ddof=1) / np.sqrt(len(squares))
    first_order = 0.03 * found.typical**2  # what 1/n leaves out at 100 relaxed users
    assert abs(np.mean(squares) - found.typical**2) <= 4.0 * error + first_order
    assert found.go_with_levels


def test_the_lean_of_a_table_is_in_what_its_mean_is_typically_off_by():
    """Without sampling it is what a release in place is off by."""
    levels, values = np.repeat([0.3, 2.0], [20, 30]), np.repeat([180.0, 110.0], [20, 30])
    found, dealt = decide_by_levels(values, BOUNDS, levels), decide(PROFILE, values, BOUNDS)
    plan, scaled = mean.adpm(levels), mean.centred(values, BOUNDS)
    middle = plan.weights @ scaled
    sampling = np.sum(plan.weights**2 * (scaled - middle) ** 2)
    expected = 200.0 * np.sqrt(mse_with_own_levels(plan, scaled) + sampling)
    assert found.typical == pytest.approx(expected, rel=LONG_FORMULA)
    assert found.without_privacy == pytest.approx(dealt.without_privacy, rel=LONG_FORMULA)
    assert (found.go_with_levels, dealt.go_with_levels) == (True, False)


@given(st.lists(st.sampled_from([1e-3, 0.1, 0.3, 0.5, 1.0, 20.0]), min_size=1, max_size=9))
def test_no_values_vary_more_with_who_is_drawn_than_the_bound_says(sizes):
    """Of all values at either end, by trying each: the variance is convex in the values."""
    weights = np.array(sizes) / np.sum(sizes)
    ends = np.indices((2,) * weights.size).reshape(weights.size, -1).T - 0.5
    squares = (weights * (ends - (ends @ weights)[:, None])) ** 2
    variance = drawn_with_levels(weights)
    assert variance >= np.max(np.sum(squares, axis=1)) * (1.0 - LONG_FORMULA)
    assert variance >= np.sum(weights**2) / 4.0 * (1.0 - LONG_FORMULA)
    counts, of_each = np.unique(weights, return_counts=True)
    together = drawn_with_levels(counts, of_each.astype(float))
    assert together == pytest.approx(variance, rel=LONG_FORMULA)


def test_people_who_weigh_the_same_vary_as_if_levels_did_not_matter():
    assert drawn_with_levels(np.full(8, 0.125)) == pytest.approx(1 / 32, rel=LONG_FORMULA)


@given(
    st.lists(
        st.tuples(st.floats(-1.0, 1.0), st.sampled_from([0.01, 0.5, 3.0, np.inf])),
        min_size=1,
        max_size=30,
    )
)
def test_values_that_go_with_levels_are_never_worse_than_the_worst(pairs):
    values, levels = map(np.array, zip(*pairs, strict=True))
    decision = decide_by_levels(values, (-1.0, 1.0), levels)
    assert decision.typical <= decision.worst * (1.0 + LONG_FORMULA)
    assert decision.users == len(pairs)


def test_as_many_levels_as_values_are_asked_for():
    with pytest.raises(InvalidInput, match="for each of 1 value"):
        decide_by_levels([1.0], (0.0, 2.0), [1.0, 2.0])
