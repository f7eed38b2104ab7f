"""What all filters share: decisions, history, undo, refused input."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import BudgetExhausted, InvalidInput
from hetdp_core.odometer.paper.examples import (
    RUNNING_BUDGET,
    RUNNING_DOMAIN,
    RUNNING_LEVEL,
    coin_query,
    running_query,
)
from tests.tolerance import ROUNDING


def every_filter(budget=2.0, domain=RUNNING_DOMAIN):
    return [
        odometer.BasicFilter(budget),
        odometer.SimplifiedFilter(budget, domain),
        odometer.BayesianFilter(budget, domain),
        odometer.ApproximateFilter(budget, 1e-6, domain),
    ]


@pytest.mark.parametrize("budget", [0.0, -1.0, np.nan, np.inf])
def test_budgets_that_are_none_are_refused(budget):
    for make in (
        lambda: odometer.BasicFilter(budget),
        lambda: odometer.SimplifiedFilter(budget, range(3)),
        lambda: odometer.BayesianFilter(budget, range(3)),
        lambda: odometer.ApproximateFilter(budget, 0.1, range(3)),
    ):
        with pytest.raises(InvalidInput, match="budget"):
            make()


@pytest.mark.parametrize("number", range(4))
def test_a_refused_query_is_not_recorded_and_a_smaller_one_may_follow(number):
    guard = every_filter(1.5 * RUNNING_LEVEL)[number]
    guard.record(running_query(1), True)
    with pytest.raises(BudgetExhausted, match=r"Refused.*budget of 0\.6082"):
        guard.record(running_query(1), True)
    assert len(guard.history) == 1
    small = odometer.RandomisedResponse(np.arange(11) > 5, 0.1)
    guard.record(small, True)
    assert len(guard.history) == 2


@pytest.mark.parametrize("number", range(4))
def test_a_copy_goes_its_own_way(number):
    guard = every_filter()[number]
    guard.record(running_query(1), True)
    before, other = guard.odometer, guard.copy()
    guard.record(running_query(2), False)
    assert other.odometer == before
    assert len(other.history) == 1


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("output", [None, 2, "yes", 0.5, np.nan])
def test_an_output_is_true_or_false(number, output):
    guard = every_filter()[number]
    with pytest.raises(InvalidInput, match="output"):
        guard.record(running_query(1), output)
    assert guard.history == ()


@pytest.mark.parametrize("number", range(4))
def test_decisions_give_a_reason_in_one_sentence(number):
    guard = every_filter(RUNNING_LEVEL * 1.01)[number]
    accepted = guard.decide(running_query(1))
    assert accepted.accepted
    assert accepted.reason.startswith("Accepted")
    guard.record(running_query(1), True)
    refused = guard.decide(running_query(1))
    assert not refused.accepted
    assert refused.reason.startswith("Refused")
    assert refused.worst > guard.budget
    assert refused.reason.endswith(".")


def test_a_decision_tells_the_loss_after_either_output():
    guard = odometer.BayesianFilter(RUNNING_BUDGET, RUNNING_DOMAIN)
    guard.record(running_query(1), True)
    decision = guard.decide(running_query(2))
    for output in (False, True):
        exact = odometer.realized_loss(
            [running_query(1), running_query(2)], [True, output], RUNNING_DOMAIN
        )
        assert decision.after(output) == pytest.approx((exact.lower, exact.upper), abs=ROUNDING)
    assert decision.basic == pytest.approx(2 * RUNNING_LEVEL)
    assert decision.current == pytest.approx((RUNNING_LEVEL, RUNNING_LEVEL), abs=ROUNDING)


def test_ten_queries_of_a_tenth_fit_a_budget_of_one():
    for guard in every_filter(1.0, [0, 1]):
        for _ in range(10):
            guard.record(coin_query(0.1), True)
        assert guard.odometer.loss <= 1.0
