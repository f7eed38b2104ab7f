"""A dataset becomes the rows of a regression: scaled, one-hot, with intercept, split in two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.datasets import Column, Dataset
from hetdp_core.errors import InvalidInput, NextStep
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

SCALINGS = ("declared", "data")
"""Where the bounds that scale a column come from; "data" is not private."""

OUTSIDE = ("clip", "refuse")
"""What to do about values outside the declared bounds."""

MAX_DIMENSION = 300
"""Most columns of a design: each release solves a system of this size."""

MAX_CELLS = 20_000_000
"""Most cells of a design, training and test rows together (160 MB)."""

MIN_TRAINING_ROWS = 2
"""Fewest training rows; there is at least one test row."""

TEST_SHARE = 0.2
"""Share of the complete rows to test on, rounded up."""

SPLIT_SEED = 21
"""Of the split, as in the paper."""


@dataclass(frozen=True)
class DesignSettings:
    """How to turn a dataset into a regression.

    Attributes:
        target: the numeric column to predict.
        features: the columns to predict from, None for all but the target and privacy levels.
        scaling: "declared" scales by the bounds of the schema; "data" by the least and
            largest value among the complete rows, training and test together, as the paper
            does, which is NOT private.
        centred: labels and numbers on [-1/2, 1/2] instead of [0, 1]: the middle of the declared
            range is public, so it costs no privacy.
        outside: "clip" moves a value outside the bounds to the nearest one and gives a label
            that is not declared a row of zeros; "refuse" raises.
    """

    target: str
    features: tuple[str, ...] | None = None
    scaling: str = "declared"
    centred: bool = False
    outside: str = "clip"

    def __post_init__(self) -> None:
        validate.choice(self.scaling, SCALINGS, "scaling")
        validate.choice(self.outside, OUTSIDE, "outside")


@result
class Design:
    """Training and test rows of a regression, and the public facts about them.

    Attributes:
        X_train, X_test: (n, d) and (m, d): numeric columns in the order of the features, on
            [0, 1] or [-1/2, 1/2], then one column of 0 and 1 for each label of each category,
            then ones, the intercept.
        y_train, y_test: (n,) and (m,) labels on `label_range`.
        training_rows, test_rows: (n,) and (m,) rows of the dataset that they were made from.
        titles: d names as users know them, such as "Age", "Sex = female" and "intercept".
        target: the column of the dataset that is predicted.
        row_norm: R with ||x||₂ <= R for every row that could occur, from the schema only: a
            category and the intercept add at most 1 to R², a number its largest square.
        label_range: ends of the labels, (0, 1) or (-1/2, 1/2).
        label_units: these ends in units of the target.
        outside: values of the target and each feature that break the declared bounds or
            labels, among the complete rows; scaled by "data", numbers never do.
        incomplete: rows left out because the target or a feature is missing.  How many rows
            remain is taken to be public.
        scaled_by_data: scaled as in the paper, by the extremes of these rows: then no
            guarantee holds.
    """

    X_train: FloatArray
    y_train: FloatArray
    X_test: FloatArray
    y_test: FloatArray
    training_rows: NDArray[np.intp]
    test_rows: NDArray[np.intp]
    titles: tuple[str, ...]
    target: str
    row_norm: float
    label_range: tuple[float, float]
    label_units: tuple[float, float]
    outside: dict[str, int]
    incomplete: int
    scaled_by_data: bool

    @property
    def label_bound(self) -> float:
        """B with |y| <= B for every label that could occur: 1, or 1/2 when centred."""
        return max(map(abs, self.label_range))

    @property
    def label_scale(self) -> float:
        """Units of the target in one unit of the labels: errors in labels times this."""
        return self.label_units[1] - self.label_units[0]

    @property
    def outside_total(self) -> int:
        """Values that were clipped, all columns together."""
        return sum(self.outside.values())

    def to_units(self, values: FloatArray) -> FloatArray:
        """Return labels or predictions, of any shape, in units of the target."""
        in_units: FloatArray = self.label_units[0] + self.label_scale * (
            values - self.label_range[0]
        )
        return in_units


def design(dataset: Dataset, settings: DesignSettings) -> Design:
    """Return the rows of a regression of the target on the features; the dataset is not changed.

    Private under replacement of one row unless `scaled_by_data`: every row is then scaled by
    itself, with bounds fixed beforehand.  The split is that of scikit-learn's
    `train_test_split(test_size=TEST_SHARE, random_state=SPLIT_SEED)`; the training rows are
    in random order, so the first k of them are a random sample.

    Raises:
        NextStep: no target or no features.
        InvalidInput: a target that is not numeric or among the features; unknown,
            repeated or no features; privacy levels among these; too few complete rows; more
            than `MAX_DIMENSION` columns or `MAX_CELLS` cells; values outside the bounds
            (`outside="refuse"`); infinite values (`scaling="data"`).
    """
    target = _target(dataset, settings.target)
    features = _features(dataset, settings)
    used = dataset.frame[[column.name for column in (target, *features)]]
    complete = np.flatnonzero(used.notna().all(axis="columns"))
    n, titles = complete.size, _titles(features)
    tests, d = math.ceil(TEST_SHARE * n), len(titles)
    if not n - tests >= MIN_TRAINING_ROWS:
        rule = f"must leave at least {MIN_TRAINING_ROWS} for training and one for testing"
        remedy = "leave out columns with many missing values"
        raise InvalidInput("rows", rule, f"{n:,} without missing values", remedy)
    if d > MAX_DIMENSION or n * d > MAX_CELLS:
        rule = f"must give at most {MAX_DIMENSION:,} columns and {MAX_CELLS:,} cells"
        remedy = "leave out categories with many labels"
        raise InvalidInput("features", rule, f"{d:,} columns for {n:,} rows", remedy)
    # test rows first; the stream of this generator is frozen, and the paper's split uses it
    order = complete[np.random.RandomState(SPLIT_SEED).permutation(n)]
    rows = used.iloc[order]

    outside = {
        column.name: _outside(rows, column, settings.scaling) for column in (target, *features)
    }
    if settings.outside == "refuse":
        _refuse(outside)
    units = _bounds(rows, target, settings.scaling)
    low = -0.5 if settings.centred else 0.0
    numbers = sum(column.kind != "category" for column in features)
    X = _matrix(rows, features, settings.scaling)
    X[:, :numbers] += low
    y = _on_unit_interval(rows, target, units) + low
    return Design(
        X_train=X[tests:],
        y_train=y[tests:],
        X_test=X[:tests],
        y_test=y[:tests],
        training_rows=order[tests:],
        test_rows=order[:tests],
        titles=titles,
        target=target.name,
        row_norm=math.sqrt(len(features) + 1 - numbers * (1.0 - (1.0 + low) ** 2)),
        label_range=(low, low + 1.0),
        label_units=units,
        outside=outside,
        incomplete=len(dataset.frame) - n,
        scaled_by_data=settings.scaling == "data",
    )


def _target(dataset: Dataset, name: str) -> Column:
    if not name:
        raise NextStep("Choose the column to predict.")
    column = _column(dataset, name, "target")
    if column.bounds is None:
        rule = "must be a column of numbers"
        raise InvalidInput("target", rule, f"the category {name[:40]!r}")
    return column


def _features(dataset: Dataset, settings: DesignSettings) -> tuple[Column, ...]:
    """Order the columns to predict from: numbers first, as in the paper, then categories."""
    names = settings.features
    if names is None:
        others = (c for c in dataset.info.columns if c.kind != "level")
        names = tuple(c.name for c in others if c.name != settings.target)
    if settings.target in names:
        actual = f"{settings.target[:40]!r} among them"
        raise InvalidInput("features", "must not include the target", actual)
    if not names:
        others = (c for c in dataset.info.columns if c.kind != "level")
        if any(column.name != settings.target for column in others):
            raise NextStep("Choose at least one column to predict from.")
        raise NextStep("Only one column is described. Describe at least one to predict from.")
    if len(set(names)) < len(names):
        actual = f"{len(names)}, {len(set(names))} of them different"
        raise InvalidInput("features", "must be named once each", actual)
    columns = [_column(dataset, name, "features") for name in names]
    return tuple(sorted(columns, key=lambda column: column.kind == "category"))


def _column(dataset: Dataset, name: str, argument: str) -> Column:
    """Return a column by its name; a wide table has too many to list them in a sentence."""
    known = {column.name: column for column in dataset.info.columns}
    if name not in known:
        raise InvalidInput(argument, "must be in the dataset", repr(name[:40]))
    if known[name].kind == "level":
        rule = "must not say what privacy a person asks for"
        raise InvalidInput(argument, rule, f"the privacy levels {name[:40]!r}")
    return known[name]


def _titles(features: Sequence[Column]) -> tuple[str, ...]:
    """Return a name for each column of the matrix."""
    titles = [
        title
        for column in features
        for title in (
            [f"{column.label} = {label}" for label in column.categories] or [column.label]
        )
    ]
    return (*titles, "intercept")


def _bounds(rows: pd.DataFrame, column: Column, scaling: str) -> tuple[float, float]:
    """Return what 0 and 1 stand for in a numeric column."""
    if scaling == "data":
        return bounds_from_data(rows[column.name].to_numpy(dtype=np.float64))
    assert column.bounds is not None  # its kind is not category
    return column.bounds


def bounds_from_data(values: ArrayLike) -> tuple[float, float]:
    """Return the least and largest present value: NOT private, only for "as in the paper".

    Bounds read off the data leak it: one person's value may be the largest.  Call this only
    when the user asks for it, and say so.  A constant c gives (c, c + max(1, |c|)).

    Raises:
        InvalidInput: no value is present, or one is infinite.
    """
    array = validate.as_floats(values, "values")
    present = array[~np.isnan(array)]
    if not (present.size > 0 and np.all(np.isfinite(present))):
        raise InvalidInput("values", "must be finite and not all missing", "other values")
    low, high = float(np.min(present)), float(np.max(present))
    return (low, high) if low < high else (low, low + max(1.0, abs(low)))


def _outside(rows: pd.DataFrame, column: Column, scaling: str) -> int:
    """Return values to be clipped: the data's own bounds have none."""
    return (
        0 if scaling == "data" and column.kind != "category" else column.outside(rows[column.name])
    )


