"""What a verdict will be able to tell, known before anything is released."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from hetdp_core.release import ReleaseRequest, prepare_regression, release_means
from hetdp_core.release.regression_receipt import reach_sentence, verdict_sentence
from hetdp_core.release.regression_verdict import (
    CLIP,
    SURE,
    Verdict,
    can_say,
    half_width_of,
    in_unit,
    prepare_verdict,
    sure_from,
)
from tests.release.regressions import DELTA, NOON, people, release, request
from tests.tolerance import ROUNDING

PRESSURE = (60.0, 260.0)


def target(epsilon, unit="mmHg"):
    return ReleaseRequest("sbp", unit, PRESSURE, np.asarray(epsilon, float), "column")


def plan_for(people_held, epsilon):
    asked = np.full(people_held, epsilon) if np.isscalar(epsilon) else np.asarray(epsilon)
    return prepare_verdict(target(asked), np.ones(asked.size, dtype=bool), DELTA)


SURE_PLAN = plan_for(600, 3.0)


def named(plan, difference, trials=300):
    """How often each is named where every record held back differs by this."""
    values = np.full((plan.request.users, 1), difference)
    found = []
    for _ in range(trials):
        (one,) = release_means(plan, values, when=NOON, identifier="r1").means
        found.append(Verdict(one.released, one.half_width, plan.request.users).better)
    return {who: found.count(who) / trials for who in ("regression", "mean", "")}


def error(chance, trials=300):
    return 4.0 * math.sqrt(chance * (1.0 - chance) / trials)


@pytest.mark.parametrize(("sign", "better"), [(-1.0, "regression"), (1.0, "mean")])
def test_from_the_difference_on_that_is_said_the_better_one_is_named(sign, better):
    """The real release, again and again; then the normal law."""
    found = named(SURE_PLAN, sign * sure_from(SURE_PLAN))
    assert found[better] >= SURE - error(SURE)
    column = SURE_PLAN.request.columns[0]
    half = half_width_of(SURE_PLAN)
    noise = NormalDist(0.0, SURE_PLAN.noise_scale(column))
    assert noise.cdf(sure_from(SURE_PLAN) - half) >= 0.975 - ROUNDING
    assert SURE <= 0.975


def test_without_a_difference_hardly_any_is_named_and_below_the_noise_fewer_than_half():
    assert named(SURE_PLAN, 0.0)[""] >= 0.95 - error(0.95)
    assert named(SURE_PLAN, 0.9 * half_width_of(SURE_PLAN))["mean"] <= 0.5 + error(0.5)


def test_where_the_noise_is_as_large_as_any_difference_nothing_is_ever_named():
    plan = plan_for(30, 0.5)
    assert not can_say(plan)
    assert math.isinf(sure_from(plan))
    for difference in (-CLIP, CLIP):
        assert named(plan, difference, 50)[""] == 1.0
    assert "would say nothing" in reach_sentence(plan, target([0.5]))


def test_between_the_two_it_is_said_that_nothing_is_sure():
    plan = plan_for(50, 0.5)
    assert can_say(plan)
    assert math.isinf(sure_from(plan))
    assert "can say little" in reach_sentence(plan, target([0.5]))


def test_what_it_will_tell_is_known_from_levels_and_numbers_alone():
    levels = np.linspace(1.0, 5.0, 2000)
    plan = prepare_regression(request(levels, judged=True))
    assert plan.verdict is not None
    said = reach_sentence(plan.verdict, plan.request.target)
    for seed in (0, 1):  # whatever the rows are, and after a release of them
        release(plan, people(2000, seed))
        assert reach_sentence(plan.verdict, plan.request.target) == said
    root = math.sqrt(2.0 * half_width_of(plan.verdict)) * (5000.0 - 100.0)
    assert f"({root:.3g} euros)²" in said
    assert "at least 97 of 100" in said


def test_a_verdict_speaks_in_the_unit_of_the_label():
    pressures = target([1.0])
    said = verdict_sentence(Verdict(-0.0025, 0.0009, 120), pressures)
    assert said.startswith("The regression predicts better than this mean: on 120 records held")
    assert "smaller by (10 mmHg)², allowing for the noise by (8 mmHg)² to (11.7 mmHg)²" in said
    assert "more than 50 mmHg" in said
    other = verdict_sentence(Verdict(0.0025, 0.0009, 120), pressures)
    assert other.startswith("This mean predicts better than the regression")
    drowned = verdict_sentence(Verdict(-0.0025, 0.01, 120), pressures)
    assert "came out (10 mmHg)² less than that of the mean" in drowned
    assert "noise stays within (20 mmHg)²" in drowned
    assert "(10)²" in verdict_sentence(Verdict(0.0025, 0.01, 9), target([1.0], ""))
    # by hand: squared misses of 20 and of 10, and the root of what lies between
    assert in_unit((20.0**2 - 10.0**2) / 200.0**2, PRESSURE) == pytest.approx(
        math.sqrt(300.0), rel=ROUNDING
    )
