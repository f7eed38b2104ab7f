"""The rules that share out the privacy of one report among the features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.budgets import Allocation
from hetdp_core.features.allocation.family import budgets_at, paper_top
from hetdp_core.features.allocation.optimum import optimum
from hetdp_core.features.channel import MAX_LEVEL
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Rule:
    """A way to choose the budgets: name in code, name on the screen, idea in a few words."""

    key: str
    title: str
    idea: str


RULES: dict[str, Rule] = {
    rule.key: rule
    for rule in (
        Rule("optimised", "Optimised", "looks for the budgets with the least error"),
        Rule(
            "paper", "Paper's rule", "sets a share ζ of the strictest level aside for correlation"
        ),
        Rule("min_delta", "Plain min-δ", "protects every feature like the strictest"),
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
            others.  After projection, with true means near 0 and most variances above 1, it
            can be.  It may leave a feature no budget, where its error of 1 buys the others
            more than that.  With one q for all features and inverse-variance weights the top
            budget is certified (`Allocation.gap`); smaller budgets below it (`below`), one q
            for each feature and weights as printed are searched without such a proof.
        n: number of users, for "optimised".
        zeta: in (0, 1], for "paper"; by default (1 + max q) / 2, as in its experiment.
        second_moment: of the data on [-1, 1], assumed by "optimised" (1: data are ±1).
        weights: how reports are combined, assumed by "optimised".

    Returns:
        Budgets in the caller's order.

    Raises:
        InvalidInput: a rule above is broken.
    """
    asked, epsilon, bounds = _request(delta, epsilon, q)
    validate.choice(rule, RULES, "rule")
    capped = np.minimum(asked, epsilon)
    share = zeta_or_default(zeta, float(np.max(bounds)))
    if rule == "min_delta":
        budgets, gap = budgets_at(np.min(capped), capped, bounds), None
    elif rule == "paper":
        budgets, gap = budgets_at(paper_top(capped, bounds, share), capped, bounds), None
    else:
        users = validate.count(_required(n), 1, None, "n")
        shares = np.array([share])
        found = optimum(capped, bounds[None], users, shares, second_moment, weights)
        budgets, gap = found.budgets[0], None if found.gap is None else float(found.gap[0])
    return Allocation(rule, asked, epsilon, bounds, budgets, gap)


def zeta_or_default(zeta: float | None, q: float) -> float:
    """Return ζ as given, in (0, 1], or the paper's (1 + q) / 2."""
    if zeta is None:
        return (1.0 + q) / 2.0
    return validate.within(validate.positive(zeta, "zeta"), 0.0, 1.0, "zeta")


def _request(
    delta: ArrayLike, epsilon: float, q: ArrayLike
) -> tuple[FloatArray, float, FloatArray]:
    asked = validate.epsilons(delta, "delta")
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.0, MAX_LEVEL, "epsilon")
    return asked, level, validate.numbers_within(q, asked.size, 0.0, 1.0, "q")


def _required(n: int | None) -> int:
    if n is None:
        remedy = "give n, since the best budgets depend on it"
        raise InvalidInput("n", "must be the number of users", "nothing", remedy)
    return n
