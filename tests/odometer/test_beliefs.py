"""Knowledge gain: Bayes’ rule, and the corridors that the realised loss sets (Lemma 3.1)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.beliefs import PRIORS, Statement, beliefs_along, grid
from hetdp_core.odometer.conversation import ConversationSettings, converse
from hetdp_core.odometer.examples import RUNNING_DOMAIN, RUNNING_OUTPUTS, running_query
from tests.odometer.helpers import box
from tests.tolerance import ROUNDING

SLACK = 1e-9


@st.composite
def beliefs(draw, most=6):
    """(prior, log-likelihood, statement), often with sure, impossible and tied entries."""
    n = draw(st.integers(1, most))
    weight = st.one_of(st.sampled_from([0.0, 1.0, 1e-12]), st.floats(0.0, 1.0))
    weights = draw(st.lists(weight, min_size=n, max_size=n).filter(lambda w: sum(w) > 1e-9))
    logs = draw(st.lists(st.floats(-40, 0), min_size=n, max_size=n))
    share = st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))
    holds = draw(st.lists(share, min_size=n, max_size=n))
    return np.array(weights) / np.sum(weights), np.array(logs), np.array(holds)


@given(beliefs())
def test_the_posterior_is_prior_times_likelihood_normalised(belief):
    prior, logs, _ = belief
    joint = prior * np.exp(logs - logs.max())
    after = odometer.posterior(prior, logs)
    assert after.sum() == pytest.approx(1.0)
    if joint.sum() > 1e-250:
        np.testing.assert_allclose(after, joint / joint.sum(), atol=ROUNDING)
    assert np.all(after[prior == 0] == 0)


def gain(found):
    """log(posterior / prior), from -L to L."""
    return np.log(found.posterior / found.prior)


@given(beliefs())
def test_no_statement_leaves_its_corridor_and_that_of_the_odds_is_never_wider(belief):
    prior, logs, holds = belief
    found = odometer.knowledge_gain(prior, logs, holds)
    assert found.prior == pytest.approx(min(prior @ holds, 1.0))
    lemma_3_1 = found.prior * np.exp(-found.loss), min(found.prior * np.exp(found.loss), 1.0)
    wide, narrow = lemma_3_1, found.odds_corridor
    # A prior next to 1 is rounded, and its odds by e^L times that.
    rounding = 1e-12 + 4 * np.finfo(float).eps * np.exp(found.loss)
    for low, high in (wide, narrow):
        assert low * (1 - SLACK) - rounding <= found.posterior <= high * (1 + SLACK) + rounding
    assert wide[0] <= narrow[0] + 1e-12
    assert narrow[1] <= wide[1] + 1e-12
    if min(found.prior, found.posterior) > np.finfo(float).tiny:  # less has few digits, or none
        assert abs(gain(found)) <= found.loss + SLACK


def test_the_corridor_is_reached_lemma_3_2():
    """A prior on the most and the least likely record, a statement true of one of them."""
    logs = np.log([0.2, 0.5, 0.6])
    rare = 1e-9
    found = odometer.knowledge_gain(np.array([1 - rare, 0.0, rare]), logs, [0, 0, 1])
    assert gain(found) == pytest.approx(found.loss, abs=3 * rare)  # log(3 / (1 + 2 rare)) on paper
    assert found.loss == pytest.approx(np.log(3.0))


@given(beliefs(), st.integers(1, 4), st.integers(0, 10**6))
def test_no_gain_function_leaks_more_than_the_loss_theorem_3_3(belief, guesses, seed):
    prior, logs, _ = belief
    gains = np.random.default_rng(seed).random((guesses, prior.size))
    leakage = odometer.g_leakage(prior, logs, gains)
    assert abs(np.log(leakage.factor)) <= np.ptp(logs) + SLACK


def test_guessing_the_record_is_the_identity_gain():
    leakage = odometer.g_leakage([0.5, 0.5], np.log([0.1, 0.3]), np.eye(2))
    assert leakage.prior_vulnerability == 0.5
    assert leakage.posterior_vulnerability == pytest.approx(0.75)
    assert leakage.factor == pytest.approx(1.5)


def test_a_grid_holds_the_other_coordinates_in_the_middle():
    points = grid(odometer.Box(*box(3, 0.0, 2.0)), (0, 2), 25)
    assert points.size == 625
    assert np.all(points.coordinates[:, 1] == 1.0)


UNIFORM = [0.5, 0.5]


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: odometer.posterior([0.5, 0.6], [0.0, 0.0]), "prior"),
        (lambda: odometer.posterior([-0.5, 1.5], [0.0, 0.0]), "prior"),
        (lambda: odometer.posterior([1 / 3] * 3, [0.0, 0.0]), "prior"),
        (lambda: odometer.posterior(UNIFORM, [0.0, -np.inf]), "log_likelihood"),
        (lambda: odometer.knowledge_gain(UNIFORM, [0.0, 0.0], [0.0, 2.0]), "statement"),
        (lambda: odometer.knowledge_gain(UNIFORM, [0.0, 0.0], [0.0, 1.0], loss=np.nan), "loss"),
        (lambda: odometer.g_leakage(UNIFORM, [0.0, 0.0], [[0.0, 0.0]]), "gains"),
        (lambda: odometer.g_leakage(UNIFORM, [0.0, 0.0], [[0.0, 2.0]]), "gains"),
        (lambda: odometer.g_leakage(UNIFORM, [0.0, 0.0], [[1.0]]), "gains"),
        (lambda: odometer.likelihood_on(RUNNING_DOMAIN, [running_query(1)], []), "outputs"),
        (lambda: grid(odometer.Box(*box(2)), (0, 0), 5), "axes"),
        (lambda: grid(odometer.Box(*box(2)), (2,), 5), "axes"),
        (lambda: grid(odometer.Box(*box(2)), (0,), 1), "points"),
    ],
)
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(InvalidInput, match=name):
        call()


def test_beliefs_follow_bayes_rule_and_stay_in_the_corridor():
    talk = converse(ConversationSettings(), RUNNING_OUTPUTS)
    beliefs = beliefs_along(talk, "uniform", Statement(threshold=5))
    queries = [running_query(k) for k in range(1, len(RUNNING_OUTPUTS) + 1)]
    asked = zip(queries, RUNNING_OUTPUTS, strict=True)
    chances = [query.chances if output else 1 - query.chances for query, output in asked]
    likelihood = np.prod(chances, axis=0)
    logs = odometer.likelihood_on(RUNNING_DOMAIN, queries, RUNNING_OUTPUTS)
    np.testing.assert_allclose(np.exp(logs), likelihood)
    np.testing.assert_allclose(beliefs.posteriors[-1], likelihood / likelihood.sum())
    assert beliefs.gains[-1].posterior == pytest.approx((likelihood / likelihood.sum())[5:].sum())
    loss = odometer.realized_loss([running_query(1)], RUNNING_OUTPUTS[:1], RUNNING_DOMAIN).upper
    assert beliefs.gains[1].loss == pytest.approx(loss)
    odds = [ends[1] / (1.0 - ends[1]) for ends in (beliefs.low, beliefs.high)]
    np.testing.assert_allclose(odds[1] / odds[0], np.exp(2.0 * loss))


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("kind", ["powers", "linear", "logistic"])
@pytest.mark.parametrize("comparison", ["at_least", "at_most"])
def test_no_belief_ever_leaves_its_corridor(prior, kind, comparison):
    talk = converse(ConversationSettings(kind, budget=math.log(9.0)), [True, True, False])
    beliefs = beliefs_along(talk, prior, Statement(0, comparison, 0.3))
    assert np.all(beliefs.low <= beliefs.posteriors * (1 + 1e-9))
    assert np.all(beliefs.posteriors <= beliefs.high * (1 + 1e-9))
    for gain in beliefs.gains:
        low, high = gain.odds_corridor
        assert low - 1e-12 <= gain.posterior <= high + 1e-12
    np.testing.assert_allclose(beliefs.posteriors.sum(axis=1), 1.0)


def test_a_plane_has_its_coordinates_the_right_way_round():
    settings = ConversationSettings(
        "linear", epsilon=math.log(3.0), budget=math.log(9.0), typed=((1.0, 0.0, 0.0),)
    )
    beliefs = beliefs_along(converse(settings, [True]), "uniform", Statement(0, "at_least", 0.0))
    rows, columns = beliefs.log_planes[-1][:, 0], beliefs.log_planes[-1][0]
    assert np.ptp(rows) == pytest.approx(0.0, abs=ROUNDING)
    assert np.all(np.diff(columns) > 0)
    assert np.all(np.abs(beliefs.log_planes) <= beliefs.widest + 1e-12)


def test_other_coordinates_are_held_and_nothing_is_stated_about_them():
    talk = converse(ConversationSettings("logistic", typed=((1.0, 2.0, 3.0, 0.0),)), [])
    beliefs = beliefs_along(talk, "bell", Statement(2), coordinates=(2, 0))
    assert (beliefs.shown, beliefs.held) == ((2, 0), 1)
    with pytest.raises(InvalidInput, match="coordinate"):
        beliefs_along(talk, "uniform", Statement(1), coordinates=(2, 0))
