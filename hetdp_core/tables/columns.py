"""What the cells of a column say, each read by itself, and checks on what a user declares."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.datasets import Column, Kind, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import MARKS, MISSING, Decimal, counted, is_numeral, level, number
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

    Each cell is read by itself, by `numerals.number`; a percent sign or ".-" after it is dropped.
    What cannot be read is NaN as a missing value is: no cell is a reason to read another
    differently.

    Args:
        decimal: the mark before the decimals.
        words: that stand for a number, as they are declared; in any case and form of letters.
            Where there are any, no other cell is read.
        ignored: signs that may stand before or after a number, as declared; in any case.
        missing: numbers and words that stand for no value, as declared.

    >>> numbers(["€ 1.200", "-5 eur", "999", "12 kg"], ",", ignored=["€", "EUR"], missing=["999"])
    array([1200.,   -5.,   nan,   nan])
    >>> numbers(["1.234,5", "5 %", "NA", "0.5", "80,--"], ",")
    array([1234.5,    5. ,    nan,    nan,   80. ])
    >>> numbers(["Yes", "no", "maybe", "1"], ".", [("yes", 1.0), ("no", 0.0)])
    array([ 1.,  0., nan, nan])
    """
    meant = {plain(word): value for word, value in words}
    beside, codes = _beside(ignored), {_number(code, decimal) for code in missing}
    known: dict[str, float] = {}
    for cell in set(cells):
        value = meant.get(plain(cell), np.nan) if words else _number(cell, decimal)
        if np.isnan(value) and beside is not None and (held := beside.fullmatch(cell)):
            value = _number(held[1] + held[2], decimal)
        known[cell] = np.nan if value in codes else value
    return np.array([known[cell] for cell in cells], dtype=np.float64)


def _beside(ignored: Sequence[str]) -> re.Pattern[str] | None:
    """Return what takes a cell apart into a minus, a declared sign, a number and another sign."""
    if not ignored:
        return None
    signs = "|".join(map(re.escape, sorted(ignored, key=len, reverse=True)))
    return re.compile(rf"([+\-−]?)\s*(?:{signs})?\s*(\S|\S.*?\S)\s*(?:{signs})?", re.IGNORECASE)


def plain(word: str) -> str:
    """Return a word in one case and one form of its letters and apostrophes."""
    return unicodedata.normalize("NFKC", word).casefold().replace("’", "'")


_NO_CENTS = {mark: re.compile(rf"(?<=\d){re.escape(mark)}[-–—]{{1,2}}$") for mark in MARKS}
"""After a whole number of francs: 1'200.- or 1200,--, by its decimal mark."""


def _number(cell: str, decimal: Decimal) -> float:
    value = number(_NO_CENTS[decimal].sub("", cell.removesuffix("%").rstrip()), decimal)
    return value if abs(value) <= LARGEST else np.nan


def are_missing(cells: Sequence[str], words: Sequence[str] = ()) -> NDArray[np.bool_]:
    """Return (rows,) whether a cell says in the usual or these words that no value is there."""
    known = MISSING | set(map(plain, words))
    return np.array([plain(cell) in known for cell in cells], dtype=bool)


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
    cells = reversed(Counter(table.column(name)).most_common())
    read = {cell: _level(cell, decimal) for cell, _ in cells}
    words = {cell for cell, level in read.items() if np.isnan(level)}
    if wrong := {word for word in words if is_numeral(word, decimal)}:
        raise _no_level(table, name, wrong)
    words = set({plain(word): word for word in read if word in words}.values())
    if len(words) > MOST_WORDS:
        rule = f"must hold privacy levels, or at most {MOST_WORDS} different words for them"
        raise InvalidInput(f"column {name[:40]!r}", rule, f"{len(words):,} words")
    by_level = {level: cell for cell, level in read.items() if level > 0}  # NaN is none
    numbers = {by_level[level]: level for level in sorted(by_level)}
    return tuple(sorted(words, key=lambda word: (not word, plain(word)))), numbers


def may_be_codes(numbers: Mapping[str, float]) -> bool:
    """Return whether numbers in a column of levels may each stand for a level: whole and few."""
    return 0 < len(numbers) <= MOST_WORDS and all(level % 1 == 0 for level in numbers.values())


def levels(table: RawTable, column: Column) -> FloatArray:
    """Return (rows,) what each person asks for, in numbers or in words: infinity for nothing.

    A declared number stands for its level wherever it stands, however it is written.

    Raises:
        InvalidInput: a cell is no level, and no word for one; it is named with its line.
    """
    cells, asks = table.column(column.name), {plain(word): level for word, level in column.words}
    known = {cell: _level(cell, column.decimal) for cell in set(cells)}
    numbers = {_level(word, column.decimal): level for word, level in column.words}
    meant = {number: level for number, level in numbers.items() if number > 0}  # NaN is none
    for cell, read in known.items():
        known[cell] = asks.get(plain(cell), meant.get(read, read))
    if unknown := {cell for cell, epsilon in known.items() if np.isnan(epsilon)}:
        raise _no_level(table, column.name, unknown)
    return np.array([known[cell] for cell in cells], dtype=np.float64)


def _level(cell: str, decimal: Decimal) -> float:
    value = level(cell, decimal)
    return value if value <= LARGEST or np.isinf(value) else np.nan


