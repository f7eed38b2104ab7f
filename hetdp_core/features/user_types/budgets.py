"""Budgets for several types of users at once, by one search a type, in turns.

The report of a user of type g is a Mechanism 1 of its own.  With budgets that are allowed for the
levels δ_g and ε_g, it is δ_g-BCDP and ε_g-LDP by Theorem 2.  This holds for any reports of the
other types and any weights of the server.  Budgets and weights follow from public numbers: levels,
the number of users of each type, and a bound q.  The type of each user is public, so q must bound
the correlation among the users of each type.

One estimate from the reports of several types of users: its exact error, and the best weights.

Local model.  The n_g users of type g report with precision P_g of a feature (`precision`).  The
average of their reports differs from the average of their own values with variance 1/(n_g P_g).
The average over all n users is to be estimated.

Weights w_g that add up to 1 keep the estimate unbiased as long as the types' values have the same
law, with mean μ and variance σ².  A type then says nothing of the value.  Its squared distance from
everybody's average is in expectation

    Σ_g w_g² / (n_g P_g)  +  σ² Σ_g (w_g - n_g/n)² / n_g ,

privacy noise, and that some users count more than others.  With r_g = 1/(1 + σ² P_g) it is
least for w_g ∝ n_g P_g r_g (Cauchy-Schwarz), and then

    v = (1/n) Σ_g n_g r_g / Σ_g n_g P_g r_g .

One type: 1/(n P).  σ = 0, when all users hold the same value: 1 / Σ_g n_g P_g, precisions
add; else that is a lower bound.  v grows with σ², so a mean of 0 is the worst case.

Weights n_g/n ("by head") are unbiased for any values of the types, but give up most of the
information from the less strict users.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import optimum, zeta_or_default
from hetdp_core.features.allocation.search import (
    GRID,
    WORTH_WHILE,
    best_on_lines,
    between,
    budgets_at,
    lowered,
    top_range,
)
from hetdp_core.features.channel import grouped_precision
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MOST_TYPES = 4

MOST_GROUPS = 4
"""With more groups of like features than this, labour is not divided to start with.  Budgets below
the top stay as large as it leaves them: it would take too long."""

TURNS = 8

Index = NDArray[np.intp]
_Error = Callable[[Index, FloatArray], FloatArray]


@result
class Demand:
    """The levels of the types.

    Attributes:
        levels: (T, d) δ̃ of each type for each feature: at most its ε.
        q: one bound for all features and types, in [0, 1]: Assumption 1.
        second_moment: mean of x_i² in [0, 1], the same for all types and known to the weights;
            1 for data at ±1.  Also the largest variance that the values can have.
    """

    levels: FloatArray
    q: float
    second_moment: float = 1.0

    def __post_init__(self) -> None:
        levels = validate.matrix(self.levels, "levels")
        validate.count(levels.shape[0], 1, MOST_TYPES, "number of types")
        validate.epsilons(levels.ravel(), "levels")
        validate.within(self.q, 0.0, 1.0, "q")
        validate.within(self.second_moment, 0.0, 1.0, "second_moment")

    @property
    def strictest(self) -> FloatArray:
        """(d,) the least level that any type asks for, feature by feature."""
        return np.asarray(np.min(self.levels, axis=0))

    def variance(self, users: FloatArray, budgets: FloatArray) -> FloatArray:
        """Return (..., d) worst-case `combined_variance` (mean 0) of (..., T, d) budgets."""
        return combined_variance(users, self.precision(budgets), self.second_moment)

    def precision(self, budgets: FloatArray) -> FloatArray:
        """Return (..., d) precision of one report with (..., d) budgets."""
        each = np.ones(budgets.shape[-1], dtype=np.intp)
        return grouped_precision(budgets, each, self.second_moment)


@result
class Budgets:
    """Budgets of each type in S crowds, chosen in three ways.

    Attributes:
        together: (S, T, d) with the least sum_i min(v_i, 1) that is found.
        alone: (S, T, d) as each type would choose if nobody else reported.
        full: (T, d) as each type would choose if all users were of it, as without
            types: the `optimum`.
    """

    together: FloatArray
    alone: FloatArray
    full: FloatArray


def best_budgets(demand: Demand, users: ArrayLike) -> Budgets:
    """Search the budgets of each type that serve best together.

    Starts: every type as if all users were of it, all as the strictest, every type alone with its
    own users; and divided labour.  There one type reports the features above (or below) some level
    and the others the rest; the best such start is taken.  From each, one type after the other
    takes the best budgets that its levels allow, the others held, until none moves; the best end
    counts.  So it is never worse than any start.  It is a search, not certified: two types moving
    at once could be better.  Where all users are of one type, it is that type's `optimum`.

    Args:
        users: (S, T) numbers of users of each type, >= 0, in each of S crowds of the same size.
    """
    crowd, types = validate.matrix(users, "users"), len(demand.levels)
    if crowd.shape[1] != types:
        rule = f"must have one column per type ({types})"
        raise InvalidInput("users", rule, f"{crowd.shape[1]} columns")
    of_all = np.sum(crowd, axis=1)
    if not (np.all(crowd >= 0) and of_all[0] >= 1 and np.all(of_all == of_all[0])):
        rule = "must be at least 0, and add up to the same number, 1 or more, in each row"
        raise InvalidInput("users", rule, f"sums from {np.min(of_all):g} to {np.max(of_all):g}")
    n, size = float(np.sum(crowd[0])), (len(crowd), *demand.levels.shape)
    full = np.stack([_optimum(levels, demand, n) for levels in demand.levels])
    one_type = Search(demand, crowd)
    grouped = np.broadcast_to(full, size)[..., one_type.first]
    as_strictest = _optimum(demand.strictest, demand, n)
    strictest = np.broadcast_to(as_strictest, size)[..., one_type.first]
    alone = one_type.alone(grouped)
    starts = [grouped, strictest, alone]
    if ways := one_type.divided(size[0]):
        least = np.argmin([one_type.error(way) for way in ways], axis=0)
        starts.append(np.stack(ways)[least, np.arange(size[0])])
    search = Search(demand, np.concatenate([crowd] * len(starts)))
    ends = search.in_turns(np.concatenate(starts))
    cost = search.error(ends).reshape(len(starts), -1)
    best = np.argmax(cost <= np.min(cost, axis=0) * (1.0 + WORTH_WHILE), axis=0)
    chosen = ends.reshape(len(starts), *grouped.shape)[best, np.arange(len(crowd))]
    single = (np.count_nonzero(crowd, axis=1) == 1)[:, None, None]
    together, alone = (np.where(single, grouped, budgets) for budgets in (chosen, alone))
    return Budgets(together[..., search.place], alone[..., search.place], full)


def _optimum(levels: FloatArray, demand: Demand, n: float) -> FloatArray:
    share = np.array([zeta_or_default(None, demand.q)])
    bound, users = np.array([[demand.q]]), max(1, round(n))
    best = optimum(levels, bound, users, share, demand.second_moment, "inverse_variance")
    return np.asarray(best.budgets[0])


class Search:
    """The search in turns, for several crowds at once; like features have one budget."""

    def __init__(self, demand: Demand, users: FloatArray) -> None:
        self.demand, self.users = demand, users
        self.levels, self.first, self.place, self.counts = np.unique(
            demand.levels, axis=1, return_index=True, return_inverse=True, return_counts=True
        )
        self.place = self.place.ravel()

    def precision(self, budgets: FloatArray) -> FloatArray:
        """Return (..., G) precision of one report."""
        return grouped_precision(budgets, self.counts, self.demand.second_moment)

    def error(self, budgets: FloatArray) -> FloatArray:
        """Return (S,) sum_i min(v_i, 1)."""
        precision = self.precision(budgets)
        return self.total(combined_variance(self.users, precision, self.demand.second_moment))

    def total(self, variance: FloatArray) -> FloatArray:
        """Return (...) sum over all features of (..., G) variances, each at most 1."""
        return np.asarray(np.sum(self.counts * np.minimum(variance, 1.0), axis=-1))

    def alone(self, budgets: FloatArray) -> FloatArray:
        """Improve (S, T, G) budgets of each type as if nobody else reported."""
        improved = budgets.copy()
        for kind in range(improved.shape[1]):
            nobody = budgets.copy()
            nobody[:, np.arange(improved.shape[1]) != kind] = 0.0
            improved[:, kind] = self.improved(nobody, kind)[:, kind]
        return improved

    def divided(self, crowds: int) -> list[FloatArray]:
        """Return (S, T, G) budgets where one type reports some features, the others the rest."""
        types, groups = self.levels.shape
        order = np.argsort(np.argsort(self.levels[0], kind="stable"), kind="stable")
        cuts = range(1, groups if groups <= MOST_GROUPS else 1)
        sides = [side for cut in cuts for side in (order < cut, order >= cut)]
        starts = []
        for reporter, side in itertools.product(range(types if types > 1 else 0), sides):
            budgets = [self._flat(k, side if k == reporter else ~side) for k in range(types)]
            starts.append(np.broadcast_to(np.stack(budgets), (crowds, types, groups)))
        return starts

    def _flat(self, kind: int, reported: NDArray[np.bool_]) -> FloatArray:
        """Return (G,) the largest equal budgets of some features, nothing for the others."""
        levels = self.levels[kind]
        leaks = np.append(levels[~reported], np.inf)
        most = float(top_range(leaks, np.array([self.demand.q]))[1])
        return np.where(reported, min(most, float(np.min(levels[reported]))), 0.0)

    def in_turns(self, budgets: FloatArray) -> FloatArray:
        """Improve (S, T, G) budgets type by type until none moves."""
        improved = budgets
        for _ in range(TURNS):
            before = improved
            for kind in range(improved.shape[1]):
                improved = self.improved(improved, kind)
            if np.array_equal(before, improved):
                break
        return improved

    def improved(self, budgets: FloatArray, kind: int) -> FloatArray:
        """Return the budgets with those of one type searched again, where that is better."""
        others = np.arange(budgets.shape[1]) != kind
        precision = self.precision(budgets)[:, others]
        heads = self.users[:, others, None]
        rest = 1.0 / (1.0 + self.demand.second_moment * precision)
        held = np.sum(heads * rest, axis=1), np.sum(heads * (precision * rest), axis=1)

        def error(problems: Index, tried: FloatArray) -> FloatArray:
            information = self.precision(tried)
            above, below = (part[problems][:, None, :] for part in held)
            own = self.users[problems, kind][:, None, None]
            everybody = self.users[problems].sum(axis=1)[:, None, None]
            kept = 1.0 / (1.0 + self.demand.second_moment * information)
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = (above + own * kept) / (everybody * (below + own * (information * kept)))
            return self.total(np.where(np.isnan(ratio), np.inf, ratio))

        moved = self._largest(len(budgets), kind, error)
        if self.levels.shape[1] <= MOST_GROUPS:
            bound = np.full((len(budgets), 1), self.demand.q)
            moved = lowered(moved, self.levels[kind], bound, error)
        everybody = np.arange(len(budgets))
        before, after = error(everybody, np.stack([budgets[:, kind], moved], axis=1)).T
        better = (after < before * (1.0 - WORTH_WHILE))[:, None]
        improved = budgets.copy()
        improved[:, kind] = np.where(better, moved, budgets[:, kind])
        return improved

    def _largest(self, crowds: int, kind: int, error: _Error) -> FloatArray:
        """Return the best of the largest budgets, any number of the strictest levels left out."""
        levels = self.levels[kind]
        distinct = np.unique(levels)
        drops = distinct if distinct.size <= MOST_GROUPS else distinct[:1]
        problems = np.repeat(np.arange(crowds), drops.size)
        least = np.tile(drops, crowds)
        most = float(top_range(levels, np.array([self.demand.q]))[1])

        def budgets(tops: FloatArray) -> FloatArray:
            values = budgets_at(tops, levels, self.demand.q)
            return np.where(levels < least[:, None, None], 0.0, values)

        low = np.minimum(least, most)
        high = np.full_like(low, most)
        jumps = np.clip(np.tile(distinct, (low.size, 1)), low[:, None], most)
        ratios = np.exp(between(np.log(low), np.log(high), GRID))
        points = np.concatenate([between(low, high, GRID), jumps, ratios], axis=1)
        top = best_on_lines(lambda tops: error(problems, budgets(tops)), np.clip(points, 0, most))
        ends = budgets(top[:, None])
        cost = error(problems, ends).reshape(crowds, -1)
        best = np.argmin(cost, axis=1)
        return np.asarray(ends[:, 0].reshape(crowds, drops.size, -1)[np.arange(crowds), best])


def combined_variance(users: FloatArray, precision: FloatArray, spread: ArrayLike) -> FloatArray:
    """Return (..., G) least expected squared distance from everybody's average, v above.

    Infinite where nobody reports a coordinate.

    Args:
        users: (..., T) users of each type, n_g >= 0, not all 0.
        precision: (..., T, G) of one report about each coordinate, P_g >= 0.
        spread: variance σ² >= 0 of the values, broadcast against (..., G).
    """
    above, below = _parts(users, precision, spread)
    with np.errstate(divide="ignore"):
        return np.asarray(
            above.sum(axis=-2) / (np.sum(users, axis=-1)[..., None] * below.sum(axis=-2))
        )


def precision_weights(users: FloatArray, precision: FloatArray, spread: ArrayLike) -> FloatArray:
    """Return (..., T, G) weights of `combined_variance`, of sum 1; 0 where nobody reports."""
    _, heard = _parts(users, precision, spread)
    total = heard.sum(axis=-2, keepdims=True)
    return np.asarray(np.divide(heard, total, out=np.zeros_like(heard), where=total > 0))


def weighted_variance(
    weights: FloatArray, users: FloatArray, precision: FloatArray, spread: ArrayLike
) -> FloatArray:
    """Return (..., G) expected squared distance from everybody's average, for any weights.

    The first formula above; infinite where the weights are 0 or rest on no report.

    Args:
        weights: (..., T, G), adding up to 1 over the types where somebody reports.
        users, precision, spread: as in `combined_variance`; this spread is the true one.
    """
    heads = users[..., None]
    share = heads / heads.sum(axis=-2, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        noise = np.where(weights > 0, weights**2 / (heads * precision), 0.0)
        uneven = np.where(heads > 0, (weights - share) ** 2 / heads, 0.0)
    variance: FloatArray = noise.sum(axis=-2) + np.asarray(spread) * uneven.sum(axis=-2)
    return np.where(weights.sum(axis=-2) > 0, variance, np.inf)


def head_weights(users: FloatArray, precision: FloatArray) -> FloatArray:
    """Return (..., T, G) weights n_g/n: each user counts the same, for any reports."""
    heads = users[..., None] / users.sum(axis=-1)[..., None, None]
    return np.broadcast_to(heads, precision.shape)


def _parts(
    users: FloatArray, precision: FloatArray, spread: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return (..., T, G) n_g r_g and n_g P_g r_g; without overflow for any precision."""
    rest = 1.0 / (1.0 + np.atleast_1d(spread)[..., None, :] * precision)
    heads = users[..., None]
    return heads * rest, heads * (precision * rest)
