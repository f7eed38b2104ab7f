"""What it takes for a smaller miss: put in, the answer is enough, and one step less is not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput, NextStep
from hetdp_core.features import FeatureScenario, correlation_sweep
from hetdp_core.features.allocation.rules import allocate
from hetdp_core.features.mechanism import coordinate_variance
from hetdp_core.features.what_it_takes import (
    DIGITS,
    HIGHEST_LEVEL,
    LOWEST_LEVEL,
    PARTS,
    UNKNOWNS,
    changed,
    miss_target,
    optimised,
)
from hetdp_core.target_search import Steps
from tests.cases import first_and_in_studies
from tests.tolerance import LONG_FORMULA, UNMOVED

LEVEL = st.floats(-2, 1).map(lambda power: 10.0**power)


@st.composite
def scenarios(draw):
    """A few features, some of them sensitive, at any correlation."""
    epsilon = draw(LEVEL)
    delta = draw(st.lists(LEVEL | st.just(epsilon), min_size=1, max_size=5))
    return FeatureScenario(
        delta=tuple(delta),
        epsilon=epsilon,
        n=draw(st.integers(1, 1_000_000)),
        q=draw(st.sampled_from([0.0, 0.05, 0.3, 1.0])),
        weights=draw(st.sampled_from(["inverse_variance", "paper"])),
    )


def miss(scenario):
    """The typical miss by the other road: the rule by its name, coordinate by coordinate."""
    made = allocate(
        scenario.delta,
        scenario.epsilon,
        scenario.q,
        n=scenario.n,
        zeta=scenario.zeta,
        weights=scenario.weights,
    )
    variance = coordinate_variance(made, scenario.n, weights=scenario.weights)
    return 50 * np.sqrt(np.mean(np.minimum(variance, 1.0)))


def before(scenario, unknown, value):
    """The value one step farther from the end that helps; None if there is none."""
    levels = Steps(LOWEST_LEVEL, HIGHEST_LEVEL, DIGITS)
    if unknown == "delta":
        levels = Steps(min(LOWEST_LEVEL, *scenario.delta), scenario.epsilon, DIGITS)
    if unknown == "users":
        return value - 1 if value > 1 else None
    if unknown == "q":
        return (value * PARTS + 1) / PARTS if value < 1 else None
    place = levels.place_of(value)
    return levels.at(place - 1) if place else None


@given(scenarios())
@settings(max_examples=15)
def test_the_miss_is_that_of_the_rule_by_its_name(scenario):
    of_rule = min(miss(scenario), miss(replace(scenario, q=1.0)))  # whose budgets hold at any q
    np.testing.assert_allclose(float(optimised(scenario).miss[0]), of_rule, rtol=UNMOVED)


@pytest.mark.parametrize("unknown", first_and_in_studies(UNKNOWNS, 2))
@given(scenario=scenarios(), target=st.floats(-0.5, 1.6).map(lambda power: 10.0**power))
@settings(max_examples=4)
def test_put_in_the_answer_is_enough_and_one_step_less_is_not(unknown, scenario, target):
    if unknown == "delta" and not min(scenario.delta) < scenario.epsilon:
        return
    answer = miss_target(scenario, unknown, target)
    assert not answer.certain
    np.testing.assert_allclose(
        answer.now_measure, float(optimised(scenario).miss[0]), rtol=LONG_FORMULA
    )
    if not answer.reached:
        assert np.all(answer.measures > target)
        return
    reached = changed(scenario, unknown, answer.value)
    assert float(optimised(reached).miss[0]) <= target * (1 + LONG_FORMULA)
    np.testing.assert_allclose(miss(reached), answer.measure, rtol=UNMOVED)
    less = before(scenario, unknown, answer.value)
    if less is not None:
        assert float(optimised(changed(scenario, unknown, less)).miss[0]) > target * (
            1 - LONG_FORMULA
        )


def test_only_the_strictest_features_get_another_level():
    scenario = FeatureScenario(delta=(0.2, 1.0, 0.2, 5.0), epsilon=2.0)
    assert changed(scenario, "delta", 1.5).delta == (1.5, 1.0, 1.5, 5.0)
    assert changed(scenario, "epsilon", 3.0).delta == (0.2, 1.0, 0.2, 3.0)
    assert changed(scenario, "epsilon", 3.0, others_follow=False).delta == scenario.delta


def test_in_the_first_setting_a_larger_report_tells_nothing_new():
    answer = miss_target(FeatureScenario(), "epsilon", 10.0)
    assert not answer.reached
    assert answer.settles
    assert 0.4 < answer.best_at < 0.6
    assert miss_target(FeatureScenario(), "users", 10.0).value == pytest.approx(18_389, abs=2)


@pytest.mark.parametrize(
    ("unknown", "target", "delta"),
    [("n", 1.0, (0.2,)), ("users", -1.0, (0.2,)), ("q", float("nan"), (0.2,)), ("delta", 1, (9,))],
)
def test_bad_questions_are_refused(unknown, target, delta):
    with pytest.raises((InvalidInput, NextStep)):
        miss_target(replace(FeatureScenario(), delta=delta), unknown, target)


@pytest.mark.parametrize("q", [0.54, 0.57, 0.59])
def test_with_few_people_the_curve_of_q_has_the_error_of_the_first_figure(q):
    few = FeatureScenario(n=500, q=q)
    sweep = correlation_sweep(few)
    shown = sweep.curves["optimised"].miss[sweep.index(q)]
    assert optimised(few).miss[0] == pytest.approx(shown, rel=1e-6)
