"""Facts about cells for the person who declares a table: nothing else uses them.

Each of these counts is a fact about people.  A page shows them in one marked block; no default,
option or receipt depends on them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice
from typing import NamedTuple

import numpy as np

from hetdp_core.datasets import Column
from hetdp_core.numerals import MARKS, MISSING, Decimal, counted, number, words_of
from hetdp_core.tables.columns import SIGN, numbers, plain
from hetdp_core.tables.description import identifies
from hetdp_core.tables.read import RawTable
from hetdp_core.validate import FloatArray

MOST_EXAMPLES = 3
"""Examples of how a cell is read, and of values outside the bounds."""


def notes(table: RawTable, columns: Iterable[Column]) -> list[tuple[str, str]]:
    """Return the facts about cells of declared columns: each column's name, a sentence.

    Levels have none: a cell that holds no level is refused when they are declared.

    >>> from hetdp_core.tables import Description, read_table
    >>> table = read_table(b"pay;town\\n1.200;South\\n;south\\n0.5;south\\n")
    >>> notes(table, [Description("pay", "number", "0", "1000", decimal=",").column()])[0]
    ('pay', '“1.200” is read as 1200. If this is wrong, correct the decimal mark or the file.')
    """
    found = [*_repeats(table)]
    for column in columns:
        if column.kind != "level":
            on_cells = _on_labels if column.kind == "category" else _on_numbers
            found += [(column.name, sentence) for sentence in on_cells(table, column)]
    return found


def _repeats(table: RawTable) -> Iterator[tuple[str, str]]:
    """Yield each column that names people of which rows repeat a cell, and how many do."""
    for name in filter(identifies, table.names):
        cells = [cell for cell in table.column(name) if cell]
        if again := len(cells) - len(set(cells)):
            rows = counted(again, "row repeats", "rows repeat")
            yield name, f"{rows} a value. If they are one person's, their ε is exceeded."


_TOTAL = re.compile(r"((grand_|sub)?totals?|sum|summe|gesamt\w*|average|mean|mittelwert)(_\w+)?")


def likely_total(table: RawTable) -> str:
    """Return a sentence where a cell of the last row is called a total or a mean; "" elsewhere.

    >>> from hetdp_core.tables import read_table
    >>> likely_total(read_table(b"id,kWh\\n1,30\\n2,40\\nTotal,70\\n"))[:46]
    'Line 4, the last one, is probably a total (“To'
    """
    for cell in table.cells.iloc[-1]:
        if _TOTAL.fullmatch(words_of(cell)):
            said = f"Line {table.lines[-1]:,}, the last one, is probably a total (“{cell[:40]}”)."
            return f"{said} It counts as a person. If it is nobody's, delete it in the file."
    return ""


def _on_labels(table: RawTable, column: Column) -> Iterator[str]:
    """Yield a sentence about cells of a category that hold no declared label, and why perhaps."""
    labels, declared = {"", *column.categories}, {plain(one): one for one in column.categories}
    if other := [cell for cell in table.column(column.name) if cell not in labels]:
        alike = next((cell for cell in other if plain(cell) in declared), "")
        meant = declared.get(plain(alike), "")[:40]
        differs = f" “{alike[:40]}” is “{meant}”, which is declared, in another case or form."
        yield _unread(table, column, other, "a declared label") + (differs if alike else "")


def _on_numbers(table: RawTable, column: Column) -> Iterator[str]:
    """Yield sentences about a column of numbers: readings, unreadable cells, clipped values.

    A cell that is missing or cannot be read counts as the middle of the bounds
    (`counted_as_middle`).
    """
    cells, rules = table.column(column.name), (column.decimal, column.words, column.ignored)
    values, as_read = numbers(cells, *rules, column.missing), numbers(cells, *rules)
    absent = MISSING.union(map(plain, column.missing))
    other = [cell for cell in compress(cells, np.isnan(as_read)) if plain(cell) not in absent]
    if not column.words:
        yield from _readings(dict(zip(cells, values.tolist(), strict=True)))
    if other and column.words:
        more = _frequent(cell for cell in other if cell != other[0])
        said = _unread(table, column, other, "one of the declared words")
        yield said + f" Others: {more}." * bool(more)
    elif other:
        said = _unread(table, column, other, "a number, and count as missing")
        yield f"{said}{_remedy(cells, column, other[0])}"
    low, high = column.bounds or (-np.inf, np.inf)
    if np.any(beyond := (values < low) | (values > high)):
        yield (
            f"{np.sum(beyond):,} of {counted(len(cells), 'value')} will be clipped to the nearest "
            f"bound, such as {_frequent(compress(cells, beyond))}. If one means that there is no "
            "value, enter it under “Count as missing” on Describe. The ± does not cover clipping."
        )


def _frequent(cells: Iterable[str]) -> str:
    """List the most frequent cells, with how many there are of each."""
    return ", ".join(f"“{c[:40]}” ({n:,} ×)" for c, n in Counter(cells).most_common(MOST_EXAMPLES))


def _readings(read: dict[str, float]) -> Iterator[str]:
    """Say how cells are read that could be read otherwise, or that are not written plainly."""
    odd = (
        f"“{cell[:40]}” is read as {value:.15g}"
        for cell, value in read.items()
        # NaN, of what cannot be read, differs from all and is no larger than 0.
        if number(cell, ".") != value == value or abs(number(cell, ",") - value) > 0
    )
    if told := [*islice(odd, MOST_EXAMPLES)]:
        yield f"{', '.join(told)}. If this is wrong, correct the decimal mark or the file."


def _unread(table: RawTable, column: Column, other: Sequence[str], what: str) -> str:
    """Return a sentence about the cells that cannot be read as what was declared, in order."""
    cells = table.column(column.name)
    return (
        f"{len(other):,} of {counted(len(cells), 'cell')} cannot be read as {what}; the first is "
        f"“{other[0][:40]}” on line {table.lines[cells.index(other[0])]:,}."
    )


def _remedy(cells: Sequence[str], column: Column, first: str) -> str:
    """Return a sentence on ways to read more of a column of numbers, by its `first` bad cell."""
    other: Decimal = "." if column.decimal == "," else ","
    own_reads, other_reads = (
        int(np.sum(~np.isnan(numbers(cells, mark, (), column.ignored))))
        for mark in (column.decimal, other)
    )
    if other_reads > own_reads:
        return f" With a {MARKS[other]} as “Decimal mark”, {other_reads:,} can be read."
    for mark in (column.decimal, other):
        if sign := _sign_beside(first, mark):
            ways = f" with a {MARKS[mark]} as “Decimal mark”," * (mark == other)
            return (
                f" To read it,{ways} enter “{sign}” under “Signs to ignore in numbers” on Describe."
            )
    return ""


def _sign_beside(cell: str, decimal: Decimal) -> str:
    """Return the sign next to the number in a cell that may be ignored; "" where there is none.

    >>> _sign_beside("€ 1.200", ","), _sign_beside("Fr. -5", "."), _sign_beside("(5)", ".")
    ('€', 'Fr.', '')
    """
    parts = re.fullmatch(r"(\D*?)([+\-−]?[.,]?\d(?:.*\d)?)(\D*)", cell[:60])
    if parts is None or np.isnan(number(parts[2], decimal)):
        return ""
    signs = [part.strip() for part in (parts[1], parts[3]) if part.strip()]
    may_be = all(SIGN.fullmatch(sign) and not _TOTAL.fullmatch(words_of(sign)) for sign in signs)
    return ", ".join(signs) if may_be else ""


class Middle(NamedTuple):
    """Cells that count as the middle of the bounds, and what that does to the plain mean.

    Attributes:
        cells, rows: how many of how many.
        most: how far the mean may lie from that of the true values in these cells, at most.
    """

    cells: int
    rows: int
    most: float


def counted_as_middle(values: FloatArray, bounds: tuple[float, float]) -> Middle:
    """Return how many values are missing, and the effect of counting each as the middle.

    >>> counted_as_middle(np.array([10.0, np.nan, 20.0, 150.0]), (0.0, 90.0))
    Middle(cells=1, rows=4, most=11.25)
    """
    missing = int(np.sum(np.isnan(values)))
    return Middle(missing, values.size, missing / values.size * (bounds[1] - bounds[0]) / 2.0)


def moved_by_clipping(values: FloatArray, bounds: tuple[float, float]) -> float:
    """Return how far it moves the mean of these values, none of them missing, to clip them."""
    return float(abs(np.mean(np.clip(values, *bounds) - values))) if values.size else 0.0
