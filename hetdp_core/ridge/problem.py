"""The data of a ridge regression, with the bounds that were declared before looking at them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.remembered import Remembered
from hetdp_core.ridge.fits import Fits
from hetdp_core.ridge.quadratic import QuadraticLoss, mean_squared_error
from hetdp_core.ridge.spectrum import Spectrum, weighted_spectrum
from hetdp_core.validate import FloatArray

ROUNDING = 1e-12
"""A value may exceed its bound by this much, relative to the bound; the noise allows for it."""

T = TypeVar("T")

REMEMBERED = 8
"""Levels whose regressions a problem remembers, and other things made of it."""

_CLIP = "clip it or declare wider bounds"


@dataclass(frozen=True)
class DeclaredBounds:
    """What is known of every record before any is seen; the noise depends on this alone.

    Attributes:
        dimension: d, number of features; each lies in [-1, 1].
        row_norm: R, no row is longer (Euclidean norm); at most sqrt(d).
        label: L, no label is larger in absolute value; at most 1.
    """

    dimension: int
    row_norm: float
    label: float = 1.0


@result
class TrainingSet:
    """Records (x_i, y_i) with x_i in [-1, 1]^d and |y_i| <= label_bound.

    Neighbouring data sets replace one record; n, d and the bounds are public.

    Attributes:
        X: (n, d) features, a column of ones included if an intercept is wanted.
        y: (n,) labels.
        row_norm: R with |x_i| <= R for every record that could occur (Euclidean norm),
            declared and not read off the data; None stands for sqrt(d).
        label_bound: L, 0 < L <= 1.

    Raises:
        InvalidInput: shapes do not match, values are missing, or one breaks its bound.
    """

    X: FloatArray
    y: FloatArray
    row_norm: float | None = None
    label_bound: float = 1.0

    def __post_init__(self) -> None:
        """Check every record against the declared bounds; keep read-only views."""
        features, labels = _table(self.X, self.y, "X", "y")
        object.__setattr__(self, "X", features)
        object.__setattr__(self, "y", labels)
        bounds = self.bounds
        _refuse_outside(np.abs(features), 1.0, "X", "must lie in [-1, 1]", "values")
        lengths = np.sqrt(np.einsum("ij,ij->i", features, features))
        rule = f"must have rows of length at most row_norm = {bounds.row_norm:g}"
        _refuse_outside(lengths, bounds.row_norm, "X", rule, "rows")
        rule = f"must lie in [-{bounds.label:g}, {bounds.label:g}]"
        _refuse_outside(np.abs(labels), bounds.label, "y", rule, "labels")

    @property
    def rows(self) -> int:
        """Number of records n."""
        return len(self.y)

    @property
    def bounds(self) -> DeclaredBounds:
        """The declared bounds, with R at most sqrt(d), which holds for every row."""
        dimension = self.X.shape[1]
        longest = math.sqrt(dimension)
        norm = longest if self.row_norm is None else validate.positive(self.row_norm, "row_norm")
        label = validate.within(
            validate.positive(self.label_bound, "label_bound"), 0.0, 1.0, "label_bound"
        )
        return DeclaredBounds(dimension, min(norm, longest), label)

    def levels(self, epsilon: ArrayLike) -> FloatArray:
        """Return (n,) checked privacy levels, one per record."""
        asked = validate.epsilons(epsilon)
        if asked.size != self.rows:
            rule = f"must have one level per training record ({self.rows:,})"
            raise InvalidInput("epsilon", rule, f"{asked.size:,} levels")
        return asked


@result
class RidgeProblem:
    """A training set and a test set: what the methods are compared on.

    Attributes:
        X: (n, d) training features in [-1, 1], intercept column included by the caller.
        y: (n,) training labels, |y| <= label_bound.
        X_test: (m, d) test features; finite, otherwise free: they only measure.
        y_test: (m,) test labels.
        row_norm: a declared bound R on the Euclidean norm of a row, by default sqrt(d).
        label_bound: L, 0 < L <= 1; 1/2 for labels centred on the middle of their range.
        label_interval: declared range (low, high) of a label, inside [-L, L]; by default
            that whole interval.  The private mean scales its noise to it: labels scaled to
            [0, 1] need half the noise of labels in [-1, 1].
        training: the training records, checked.

    Raises:
        InvalidInput: see `TrainingSet`; a label outside label_interval.
    """

    X: FloatArray
    y: FloatArray
    X_test: FloatArray
    y_test: FloatArray
    row_norm: float | None = None
    label_bound: float = 1.0
    label_interval: Sequence[float] | None = None
    training: TrainingSet = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check training records against the bounds, and that both tables match."""
        training = TrainingSet(self.X, self.y, self.row_norm, self.label_bound)
        features, labels = _table(self.X_test, self.y_test, "X_test", "y_test")
        if features.shape[1] != training.bounds.dimension:
            rule = f"must have the {training.bounds.dimension} columns of X"
            raise InvalidInput("X_test", rule, f"{features.shape[1]}")
        checked = {"X": training.X, "y": training.y, "X_test": features, "y_test": labels}
        for name, array in checked.items():
            object.__setattr__(self, name, array)
        object.__setattr__(self, "training", training)
        low, high = self.label_range
        middle, half = (low + high) / 2.0, (high - low) / 2.0
        rule = f"must lie in label_interval ({low:g}, {high:g})"
        _refuse_outside(np.abs(training.y - middle), half, "y", rule, "labels")

    @property
    def bounds(self) -> DeclaredBounds:
        """The declared bounds: what the noise depends on."""
        return self.training.bounds

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

    @cached_property
    def test_loss(self) -> QuadraticLoss:
        """The unregularised test loss as a quadratic function of the coefficients."""
        return mean_squared_error(self.X_test, self.y_test)

    @cached_property
    def uniform_spectrum(self) -> Spectrum:
        """The path of plain ridge regression: of the training records with equal weights."""
        rows = self.training.rows
        return weighted_spectrum(self.X, self.y, np.full(rows, 1.0 / rows))

    def fits(self, epsilon: FloatArray) -> Fits:
        """Return the regressions under (n,) checked levels, before noise; the last are remembered.

        Curves, single releases and chances of the same setting rest on the same ones.
        """

        def fit() -> Fits:
            return Fits(self.X, self.y, epsilon, self.uniform_spectrum)

        return self._fits.value(epsilon.tobytes(), fit)

    def remembered(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return what is made of this problem under a name; the last ones are remembered.

        name: says all that it depends on besides the problem.
        """
        found: T = self._others.value(name, make)
        return found

    @cached_property
    def _others(self) -> Remembered[Any]:
        return Remembered(REMEMBERED)

    @cached_property
    def _fits(self) -> Remembered[Fits]:
        return Remembered(REMEMBERED)


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
        raise InvalidInput(name, rule, f"{outside:,} {things} outside", _CLIP)


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
