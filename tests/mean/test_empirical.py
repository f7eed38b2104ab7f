"""The mean of these very people: the closed form against a cone program, a grid, and its limits."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.mean import adpm, plan
from hetdp_core.mean.empirical import empirical, half_width
from tests.cases import first_and_in_studies
from tests.strategies import privacy_levels
from tests.tolerance import LONG_FORMULA, ROUNDING, SEARCHED


@pytest.mark.parametrize("seed", first_and_in_studies(range(24), 10))
def test_it_is_the_optimum_of_a_cone_program_over_all_weights(seed):
    rng = np.random.default_rng([36, seed])
    low, high = np.sort(rng.uniform(-2.0, 1.0, 2))
    levels = 10.0 ** rng.uniform(low, high, rng.integers(1, 60))
    levels[1:][rng.random(levels.size - 1) < 0.1] = np.inf
    private = np.isfinite(levels)
    weights, scale = cp.Variable(levels.size), cp.Variable(nonneg=True)
    off = 0.5 * cp.norm1(weights - 1.0 / levels.size)
    constraint = cp.abs(weights[private]) <= cp.multiply(levels[private], scale)
    problem = cp.Problem(cp.Minimize(cp.norm(cp.hstack([off, np.sqrt(2.0) * scale]))), [constraint])
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
    assert empirical(levels).worst_case_mse ** 0.5 == pytest.approx(problem.value, rel=SEARCHED)


@given(privacy_levels())
def test_its_worst_case_is_that_of_its_weights_met_at_an_end_and_all_get_what_they_ask_for(levels):
    found = empirical(levels)
    lean = 0.5 * np.sum(np.abs(1.0 / levels.size - found.weights))
    by_definition = lean**2 + 2.0 * found.noise_scale**2
    assert found.worst_case_mse == pytest.approx(by_definition, rel=LONG_FORMULA, abs=1e-30)
    miss = np.full(levels.size, 0.5) @ found.weights - 0.5
    assert abs(miss) == pytest.approx(found.lean, abs=ROUNDING)
    private = np.isfinite(levels)
    assert np.all(found.weights[private] <= found.noise_scale * levels[private])
    assert np.all(found.privacy_given <= levels)
    assert np.all(found.weights * levels.size <= 1.0 + ROUNDING)


@given(st.floats(1e-3, 1e3), st.floats(0.0, 1e3), st.floats(0.5, 0.999))
@example(13.0, 255.25, 0.5)
def test_noise_and_lean_stay_within_its_half_width_with_just_this_chance(scale, lean, chance):
    reach = half_width(scale, lean, chance)
    below, above = np.exp((lean - reach) / scale), np.exp((-lean - reach) / scale)
    assert reach >= lean
    assert (below + above) / 2.0 == pytest.approx(1.0 - chance, rel=LONG_FORMULA)
    assert half_width(0.0, lean, chance) == lean


@given(privacy_levels(max_users=12), st.lists(st.integers(1, 9), min_size=12, max_size=12))
def test_levels_with_counts_are_the_same_as_users_one_by_one(levels, counts):
    many = np.array(counts[: levels.size])
    grouped, single = empirical(levels, many), empirical(np.repeat(levels, many))
    assert grouped.users == single.users
    assert grouped.saturation_level == pytest.approx(single.saturation_level, rel=LONG_FORMULA)
    expected = pytest.approx(single.worst_case_mse, rel=LONG_FORMULA, abs=1e-30)
    assert grouped.worst_case_mse == expected


@given(privacy_levels())
def test_no_plan_with_weights_that_sum_to_one_has_a_smaller_worst_case_over_all_tables(levels):
    found = empirical(levels).worst_case_mse
    for method in ("adpm", "uniform", "proportional", "threshold", "fme"):
        other = plan(method, levels)
        assert found <= other.affine_worst_case_mse_against_sample * (1.0 + LONG_FORMULA) + 1e-30


@pytest.mark.parametrize("users", [1, 2, 1000])
@pytest.mark.parametrize("epsilon", [1e-9, 0.3, 1e6])
def test_equal_levels_have_a_closed_form(users, epsilon):
    expected = pytest.approx(2.0 / (8.0 + (users * epsilon) ** 2), rel=ROUNDING)
    assert empirical(np.full(users, epsilon)).worst_case_mse == expected


@pytest.mark.parametrize("counts", [None, [269]])
def test_levels_so_relaxed_that_rounding_hides_the_noise_still_make_a_plan(counts):
    found = empirical([1e6] if counts else [1e6] * 269, counts)
    assert found.worst_case_mse == pytest.approx(2.0 / (269 * 1e6) ** 2, rel=LONG_FORMULA)


def test_where_everybody_is_public_the_mean_is_exact():
    found = empirical([np.inf, np.inf])
    assert (found.noise_scale, found.worst_case_mse) == (0.0, 0.0)
    assert found.weights.tolist() == [0.5, 0.5]


def test_a_stricter_and_stricter_user_is_left_out_and_the_middle_is_answered_in_the_limit():
    assert empirical([1e-12]).worst_case_mse == pytest.approx(0.25, rel=ROUNDING)
    assert empirical([1e-12, np.inf]).weights[0] < 1e-12


def test_weights_saturate_earlier_than_those_of_adpm():
    levels = np.geomspace(0.01, 10.0, 1000)
    assert empirical(levels).saturation_level < adpm(levels).saturation_level


@pytest.mark.parametrize(
    ("users", "low", "high", "percent"),
    [(1000, 0.01, 10.0, 5.4), (412, 0.1, 1.0, 2.7), (5000, 0.05, 2.0, 0.51)],
)
def test_its_typical_error_is_a_few_percent_where_weights_of_adpm_may_be_off_by_far_more(
    users, low, high, percent
):
    levels = np.geomspace(low, high, users)
    assert empirical(levels).worst_case_error == pytest.approx(percent, rel=0.06)
    assert 100.0 * adpm(levels).lean > 3.0 * percent
