"""Named example datasets, each with a schema declared before looking at the data.

`data/schema.toml` states for every column its kind, unit, bounds and sensitivity.  The bounds come
from eligibility rules, definitions or medical knowledge; each says which.  Bounds read off the data
would themselves leak.  `load` returns the rows with that schema and changes nothing.  Values
outside the bounds and missing values stay in the frame and are counted, never repaired in silence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.calls import Call
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal
from hetdp_core.validate import FloatArray

Kind = Literal["number", "integer", "binary", "category", "level"]
Sensitivity = Literal["low", "medium", "high"]

_HERE = Path(__file__).resolve().parent
DATA_DIR = next(filter(Path.is_dir, (_HERE / "data", _HERE.parent / "data")))
"""Where the shipped files and their schema lie: in the installed package, or next to it."""


@dataclass(frozen=True, slots=True)
class Column:
    """The public facts about a column, known before any row is seen.

    A numeric column (number, integer or binary) has `bounds`, a closed interval in `unit`, and no
    categories.  A category column has `categories`, all labels it may hold, and no bounds. A level
    column holds each person's level (epsilon > 0, infinity for no privacy): it has neither bounds
    nor categories, is public, and no mean or regression may use it. Where its cells are words,
    `words` says which epsilon each word asks for, and at "" the one for an empty cell.  For a
    binary column it says which word is 1 and which is 0. `unit` is empty for a pure number.
    `bounds_from` gives the reason for the bounds (or labels).  `sensitivity` is a default guess of
    how much a person would mind the value being revealed.  Where its cells are text, `decimal` is
    the mark before the decimals, `ignored` are the signs allowed next to a number, and `missing`
    the codes for no value.
    """

    name: str
    kind: Kind
    label: str
    unit: str
    description: str
    bounds_from: str
    sensitivity: Sensitivity
    bounds: tuple[float, float] | None = None
    categories: tuple[str, ...] = ()
    words: tuple[tuple[str, float], ...] = ()
    decimal: Decimal = "."
    ignored: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def outside(self, values: ArrayLike | pd.Series) -> int:
        """Count values out of bounds, or no label or positive level; NaN and None are not."""
        present = pd.Series(values).dropna()
        if self.kind == "level":
            return int((~(present > 0)).sum())
        if self.bounds is None:
            return int((~present.isin(self.categories)).sum())
        return int((~present.between(*self.bounds)).sum())


@dataclass(frozen=True, slots=True)
class DatasetInfo:
    """A dataset without its rows: provenance, schema and defaults.

    `row_is` says what one row stands for, hence what a guarantee for one row protects.
    `default_target` is the column to predict and `default_column` the one to average, unless the
    user chooses; both are numeric.  `file` is relative to `DATA_DIR`.
    """

    key: str
    title: str
    row_is: str
    source: str
    licence: str
    caveat: str
    columns: tuple[Column, ...]
    default_target: str
    default_column: str
    simulated: bool
    file: str

    def numeric_columns(self) -> dict[str, str]:
        """Return labels, by name, of columns with bounds: those a mean or a regression can use."""
        return {column.name: column.label for column in self.columns if column.bounds is not None}

    def level_columns(self) -> tuple[str, ...]:
        """Return names of the columns that hold each person's level."""
        return tuple(column.name for column in self.columns if column.kind == "level")

    def column(self, name: str) -> Column:
        """Return the column of that name; `InvalidInput` lists the names if there is none."""
        by_name = {column.name: column for column in self.columns}
        return by_name[validate.choice(name, by_name, "column")]


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """The present values of a numeric column, and what to say about the others.

    `values` is a new float64 array of shape (rows - missing,), in row order, with any
    value outside the bounds still in it; `missing` and `outside` are counts.
    """

    values: FloatArray
    missing: int
    outside: int


