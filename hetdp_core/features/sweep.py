"""Error of the three rules, and of one question a person, as correlation moves from 0 to 1.

One error is drawn, and all of them minimise it: sum_i min(variance_i, 1).  It is exact before
projection for any true means.  A feature with a variance above 1 is answered by 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.questions import Questions, best_questions
from hetdp_core.features.allocation.rules import RULES, Allocation, optimum, zeta_or_default
from hetdp_core.features.allocation.search import paper_top, printed_budgets_at
from hetdp_core.features.cap import cap_precision
from hetdp_core.features.channel import MAX_LEVEL, WEIGHTS, grouped_variance
from hetdp_core.features.mechanism import LEFT_OUT, mse_from_variance
from hetdp_core.grids import place_of
from hetdp_core.outcomes import quantiles
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

DRAWS = 1000
"""Runs drawn for each point: as many as the paper's experiment has."""

CHUNK_VALUES = 2**16
"""Numbers worked on at a time: few enough to stay in the cache of a processor."""


@result
class LossSpread:
    """Quartiles of the loss |estimate - mean|² over repeated runs on the same data.

    Simulated: `DRAWS` draws of the normal limit of the average report, coordinates taken as
    independent (their correlation is of order 1/V_k).  All points share the same draws, so the
    quartiles move smoothly.

    Attributes:
        lower, median, upper: (Q,) the 25, 50 and 75 % quantiles.
    """

    lower: FloatArray
    median: FloatArray
    upper: FloatArray


