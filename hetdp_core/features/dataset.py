"""A real table: its columns on [-1, 1] by their declared bounds, and the rules compared on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.features.allocation.questions import best_questions
from hetdp_core.features.allocation.rules import RULES, allocate
from hetdp_core.features.correlation import binned
from hetdp_core.features.mechanism import LEFT_OUT, coordinate_variance
from hetdp_core.features.sweep import (
    MANY,
    WORTH_NAMING,
    FeatureScenario,
    correlation_sweep,
    error_of,
    typical_miss,
)
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class FeatureTable:
    """Complete rows of some columns on [-1, 1], and what happened on the way.

    Attributes:
        values: (n, d) scaled from the declared bounds.
        outside: (d,) values moved to the nearest bound.
    """

    values: FloatArray
    incomplete: int
    outside: NDArray[np.int64]

    @property
    def mean(self) -> FloatArray:
        """(d,) column means on [-1, 1]."""
        return np.asarray(np.mean(self.values, axis=0))

    @property
    def second_moment(self) -> FloatArray:
        """(d,) mean squares on [-1, 1]."""
        return np.asarray(np.mean(self.values**2, axis=0))

    def binned(self, bins: int) -> FeatureTable:
        """Return the rows as people report them: the middle of its bin for each value.

        Its means are those of the binned values, and so is every estimate made of them.
        """
        return replace(self, values=binned(self.values, bins))


def feature_table(dataset: Dataset, columns: Sequence[str]) -> FeatureTable:
    """Return the named numeric columns of a dataset on [-1, 1].

    Rows with a missing value are left out and counted, values outside the declared bounds
    are moved to the nearest bound and counted.

    Args:
        columns: names, each once, at least one.

    Raises:
        InvalidInput: no or repeated columns, one that is not numeric, or no complete row.
    """
    if not columns or len(set(columns)) != len(columns):
        raise InvalidInput("columns", "must be named once each, at least one", list(columns))
    allowed = dataset.numeric_columns()
    names = [validate.choice(name, allowed, "column") for name in columns]
    frame = dataset.frame[names].dropna()
    if frame.empty:
        raise InvalidInput("columns", "must have a row without missing values", "none")
    bounds = np.array([dataset.info.column(name).bounds for name in names], dtype=np.float64)
    low, high = bounds.T
    raw = frame.to_numpy(dtype=np.float64)
    values = 2.0 * (np.clip(raw, low, high) - low) / (high - low) - 1.0
    outside = np.count_nonzero((raw < low) | (raw > high), axis=0)
    return FeatureTable(values, len(dataset.frame) - len(frame), outside)


@result
class RuleComparison:
    """Exact errors of every rule and of one question a person.

    Attributes:
        variance: (d,) MSE of each coordinate before projection, infinite without budget; by rule,
            in the order of `RULES`.
        whole: (d,) the same of the split with the least sum of variances: all are reported.
        questions: (d,) the same where each person is asked about one feature, drawn by chance.
    """

    variance: dict[str, FloatArray]
    whole: FloatArray
    questions: FloatArray

    @property
    def misses(self) -> dict[str, FloatArray]:
        """(d,) root of min(variance, 1) of each coordinate, in percent of the range."""
        return {rule: typical_miss(error_of(v), 1) for rule, v in self.variance.items()}

    @property
    def question_misses(self) -> FloatArray:
        """(d,) the same for one question a person."""
        return typical_miss(error_of(self.questions), 1)

    @property
    def pays_off(self) -> bool:
        """Whether `whole` saves enough of plain min-δ's sum of variances, for any n."""
        return bool(np.sum(self.whole) <= WORTH_NAMING * np.sum(self.variance["min_delta"]))

    @property
    def leaves_out(self) -> NDArray[np.bool_]:
        """(d,) features that "optimised" answers by 0, where that is better than to report all."""
        ours, alike = self.variance["optimised"], self.variance["min_delta"]
        is_less = _total(ours) < min(_total(self.whole), WORTH_NAMING * _total(alike))
        return np.asarray((ours > LEFT_OUT) & is_less)

    @property
    def questions_are_better(self) -> bool:
        """Whether one question a person has a smaller such sum than the optimised budgets."""
        return _total(self.questions) < _total(self.variance["optimised"])


def _total(variance: FloatArray) -> float:
    return float(np.sum(error_of(variance)))


def pays_off_up_to(
    delta: ArrayLike, epsilon: float, *, second_moment: ArrayLike = 1.0
) -> float | None:
    """Return the largest of 101 even values of q in [0, 1] at which `RuleComparison.pays_off`.

    A larger q allows fewer budgets, so it pays off at every smaller one.  None where it never does.
    How many people report does not matter.  Arguments as in `compare_rules`.
    """
    levels = tuple(validate.epsilons(delta, "delta").tolist())
    sweep = correlation_sweep(FeatureScenario(levels, epsilon, MANY))
    for q in sweep.q[::-1].tolist():
        ours, plain = (
            coordinate_variance(sweep.allocation(rule, q), MANY, second_moment)
            for rule in ("optimised", "min_delta")
        )
        if _total(ours) <= WORTH_NAMING * _total(plain):
            return float(q)
    return None


def compare_rules(
    delta: ArrayLike,
    epsilon: float,
    q: ArrayLike,
    n: int,
    *,
    second_moment: ArrayLike = 1.0,
    assumed: float = 1.0,
) -> RuleComparison:
    """Compare every rule, and one question a person, for the same demand, users and data.

    Questions are drawn for the largest q, so the guarantee holds for each feature.

    Args:
        delta, epsilon, q: as in `allocate`; q may be one bound per feature, as
            `total_variation` measures it.
        second_moment: of the data, one number or (d,).
        assumed: second moment that budgets and weights assume, since neither may follow the data.
    """
    split = partial(allocate, delta, epsilon, q, second_moment=assumed)
    allocations = {rule: split(rule, n=n) for rule in RULES}
    whole, *variances = (
        coordinate_variance(alloc, n, second_moment, assumed=assumed)
        for alloc in (split(n=MANY), *allocations.values())
    )
    variance = dict(zip(allocations, variances, strict=True))
    levels, place, counts = np.unique(
        allocations["optimised"].capped, return_inverse=True, return_counts=True
    )
    drawn = best_questions(levels, counts, np.array([np.max(q)]), n, assumed)
    # the second moment of an answer does not depend on the data: theirs is taken off it
    shift = (assumed - np.asarray(second_moment, dtype=np.float64)) / n
    return RuleComparison(variance, whole, drawn.variance[0][place] + shift)
