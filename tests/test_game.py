"""Bet against the noise: exact chances, and players who play thousands of rounds."""

import itertools
import math
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.special import expit

from hetdp_core.errors import InvalidInput
from hetdp_core.features.channel import report_radius
from hetdp_core.game import (
    allowed,
    answers_game,
    deal,
    games,
    mean_game,
    perfect,
    regression_game,
    report_game,
    score,
)
from hetdp_core.game.rules import BETS, EVEN
from hetdp_core.meaning import right_at_most
from hetdp_core.odometer.conversation import ConversationSettings, converse
from hetdp_core.odometer.examples import RUNNING_DOMAIN
from hetdp_core.odometer.transcripts.realised import realized_loss
from tests.features.helpers import report_density
from tests.tolerance import LONG_FORMULA, ROUNDING

MANY = 10_000
LEVELS = st.floats(0.05, 5.0)

GAMES: dict[str, tuple[Any, ...]] = {
    **{f"mean {level:g}": (mean_game, level) for level in (0.1, 1.0, 3.0)},
    **{f"regression {level:g}": (regression_game, level) for level in (0.1, 1.0, 5.0)},
    **{
        f"feature {level:g}, q = {q:g}": (report_game, level, q)
        for level in (0.1, 1.0, 3.0)
        for q in (0.0, 0.05, 0.3, 1.0)
    },
    **{f"answers {budget:g}": (answers_game, budget) for budget in (0.5, 1.0, 2.0)},
}
BETWEEN = [name for name in GAMES if re.match(r"\w+ 1(,|$)", name)]
"""Neither strict nor relaxed: for the studies."""

EACH = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in BETWEEN else []) for name in GAMES],
)
TIGHT = {
    *(f"mean {level:g}" for level in (0.1, 1.0, 3.0)),
    *(f"feature {level:g}, q = 0" for level in (0.1, 1.0, 3.0)),
}
"""Games whose clearest releases spend the promise in full, whatever the noise."""


@cache
def ruled(name):
    make, *levels = GAMES[name]
    return make(*levels)


@cache
def dealt(name):
    return deal(ruled(name), np.random.default_rng(0), MANY)


@cache
def best_bets(name, picky):
    return perfect(ruled(name), dealt(name), picky)


def right(name, bets):
    """Share of the bets that are right, their number, and the standard error of a fair share."""
    counted = score(dealt(name), bets)
    made = int(counted.bets[-1])
    return counted.right[-1] / made, made, 0.5 / math.sqrt(made)


@EACH
def test_the_perfect_player_is_right_as_often_as_said_and_never_beyond_the_ceiling(name):
    rules = ruled(name)
    share, made, error = right(name, best_bets(name, True))
    assert abs(share - rules.best) <= 4 * error
    assert rules.best <= rules.ceiling * (1 + LONG_FORMULA)
    spread = math.sqrt(rules.picky * (1 - rules.picky) / MANY)
    assert abs(made / MANY - rules.picky) <= 4 * spread + ROUNDING
    share, made, error = right(name, best_bets(name, False))  # who always bets
    assert made == MANY
    assert abs(share - rules.always) <= 4 * error
    assert rules.always <= rules.best * (1 + LONG_FORMULA)
    limit = allowed(rules, dealt(name), best_bets(name, False))[-1]
    assert share <= limit + 4 * error  # what the releases themselves allow
    assert limit <= rules.ceiling * (1 + LONG_FORMULA)


@EACH
def test_the_ceiling_is_the_promises_and_is_attained_where_the_game_is_tight(name):
    rules = ruled(name)
    assert rules.level == GAMES[name][1]
    assert rules.ceiling == right_at_most(EVEN, rules.level)
    assert rules.tight or name not in TIGHT
    assert not rules.tight or name.startswith(("mean", "feature"))
    assert rules.tight == (rules.best == pytest.approx(rules.ceiling, rel=LONG_FORMULA))


CARELESS = {
    "always high": lambda _: ["high"] * MANY,
    "by whim": lambda _: np.random.default_rng(9).choice([*BETS], MANY).tolist(),
    "against the release": lambda name: [
        {"high": "low", "low": "high"}[bet] for bet in best_bets(name, False)
    ],
}


