"""Budgets of Mechanism 1: the rules that share out the privacy of one report, and the optimum."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.certified import best_largest_budgets
from hetdp_core.features.allocation.search import (
    EQUAL,
    WORTH_WHILE,
    best_tops,
    budgets_at,
    lowered,
    paper_top,
    printed_budgets_at,
)
from hetdp_core.features.channel import MAX_LEVEL, NEGLIGIBLE, WEIGHTS, total_error
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class Stages:
    """The queries of Mechanism 1 that are asked, in the order of growing budget.

    Attributes:
        increments: (K,) privacy a_k = c_k - c_{k-1} > 0 of each query.
        starts: (K,) how many coordinates, those of smaller budget, a query leaves out.
        dimensions: (K,) coordinates it sees: d - start.
    """

    increments: FloatArray
    starts: NDArray[np.intp]
    dimensions: NDArray[np.intp]


@result
class Allocation:
    """Budgets of Mechanism 1: (c_1, ..., c_d), like all else in the caller's order.

    Local model.  The report of one person is `ldp_level`-LDP over all features together
    and, for every prior whose coordinate i keeps Assumption 1 with q_i, `bcdp_levels[i]`-BCDP
    for feature i: seeing the report changes the odds between any two sets of values of
    feature i by at most that factor (natural log).

    Attributes:
        rule: a key of `RULES`, or "chosen".
        delta: (d,) level asked for each feature; infinity means none of its own.
        epsilon: level asked for the whole report.
        q: (d,) bound on the total variation of the other features, given feature i.
        budgets: (d,) c_i.
        gap: for "optimised" with one q for all features and inverse-variance weights: no top
            budget, with budgets as large as it leaves and any number of the strictest levels
            left out, has an error smaller by more than this share; certified.  Else None.
    """

    rule: str
    delta: FloatArray
    epsilon: float
    q: FloatArray
    budgets: FloatArray
    gap: float | None = None

    @property
    def dimension(self) -> int:
        return self.budgets.size

    @property
    def capped(self) -> FloatArray:
        return np.minimum(self.delta, self.epsilon)

    @property
    def ldp_level(self) -> float:
        """Privacy of the whole report: the largest budget, at most ε."""
        return float(np.max(self.budgets))

    @property
    def bcdp_levels(self) -> FloatArray:
        """(d,) level proved for each feature, at most δ_i: log((1 - q_i) e^c_i + q_i e^c_d)."""
        return self.budgets + np.log1p(self.q * np.expm1(self.ldp_level - self.budgets))

    @property
    def order(self) -> NDArray[np.intp]:
        """(d,) features from the smallest budget to the largest (ties as they come)."""
        return np.argsort(self.budgets, kind="stable")

    @property
    def stages(self) -> Stages:
        """The queries that get a budget."""
        increments = np.diff(self.budgets[self.order], prepend=0.0)
        starts = np.flatnonzero(increments > NEGLIGIBLE)
        return Stages(increments[starts], starts, self.dimension - starts)

    def split(self, copies: int) -> Allocation:
        """Return budgets of each of several independent reports that together keep the guarantee.

        BCDP itself does not compose, but LDP and CDP do, so it is c that is divided (Theorem 3).
        """
        copies = validate.count(copies, 1, None, "copies")
        return replace(self, budgets=self.budgets / copies, gap=None)


PROMISED = 1e-6
"""Gap that is stated where the certified one is no larger: its own digits mean nothing."""


@result
class Optimum:
    """Optimised budgets of Q problems.

    Attributes:
        budgets: (Q, d) in the caller's order.
        gap: (Q,) certified, as in `Allocation`; None where nothing is.
    """

    budgets: FloatArray
    gap: FloatArray | None


def optimum(
    capped: FloatArray, q: FloatArray, n: int, zeta: FloatArray, second_moment: float, weights: str
) -> Optimum:
    """Return budgets with the least sum_i min(variance_i, 1) that is found.

    Budgets found for a larger q, 1 among them, are tried for the smaller ones too.

    Args:
        capped: (d,) δ̃_i.
        q: (Q, 1) ascending bounds for all features, or (1, d) one each.
        zeta: (Q,) the ζ whose point is always tried.
        n, second_moment, weights: as in `allocate`.
    """
    second_moment = validate.within(second_moment, 0.0, 1.0, "second_moment")
    validate.choice(weights, WEIGHTS, "weights")
    levels, place, counts, bounds = _groups(capped, np.append(q, np.ones_like(q[:1]), axis=0))
    zeta, settings = np.append(zeta, 1.0), (n, second_moment, weights)

    def error(_: NDArray[np.intp], tried: FloatArray) -> FloatArray:
        return total_error(tried, counts, *settings)

    if bounds.shape[1] == 1 and weights == "inverse_variance":
        largest = best_largest_budgets(levels, counts, bounds[:, 0], n, second_moment)
        budgets = lowered(largest.budgets, levels, bounds, error)
        budgets = budgets[_of_larger_q(total_error(budgets, counts, *settings))]
        gap = np.maximum(1.0 - largest.lower / total_error(budgets, counts, *settings), PROMISED)
        return Optimum(budgets[:-1, place], gap[:-1])
    tops = best_tops(levels, counts, bounds, n, zeta, second_moment, weights)
    budgets = lowered(budgets_at(tops, levels, bounds), levels, bounds, error)
    printed = printed_budgets_at(paper_top(levels, bounds, zeta), levels, bounds)
    worse = total_error(budgets, counts, *settings) > total_error(printed, counts, *settings)
    budgets = np.where(worse[:, None], printed, budgets)
    budgets = budgets[_of_larger_q(total_error(budgets, counts, *settings))]
    return Optimum(budgets[:-1, place], None)


def _of_larger_q(error: FloatArray) -> NDArray[np.intp]:
    """Return for each problem, by ascending q, the best of those with this q or a larger one.

    Budgets allowed at a larger q are allowed at a smaller one, but a search may overlook them.
    """
    best = np.arange(error.size)
    for place in range(error.size - 2, -1, -1):
        if error[best[place + 1]] < (1.0 - WORTH_WHILE) * error[place]:
            best[place] = best[place + 1]
    return best


_TINY = float(np.finfo(np.float64).tiny)  # what a unit in the last place makes of q = 0


def _groups(
    capped: FloatArray, q: FloatArray
) -> tuple[FloatArray, NDArray[np.intp], NDArray[np.intp], FloatArray]:
    """Group like features: the levels, each feature's group, their sizes and bounds."""
    strictest = np.max(q, axis=1, keepdims=True)
    alone = np.all(strictest <= q * EQUAL + _TINY)
    bounds = strictest if alone else np.array([_without_near_ties(row, up=True) for row in q])
    levels = _without_near_ties(capped)
    alike = levels[None] if bounds.shape[1] == 1 else np.concatenate([levels[None], bounds])
    groups, place, counts = np.unique(alike, axis=1, return_inverse=True, return_counts=True)
    return groups[0], place.ravel(), counts, bounds if bounds.shape[1] == 1 else groups[1:]


