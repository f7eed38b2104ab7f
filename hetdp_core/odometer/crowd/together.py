"""Several filters about one person, and the loss of a refusal by itself."""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.crowd.people import CrowdScenario, ask
from hetdp_core.odometer.filters.basic import ROUNDING
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MOST_FILTERS = 20

MOST_STATES = 2**15
"""Likelihoods that answers so far may lead to, of which each is followed."""

_SAME = 9
"""Decimals to which two of them agree that are followed as one."""


@result
class Together:
    """What 1, 2, ... F filters let through about the same n people, all of it taken together.

    Attributes:
        scenario: each filter asks the stream again, with the person's whole budget.
        losses: (F, n) realised loss of all answers to the first filters.
        promised: (F,) most that it can be for the largest budget: as many times that budget.
    """

    scenario: CrowdScenario
    losses: FloatArray
    promised: FloatArray

    def percentile(self, percent: float) -> FloatArray:
        """Return (F,) a percentile over the people."""
        return np.asarray(np.percentile(self.losses, percent, axis=1))


def together(scenario: CrowdScenario, filters: int) -> Together:
    """Ask people through several filters that do not know of each other.

    These are several analysts without a common filter, or a budget that renews each year.  The
    promise for all of them is the sum of the budgets, and no year gives back an earlier year's
    loss.  A common filter keeps one budget for all.

    filters: F, 1 to `MOST_FILTERS`.
    """
    validate.count(filters, 1, MOST_FILTERS, "filters")
    rng = np.random.default_rng([scenario.seed, scenario.run, 3])
    places = rng.choice(scenario.points, scenario.people, p=scenario.law)
    budgets = scenario.dealt_budgets
    told = np.zeros((scenario.points, scenario.people))
    losses = np.empty((filters, scenario.people))
    for number in range(filters):
        told = told + ask(scenario.chances, places, budgets, rng).log_likelihoods
        losses[number] = np.ptp(told, axis=0)
    return Together(scenario, losses, float(np.max(budgets)) * np.arange(1.0, filters + 1.0))


@result
class Refusals:
    """The loss to an observer who sees only which question is the first to be refused.

    Attributes:
        budget: of the filter.
        chances: (K + 1, V) chance that it is question 1, ..., K, or none of them, by value.
        losses: (K + 1,) realised loss of each such event, the range over values of the log of its
            chance; NaN where it cannot happen.  Each is at most the budget.
    """

    budget: float
    chances: FloatArray
    losses: FloatArray

    @property
    def largest(self) -> float:
        """The largest loss of an event that can happen."""
        return float(np.nanmax(self.losses))


def refusals(chances: FloatArray, budget: float) -> Refusals:
    """Follow all courses of answers until the first refusal; exact.

    A refusal is decided by the transcript before it, whose loss is within the budget.  The event
    joins such transcripts.  The ratio of two sums lies between the ratios of their parts, so its
    loss is within the budget as well.

    Args:
        chances: (K, V) chance of the answer 1 to each question, in (0, 1).
        budget: > 0.

    Raises:
        InvalidInput: more than `MOST_STATES` likelihoods have to be followed.

    >>> refusals(np.full((4, 2), [0.25, 0.75]), 2.5).chances[:, 0].round(9)
    array([0.   , 0.   , 0.625, 0.   , 0.375])
    """
    limit = validate.positive(budget, "budget") * (1.0 + ROUNDING)
    table = np.asarray(chances, dtype=np.float64)
    logs, ways = np.zeros((1, table.shape[1])), np.zeros(1)
    first = np.zeros((len(table) + 1, table.shape[1]))
    for question, high in enumerate(table):
        after = np.stack([logs + np.log(high), logs + np.log1p(-high)])
        accepted = np.all(np.ptp(after, axis=2) <= limit, axis=0)
        first[question] = np.exp(ways[~accepted, None] + logs[~accepted]).sum(axis=0)
        logs, ways = _joined(
            after[:, accepted].reshape(-1, table.shape[1]), np.tile(ways[accepted], 2)
        )
        if len(logs) > MOST_STATES:
            rule = f"must lead to at most {MOST_STATES:,} likelihoods"
            raise InvalidInput("questions", rule, f"{len(logs):,}", "ask fewer, or more alike")
    first[-1] = np.exp(ways[:, None] + logs).sum(axis=0)
    happens = first[:, 0] > 0.0
    losses = np.full(len(first), np.nan)
    losses[happens] = np.ptp(np.log(first[happens]), axis=1)
    return Refusals(float(budget), first, losses)


def _joined(logs: FloatArray, ways: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Join courses with the same likelihood; `ways` is the log of how many there are of each."""
    _, places, inverse = np.unique(
        logs.round(_SAME), axis=0, return_index=True, return_inverse=True
    )
    counts = np.bincount(inverse.ravel(), np.exp(ways), len(places))
    return logs[places], np.log(counts)
