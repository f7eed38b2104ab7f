"""What the cells of a column say, each read by itself: numbers, levels, or neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import MISSING, Decimal, is_numeral, level, number
from hetdp_core.tables.read import RawTable
from hetdp_core.validate import FloatArray

LARGEST = 1e100
"""Largest number: sums of squares must not overflow."""

MOST_WORDS = 20
"""Most different words of a column that may each stand for a level."""


def numbers(cells: Sequence[str], decimal: Decimal) -> FloatArray:
    """Return (rows,) the number in each cell, NaN where it says none.

    Each cell is read by itself, by `numerals.number`; a percent sign after it is dropped.  What
    cannot be read is NaN as a missing value is: no cell is a reason to read another differently.

    >>> numbers(["1.234,5", "5 %", "NA", "0.5"], ",")
    array([1234.5,    5. ,    nan,    nan])
    """
    known = {cell: _number(cell, decimal) for cell in set(cells)}
    return np.array([known[cell] for cell in cells], dtype=np.float64)


def _number(cell: str, decimal: Decimal) -> float:
    value = number(cell.removesuffix("%").rstrip(), decimal)
    return value if abs(value) <= LARGEST else np.nan


def are_missing(cells: Sequence[str]) -> NDArray[np.bool_]:
    """Return (rows,) whether a cell of a numeric column stands for a missing value."""
    return np.array([cell.lower() in MISSING for cell in cells], dtype=bool)


def words_asking(table: RawTable, name: str, decimal: Decimal) -> tuple[str, ...]:
    """Return the words that stand for a level in a column of levels, sorted, "" (nothing) last.

    Levels are public, and so are these; none where each cell is a level.

    >>> from hetdp_core.tables import read_table
    >>> table = read_table(b"days,wish\\n1,low\\n2,high\\n3,\\n4,low\\n5,0.5\\n")
    >>> words_asking(table, "wish", ".")
    ('high', 'low', '')

    Raises:
        InvalidInput: more than `MOST_WORDS` different ones, or a number that is no level.
    """
    cells = table.column(name)
    words = {cell for cell in set(cells) if np.isnan(_level(cell, decimal))}
    if wrong := {word for word in words if is_numeral(word, decimal)}:
        raise _no_level(table, name, wrong)
    if len(words) > MOST_WORDS:
        rule = f"must hold privacy levels, or at most {MOST_WORDS} different words for them"
        raise InvalidInput(f"column {name[:40]!r}", rule, f"{len(words):,} words")
    return tuple(sorted(words, key=lambda word: (not word, word)))


def levels(
    table: RawTable, name: str, decimal: Decimal, asks: Mapping[str, float] | None = None
) -> FloatArray:
    """Return (rows,) what each person asks for: above 0, infinity ("inf") for nothing.

    asks : the level that each word stands for; "" is an empty cell.

    Raises:
        InvalidInput: a cell is no level, and no word for one; it is named with its line.
    """
    cells = table.column(name)
    known = {cell: _level(cell, decimal) for cell in set(cells)}
    for word, asked in (asks or {}).items():
        if word in known and not is_numeral(word, decimal):
            known[word] = asked
    if unknown := {cell for cell, asked in known.items() if np.isnan(asked)}:
        raise _no_level(table, name, unknown)
    return np.array([known[cell] for cell in cells], dtype=np.float64)


def _level(cell: str, decimal: Decimal) -> float:
    asked = level(cell, decimal)
    return asked if asked <= LARGEST or np.isinf(asked) else np.nan


def _no_level(table: RawTable, name: str, wrong: set[str]) -> InvalidInput:
    """Return the sentence about the first of these cells."""
    row = next(row for row, cell in enumerate(table.column(name)) if cell in wrong)
    where = f"{name[:40]!r} on line {table.lines[row]:,}"
    rule = 'must be a positive privacy level ("inf" for a public person)'
    found, remedy = repr(table.column(name)[row][:40]), "correct it, or say what it asks for"
    return InvalidInput(where, rule, found, remedy)
