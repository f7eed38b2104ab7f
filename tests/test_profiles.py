"""Privacy profiles: each kind is what it says, for every control."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput, NextStep
from hetdp_core.profiles import KINDS, PrivacyProfile, ProfileSettings, make_profile, profiles_along
from hetdp_core.validate import MAX_USERS
from tests.strategies import FILE


def settings_of(kind, **fields):
    return ProfileSettings(kind, uploaded=FILE if kind == "uploaded" else None, **fields)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("users", [1, 2, 7, 1000])
@pytest.mark.parametrize("public", [0.0, 0.3, 1.0])
def test_every_kind_gives_ascending_levels_for_the_users_asked(kind, users, public):
    profile = make_profile(settings_of(kind, users=users, public_share=public))
    expected = {"levels": 1000, "uploaded": 4}.get(kind, users)
    assert profile.users == expected
    assert profile.epsilon.size == expected
    assert np.all(np.diff(profile.levels[np.isfinite(profile.levels)]) >= 0)
    assert np.all(profile.levels > 0)
    from_file = 1 if kind == "uploaded" else 0
    assert abs(profile.public_users - public * expected) <= 0.5 + from_file


def test_two_groups_share_the_users_as_asked():
    profile = make_profile(ProfileSettings(users=10, low=0.1, high=3.0, strict_share=0.3))
    np.testing.assert_array_equal(profile.epsilon, [0.1] * 3 + [3.0] * 7)


def test_segments_lie_where_the_paper_puts_them():
    settings = ProfileSettings(
        "segments", users=1000, low=0.01, middle=0.2, high=1.0, strict_share=0.34
    )
    levels = make_profile(settings).epsilon
    assert np.count_nonzero(levels <= 0.2) == 340
    assert np.count_nonzero((levels > 0.2) & (levels < 1.0)) == 430
    assert np.count_nonzero(levels == 1.0) == 230


@pytest.mark.parametrize("kind", ["uniform", "log_uniform"])
def test_draws_fill_the_range_evenly_on_their_own_scale(kind):
    settings = ProfileSettings(kind, users=20_000, low=0.01, high=10.0)
    levels = make_profile(settings).epsilon
    place = levels / 10.0 if kind == "uniform" else (np.log10(levels) + 2) / 3
    assert abs(np.mean(place) - 0.5) <= 4 / np.sqrt(12 * 20_000) + 1e-3
    assert 0.01 <= levels.min() <= levels.max() <= 10.0


def test_even_levels_are_quantiles_that_depend_on_no_seed():
    settings = ProfileSettings("log_even", users=4, low=0.01, high=100.0)
    levels = make_profile(settings).epsilon
    np.testing.assert_allclose(np.log10(levels), [-1.5, -0.5, 0.5, 1.5])
    np.testing.assert_array_equal(levels, make_profile(replace(settings, seed=7)).epsilon)
    alone = make_profile(replace(settings, users=1)).epsilon
    np.testing.assert_allclose(alone, [1.0])


@pytest.mark.parametrize("kind", KINDS)
def test_a_sweep_gives_the_same_profiles_one_by_one(kind):
    settings = settings_of(kind, users=50)
    highs = [0.5, 1.0, 7.0]
    for high, profile in zip(highs, profiles_along(settings, highs), strict=True):
        alone = make_profile(settings.with_high(high))
        np.testing.assert_array_equal(profile.epsilon, alone.epsilon)


@pytest.mark.parametrize("highs", [[0.05, 1.0], [1.0, np.nan], [1.0, np.inf], [1e7]])
def test_a_setting_that_does_not_fit_the_other_fields_is_refused(highs):
    with pytest.raises(InvalidInput, match="must"):
        list(profiles_along(ProfileSettings(low=0.1), highs))


def test_the_seed_decides_the_draws():
    one, same, other = (
        make_profile(ProfileSettings("uniform", seed=seed)).epsilon for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


def test_a_cap_leaves_public_users_public():
    profile = make_profile(settings_of("uploaded", high=1.0))
    np.testing.assert_array_equal(profile.epsilon, [0.2, 0.7, 1.0, np.inf])


@given(st.integers(1, 500), st.integers(1, 500))
def test_resizing_keeps_the_shape_of_demand(users, wanted):
    profile = make_profile(ProfileSettings(users=users, strict_share=0.4))
    resized = profile.resized(wanted)
    assert resized.users == wanted
    strict = np.count_nonzero(profile.epsilon == 0.1) / users
    assert abs(np.count_nonzero(resized.epsilon == 0.1) - strict * wanted) <= 1


def test_dealing_out_levels_is_a_permutation():
    profile = make_profile(ProfileSettings("log_uniform", users=100))
    dealt = profile.assigned(np.random.default_rng(0))
    np.testing.assert_array_equal(np.sort(dealt), profile.epsilon)
    assert not np.array_equal(dealt, profile.epsilon)


def test_billions_of_users_are_counted_but_not_listed():
    profile = PrivacyProfile(np.array([0.1, 1.0]), np.array([2e9, 1e9]))
    assert profile.users == 3 * 10**9
    with pytest.raises(InvalidInput, match="levels and counts"):
        _ = profile.epsilon


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "magic"},
        {"users": 0},
        {"users": MAX_USERS + 1},
        {"low": 0.0},
        {"high": np.nan},
        {"high": 1e9},
        {"low": 2.0, "high": 1.0},
        {"strict_share": 1.2},
        {"public_share": -0.1},
        {"seed": -1},
        {"kind": "segments", "low": 0.5, "middle": 0.2},
        {"kind": "segments", "strict_share": 0.8, "middle_share": 0.5},
        {"kind": "levels", "levels": (0.0,), "counts": (1,)},
        {"kind": "levels", "levels": (1.0,), "counts": (1, 2)},
        {"kind": "levels", "levels": (), "counts": ()},
        {"kind": "levels", "levels": (1.0,), "counts": (0,)},
    ],
)
def test_impossible_fields_are_refused_in_one_sentence(fields):
    with pytest.raises(InvalidInput, match=r"must .*\.$"):
        ProfileSettings(**fields)


def test_an_uploaded_profile_needs_a_file():
    with pytest.raises(NextStep, match="Upload a CSV"):
        make_profile(ProfileSettings("uploaded"))
