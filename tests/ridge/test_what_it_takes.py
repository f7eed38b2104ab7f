"""What it takes for better predictions: put in, the answer is enough, one step less is not."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.ridge.decision import decide
from hetdp_core.ridge.methods import loss_curves
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.records import Prepared, synthetic_problem
from hetdp_core.ridge.sweep import REGRESSIONS, RidgeScenario, loss_sweep
from hetdp_core.ridge.what_it_takes import UNKNOWNS, break_even, error_target, mean_errors
from hetdp_core.target_search import Steps
from tests.cases import first_and_in_studies
from tests.ridge.helpers import prepared_of
from tests.tolerance import LONG_FORMULA

SCENARIO = RidgeScenario(points=12)
PROBLEM = synthetic_problem(np.random.default_rng(5), 60, 3)
PREPARED = Prepared(PROBLEM, ("x1", "x2", "x3"), None)
PROFILE = ProfileSettings("two_groups", users=60, low=0.3, high=3.0, seed=2)
HIGHS = Steps(PROFILE.low, 1e6, 3)


def levels(profile):
    return dealt(make_profile(profile), PROBLEM.rows, profile.seed)


def repeated(times):
    """Each record so many times."""
    X, y = np.tile(PROBLEM.X, (times, 1)), np.tile(PROBLEM.y, times)
    return RidgeProblem(X, y, PROBLEM.X_test, PROBLEM.y_test)


def judged(asked):
    """The verdict's error."""
    return decide(PREPARED, asked, loss_sweep(PROBLEM, asked, SCENARIO)).public.miss


def put_in(unknown, value):
    """The error where the unknown has this value, by the road of the page's first figure."""
    if unknown == "records":
        return judged(levels(PROFILE) * value / PROBLEM.rows)
    return judged(levels(PROFILE.with_high(value)))


@pytest.mark.parametrize("unknown", UNKNOWNS)
@pytest.mark.parametrize("share", first_and_in_studies([0.02, 0.98, 0.5]))
def test_put_in_the_answer_is_enough_and_one_step_less_is_not(unknown, share):
    possible = error_target(PREPARED, PROFILE, SCENARIO, unknown, 1e-3)
    assert not possible.reached
    target = possible.best + share * (float(possible.measures[0]) - possible.best)
    answer = error_target(PREPARED, PROFILE, SCENARIO, unknown, target)
    assert answer.reached
    assert put_in(unknown, answer.value) <= target * (1 + LONG_FORMULA)
    np.testing.assert_allclose(put_in(unknown, answer.value), answer.measure, rtol=LONG_FORMULA)
    if answer.value > possible.values[0]:
        less = answer.value - 1
        if unknown == "relaxed":
            less = HIGHS.at(HIGHS.place_of(answer.value) - 1)
        assert put_in(unknown, less) > target * (1 - LONG_FORMULA)


def test_now_is_the_verdict_of_the_first_figure():
    found = error_target(PREPARED, PROFILE, SCENARIO, "records", 5.0)
    np.testing.assert_allclose(found.now_measure, judged(levels(PROFILE)), rtol=LONG_FORMULA)


def test_k_times_every_record_is_k_times_every_level():
    asked = levels(PROFILE)
    lams = np.geomspace(0.1, 100, 5)
    often = repeated(4)
    for method in REGRESSIONS:
        one, other = (
            loss_curves(problem, epsilon, lams, [method])[method].unregularised.mean
            for problem, epsilon in ((often, np.tile(asked, 4)), (PROBLEM, 4 * asked))
        )
        np.testing.assert_allclose(one, other, rtol=1e-8)  # the reserve for rounding: 1e-10


def test_the_mean_beside_the_answer_is_that_of_the_verdict_for_k_times_these_records():
    """Second road: the first figure's private mean, of the records three times over."""
    often = repeated(3)
    found = mean_errors(PREPARED, PROFILE, "records", [PROBLEM.rows, 3 * PROBLEM.rows])
    for problem, asked, error in (
        (PROBLEM, levels(PROFILE), found[0]),
        (often, np.tile(levels(PROFILE), 3), found[1]),
    ):
        curve = loss_curves(problem, asked, [1.0], ["private_mean"])["private_mean"]
        expected = PREPARED.typical_miss(curve.least_loss)
        np.testing.assert_allclose(error, expected, rtol=LONG_FORMULA)
    assert found[1] < found[0]
    now = mean_errors(PREPARED, PROFILE, "relaxed", [PROFILE.high])
    np.testing.assert_array_equal(now, found[:1])


def test_the_break_even_that_a_sentence_names_wins_where_it_is_put_in_and_others_as_they_are_told():
    """Blood pressure, whose errors move in steps: at ε = 39 and 40 the regression wins, too."""
    made, profile = prepared_of("nhefs"), ProfileSettings("log_uniform", low=0.01, high=10.0)
    found = break_even(made, profile, RidgeScenario(), "relaxed")
    assert found.start == float(f"{found.start:.2g}")
    near = (0.85 * found.start <= found.values) & (found.values <= 1.15 * found.start)
    for high, wins in zip(found.values[near].tolist(), found.wins[near], strict=True):
        asked = dealt(make_profile(profile.with_high(high)), made.problem.rows, profile.seed)
        decision = decide(made, asked, loss_sweep(made.problem, asked, RidgeScenario()))
        assert decision.regression_is_better == wins
    assert found.wins[found.values >= found.start].all()
    assert not found.wins[found.values < found.start][-1]
    assert found.wins[found.values < found.start].any()


def test_where_few_records_make_the_mean_worse_than_always_0_no_regression_wins():
    """Of columns that predict nothing: a regression with little noise is nearly always 0."""
    rng = np.random.default_rng(1)
    labels = rng.choice([-0.2, 0.2], PROBLEM.rows)
    made = replace(
        PREPARED,
        problem=RidgeProblem(PROBLEM.X, labels, PROBLEM.X_test, labels[: len(PROBLEM.X_test)]),
    )
    (mean,) = mean_errors(made, PROFILE, "records", [30.0])
    assert mean > made.typical_miss(float(np.mean(labels**2)))
    assert not break_even(made, PROFILE, SCENARIO, "records").wins.any()


def test_levels_too_unequal_for_any_regression_are_no_answer():
    profile = ProfileSettings("two_groups", users=60, low=1e-6, high=1.0)
    answer = error_target(PREPARED, profile, SCENARIO, "relaxed", 1e-6)
    assert not answer.reached
    assert np.all(answer.measures[np.isfinite(answer.measures)] > 0)


@pytest.mark.parametrize(("unknown", "target"), [("n", 1.0), ("public", 1.0), ("records", 0.0)])
def test_bad_questions_are_refused(unknown, target):
    with pytest.raises(InvalidInput):
        error_target(PREPARED, PROFILE, SCENARIO, unknown, target)
