"""What users are worth: derivatives against a second road, and recomputation with them added."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.mean import adpm_from_levels
from hetdp_core.mean.plan import shrunk
from hetdp_core.mean.worth import STEP, worth
from hetdp_core.profiles import PrivacyProfile
from tests.strategies import profile_of

LEVEL = st.one_of(st.sampled_from([0.05, 1.0, 9.0, 40.0]), st.floats(0.01, 50.0))
LEVELS = st.lists(LEVEL, min_size=1, max_size=5)


@st.composite
def grouped(draw):
    """A profile of distinct levels, some users perhaps public."""
    distinct = np.unique(draw(LEVELS))
    counts = draw(st.lists(st.integers(1, 400), min_size=distinct.size, max_size=distinct.size))
    if public := draw(st.sampled_from([0, 1, 50])):
        distinct, counts = np.append(distinct, np.inf), [*counts, public]
    return PrivacyProfile(distinct, np.array(counts, dtype=float))


def error(levels, counts, shrinking):
    """The worst case for fractions of users, by bisection for T: nothing of the core's sums."""
    levels, counts = np.asarray(levels, float), np.asarray(counts, float)
    low, high = 0.0, 1e9
    for _ in range(200):
        middle = (low + high) / 2.0
        below = levels < middle
        spent = np.sum(counts[below] * levels[below] * (middle - levels[below]))
        low, high = (low, middle) if spent > 8.0 else (middle, high)
    scaled = np.minimum(levels, high)
    total = counts @ scaled
    spread, noise = counts @ scaled**2 / total**2, 2.0 / total**2
    if not shrinking:
        return min(spread / 4.0 + noise, 0.25)
    factors = 0.25 / (noise + 0.25), 1.0 / (1.0 + math.sqrt(spread))
    factor = min(factors)
    return factor**2 * noise + max(factor**2 * spread, (1.0 - factor) ** 2) / 4.0


def forward(function, step):
    """One-sided derivative of second order."""
    return (-3.0 * function(0.0) + 4.0 * function(step) - function(2.0 * step)) / (2.0 * step)


def close(found, expected, scale):
    # differences of second order with steps of 1e-6 of errors known to 1e-15: 1e-9 each
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-6 * scale)


@pytest.mark.parametrize("shrinking", [True, False])
@given(profile=grouped())
def test_one_more_user_and_a_group_that_relaxes_are_worth_the_derivatives(shrinking, profile):
    worths = worth(profile, shrinking)
    error_here = error(profile.levels, profile.counts, shrinking)
    if not shrinking and error_here == 0.25:
        assert np.all(worths.one_more == 0.0)
        assert np.all(worths.relaxed == 0.0)
        return
    for level, fall in zip([*worths.middle, np.inf], worths.one_more, strict=True):

        def more(part, level=level):
            return error([*profile.levels, level], [*profile.counts, part], shrinking)

        close(-fall, forward(more, 1e-6), error_here)
    for place, fall in enumerate(worths.relaxed):

        def relaxed(part, place=place):
            moved = profile.levels.copy()
            moved[place] *= 1.0 + part
            return error(moved, profile.counts, shrinking)

        # a kink closer than the steps is averaged by them
        top = adpm_from_levels(profile.levels, profile.counts).saturation_level
        if np.any((profile.levels != top) & (np.abs(profile.levels / top - 1.0) < 1e-4)):
            continue
        close(-fall / STEP, forward(relaxed, 1e-6), error_here)


@pytest.mark.parametrize("shrinking", [True, False])
@given(profile=grouped())
def test_whole_steps_are_those_of_the_estimator_with_the_user_added(shrinking, profile):
    worths = worth(profile, shrinking)

    def worst(levels, counts):
        plan = adpm_from_levels(levels, counts)
        return shrunk(plan).worst_case_mse if shrinking else plan.worst_case_mse

    before = worst(profile.levels, profile.counts)
    for place, level in enumerate([*worths.middle, np.inf]):
        after = worst([*profile.levels, level], [*profile.counts, 1])
        # sums in another order
        assert worths.one_more_exactly[place] == pytest.approx(before - after, abs=1e-12)
    for place, fall in enumerate(worths.relaxed_exactly):
        moved = profile.levels.copy()
        moved[place] *= 1.0 + STEP
        # sums in another order
        assert fall == pytest.approx(before - worst(moved, profile.counts), abs=1e-12)


def test_a_user_exactly_at_the_saturation_level_saturates_when_relaxing():
    """Levels 1 and 9: 9 = 1 + 8/1, so T = 9 to the last digit."""
    assert worth(profile_of([1.0, 9.0])).relaxed[1] == 0.0
    left = error([1.0, 9.0 - 1e-6], [1.0, 1.0], True) - error([1.0, 9.0], [1.0, 1.0], True)
    assert abs(left) / 1e-6 > 1e-4  # from below the shrunk answer has another slope
    published = error([1.0, 9.0 - 1e-6], [1, 1], False) - error([1.0, 9.0], [1, 1], False)
    assert abs(published) / 1e-6 < 1e-6  # and ADPM itself none


@pytest.mark.parametrize("strict", [1.0, 2.0, 4.0])
def test_others_move_the_saturation_level_past_a_user_who_is_exactly_at_it(strict):
    """The other is at T = strict + 8/strict, which falls, or rises where 2 * strict > T."""
    levels = [strict, strict + 8.0 / strict]
    worths = worth(profile_of(levels))
    assert adpm_from_levels(levels, [1, 1]).saturation_level == np.inf

    def relaxed(part):
        return error([strict * (1.0 + part), levels[1]], [1.0, 1.0], True)

    def more(part):
        return error([*levels, strict], [1.0, 1.0, part], True)

    close(-worths.relaxed[0] / STEP, forward(relaxed, 1e-6), worths.error)
    close(-worths.one_more[0], forward(more, 1e-6), worths.error)


def test_nobody_brings_anything_where_the_mid_point_is_answered_and_the_strict_where_it_is_not():
    answered = worth(profile_of([0.01, 0.02]), shrinking=False)
    assert answered.most_by_relaxing is None
    assert np.all(np.isnan(answered.in_units))
    assert worth(profile_of([1.0, 50.0], [300, 300])).most_by_relaxing == 0


def test_public_users_alone_are_worth_what_the_exact_error_says():
    worths = worth(PrivacyProfile(np.array([np.inf]), np.array([100.0])))
    assert worths.middle.size == worths.relaxed.size == 0
    # d/dn of 1 / (4 (1 + sqrt(n))**2) at n = 100; sums of ones are exact, roots to 1e-15
    assert worths.one_more[0] == pytest.approx(1.0 / (4.0 * 10.0 * 11.0**3), rel=1e-12)
    assert worths.in_units[0] == 1.0


def test_many_levels_are_put_together_by_quarters_of_the_users_without_splitting_a_level():
    levels = np.sort(np.round(np.random.default_rng(0).uniform(0.1, 1.0, 1000), 2))
    worths = worth(PrivacyProfile(levels, np.ones(1000)))
    assert worths.users.size == 4
    assert np.sum(worths.users) == 1000
    assert np.all(worths.high[:-1] < worths.low[1:])
    assert np.all(np.abs(worths.users - 250) < 40)
