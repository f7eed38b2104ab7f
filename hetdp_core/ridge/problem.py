"""The data of a ridge regression, with the bounds that were declared before looking at them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import Remembered, result
from hetdp_core.ridge.quadratic import QuadraticLoss, mean_squared_error
from hetdp_core.ridge.weights import Spectrum, personalised, uniform_budget, weighted_spectrum
from hetdp_core.validate import FloatArray

ROUNDING = 1e-12
"""A value may exceed its bound by this much, relative to the bound; the noise allows for it."""

T = TypeVar("T")

REMEMBERED = 8
"""Levels whose paths a problem remembers, and other things made of it."""


@dataclass(frozen=True)
class DeclaredBounds:
    """Public bounds on every record, known before any is seen; the noise depends on these alone.

    Attributes:
        dimension: d, number of features; each lies in [-1, 1].
        row_norm: R, no row is longer (Euclidean norm); at most sqrt(d).
        label: L, no label is larger in absolute value; at most 1.
    """

    dimension: int
    row_norm: float
    label: float = 1.0


@result
class RidgeProblem:
    """Records (x_i, y_i) that a regression is fitted to, and others that it is tested on.

    Neighbouring data sets replace one training record; n, d and the bounds are public.

    Attributes:
        X: (n, d) training features in [-1, 1], a column of ones included if an intercept is wanted.
        y: (n,) training labels, |y| <= label_bound.
        X_test: (m, d) test features; finite, otherwise free: they only measure.
        y_test: (m,) test labels.
        row_norm: R with |x_i| <= R for every record that could occur (Euclidean norm),
            declared and not read off the data; None stands for sqrt(d).
        label_bound: L, 0 < L <= 1; 1/2 for labels centred on the middle of their range.
        label_interval: declared range (low, high) of a label, inside [-L, L]; by default
            that whole interval.  The private mean scales its noise to it: labels scaled to
            [0, 1] need half the noise of labels in [-1, 1].
        intercept: whether the last column is 1 in every record that could occur.

    Raises:
        InvalidInput: shapes do not match, values are missing, or one breaks its bound.
    """

    X: FloatArray
    y: FloatArray
    X_test: FloatArray
    y_test: FloatArray
    row_norm: float | None = None
    label_bound: float = 1.0
    label_interval: Sequence[float] | None = None
    intercept: bool = False

    def __post_init__(self) -> None:
        """Check training records against the bounds, and that both tables match."""
        features, labels = _table(self.X, self.y, "X", "y")
        object.__setattr__(self, "X", features)
        object.__setattr__(self, "y", labels)
        bounds = self.bounds
        _refuse_outside(np.abs(features), 1.0, "X", "must lie in [-1, 1]", "values")
        lengths = np.sqrt(np.einsum("ij,ij->i", features, features))
        rule = f"must have rows of length at most row_norm = {bounds.row_norm:g}"
        _refuse_outside(lengths, bounds.row_norm, "X", rule, "rows")
        if self.intercept and not np.all(features[:, -1] == 1.0):
            raise InvalidInput("X", "must have ones in the last column (intercept)", "others")
        rule = f"must lie in [-{bounds.label:g}, {bounds.label:g}]"
        _refuse_outside(np.abs(labels), bounds.label, "y", rule, "labels")
        low, high = self.label_range
        middle, half = (low + high) / 2.0, (high - low) / 2.0
        rule = f"must lie in label_interval ({low:g}, {high:g})"
        _refuse_outside(np.abs(labels - middle), half, "y", rule, "labels")
        features, labels = _table(self.X_test, self.y_test, "X_test", "y_test")
        if features.shape[1] != bounds.dimension:
            rule = f"must have the {bounds.dimension} columns of X"
            raise InvalidInput("X_test", rule, f"{features.shape[1]}")
        object.__setattr__(self, "X_test", features)
        object.__setattr__(self, "y_test", labels)

    @property
    def rows(self) -> int:
        """Number of training records n."""
        return len(self.y)

    @cached_property
    def bounds(self) -> DeclaredBounds:
        """The declared bounds, with R at most sqrt(d), which holds for every row."""
        dimension = self.X.shape[1]
        longest = math.sqrt(dimension)
        norm = longest if self.row_norm is None else validate.positive(self.row_norm, "row_norm")
        label = validate.within(
            validate.positive(self.label_bound, "label_bound"), 0.0, 1.0, "label_bound"
        )
        return DeclaredBounds(dimension, min(norm, longest), label)

    @property
    def label_range(self) -> tuple[float, float]:
        """The declared range of a label."""
        if self.label_interval is None:
            return -self.label_bound, self.label_bound
        low, high = validate.interval(self.label_interval, "label_interval")
        if not max(-low, high) <= self.label_bound * (1.0 + ROUNDING):
            rule = f"must lie within [-{self.label_bound:g}, {self.label_bound:g}] (label_bound)"
            raise InvalidInput("label_interval", rule, f"({low:g}, {high:g})")
        return low, high

    def levels(self, epsilon: ArrayLike) -> FloatArray:
        """Return (n,) checked privacy levels, one per training record."""
        return one_level_each(epsilon, self.rows, "training")

    @cached_property
    def test_loss(self) -> QuadraticLoss:
        """The unregularised test loss as a quadratic function of the coefficients."""
        return mean_squared_error(self.X_test, self.y_test)

    @cached_property
    def uniform_spectrum(self) -> Spectrum:
        """The path of plain ridge regression: of the training records with equal weights."""
        return weighted_spectrum(self.X, self.y, np.full(self.rows, 1.0 / self.rows))

    def without_privacy(self, lams: FloatArray) -> FloatArray:
        """Return (L, d) coefficients of plain ridge regression at each of (L,) λ.

        With an intercept, labels and columns are centred on their means among the training records,
        so it is not shrunk.  As λ grows the prediction tends to the mean label.
        """
        if not self.intercept:
            return self.uniform_spectrum.path(lams)
        columns, label = np.mean(self.X, axis=0), float(np.mean(self.y))
        theta = self._centred_spectrum.path(lams)
        theta[:, -1] = label - theta @ columns
        return theta

    @cached_property
    def _centred_spectrum(self) -> Spectrum:
        columns, label = np.mean(self.X, axis=0), np.mean(self.y)
        weights = np.full(self.rows, 1.0 / self.rows)
        return weighted_spectrum(self.X - columns, self.y - label, weights)

    def uniform(self, epsilon: FloatArray) -> tuple[float, Spectrum]:
        """Return the budget where all get the strictest of (n,) checked levels, and that path."""
        strictest = float(epsilon.min())
        return uniform_budget(strictest, self.rows, self.bounds.dimension), self.uniform_spectrum

    def personalised(self, epsilon: FloatArray) -> tuple[float, Spectrum]:
        """Return the budget and the path of θ_w for weights in proportion to (n,) checked levels.

        Curves, single releases and chances of the same setting rest on the same ones: those of
        the last levels are remembered.
        """

        def fit() -> tuple[float, Spectrum]:
            if np.all(epsilon == epsilon[0]):
                return self.uniform(epsilon)
            weights, budget = personalised(epsilon, self.bounds.dimension)
            return budget, weighted_spectrum(self.X, self.y, weights)

        return self._paths.value(epsilon.tobytes(), fit)

    def remembered(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the result made of this problem under a name; the last ones are remembered.

        name: says all that it depends on besides the problem.
        """
        value: T = self._others.value(name, make)
        return value

    @cached_property
    def _paths(self) -> Remembered[tuple[float, Spectrum]]:
        return Remembered(REMEMBERED)

    @cached_property
    def _others(self) -> Remembered[Any]:
        return Remembered(REMEMBERED)


