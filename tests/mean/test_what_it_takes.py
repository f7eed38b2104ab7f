"""What it takes for a smaller worst-case error: put in, the answer is enough, one step less not."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.saturation import two_group_saturation
from hetdp_core.mean.what_it_takes import DIGITS, UNKNOWNS, error_target
from hetdp_core.profiles import KINDS, ProfileSettings, make_profile
from hetdp_core.target_search import Steps
from tests.strategies import FILE
from tests.tolerance import LONG_FORMULA, ROUNDING

LEVEL = st.floats(-3, 2).map(lambda power: 10.0**power)


@st.composite
def profiles(draw, kinds=tuple(KINDS), most=400):
    """Settings of any kind, small groups and public users among them."""
    low, middle, high = sorted(draw(st.tuples(LEVEL, LEVEL, LEVEL)))
    strict = draw(st.sampled_from([0.0, 0.3, 0.5, 1.0]))
    listed = draw(st.lists(LEVEL | st.just(np.inf), min_size=1, max_size=4))
    counts = draw(st.lists(st.integers(0, 9), min_size=len(listed), max_size=len(listed)))
    kind = draw(st.sampled_from(kinds))
    return ProfileSettings(
        kind,
        users=draw(st.integers(1, most)),
        low=low,
        middle=middle,
        high=high,
        strict_share=strict,
        middle_share=draw(st.sampled_from([0.0, 0.3])) if strict < 1 else 0.0,
        public_share=draw(st.sampled_from([0.0, 0.01, 0.37, 1.0])),
        levels=tuple(listed),
        counts=tuple(counts) if any(counts) else (3,) * len(listed),
        uploaded=FILE if kind == "uploaded" else None,
        seed=draw(st.integers(0, 9)),
    )


def error(settings):
    """The worst-case error of a profile, user by user."""
    return 100 * math.sqrt(mean.adpm(make_profile(settings).epsilon).worst_case_mse)


def put_in(settings, unknown, value):
    """The settings with a value of the unknown."""
    if unknown == "users":
        return settings.with_users(int(value))
    if unknown == "public":
        return replace(settings, public_share=value / 100)
    return settings.with_high(value)


def one_step_less(settings, unknown, value):
    """The value before this one: one user, 1 % of public users, the last digit of a level."""
    if unknown != "relaxed":
        return value - 1 if value > (unknown == "users") else None
    steps = Steps(settings.lowest_high, 1e6, DIGITS)
    place = steps.place_of(value)
    return steps.at(place - 1) if place else None


@pytest.mark.parametrize("unknown", UNKNOWNS)
@given(settings=profiles(), target=st.floats(-0.5, 1.8).map(lambda power: 10.0**power))
def test_put_in_the_answer_is_enough_and_one_step_less_is_not(unknown, settings, target):
    if unknown == "users" and settings.kind == "uploaded":
        return
    answer = error_target(settings, unknown, target)
    np.testing.assert_allclose(answer.now_measure, error(settings), rtol=LONG_FORMULA)
    if not answer.reached:
        assert answer.best > target
        return
    reached = error(put_in(settings, unknown, answer.value))
    assert reached <= target * (1 + LONG_FORMULA)
    np.testing.assert_allclose(reached, answer.measure, rtol=LONG_FORMULA)
    before = one_step_less(settings, unknown, answer.value)
    if before is not None:
        assert error(put_in(settings, unknown, before)) > target * (1 - LONG_FORMULA)


NESTED = tuple(kind for kind in KINDS if kind not in ("segments", "uploaded"))


@given(profiles(NESTED))
def test_one_user_more_never_makes_it_worse_but_for_segments(settings):
    users = make_profile(settings).users
    more = settings.with_users(users + 1)
    assert make_profile(more).users == users + 1
    assert error(more) <= error(settings) * (1 + ROUNDING)


@given(profiles(("two_groups",)).filter(lambda one: round(one.strict_share * one.users) > 0))
def test_of_two_groups_the_error_settles_at_the_onset_in_closed_form(settings):
    asked = replace(settings, public_share=0.0)
    strict = round(asked.strict_share * asked.users)
    answer = error_target(asked, "relaxed", 1e-3)
    assert not answer.reached
    if strict == asked.users or answer.best == 50.0:  # nobody is relaxed, or no data are used
        assert answer.best_at == asked.low
        return
    onset = two_group_saturation(asked.low, asked.users, strict / asked.users)
    if onset < 1e6:
        assert answer.best_at <= onset * (1 + 0.01)  # the step after it
        assert error(asked.with_high(answer.best_at)) <= answer.best * (1 + 2e-9)  # as in `SAME`


@given(profiles())
def test_with_all_users_public_only_the_sampling_error_is_left(settings):
    answer = error_target(settings, "public", 1e-3)
    users = make_profile(settings).users
    np.testing.assert_allclose(answer.best, 50 / math.sqrt(users), rtol=LONG_FORMULA)
    assert answer.end == 100


def test_billions_of_users_on_three_levels_are_found_at_once():
    listed = ProfileSettings("levels", levels=(0.5, 0.05, 5.0), counts=(5, 3, 2), high=5.0)
    answer = error_target(listed, "users", 0.001)
    assert answer.reached
    assert answer.value > 2e9
    counts = listed.with_users(int(answer.value)).counts
    np.testing.assert_allclose(np.array(counts) / answer.value, [0.5, 0.3, 0.2], rtol=1e-8)  # ± 1
    plan = mean.adpm_from_levels(listed.levels, counts)
    assert 100 * math.sqrt(plan.worst_case_mse) <= 0.001 * (1 + ROUNDING)


def test_the_first_setting_takes_3510_users_for_one_percent():
    first = ProfileSettings("log_uniform", users=1000, low=0.01, high=10.0)
    assert error_target(first, "users", 1.0).value == 3510.0
    assert not error_target(first, "relaxed", 1.0).reached
    assert error_target(replace(first, kind="segments"), "users", 1.0).certain is False


@pytest.mark.parametrize(
    ("kind", "unknown", "target"),
    [("uniform", "n", 1.0), ("uniform", "users", 0.0), ("uniform", "users", float("nan"))],
)
def test_bad_questions_are_refused(kind, unknown, target):
    with pytest.raises(InvalidInput):
        error_target(ProfileSettings(kind, uploaded=FILE), unknown, target)
