"""The games' figures: what is released, and how bets have gone."""

import numpy as np
import pytest

from hetdp_core.figures import game as figures
from hetdp_core.game import allowed, answers_game, deal, mean_game, perfect, report_game, score
from tests.plotlys import checked

RULES = mean_game(1.0)
DEALT = deal(RULES, np.random.default_rng(4))


@pytest.mark.parametrize(
    ("released", "said"), [(-1e6, "−1,000,000"), (50.2, "50.2"), (1e6, "1,000,000")]
)
def test_a_release_is_drawn_within_the_axis_and_named_as_it_is(released, said):
    drawn = figures.one_number(RULES, released, "Released mean")
    low, high, seen = checked(drawn).data
    ends = checked(drawn).layout.xaxis.range
    assert ends[0] <= seen.x[0] == seen.x[1] <= ends[1]
    assert seen.name == f"released: {said}"
    peaks = [float(line.x[np.argmax(line.y)]) for line in (low, high)]
    assert peaks == pytest.approx([RULES.low, RULES.high])


@pytest.mark.parametrize(("delta", "q"), [(0.1, 0.0), (1.0, 0.05), (1.0, 0.3)])
def test_a_report_is_drawn_in_the_quarter_that_it_speaks_of(delta, q):
    rules = report_game(delta, q)
    for released in deal(rules, np.random.default_rng(1)).released:
        marks = {
            one.name: one for one in checked(figures.report(released)).data if one.mode == "markers"
        }
        asked = [np.isfinite(released[0]), np.isfinite(released[2])]
        assert len(marks) == sum(asked)
        if asked[0]:
            place = marks["reported about both"]
            towards = np.array([place.x[0], place.y[0]]) @ released[:2]
            assert towards == pytest.approx(np.linalg.norm(released[:2]))
        if asked[1]:
            alone = marks["reported about the other alone"]
            assert np.sign(alone.y[0]) == np.sign(released[2])


def test_answers_are_drawn_as_a_belief_within_its_corridor():
    rules = answers_game(2.0)
    for row in deal(rules, np.random.default_rng(2)).released:
        belief = rules.belief(row)
        low, high, line = checked(figures.answers(belief)).data
        assert len(line.x) == len(belief.outputs) + 1
        assert list(line.text[1:]) == ["yes" if output else "no" for output in belief.outputs]
        assert line.y[0] == low.y[0] == high.y[0] == 50.0


@pytest.mark.parametrize("rounds", [0, 1, 20])
def test_scores_are_drawn_round_by_round_under_the_ceiling(rounds):
    bets = perfect(RULES, DEALT, False)[:rounds]
    yours = score(DEALT, ["pass"] * rounds)
    best, mine, ceiling = checked(figures.scores(RULES, yours, score(DEALT, bets))).data
    assert len(best.y) == len(mine.y) == rounds
    assert np.all(np.isnan(np.asarray(mine.y, dtype=float)))  # no bet, no share
    assert set(ceiling.y) == {100 * RULES.ceiling}
    assert len(figures.past(RULES, DEALT, bets)) == rounds


def test_a_ceiling_that_moves_is_drawn_below_the_promises():
    rules = answers_game(1.0)
    rounds = deal(rules, np.random.default_rng(3))
    bets = perfect(rules, rounds, False)
    yours, limits = score(rounds, bets), allowed(rules, rounds, bets)
    *_, own, ceiling = checked(figures.scores(rules, yours, yours, limits)).data
    assert list(own.y) == pytest.approx(list(100 * limits))
    assert max(own.y) <= ceiling.y[0]