def _no_level(table: RawTable, name: str, wrong: set[str]) -> InvalidInput:
    """Return the sentence about the first of these cells, and how many there are."""
    rows = [row for row, cell in enumerate(table.column(name)) if cell in wrong]
    more = f" (and {counted(len(rows) - 1, 'more line')})" if rows[1:] else ""
    where = f"{name[:40]!r} on line {table.lines[rows[0]]:,}{more}"
    cell = table.column(name)[rows[0]]
    remedy = "correct it in the file" if is_numeral(cell) else "correct it, or say what it asks for"
    return no_level(where, repr(cell[:40]), remedy)


DECLARED = "declared by you"
"""Why bounds or labels are what they are, where the user typed them."""

MOST_UNIT = 16
"""Letters of a unit: it stands after every number."""

UNIT_MARKS = " %‰°/·²³^.+-()"
"""What a unit may hold beside letters, digits and currency signs: nothing that HTML or Markdown
would read."""

MOST_SIGNS = 20
"""Signs beside a number, or codes for a missing value, that may be declared."""


def checked(column: Column) -> Column:
    """Return the column as it is, if it is declared as `Column` demands.

    Raises:
        InvalidInput: by its kind, sensitivity or unit; bounds or labels that are missing, too many
            or none; words for no level, or not for both of yes and no; what is no `is_sign`.
    """

    def refuse(broken: object, what: str, rule: str, actual: object, remedy: str = "") -> None:
        if broken:
            raise InvalidInput(f"{what} of {column.name[:40]!r}", rule, actual, remedy)

    validate.choice(column.kind, get_args(Kind), f"kind of {column.name!r}")
    validate.choice(column.sensitivity, get_args(Sensitivity), f"sensitivity of {column.name!r}")
    unit, labels, words = column.unit, column.categories, [word for word, _ in column.words]
    letters = f"letters, digits, blanks, currency signs and {UNIT_MARKS.strip()}"
    is_wrong = len(unit) > MOST_UNIT or not may_be_unit(unit)
    refuse(is_wrong, "unit", f"must be of at most {MOST_UNIT} {letters}", repr(unit))
    what, other = _DUE.get(column.kind, ("bounds", "labels"))
    given = [kind for kind, held in {"bounds": column.bounds, "labels": labels}.items() if held]
    due = [] if column.kind == "level" else [what]
    remedy = "type them from what the column means, or leave the column out"
    refuse(given != due, what, f"must be declared, without {other}", given, remedy)
    is_twice = "" in labels or len(set(labels)) < len(labels)
    refuse(is_twice, what, "must each be given once and not be empty", labels[:10])
    if column.kind == "level" and (wrong := [one for one in column.words if not one[1] > 0]):
        raise no_level(f"ε of {quoted(wrong[0][0])}", f"{wrong[0][1]:g}")
    is_twice = len({*map(plain, words)}) < len(words)
    refuse(is_twice, "words", "must differ in more than case", words)
    if column.bounds is None:
        return column
    low, high = validate.wide_interval(column.bounds, f"bounds of {column.name!r}")
    ends, between = f"({low:g}, {high:g})", f"must lie between {-LARGEST:g} and {LARGEST:g}"
    refuse(max(abs(low), abs(high)) > LARGEST, what, between, ends)
    is_other = column.kind == "binary" and (low, high) != (0.0, 1.0)
    refuse(is_other, what, "must be 0 and 1", ends, "declare the column an integer")
    is_one_sided = words and len({value for _, value in column.words}) != 2
    refuse(is_one_sided, "words", "must be at least one for 1 and one for 0", words)
    no_signs = ", ".join(repr(sign) for sign in column.ignored if not is_sign(sign))
    rule = "must hold no digit, plus or minus, and no points or brackets alone; "
    refuse(no_signs, "signs beside the numbers", f"{rule}{MOST_UNIT} letters at most", no_signs)
    most = max(len(column.ignored), len(column.missing))
    rule = f"must be at most {MOST_SIGNS} signs, and as many codes"
    refuse(most > MOST_SIGNS, "signs and codes", rule, f"{most:,}")
    return column


_DUE = {"category": ("labels", "bounds"), "level": ("privacy levels", "bounds and labels")}
"""What is declared of a column that holds no numbers, and what not."""


def may_be_unit(text: str) -> bool:
    """Return whether a text is of letters, digits, currency signs and `UNIT_MARKS` alone."""
    return all(
        letter.isalnum() or letter in UNIT_MARKS or unicodedata.category(letter) == "Sc"
        for letter in text
    )


def quoted(word: str) -> str:
    """Return a word for a level in quotation marks; "" is an empty cell."""
    return f"“{word[:40]}”" if word else "an empty cell"


def is_sign(text: str) -> bool:
    """Return whether a text beside a number may be ignored: nothing in it is part of a number.

    Nor parentheses, in which accounts put a negative number.

    >>> is_sign("€"), is_sign("Fr."), is_sign("-"), is_sign("."), is_sign("10k"), is_sign("(")
    (True, True, False, False, False, False)
    """
    has_a_part = re.search(r"[\d+−-]", text) or re.fullmatch(r"[\s.,'’()]*", text)
    return has_a_part is None and len(text) <= MOST_UNIT