@EACH
def test_a_careless_player_does_not_beat_the_ceiling(name):
    for player, bets in CARELESS.items():
        share, _, error = right(name, bets(name))
        assert share <= ruled(name).ceiling + 4 * error, player
        if player in ("always high", "by whim"):
            assert abs(share - EVEN) <= 4 * error


@EACH
def test_no_release_speaks_more_clearly_than_its_loss_and_the_level_allow(name):
    rules, released = ruled(name), dealt(name).released
    told, losses = np.abs(rules.log_ratio(released)), rules.losses(released)
    assert np.all(told <= losses * (1 + LONG_FORMULA) + ROUNDING)
    assert np.all(losses <= rules.level * (1 + LONG_FORMULA))
    assert np.max(told) <= rules.clearest * (1 + LONG_FORMULA)
    np.testing.assert_allclose(rules.believed(released), expit(rules.log_ratio(released)))


@given(LEVELS)
@pytest.mark.parametrize("make", [mean_game, regression_game])
def test_the_exact_chances_of_one_number_are_integrals_of_the_density(make, epsilon):
    rules = make(epsilon)
    law = stats.laplace(rules.high, rules.scale)
    assert rules.always == pytest.approx(law.sf(0.5 * (rules.low + rules.high)))
    assert rules.picky == pytest.approx(law.sf(rules.high) + law.cdf(rules.low))
    assert rules.best == pytest.approx(law.sf(rules.high) / rules.picky)


@given(LEVELS, st.floats(0.0, games.RANGE))
def test_the_log_ratio_of_a_mean_is_that_of_its_densities(epsilon, released):
    rules = mean_game(epsilon)
    laws = [stats.laplace(answer, rules.scale) for answer in (rules.low, rules.high)]
    ratio = laws[1].logpdf(released) - laws[0].logpdf(released)
    found = float(rules.log_ratio([[released]])[0])
    assert found == pytest.approx(ratio, abs=1e-6)  # a difference of large logs


def test_the_game_is_a_mean_of_all_values_with_adpm_noise():
    rules = mean_game(1.0)
    others = 0.5 * games.RANGE * (games.USERS - 1)
    assert (rules.low, rules.high) == pytest.approx(
        (others / games.USERS, (others + games.RANGE) / games.USERS)
    )
    assert rules.scale == pytest.approx(games.RANGE / games.USERS)


def test_the_regression_is_least_squares_by_hand_with_noise_for_any_change():
    rules = regression_game(1.0)
    x = np.append(np.linspace(-1, 1, games.RECORDS - 1), 1.0)
    for label, answer in ((-1.0, rules.low), (1.0, rules.high)):
        y = np.append(games.SLOPE * x[:-1], label)
        assert answer == pytest.approx(np.mean(x * y) / (np.mean(x * x) + games.LAMBDA))
    longest = 1.0 / (1.0 + games.LAMBDA)  # of all coefficients, with rows and labels up to 1
    assert rules.scale == pytest.approx((longest + 2.0) / games.LAMBDA / games.RECORDS)


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("feature")])
def test_a_report_has_the_log_ratio_of_the_channels_densities_and_keeps_delta_and_epsilon(name):
    rules = ruled(name)
    seen = dealt(name).released[:500]
    joint, alone = rules.levels

    def density(own):
        total = np.zeros(len(seen))
        for other, chance in ((own, 0.5 + 0.5 * rules.q), (-own, 0.5 - 0.5 * rules.q)):
            found = np.full(len(seen), chance)
            if joint > 0:
                found *= report_density(seen[:, games.JOINT], [own, other], joint, math.sqrt(2))
            if alone > 0:
                found *= report_density(seen[:, games.ALONE :], [other], alone, 1.0)
            total += found
        return total

    ratio = np.log(density(1.0)) - np.log(density(-1.0))
    np.testing.assert_allclose(rules.log_ratio(seen), ratio, rtol=LONG_FORMULA, atol=ROUNDING)
    assert rules.alloc.bcdp_levels[0] <= rules.level * (1 + LONG_FORMULA)
    assert rules.alloc.ldp_level <= games.REPORT * (1 + LONG_FORMULA)
    for law in rules.chances:
        assert np.sum(law) == pytest.approx(1.0)
    assert joint + alone == pytest.approx(rules.alloc.ldp_level)


