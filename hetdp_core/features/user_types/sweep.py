"""Error as the share of one type of users moves from nobody to all that are left.

Who moves the result: the worth of one more user of each type, at one of the shares.

With questions drawn, sum_i v_i = sum_i (1/K_i - σ²/n), K_i = Σ_f n_f Q_fi, Q = P / (1 + σ² P).
One more user of type g, asked as the others of that type are, changes it by

    Σ_i (σ²/n² - Σ_{f of g} p_f Q_fi / K_i²) ,

p_f the share of the type that reports so; features with v_i > 1 count 0, since they are answered
by 0.  At the best shares nothing else has to be counted (envelope theorem): they cannot be moved
to any gain.  A public volunteer hides nothing: Q = 1/σ² for every feature.

`simulate` runs the mechanism itself many times, as a check of the exact errors.  Values are ±1,
drawn again each time from one law for all types, the prior (60) of the paper: its mean is 0, where
the errors are largest.  Noise from NumPy: a demonstration, no release.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.rules import Allocation, allocate
from hetdp_core.features.mechanism import combination, estimate_checked
from hetdp_core.features.notions import draw_signs
from hetdp_core.features.sweep import ErrorCurve, FeatureScenario, LevelGroups, typical_miss
from hetdp_core.features.user_types.budgets import (
    MOST_TYPES,
    Budgets,
    Demand,
    Index,
    best_budgets,
    head_weights,
    precision_weights,
    weighted_variance,
)
from hetdp_core.features.user_types.drawn import Plan, drawn_plan
from hetdp_core.grids import place_of
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

STOPS = 21
"""Shares of a sweep, evenly spaced; that of the scenario is added."""


@dataclass(frozen=True)
class TypesScenario:
    """Types of users: the first has the scenario's levels, the others a multiple.

    Attributes:
        scenario: levels of the first type, and everything that all types share.  Its weights
            are not used: reports are combined by precision.
        factors: (T-1,) what δ of each feature is multiplied by for each further type, > 0; no δ
            exceeds ε, which is the same for all.
        percents: (T-1,) percent of the users that are of each further type; the others are of
            the first.  A sweep moves the first of these.
    """

    scenario: FeatureScenario
    factors: tuple[float, ...] = (5.0,)
    percents: tuple[float, ...] = (20.0,)

    def __post_init__(self) -> None:
        validate.count(len(self.factors), 1, MOST_TYPES - 1, "number of further types")
        if len(self.percents) != len(self.factors):
            rule = f"must have one share per further type ({len(self.factors)})"
            raise InvalidInput("shares", rule, f"{len(self.percents)} shares")
        for factor in self.factors:
            validate.positive(factor, "factor")
        for percent in self.percents:
            validate.within(percent, 0.0, 100.0, "share of a group")
        if sum(self.percents) > 100.0:
            remedy = "make one of them smaller"
            rule = "must not add up to more than 100 %"
            raise InvalidInput("shares of the groups", rule, f"{sum(self.percents):g} %", remedy)

    @property
    def demand(self) -> Demand:
        delta, epsilon = np.asarray(self.scenario.delta), self.scenario.epsilon
        factors = np.array([1.0, *self.factors])[:, None]
        levels = np.minimum(factors * delta, epsilon)
        return Demand(levels, self.scenario.q, self.scenario.second_moment)

    def users(self, percent: FloatArray) -> FloatArray:
        """Return (S, T) whole numbers of users where the moving type has these shares."""
        n = self.scenario.n
        fixed = np.cumsum([0.0, *self.percents[1:]]) / 100.0 * n
        others = np.diff(np.floor(fixed + 0.5))
        moving = np.minimum(np.floor(percent / 100.0 * n + 0.5), n - np.sum(others))
        rest = n - np.sum(others) - moving
        return np.column_stack([rest, moving, np.tile(others, (len(percent), 1))])


@result
class TypesSweep:
    """All ways along the share of the moving type, for types whose own share does not matter.

    Attributes:
        percent: (S,) share of the moving type, ascending from 0.
        users: (S, T) of each type.
        ways: by name: "strictest", everybody protected as the strictest ask; "alone 1", "alone
            2", ..., the reports of one type only; "by head", each type as if all
            users were of it, every user counted the same: the only one that stays unbiased
            where types differ in their values; "together", budgets by type chosen together and
            combined by precision; "drawn", the same with ways to report drawn by chance.
    """

    types: TypesScenario
    percent: FloatArray
    users: FloatArray
    budgets: Budgets
    plan: Plan
    ways: dict[str, ErrorCurve]

    def index(self, percent: float) -> int:
        """Return the place of one of the shares; raises `InvalidInput` if it is none."""
        return place_of(percent, self.percent, "share")

    @property
    def groups(self) -> LevelGroups:
        """Features that all types treat alike, by the levels of the first type."""
        levels = self.types.demand.levels
        _, first, sizes = np.unique(levels, axis=1, return_index=True, return_counts=True)
        order = np.argsort(levels[0, first], kind="stable")
        first, sizes = first[order], sizes[order]
        delta = tuple(levels[0, first].tolist())
        return LevelGroups(delta, tuple(sizes.tolist()), tuple(first.tolist()))

    @property
    def alike(self) -> tuple[NDArray[np.bool_], ...]:
        """(d,) which features each of `groups` holds."""
        levels = self.types.demand.levels
        return tuple(np.all(levels == levels[:, [column]], axis=0) for column in self.groups.first)

    def asked_about(self, percent: float) -> FloatArray:
        """Return (T, G + 1) users of each type asked about each group alone; last, about all.

        At one of the shares, where questions are drawn.
        """
        users, kinds = self.plan.users[self.index(percent)], self.plan.kinds
        ways = np.stack([users[kinds == kind] for kind in range(self.users.shape[1])])
        alone = [np.sum(ways[:, :-1][:, group], axis=1) for group in self.alike]
        return np.column_stack([*alone, ways[:, -1]])


def stops(types: TypesScenario) -> FloatArray:
    """Return the shares in every sweep, for any present share of the moving type."""
    return np.linspace(0.0, 100.0 - sum(types.percents[1:]), STOPS).round(6)


def types_sweep(types: TypesScenario) -> TypesSweep:
    """Return budgets by type and exact errors at every share of the moving type."""
    demand, percent = types.demand, np.union1d(stops(types), [types.percents[0]])
    users = types.users(percent)
    budgets = best_budgets(demand, users)
    plan = drawn_plan(demand, users, budgets.together)
    together, alone = demand.precision(budgets.together), demand.precision(budgets.alone)
    full = np.broadcast_to(demand.precision(budgets.full), together.shape)
    ways = {"strictest": _everybody_strictest(types, len(percent))}
    for kind in range(users.shape[1]):
        only = np.arange(users.shape[1]) == kind
        weights = precision_weights(users * only, alone, 0.0)
        ways[f"alone {kind + 1}"] = _way(types, weights, users, alone)
    ways["by head"] = _way(types, head_weights(users, full), users, full)
    worst = demand.second_moment
    ways["together"] = _way(types, precision_weights(users, together, worst), users, together)
    drawn = demand.precision(plan.budgets)
    ways["drawn"] = _way(types, precision_weights(plan.users, drawn, worst), plan.users, drawn)
    return TypesSweep(types, percent, users, budgets, plan, ways)


def _way(
    types: TypesScenario, weights: FloatArray, users: FloatArray, precision: FloatArray
) -> ErrorCurve:
    """Return expected squared distances from everybody's average, for means of 0: the worst."""
    spread = np.full(precision.shape[-1], types.scenario.second_moment)
    return ErrorCurve(weighted_variance(weights, users, precision, spread))