@dataclass(frozen=True, slots=True)
class Dataset:
    """Rows with their schema.

    `frame` has the schema's columns in the schema's order.  Numeric columns are float64 with NaN
    for missing (integers and binaries hold whole numbers).  Levels are float64 and may be infinite;
    category columns hold text.  The frame belongs to the caller of `load`: copy it before changing
    it if it is cached or shared.  `source` is the code with which scripts make the same table; None
    where nobody can.
    """

    info: DatasetInfo
    frame: pd.DataFrame
    source: Call[Dataset] | None = field(default=None, compare=False, repr=False)

    def numeric_columns(self) -> tuple[str, ...]:
        """Return names of the columns with bounds: those a mean or a regression can use."""
        return tuple(self.info.numeric_columns())

    def level_columns(self) -> tuple[str, ...]:
        """Return names of the columns that hold each person's level."""
        return self.info.level_columns()

    def levels(self, column: str) -> FloatArray:
        """Return each person's level, in row order: a new float64 array.

        column : one of `level_columns`.

        Raises:
            InvalidInput: not a column of privacy levels, or a level in it is
                missing or not positive.
        """
        if column not in self.level_columns():
            remedy = "declare one, or choose the same ε for everyone"
            actual = repr(column[:40]) if column else "none"
            raise InvalidInput("column of ε", "must be declared as privacy levels", actual, remedy)
        return validate.epsilons(self.frame[column], f"epsilon in {column[:40]!r}").copy()

    def counted(self, column: str) -> FloatArray:
        """Return (rows,) the values of a numeric column as a release counts them: for each person.

        A missing value is the middle of the bounds; one outside stays outside.

        Raises:
            InvalidInput: it is no numeric column.
        """
        name = validate.choice(column, self.numeric_columns(), "column")
        low, high = self.info.column(name).bounds or (0.0, 0.0)
        values = self.frame[name].to_numpy(dtype=np.float64)
        return np.where(np.isnan(values), low / 2.0 + high / 2.0, values)

    def values(self, column: str) -> ColumnValues:
        """Return the values of a numeric column; `InvalidInput` for any other name."""
        name = validate.choice(column, self.numeric_columns(), "column")
        present = self.frame[name].dropna()
        return ColumnValues(
            values=present.to_numpy(dtype=np.float64, copy=True),
            missing=len(self.frame) - len(present),
            outside=self.info.column(name).outside(present),
        )


def available() -> tuple[str, ...]:
    """Return keys of the shipped datasets, in the order to offer them."""
    return tuple(_registry())


def info(key: str) -> DatasetInfo:
    """Return the provenance and schema of a dataset; `InvalidInput` names the known keys."""
    return _registry()[validate.choice(key, available(), "dataset")]


def load(key: str) -> Dataset:
    """Read a shipped dataset; every call returns a fresh frame.

    Only an empty cell is missing, so a label such as "none" stays a label.  Raises
    `InvalidInput`, naming the known keys, for any other key.
    """
    details = info(key)
    frame = pd.read_csv(
        DATA_DIR / details.file,
        dtype={c.name: "str" if c.kind == "category" else "float64" for c in details.columns},
        keep_default_na=False,
        na_values=[""],
    )
    return Dataset(details, frame, Call(load, key).cached())


def check(dataset: Dataset) -> tuple[str, ...]:
    """Return the ways in which the frame breaks its schema, one sentence each; empty if none.

    Compares column names and their order, dtypes, whole numbers, labels and bounds.
    Missing values are allowed everywhere.
    """
    expected = [column.name for column in dataset.info.columns]
    names = [str(name) for name in dataset.frame.columns]
    if names != expected:
        return (f"columns must be {', '.join(expected)} (given: {', '.join(names)}).",)
    return tuple(
        problem
        for column in dataset.info.columns
        for problem in _problems(column, dataset.frame[column.name])
    )


def _problems(column: Column, values: pd.Series) -> Iterator[str]:
    """Return the faults of one column; a wrong dtype hides the rest."""
    if column.kind == "level":
        right_dtype, dtype = values.dtype == np.float64, "float64"
        rule = "be above 0"
    elif column.bounds is None:
        right_dtype, dtype = pd.api.types.is_string_dtype(values), "text"
        rule = f"be one of {', '.join(column.categories)}"
    else:
        right_dtype, dtype = values.dtype == np.float64, "float64"
        rule = "lie between {:g} and {:g}".format(*column.bounds)
    if not right_dtype:
        yield f"{column.name} must be stored as {dtype} (given: {values.dtype})."
        return
    if column.kind in ("integer", "binary"):
        broken = int((values.dropna() % 1 != 0).sum())
        if broken:
            yield f"{column.name} must hold whole numbers (given: {broken:,} that are not)."
    outside = column.outside(values)
    if outside:
        yield f"{column.name} must {rule} (given: {outside:,} outside)."


@cache
def _registry() -> Mapping[str, DatasetInfo]:
    """Return all schemas, read once: they are immutable, so callers may share them."""
    with (DATA_DIR / "schema.toml").open("rb") as file:
        return {key: _info(key, table) for key, table in tomllib.load(file).items()}


def _info(key: str, table: dict[str, Any]) -> DatasetInfo:
    columns = tuple(_column(entry) for entry in table.pop("columns"))
    return DatasetInfo(key=key, columns=columns, **table)


def _column(entry: dict[str, Any]) -> Column:
    if "bounds" in entry:
        entry["bounds"] = validate.interval(entry["bounds"], f"bounds of {entry['name']}")
    entry["categories"] = tuple(entry.get("categories", ()))
    return Column(**entry)
