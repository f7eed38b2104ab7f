"""Users as dots: each stands where it did, and is as large as its weight."""

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.mean.people import MOST_DOTS, counts_more, people
from hetdp_core.profiles import KINDS, ProfileSettings, make_profile
from hetdp_core.uploads import UploadedLevels

FILE = UploadedLevels("digest", np.array([3.0, 0.2, np.inf, 0.7]))
TWO_GROUPS = ProfileSettings("two_groups", users=200, low=0.1, high=3.0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("users", [1, 7, 200, 1000])
def test_dots_are_users_at_evenly_spaced_places_of_the_sorted_order(kind, users):
    settings = ProfileSettings(kind, users=users, uploaded=FILE)
    found, epsilon = people(settings), make_profile(settings).epsilon
    dots = min(epsilon.size, MOST_DOTS)
    index = ((np.arange(dots) + 0.5) / dots * epsilon.size).astype(int)
    expected = np.minimum(epsilon[index], found.sweep.ceiling)
    np.testing.assert_array_equal(found.asked[found.sweep.current], expected)
    weights = mean.adpm(epsilon).weights[index] * epsilon.size
    np.testing.assert_allclose(found.weight[found.sweep.current], weights)


@pytest.mark.parametrize("users", [1, 2, 7, 50, 200])
def test_no_two_dots_share_a_place_and_the_strictest_stand_on_the_left(users):
    found = people(ProfileSettings("uniform", users=users))
    places = set(zip(found.column, found.row, strict=True))
    assert len(places) == users
    assert np.all(np.diff(found.column) >= 0)


def test_where_each_user_is_a_dot_the_weights_add_up_to_one():
    np.testing.assert_allclose(people(TWO_GROUPS).weight.sum(axis=1), 200)


def test_relaxed_dots_grow_up_to_the_closed_form_of_saturation_and_no_further():
    found = people(TWO_GROUPS)
    onset = mean.two_group_saturation(0.1, 200, 0.5)
    below, relaxed = found.sweep.highs <= onset, found.weight[:, -1]
    assert np.all(np.diff(relaxed[below]) > 0)
    assert np.ptp(relaxed[~below]) < 1e-12


def test_before_saturation_weights_are_in_proportion_to_what_is_asked():
    found = people(ProfileSettings("two_groups", users=200, low=0.1, high=0.25))
    assert counts_more(found.present) == pytest.approx(2.5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("users", [1, 7, 1000])
def test_ease_is_none_for_the_strictest_and_all_for_the_most_relaxed(kind, users):
    found = people(ProfileSettings(kind, users=users, uploaded=FILE))
    order = np.argsort(found.asked, axis=1, kind="stable")
    ease = np.take_along_axis(found.ease, order, axis=1)
    assert np.all(ease[:, 0] == 0.0)
    np.testing.assert_array_equal(ease[:, -1], np.ptp(found.asked, axis=1) > 0)
    assert np.all(np.diff(ease) >= 0)
