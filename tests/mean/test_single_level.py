"""One level for all who accept it against personal ones: by enumeration, and with its ceilings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.mean import adpm, plan
from hetdp_core.mean.saturation import single_level
from tests.strategies import profile_of
from tests.tolerance import ROUNDING

GROUP = st.tuples(st.floats(-12.0, 4.0), st.floats(0.0, 20.0))


@given(st.lists(st.floats(-6.0, 4.0).map(np.exp) | st.just(np.inf), min_size=1, max_size=12))
def test_it_is_the_best_of_all_levels_tried_one_by_one(levels):
    found = single_level(profile_of(levels))
    errors = [
        0.25 / len(entered) + 2.0 / (len(entered) * t) ** 2
        for t in levels
        if (entered := [level for level in levels if level >= t])
    ]
    assert found.mse == pytest.approx(min([*errors, 0.25]), rel=ROUNDING)
    assert found.users == sum(level >= found.level for level in levels)
    expected = min(plan("threshold", levels).affine_worst_case_mse, 0.25)
    assert found.ratio == pytest.approx(expected / adpm(levels).worst_case_mse, rel=ROUNDING)


@given(st.lists(GROUP, min_size=1, max_size=4), st.sampled_from([0, 1, 30]))
def test_no_profile_of_so_many_levels_exceeds_the_ceiling(groups, public):
    levels = [float(np.exp(level)) for level, _ in groups] + [np.inf] * (public > 0)
    counts = [max(1.0, round(np.exp(size))) for _, size in groups] + [public] * (public > 0)
    found = single_level(profile_of(levels, counts))
    assert 1.0 <= found.ratio <= found.ceiling * (1 + ROUNDING)
    assert found.ceiling <= len(groups) ** 2 + (public > 0)


def test_the_ceilings_are_nearly_reached_and_none_holds_for_many_levels():
    private_and_public = single_level(profile_of([6.14499415e-6, np.inf], [920561, 4]))
    two = single_level(profile_of([5.785e-3, 6.148e-6], [491, 461051]))
    assert (private_and_public.ceiling, two.ceiling) == (2, 4)
    assert private_and_public.ratio > 1.999
    assert two.ratio > 3.98
    assert single_level(profile_of(3.0 / np.arange(1, 10**6 + 1))).ratio > 127


@pytest.mark.parametrize(
    ("n", "low", "high", "median"),
    [(100, 0.01, 1, 3.5), (1000, 0.01, 1, 2.1), (1000, 0.1, 1, 1.4), (10_000, 0.1, 1, 1.03)],
)
def test_it_is_so_many_times_for_log_uniform_levels(n, low, high, median):
    """Medians of FORMULAS 6.7, here of 60 profiles."""
    logs = np.random.default_rng(0).uniform(np.log(low), np.log(high), (60, n))
    ratios = [single_level(profile_of(np.exp(row))).ratio for row in logs]
    assert np.median(ratios) == pytest.approx(median, rel=0.04)
