"""An attack on every method that releases coefficients, through the function that releases them.

One record turns its label round.  Of four tails of the releases none may tell of it by more than
its person asked for, to four standard errors; where a method spends several times that, one does.
"""

import numpy as np
import pytest

from hetdp_core import ridge
from hetdp_core.ridge.example_releases import RELEASABLE
from hetdp_core.ridge.noisy_sums import DELTA
from hetdp_core.ridge.sweep import BROKEN, REGRESSIONS, WEAKER
from tests.mean import test_methods
from tests.ridge import (
    test_gradient_descent,
    test_noise,
    test_noisy_sums,
    test_objective,
    test_sampled_descent,
    test_sampling,
    test_sensitivity,
)
from tests.ridge.helpers import training

LEVELS = np.array([1.0, 2.0, 2.0])
RELEASES = 60_000

AUDITED = sorted({key for key, one in ridge.METHODS.items() if one.coefficients} - {*BROKEN})
DESCENTS = ("gradient_descent", "sampled_descent")
"""They promise for all 20 steps, of which the last is released: an attack on it finds less."""


_SUMS = test_noisy_sums.test_replacing_a_record_costs_it_no_more_gaussian_privacy_than_it_asked_for
PROVED = {
    "pdp_op": test_sensitivity.test_the_computed_fit_moves_by_less_than_the_record_allows,
    "objective": test_objective.test_inside_the_ball_no_density_ratio_exceeds_what_was_asked,
    "noisy_sums": _SUMS,
    "centred_sums": _SUMS,
    "gradient_descent": (
        test_gradient_descent.test_the_worst_neighbours_have_exactly_the_trade_off_of_their_level_and_others_less
    ),
    "sampled_descent": (
        test_sampled_descent.test_nobody_spends_more_than_asked_and_the_most_relaxed_take_part_always
    ),
    "non_personalised": test_noise.test_weights_obey_noise_rate_times_influence_at_most_epsilon,
    "jorgensen_repaired": test_sampling.test_the_repaired_sampling_gives_nobody_away,
    "private_mean": (
        test_methods.test_weights_stay_within_noise_times_epsilon_and_no_error_is_below_the_bound_or_adpms
    ),
}
"""By method: the test of its privacy itself, which the attack below cannot replace."""

NOT_WEIGHED = {*BROKEN, "non_personalised", "jorgensen_repaired", "private_mean", "zero"}
"""What private regressions are compared with."""

NOT_SHOWN = {*BROKEN, *DESCENTS, "private_mean", "zero"}
"""No choice on the page: releases of a broken promise, of many steps, or of one number."""


@pytest.mark.parametrize(
    ("decided", "where"),
    [
        ({*PROVED, *BROKEN, "zero"}, "an exact privacy test of its own, named in PROVED above"),
        ({*REGRESSIONS, *WEAKER} | NOT_WEIGHED, "a place in REGRESSIONS, WEAKER or NOT_WEIGHED"),
        ({*RELEASABLE} | NOT_SHOWN, "a place in RELEASABLE or NOT_SHOWN"),
    ],
    ids=["proved", "weighed", "shown"],
)
def test_of_every_method_it_is_decided_what_it_promises_and_where_it_counts(decided, where):
    assert {key: f"needs {where}" for key in ridge.METHODS if key not in decided} == {}


def told_by(method, person, times=1.0):
    """Standard errors by which the most telling of four tails exceeds what the person asked for.

    times : the levels that the method is given, by those that people ask for.
    """
    X, rng = np.zeros((LEVELS.size, 1)), np.random.default_rng(person)
    X[person] = 1.0
    lam, factor = 0.5 if method in DESCENTS else 100.0, np.exp(LEVELS[person])
    first, other = (
        ridge.sample_coefficients(
            training(X, label * X[:, 0]), times * LEVELS, lam, method, releases=RELEASES, rng=rng
        )
        for label in (1.0, -1.0)
    )
    seen = []
    for far in np.quantile(first, [0.5, 0.8, 0.95, 0.99]):
        here, there = np.mean(first > far), np.mean(other > far)
        error = np.sqrt((here * (1.0 - here) + factor**2 * there * (1.0 - there)) / RELEASES)
        seen.append((here - factor * there - DELTA * (method in WEAKER)) / max(error, 1e-9))
    return max(seen)


@pytest.mark.parametrize("method", AUDITED)
def test_no_tail_of_its_releases_tells_two_neighbours_apart_by_more_than_was_asked_for(method):
    assert max(told_by(method, person) for person in (0, 1)) <= 4.0


@pytest.mark.parametrize("method", sorted({*AUDITED} - {"zero"}))
def test_the_attack_finds_a_method_that_spends_several_times_its_budget(method):
    times = 8.0 if method in DESCENTS else 4.0
    assert max(told_by(method, person, times) for person in (0, 1)) > 4.0
