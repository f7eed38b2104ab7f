"""Randomised response with a coin: its level, the crowd, and a budget by basic composition."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.meaning import right_at_most
from hetdp_core.odometer.channel import Crowd, coin_level, toss
from hetdp_core.odometer.filters.basic import spending
from tests.tolerance import LONG_FORMULA, ROUNDING

TOSSES = 20_000


@given(st.floats(0.01, 0.99))
def test_the_level_of_the_coin_is_the_log_of_the_larger_ratio_of_chances(honest):
    yes_if_yes, yes_if_no = 0.5 * (1 + honest), 0.5 * (1 - honest)
    ratios = yes_if_yes / yes_if_no, (1 - yes_if_no) / (1 - yes_if_yes)
    assert math.exp(coin_level(honest)) == pytest.approx(max(ratios), rel=LONG_FORMULA)


def test_tosses_make_the_answers_that_the_level_says():
    tosses = [toss(np.random.default_rng([3, place])) for place in range(3_000)]
    for truth, expected in ((True, 0.75), (False, 0.25)):
        said = [truth if one.honest else bool(one.yes) for one in tosses]
        error = math.sqrt(expected * (1 - expected) / len(tosses))
        assert abs(np.mean(said) - expected) <= 4 * error
    assert all((one.yes is None) == one.honest for one in tosses)


@given(st.integers(1, 1000), st.data(), st.floats(0.01, 10.0))
def test_a_crowd_tells_no_more_about_one_of_them_than_the_ceiling_allows(people, data, epsilon):
    crowd = Crowd(people, data.draw(st.integers(0, people)), epsilon)
    assert crowd.believed == pytest.approx(
        right_at_most(crowd.holding / people, epsilon), rel=LONG_FORMULA
    )
    assert crowd.estimate(crowd.yes) == pytest.approx(
        crowd.holding, rel=LONG_FORMULA, abs=LONG_FORMULA * people / epsilon
    )


def test_estimates_of_simulated_crowds_are_right_on_average_and_spread_as_said():
    found, rng = Crowd(100, 20, coin_level()), np.random.default_rng(5)
    chances = np.where(np.arange(100) < 20, 0.75, 0.25)
    estimates = found.estimate((rng.random((TOSSES, 100)) < chances).sum(axis=1))
    error = found.spread / math.sqrt(TOSSES)
    assert abs(np.mean(estimates) - 20) <= 4 * error
    # a standard deviation of near normal numbers has this relative error
    assert np.std(estimates) == pytest.approx(found.spread, rel=4 / math.sqrt(2 * TOSSES))


@given(st.integers(1, 300), st.integers(1, 100), st.integers(1, 40))
def test_a_budget_pays_for_as_many_questions_as_fit_into_it(budget, level, questions):
    spent = spending(budget / 100, level / 100, questions)
    assert spent.answered == min(math.floor(Fraction(budget, level)), questions)
    np.testing.assert_allclose(spent.after, np.arange(1, questions + 1) * level / 100, ROUNDING)


@pytest.mark.parametrize(
    ("make", "given_"),
    [
        *((coin_level, (honest,)) for honest in (0.0, 1.0, -0.5, 1.5, math.nan)),
        *((Crowd, crowd) for crowd in ((0, 0, 1.0), (10, 11, 1.0), (10, -1, 1.0), (10, 1, 0.0))),
    ],
)
def test_coins_and_crowds_that_cannot_be_are_refused(make, given_):
    with pytest.raises(InvalidInput):
        make(*given_)
