"""What cells say, for the eyes of whoever declares a table: it flows into nothing else.

Each of these counts is a fact about people: a page shows them in one marked block, and neither
a default nor an option nor a receipt depends on them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hetdp_core.datasets import Column
from hetdp_core.numerals import MARKS, Decimal, counted, number, words_of
from hetdp_core.tables.columns import are_missing, is_sign, may_be_unit, numbers, plain
from hetdp_core.tables.guess import identifies
from hetdp_core.tables.read import RawTable
from hetdp_core.validate import FloatArray

MOST_EXAMPLES, MOST_LISTED = 3, 5
"""Examples of how a cell is read, and words that are listed of those that are neither 1 nor 0."""

_GROUPED = re.compile(r"\D*[1-9]\d{0,2}(?:\.\d{3})+\D*")
_BESIDE = re.compile(r"(\D*?)([+\-−]?[.,]?\d(?:.*\d)?)(\D*)")
_MOST_LETTERS = 60
"""Letters of a cell in which signs are looked for."""

_CODES = "which is in “Signs and codes in the cells” on Describe."
_AS_CODE = f"means that there is no value, enter it under “Count as missing”, {_CODES}"


def notes(table: RawTable, columns: Iterable[Column]) -> list[tuple[str, str]]:
    """Return what is to be known of the cells of declared columns: each column's name, a sentence.

    Levels have none: a cell of theirs that is no level is refused when they are declared.

    >>> from dataclasses import replace
    >>> from hetdp_core.tables import read_table, suggested
    >>> table = read_table(b"pay;town\\n1.200;South\\n;south\\n0.5;south\\n")
    >>> pay = replace(suggested("pay"), bounds=(0, 1000), decimal=",")
    >>> notes(table, [pay])[0]
    ('pay', '“1.200” is read as 1200.')
    >>> notes(table, [replace(suggested("town"), categories=("south",))])[0][1][:62]
    '1 of 3 cells holds no declared label, as “South”: “south” is d'
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


_TOTAL = re.compile(
    r"(grand_|sub)?(totals?|sum)(_\w+)?|summen?(_\w+)?|(gesamt|insgesamt)\w*|average|mean|mittelwert"
    r"|totale?|total_general|somme|suma"
)


def likely_total(table: RawTable) -> str:
    """Return a sentence where the last row is probably a total and nobody's; "" elsewhere.

    >>> from hetdp_core.tables import read_table
    >>> likely_total(read_table(b"id,kWh\\n1,30\\n2,40\\nTotal,70\\n"))[:44]
    'Line 4, the last one, is probably a total (“'
    """
    last = table.cells.iloc[-1].to_list()
    filled = [cell for cell in last if cell]
    first = filled[0] if filled else ""
    is_alone = len(last) > 2 and 2 * len(filled) <= len(last)
    is_named = any(_TOTAL.fullmatch(words_of(cell)) for cell in filled)
    if not (is_named or is_alone or _is_sum(table)):
        return ""
    return (
        f"Line {table.lines[-1]:,}, the last one, is probably a total (“{first[:40]}” …). It "
        "counts as a person. If it is nobody's, delete it in the file, and upload the file again."
    )


def _is_sum(table: RawTable) -> bool:
    """Return whether the last number of some column is the sum of those above it."""
    for name in table.names:
        *above, last = numbers(table.column(name), table.decimal)
        if np.count_nonzero(above) > 2 and math.isclose(np.nansum(above), last, rel_tol=1e-9):
            return True
    return False


def _on_numbers(table: RawTable, column: Column) -> Iterator[str]:
    """Yield sentences about a column of numbers: readings, what cannot be read, what is clipped.

    What cannot be read or is missing counts as the middle of the bounds (`counted_as_middle`).
    """
    cells, rules = table.column(column.name), (column.decimal, column.words, column.ignored)
    values = numbers(cells, *rules, column.missing)
    bad = np.isnan(numbers(cells, *rules)) & ~are_missing(cells, column.missing)
    yield from _in_thousands(cells, column.decimal)
    yield from _readings(cells, values)
    if np.any(bad):
        yield from _on_unread(table, column, values, bad)
    if missing := int(np.sum(np.isnan(values) & ~bad)):
        yield f"{counted(missing, 'value is', 'values are')} missing."
    low, high = column.bounds or (-np.inf, np.inf)
    if np.any(beyond := (values < low) | (values > high)):
        most = "**Most values lie outside the bounds.** " if 2 * np.sum(beyond) > len(cells) else ""
        yield (
            f"{most}{counted(int(np.sum(beyond)), 'value lies', 'values lie')} outside and will be "
            f"clipped to the nearest bound: {_most_frequent(compress(cells, beyond))}. If one "
            f"{_AS_CODE} The published mean is that of the clipped values. No ± says how far it "
            "is from the mean of the values before clipping."
        )


