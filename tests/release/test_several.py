"""Several columns released at once: each user's rho holds exactly, and the receipt says so."""

import json
import math
from datetime import UTC, datetime
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core import conversions
from hetdp_core.conversions import concentrated_epsilon, concentrated_level
from hetdp_core.errors import InvalidInput
from hetdp_core.release import (
    ReleaseRequest,
    SeveralRequest,
    compose,
    compose_concentrated,
    prepare_several,
    release_means,
    several_as_json,
    several_as_text,
    several_in_short,
)
from hetdp_core.release.fixed_point import STEPS, exact_sum, steps_of
from hetdp_core.release.gaussian import add_gaussian, gaussian_measurement
from tests.tolerance import LONG_FORMULA, ROUNDING

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
BOUNDS = {"age": (0.0, 120.0), "wage": (-10.0, 5000.0), "score": (1e-3, 7.3)}
DELTA = 1e-6


def request(epsilon, columns=3, delta=DELTA):
    levels = np.asarray(epsilon, float)
    names = list(BOUNDS)[:columns]
    each = [ReleaseRequest(name, "u", BOUNDS[name], levels, "column") for name in names]
    return SeveralRequest(tuple(each), delta)


def release(plan, values):
    return release_means(plan, values, when=NOON, identifier="r1")


LEVELS = st.lists(
    st.floats(0.1, 30.0) | st.sampled_from([0.5, 1.0, math.inf]), min_size=1, max_size=8
).filter(lambda levels: not all(map(math.isinf, levels)))


@given(levels=LEVELS, copies=st.integers(400, 900), columns=st.integers(1, 3))
@settings(deadline=None)
def test_every_user_gets_at_most_their_rho_in_exact_arithmetic(levels, copies, columns):
    """One user moves each of d sums by at most weight * STEPS: squared and added, by fractions."""
    epsilon = np.repeat(levels, copies)
    plan = prepare_several(request(epsilon, columns))
    asked = conversions.concentrated_level(epsilon, DELTA)
    scale = Fraction(plan.scale)
    for most, rho, weight in set(zip(asked, plan.guaranteed, plan.weights, strict=True)):
        assert rho == min(most, plan.saturation_level)
        moved = columns * Fraction(int(weight) * STEPS) ** 2
        assert moved <= 2 * scale**2 * Fraction(rho)
    measurement = gaussian_measurement(columns, plan.scale)
    for rho, weight in set(zip(plan.guaranteed, plan.weights, strict=True)):
        said = measurement.map(math.sqrt(columns) * int(weight) * STEPS)
        assert said <= rho  # opendp's own word, which is rounded up


def test_somebody_is_given_all_of_their_rho_so_noise_is_not_wasted():
    plan = prepare_several(request(np.linspace(0.1, 3.0, 900)))
    spent = 3.0 * (plan.weights * float(STEPS) / plan.scale) ** 2 / 2.0
    # weights are whole numbers, rounded down: the smallest one loses at most this share
    assert spent == pytest.approx(plan.guaranteed, rel=2.0 / np.min(plan.weights) + ROUNDING)


def test_what_is_guaranteed_implies_the_epsilon_asked_but_for_delta():
    plan = prepare_several(request(np.geomspace(0.1, 3.0, 900)))
    for group in plan.groups:
        assert plan.epsilon_of(group) <= group.asked
        # the law of continuous Gaussian noise with this rho, known exactly
        exact = conversions.gaussian_delta(math.sqrt(2.0 * group.guaranteed), group.asked)
        assert exact <= DELTA


def test_each_other_row_of_one_user_moves_the_sums_by_no_more_than_the_proof_says():
    rng = np.random.default_rng(1)
    plan = prepare_several(request([0.5] * 300 + [3.0] * 300))
    data = rng.uniform(-10.0, 130.0, (600, 3))
    for user in (0, 450):
        sums = []
        for other in (-1e300, 0.0, 3.0, 119.9, math.inf, math.nan):
            changed = data.copy()
            changed[user] = other
            pairs = zip(changed.T, BOUNDS.values(), strict=True)
            sums.append([exact_sum(plan.weights, steps_of(*pair)) for pair in pairs])
        moved = max(
            sum((one - two) ** 2 for one, two in zip(first, second, strict=True))
            for first in sums
            for second in sums
        )
        assert moved == 3 * (int(plan.weights[user]) * STEPS) ** 2
        assert moved <= 2 * Fraction(plan.scale) ** 2 * Fraction(float(plan.guaranteed[user]))


