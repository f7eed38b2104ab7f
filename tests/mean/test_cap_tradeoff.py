"""The error under a cap on every level: two parts, and their sum least at the saturation level."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.mean.cap_tradeoff import cap_curves, noise_and_middle_mse
from hetdp_core.mean.cap_tradeoff import noise_and_sampling_mse as parts
from hetdp_core.mean.empirical import empirical
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import KINDS, PrivacyProfile, ProfileSettings
from tests.strategies import FILE, profile_of
from tests.tolerance import LONG_FORMULA, ROUNDING

LEVELS = st.lists(st.floats(1e-3, 1e3) | st.just(np.inf), min_size=1, max_size=30)


def user_by_user(epsilon, cap):
    """The same two parts from the affine answer's weights and its noise, user by user."""
    levels = [min(one, cap) for one in epsilon]
    weights = [one / sum(levels) for one in levels]
    scale = max(weight / level for weight, level in zip(weights, levels, strict=True))
    return 2 * scale**2, sum(weight**2 for weight in weights) / 4


@given(LEVELS, st.floats(1e-3, 1e3))
def test_both_parts_equal_those_of_the_weights_and_the_noise_user_by_user(epsilon, cap):
    noise, sampling = parts(profile_of(epsilon), [cap])
    expected = user_by_user(epsilon, cap)
    np.testing.assert_allclose((noise[0], sampling[0]), expected, rtol=LONG_FORMULA)


@given(LEVELS.filter(lambda levels: np.isfinite(min(levels))), st.floats(1e-3, 1e3))
def test_about_these_very_users_the_sum_is_that_of_the_weights_and_least_at_their_level(
    epsilon, cap
):
    plan, levels = empirical(epsilon), np.minimum(epsilon, cap)
    weights = levels / (len(epsilon) * cap)
    off = (np.sum(1.0 / len(epsilon) - weights) / 2.0) ** 2
    noise = 2.0 * np.max(weights / levels) ** 2
    tau = min(plan.saturation_level, 1e4)
    parts_of_these = noise_and_middle_mse(profile_of(epsilon), [cap, tau])
    np.testing.assert_allclose(
        [part[0] for part in parts_of_these], [noise, off], rtol=LONG_FORMULA, atol=ROUNDING
    )
    total = np.sum(parts_of_these, axis=0)
    assert total[0] >= total[1] * (1 - LONG_FORMULA)
    np.testing.assert_allclose(total[1], plan.worst_case_mse, rtol=LONG_FORMULA)


@given(LEVELS.filter(lambda levels: np.isfinite(min(levels))))
def test_the_sum_is_least_at_the_saturation_level(epsilon):
    profile = profile_of(epsilon)
    plan = mean.adpm(epsilon)
    tau = min(plan.saturation_level, 1e4)  # above all levels: where nobody saturates
    caps = np.append(np.geomspace(1e-3, 1e4, 300), tau)
    total = np.sum(parts(profile, caps), axis=0)
    assert np.min(total) >= total[-1] * (1 - LONG_FORMULA)
    if np.isfinite(plan.saturation_level):
        np.testing.assert_allclose(total[-1], plan.affine_worst_case_mse, rtol=LONG_FORMULA)


def test_groups_of_users_are_counted_like_users_one_by_one():
    groups = PrivacyProfile(np.array([0.1, 2.0, np.inf]), np.array([300.0, 40.0, 7.0]))
    each = PrivacyProfile(groups.epsilon, np.ones(groups.users))
    caps = np.geomspace(0.05, 5, 20)
    np.testing.assert_allclose(parts(groups, caps), parts(each, caps), rtol=ROUNDING)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public", [0.0, 0.5, 1.0])
def test_every_setting_has_its_least_error_at_its_own_level(kind, public):
    settings = ProfileSettings(kind, uploaded=FILE, public_share=public)
    found = cap_curves(settings, saturation_sweep(settings))
    assert np.all(found.total >= found.least[:, None] * (1 - 1e-9))  # sums of 1,000
    levels = np.array([curve.level for curve in found.sweep.points])
    np.testing.assert_array_equal(np.isnan(found.best), np.isinf(levels))
    assert np.all(np.isfinite(found.error))


@pytest.mark.parametrize("everybody", [False, True])
def test_a_cap_above_everybodys_level_changes_nothing(everybody):
    settings = ProfileSettings("levels", levels=(0.1, 1.0, 3.0), counts=(10, 100, 100), high=3.0)
    drawn = cap_curves(settings, saturation_sweep(settings), everybody)
    above = drawn.error[-1, drawn.caps >= 3.0]
    assert above.size > 1
    np.testing.assert_allclose(above, above[0], rtol=ROUNDING)
