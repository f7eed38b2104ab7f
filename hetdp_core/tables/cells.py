"""What the cells of a column say: numbers, missing, or something else."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core.errors import InvalidInput
from hetdp_core.tables.commas import between_thousands
from hetdp_core.tables.read import RawTable
from hetdp_core.validate import FloatArray

MISSING = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "none", ".", "-"})
"""Cells of a numeric column that stand for a missing value, in lower case.  In a column of
labels only an empty cell is missing: "none" may be an answer."""

PUBLIC = frozenset({"inf", "+inf", "infinity", "+infinity"})
"""Cells of a column of levels that stand for a person who asks for nothing, in lower case."""

LARGEST = 1e100
"""Largest number: sums of squares must not overflow."""

_PLAIN = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, eq=False)
class ParsedCells:
    """One column read as numbers.

    Attributes:
        values: (rows,) with NaN where a cell is missing or no number.
        missing: (rows,) the cell stands for a missing value.
        bad: (rows,) the cell is neither a number nor missing.
    """

    values: FloatArray
    missing: NDArray[np.bool_]
    bad: NDArray[np.bool_]


def column_cells(table: RawTable, name: str) -> pd.Series:
    """Return the text of a column; `InvalidInput` for a name that the table has not."""
    if name not in table.names:
        rule = "must be in the first line of the file"
        raise InvalidInput("column", rule, repr(name[:40]))
    return table.cells[name]


def parse_numbers(table: RawTable, name: str) -> ParsedCells:
    """Return a column read as numbers, with decimal commas where the file has them.

    Elsewhere commas are passed over where they can only stand between thousands.
    """
    cells = column_cells(table, name).to_list()
    missing = np.array([cell.lower() in MISSING for cell in cells])
    if table.decimal_comma:
        # A point would then be a thousands separator: no cell with one is a number.
        cells = [cell.replace(".", "?").replace(",", ".") for cell in cells]
    elif between_thousands(cells):
        cells = [cell.replace(",", "") for cell in cells]
    values = np.array([_number(cell) for cell in cells])
    return ParsedCells(values, missing, np.isnan(values) & ~missing)


def numbers(table: RawTable, name: str) -> FloatArray:
    """Return (rows,) the numbers of a column, NaN where a value is missing.

    Raises:
        InvalidInput: no such column, or a cell that is neither a number nor missing; the
            first one is named with its line.
    """
    parsed = parse_numbers(table, name)
    if np.any(parsed.bad):
        remedy = "correct it, declare the column a category, or leave the column out"
        raise bad_cell(table, name, parsed.bad, "must be a number", remedy)
    return parsed.values


def count_outside(table: RawTable, name: str, bounds: tuple[float, float]) -> int:
    """Count a column's numbers below the lower bound or above the upper one; missing are neither.

    The count is a fact about the rows: only for the eyes of whoever declares the table.

    >>> from hetdp_core.tables import read_table
    >>> count_outside(read_table(b"age\\n-1\\n30\\n\\n120\\n121\\n"), "age", (0.0, 120.0))
    2

    Raises:
        InvalidInput: as `numbers`.
    """
    low, high = bounds
    values = numbers(table, name)
    return int(np.count_nonzero((values < low) | (values > high)))


def levels(table: RawTable, name: str, *, of_empty: float = np.nan) -> FloatArray:
    """Return (rows,) what each person asks for: above 0, infinity ("inf") for nothing.

    of_empty : level of who said nothing; NaN where none was said for them.

    Raises:
        InvalidInput: no such column, or a cell that is missing or no such level; the first one
            is named with its line.
    """
    values = parse_levels(table, name).values
    values = np.where(is_empty(table, name), of_empty, values)
    asked = values > 0
    if not np.all(asked):
        rule = 'must be a positive privacy level ("inf" for a public person)'
        remedy = "correct it, or declare the column a number if it is not what people ask for"
        raise bad_cell(table, name, ~asked, rule, remedy)
    return values


def is_empty(table: RawTable, name: str) -> NDArray[np.bool_]:
    """Return (rows,) whether a cell holds nothing at all."""
    return (column_cells(table, name) == "").to_numpy(dtype=bool)


def parse_levels(table: RawTable, name: str) -> ParsedCells:
    """Return a column read as privacy levels: as numbers, or infinite."""
    parsed = parse_numbers(table, name)
    public = column_cells(table, name).str.lower().isin(PUBLIC).to_numpy(dtype=bool)
    return ParsedCells(
        np.where(public, np.inf, parsed.values), parsed.missing, parsed.bad & ~public
    )


def bad_cell(
    table: RawTable, name: str, bad: NDArray[np.bool_], rule: str, remedy: str
) -> InvalidInput:
    """Return the sentence about the first bad cell of a column."""
    row = int(np.argmax(bad))
    where = f"{name[:40]!r} on line {table.lines[row]:,}"
    return InvalidInput(where, rule, repr(table.cells[name].iloc[row][:40]), remedy)


def _number(cell: str) -> float:
    """Return a finite number of sensible size, or NaN for any other text."""
    if _PLAIN.fullmatch(cell) is None:
        return np.nan
    value = float(cell)
    return value if abs(value) <= LARGEST else np.nan
