"""A release keeps each user's guarantee exactly, says so, and holds no value without noise."""

import math
from datetime import UTC, datetime
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.errors import InvalidInput
from hetdp_core.outcomes import CHANCES, noise_outcomes
from hetdp_core.release import ReleaseRequest, compose, prepare, release_mean
from hetdp_core.release.plan import expected_error
from hetdp_core.release.whole_numbers import (
    LARGEST,
    STEPS,
    TOTAL_WEIGHT,
    add_laplace,
    exact_sum,
    mean_of,
    measurement,
    steps_of,
    whole_weights,
)
from tests.cases import first_and_in_studies

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
AGES = (0.0, 120.0)


def request(epsilon, bounds=AGES, levels_from="column", everybody=False):
    levels = np.asarray(epsilon, float)
    return ReleaseRequest("age", "years", bounds, levels, levels_from, everybody=everybody)


def weights_round_by(plan):
    """Weights are whole numbers, rounded down: the smallest one loses at most this share."""
    return 1 / np.min(plan.weights)


def release(plan, values):
    return release_mean(plan, values, when=NOON, identifier="r1")


LEVELS = st.one_of(st.floats(0.02, 50.0), st.sampled_from([0.1, 1.0, 1.0, math.inf]))
MANY = st.lists(LEVELS, min_size=1, max_size=12).filter(lambda e: not all(map(math.isinf, e)))


@given(levels=MANY, copies=st.integers(1, 400), everybody=st.booleans())
@settings(deadline=None)
def test_every_user_gets_at_most_what_they_asked_for_in_exact_arithmetic(levels, copies, everybody):
    """One user's value moves the sum by at most weight * STEPS; noise of this scale hides it."""
    epsilon = np.repeat(levels, copies)
    assume(everybody or not mean.adpm(epsilon).answers_midpoint)
    plan = prepare(request(epsilon, everybody=everybody))
    for e, given_to, weight in set(zip(epsilon, plan.guaranteed, plan.weights, strict=True)):
        assert given_to == min(e, plan.saturation_level)
        assert Fraction(int(weight) * STEPS) <= Fraction(plan.scale) * Fraction(given_to)


@given(levels=MANY)
@settings(deadline=None, max_examples=20)
def test_opendp_itself_guarantees_no_more_than_asked(levels):
    plan = prepare(request(np.repeat(levels, 300)))
    for e, weight in set(zip(plan.request.epsilon, plan.weights, strict=True)):
        assert measurement(plan.scale).map(int(weight) * STEPS) <= e


def test_somebody_is_given_all_they_asked_for_so_noise_is_not_wasted():
    plan = prepare(request(np.linspace(0.05, 3.0, 500)))
    losses = [measurement(plan.scale).map(int(w) * STEPS) for w in plan.weights]
    assert losses == pytest.approx(plan.guaranteed, rel=weights_round_by(plan))


def test_the_noise_is_that_of_the_plan_on_paper():
    epsilon = np.linspace(0.05, 3.0, 500)
    plan, paper = prepare(request(epsilon)), mean.adpm(epsilon)
    assert plan.noise_scale == pytest.approx(120.0 * paper.noise_scale, rel=weights_round_by(plan))


def test_each_other_value_of_one_user_moves_the_sum_by_at_most_their_weight():
    rng = np.random.default_rng(1)
    plan = prepare(request([0.1] * 100 + [1.0] * 100 + [math.inf] * 10))
    data = rng.uniform(-10, 130, 210)
    for user in (0, 150, 205):
        sums = []
        for other in (-1e300, 0.0, 60.0, 119.999, math.inf, math.nan):
            changed = data.copy()
            changed[user] = other
            sums.append(exact_sum(plan.weights, steps_of(changed, AGES)))
        assert max(sums) - min(sums) == int(plan.weights[user]) * STEPS


@pytest.mark.parametrize("scale", first_and_in_studies([40.5, 3.0]))
def test_the_law_of_the_noise_changes_by_at_most_the_loss_and_has_the_right_spread(scale):
    """The two distributions of answers, one step apart, by drawing: no ratio beyond e^loss.

    Seven standard errors: opendp's noise has no seed, and nobody should be alarmed by chance.
    """
    draws = 1_500
    first = np.array([add_laplace(0, scale) for _ in range(draws)])
    second = np.array([add_laplace(2, scale) for _ in range(draws)])
    variance = 2.0 * math.exp(-1 / scale) / (1.0 - math.exp(-1 / scale)) ** 2
    assert np.mean(first) == pytest.approx(0.0, abs=7 * math.sqrt(variance / draws))
    assert np.var(first) == pytest.approx(variance, rel=7 * math.sqrt(5 / draws))
    bound = math.exp(measurement(scale).map(2))
    for cut in (0, 2, 5):
        one, two = np.mean(first <= cut), np.mean(second <= cut)
        error = 7 * math.sqrt(bound**2 * 0.25 / draws + 0.25 / draws)
        assert one <= bound * two + error
        assert two <= bound * one + error


