"""The game's figures: where a release lies, and how bets have gone."""

import numpy as np
import pytest

from hetdp_core.figures import game as figures
from hetdp_core.game import deal, game, perfect, score

RULES = game(1.0)
DEALT = deal(RULES, np.random.default_rng(4))


@pytest.mark.parametrize("released", [-1e6, 50.2, 1e6])
def test_a_release_is_drawn_within_the_axis_and_named_as_it_is(released):
    low, high, seen = figures.release(RULES, released).data
    ends = figures.release(RULES, released).layout.xaxis.range
    assert ends[0] <= seen.x[0] == seen.x[1] <= ends[1]
    assert seen.name == f"released: {released:.2f}"
    peaks = [float(line.x[np.argmax(line.y)]) for line in (low, high)]
    assert peaks == pytest.approx(RULES.answers)


@pytest.mark.parametrize("rounds", [0, 1, 20])
def test_scores_are_drawn_round_by_round_under_the_ceiling(rounds):
    bets = perfect(RULES, DEALT, False)[:rounds]
    yours = score(DEALT, ["pass"] * rounds)
    best, mine, ceiling = figures.course(RULES, yours, score(DEALT, bets)).data
    assert len(best.y) == len(mine.y) == rounds
    assert np.all(np.isnan(np.asarray(mine.y, dtype=float)))  # no bet, no share
    assert set(ceiling.y) == {100 * RULES.ceiling}
    assert len(figures.past(DEALT, bets)) == rounds
