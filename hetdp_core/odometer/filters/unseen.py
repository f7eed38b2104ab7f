"""Filters that look at no output, with a failure probability δ: the Bayesian filter's rivals.

Both promise (epsilon, delta)-LDP for the whole interaction, not the realised loss.  For each pair
of records, an output set's chances obey P(S | x) <= e^epsilon P(S | x') + delta.  Compare their
counts with the Bayesian filter's, which keeps epsilon in every course, with that in mind.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator

import numpy as np
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.conversions import (
    checked_delta,
    concentrated_epsilon,
    concentrated_level,
    pure_as_concentrated,
)
from hetdp_core.numerals import as_set
from hetdp_core.odometer.filters.basic import ROUNDING, Decision, Odometer, PrivacyFilter, fits
from hetdp_core.odometer.levels import Levels, levels_upto
from hetdp_core.odometer.queries import Question
from hetdp_core.validate import FloatArray

_FINENESS = 100
"""Parts of the mean level, on whose multiples levels that differ are counted, rounded up."""


class UnseenFilter(PrivacyFilter):
    """A filter that accepts while levels alone keep the budget: with delta, or their sum.

    Where their sum is within the budget, no loss exceeds it, so either rule may accept.

    Args:
        budget: epsilon, > 0, natural log.
        delta: in (0, 1).
    """

    def __init__(self, budget: float, delta: float) -> None:
        super().__init__(budget)
        self.delta = checked_delta(delta)

    @property
    def odometer(self) -> Odometer:
        """The epsilon that holds with this delta."""
        levels = np.array([query.epsilon for query, _ in self.history])
        return Odometer(min(self._epsilon(levels), self.basic), 0.0, self.budget, self.basic)

    def decide(self, query: Question) -> Decision:
        """Decide by the levels of all queries, this one among them."""
        total = self.basic + query.epsilon
        levels = np.array([known.epsilon for known, _ in (*self.history, (query, False))])
        bound = min(self._epsilon(levels), total)
        accepted = fits(bound, self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        together = f"with δ = {self.delta:g}, ε = {bound:.3g} holds for all queries together"
        reason = f"{verdict}: {together}, {side} the budget of {as_set(self.budget)}."
        return Decision(accepted, ((0.0, total), (0.0, total)), total, reason)

    @abstractmethod
    def _epsilon(self, levels: FloatArray) -> float:
        """Return an epsilon that queries of these levels keep together, with delta."""


class ConcentratedFilter(UnseenFilter):
    """Accept while the sum of epsilon tanh(epsilon/2) is within the rho of (budget, delta).

    Each query is rho-zCDP with rho = epsilon tanh(epsilon/2), the least possible.  These add up,
    also where queries and levels are chosen from earlier answers (Feldman and Zrnic 2021,
    "Individual privacy accounting via a Rényi filter"; Whitehouse et al. 2023).

    >>> ConcentratedFilter(1.0, 1e-6).odometer.remaining
    1.0
    """

    def _epsilon(self, levels: FloatArray) -> float:
        rho = math.fsum(pure_as_concentrated(levels))
        return concentrated_epsilon(rho, self.delta) if rho > 0.0 else 0.0


class ComposedFilter(UnseenFilter):
    """Accept while the exact composition of randomised responses keeps (budget, delta).

    A query of level e is randomised response at e and a step after it.  So of all queries of given
    levels, chosen in any way from earlier answers, randomised responses have the largest delta
    (Kairouz, Oh, Viswanath 2015, "The composition theorem for differential privacy").  Levels are
    fixed beforehand, by place, and counted in full; a query above its place's level is refused.

    Args:
        budget, delta: see `UnseenFilter`.
        levels: of the accepted queries, in their order.
    """

    def __init__(self, budget: float, delta: float, levels: Levels) -> None:
        super().__init__(budget, delta)
        self.levels = levels

    def _epsilon(self, levels: FloatArray) -> float:
        counted = levels_upto(self.levels, levels.size)
        if np.any(levels > counted) or composed_delta(counted, self.budget) > self.delta:
            return math.inf
        low, high = 0.0, self.budget
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            beyond = composed_delta(counted, middle) > self.delta
            low, high = (middle, high) if beyond else (low, middle)
        return high


_HALVINGS = 40


def composed_delta(levels: FloatArray, epsilon: float) -> float:
    """Return the delta at epsilon of queries of these levels; see `ComposedFilter`.

    With L = sum of e_j s_j, s_j = 1 with chance 1/(1 + e^-e_j) and else -1, it is E max(0, 1 -
    e^(epsilon - L)).  This is exact where levels are alike, else an upper bound, since each level
    is rounded up by at most 1/`_FINENESS` of their mean.

    >>> round(composed_delta(np.array([1.0]), 0.0), 6)
    0.462117
    """
    validate.real(epsilon, "epsilon")
    if levels.size == 0:
        return 0.0
    *_, (chances, unit) = _laws(levels)
    return float(_deltas(chances, unit, np.array([epsilon]))[0])


def composed_counts(levels: Levels, most: int, budgets: FloatArray, delta: float) -> FloatArray:
    """Return (F,) queries of the first `most` within each budget, as `ComposedFilter` or fewer."""
    checked_delta(delta)
    counts, going = np.zeros(budgets.size), np.ones(budgets.size, dtype=np.bool_)
    fixed = levels_upto(levels, most)
    for chances, unit in _laws(fixed):
        going &= _deltas(chances, unit, budgets * (1.0 + ROUNDING)) <= delta
        if not np.any(going):
            break
        counts += going
    return np.maximum(counts, _basic(fixed, budgets))


def concentrated_counts(levels: Levels, most: int, budgets: FloatArray, delta: float) -> FloatArray:
    """Return (F,) how many of the first `most` queries `ConcentratedFilter` accepts."""
    fixed = levels_upto(levels, most)
    spent = np.cumsum(pure_as_concentrated(fixed))
    within = np.searchsorted(spent, concentrated_level(budgets, delta), side="right")
    return np.maximum(within, _basic(fixed, budgets))


def _basic(levels: FloatArray, budgets: FloatArray) -> FloatArray:
    within = np.searchsorted(np.cumsum(levels), budgets * (1.0 + ROUNDING), side="right")
    return within.astype(np.float64)


def _laws(levels: FloatArray) -> Iterator[tuple[FloatArray, float]]:
    """Yield the law of the sum L of 1, 2, ... queries, in units from its least to its largest.

    Levels are whole multiples of the unit, which comes with each law, rounded up.
    """
    alike = bool(np.all(levels == levels[0]))
    unit = float(levels[0] if alike else np.mean(levels) / _FINENESS)
    steps = np.ones(levels.size) if alike else np.ceil(levels / unit * (1.0 - 1e-12))
    chances = np.ones(1)
    for step in steps.astype(np.int64).tolist():
        high, longer = float(expit(step * unit)), np.zeros(chances.size + 2 * step)
        longer[: chances.size] = (1.0 - high) * chances
        longer[2 * step :] += high * chances
        chances = longer
        yield chances, unit


def _deltas(chances: FloatArray, unit: float, epsilons: FloatArray) -> FloatArray:
    """Return E max(0, 1 - e^(epsilon - L)) for each epsilon."""
    losses = unit * np.arange(-(chances.size // 2), chances.size // 2 + 1)
    first = np.searchsorted(losses, epsilons, side="right")
    return np.array(
        [
            chances[place:] @ -np.expm1(epsilon - losses[place:])
            for place, epsilon in zip(first.tolist(), epsilons.tolist(), strict=True)
        ]
    )