def _on_unread(
    table: RawTable, column: Column, values: FloatArray, bad: NDArray[np.bool_]
) -> Iterator[str]:
    """Yield sentences about the `bad` cells, which cannot be read, and what would read them."""
    cells = table.column(column.name)
    if column.words:
        yield (
            f"{np.sum(bad):,} of {len(cells):,} cells hold none of the declared words; "
            f"{_most_frequent(compress(cells, bad))}. Each counts as half. If one means yes or no, "
            "add it to the words that count as 1 or as 0 on Describe."
        )
        return
    row = int(np.argmax(bad))
    remedy, readable = _read_otherwise(cells, column, bad)
    is_title = row == 0 and np.sum(bad) == 1
    title = " If that line names the columns, skip the lines above it." if is_title else ""
    nothing_read = bool(np.all(np.isnan(values))) and not remedy
    # A cell with a digit may be somebody's value.
    in_words = (cell for cell in compress(cells, bad & ~readable) if not re.search(r"\d", cell))
    word = "" if nothing_read else next(in_words, "")
    yield (
        f"{np.sum(bad):,} of {len(cells):,} cells cannot be read as a number; the first is "
        f"“{cells[row][:40]}” on line {table.lines[row]:,}.{title}{remedy}"
        f"{f' If “{word[:40]}” {_AS_CODE}' if word else ''}"
    )
    if nothing_read:
        yield "If the cells say yes or no, turn on “Each cell says yes or no”."


def _read_otherwise(
    cells: Sequence[str], column: Column, bad: NDArray[np.bool_]
) -> tuple[str, NDArray[np.bool_]]:
    """Return a sentence about what reads most of the `bad` cells, and (rows,) which.

    It is the other decimal mark, or signs that stand beside numbers, or both.
    """
    own: Decimal = column.decimal
    other: Decimal = "." if own == "," else ","
    beside = (_signs_of(cell, own) or _signs_of(cell, other) for cell in compress(cells, bad))
    may_be = (sign for signs in beside for sign in signs if may_be_unit(sign))
    found = Counter(sign for sign in may_be if not _TOTAL.fullmatch(words_of(sign)))
    signs = tuple(sign for sign, _ in found.most_common(MOST_EXAMPLES))
    read = {
        (mark, ignored): ~np.isnan(numbers(cells, mark, (), (*column.ignored, *ignored)))
        for ignored in ((), signs)
        for mark in (own, other)
    }
    by_own, by_other = read[own, signs], read[other, signs]
    if np.any(by_own & ~by_other) and np.any(by_other & ~by_own):
        both = " Some cells have a decimal comma, some a point: make them the same in the file."
        return both, by_own | by_other
    (mark, ignored), more = max(read.items(), key=lambda way: np.sum(way[1]))
    ways = [f"a {MARKS[mark]} as “Decimal mark”"] * (mark != own)
    if ignored:
        named = f"“{', '.join(ignored)}” under “Ignore beside numbers”"
        ways.append(f"{named} (in “Signs and codes in the cells”)")
    remedy = f" On Describe, with {' and '.join(ways)}, {np.sum(bad & more):,} could be read."
    return remedy if ways else "", more


def _most_frequent(cells: Iterable[str]) -> str:
    """Return the most frequent cells, each with how often it occurs.

    >>> _most_frequent(["y", "?", "y"])
    '“y” 2 times, “?” once'
    """
    found = Counter(cells).most_common()
    said = [f"“{cell[:40]}” {'once' if n == 1 else f'{n:,} times'}" for cell, n in found]
    more = [f"{len(said) - MOST_LISTED:,} more"] if len(said) > MOST_LISTED else []
    return ", ".join(said[:MOST_LISTED] + more)


