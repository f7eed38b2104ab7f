"""From the bytes of a CSV to a table of text, or one sentence that says what is wrong."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core.delimited import BLANK, Record, decoded, records
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays

MAX_COLUMNS = 200
"""Most columns a table may have."""

MAX_CELLS = 1_000_000
"""Most cells below the header."""

MIN_ROWS = 2
"""Fewest rows below the header."""

MAX_NAME = 1_000
"""Most letters of a column's name: names stand in lists, labels and figures."""

_DELIMITERS = ("\t", ";", ",")
"""In the order of preference: a comma may be a decimal comma, the others are never part of
a number."""

_SAMPLE = 50
"""Records that decide on the delimiter."""

_AT_ONCE = 10_000
"""Cells that enter a digest in one go."""

# Of two neighbours that repeat, none takes what the other may: so each pattern is linear.
NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+(e[+-]?\d+)?", re.IGNORECASE)
_PERHAPS_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")


@dataclass(frozen=True)
class RawTable:
    """A file as text, nothing interpreted; two tables are equal when their cells are.

    Attributes:
        digest: SHA-256 of names and cells in their order (and of whether commas are decimal), in
            hexadecimal; the delimiter, quotation marks and line ends do not matter.
        delimiter: comma, semicolon or tab.
        decimal_comma: numbers are written 1,5 in this file.
        cells: (rows, columns) text without blanks at either end, "" for an empty cell; a
            formula is text like any other.  Shared: copy it before changing it.
        lines: (rows,) the line of the file on which each row begins, the first line is 1.
    """

    digest: str
    delimiter: str = field(compare=False)
    decimal_comma: bool = field(compare=False)
    cells: pd.DataFrame = field(compare=False, repr=False)
    lines: NDArray[np.int64] = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze_arrays(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in the order of the file."""
        return tuple(map(str, self.cells.columns))

    @property
    def rows(self) -> int:
        """Rows below the header."""
        return len(self.cells)


def read_table(content: bytes) -> RawTable:
    """Read a CSV whose first line names its columns.

    Commas, semicolons or tabs between the cells are told apart by themselves; cells may be
    quoted, lines may end in any way.  Blank lines before the names and after the last row are
    passed over, nothing else is: a row of empty cells is a row, and so is a blank line inside a
    table of one column.

    Args:
        content: the raw file, at most `validate.MAX_UPLOAD_BYTES`, UTF-8 (a byte-order mark
            is fine).

    Raises:
        InvalidInput: too large, empty, no UTF-8 text, no header, an empty, repeated or very long
            name, a row of another length or a blank line inside a table of several columns
            (named with its line), an open quotation mark, a cell that is too long, fewer than
            `MIN_ROWS` rows, more than `MAX_COLUMNS` columns or `MAX_CELLS` cells.

    >>> table = read_table(b"age;height\\n30;1,75\\n40;1,8\\n")
    >>> table.names, table.rows, table.delimiter, table.decimal_comma
    (('age', 'height'), 2, ';', True)
    """
    text = decoded(content)
    if not text.strip():
        raise InvalidInput("file", "must hold a table", "an empty file")
    delimiter = _delimiter(text)
    found = records(text, delimiter)
    _, names = next(found)
    _check_names(names)
    flat, lines = _collected(found, len(names))
    if len(lines) < MIN_ROWS:
        rule = f"must have at least {MIN_ROWS} rows below the names of the columns"
        raise InvalidInput("file", rule, f"{len(lines)}")
    decimal_comma = delimiter != "," and "," in text and _decimal_comma(flat, delimiter)
    columns = {name: flat[place :: len(names)] for place, name in enumerate(names)}
    return RawTable(
        digest=_digest((decimal_comma, names), flat),
        delimiter=delimiter,
        decimal_comma=decimal_comma,
        cells=pd.DataFrame(columns, dtype="str"),
        lines=np.array(lines, dtype=np.int64),
    )


def _collected(rows: Iterable[Record], width: int) -> tuple[list[str], list[int]]:
    """Return all cells row by row, and the line of each row.

    One flat list: a million small ones would keep the garbage collector busy.
    """
    flat: list[str] = []
    lines: list[int] = []
    for line, cells in rows:
        if len(cells) != width:
            raise _ragged(line, cells, width)
        flat += cells
        lines.append(line)
        if len(flat) > MAX_CELLS:
            found = f"more up to line {line:,}"
            rule = f"must have at most {MAX_CELLS:,} cells"
            raise InvalidInput("file", rule, found, "delete columns or rows")
    return flat, lines


def _ragged(line: int, cells: list[str], width: int) -> InvalidInput:
    name = f"line {line:,} of the file"
    rule = f"must have {width} cells, one for each name in the first line"
    if cells == BLANK:
        remedy = "delete it, or write the delimiters of its empty cells if it is a person's"
        return InvalidInput(name, rule, "a blank line", remedy)
    remedy = "put a cell in quotation marks if the delimiter is part of it"
    return InvalidInput(name, rule, f"{len(cells):,}", remedy)


def _digest(heading: object, flat: list[str]) -> str:
    """Digest the cells, whatever delimits, quotes and ends them."""
    digest = hashlib.sha256(repr(heading).encode())
    for start in range(0, len(flat), _AT_ONCE):  # others are served in between
        digest.update(repr(flat[start : start + _AT_ONCE]).encode())
    return digest.hexdigest()


def _delimiter(text: str) -> str:
    """Return the delimiter that splits the header and the first rows into most alike records."""
    return max(_DELIMITERS, key=lambda delimiter: _fits(text, delimiter))


def _fits(text: str, delimiter: str) -> tuple[bool, float]:
    """Return whether the header is split at all, and the share of rows as long as the header."""
    sample: list[list[str]] = []
    with suppress(InvalidInput):  # an open quotation mark; what stands before it decides
        for _, cells in islice(records(text, delimiter), _SAMPLE + 1):
            sample.append(cells)
    if not sample:
        return False, 0.0
    width, rows = len(sample[0]), sample[1:]
    return width > 1, sum(len(row) == width for row in rows) / max(len(rows), 1)


def _check_names(names: list[str]) -> None:
    if len(names) > MAX_COLUMNS:
        rule = f"must have at most {MAX_COLUMNS} columns"
        raise InvalidInput("file", rule, f"{len(names):,}", "delete those you do not need")
    rule = "must name its columns in the first line"
    if "" in names:
        found, remedy = f"no name for column {names.index('') + 1}", "name it or delete it"
        raise InvalidInput("file", rule, found, remedy)
    longest = max(names, key=len)
    if len(longest) > MAX_NAME:
        rule = f"must name its columns in at most {MAX_NAME:,} letters each"
        raise InvalidInput("file", rule, f"{len(longest):,}", "shorten the name")
    if all(map(NUMBER.fullmatch, names)):
        raise InvalidInput("file", rule, "only numbers there", "add a first line with the names")
    for place, name in enumerate(names, start=1):
        first = names.index(name) + 1
        if first < place:
            found = f"{name[:40]!r} for columns {first} and {place}"
            raise InvalidInput("file", "must name each column once", found, "rename one of them")


def _decimal_comma(cells: list[str], delimiter: str) -> bool:
    """Return whether cells such as 1,5 are numbers with a decimal comma.

    Where semicolons separate, commas are decimal.  Between tabs, 1,500 may be fifteen
    hundred: there, it takes one cell that cannot be read in this way.
    """
    decimal = (cell for cell in cells if "," in cell and _DECIMAL_COMMA.fullmatch(cell))
    return any(delimiter == ";" or not _PERHAPS_THOUSANDS.fullmatch(cell) for cell in decimal)
