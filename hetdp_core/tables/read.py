"""From the bytes of a CSV to a table of text, or one sentence that names the fault.

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

MAX_COLUMNS, MAX_NAME, MAX_CELLS, MIN_ROWS = 200, 1_000, 1_000_000, 2
"""Most columns a table may have, letters of a name, cells below the names; fewest rows there."""

MOST_SKIPPED = 99
"""Lines above the names that may be left out."""

_TITLE = "if line {0:,} is a title, set “Lines to skip at the top” to {0:,}. Otherwise"


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
        """The usual decimal mark next to this separator: its owner may say another."""
        return "," if self.separator == ";" else "."

    def column(self, name: str) -> list[str]:
        """Return the text of a column; `InvalidInput` for a name that the table has not."""
        return self.cells[validate.choice(name, self.names, "column")].to_list()


def read_table(
    content: bytes, separator: str = "", skipped: int = 0, encoding: str = ""
) -> RawTable:
    """Read a CSV whose first line that is not left out names its columns.

    The first line names the separator ("sep=;"), or it is the first of `SEPARATORS` that splits the
    names.  Below a single name, no cell may hold one until the owner says which.  Blank lines
    before the names are passed over, and those after the last row of several columns.  Nothing else
    is: a row of empty cells is a row, and so is each blank line below a single name.  Columns
    without a name, as an index, are left out.

    Args:
        content: the raw file, see `uploads.decoded`.
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
    names = _, heading = next(records(text, between))
    named = _named(names)
    rows = records(text if len(heading) == 1 else text.rstrip(ENDS), between)
    next(rows)
    # One name alone shows no separator: what may be several columns below a title is refused.
    unsplit = "".join(SEPARATORS) if len(heading) == 1 and not (separator or said) else ""
    flat, lines = _collected(rows, names, unsplit)
    fewest = f"must have at least {MIN_ROWS} rows below the names"
    _refuse(len(lines) < MIN_ROWS, fewest, len(lines))
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
    top, heading = names
    flat: list[str] = []
    lines: list[int] = []
    for line, cells in rows:
        width = len(cells) + max((cells[0].count(mark) for mark in unsplit), default=0)
        if width != len(heading):
            many, first = counted(len(heading), "cell"), heading[0][:40]
            rule = f"must have {many}, one for each name in line {top:,} (“{first}” …)"
            actual = "a blank line" if cells == BLANK else f"{width:,}"
            remedy = f"{_TITLE.format(top)} correct line {line:,}, or choose another separator"
            raise InvalidInput(f"line {line:,} of the file", rule, actual, remedy)
        flat += cells
        lines.append(line)
        if len(flat) > MAX_CELLS:
            rule, actual = f"must have at most {MAX_CELLS:,} cells", f"more up to line {line:,}"
            raise InvalidInput("the file", rule, actual, "delete columns or rows")
    return flat, lines


def _named(names: Record) -> list[int]:
    """Return the places of the columns that have a name; they are checked."""
    top, heading = names
    places = [place for place, name in enumerate(heading) if name]
    most = f"must have at most {MAX_COLUMNS} columns"
    _refuse(len(heading) > MAX_COLUMNS, most, len(heading), "delete those you do not need")
    words = sum(not is_numeral(heading[place]) for place in places)
    remedy = f"{_TITLE.format(top)} add a line with the names"
    actual = f"{counted(words, 'name')} for {counted(len(heading), 'column')}"
    is_title = places == [0] and len(heading) > 1
    _refuse(not words or is_title, f"must name its columns in line {top:,}", actual, remedy)
    place_of: dict[str, int] = {}
    for place in places:
        name, letters = heading[place], f"must have names of at most {MAX_NAME:,} letters"
        _refuse(len(name) > MAX_NAME, letters, f"{len(name):,} in column {place + 1}")
        first = place_of.setdefault(unicodedata.normalize("NFC", name), place)
        actual = f"{name[:40]!r} for columns {first + 1} and {place + 1}"
        _refuse(first < place, "must name each column once", actual, "rename one of them")
    return places


def _refuse(is_broken: object, rule: str, actual: object, remedy: str = "") -> None:
    """Raise `InvalidInput` about the file where it breaks a rule."""
    if is_broken:
        raise InvalidInput("the file", rule, actual, remedy)


def reading_note(table: RawTable) -> str:
    """Return one line about a file: rows, columns, how it is written.

    >>> reading_note(read_table(b",a\\n1,5\\n2,3\\n"))
    '2 rows, 1 column, read with commas between cells; columns left out, without a name: 1.'
    """
    rows, columns = counted(table.rows, "row"), counted(len(table.names), "column")
    unnamed = f"; columns left out, without a name: {table.unnamed}" if table.unnamed else ""
    return f"{rows}, {columns}, read with {SEPARATORS[table.separator]} between cells{unnamed}."


def names_like_values(names: Sequence[str]) -> str:
    """Return a sentence where a name of a column seems to be a value; "" elsewhere.

    >>> names_like_values(["A", "30"])[:42], names_like_values(["group", "age"])
    ('The first line names the columns, but “30”', '')
    """
    numeral, doubt = next(filter(is_numeral, names), "")[:40], "names the columns, but"
    lost = "If the file has no line of names, its first person is lost: add one."
    return f"The first line {doubt} “{numeral}” looks like a value. {lost}" if numeral else ""