def one_level_each(epsilon: ArrayLike, rows: int, which: str) -> FloatArray:
    """Return (rows,) checked privacy levels, one per training or test record."""
    name = "epsilon" if which == "training" else "test epsilon"
    levels = validate.epsilons(epsilon, name)
    if levels.size != rows:
        rule = f"must have one level per {which} record ({rows:,})"
        raise InvalidInput(name, rule, f"{levels.size:,} levels")
    return levels


def _table(
    features: ArrayLike, labels: ArrayLike, name: str, label_name: str
) -> tuple[FloatArray, FloatArray]:
    """Return features and labels as arrays of the same length, all finite."""
    table, column = validate.matrix(features, name), validate.as_floats(labels, label_name)
    if len(column) != len(table):
        rule = f"must have one label per row of {name} ({len(table):,})"
        raise InvalidInput(label_name, rule, f"{len(column):,} labels")
    missing = int(np.count_nonzero(~np.isfinite(column)))
    if missing:
        rule = "must have no missing or infinite values"
        raise InvalidInput(label_name, rule, f"{missing:,} such labels", "leave these rows out")
    return table, column


def _refuse_outside(sizes: FloatArray, bound: float, name: str, rule: str, things: str) -> None:
    outside = int(np.count_nonzero(sizes > bound * (1.0 + ROUNDING)))
    if outside:
        raise InvalidInput(
            name, rule, f"{outside:,} {things} outside", "clip it or declare wider bounds"
        )


def check_lambdas(lams: ArrayLike) -> FloatArray:
    """Return (L,) regularisation parameters, each in [`LOWEST_LAMBDA`, `HIGHEST_LAMBDA`]."""
    values = validate.as_floats(np.atleast_1d(np.asarray(lams)), "lambda")
    if not np.all(values > 0):
        bad = values[np.argmin(values > 0)]
        raise InvalidInput("lambda", "must be positive", f"{bad:g}", "use 0.01 for weak shrinkage")
    return validate.numbers_within(values, values.size, LOWEST_LAMBDA, HIGHEST_LAMBDA, "lambda")


def check_lambda(lam: float) -> FloatArray:
    """Return (1,) the regularisation parameter, as `check_lambdas` accepts it."""
    values = check_lambdas(lam)
    if values.size != 1:
        raise InvalidInput("lambda", "must be one number", f"{values.size} numbers")
    return values


LOWEST_LAMBDA, HIGHEST_LAMBDA = 1e-30, 1e30
"""Beyond these, sums of squares would leave the range of a float."""