def loss_spread(variance: FloatArray, *, rng: np.random.Generator) -> LossSpread:
    """Return quartiles of the loss for (Q, d) variances of the unbiased estimate.

    A coordinate with a variance above 1 is answered by 0: it counts 1, and does not scatter.
    """
    squares = rng.standard_normal((DRAWS, variance.shape[1])).T ** 2
    answered = variance > 1.0
    scale, certain = np.where(answered, 0.0, variance), np.sum(answered, axis=1)
    rows = max(1, CHUNK_VALUES // DRAWS)
    parts = [
        quantiles(scale[i : i + rows] @ squares, [0.25, 0.5, 0.75])
        for i in range(0, len(scale), rows)
    ]
    return LossSpread(*(np.concatenate(parts, axis=1) + certain))


MOST_FEATURES = 200
"""Most features of a curve: 101 values of q for each must stay quick."""


MANY = 10**30
"""So many people that the best split omits no feature; without a cap, errors scale alike in n."""


@dataclass(frozen=True)
class FeatureScenario:
    """Every setting of a curve of error against correlation.

    Attributes:
        delta: level of each feature in any order, each > 0; infinity for none.
        epsilon: 0 < ε <= `MAX_LEVEL`, level of the whole report.
        q: bound on the correlation of each feature with the others.
        zeta: in (0, 1] for the paper's rule, or None for (1 + q) / 2.
        mean: true mean of the features on [-1, 1], one number or one each; of concern to
            `CorrelationSweep.projected` alone.
        second_moment: mean of x_i² in [0, 1], the same for all features and known to the
            weights; 1 for data at ±1.  At least mean².
        weights: "inverse_variance", or "paper" as printed.
        points: values of q, evenly spaced from 0 to 1; the present one is added.
    """

    delta: tuple[float, ...] = (0.2, 0.2, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0)
    epsilon: float = 2.0
    n: int = 10_000
    q: float = 0.1
    zeta: float | None = None
    mean: float | tuple[float, ...] = 0.0
    second_moment: float = 1.0
    weights: str = "inverse_variance"
    points: int = 101
    seed: int = 0

    def __post_init__(self) -> None:
        levels = validate.epsilons(self.delta, "delta")
        validate.count(levels.size, 1, MOST_FEATURES, "number of features")
        validate.within(validate.positive(self.epsilon, "epsilon"), 0.0, MAX_LEVEL, "epsilon")
        validate.count(self.n, 1, None, "number of people")
        validate.within(self.q, 0.0, 1.0, "q")
        zeta_or_default(self.zeta, self.q)
        validate.choice(self.weights, WEIGHTS, "weights")
        validate.count(self.points, 2, 1001, "points")
        validate.count(self.seed, 0, 2**31 - 1, "seed")
        validate.within(self.second_moment, 0.0, 1.0, "second_moment")
        worst = float(np.max(self.means**2))
        if not worst <= self.second_moment * (1.0 + 1e-12):
            rule = f"must be at least the square of the mean ({worst:g})"
            raise InvalidInput("second_moment", rule, f"{self.second_moment:g}")

    @property
    def capped(self) -> FloatArray:
        return np.minimum(np.asarray(self.delta, dtype=np.float64), self.epsilon)

    @property
    def means(self) -> FloatArray:
        """(d,) mean of each feature."""
        return validate.numbers_within(self.mean, len(self.delta), -1.0, 1.0, "mean")


def typical_miss(distance: ArrayLike, dimension: int) -> FloatArray:
    """Return the root mean square error of `dimension` estimates on [-1, 1], in % of that range.

    From their squared distance to the truths, >= 0, of any shape.

    >>> typical_miss([0.0, 0.08], 2)
    array([ 0., 10.])
    """
    return np.asarray(50.0 * np.sqrt(np.asarray(distance, dtype=np.float64) / dimension))


WORTH_NAMING = 0.99**2
"""Of squared errors: a larger part is no gain, for their root is not 1 % less, as in ridge."""


@dataclass(frozen=True)
class LevelGroups:
    """Features that ask for the same, and so get the same budget.

    (G,) levels, ascending and at most ε, how many features ask for each, and which is the first.
    """

    levels: tuple[float, ...]
    sizes: tuple[int, ...]
    first: tuple[int, ...]


def error_of(variance: ArrayLike) -> FloatArray:
    """Return min(variance, 1): an estimate with a larger error is answered by 0."""
    return np.asarray(np.minimum(variance, LEFT_OUT))


@result
class ErrorCurve:
    """Errors of one way to report along a control.

    Attributes:
        variance: (Q, d) exact, before projection and with the unbiased radius; infinite for a
            feature that is not reported.
    """

    variance: FloatArray

    @property
    def total(self) -> FloatArray:
        """(Q,) sum_i min(variance_i, 1)."""
        return np.asarray(np.sum(error_of(self.variance), axis=1))

    @property
    def miss(self) -> FloatArray:
        """(Q,) root of `total` per feature, in percent of the range."""
        return typical_miss(self.total, self.variance.shape[1])

    @property
    def feature_misses(self) -> FloatArray:
        """(Q, d) the same for each feature."""
        return typical_miss(error_of(self.variance), 1)


@result
class RuleCurve(ErrorCurve):
    """One rule along all values of q.

    Attributes:
        budgets: (Q, d) c_i in the caller's order.
        ldp_level: (Q,) privacy of the whole report, the top budget.
    """

    rule: str
    budgets: FloatArray
    ldp_level: FloatArray
    spread: LossSpread

    @property
    def miss_quartiles(self) -> tuple[FloatArray, FloatArray]:
        """(Q,) quartiles of the typical error of single runs: the root keeps their order."""
        ends = (self.spread.lower, self.spread.upper)
        low, high = (typical_miss(end, self.budgets.shape[1]) for end in ends)
        return low, high


@result
class CorrelationSweep:
    """The three rules at all values of q, for a scenario whose own q does not matter.

    Attributes:
        q: (Q,) ascending from 0 to 1.
        whole: the split with the least sum of variances: it leaves out no feature.  It is min-δ
            where it gains nothing.
        gains: (Q,) whether it saves 1 % of the root of that sum or more, at any number of people.
        questions, drawn: each person is asked about one feature, drawn by chance; by `groups`.
        gap: (Q,) certified for "optimised", as in `Allocation`; None with weights as printed.
    """

    scenario: FeatureScenario
    q: FloatArray
    curves: dict[str, RuleCurve]
    whole: ErrorCurve
    gains: NDArray[np.bool_]
    questions: ErrorCurve
    drawn: Questions
    gap: FloatArray | None

    def index(self, q: float) -> int:
        """Return the place of one of the values; raises `InvalidInput` if it is none."""
        return place_of(q, self.q, "q")

    def allocation(self, rule: str, q: float) -> Allocation:
        """Return the budgets of a rule, a key of `RULES`, at one of the values of q."""
        scenario, place = self.scenario, self.index(q)
        delta = np.asarray(scenario.delta, dtype=np.float64)
        gap = None if self.gap is None or rule != "optimised" else float(self.gap[place])
        budgets = self.curves[rule].budgets[place]
        return Allocation(rule, delta, scenario.epsilon, np.full(delta.size, q), budgets, gap)

    def projected(self, *, as_printed: bool = False, caps: bool = False) -> dict[str, FloatArray]:
        """Return (Q,) expected squared distance by rule of projected estimates, as in the paper.

        At the scenario's true means, in the limit of many people.

        Args:
            caps: the best caps report in place of hemispheres, with the same budgets.
        """
        totals = {}
        for rule, curve in self.curves.items():
            variance = curve.variance
            if caps:
                variance = variances(self.scenario, curve.budgets, cap_precision)
            errors = mse_from_variance(
                variance, self.scenario.means, as_printed=as_printed, projection=True
            )
            errors = np.where(np.isfinite(variance), errors, LEFT_OUT)
            totals[rule] = np.sum(errors, axis=1)
        return totals

    def paper_loses_from(self, *, as_printed: bool = False) -> float | None:
        """Return the first q at which the paper's rule has more `projected` error than min-δ."""
        totals = self.projected(as_printed=as_printed)
        return self._first(totals["paper"] > totals["min_delta"] * 1.000001)

    @property
    def lines_cross_at(self) -> float | None:
        """First q at which the paper's rule has more error than min-δ before any projection."""
        return self._first(self.curves["paper"].total > self.curves["min_delta"].total * 1.000001)

    @property
    def leaves_out(self) -> NDArray[np.bool_]:
        """(Q,) whether "optimised" saves more than `whole`, by answering features by 0."""
        ours, alike = self.curves["optimised"], self.curves["min_delta"].total
        is_less = ours.total < np.minimum(self.whole.total, WORTH_NAMING * alike)
        return np.asarray(is_less & np.any(ours.variance > LEFT_OUT, axis=1))

    @property
    def least(self) -> FloatArray:
        """(Q,) typical error of separate protection: with features left out where that saves."""
        return np.where(self.leaves_out, self.curves["optimised"].miss, self.whole.miss)

    @property
    def all_alike(self) -> bool:
        capped = self.scenario.capped
        return bool(np.all(capped == capped[0]))

    @property
    def groups(self) -> LevelGroups:
        levels, first, sizes = np.unique(
            self.scenario.capped, return_index=True, return_counts=True
        )
        return LevelGroups(tuple(levels.tolist()), tuple(sizes.tolist()), tuple(first.tolist()))

    def _first(self, holds: np.ndarray) -> float | None:
        return float(self.q[np.argmax(holds)]) if np.any(holds) else None


def correlation_sweep(scenario: FeatureScenario) -> CorrelationSweep:
    """Return budgets and exact errors of every rule at every value of q.

    Coordinates with the same level share a budget, so the work grows with the number of
    distinct levels; nothing is simulated but the bands.
    """
    q = np.union1d(stops(scenario), [scenario.q])
    levels, place, counts = np.unique(scenario.capped, return_inverse=True, return_counts=True)
    zeta = np.array([zeta_or_default(scenario.zeta, float(value)) for value in q])
    best, whole = (
        optimum(scenario.capped, q[:, None], n, zeta, scenario.second_moment, scenario.weights)
        for n in (scenario.n, MANY)
    )
    printed = printed_budgets_at(paper_top(levels, q[:, None], zeta), levels, q[:, None])
    budgets = {
        "optimised": best.budgets,
        "paper": printed[:, place],
        "min_delta": np.full((q.size, place.size), levels[0]),
    }
    curves = {}
    for rule in RULES:
        given = budgets[rule]
        variance = variances(scenario, given)
        spread = loss_spread(variance, rng=np.random.default_rng(scenario.seed))  # the same draws
        curves[rule] = RuleCurve(variance, rule, given, np.max(given, axis=1), spread)
    many, plain = replace(scenario, n=MANY), curves["min_delta"].variance
    least, alike = (
        np.sum(error_of(variances(many, given)), axis=1)
        for given in (whole.budgets, budgets["min_delta"])
    )
    gains = least <= WORTH_NAMING * alike
    every = ErrorCurve(np.where(gains[:, None], variances(scenario, whole.budgets), plain))
    drawn = best_questions(levels, counts, q, scenario.n, scenario.second_moment)
    questions = ErrorCurve(drawn.variance[:, place])
    return CorrelationSweep(scenario, q, curves, every, gains, questions, drawn, best.gap)


def stops(scenario: FeatureScenario) -> FloatArray:
    """Return the values of q in every sweep of the scenario, for any present q."""
    return np.linspace(0.0, 1.0, scenario.points)


def variances(
    scenario: FeatureScenario, budgets: FloatArray, *channel: Callable[..., FloatArray]
) -> FloatArray:
    """Return (Q, d) `ErrorCurve.variance` of (Q, d) budgets, equal where levels are."""
    _, first, place, counts = np.unique(
        scenario.capped, return_index=True, return_inverse=True, return_counts=True
    )
    settings = (scenario.n, scenario.second_moment, scenario.weights)
    return grouped_variance(budgets[:, first], counts, *settings, *channel)[:, place]


def two_group_delta(
    features: int, sensitive: int, delta: float, epsilon: float
) -> tuple[float, ...]:
    """Return the paper's levels: the first features ask for delta, the others for epsilon.

    >>> two_group_delta(3, 1, 0.2, 2.0)
    (0.2, 2.0, 2.0)
    """
    features = validate.count(features, 1, MOST_FEATURES, "number of features")
    sensitive = validate.count(sensitive, 0, None, "number of sensitive features")
    if sensitive > features:
        rule = f"must be at most the number of features, {features}"
        remedy = "lower it, or add features"
        raise InvalidInput("number of sensitive features", rule, sensitive, remedy)
    delta, epsilon = validate.positive(delta, "delta"), validate.positive(epsilon, "epsilon")
    return (delta,) * sensitive + (epsilon,) * (features - sensitive)


def mixed_delta(
    names: Sequence[str], sensitive: Sequence[str], delta: float, epsilon: float
) -> tuple[float, ...]:
    """Return levels of named features: delta for the sensitive ones, epsilon for the others.

    >>> mixed_delta(["age", "income"], ["income"], 0.2, 2.0)
    (2.0, 0.2)
    """
    delta, epsilon = validate.positive(delta, "delta"), validate.positive(epsilon, "epsilon")
    return tuple(delta if name in sensitive else epsilon for name in names)
