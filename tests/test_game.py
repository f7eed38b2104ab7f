"""Bet against the noise: exact chances, and players who play a hundred thousand rounds."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from hetdp_core.errors import InvalidInput
from hetdp_core.game import BETS, EVEN, RANGE, ROUNDS, USERS, deal, game, perfect, score
from hetdp_core.meaning import right_at_most

MANY = 100_000
LEVELS = st.floats(0.05, 5.0)


def played(epsilon, choose, seed=0):
    """Share of the bets that are right in many rounds, their number, and the standard error."""
    rules = game(epsilon)
    dealt = deal(rules, np.random.default_rng(seed), MANY)
    found = score(dealt, choose(rules, dealt))
    made = int(found.made[-1])
    share = found.right[-1] / made
    return share, made, math.sqrt(share * (1 - share) / made)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_the_perfect_player_who_passes_comes_to_the_ceiling(epsilon):
    rules = game(epsilon)
    share, made, error = played(epsilon, lambda rules, dealt: perfect(rules, dealt, True))
    assert abs(share - rules.ceiling) <= 4 * error
    spread = math.sqrt(rules.picky * (1 - rules.picky) / MANY)
    assert abs(made / MANY - rules.picky) <= 4 * spread


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_the_perfect_player_who_always_bets_is_right_as_often_as_said(epsilon):
    share, made, error = played(epsilon, lambda rules, dealt: perfect(rules, dealt, False))
    assert made == MANY
    assert abs(share - game(epsilon).always) <= 4 * error
    assert share <= game(epsilon).ceiling + 4 * error


CARELESS = {
    "always high": lambda _, dealt: ["high"] * dealt.high.size,
    "by whim": lambda _, dealt: np.random.default_rng(9).choice([*BETS], dealt.high.size).tolist(),
    "against the release": lambda rules, dealt: [
        {"high": "low", "low": "high"}[one] for one in perfect(rules, dealt, picky=False)
    ],
    "only when it is far out": lambda rules, dealt: [
        "high" if y > rules.answers[1] + 3 * rules.scale else "pass" for y in dealt.released
    ],
}


@pytest.mark.parametrize("name", CARELESS)
@pytest.mark.parametrize("epsilon", [0.1, 1.0])
def test_a_careless_player_does_not_beat_the_ceiling(name, epsilon):
    share, _, error = played(epsilon, CARELESS[name])
    assert share <= game(epsilon).ceiling + 4 * error
    if name in ("always high", "by whim"):
        assert abs(share - EVEN) <= 4 * error


@given(LEVELS)
def test_the_exact_chances_are_integrals_of_the_density(epsilon):
    rules = game(epsilon)
    low, high = rules.answers
    law = stats.laplace(high, rules.scale)
    assert rules.always == pytest.approx(law.sf(0.5 * (low + high)))
    assert rules.picky == pytest.approx(law.sf(high) + law.cdf(low))
    assert rules.ceiling == right_at_most(EVEN, epsilon)
    assert rules.ceiling == pytest.approx(law.sf(high) / rules.picky)


@given(LEVELS, st.floats(0.0, RANGE))
def test_no_release_speaks_more_clearly_than_the_level_allows(epsilon, released):
    rules = game(epsilon)
    assert abs(float(rules.log_ratio(released))) <= epsilon * (1 + 1e-9)
    laws = [stats.laplace(answer, rules.scale) for answer in rules.answers]
    ratio = laws[1].logpdf(released) - laws[0].logpdf(released)
    assert float(rules.log_ratio(released)) == pytest.approx(ratio, abs=1e-6)  # of large logs
    assert float(rules.believed(released)) == pytest.approx(1 / (1 + math.exp(-ratio)), abs=1e-6)


def test_the_game_is_a_mean_of_all_values_with_adpm_noise():
    rules = game(1.0)
    others = 0.5 * RANGE * (USERS - 1)
    assert rules.answers == pytest.approx((others / USERS, (others + RANGE) / USERS))
    density = integrate.quad(stats.laplace(0, rules.scale).pdf, 0, np.inf)[0]
    assert density == pytest.approx(0.5)
    assert rules.scale == pytest.approx(RANGE / USERS)


def test_a_deal_follows_its_seed_and_nothing_else():
    rules = game(0.7)
    first, again, other = (deal(rules, np.random.default_rng(seed)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.released, again.released)
    assert first.released.size == ROUNDS
    assert not np.array_equal(first.released, other.released)


def test_a_pass_is_no_bet():
    dealt = deal(game(1.0), np.random.default_rng(0), 3)
    truth = ["high" if one else "low" for one in dealt.high]
    found = score(dealt, ["pass", truth[1], "pass"])
    assert found.made.tolist() == [0, 1, 1]
    assert found.right.tolist() == [0, 1, 1]
    assert np.isnan(found.share[0])


@pytest.mark.parametrize("epsilon", [0.0, 0.01, 5.1, math.inf, math.nan])
def test_levels_that_are_no_game_are_refused(epsilon):
    with pytest.raises(InvalidInput):
        game(epsilon)


@pytest.mark.parametrize("bets", [["high"] * 4, ["maybe"]])
def test_bets_that_are_none_are_refused(bets):
    with pytest.raises(InvalidInput):
        score(deal(game(1.0), np.random.default_rng(0), 3), bets)
