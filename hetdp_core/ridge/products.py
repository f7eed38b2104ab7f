"""Records as whole numbers, and weighted sums of their products: all that a ridge regression needs.

A record becomes a vector k of whole numbers, each a function of this record alone: a number its
place between the declared bounds, from -`UNIT` to `UNIT`; a yes or no, or a category of two labels,
-`UNIT` or `UNIT`; any other category `UNIT` at its label and 0 at the others; the intercept `UNIT`;
and the label (what is predicted) its place from -`label_unit` to `label_unit`.  The sums of
weight * k_a * k_b over all records are exact in 64 bits, so what one user can change is known
exactly, whatever floats do elsewhere.

What one user can change.  Let every record have |k|² <= K.  The sums released are of products
k_a k_b with a < b, and of squares k_a² of numbers alone.  The others are known: squares of yes or
no, of the intercept, products of two labels of one category (0), and the square at a label, which
is `UNIT` times the number itself.  The square of the label is not needed.  Replacing k by l,

    Σ_{released} (k_a k_b - l_a l_b)²  <=  ½ |k kᵀ - l lᵀ|² + ½ Σ_{numbers} (k_a² - l_a²)²
                                       <=  K² + ½ N UNIT⁴,

N the numbers among the features: in the Frobenius norm each product off the diagonal counts twice
and each square once, and |k kᵀ - l lᵀ|² = |k|⁴ + |l|⁴ - 2 (kᵀl)² <= 2 K².
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.datasets import Column
from hetdp_core.validate import FloatArray

IntArray = NDArray[np.int64]

UNIT = 2**12
"""Steps from the middle of a feature's range to its end: rounding moves by 1e-4 of that."""

TOTAL_WEIGHT = 2**34
"""What whole weights add up to, or a little less: times `UNIT` and a label of at most 2**16 steps
it stays below 2**62, and leaves a bit for the noise."""

MOST_COORDINATES = 100
"""Most coordinates of a record, intercept included; there are about half their square of sums."""

_ROWS_AT_ONCE = 2**16


class Coordinate(NamedTuple):
    """One entry of the vector that a record becomes.

    Attributes:
        column: name of the feature; "" for the intercept.
        kind: "number", "binary" (of two values), "category" or "intercept".
        label: of a category; "" otherwise.
        instead_of: the other label of two; "" otherwise.
        bounds: of a number; (0, 1) otherwise.
    """

    column: str
    kind: str
    label: str = ""
    instead_of: str = ""
    bounds: tuple[float, float] = (0.0, 1.0)


