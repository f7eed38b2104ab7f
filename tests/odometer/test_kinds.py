"""Three kinds of answers side by side: equally accurate, and what each counts and tells."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import odometer
from hetdp_core.conversions import gaussian_delta
from hetdp_core.errors import InvalidInput
from hetdp_core.figures.odometer.kinds import answer_kinds
from hetdp_core.odometer import kinds
from tests.plotlys import checked
from tests.tolerance import LONG_FORMULA, ROUNDING, SEARCHED


@given(st.floats(0.01, 8), st.integers(2, 12))
def test_the_variance_of_levels_is_the_largest_of_all_records(epsilon, levels):
    """By the law itself, at many records, against the closed form."""
    query = odometer.LevelsQuery([1.0], 0.0, 0.0, 1.0, epsilon, levels)
    shares = np.linspace(0, 1, 2_001)
    chances, values = query.chances(shares[:, None]), np.linspace(0, 1, levels)
    other = 1.0 / (math.exp(epsilon) + levels - 1)
    estimates = (values - other * levels / 2) / (math.expm1(epsilon) * other)
    np.testing.assert_allclose(chances @ estimates, shares, atol=LONG_FORMULA)
    spread = chances @ estimates**2 - shares**2
    exact = kinds.levels_variance(epsilon, levels)
    assert np.max(spread) <= exact * (1 + LONG_FORMULA)
    assert np.max(spread) == pytest.approx(exact, abs=1e-7)  # half a step of the grid, squared


@pytest.mark.parametrize("epsilon", [0.05, 1.0, 5.0])
def test_two_levels_have_the_variance_of_the_paper_s_answer(epsilon):
    expected = 1 / (4 * math.tanh(epsilon / 2) ** 2)
    assert kinds.levels_variance(epsilon, 2) == pytest.approx(expected, rel=ROUNDING)


@given(st.floats(0.05, 5), st.integers(2, 20))
def test_the_level_found_is_as_accurate_as_asked(epsilon, levels):
    wanted = kinds.levels_variance(epsilon, 2)
    found = kinds.levels_epsilon(wanted, levels)
    assert kinds.levels_variance(found, levels) == pytest.approx(wanted, rel=SEARCHED)


def test_rounding_to_few_levels_alone_may_be_too_coarse():
    with pytest.raises(InvalidInput, match="variance"):
        kinds.levels_epsilon(0.01, 3)
    for bad in (np.nan, 0.0, -1.0):
        with pytest.raises(InvalidInput, match="variance"):
            kinds.levels_epsilon(bad, 3)


@pytest.fixture(scope="module")
def compared():
    return kinds.compare_kinds(kinds.KindsScenario(people=2))


def test_what_is_counted_is_what_each_kind_composes_to(compared):
    scenario, counts = compared.scenario, np.array(kinds.COUNTS)
    two, levels, gaussian = compared.composed
    np.testing.assert_allclose(two, counts)
    np.testing.assert_allclose(levels, counts * scenario.levels_epsilon)
    chance = gaussian_delta(scenario.mu * np.sqrt(counts), gaussian)
    np.testing.assert_allclose(chance, scenario.delta, rtol=SEARCHED)


def test_no_loss_exceeds_what_a_pure_composition_counts(compared):
    for kind in (0, 1):
        assert np.all(compared.losses[kind] <= compared.composed[kind] * (1 + ROUNDING))
    assert np.all(compared.least <= compared.losses)
    assert compared.losses.shape == (len(kinds.KINDS), 2, len(kinds.COUNTS))


def test_the_same_seed_gives_the_same_losses_and_the_kinds_do_tell_less(compared):
    again = kinds.compare_kinds(replace(compared.scenario, people=1))
    np.testing.assert_allclose(again.losses, compared.losses[:, :1], atol=SEARCHED)
    assert np.all(compared.composed[:, -1] > 1.5 * compared.percentile(50.0)[:, -1])


def test_the_gaussian_answers_are_as_accurate_as_the_others():
    scenario = kinds.KindsScenario(epsilon=0.7)
    noisy = odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 2 / scenario.mu)
    assert noisy.mu == pytest.approx(scenario.mu)
    drawn = (noisy.draw(np.zeros((100_000, 1)), rng=np.random.default_rng(0)) + 1) / 2
    error = scenario.variance * math.sqrt(2 / 100_000)
    assert abs(np.var(drawn) - scenario.variance) <= 4 * error


@pytest.mark.parametrize(
    ("name", "value"),
    [("epsilon", np.nan), ("levels", 1), ("dimension", 5), ("people", 0), ("delta", 1.0)],
)
def test_scenarios_out_of_range_are_refused(name, value):
    with pytest.raises(InvalidInput, match=name):
        kinds.KindsScenario(**{name: value})


def test_what_may_fail_looks_and_reads_unlike_what_holds_always(compared):
    """Two promises share an axis: none of their bars has both a value and the other's name."""
    figure, frames = answer_kinds(compared)
    always, weaker = checked(figure).data[:2]
    assert "holds always" in always.name
    assert "holds always" in always.hovertemplate
    for words in (weaker.name, weaker.hovertemplate):
        assert "except with failure probability δ" in words
    assert always.marker.pattern.shape != weaker.marker.pattern.shape
    assert always.marker.line.color != weaker.marker.line.color
    assert np.isnan(np.asarray(always.y, dtype=float)).tolist() == [False, False, True]
    assert np.isnan(np.asarray(weaker.y, dtype=float)).tolist() == [True, True, False]
    starred = [title for title, texts in frames.readouts.items() if texts[-1].endswith(" *")]
    assert starred == ["With Gaussian noise"]