def test_the_noise_has_the_spread_and_the_law_that_it_should():
    """Audit: seven standard errors, because opendp's noise has no seed.

    Two laws, three apart in two of three numbers: their likelihood ratio at a threshold on the
    best statistic (the sum along the difference) is that of Gaussians of this rho.
    """
    scale, draws = 6.5, 6_000
    near = np.array([add_gaussian([0, 0, 0], scale) for _ in range(draws)])
    far = np.array([add_gaussian([3, 3, 0], scale) for _ in range(draws)])
    assert np.mean(near, axis=0) == pytest.approx(0.0, abs=7 * scale / math.sqrt(draws))
    assert np.var(near, axis=0) == pytest.approx(scale**2, rel=7 * math.sqrt(2 / draws))
    correlation = np.corrcoef(near.T)[np.triu_indices(3, 1)]
    assert correlation == pytest.approx(0.0, abs=7 / math.sqrt(draws))
    rho = gaussian_measurement(3, scale).map(math.sqrt(18.0))
    assert rho == pytest.approx(18.0 / (2.0 * scale**2), rel=LONG_FORMULA)
    mu = math.sqrt(2.0 * rho)
    for epsilon in (0.0, 0.3, 0.6):
        delta = float(conversions.gaussian_delta(mu, epsilon))
        for cut in (-3, 1, 3, 6, 12):
            one = np.mean(far[:, 0] + far[:, 1] > cut)
            two = np.mean(near[:, 0] + near[:, 1] > cut)
            error = 7 * math.sqrt((1.0 + math.exp(2 * epsilon)) * 0.25 / draws)
            assert one <= math.exp(epsilon) * two + delta + error


def test_releases_scatter_around_the_weighted_means_as_the_receipt_says():
    rng = np.random.default_rng(2)
    lows, highs = np.array(list(BOUNDS.values())).T
    data = rng.uniform(lows, highs, (500, 3))
    plan = prepare_several(request([0.5] * 250 + [2.0] * 250))
    truth = plan.weights / np.sum(plan.weights) @ data
    trials = 800
    drawn = [release(plan, data).means for _ in range(trials)]
    found = np.array([[one.released for one in means] for means in drawn])
    widths = np.array([one.half_width for one in drawn[0]])
    scales = np.array([one.noise_scale for one in drawn[0]])
    assert np.all(np.abs(np.mean(found, axis=0) - truth) <= 7 * scales / math.sqrt(trials))
    covered = np.mean(np.all(np.abs(found - truth) <= widths, axis=1))
    # clipping to the bounds only brings an answer nearer
    assert covered >= 0.95 - 7 * math.sqrt(0.95 * 0.05 / trials)
    assert scales == pytest.approx((highs - lows) / 120.0 * scales[0], rel=ROUNDING)


def test_a_receipt_says_who_got_what_in_both_accountings_and_holds_no_value():
    data = np.tile([61.7340528, 1234.5671834, 3.2198734], (1000, 1))  # digits noise does not hit
    plan = prepare_several(request([0.5] * 600 + [2.0] * 300 + [math.inf] * 100))
    made = release(plan, data)
    text, stored = several_as_text(made), json.loads(several_as_json(made))
    for shown in (text, several_as_json(made)):
        for value in ("61.73405", "1234.5671", "3.219873"):
            assert value not in shown
    assert [group["users"] for group in stored["groups"]] == [600, 300, 100]
    assert stored["groups"][2]["asked"] == "infinity"
    assert stored["groups"][0]["epsilon"] <= 0.5
    rho = conversions.concentrated_level([0.5], DELTA)[0]
    assert stored["groups"][0]["rho"] == pytest.approx(rho)
    assert len(stored["means"]) == 3
    assert "600 people who asked for epsilon = 0.5: rho at most" in text
    assert "chance delta = 1e-06" in text
    assert "discrete Gaussian" in text
    assert "guess about one person, but for the chance delta, at most" in text
    times = float(text.split("at most ")[-1].split(" times")[0])
    largest = max(float(group["epsilon"]) for group in stored["groups"])
    assert math.exp(largest) <= times <= 1.001 * math.exp(largest)
    assert "Mean of 'age': " in text