@dataclass(frozen=True)
class Coding:
    """How records become whole numbers; the features' schema decides it alone.

    Attributes:
        features: the columns to predict from.
        coordinates: of a record without its label; the intercept is the last.
    """

    features: tuple[Column, ...]
    coordinates: tuple[Coordinate, ...]

    @property
    def dimension(self) -> int:
        """Number d of coefficients, that of the intercept included."""
        return len(self.coordinates)

    @property
    def row_norm_squared(self) -> int:
        """R²: each column and the intercept add at most 1 to the square of a record's length."""
        return len(self.features) + 1

    @property
    def label_unit(self) -> int:
        """Steps from the middle of the label's range to its end, about R / sqrt(2) `UNIT`.

        The longer the label, the less noise on the sums with it, and the more on those without.
        In simulations on five datasets this length lost the least, or within 7 % of it, among
        R / 2, R / sqrt(2) and R.
        """
        return math.isqrt(self.row_norm_squared * UNIT**2 // 2)

    @property
    def numbers(self) -> int:
        """How many features are numbers, so that their squares are released."""
        return sum(coord.kind == "number" for coord in self.coordinates)

    @property
    def twice_moved_squared(self) -> int:
        """Twice a bound on the squared ℓ2 change of all sums by one record of weight 1; exact."""
        longest = self.row_norm_squared * UNIT**2 + self.label_unit**2
        return 2 * longest**2 + self.numbers * UNIT**4

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """(m,) and (m,) places a <= b of the products released; the label's place is d."""
        pairs = [
            (a, b)
            for a, first in enumerate(self.coordinates)
            for b, second in enumerate(self.coordinates[a:], a)
            if _is_released(first, second, a == b)
        ]
        label = self.dimension
        places = np.array([*pairs, *((a, label) for a in range(label))], dtype=np.int64)
        return places[:, 0], places[:, 1]

    def records(self, frame: pd.DataFrame, label: str, bounds: tuple[float, float]) -> IntArray:
        """Return (n, d + 1) records as whole numbers, the label last; row by row.

        Numbers outside the bounds are moved to the nearest bound, a missing one is in the middle;
        a label of a category that is not declared, or is missing, is none of the labels.
        """
        columns = [self._coded(frame, coord) for coord in self.coordinates]
        target = frame[label].to_numpy(dtype=np.float64)
        columns.append(_steps(target, bounds, self.label_unit))
        return np.column_stack(columns)

    def _coded(self, frame: pd.DataFrame, coord: Coordinate) -> IntArray:
        if coord.kind == "intercept":
            return np.full(len(frame), UNIT, dtype=np.int64)
        if coord.kind == "category":
            return np.where(frame[coord.column].to_numpy() == coord.label, UNIT, 0)
        if coord.instead_of:
            values = frame[coord.column].to_numpy()
            return np.where(
                values == coord.label, UNIT, np.where(values == coord.instead_of, -UNIT, 0)
            )
        values = frame[coord.column].to_numpy(dtype=np.float64)
        if coord.kind == "binary":
            sure = np.where(values >= 0.5, UNIT, -UNIT)
            return np.where(np.isnan(values), 0, sure).astype(np.int64)
        return _steps(values, coord.bounds, UNIT)

    def sums(
        self, weights: IntArray, frame: pd.DataFrame, label: str, bounds: tuple[float, float]
    ) -> list[int]:
        """Return the m weighted sums of products, exact and the same in any order of the rows.

        Args:
            weights: (n,) whole weights, with sum at most `TOTAL_WEIGHT`.
            frame: n rows with the features and the label.
            label, bounds: name of the column to predict, and its declared range.
        """
        validate.count(int(np.sum(weights)), 0, TOTAL_WEIGHT, "sum of weights")
        size = self.dimension
        total = np.zeros((size, size + 1), dtype=np.int64)
        for start in range(0, len(frame), _ROWS_AT_ONCE):
            rows = slice(start, start + _ROWS_AT_ONCE)
            coded = self.records(frame.iloc[rows], label, bounds)
            total += (coded[:, :size] * weights[rows, np.newaxis]).T @ coded
        return [int(product) for product in total[self.pairs]]

    def averages(self, sums: Sequence[int], weight: int) -> tuple[FloatArray, FloatArray]:
        """Return XᵀWX, (d, d), and XᵀWy, (d,), as weighted averages on [-1, 1] each.

        Averages beyond -1 or 1, which only noise can make, are moved to the nearest; what is
        known without data is filled in.

        Args:
            sums: as `sums` returns them, noise included.
            weight: that they are sums over.
        """
        size, (first, second) = self.dimension, self.pairs
        means = np.array(sums, dtype=np.float64) / (weight * float(UNIT))
        inner, outer = means[:-size] / UNIT, means[-size:] / self.label_unit
        matrix = np.diag([1.0 if coord.kind != "number" else 0.0 for coord in self.coordinates])
        matrix[first[:-size], second[:-size]] = inner
        matrix[second[:-size], first[:-size]] = inner
        at_labels = self.at_labels
        matrix[at_labels, at_labels] = matrix[at_labels, -1]
        return np.clip(matrix, -1.0, 1.0), np.clip(outer, -1.0, 1.0)

    @cached_property
    def at_labels(self) -> IntArray:
        """Places of the labels of categories, whose squares are the averages themselves."""
        places = [at for at, coord in enumerate(self.coordinates) if coord.kind == "category"]
        return np.array(places, dtype=np.int64)


def coding_of(features: Sequence[Column]) -> Coding:
    """Return how records with these features become whole numbers.

    Raises:
        InvalidInput: more than `MOST_COORDINATES`, intercept included.
    """
    coordinates: list[Coordinate] = []
    for column in features:
        if column.bounds is None and len(column.categories) == 2:
            other, label = column.categories
            coordinates.append(Coordinate(column.name, "binary", label, other))
        elif column.bounds is None:
            labels = (Coordinate(column.name, "category", word) for word in column.categories)
            coordinates.extend(labels)
        elif column.kind == "binary":
            coordinates.append(Coordinate(column.name, "binary"))
        else:
            coordinates.append(Coordinate(column.name, "number", bounds=column.bounds))
    coordinates.append(Coordinate("", "intercept"))
    validate.count(len(coordinates), 1, MOST_COORDINATES, "number of coefficients")
    return Coding(tuple(features), tuple(coordinates))


def _is_released(first: Coordinate, second: Coordinate, same: bool) -> bool:
    """Say whether the product of two coordinates is not known without data."""
    if same:
        return first.kind == "number"
    return not (first.kind == second.kind == "category" and first.column == second.column)


def _steps(values: FloatArray, bounds: tuple[float, float], unit: int) -> IntArray:
    """Return (n,) places in an interval, from -unit at its lower to unit at its upper end."""
    low, high = bounds
    present = np.clip(values, low, high)
    share = (present - low) / (high - low) * 2.0 - 1.0
    steps = np.where(np.isnan(values), 0.0, np.rint(share * unit))
    return np.clip(steps, -unit, unit).astype(np.int64)