@given(
    values=st.lists(st.floats(-1e3, 1e3) | st.just(math.nan), min_size=2, max_size=30),
    seed=st.integers(0, 9),
)
def test_the_sum_does_not_depend_on_the_order_and_equals_exact_fractions(values, seed):
    weights = whole_weights(np.full(len(values), 1 / len(values)))
    steps = steps_of(np.array(values), (-500.0, 500.0))
    order = np.random.default_rng(seed).permutation(len(values))
    total = exact_sum(weights, steps)
    assert total == exact_sum(weights[order], steps[order])
    assert total == sum(int(w) * int(k) for w, k in zip(weights, steps, strict=True))
    assert 0 <= total <= TOTAL_WEIGHT * STEPS


@given(low=st.floats(-1e90, 1e90), width=st.floats(1e-3, 1e90))
def test_steps_stay_between_the_bounds_whatever_these_are(low, width):
    high = low + width
    if not low < high:
        return
    steps = steps_of(np.array([low, high, -math.inf, math.inf, math.nan]), (low, high))
    assert steps[:4].tolist() == [0, STEPS, 0, STEPS]
    assert 0 <= steps[4] <= STEPS


def test_whole_weights_are_rounded_down_and_never_up():
    weights = whole_weights(np.array([1 / 3, 2 / 3 - 1e-13, 1e-13]))
    assert weights.tolist() == [TOTAL_WEIGHT // 3, math.floor((2 / 3 - 1e-13) * TOTAL_WEIGHT), 0]
    for bad in ([0.5, 0.6], [1.5, -0.5], [math.nan, 1.0]):
        with pytest.raises(InvalidInput, match="add up to 1"):
            whole_weights(np.array(bad))


def test_weights_that_could_overflow_are_refused():
    with pytest.raises(InvalidInput, match="less than"):
        exact_sum(np.array([2**39]), np.array([STEPS]))


@pytest.mark.parametrize(("total", "expected"), [(-LARGEST, 0.0), (LARGEST, 120.0)])
def test_an_answer_beyond_the_bounds_is_moved_to_them(total, expected):
    assert mean_of(total, np.array([TOTAL_WEIGHT]), AGES) == expected


def test_clipping_the_answer_keeps_the_interval_honest_where_noise_is_large():
    """Seven standard errors, for the noise has no seed."""
    plan = prepare(request([0.05] * 150))
    data, trials = np.zeros(150), 300
    drawn = np.array([release(plan, data).receipt.released for _ in range(trials)])
    assert np.all((drawn >= 0) & (drawn <= 120))
    held = np.mean(drawn <= -math.log(0.05) * plan.noise_scale)
    assert held >= 0.95 - 7 * math.sqrt(0.95 * 0.05 / trials)


@given(st.lists(st.sampled_from([0.3, 0.5, 1.0, 2.0, math.inf]), min_size=60, max_size=70))
def test_the_weighted_mean_leans_as_far_as_is_said_and_no_further(levels):
    levels[0] = 0.3
    plan = prepare(request(levels))
    shares = plan.weights / plan.weights.sum()
    worst = np.where(shares > 1.0 / shares.size, 120.0, 0.0)  # who counts for more has all
    lean = shares @ worst - np.mean(worst)
    assert plan.most_lean == pytest.approx(lean, abs=1e-9)  # 70 terms of up to 120 each
    other = np.random.default_rng(len(levels)).uniform(0.0, 120.0, shares.size)
    assert abs(shares @ other - np.mean(other)) <= plan.most_lean + 1e-9


def test_numpy_s_generator_has_no_part_in_the_noise():
    plan = prepare(request([0.5] * 300))
    drawn = []
    for _ in range(2):
        np.random.seed(0)  # noqa: NPY002  # the global state, on purpose
        several = [release(plan, np.full(300, 33.0)).receipt.released for _ in range(20)]
        drawn.append(several)  # single ones are rounded, and may be the same by chance
    assert drawn[0] != drawn[1]


def test_a_release_with_no_noise_is_refused():
    with pytest.raises(InvalidInput, match="finite for somebody"):
        request([math.inf, math.inf])
    with pytest.raises(InvalidInput, match="leave some noise"):
        prepare(request([1e30] * 5))
    for scale in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(InvalidInput, match="noise scale"):
            add_laplace(1, scale)


def test_bad_requests_are_refused():
    for bad in ([], [0.0, 1.0], [-1.0], [math.nan, 1.0]):
        with pytest.raises(InvalidInput, match="epsilon"):
            request(bad)
    for bounds in ((1.0, 1.0), (0.0, math.inf), (-1.7e308, 1.7e308)):
        with pytest.raises(InvalidInput, match="age"):
            request([1.0], bounds=bounds)
    with pytest.raises(InvalidInput, match="origin"):
        request([1.0], levels_from="guess")


def test_bad_releases_are_refused():
    plan = prepare(request([1.0] * 50))
    with pytest.raises(InvalidInput, match="one for each user"):
        release(plan, np.ones(49))
    with pytest.raises(InvalidInput, match="time zone"):
        release_mean(plan, np.ones(50), when=datetime(2026, 1, 1), identifier="r")
    with pytest.raises(InvalidInput, match="identifier"):
        release_mean(plan, np.ones(50), when=NOON, identifier="")


def test_releases_add_up_user_by_user_also_when_levels_are_dealt_anew():
    first, second = np.array([2.0, 1.0, 1.0]), np.array([1.0, 0.5, 1.0])
    spent = compose([first, second], levels=np.array([5.0, 5.0, 7.0]))
    assert spent.releases == 2
    assert spent.most == 3.0
    assert [(g.level, g.users, g.guaranteed) for g in spent.groups] == [(5, 2, 3.0), (7, 1, 2.0)]


def test_releases_about_different_people_are_not_added_up():
    with pytest.raises(InvalidInput, match="same users"):
        compose([np.ones(2), np.ones(3)], np.ones(2))
    with pytest.raises(InvalidInput, match="same users"):
        compose([], np.ones(2))


@pytest.mark.parametrize("bad", [np.nan, -1.0])
def test_levels_that_are_none_are_never_added_up(bad):
    level, good = np.array([1.0, bad]), np.ones(2)
    for releases in ([good, level], good), ([good], level), ([good], good, [level]):
        with pytest.raises(InvalidInput, match="must be zero or more"):
            compose(*releases)


def test_who_is_given_no_privacy_or_nothing_is_counted():
    without = compose([np.array([np.inf, 0.0])], np.array([1.0, 1.0]))
    assert (without.most, without.beyond) == (np.inf, 1)
    assert compose([np.array([np.inf])], np.array([np.inf])).beyond == 0


def test_arrays_are_read_only_and_the_callers_own_stay_writable():
    own = np.array([0.5] * 100)
    made = request(own)
    with pytest.raises(ValueError, match="read-only"):
        made.epsilon[0] = 1.0
    own[0] = 2.0


def twenty_noises(plan):
    """The dots that are drawn before anything is released."""
    rng, (low, high) = np.random.default_rng(0), plan.request.bounds
    return noise_outcomes(plan.noise_scale, rng=rng, most=high - low, unit="years")


def test_twenty_noises_are_quantiles_of_what_opendp_adds():
    """Seven standard errors of a share, because opendp's noise has no seed: by chance alone they
    are passed once in some billion runs.  The discrete noise is one of millions of steps.
    """
    plan = prepare(request([0.5, 1.0, 2.0] * 20))
    noises = twenty_noises(plan)
    steps = int(np.sum(plan.weights)) * STEPS
    drawn = np.array([add_laplace(0, plan.scale) for _ in range(1500)]) / steps * 120.0
    below = np.mean(drawn[:, None] <= noises.values, axis=0)
    assert np.all(np.abs(below - CHANCES) <= 7 * np.sqrt(CHANCES * (1 - CHANCES) / drawn.size))
    assert noises.values[-1] == pytest.approx(-math.log(0.05) * plan.noise_scale, rel=1e-5)
    assert noises.unit == "years"


def test_twenty_noises_never_leave_the_width_of_the_range():
    plan = prepare(request([0.21] * 14))
    noises = twenty_noises(plan)
    assert 3.0 * plan.noise_scale > 120.0  # the outermost dots would
    assert noises.values[0] == -120.0
    assert noises.values[-1] == 120.0


@pytest.mark.parametrize(
    ("level", "ages"),
    first_and_in_studies(
        [(0.1, 0.0), (0.5, 120.0), *product([0.1, 0.2, 0.5], [0.0, 60.0, 120.0])], 2
    ),
)
def test_the_interval_of_a_release_holds_the_mean_as_often_as_it_says(level, ages):
    """By drawing, clipping included; seven standard errors, for the noise has no seed."""
    plan = prepare(request([level] * 40))
    trials = 300
    made = [release(plan, np.full(40, ages)).receipt for _ in range(trials)]
    held = np.mean([one.interval[0] <= ages <= one.interval[1] for one in made])
    assert held >= 0.95 - 7 * math.sqrt(0.95 * 0.05 / trials)
    assert all(0.0 <= one.interval[0] < one.interval[1] <= 120.0 for one in made)


def test_a_release_misses_by_no_more_than_its_worst_case():
    plan = prepare(request([0.2] * 20))
    assert plan.shrink == 1.0
    most = expected_error(plan).together
    assert most < 60.0
    for ages in (0.0, 60.0, 120.0):
        drawn = [release(plan, np.full(20, ages)).receipt.released for _ in range(80)]
        squares = (np.array(drawn) - ages) ** 2
        assert np.mean(squares) <= most**2 + 7 * np.std(squares) / math.sqrt(squares.size)


def test_few_people_with_much_privacy_are_refused_about_a_population_and_not_about_themselves():
    with pytest.raises(InvalidInput, match="Use larger levels or more people"):
        prepare(request([0.01] * 5))
    assert expected_error(prepare(request([0.01] * 5, everybody=True))).together < 60.0
