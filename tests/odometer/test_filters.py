"""What privacy filters promise: no transcript exceeds the budget, whatever the analyst does."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binom

from hetdp_core import odometer
from hetdp_core.errors import BudgetExhausted, InvalidInput
from hetdp_core.odometer import examples
from hetdp_core.odometer.filters.realised import advanced_composition
from hetdp_core.odometer.streams.sweep import DELTA, budget_sweep
from hetdp_core.odometer.streams.traces import TraceScenario
from tests.cases import first_and_in_studies
from tests.odometer.helpers import box, exact_likelihood, linear_transcripts, random_linear
from tests.tolerance import ROUNDING

SLACK = 1e-8
KINDS = [odometer.SimplifiedFilter, odometer.BayesianFilter]


def every_filter(budget=2.0, domain=examples.RUNNING_DOMAIN):
    return [
        odometer.BasicFilter(budget),
        odometer.SimplifiedFilter(budget, domain),
        odometer.BayesianFilter(budget, domain),
        odometer.ApproximateFilter(budget, 1e-6, domain),
    ]


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.nan, np.inf])
def test_budgets_and_deltas_that_are_none_are_refused(wrong):
    for kind, others in (
        (odometer.BasicFilter, ()),
        *((kind, (range(3),)) for kind in KINDS),
        (odometer.ApproximateFilter, (0.1, range(3))),
    ):
        with pytest.raises(InvalidInput, match="budget"):
            kind(wrong, *others)
    for delta in (wrong, 1.0):
        with pytest.raises(InvalidInput, match="delta"):
            odometer.ApproximateFilter(1.0, delta, range(3))


@pytest.mark.parametrize("number", range(4))
def test_no_refused_query_or_output_is_recorded_and_a_smaller_query_may_follow(number):
    guard = every_filter(1.5 * examples.RUNNING_LEVEL)[number]
    for output in (None, 2, "yes", 0.5, np.nan):
        with pytest.raises(InvalidInput, match="output"):
            guard.record(examples.running_query(1), output)
        assert guard.history == ()
    guard.record(examples.running_query(1), True)
    with pytest.raises(BudgetExhausted, match=r"Refused.*budget of 0\.608"):
        guard.record(examples.running_query(1), True)
    assert len(guard.history) == 1
    small = odometer.RandomisedResponse(np.arange(11) > 5, 0.1)
    guard.record(small, True)
    assert len(guard.history) == 2


def test_a_decision_tells_the_loss_after_either_output():
    guard = odometer.BayesianFilter(examples.RUNNING_BUDGET, examples.RUNNING_DOMAIN)
    first, second = (examples.running_query(power) for power in (1, 2))
    guard.record(first, True)
    decision = guard.decide(second)
    for output in (False, True):
        asked, seen = [first, second], [True, output]
        exact = odometer.realized_loss(asked, seen, examples.RUNNING_DOMAIN)
        assert decision.after(output) == pytest.approx((exact.lower, exact.upper), abs=ROUNDING)
    assert decision.basic == pytest.approx(2 * examples.RUNNING_LEVEL)


def test_ten_queries_of_a_tenth_fit_a_budget_of_one():
    for guard in every_filter(1.0, [0, 1]):
        for _ in range(10):
            guard.record(examples.coin_query(0.1), True)
        assert guard.odometer.loss <= 1.0


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
    """Every history that this analyst can come to by all outputs, and whether it is at its end."""
    query = choose(guard, pool) if depth else None
    yield guard, query is None
    for output in (False, True) if query else ():
        branch = guard.copy()
        branch.record(query, output)
        yield from transcripts(branch, pool, choose, depth - 1)


def laws_of(guard, pool, choose, depth, size):
    """(transcripts, records): how likely each whole transcript is for each record."""
    every = transcripts(guard, pool, choose, depth)
    laws = np.array([exact_likelihood(one.history, size) for one, ended in every if ended])
    np.testing.assert_allclose(laws.sum(axis=0), 1.0)
    return laws


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
    for guard, _ in transcripts(kind(budget, range(4)), a_pool(seed), choose, 6):
        likelihood = exact_likelihood(guard.history, 4)
        loss = np.log(likelihood.max() / likelihood.min())
        assert loss <= budget + SLACK
        assert guard.odometer.lower - SLACK <= loss <= guard.odometer.loss + SLACK
        assert guard.odometer.loss <= budget
        deepest = max(deepest, len(guard.history))
    assert deepest == 6


LITTLE = odometer.LinearQuery([-0.5], -0.5, -1.0, 1.0, 0.01)
WHOLE = odometer.LinearQuery([1.0], 0.0, -1.0, 1.0, 1.0)


@given(linear_transcripts(most_dimensions=3, most_queries=12), st.sampled_from([0.5, 2.0, 7.0]))
@example((1, [LITTLE, LITTLE, WHOLE, WHOLE, LITTLE], [False] * 5), 2.0)
def test_what_simplified_accepts_bayesian_accepts_and_basic_is_the_strictest(transcript, budget):
    """Basic is for as long as it has refused nothing: then it has room that others have used."""
    d, queries, outputs = transcript
    simple, guard = (kind(budget, box(d)) for kind in KINDS)
    basic = odometer.BasicFilter(budget)
    for query, output in zip(queries, outputs, strict=True):
        basic_too = len(basic.history) == len(simple.history) and basic.accepts(query)
        says = [basic_too, simple.accepts(query), guard.accepts(query)]
        assert says == sorted(says)
        assert says[1] == guard.simplified_accepts(query)
        assert says[2] == guard.decide(query).accepted
        if not says[1]:
            break
        for filter_ in (basic, simple, guard) if basic_too else (simple, guard):
            filter_.record(query, output)
        assert guard.odometer.loss == simple.odometer.loss


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


def test_a_query_that_fits_what_remains_is_accepted_and_none_when_nothing_remains():
    rng = np.random.default_rng(3)
    guard = odometer.BayesianFilter(3.0, box(4))
    while guard.accepts(query := random_linear(rng, 4)):
        guard.record(query, bool(rng.random() < 0.5))
    assert guard.accepts(random_linear(rng, 4, guard.odometer.remaining * 0.999))
    full = odometer.BayesianFilter(1.0, [0, 1])
    full.record(examples.coin_query(1.0), True)
    assert not full.accepts(examples.coin_query(1e-3))
    assert full.accepts(odometer.TableQuery([0.5, 0.5]))


DEEP = 10


def worst_divergence(laws, epsilon):
    """(hockey-stick divergence, chance that the log ratio exceeds epsilon), worst pair."""
    pairs = list(itertools.permutations(range(laws.shape[1]), 2))
    over = [laws[:, x] > np.exp(epsilon) * (1 + 1e-9) * laws[:, z] for x, z in pairs]
    stick = max(np.sum(np.maximum(laws[:, x] - np.exp(epsilon) * laws[:, z], 0)) for x, z in pairs)
    chance = max(np.sum(laws[bad, x]) for (x, _), bad in zip(pairs, over, strict=True))
    return stick, chance


@pytest.mark.parametrize(
    ("epsilon", "level", "delta"), first_and_in_studies([(1.0, 0.25, 0.4), (0.6, 0.12, 0.4)])
)
def test_over_all_transcripts_the_loss_of_a_pair_exceeds_epsilon_with_chance_at_most_delta(
    epsilon, level, delta
):
    """An adaptive analyst who turns to another bit when the answers begin to balance."""
    longest = []
    truths = [False, True, True], [False, False, True]
    coins = [odometer.RandomisedResponse(truth, level) for truth in truths]

    def turning(guard, pool):
        longest.append(len(guard.history))
        query = pool[int(2 * sum(output for _, output in guard.history) < len(guard.history))]
        return query if guard.accepts(query) else None

    laws = laws_of(odometer.ApproximateFilter(epsilon, delta, range(3)), coins, turning, DEEP, 3)
    stick, chance = worst_divergence(laws, epsilon)
    assert 1e-3 < stick < chance <= delta
    assert max(longest) == DEEP - 1  # and one more
    assert np.log(laws.max(axis=1) / laws.min(axis=1)).max() > epsilon


@pytest.mark.parametrize("level", [0.05, 0.1, 0.3])
@pytest.mark.parametrize("delta", [1e-5, 1e-2])
def test_advanced_composition_bounds_the_tail_of_repeated_randomised_response(level, delta):
    """Exact: the log ratio after n answers is level (2 Bin(n, p) - n)."""
    p = np.exp(level) / (1 + np.exp(level))
    for n in (1, 10, 100, 1000):
        bound = advanced_composition(n * level**2, delta)
        ones = np.arange(n + 1)
        tail = binom.pmf(ones, n, p)[level * (2 * ones - n) > bound].sum()
        assert tail <= delta


def test_the_approximate_filter_accepts_more_than_basic_and_all_that_bayesian_does():
    rng = np.random.default_rng(0)
    loose = odometer.ApproximateFilter(1.0, 0.01, [0, 1])
    strict = odometer.BayesianFilter(1.0, [0, 1])
    for _ in range(60):
        query, output = examples.coin_query(0.05), bool(rng.random() < 0.51)
        if strict.accepts(query):
            assert loose.accepts(query)
            strict.record(query, output)
        if loose.accepts(query):
            loose.record(query, output)
    always = odometer.ApproximateFilter(1.0, 0.01, [0, 1])
    basic = odometer.BasicFilter(1.0)
    counts = []
    for guard in (basic, always):
        while guard.accepts(examples.coin_query(0.05)):
            guard.record(examples.coin_query(0.05), True)
        counts.append(len(guard.history))
    assert counts[0] == 20
    assert counts[1] > 25
    assert always.odometer.loss > 1.0
    assert always.odometer.remaining == 0.0
    assert "advanced composition" not in always.decide(examples.coin_query(0.05)).reason


def test_the_sweep_counts_what_the_filter_with_delta_accepts_whatever_is_answered():
    scenario = TraceScenario("powers", epsilon=0.02, ceiling=2.0)
    sweep = budget_sweep(scenario, (), 1.0)
    query = odometer.TableQuery([0.5 * np.exp(-0.02), 0.5])
    guard, accepted = odometer.ApproximateFilter(1.0, DELTA, [0, 1]), 0
    while guard.accepts(query):
        guard.record(query, True)  # each adds all of its level, so no later rule helps
        accepted += 1
    assert accepted == sweep.approximate[sweep.place(1.0)] > 50