class Middle(NamedTuple):
    """Cells that count as the middle of the bounds, and what that does to the plain mean.

    Attributes:
        cells, rows: how many of how many.
        most: how far the mean may lie from that of the true values in these cells, at most.
        pull: how far it lies above the mean of the other cells; NaN where there are none.
    """

    cells: int
    rows: int
    most: float
    pull: float


def counted_as_middle(values: FloatArray, bounds: tuple[float, float]) -> Middle:
    """Return how many values are missing, and what it does that each counts as the middle.

    >>> counted_as_middle(np.array([10.0, np.nan, 20.0, 150.0]), (0.0, 90.0))
    Middle(cells=1, rows=4, most=11.25, pull=1.25)
    """
    low, high = bounds
    present = np.clip(values[~np.isnan(values)], low, high)
    share = 1.0 - present.size / values.size
    pull = share * (low / 2.0 + high / 2.0 - np.mean(present)) if present.size else np.nan
    most = share * (high - low) / 2.0
    return Middle(values.size - present.size, values.size, float(most), float(pull))


def moved_by_clipping(values: FloatArray, bounds: tuple[float, float]) -> float:
    """Return how far it moves the mean of these values, none of them missing, to clip them."""
    return float(abs(np.mean(np.clip(values, *bounds) - values))) if values.size else 0.0


def _signs_of(cell: str, decimal: Decimal) -> set[str]:
    """Return what stands beside the number in a cell and may be ignored; nothing where none does.

    >>> _signs_of("€ 1.200", ","), _signs_of("12 kg", "."), _signs_of("Fr. -5", ".")
    ({'€'}, {'kg'}, {'Fr.'})
    """
    parts = _BESIDE.fullmatch(cell[:_MOST_LETTERS])
    if parts is None or np.isnan(number(parts[2], decimal)):
        return set()
    signs = {part.strip() for part in (parts[1], parts[3])} - {""}
    return signs if all(map(is_sign, signs)) else set()


def _on_labels(table: RawTable, column: Column) -> Iterator[str]:
    """Yield a sentence about a category: how many cells hold no declared label, and why perhaps."""
    present = [cell for cell in table.column(column.name) if cell]
    labels, declared = set(column.categories), {plain(one): one for one in column.categories}
    if other := [cell for cell in present if cell not in labels]:
        example = next((cell for cell in other if plain(cell) in declared), other[0])
        meant = declared.get(plain(example), "")
        differs = f": “{meant[:40]}” is declared, in another case or form" if meant else ""
        yield (
            f"{len(other):,} of {len(present):,} cells {'holds' if len(other) == 1 else 'hold'} "
            f"no declared label, as “{example[:40]}”{differs}."
        )


def _in_thousands(cells: Sequence[str], decimal: Decimal) -> Iterator[str]:
    """Say so where every decimal mark stands where one between thousands would.

    >>> next(_in_thousands(["5.453", "12.500", ""], "."))[:46]
    '**Every point stands before three digits.** If'
    """
    other = MARKS["." if decimal == "," else ","]
    marked = [cell for cell in cells if decimal in cell]
    if marked and all(_GROUPED.fullmatch(cell.replace(",", ".")) for cell in marked):
        yield (
            f"**Every {MARKS[decimal]} stands before three digits.** If it separates thousands, "
            f"choose the {other} as decimal mark: “{marked[0][:40]}” is then "
            f"{marked[0].replace(decimal, '')[:40]}."
        )


def _readings(cells: Sequence[str], values: FloatArray) -> Iterator[str]:
    """Say how cells are read that are no plain digits, as Python would read them."""
    known = ~np.isnan(values)
    read = dict(zip(compress(cells, known), values[known].tolist(), strict=True))
    odd = (cell for cell in read if "," in cell or number(cell, ".") != read[cell])
    if told := [
        f"“{cell[:40]}” is read as {read[cell]:.15g}" for cell in islice(odd, MOST_EXAMPLES)
    ]:
        yield f"{', '.join(told)}."
    if any("%" in cell for cell in read):
        yield (
            "The sign “%” is ignored, so “5 %” is read as 5. Describe the column in percent: its "
            "bounds are, for example, 0 and 100."
        )
