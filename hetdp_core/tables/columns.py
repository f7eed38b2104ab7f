"""The meaning of a column's cells, each read by itself, and checks on a user's declarations."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import Column, Kind, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal, counted, is_numeral, level, number
from hetdp_core.tables.read import RawTable
from hetdp_core.uploads import no_level
from hetdp_core.validate import FloatArray

LARGEST = 1e100
"""Largest number: sums of squares must not overflow."""

MOST_WORDS = 20
"""Most different words of a column that may each stand for a level."""


def numbers(
    cells: Sequence[str],
    decimal: Decimal,
    words: Sequence[tuple[str, float]] = (),
    ignored: Sequence[str] = (),
    missing: Sequence[str] = (),
) -> FloatArray:
    """Return (rows,) the number in each cell, NaN where it says none.

    Each cell is read by itself, by `numerals.number`; a percent sign after it is dropped.  What
    cannot be read is NaN as a missing value is: no cell is a reason to read another differently.

    Args:
        decimal: the mark before the decimals.
        words: that stand for a number, as they are declared; in any case and form of letters.
            Where there are any, no other cell is read.
        ignored: signs that may stand before or after a number, as declared; in any case.
        missing: numbers and words that stand for no value, as declared.

    >>> numbers(["€ 1.200", "-5 eur", "999", "12 kg"], ",", ignored=["€", "EUR"], missing=["999"])
    array([1200.,   -5.,   nan,   nan])
    >>> numbers(["Yes", "no", "maybe", "1"], ".", [("yes", 1.0), ("no", 0.0)])
    array([ 1.,  0., nan, nan])
    """
    meant = {plain(word): value for word, value in words}
    codes = {_number(code, decimal) for code in missing}
    signs = "|".join(map(re.escape, sorted(ignored, key=len, reverse=True)))
    apart = rf"([+\-−]?)\s*(?:{signs})?\s*(\S|\S.*?\S)\s*(?:{signs})?"
    known: dict[str, float] = {}
    for cell in set(cells):
        value = meant.get(plain(cell), np.nan) if words else _number(cell, decimal)
        if signs and np.isnan(value) and (held := re.fullmatch(apart, cell, re.IGNORECASE)):
            value = _number(held[1] + held[2], decimal)
        known[cell] = np.nan if value in codes else value
    return np.array([known[cell] for cell in cells], dtype=np.float64)


def plain(word: str) -> str:
    """Return a word in one case and one form of its letters and apostrophes."""
    return unicodedata.normalize("NFKC", word).casefold().replace("’", "'")


def _number(cell: str, decimal: Decimal) -> float:
    value = number(cell.removesuffix("%").rstrip(), decimal)
    return value if abs(value) <= LARGEST else np.nan


def _asked(cell: str, decimal: Decimal) -> float | str:
    """Return the level that a cell says, or else its word in one case and form."""
    value = level(cell, decimal)
    return value if value <= LARGEST or np.isinf(value) else plain(cell)


def cells_asking(
    table: RawTable, name: str, decimal: Decimal
) -> tuple[tuple[str, ...], dict[str, float]]:
    """Return the words in a column of levels, sorted, "" (nothing) last; its numbers by their cell.

    Levels are public, and so are these.  Of words that differ in case or form of letters alone, and
    of cells with the same number, the most frequent; the smallest number first.

    >>> from hetdp_core.tables import read_table
    >>> table = read_table(b"days,wish\\n1,LOW\\n2,high\\n3,\\n4,low\\n5,0.5\\n6,low\\n")
    >>> cells_asking(table, "wish", ".")
    (('high', 'low', ''), {'0.5': 0.5})

    Raises:
        InvalidInput: more than `MOST_WORDS` different ones, or a number that is no level.
    """
    cells = [cell for cell, _ in reversed(Counter(table.column(name)).most_common())]
    cell_of = {_asked(cell, decimal): cell for cell in cells}  # the most frequent comes last
    words = {asked: cell for asked, cell in cell_of.items() if isinstance(asked, str)}
    if wrong := {cell for cell in cells if is_numeral(cell, decimal) and plain(cell) in words}:
        raise _no_level(table, name, wrong)
    if len(words) > MOST_WORDS:
        rule = f"must hold privacy levels, or at most {MOST_WORDS} different words for them"
        raise InvalidInput(f"column {name[:40]!r}", rule, f"{len(words):,} words")
    in_order = tuple(words[word] for word in sorted(words, key=lambda word: (not word, word)))
    levels = sorted(asked for asked in cell_of if not isinstance(asked, str))
    return in_order, {cell_of[level]: level for level in levels}


def may_be_codes(numbers: Mapping[str, float]) -> bool:
    """Return whether numbers in a column of levels may each stand for a level: whole and few."""
    return 0 < len(numbers) <= MOST_WORDS and all(level % 1 == 0 for level in numbers.values())


def levels(table: RawTable, column: Column) -> FloatArray:
    """Return (rows,) each person's level, in numbers or in words: infinity for no privacy.

    A declared number stands for its level in every cell, in any way of writing.

    Raises:
        InvalidInput: a cell is no level, and no word for one; it is named with its line.
    """
    cells, decimal = table.column(column.name), column.decimal
    said = {_asked(word, decimal): level for word, level in column.words}
    asked = {cell: _asked(cell, decimal) for cell in set(cells)}
    known = {cell: said.get(asks, asks) for cell, asks in asked.items()}
    if unknown := {cell for cell, asks in known.items() if isinstance(asks, str)}:
        raise _no_level(table, column.name, unknown)
    return np.array([known[cell] for cell in cells], dtype=np.float64)


def _no_level(table: RawTable, name: str, wrong: set[str]) -> InvalidInput:
    """Return the sentence about the first of these cells, and how many there are."""
    cells = table.column(name)
    first, *others = (row for row, cell in enumerate(cells) if cell in wrong)
    more = f" (and {counted(len(others), 'more line')})" if others else ""
    where = f"{name[:40]!r} on line {table.lines[first]:,}{more}"
    return no_level(where, repr(cells[first][:40]), "correct it in the file")


MOST_UNIT, MOST_SIGNS = 16, 20
"""Letters of a unit, which stands after every number; signs and codes that may be declared."""

_UNIT = re.compile(rf"([^\W_]|[ %‰°/·²³^.+()$€£¥-]){{0,{MOST_UNIT}}}")
"""What a unit may hold: nothing that HTML or Markdown would read."""

SIGN = re.compile(r"(?=.{1,16}$)[^\d+−-]*[^\d+−\-\s.,'’()][^\d+−-]*")
"""A text next to a number that may be ignored.  Nothing in it is part of a number, and it is no
parenthesis alone, in which accounts put a negative number."""


def checked(column: Column) -> Column:
    """Return the column as it is, if it is declared as `Column` demands.

    Raises:
        InvalidInput: by its kind, sensitivity or unit; bounds or labels that are missing, too many
        or none; words for no level, or not for both of yes and no; a text that is no `SIGN`.
    """

    def refuse(is_broken: object, what: str, rule: str, actual: object) -> None:
        if is_broken:
            raise InvalidInput(f"{what} of {column.name[:40]!r}", rule, actual)

    validate.choice(column.kind, get_args(Kind), f"kind of {column.name!r}")
    validate.choice(column.sensitivity, get_args(Sensitivity), f"sensitivity of {column.name!r}")
    unit, labels, words = column.unit, column.categories, [word for word, _ in column.words]
    rule = f"must be of at most {MOST_UNIT} letters, digits, blanks or signs such as %, °, / and €"
    refuse(not _UNIT.fullmatch(unit), "unit", rule, repr(unit))
    due = {"category": "labels", "level": ""}.get(column.kind, "bounds")
    held = {"bounds": column.bounds, "labels": labels}
    given = " and ".join(what for what in held if held[what])
    refuse(given != due, due or "levels", "must be declared, and nothing else", given or "nothing")
    unique = {*labels} - {""}
    refuse(len(unique) < len(labels), "labels", "must each be given once and not be empty", labels)
    if column.kind == "level" and (wrong := [one for one in column.words if not one[1] > 0]):
        raise no_level(f"ε of {quoted(wrong[0][0])}", f"{wrong[0][1]:g}")
    is_one_sided = column.kind == "binary" and len({value for _, value in column.words}) == 1
    is_twice = len({*map(plain, words)}) < len(words)
    rule = "must differ in more than case, at least one for 1 and one for 0"
    refuse(is_twice or is_one_sided, "words", rule, words)
    if column.bounds is None:
        return column
    ends = validate.wide_interval(column.bounds, f"bounds of {column.name!r}")
    refuse(max(map(abs, ends)) > LARGEST, "bounds", f"must lie within ±{LARGEST:g}", ends)
    refuse(column.kind == "binary" and ends != (0.0, 1.0), "bounds", "must be 0 and 1", ends)
    declared, are_signs = column.ignored + column.missing, all(map(SIGN.fullmatch, column.ignored))
    rule = f"must be at most {MOST_SIGNS}; no sign may be a digit, plus, minus, point or bracket"
    refuse(len(declared) > MOST_SIGNS or not are_signs, "signs and codes", rule, declared)
    return column


def quoted(word: str) -> str:
    """Return a word for a level in quotation marks; "" is an empty cell."""
    return f"“{word[:40]}”" if word else "an empty cell"
