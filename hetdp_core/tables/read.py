"""From the bytes of a CSV to a table of text, or one sentence that says what is wrong.

How a file is read depends on the line of the names and on what its owner says, never on a cell.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal, counted, is_numeral
from hetdp_core.results import result
from hetdp_core.uploads import (
    BLANK,
    ENDS,
    LINE_END,
    SEPARATORS,
    Record,
    check_separator,
    decoded,
    records,
)

MAX_COLUMNS, MAX_CELLS, MIN_ROWS = 200, 1_000_000, 2
"""Most columns a table may have, most cells below the header, fewest rows there."""

MAX_NAME, MOST_DOUBLED = 1_000, 5
"""Most letters of a column's name; most doubled names that a refusal lists."""

MOST_SKIPPED = 99
"""Lines above the names that may be left out."""


@result
class RawTable:
    """A file as text, nothing interpreted.

    Attributes:
        separator: a key of `SEPARATORS`.
        cells: (rows, columns) text without blanks at either end, "" for an empty cell; a
            formula is text like any other.  Shared: copy it before changing it.
        lines: (rows,) the line of the file on which each row begins, the first line is 1.
        unnamed: columns that were left out, because they have no name.
        skipped: lines of the file that its owner had left out above the names.
    """

    separator: str
    cells: pd.DataFrame
    lines: NDArray[np.int64]
    unnamed: int = 0
    skipped: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in the order of the file."""
        return tuple(map(str, self.cells.columns))

    @property
    def rows(self) -> int:
        """Rows below the header."""
        return len(self.cells)

    @property
    def decimal(self) -> Decimal:
        """The usual decimal mark beside this separator: its owner may say another."""
        return "," if self.separator == ";" else "."

    def column(self, name: str) -> list[str]:
        """Return the text of a column; `InvalidInput` for a name that the table has not."""
        if name not in self.names:
            rule = "must be in the first line of the file"
            raise InvalidInput("column", rule, repr(name[:40]))
        return self.cells[name].to_list()


def read_table(
    content: bytes, separator: str = "", skipped: int = 0, encoding: str = ""
) -> RawTable:
    """Read a CSV whose first line that is not left out names its columns.

    What stands between cells is what the first line says ("sep=;"), or the first of `SEPARATORS`
    that splits the names; below a single name, cells must not hold any of them until the owner says
    which.  Cells may be quoted, lines may end in any way.  Blank lines before the names are passed
    over, and in a table of several columns those after the last row; nothing else is: a row of
    empty cells is a row, and so is each blank line of a table of one column.  Columns without a
    name, as an index or what a spreadsheet leaves at the right, are left out.

    Args:
        content: the raw file, at most `validate.MAX_UPLOAD_BYTES`: UTF-8 (byte-order marks are
            fine), or UTF-16 with its mark.
        separator: a key of `SEPARATORS`, where the owner says it.
        skipped: lines at the top that are left out, as a title, where the owner says so.
        encoding: a key of `ENCODINGS`, as the owner says.

    Raises:
        InvalidInput: too large, empty, another encoding; names that are missing, repeated or too
            long; a row of another length or a cell that may be several (named with its line); an
            open quotation mark; too few rows, too many columns or cells.

    >>> table = read_table(b"age;height\\n30;1,75\\n40;1,8\\n")
    >>> table.names, table.rows, table.separator, table.decimal
    (('age', 'height'), 2, ';', ',')
    >>> read_table(b"Survey 2020\\nage,height\\n30,175\\n40,180\\n", skipped=1).lines
    array([3, 4])
    """
    said, text = decoded(content, encoding)
    validate.count(skipped, 0, MOST_SKIPPED, "lines to skip at the top")
    if skipped:
        *above, rest = LINE_END.split(text, maxsplit=skipped)
        text = "\n" * skipped + rest if len(above) == skipped else ""  # line numbers stay
    _refuse(not text.strip(), "must hold a table", "an empty file")
    between = separator or said or _separator_of(text)
    check_separator(between)
    names = next(records(text, between))
    heading = names[1]
    named = _named(names)
    rows = records(text if len(heading) == 1 else text.rstrip(ENDS), between)
    next(rows)
    # One name alone shows no separator: what may be several columns below a title is refused.
    unsplit = "".join(SEPARATORS) if len(heading) == 1 and not (separator or said) else ""
    flat, lines = _collected(rows, names, unsplit)
    fewest = f"must have at least {MIN_ROWS} rows below the names of the columns"
    _refuse(len(lines) < MIN_ROWS, fewest, f"{len(lines)}")
    columns = {heading[place]: flat[place :: len(heading)] for place in named}
    return RawTable(
        between,
        pd.DataFrame(columns, dtype="str"),
        np.array(lines, dtype=np.int64),
        len(heading) - len(named),
        skipped,
    )


def _separator_of(text: str) -> str:
    """Return the first separator that splits the line of the names; a comma where none does."""
    for separator in SEPARATORS:
        with suppress(InvalidInput):  # it is no separator if quotation marks do not fit it
            if len(next(records(text, separator))[1]) > 1:
                return separator
    return ","


def _collected(rows: Iterable[Record], names: Record, unsplit: str) -> tuple[list[str], list[int]]:
    """Return all cells row by row, and the line of each row; none may hold a mark of `unsplit`.

    One flat list: a million small ones would keep the garbage collector busy.
    """
    flat: list[str] = []
    lines: list[int] = []
    for line, cells in rows:
        for mark in unsplit:
            if mark in cells[0]:
                raise _ragged(line, cells[0].split(mark), names)
        if len(cells) != len(names[1]):
            raise _ragged(line, cells, names)
        flat += cells
        lines.append(line)
        if len(flat) > MAX_CELLS:
            rule, actual = f"must have at most {MAX_CELLS:,} cells", f"more up to line {line:,}"
            raise InvalidInput("file", rule, actual, "delete columns or rows")
    return flat, lines


def _ragged(line: int, cells: list[str], names: Record) -> InvalidInput:
    top, heading = names
    name = f"line {line:,} of the file"
    many = counted(len(heading), "cell")
    rule = f"must have {many}, one for each name in line {top:,} (“{heading[0][:40]}” …)"
    actual = "a blank line" if cells == BLANK else f"{len(cells):,}"
    title = f"{_skipping(top)}; else " if len(cells) > len(heading) or line == top + 1 else ""
    remedy = "delete it if it is a note, or write the separators of its empty cells"
    if len(cells) > len(heading):
        remedy = "name a column of row numbers too, quote cells, or choose another separator"
    return InvalidInput(name, rule, actual, f"{title}{remedy}")


def _skipping(top: int) -> str:
    """Return what to do about the line that is taken for the names, where it is a title."""
    return f"if line {top:,} is a title, set “Lines to skip at the top” to {top:,}"


def _named(names: Record) -> list[int]:
    """Return the places of the columns that have a name; they are checked."""
    top, heading = names
    places = [place for place, name in enumerate(heading) if name]
    said = [heading[place] for place in places]
    most = f"must have at most {MAX_COLUMNS} columns"
    _refuse(len(heading) > MAX_COLUMNS, most, f"{len(heading):,}", "delete those you do not need")
    rule, alone = f"must name its columns in line {top:,}", places == [0] and len(heading) > 1
    remedy = f"{_skipping(top)}, or name the other columns"
    _refuse(alone, rule, f"one name for {len(heading)} columns", remedy)
    only = "only numbers there" if said else "no name there"
    add = "add a first line with the names"
    remedy = add if said else f"set “Lines to skip at the top” to {top:,}, or {add}"
    _refuse(all(map(is_numeral, said)), rule, only, remedy)
    longest = max(map(len, said))
    letters = f"must name its columns in at most {MAX_NAME:,} letters each"
    _refuse(longest > MAX_NAME, letters, f"{longest:,}", "shorten the name")
    places_of: dict[str, int] = {}
    doubled = [
        f"{name[:40]!r} for columns {first + 1} and {place + 1}"
        for place, name in zip(places, said, strict=True)
        if (first := places_of.setdefault(unicodedata.normalize("NFC", name), place)) < place
    ]
    listed = ", ".join(doubled[:MOST_DOUBLED])
    _refuse(doubled, "must name each column once", listed, "rename one of each pair")
    return places


def _refuse(is_broken: object, rule: str, actual: str, remedy: str = "") -> None:
    """Raise `InvalidInput` about the file where it breaks a rule."""
    if is_broken:
        raise InvalidInput("file", rule, actual, remedy)


def reading_note(table: RawTable) -> str:
    """Return one line about a file: rows, columns, how it is written.

    >>> reading_note(read_table(b",a\\n1,5\\n2,3\\n"))
    '2 rows, 1 column, separated by commas; 1 column without a name is left out.'
    """
    several = len(table.names) + table.unnamed > 1
    parts = [
        counted(table.rows, "row"),
        counted(len(table.names), "column"),
        *([f"separated by {SEPARATORS[table.separator]}"] if several else []),
    ]
    unnamed = counted(table.unnamed, "column without a name is", "columns without a name are")
    return f"{', '.join(parts)}{f'; {unnamed} left out' if table.unnamed else ''}."


def names_like_values(names: Sequence[str]) -> str:
    """Return a sentence where a name of a column seems to be a value; "" elsewhere.

    >>> names_like_values(["A", "30"])[:42], names_like_values(["group", "age"])
    ('The first line names the columns, but “30”', '')
    """
    numerals = [name for name in names if is_numeral(name)]
    if not numerals:
        return ""
    return (
        f"The first line names the columns, but “{numerals[0][:40]}” looks like a value. If a "
        "title stands above the names, skip its lines. If the file has no line of names, its first "
        "person is lost: add such a line, and bring the file again."
    )
