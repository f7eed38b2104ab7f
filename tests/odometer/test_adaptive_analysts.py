"""No transcript exceeds the budget, whatever the analyst does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core import odometer
from hetdp_core.errors import BudgetExhausted
from hetdp_core.odometer.paper.examples import coin_query
from tests.odometer.helpers import box, exact_likelihood, linear_transcripts, random_linear
from tests.tolerance import ROUNDING

SLACK = 1e-8

KINDS = [odometer.SimplifiedFilter, odometer.BayesianFilter]


def greedy_choice(guard, pool):
    """An analyst who looks at the whole state: the accepted query that can hurt most."""
    accepted = [query for query in pool if guard.accepts(query)]
    return max(accepted, key=lambda query: guard.decide(query).worst, default=None)


def contrary_choice(guard, pool):
    """One who changes the question whenever the last answer was high."""
    accepted = [query for query in pool if guard.accepts(query)]
    turn = sum(output for _, output in guard.history) + len(guard.history)
    return accepted[turn % len(accepted)] if accepted else None


def transcripts(guard, pool, choose, depth):
    """Every history that this analyst can come to: all outputs of all its queries."""
    query = choose(guard, pool) if depth else None
    if query is None:
        yield guard
        return
    for output in (False, True):
        branch = guard.copy()
        branch.record(query, output)
        yield branch
        yield from transcripts(branch, pool, choose, depth - 1)


def a_pool(seed, size=4):
    rng = np.random.default_rng(seed)
    tables = [odometer.TableQuery(rng.uniform(0.25, 0.75, size)) for _ in range(4)]
    coins = [odometer.RandomisedResponse(rng.random(size) < 0.5, e) for e in (0.2, 0.9)]
    return [*tables, *coins]


@pytest.mark.parametrize("choose", [greedy_choice, contrary_choice])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_no_transcript_of_six_queries_of_an_adaptive_analyst_exceeds_the_budget(kind, choose, seed):
    budget, deepest = 1.3, 0
    for guard in transcripts(kind(budget, range(4)), a_pool(seed), choose, 6):
        likelihood = exact_likelihood(guard.history, 4)
        loss = np.log(likelihood.max() / likelihood.min())
        assert loss <= budget + SLACK
        assert guard.odometer.lower - SLACK <= loss <= guard.odometer.loss + SLACK
        assert guard.odometer.loss <= budget
        deepest = max(deepest, len(guard.history))
    assert deepest == 6


def test_the_loss_of_the_whole_interaction_is_at_most_the_budget():
    """Definition 4.1 itself: the law of the transcript under each two records."""
    pool, leaves = a_pool(7), []

    def leaf(guard, depth):
        query = greedy_choice(guard, pool) if depth else None
        if query is None:
            leaves.append(exact_likelihood(guard.history, 4))
            return
        for output in (False, True):
            branch = guard.copy()
            branch.record(query, output)
            leaf(branch, depth - 1)

    leaf(odometer.BayesianFilter(0.8, range(4)), 6)
    laws = np.array(leaves)
    np.testing.assert_allclose(laws.sum(axis=0), 1.0)
    assert np.log(laws.max(axis=1) / laws.min(axis=1)).max() <= 0.8 + SLACK


@settings(max_examples=25)
@given(linear_transcripts(most_dimensions=3, most_queries=12), st.sampled_from([0.5, 2.0, 7.0]))
def test_what_simplified_accepts_bayesian_accepts_and_basic_is_the_strictest(transcript, budget):
    d, queries, outputs = transcript
    guard, simple = (
        odometer.BayesianFilter(budget, box(d)),
        odometer.SimplifiedFilter(budget, box(d)),
    )
    basic = odometer.BasicFilter(budget)
    for query, output in zip(queries, outputs, strict=True):
        says = [filter_.accepts(query) for filter_ in (basic, simple, guard)]
        assert says == sorted(says)
        assert says[1] == guard.simplified_accepts(query)
        assert says[2] == guard.decide(query).accepted
        if not says[1]:
            break
        for filter_ in (simple, guard):
            filter_.record(query, output)
        if says[0]:
            basic.record(query, output)
        assert guard.odometer.loss == simple.odometer.loss


@settings(max_examples=25)
@given(linear_transcripts(most_dimensions=3, most_queries=14), st.sampled_from([0.5, 2.0, 7.0]))
def test_the_odometer_starts_at_0_is_certified_and_never_exceeds_the_budget(transcript, budget):
    d, queries, outputs = transcript
    guard = odometer.BayesianFilter(budget, box(d))
    assert (guard.odometer.loss, guard.odometer.remaining) == (0.0, budget)
    for query, output in zip(queries, outputs, strict=True):
        decision = guard.decide(query)
        if not decision.accepted:
            with pytest.raises(BudgetExhausted):
                guard.record(query, output)
            continue
        guard.record(query, output)
        asked, seen = zip(*guard.history, strict=True)
        loss = odometer.realized_loss(asked, seen, box(d))
        assert loss.lower <= guard.odometer.loss + SLACK
        assert guard.odometer.loss <= min(budget, decision.after(output)[1] + SLACK)
        assert guard.odometer.loss + guard.odometer.remaining == pytest.approx(budget)


def test_the_odometer_may_fall():
    guard = odometer.BayesianFilter(5.0, [0, 1])
    for output, loss in zip([1, 1, 0, 0], [1.0, 2.0, 1.0, 0.0], strict=True):
        guard.record(coin_query(1.0), output)
        assert guard.odometer.loss == pytest.approx(loss, abs=ROUNDING)
    assert guard.odometer.basic == pytest.approx(4.0)


def test_a_query_that_fits_what_remains_is_accepted_and_none_when_nothing_remains():
    rng = np.random.default_rng(3)
    guard = odometer.BayesianFilter(3.0, box(4))
    while guard.accepts(query := random_linear(rng, 4)):
        guard.record(query, bool(rng.random() < 0.5))
    left = guard.odometer.remaining
    assert guard.accepts(random_linear(rng, 4, left * 0.999))
    full = odometer.BayesianFilter(1.0, [0, 1])
    full.record(coin_query(1.0), True)
    assert not full.accepts(coin_query(1e-3))
    assert full.accepts(odometer.TableQuery([0.5, 0.5]))