def _everybody_strictest(types: TypesScenario, stops: int) -> ErrorCurve:
    demand, scenario = types.demand, types.scenario
    allocation = allocate(
        demand.strictest,
        scenario.epsilon,
        scenario.q,
        n=scenario.n,
        second_moment=scenario.second_moment,
    )
    precision = demand.precision(allocation.budgets)
    with np.errstate(divide="ignore"):
        variance = 1.0 / (scenario.n * precision)
    return ErrorCurve(np.tile(variance, (stops, 1)))


@result
class Worth:
    """By how much one more user lowers the sum of variances, as derivatives.

    Attributes:
        types: (T,) one more user of each type that has users, NaN for the others.
    """

    types: FloatArray
    volunteer: float

    @property
    def in_units(self) -> FloatArray:
        """(T + 1,) all, the volunteer last, in units of the least that is worth anything.

        NaN for users who are worth nothing: their report tells less than it takes to know one value
        more.
        """
        everybody = np.append(self.types, self.volunteer)
        gains = np.where(everybody > 0.0, everybody, np.nan)
        return np.asarray(gains / np.min(gains, initial=np.inf, where=~np.isnan(gains)))


def worth(sweep: TypesSweep, percent: float) -> Worth:
    """Return the worth of one more user at a share, questions drawn, values with a mean of 0."""
    demand, plan, place = sweep.types.demand, sweep.plan, sweep.index(percent)
    spread, users = demand.second_moment, plan.users[place]
    precision = demand.precision(plan.budgets[place])
    information = precision / (1.0 + spread * precision)
    known, n = users @ information, float(np.sum(users))
    with np.errstate(divide="ignore"):
        counted = 1.0 / known - spread / n <= 1.0
    types = np.full(sweep.users.shape[1], np.nan)
    for kind in np.flatnonzero(sweep.users[place]):
        ways = plan.kinds == kind
        mean = users[ways] @ information[ways] / np.sum(users[ways])
        types[kind] = _lowered(mean[counted], known[counted], spread, n)
    public = np.full(known.size, 1.0 / spread) if spread > 0 else np.full(known.size, np.inf)
    return Worth(types, _lowered(public[counted], known[counted], spread, n))