def _refuse(outside: dict[str, int]) -> None:
    broken = [f"{count:,} of {name[:40]!r}" for name, count in outside.items() if count]
    if broken:
        more = ["..."] if len(broken) > 5 else []
        rule = "must lie within the declared bounds and labels"
        actual = f"{', '.join([*broken[:5], *more])} outside"
        raise InvalidInput("values", rule, actual, "widen the bounds or choose to clip")


def _on_unit_interval(
    rows: pd.DataFrame, column: Column, bounds: tuple[float, float]
) -> FloatArray:
    """Return (n,) a numeric column on [0, 1], values outside the bounds at the nearest end."""
    low, high = bounds
    raw = rows[column.name].to_numpy(dtype=np.float64)
    scaled: FloatArray = (np.clip(raw, low, high) - low) / (high - low)
    return scaled


def _matrix(rows: pd.DataFrame, features: Sequence[Column], scaling: str) -> FloatArray:
    """Return (n, d) the features on [0, 1], and the intercept."""
    parts = []
    for column in features:
        if column.kind == "category":
            labels = pd.Index(column.categories)
            places = labels.get_indexer(pd.Index(rows[column.name]))  # -1 if not declared
            parts.append(places[:, np.newaxis] == np.arange(len(labels)))
        else:
            bounds = _bounds(rows, column, scaling)
            parts.append(_on_unit_interval(rows, column, bounds)[:, np.newaxis])
    return np.hstack([*parts, np.ones((len(rows), 1))])
