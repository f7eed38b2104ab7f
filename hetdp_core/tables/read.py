"""From the bytes of a CSV to a table of text, or one sentence that says what is wrong."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays

MAX_COLUMNS = 200
"""Most columns a table may have."""

MAX_CELLS = 1_000_000
"""Most cells below the header."""

MIN_ROWS = 2
"""Fewest rows below the header."""

_DELIMITERS = ("\t", ";", ",")
"""In the order of preference: a comma may be a decimal comma, the others are never part of
a number."""

_SAMPLE = 50
"""Records that decide on the delimiter."""

_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+(e[+-]?\d+)?", re.IGNORECASE)
_PERHAPS_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

_Records = list[tuple[int, list[str]]]


@dataclass(frozen=True)
class RawTable:
    """A file as text, nothing interpreted; two tables are equal when their bytes are.

    Attributes:
        digest: SHA-256 of the file, in hexadecimal.
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
    quoted, lines may end in any way, rows without any content are passed over.

    Args:
        content: the raw file, at most `validate.MAX_UPLOAD_BYTES`, UTF-8 (a byte-order mark
            is fine).

    Raises:
        InvalidInput: too large, empty, no UTF-8 text, no header, an empty or repeated name,
            a row of another length (named with its line), an open quotation mark, fewer
            than 2 rows, more than `MAX_COLUMNS` columns or `MAX_CELLS` cells.

    >>> table = read_table(b"age;height\\n30;1,75\\n40;1,8\\n")
    >>> table.names, table.rows, table.delimiter, table.decimal_comma
    (('age', 'height'), 2, ';', True)
    """
    text = _decode(content)
    delimiter = _delimiter(text)
    records = list(_records(text, delimiter))
    if not records:
        raise InvalidInput("file", "must hold a table", "an empty file")
    (_, names), *rows = records
    _check_names(names)
    _check_rows(rows, len(names))
    flat = list(chain.from_iterable(row for _, row in rows))
    columns = [flat[place :: len(names)] for place in range(len(names))]
    return RawTable(
        digest=hashlib.sha256(content).hexdigest(),
        delimiter=delimiter,
        decimal_comma=delimiter != "," and "," in text and _decimal_comma(flat, delimiter),
        cells=pd.DataFrame(dict(zip(names, columns, strict=True)), dtype="str"),
        lines=np.array([line for line, _ in rows], dtype=np.int64),
    )


def escape_for_spreadsheet(cell: str) -> str:
    """Text that a spreadsheet shows instead of running it as a formula.

    Text that begins like a formula and is not a number gets an apostrophe in front.

    >>> escape_for_spreadsheet("=1+1"), escape_for_spreadsheet("-1.5")
    ("'=1+1", '-1.5')
    """
    harmless = not cell.startswith(_FORMULA_STARTS) or _NUMBER.fullmatch(cell)
    return cell if harmless else f"'{cell}"


def _decode(content: bytes) -> str:
    if len(content) > validate.MAX_UPLOAD_BYTES:
        rule = f"must be at most {validate.MAX_UPLOAD_BYTES / 1e6:g} MB"
        raise InvalidInput("file", rule, f"{len(content) / 1e6:.1f} MB", "leave out some columns")
    remedy = 'in a spreadsheet, save it as "CSV UTF-8"'
    if content.startswith(b"PK\x03\x04"):
        raise InvalidInput("file", "must be a CSV", "a workbook or another archive", remedy)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in content:
        raise InvalidInput("file", "must be text in UTF-8", "UTF-16 or no text", remedy)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"another encoding on line {line:,}"
        raise InvalidInput("file", "must be text in UTF-8", found, remedy) from None


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each record that has content, with the line it begins on."""
    lines = io.StringIO(text, newline="")  # the reader itself knows all ends of a line
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    line = 1
    try:
        for cells in reader:
            stripped = [*map(str.strip, cells)]
            if any(stripped):
                yield line, stripped
            line = reader.line_num + 1
    except csv.Error:
        remedy = 'close it, and write "" for a quotation mark inside quotation marks'
        rule = "must close each quotation mark at the end of its cell"
        raise InvalidInput("file", rule, f"one that is not on line {line:,}", remedy) from None


def _delimiter(text: str) -> str:
    """The delimiter that splits the header and the first rows into most alike records."""
    return max(_DELIMITERS, key=lambda delimiter: _fits(text, delimiter))


def _fits(text: str, delimiter: str) -> tuple[bool, float]:
    """Whether the header is split at all, and the share of rows as long as the header."""
    sample: list[list[str]] = []
    with suppress(InvalidInput):  # an open quotation mark; what stands before it decides
        for _, cells in islice(_records(text, delimiter), _SAMPLE + 1):
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
    if all(map(_NUMBER.fullmatch, names)):
        raise InvalidInput("file", rule, "only numbers there", "add a first line with the names")
    for place, name in enumerate(names, start=1):
        first = names.index(name) + 1
        if first < place:
            found = f"{name[:40]!r} for columns {first} and {place}"
            raise InvalidInput("file", "must name each column once", found, "rename one of them")


def _check_rows(rows: _Records, width: int) -> None:
    for line, cells in rows:
        if len(cells) != width:
            remedy = "put a cell in quotation marks if the delimiter is part of it"
            rule = f"must have {width} cells, one for each name in the first line"
            raise InvalidInput(f"line {line:,} of the file", rule, f"{len(cells)}", remedy)
    if len(rows) < MIN_ROWS:
        rule = f"must have at least {MIN_ROWS} rows below the names of the columns"
        raise InvalidInput("file", rule, f"{len(rows)}")
    if len(rows) * width > MAX_CELLS:
        rule = f"must have at most {MAX_CELLS:,} cells"
        raise InvalidInput("file", rule, f"{len(rows) * width:,}", "delete columns or rows")


def _decimal_comma(cells: list[str], delimiter: str) -> bool:
    """Whether cells such as 1,5 are numbers with a decimal comma.

    Where semicolons separate, commas are decimal.  Between tabs, 1,500 may be fifteen
    hundred: there, it takes one cell that cannot be read in this way.
    """
    decimal = (cell for cell in cells if "," in cell and _DECIMAL_COMMA.fullmatch(cell))
    return any(delimiter == ";" or not _PERHAPS_THOUSANDS.fullmatch(cell) for cell in decimal)