def test_rho_adds_up_over_releases_of_both_kinds_and_beats_adding_epsilons_when_many():
    pure, gaussian = np.array([1.0, 0.2]), np.array([0.1, 0.7])
    one = compose_concentrated([pure], [gaussian], DELTA)
    assert one.rho == pytest.approx(0.72)
    assert one.releases == 2
    assert one.pure == math.inf
    elsewhere = compose_concentrated([pure], [gaussian], DELTA, [np.array([2.0])], [np.ones(5)])
    assert elsewhere.rho == pytest.approx(0.72 + 2.0 + 1.0)
    few = compose_concentrated([np.array([0.1])] * 2, [], DELTA)
    assert few.epsilon == few.pure == pytest.approx(0.2)
    many = compose_concentrated([np.array([0.1])] * 2000, [], DELTA)
    assert many.epsilon < 0.2 * many.pure
    for bad in ([], [np.ones(2), np.ones(3)]):
        with pytest.raises(InvalidInput, match="same users"):
            compose_concentrated(bad, [], DELTA)


def test_a_mean_before_gaussian_releases_adds_no_more_than_its_own_epsilon():
    pure, gaussian = np.array([0.4, 0.2]), np.array([0.03, 0.01])
    alone = compose_concentrated([], [gaussian], DELTA)
    both = compose_concentrated([pure], [gaussian], DELTA)
    assert alone.epsilon == pytest.approx(concentrated_epsilon(0.03, DELTA))
    assert both.epsilon == pytest.approx(0.4 + alone.epsilon)
    assert both.epsilon < concentrated_epsilon(both.rho, DELTA)
    many = compose_concentrated([pure] * 500, [gaussian], DELTA)
    assert many.epsilon == pytest.approx(concentrated_epsilon(many.rho, DELTA))
    so_far = compose_concentrated([pure], [np.zeros(2)], DELTA)
    assert so_far.epsilon == pytest.approx(0.4)


def test_bad_requests_and_releases_are_refused():
    plan = prepare_several(request([1.0] * 400))
    with pytest.raises(InvalidInput, match="users × columns"):
        release(plan, np.ones((400, 2)))
    with pytest.raises(InvalidInput, match="time zone"):
        release_means(plan, np.ones((400, 3)), when=datetime(2026, 1, 1), identifier="r")
    with pytest.raises(InvalidInput, match="better than the middle"):
        prepare_several(request([0.01] * 50))
    with pytest.raises(InvalidInput, match="leave some noise"):
        prepare_several(request([1e60] * 5))
    one = request([1.0] * 3).columns[0]
    with pytest.raises(InvalidInput, match="must differ"):
        SeveralRequest((one, one), DELTA)
    with pytest.raises(InvalidInput, match="the same for all"):
        SeveralRequest((one, request([2.0] * 3).columns[1]), DELTA)
    for delta in (0.0, 1.0, math.nan):
        with pytest.raises(InvalidInput, match="delta"):
            SeveralRequest((one,), delta)
    with pytest.raises(InvalidInput, match="number of columns"):
        SeveralRequest((), DELTA)
    for scale in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(InvalidInput, match="noise scale"):
            add_gaussian([1], scale)


def test_who_gives_more_than_they_ask_for_is_counted_from_this_table_alone():
    asked = np.array([1.0, 2.0, np.inf])
    once = [concentrated_level(asked, DELTA).clip(max=5.0)]
    none = compose_concentrated([], once, DELTA, [np.full(9, 9.0)], once, asked)
    assert none.beyond == 0
    assert compose_concentrated([], once * 2, DELTA, asked=asked).beyond == 2
    assert compose_concentrated([np.array([0.1, 3.0, 1.0])], [], DELTA, asked=asked).beyond == 1
    assert compose_concentrated([], once * 2, DELTA).beyond == 0
    pure = [np.array([1.0, 2.0, 7.0])]
    assert compose(pure, asked, [np.full(4, 9.0)]).beyond == 0
    assert compose(pure * 2, asked).beyond == 2


def test_in_short_it_names_the_mean_that_is_asked_about_and_no_other():
    made = release(prepare_several(request([1.0] * 50)), np.full((50, 3), 5.0))
    short = several_in_short(made, "wage")
    assert f"Mean of 'wage': {made.means[1].released:.6g} ±" in short
    assert "'age'" not in short
    assert "Mean of" not in several_in_short(made, "unknown")
