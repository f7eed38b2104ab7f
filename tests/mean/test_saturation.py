"""ADPM: against the solver, the recursion, enumeration, its own equations and a last place."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.empirical import empirical
from hetdp_core.mean.saturation import recursion
from tests.cases import first_and_in_studies
from tests.mean.second_roads import adpm_by_convex_program
from tests.strategies import privacy_levels
from tests.tolerance import LONG_FORMULA, ROUNDING, SEARCHED, UNMOVED


def random_profile(index):
    """One of 200 profiles: spread out, tied, twelve orders apart, with public users."""
    rng = np.random.default_rng([2, index])
    users = int(rng.integers(1, 60))
    low, high = (-6.0, 6.0) if index % 3 == 0 else sorted(rng.uniform(-6.0, 6.0, 2).tolist())
    levels = 10.0 ** rng.uniform(low, high, users)
    if index % 4 == 0:
        levels = rng.choice(levels, users)
    if index % 5 == 0:
        levels[rng.random(users) < 0.3] = np.inf
    return levels


# Twelve orders of magnitude bring the solver to "almost solved" now and then; its value
# is compared to 1e-6 below all the same.
@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
@pytest.mark.parametrize("index", first_and_in_studies(range(200), 15))
def test_adpm_equals_the_convex_optimum(index):
    levels = random_profile(index)
    _, optimum = adpm_by_convex_program(levels)
    assert mean.adpm(levels).affine_worst_case_mse == pytest.approx(optimum, rel=SEARCHED)


@given(privacy_levels())
def test_adpm_equals_the_recursion_of_the_paper(levels):
    plan = mean.adpm(levels)
    if np.all(np.isinf(levels)):
        return
    steps = recursion(levels)
    order = np.argsort(levels, kind="stable")
    np.testing.assert_allclose(
        plan.privacy_given[order], [s.scaled for s in steps], rtol=LONG_FORMULA
    )
    assert plan.users_saturated == sum(s.saturated for s in steps)


@given(privacy_levels(), st.randoms(use_true_random=False))
def test_permuting_the_users_permutes_the_answer(levels, random):
    order = np.array(random.sample(range(levels.size), levels.size))
    plain, permuted = mean.adpm(levels), mean.adpm(levels[order])
    np.testing.assert_allclose(permuted.weights, plain.weights[order], rtol=ROUNDING)
    assert permuted.saturation_level == pytest.approx(plain.saturation_level)


@given(privacy_levels(), st.integers(0, 1000), st.floats(1.0, 1e6))
def test_neither_less_privacy_nor_one_more_user_increases_the_error(levels, index, factor):
    relaxed = levels.copy()
    relaxed[index % levels.size] *= factor
    more = np.append(levels, levels[index % levels.size])
    before = mean.adpm(levels).affine_worst_case_mse
    for changed in (relaxed, more):
        assert mean.adpm(changed).affine_worst_case_mse <= before * (1 + 1e-12)


@given(privacy_levels())
def test_levels_and_counts_equal_one_entry_per_user(levels):
    distinct, counts = np.unique(levels, return_counts=True)
    distinct, counts = np.append(1e-9, distinct), np.append(0, counts)  # which nobody asks for
    grouped, plain = mean.adpm_from_levels(distinct[::-1], counts[::-1]), mean.adpm(levels)
    index = distinct.size - 1 - np.searchsorted(distinct, levels)
    np.testing.assert_allclose(grouped.weights[index], plain.weights, rtol=ROUNDING)
    expected = pytest.approx(plain.affine_worst_case_mse, rel=ROUNDING, abs=0)
    assert grouped.affine_worst_case_mse == expected
    assert grouped.users == plain.users
    assert grouped.users_saturated == plain.users_saturated


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 5.0])
@pytest.mark.parametrize("users", [1, 2, 1000])
def test_equal_levels_give_the_homogeneous_mechanism(epsilon, users):
    plan = mean.adpm(np.full(users, epsilon))
    np.testing.assert_allclose(plan.weights, 1.0 / users)
    assert plan.noise_scale == pytest.approx(1.0 / (users * epsilon))
    assert plan.saturation_level == np.inf
    expected = 0.25 / users + 2.0 / (users * epsilon) ** 2
    assert plan.worst_case_mse == pytest.approx(min(expected, 0.25))


@pytest.mark.parametrize(("users", "fraction", "epsilon_1"), [(1000, 0.5, 0.1), (10, 0.3, 1.0)])
def test_two_groups_saturate_exactly_where_remark_3_says(users, fraction, epsilon_1):
    onset = mean.two_group_saturation(epsilon_1, users, fraction)
    counts = [int(users * fraction), users - int(users * fraction)]
    before = mean.adpm_from_levels([epsilon_1, onset * (1 - 1e-9)], counts)
    after = mean.adpm_from_levels([epsilon_1, onset * (1 + 1e-9)], counts)
    far = mean.adpm_from_levels([epsilon_1, np.inf], counts)
    assert before.saturation_level == np.inf
    assert after.saturation_level == pytest.approx(onset)
    assert far.worst_case_mse == pytest.approx(after.worst_case_mse, rel=ROUNDING, abs=0)


@given(privacy_levels(), st.floats(1e-6, 0.25))
def test_known_variance_never_does_worse_than_the_worst_case_weights(levels, variance):
    tuned, plain = mean.adpm(levels, variance), mean.adpm(levels)
    j_tuned = variance * tuned.sum_of_squares + tuned.noise_variance
    j_plain = variance * plain.sum_of_squares + plain.noise_variance
    assert j_tuned <= j_plain * (1 + 1e-9)
    private = np.isfinite(levels)
    assert np.all(tuned.weights[private] <= tuned.noise_scale * levels[private])


@pytest.mark.parametrize("bad", [[0.0], [-1.0], [np.nan], [0.1, np.nan], [], ["a"], [[1.0]]])
def test_bad_levels_and_counts_are_refused_with_a_sentence(bad):
    for call in (mean.adpm, empirical):
        with pytest.raises(InvalidInput, match=r"^epsilon must .*\.$"):
            call(bad)
    for counts in ([0], [-1], [1.5], [1, 2], [np.nan]):
        with pytest.raises(InvalidInput, match="counts"):
            mean.adpm_from_levels([1.0], counts)


@pytest.mark.parametrize("block", [1, 2, 7])
@given(levels=privacy_levels())
def test_bisection_down_to_any_block_finds_the_same_level(block, levels):
    with pytest.MonkeyPatch.context() as patch:
        expected = mean.adpm(levels).saturation_level
        patch.setattr("hetdp_core.mean.saturation._BLOCK", block)
        assert mean.adpm(levels).saturation_level == pytest.approx(expected, rel=ROUNDING)


@st.composite
def moved_profiles(draw):
    """(n,) levels, and the same with one of them moved by a unit in the last place."""
    levels = draw(privacy_levels())
    place = draw(st.integers(0, levels.size - 1))
    moved = levels.copy()
    if np.isfinite(moved[place]):
        moved[place] = np.nextafter(moved[place], draw(st.sampled_from([0.0, 1e9])))
    return levels, moved


JUST_SATURATED = np.array([2.0, 2.0, 4.0])
"""The second level is (S2 + 8) / S1 = 16 / 4 = 4: saturation begins exactly here."""


@given(moved_profiles())
@example((JUST_SATURATED, np.array([2.0, 2.0, np.nextafter(4.0, 5.0)])))
def test_the_plan_its_error_its_saturation_level_and_the_lower_bound_stay(pair):
    """Where saturation begins exactly at the largest level it may be that level or none.

    Both say the same: everybody gets what they ask for.
    """
    one, two = map(mean.adpm, pair)
    assert one.worst_case_mse == pytest.approx(two.worst_case_mse, rel=UNMOVED)
    assert one.affine_worst_case_mse == pytest.approx(two.affine_worst_case_mse, rel=UNMOVED)
    assert one.noise_scale == pytest.approx(two.noise_scale, rel=UNMOVED)
    np.testing.assert_allclose(one.weights, two.weights, rtol=UNMOVED)
    np.testing.assert_allclose(one.privacy_given, two.privacy_given, rtol=UNMOVED)
    one_bound, other = map(mean.lower_bound, pair)
    assert one_bound == pytest.approx(other, rel=UNMOVED)
    levels = one.saturation_level, two.saturation_level
    if np.isinf(levels[0]) == np.isinf(levels[1]):
        assert levels[0] == pytest.approx(levels[1], rel=UNMOVED)
    else:
        assert min(levels) == pytest.approx(np.max(pair[0]), rel=UNMOVED)


@pytest.mark.parametrize("method", ["uniform", "proportional", "local", "ldpe", "threshold"])
@given(pair=moved_profiles())
def test_the_worst_case_of_other_methods_stays(method, pair):
    """For "threshold" two levels may be equally good: then the error is the same with either."""
    one, two = (mean.plan(method, levels) for levels in pair)
    assert one.worst_case_mse == pytest.approx(two.worst_case_mse, rel=UNMOVED)