def _without_near_ties(values: FloatArray, up: bool = False) -> FloatArray:
    """Return values >= 0 that differ by rounding alone as one, the smallest of them, or largest."""
    distinct, place = np.unique(values, return_inverse=True)
    ordered = distinct[::-1] if up else distinct
    new = np.abs(np.diff(ordered, prepend=-1.0)) > ordered * (EQUAL - 1.0) + _TINY
    merged = ordered[new][np.cumsum(new) - 1]
    return np.asarray((merged[::-1] if up else merged)[place])


@dataclass(frozen=True)
class Rule:
    """A way to choose the budgets: name in code, name on the screen, idea in a few words."""

    key: str
    title: str
    idea: str


RULES: dict[str, Rule] = {
    rule.key: rule
    for rule in (
        Rule("optimised", "Separate, optimised", "uses the budgets with the smallest error"),
        Rule(
            "paper",
            "Separate, paper's rule",
            "sets a share ζ of the strictest level aside for correlation",
        ),
        Rule(
            "min_delta",
            "Same for all",
            ("protects every feature like the most sensitive one (min-δ)"),
        ),
    )
}
"""The rules, in the order in which pages and tables show them."""


def allocate(
    delta: ArrayLike,
    epsilon: float,
    q: ArrayLike,
    rule: str = "optimised",
    *,
    n: int | None = None,
    zeta: float | None = None,
    second_moment: float = 1.0,
    weights: str = "inverse_variance",
) -> Allocation:
    """Return budgets for δ-BCDP and ε-LDP together (Theorem 2).

    Args:
        delta: (d,) levels of the features in any order, each > 0; infinity for none.
        epsilon: 0 < ε <= `MAX_LEVEL`, level of the whole report; δ_i is cut off at ε.
        q: one bound for all features, or (d,), in [0, 1]: Assumption 1.
        rule: a key of `RULES`.  "optimised" searches for the least sum_i min(variance_i, 1),
            which needs no knowledge of the mean; it is never worse in that sum than the two
            others.  It may leave a feature no budget, where its error of 1 buys the others
            more than that.  With one q for all features and inverse-variance weights the top
            budget is certified (`Allocation.gap`); smaller budgets below it (`below`), one q
            for each feature and weights as printed are searched without such a proof.
        n: number of users, for "optimised".
        zeta: in (0, 1], for "paper"; by default (1 + max q) / 2, as in its experiment.
        second_moment: of the data on [-1, 1], assumed by "optimised" (1: data are ±1).

    Raises:
        InvalidInput: a rule above is broken.
    """
    levels = validate.epsilons(delta, "delta")
    epsilon = validate.within(validate.positive(epsilon, "epsilon"), 0.0, MAX_LEVEL, "epsilon")
    bounds = validate.numbers_within(q, levels.size, 0.0, 1.0, "q")
    validate.choice(rule, RULES, "rule")
    capped = np.minimum(levels, epsilon)
    share = zeta_or_default(zeta, float(np.max(bounds)))
    if rule == "min_delta":
        budgets, gap = budgets_at(np.min(capped), capped, bounds), None
    elif rule == "paper":
        budgets, gap = printed_budgets_at(paper_top(capped, bounds, share), capped, bounds), None
    else:
        if n is None:
            remedy = "give n, since the best budgets depend on it"
            raise InvalidInput("n", "must be the number of users", "nothing", remedy)
        users, shares = validate.count(n, 1, None, "n"), np.array([share])
        best = optimum(capped, bounds[None], users, shares, second_moment, weights)
        budgets, gap = best.budgets[0], None if best.gap is None else float(best.gap[0])
    return Allocation(rule, levels, epsilon, bounds, budgets, gap)


def zeta_or_default(zeta: float | None, q: float) -> float:
    """Return ζ as given, in (0, 1], or the paper's (1 + q) / 2."""
    if zeta is None:
        return (1.0 + q) / 2.0
    return validate.within(validate.positive(zeta, "zeta"), 0.0, 1.0, "zeta")
