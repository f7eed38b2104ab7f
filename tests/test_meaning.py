"""What ε means: the ceiling on a bet; every mechanism is held to it in `tests/bettor/`."""

import math
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.meaning import filled, meaning, right_at_least, right_at_most

PRIORS = st.floats(0.001, 0.999)
EPSILONS = st.floats(0.0, 30.0)


def when_betting(prior, given_fact, given_opposite):
    """How often a bet is right that is made with these chances: Bayes' rule."""
    right, wrong = prior * given_fact, (1 - prior) * given_opposite
    return right / (right + wrong)


@given(PRIORS, st.floats(0.0, 15.0))
def test_randomised_response_attains_both_ends_whatever_the_prior(prior, epsilon):
    honest = math.exp(epsilon) / (1 + math.exp(epsilon))
    likely = {"yes": (honest, 1 - honest), "no": (1 - honest, honest)}
    rules = chain.from_iterable(combinations(likely, size) for size in (1, 2))
    found = [when_betting(prior, *np.sum([likely[one] for one in rule], axis=0)) for rule in rules]
    assert max(found) == pytest.approx(right_at_most(prior, epsilon), abs=1e-12)
    assert min(found) == pytest.approx(right_at_least(prior, epsilon), abs=1e-12)


@given(PRIORS, EPSILONS, EPSILONS)
def test_more_privacy_loss_never_helps_the_bettor_less(prior, one, other):
    low, high = sorted((one, other))
    assert right_at_most(prior, low) <= right_at_most(prior, high)
    assert right_at_least(prior, low) >= right_at_least(prior, high)


@given(PRIORS, st.floats(0.0, 5.0), st.integers(1, 50))
def test_levels_of_several_releases_add_up(prior, epsilon, releases):
    assert right_at_most(prior, epsilon, releases) == right_at_most(prior, epsilon * releases)
    step = prior
    for _ in range(releases):
        step = right_at_most(min(step, 1.0), epsilon)
    assert step == pytest.approx(right_at_most(prior, epsilon, releases), abs=1e-9)  # 50 steps


@pytest.mark.parametrize("epsilon", [0.0, 1e-100, 710.0, 1e100, math.inf])
@pytest.mark.parametrize("prior", [0.0, 1e-300, 0.3, 1.0])
def test_the_ends_are_reached_without_overflow(prior, epsilon):
    high, low = right_at_most(prior, epsilon), right_at_least(prior, epsilon)
    assert 0 <= low <= high <= 1
    if epsilon >= 710 and 0 < prior < 1:
        assert (high, low) == pytest.approx((1, 0))
    if epsilon <= 1e-100 or prior in (0, 1):
        assert (high, low) == pytest.approx((prior, prior), rel=1e-12, abs=0.0)


@pytest.mark.parametrize(
    "arguments", [(-0.1, 1.0), (1.1, 1.0), (0.5, -1.0), (0.5, math.nan), (0.5, 1.0, 0)]
)
def test_what_cannot_be_a_prior_a_level_or_a_count_is_refused(arguments):
    with pytest.raises(InvalidInput):
        right_at_most(*arguments)


@pytest.mark.parametrize("epsilon", [0.01, 0.348, 1.0, 1e6])
def test_the_present_level_is_one_of_those_shown(epsilon):
    bets = meaning(epsilon, 30.0, 2)
    assert bets.level == epsilon
    assert bets.right == pytest.approx(100 * right_at_most(0.3, 2 * epsilon))


def test_bets_after_several_releases_are_those_of_the_sum_of_their_levels():
    bets = meaning(0.7, 20.0)
    for count, right in zip(bets.several, bets.after[bets.current], strict=True):
        odds = 0.25 * math.exp(0.7 * count)
        assert right == pytest.approx(100 * odds / (1 + odds))
    assert np.all(np.diff(bets.after, axis=1) >= 0)


def test_levels_that_do_not_add_up_have_no_bound_for_several_releases():
    assert meaning(1.0, adds_up=False).several == ()
    assert meaning(1.0, adds_up=False).after.size == 0
    with pytest.raises(InvalidInput, match="do not add up"):
        meaning(1.0, releases=2, adds_up=False)


@given(st.floats(0.0, 100.0))
def test_dots_add_up_to_what_they_show(count):
    found = filled(count)
    assert found.sum() == pytest.approx(count)
    assert np.all(np.diff(found) <= 0)
    assert np.sum((found > 0) & (found < 1)) <= 1
