"""Figures of lessons: what a class answered, coins and budgets, releases of games and bets."""

import numpy as np
import pytest

from hetdp_core import tally
from hetdp_core.figures import classroom, coin, game, theme
from hetdp_core.game import allowed, answers_game, deal, mean_game, perfect, report_game, score
from hetdp_core.odometer.channel import Crowd, coin_level
from hetdp_core.odometer.filters.basic import spending
from tests.plotlys import checked

RULES = mean_game(1.0)
DEALT = deal(RULES, np.random.default_rng(4))


@pytest.mark.parametrize(
    ("released", "said"), [(-1e6, "−1,000,000"), (50.2, "50.2"), (1e6, "1,000,000")]
)
def test_a_release_is_drawn_within_the_axis_and_named_as_it_is(released, said):
    drawn = game.one_number(RULES, released, "Released mean")
    low, high, seen = checked(drawn).data
    ends = checked(drawn).layout.xaxis.range
    assert ends[0] <= seen.x[0] == seen.x[1] <= ends[1]
    assert seen.name == f"released: {said}"
    peaks = [float(line.x[np.argmax(line.y)]) for line in (low, high)]
    assert peaks == pytest.approx([RULES.low, RULES.high])


@pytest.mark.parametrize(("delta", "q"), [(0.1, 0.0), (1.0, 0.05), (1.0, 0.3)])
def test_a_report_is_drawn_in_the_quarter_that_it_speaks_of(delta, q):
    for released in deal(report_game(delta, q), np.random.default_rng(1)).released:
        marks = {
            one.name: one for one in checked(game.report(released)).data if one.mode == "markers"
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
        low, high, line = checked(game.answers(belief)).data
        assert len(line.x) == len(belief.outputs) + 1
        assert list(line.text[1:]) == ["yes" if output else "no" for output in belief.outputs]
        assert line.y[0] == low.y[0] == high.y[0] == 50.0


@pytest.mark.parametrize("rounds", [0, 1, 20])
def test_scores_are_drawn_round_by_round_under_the_ceiling(rounds):
    bets = perfect(RULES, DEALT, False)[:rounds]
    yours = score(DEALT, ["pass"] * rounds)
    best, mine, ceiling = checked(game.scores(RULES, yours, score(DEALT, bets))).data
    assert len(best.y) == len(mine.y) == rounds
    assert np.all(np.isnan(np.asarray(mine.y, dtype=float)))  # no bet, no share
    assert set(ceiling.y) == {100 * RULES.ceiling}
    assert len(game.past(RULES, DEALT, bets)) == rounds


def test_a_ceiling_that_moves_is_drawn_below_the_promises():
    rules = answers_game(1.0)
    rounds = deal(rules, np.random.default_rng(3))
    bets = perfect(rules, rounds, False)
    yours, limits = score(rounds, bets), allowed(rules, rounds, bets)
    *_, own, ceiling = checked(game.scores(rules, yours, yours, limits)).data
    assert list(own.y) == pytest.approx(list(100 * limits))
    assert max(own.y) <= ceiling.y[0]


CROWD = Crowd(100, 20, coin_level())


@pytest.mark.parametrize(
    ("shown", "counts"),
    [
        ("truth", {"really yes: 20": 20, "really no: 80": 80}),
        ("said", {"says yes: 35": 35, "says no: 65": 65}),
        (
            "both",
            {
                "really yes, says yes: 15": 15,
                "really yes, says no: 5": 5,
                "really no, says yes: 20": 20,
                "really no, says no: 60": 60,
            },
        ),
    ],
)
def test_there_is_a_dot_for_each_and_only_what_is_known_tells_them_apart(shown, counts):
    figure = coin.people(CROWD, shown)
    assert {trace.name: len(trace.x) for trace in checked(figure).data} == counts
    places = [
        place for trace in checked(figure).data for place in zip(trace.x, trace.y, strict=True)
    ]
    assert len(set(places)) == 100
    assert len({trace.marker.symbol for trace in checked(figure).data}) == len(checked(figure).data)


def test_kinds_without_anybody_are_not_drawn():
    figure = coin.people(Crowd(100, 100, coin_level()), "both")
    assert [trace.name for trace in checked(figure).data] == [
        "really yes, says yes: 75",
        "really yes, says no: 25",
    ]


def test_questions_over_the_budget_are_drawn_as_refused():
    answered, refused, budget = checked(coin.spent(spending(2.0, 0.5, 6), 6)).data
    assert (list(answered.x), list(refused.x)) == ([1, 2, 3, 4], [5, 6])
    assert max(answered.y) <= budget.y[0] < min(refused.y)
    np.testing.assert_array_equal(checked(coin.spent(spending(2.0, 0.5, 6), 1)).data[0].x, [1])


OPTIONS = ["It falls: less privacy, more accuracy", "It stays", "It rises"]


def test_each_option_has_a_bar_with_its_count_and_the_right_one_a_sign_and_a_colour_once_known():
    (bars,) = checked(classroom.choices(OPTIONS, [5, 0, 12])).data
    assert (list(bars.x), list(bars.text)) == ([5, 0, 12], ["5", "0", "12"])
    assert [name.replace("<br>", " ") for name in bars.y] == OPTIONS
    assert len(set(bars.marker.color)) == 1
    (bars,) = checked(classroom.choices(OPTIONS, [5, 0, 12], right=2)).data
    assert [name.startswith("✓") for name in bars.y] == [False, False, True]
    assert [colour == theme.GREEN for colour in bars.marker.color] == [False, False, True]


@pytest.mark.parametrize("logarithmic", [False, True])
def test_each_bin_has_a_bar_of_its_width_and_a_triangle_above_all_points_at_the_truth(logarithmic):
    binned = tally.of_numbers([1.0, 2.0, 2.1, 100.0], 1.0, 100.0, logarithmic)
    bars, truth = checked(classroom.numbers(binned, "Answer", 2.6)).data
    assert list(bars.y) == binned.counts.tolist()
    for at, width, low, high in zip(
        bars.x, bars.width, binned.edges[:-1], binned.edges[1:], strict=True
    ):
        assert (at - width / 2, at + width / 2) == pytest.approx((low, high))
    assert list(truth.x) == [2.6]
    assert truth.y[0] > max(bars.y)
    assert truth.marker.symbol == "triangle-down"
    assert "2.6" in truth.text[0]
    assert len(checked(classroom.numbers(binned, "Answer")).data) == 1


def test_the_tables_hold_what_is_drawn():
    assert classroom.choice_table(OPTIONS, [5, 0, 12])["Phones"].tolist() == [5, 0, 12]
    binned = tally.of_numbers([1.0, 2.0, 100.0], 1.0, 100.0, True)
    table = classroom.number_table(binned)
    assert table["Phones"].sum() == 3
    assert (table["From"] < table["To"]).all()


@pytest.mark.parametrize("counts", [[0, 0, 0], [1, 0, 0], [400, 0, 1]])
def test_counts_are_whole_on_the_axis_whatever_they_are(counts):
    axis = checked(classroom.choices(OPTIONS, counts)).layout.xaxis
    assert axis.range[1] > max(counts)
    assert axis.dtick == 1 or max(counts) >= 6
    assert axis.tickformat == "d"
