"""The perfect bettor against every mechanism: below the ceiling of its level, near it if tight.

Two roads: exactly, by Bayes' rule at the output that speaks loudest; and simulated, betting on
outputs that the core's samplers drew.
"""

import math

import numpy as np
import pytest
from scipy.special import expit, logit

from hetdp_core.meaning import right_at_least, right_at_most
from tests.bettor.mechanisms import MECHANISMS
from tests.cases import first_and_in_studies
from tests.tolerance import LONG_FORMULA

BETS = 20_000
LOUDEST = 0.1
"""Share of the outputs that the bettor bets on: those that speak most for the fact."""

NEAR = 0.99
EACH = pytest.mark.parametrize("name", MECHANISMS)


def believed(prior, log_ratio):
    """How likely the fact is after an output: Bayes' rule."""
    return expit(logit(prior) + log_ratio)


@EACH
def test_no_output_makes_a_bet_better_than_the_ceiling_and_a_tight_mechanism_has_one_near(name):
    mechanism = MECHANISMS[name]
    for prior in (0.05, 0.5, 0.9):
        after = believed(prior, mechanism.log_ratio(mechanism.everywhere))
        most, least = (bound(prior, mechanism.epsilon) for bound in (right_at_most, right_at_least))
        assert np.max(after) <= most * (1 + LONG_FORMULA)
        assert np.min(after) >= least * (1 - LONG_FORMULA)
        if mechanism.tight:
            assert np.max(after) >= NEAR * most


@EACH
@pytest.mark.parametrize("prior", first_and_in_studies([0.3, 0.5]))
def test_the_simulated_bettor_stays_below_the_ceiling_and_comes_near_where_it_is_tight(name, prior):
    mechanism, rng = MECHANISMS[name], np.random.default_rng(11)
    facts = rng.random(BETS) < prior
    ratio = mechanism.log_ratio(mechanism.draw(facts, rng))
    made = ratio >= np.quantile(ratio, 1 - LOUDEST) - LONG_FORMULA  # ties are bet on together
    right = np.mean(facts[made])
    believing = np.mean(believed(prior, ratio[made]))
    error = math.sqrt(believing * (1 - believing) / made.sum())
    ceiling = right_at_most(prior, mechanism.epsilon)
    assert right <= ceiling + 4 * error
    assert abs(right - believing) <= 4 * error  # the samplers follow the densities
    if mechanism.tight:
        assert right >= NEAR * ceiling - 4 * error


@EACH
def test_betting_on_every_output_is_right_as_often_as_believed_and_no_oftener_than_the_ceiling(
    name,
):
    mechanism, rng = MECHANISMS[name], np.random.default_rng(12)
    facts = rng.random(BETS) < 0.5
    after = believed(0.5, mechanism.log_ratio(mechanism.draw(facts, rng)))
    right = np.where(after > 0.5, facts, np.where(after < 0.5, ~facts, rng.random(BETS) < 0.5))
    believing = np.maximum(after, 1 - after)
    error = 0.5 / math.sqrt(BETS)
    assert abs(np.mean(right) - np.mean(believing)) <= 4 * error
    assert np.mean(right) <= right_at_most(0.5, mechanism.epsilon) + 4 * error


def test_a_mechanism_that_claims_too_little_is_found_out():
    mechanism = MECHANISMS["randomised response"]
    after = believed(0.5, mechanism.log_ratio(mechanism.everywhere))
    assert np.max(after) > right_at_most(0.5, 0.99 * mechanism.epsilon)