def _lowered(information: FloatArray, known: FloatArray, spread: float, n: float) -> float:
    return float(np.sum(information / known**2 - spread / n**2))


def simulate(
    demand: Demand,
    kinds: Index,
    users: FloatArray,
    budgets: FloatArray,
    releases: int,
    *,
    rng: np.random.Generator,
) -> FloatArray:
    """Return (R, d) squared distances from everybody's average in repeated releases.

    Of the mean of every feature from the reports of all users, before projection.

    Args:
        demand: the levels of the types; data are ±1.
        kinds: (F,) type of each way to report.
        users: (F,) whole numbers of users who report so.
        budgets: (F, d) of each way.
        releases: R >= 2.
    """
    times = validate.count(releases, 2, 100_000, "releases")
    ways = np.flatnonzero((users > 0) & np.any(budgets > 0, axis=1))
    heads, precision = users[ways].astype(np.int64), demand.precision(budgets[ways])
    weights = precision_weights(heads.astype(np.float64), precision, 1.0)
    allocations = []
    for way in ways:
        levels = demand.levels[kinds[way]]
        bounds, epsilon = np.full(levels.size, demand.q), float(np.max(levels))
        allocations.append(Allocation("chosen", levels, epsilon, bounds, budgets[way]))
    shares = [combination(allocation) for allocation in allocations]
    idle = int(np.sum(users)) - int(np.sum(heads))
    squares = np.empty((times, budgets.shape[1]))
    for release in range(times):
        estimate, total = np.zeros(budgets.shape[1]), np.zeros(budgets.shape[1])
        for number, weight, alloc, share in zip(heads, weights, allocations, shares, strict=True):
            signs = draw_signs(int(number), budgets.shape[1], demand.q, rng)
            estimate += weight * estimate_checked(signs, alloc, share, rng, projection=False)
            total += np.sum(signs, axis=0)
        if idle:
            total += np.sum(draw_signs(idle, budgets.shape[1], demand.q, rng), axis=0)
        squares[release] = (estimate - total / np.sum(users)) ** 2
    return squares


VALUES = 8_000_000
"""Reported values of each way in a check: a second or two."""

FEWEST_RELEASES, MOST_RELEASES = 16, 400


@result
class Check:
    """Typical errors before projection, in percent of the range, by way.

    Attributes:
        ways: (exact, simulated, low, high), each (G,), of "together" and "drawn": exact, root of
            the average square in the releases, and of that average two standard errors less
            and more.
    """

    ways: dict[str, tuple[FloatArray, FloatArray, FloatArray, FloatArray]]
    releases: int


def checked(sweep: TypesSweep, percent: float, *, rng: np.random.Generator) -> Check:
    """Release again and again at one of the shares: values ±1 with a mean of 0 in expectation.

    Raises:
        InvalidInput: too many users for that, or values with another second moment.
    """
    scenario, place = sweep.types.scenario, sweep.index(percent)
    d = sweep.types.demand.levels.shape[1]
    releases = min(MOST_RELEASES, VALUES // (scenario.n * d))
    if releases < FEWEST_RELEASES:
        rule = f"must be at most {VALUES // (FEWEST_RELEASES * d):,} to be simulated here"
        raise InvalidInput("number of people who report", rule, f"{scenario.n:,}")
    if scenario.second_moment != 1.0:
        raise InvalidInput("second_moment", "must be 1 to be simulated here", "another")
    kinds, counts = np.arange(sweep.users.shape[1]), sweep.plan.whole_users(place)
    reports = {
        "together": (kinds, sweep.users[place], sweep.budgets.together[place]),
        "drawn": (sweep.plan.kinds, counts, sweep.plan.budgets[place]),
    }
    ways = {}
    for way, of_way in reports.items():
        squares = simulate(sweep.types.demand, *of_way, releases, rng=rng)
        exact = sweep.ways[way].variance[place]
        each = np.column_stack([np.mean(squares[:, group], axis=1) for group in sweep.alike])
        mean, error = np.mean(each, axis=0), np.std(each, axis=0, ddof=1) / np.sqrt(releases)
        low, high = np.maximum(mean - 2.0 * error, 0.0), mean + 2.0 * error
        numbers = (exact[list(sweep.groups.first)], mean, low, high)
        exact_miss, mean_miss, low_miss, high_miss = (typical_miss(number, 1) for number in numbers)
        ways[way] = (exact_miss, mean_miss, low_miss, high_miss)
    return Check(ways, releases)
