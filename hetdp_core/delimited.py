"""From the bytes of a file to its records: the one reader of all that a user uploads."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import trimmed

MAX_LETTERS = 131_072
"""Most letters of a cell: what the standard library's reader allows by itself."""

MOST_CELLS = 10_000
"""Most cells of a record; no table may be nearly as wide."""

BLANK = [""]
"""The cells of a blank line: of one column it is a missing value, of several it is none."""

_ENDS = " \r\n"


Record = tuple[int, list[str]]
"""The line it begins on, the first is 1, and its cells without outer blanks."""


def decoded(content: bytes) -> str:
    """Decode a file of at most `validate.MAX_UPLOAD_BYTES`: UTF-8 or, with its mark, UTF-16.

    One or two byte-order marks of UTF-8 are passed over: some programs put theirs before another.

    Raises:
        InvalidInput: too large, a workbook, another encoding, or no text.
    """
    if len(content) > validate.MAX_UPLOAD_BYTES:
        rule = f"must be at most {validate.MAX_UPLOAD_BYTES / 1e6:g} MB"
        raise InvalidInput("file", rule, f"{len(content) / 1e6:.1f} MB", "leave out some columns")
    remedy = 'in a spreadsheet, save it as "CSV UTF-8"'
    if content.startswith(b"PK\x03\x04"):
        raise InvalidInput("file", "must be a CSV", "a workbook or another archive", remedy)
    encoding = "utf-8"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"another encoding on line {line:,}"
        raise InvalidInput("file", "must be text in UTF-8", found, remedy) from None
    if "\0" in text:
        raise InvalidInput("file", "must be text in UTF-8", "what is no text", remedy)
    return text.removeprefix("\ufeff").removeprefix("\ufeff")


def records(text: str, delimiter: str, *, to_the_end: bool = False) -> Iterator[Record]:
    """Return every record from the first line that is not blank to the last one.

    A blank line between two others is a record too, whose cells are `BLANK`: whether it may
    stand there is for the caller to say.  A row of empty cells is a record like any other.

    Args:
        text: of the file.
        delimiter: between cells.
        to_the_end: whether blank lines after the last one are records too, as in a table of one
            column, where each is a person.

    Raises:
        InvalidInput: while it is iterated, a quotation mark that is not closed at the end of its
            cell, a cell of more than `MAX_LETTERS`, or a record of more than `MOST_CELLS`.
    """
    begun = text.lstrip(_ENDS)
    line = 1 + _line_ends(text[: len(text) - len(begun)])
    held = begun if to_the_end else begun.rstrip(_ENDS)
    lines = io.StringIO(held, newline="")  # the reader itself knows all line ends
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    before = line
    try:
        for cells in reader:
            if len(cells) > MOST_CELLS:
                rule = f"must have at most {MOST_CELLS:,} cells"
                raise InvalidInput(f"line {line:,} of the file", rule, f"{len(cells):,}")
            yield line, [*map(trimmed, cells)] or BLANK
            line = before + reader.line_num
    except csv.Error as error:
        raise _unreadable(line, error) from None


def _line_ends(blank: str) -> int:
    return blank.count("\n") + blank.count("\r") - blank.count("\r\n")


def _unreadable(line: int, error: csv.Error) -> InvalidInput:
    if "limit" in str(error):
        rule = f"must have at most {MAX_LETTERS:,} letters in a cell"
        remedy = "shorten it, or close its quotation mark"
        return InvalidInput("file", rule, f"more in the record on line {line:,}", remedy)
    rule = "must close each quotation mark at the end of its cell"
    remedy = 'close it, and write "" for a quotation mark inside quotation marks'
    return InvalidInput("file", rule, f"one that is not on line {line:,}", remedy)