def test_reports_come_as_often_as_their_kinds_are_likely():
    name = "feature 1, q = 0.05"
    rules, rounds = ruled(name), dealt(name)
    seen = games.kinds(rounds.released)
    for high, law in ((True, rules.chances[1]), (False, rules.chances[0])):
        of = seen[rounds.high == high]
        counted = np.bincount(of, minlength=8) / of.size
        assert np.all(np.abs(counted - law) <= 4 * np.sqrt(law * (1 - law) / of.size))
    radius = report_radius(2, rules.levels[0], math.sqrt(2))
    np.testing.assert_allclose(np.linalg.norm(rounds.released[:, games.JOINT], axis=1), radius)


@pytest.mark.parametrize("budget", [0.5, 1.0, 2.0])
def test_answers_are_conversations_that_end_where_the_filter_refuses(budget):
    rules = answers_game(budget)
    assert math.fsum(rules.chances[0]) == pytest.approx(1.0)
    assert math.fsum(rules.chances[1]) == pytest.approx(1.0)
    for end in rules.ends[::7]:
        talk = converse(ConversationSettings(budget=budget), end)
        assert len(end) == games.MOST or not talk.decision.accepted
        assert rules.spent[end] == pytest.approx(talk.spent.loss, rel=LONG_FORMULA)


def test_beliefs_after_answers_stay_in_the_corridor_of_the_exact_loss():
    rules = answers_game(1.0)
    for row in dealt("answers 1").released[:40]:
        belief = rules.belief(row)
        low, high = belief.corridor
        assert np.all(low <= belief.believed + ROUNDING)
        assert np.all(belief.believed <= high + ROUNDING)
        queries = games.QUESTIONS[: len(belief.outputs)]
        exact = realized_loss(queries, belief.outputs, RUNNING_DOMAIN)
        assert belief.losses[-1] == pytest.approx(exact.upper, rel=LONG_FORMULA)
        chances = [
            math.prod(
                float(q.probability_high(np.array(x)) if o else 1 - q.probability_high(np.array(x)))
                for q, o in zip(queries, belief.outputs, strict=True)
            )
            for x in (0, 10)
        ]
        assert belief.believed[-1] == pytest.approx(chances[1] / sum(chances))
        assert belief.outputs == games.outputs(row)


def test_the_best_of_answers_is_found_by_trying_all_of_them():
    rules = answers_game(1.0)
    total = 0.0
    for tried in itertools.product((0.0, 1.0), repeat=games.MOST):
        end = next(tuple(map(bool, tried[:k])) for k in range(games.MOST + 1)
                   if tuple(map(bool, tried[:k])) in rules.ends)  # fmt: skip
        row = np.array([*map(float, end), *[np.nan] * (games.MOST - len(end))])
        share = 0.5 ** (games.MOST - len(end))  # so many ways to go on after the end
        total += share * 0.5 * max(law[rules.ends.index(end)] for law in rules.chances)
        assert abs(rules.log_ratio(row[None])[0]) <= rules.clearest * (1 + LONG_FORMULA)
    assert total == pytest.approx(rules.always)


def test_a_pass_is_no_bet():
    rounds = deal(mean_game(1.0), np.random.default_rng(0), 3)
    truth = ["high" if one else "low" for one in rounds.high]
    counted = score(rounds, ["pass", truth[1], "pass"])
    assert counted.bets.tolist() == [0, 1, 1]
    assert counted.right.tolist() == [0, 1, 1]
    assert np.isnan(counted.share[0])
    limits = allowed(mean_game(1.0), rounds, ["pass", "low", "pass"])
    assert np.isnan(limits[0])
    assert limits[1:] == pytest.approx(mean_game(1.0).ceiling)


@pytest.mark.parametrize("make", [mean_game, regression_game, report_game, answers_game])
def test_levels_and_correlations_that_are_no_game_are_refused(make):
    for level in (0.0, 0.01, 5.1, math.nan):
        with pytest.raises(InvalidInput):
            make(level)
    for q in (-0.1, 1.1, math.nan):
        with pytest.raises(InvalidInput):
            report_game(1.0, q)


@pytest.mark.parametrize("bets", [["high"] * 4, ["maybe"]])
def test_bets_that_are_none_are_refused(bets):
    with pytest.raises(InvalidInput):
        score(deal(mean_game(1.0), np.random.default_rng(0), 3), bets)
