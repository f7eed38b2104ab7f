"""Reading privacy levels that a user uploads or types.

From the bytes of a file to its records: the one reader of all that a user uploads.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np

from hetdp_core import validate
from hetdp_core.calls import Call, own_file
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import (
    MARKS,
    PUBLIC,
    Decimal,
    holds_levels,
    level,
    number,
    trimmed,
)
from hetdp_core.validate import MAX_USERS, FloatArray

MAX_LETTERS = 131_072
"""Most letters of a cell: the limit of the standard library's reader itself."""

BLANK = [""]
"""The cells of a blank line: in one column it is a missing value, in several it is no row."""

ENDS = " \r\n"
"""The text before a file's first line and after its last one that is not blank."""

LINE_END = re.compile(r"\r\n|\r|\n")

_SAYS_SEPARATOR = re.compile(r"([ \r\n]*)\"?sep=([^\r\n]*)", re.IGNORECASE)


Record = tuple[int, list[str]]
"""The line it begins on, the first is 1, and its cells without outer blanks."""


ENCODINGS = {"": "UTF-8 or UTF-16", "cp1252": "Windows-1252 (Western European)"}
"""How text may be encoded that has no mark of UTF-16, by what its owner says."""


def decoded(content: bytes, encoding: str = "") -> tuple[str, str]:
    """Return the separator that a first line "sep=;" names, and the text with it blank.

    A file of at most `validate.MAX_UPLOAD_BYTES` in UTF-8 or, with its mark, UTF-16.  One or two
    byte-order marks of UTF-8 are passed over: some programs put theirs before another.
    Spreadsheets read and write a line "sep=;"; once they have saved it again, it is in quotation
    marks or ends in separators.  Without one: "", and the text as it is.

    encoding : a key of `ENCODINGS`, which is never guessed.

    >>> decoded(b"sep=;\\na;b"), decoded(b"a;b"), decoded(b"\\xe4", "cp1252")
    ((';', '\\na;b'), ('', 'a;b'), ('', 'ä'))

    Raises:
        InvalidInput: too large, a workbook, JSON, another encoding, or no text.
    """
    if len(content) > validate.MAX_UPLOAD_BYTES:
        rule = f"must be at most {validate.MAX_UPLOAD_BYTES / 1e6:g} MB"
        raise InvalidInput(
            "the file", rule, f"{len(content) / 1e6:.1f} MB", "leave out some columns"
        )
    remedy = 'save it as "CSV UTF-8" in a spreadsheet'
    if content.startswith(b"PK\x03\x04"):
        raise InvalidInput("the file", "must be a CSV", "a workbook or another archive", remedy)
    if re.match(rb'\s*[\[{]\s*[\[{"]', content):
        raise InvalidInput("the file", "must be a CSV", "JSON")
    validate.choice(encoding, ENCODINGS, "encoding")
    encoding = encoding or "utf-8"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        actual = f"another encoding on line {line:,}"
        rule = f"must be text in {ENCODINGS.get(encoding, 'UTF-8')}"
        other = "choose the encoding of this text, or "
        raise InvalidInput("the file", rule, actual, f"{other}{remedy}") from None
    if "\0" in text:
        raise InvalidInput("the file", "must be text in UTF-8", "no text", remedy)
    text = text.removeprefix("\ufeff").removeprefix("\ufeff")
    said = _SAYS_SEPARATOR.match(text)
    if said is None:
        return "", text
    separator = said[2].strip(' "')
    return separator[:1] + separator[1:].strip(separator[:1]), said[1] + text[said.end() :]


SEPARATORS = {"\t": "tabs", ";": "semicolons", "|": "pipes", ",": "commas"}
"""The separators of cells, in the order of preference: the first that splits the names."""


def check_separator(between: str) -> None:
    """Refuse a text that cannot stand between cells, with `InvalidInput`."""
    if between not in SEPARATORS:
        rule = f"must be one of {', '.join(SEPARATORS.values())}"
        raise InvalidInput("the separator", rule, repr(between)[:40])


def records(text: str, delimiter: str) -> Iterator[Record]:
    """Return every record, starting with the first line that is not blank.

    A blank line is a record too, whose cells are `BLANK`: whether it may stand there is for the
    caller to say.  A row of empty cells is a record like any other.

    Raises:
        InvalidInput: while it is iterated, a quotation mark that is not closed at the end of its
            cell and not `_quoted_whole`, or a cell of more than `MAX_LETTERS`.
    """
    begun = text.lstrip(ENDS)
    before = line = 1 + len(LINE_END.findall(text[: len(text) - len(begun)]))
    every = io.StringIO(begun, newline="")  # it knows all line ends
    lines = (_quoted_whole(one, delimiter) if '"' in one else one for one in every)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            yield line, [*map(trimmed, cells)] or BLANK
            line = before + reader.line_num
    except csv.Error as error:
        raise _unreadable(line, error) from None


def _quoted_whole(line: str, delimiter: str) -> str:
    """Put in quotation marks as a whole each cell that goes on behind its closing one.

    So spreadsheets and pandas read it.  This excludes cells with an end of line or a separator in
    them, and cells next to one that holds marks without beginning with one.  Where those end is not
    clear, so the line stays as it is and is refused.

    >>> _quoted_whole('1,"5" pipe,2', ","), _quoted_whole('1,"a, b" c,2', ",")
    ('1,"5 pipe",2', '1,"a, b" c,2')
    """
    begins = rf"(?<![^\r\n{re.escape(delimiter)}]) *"
    whole = re.sub(begins + _GOES_ON, lambda cell: f'"{cell[1]}{in_quotes(cell[2])[1:]}', line)
    others = re.sub(rf'{begins}"(?:[^"]|"")*"', "", whole) if whole != line else ""
    return line if '"' in others else whole


_APART = r"\r\n" + re.escape("".join(SEPARATORS))
_GOES_ON = rf'"([^"{_APART}](?:[^"{_APART}]|"")*)"([^"{_APART}][^{_APART}]*)'
"""A cell that goes on behind its closing quotation mark: the text inside, and behind."""


def in_quotes(cell: str) -> str:
    """Return a cell in quotation marks, its own ones doubled."""
    return '"' + cell.replace('"', '""') + '"'


def _unreadable(line: int, error: csv.Error) -> InvalidInput:
    if "limit" in str(error):
        rule = f"must have at most {MAX_LETTERS:,} letters in a cell"
        remedy = "shorten it, or close its quotation mark"
        return InvalidInput("the file", rule, f"more in the record on line {line:,}", remedy)
    rule = "must close each quotation mark at the end of its cell"
    remedy = 'close it, and write "" for a quotation mark inside quotation marks'
    return InvalidInput("the file", rule, f"an open or stray one on line {line:,}", remedy)


@dataclass(frozen=True)
class UploadedLevels:
    """Privacy levels of an uploaded file; two files are equal when their bytes are.

    Attributes:
        digest: SHA-256 of the file.
        levels: (n,) levels in the order of the file.
    """

    digest: str
    levels: FloatArray = field(compare=False, repr=False)

    @classmethod
    def from_csv(cls, content: bytes) -> UploadedLevels:
        """Read and check a file; `read_epsilon_csv` lists the accepted forms."""
        return cls(cls.digest_of(content), read_epsilon_csv(content))

    @cached_property
    def ends(self) -> FloatArray:
        """The least and the largest finite level; infinity alone where there is none."""
        finite = self.levels[np.isfinite(self.levels)]
        return np.array([np.min(finite), np.max(finite)] if finite.size else [np.inf])

    @cached_property
    def source(self) -> Call[UploadedLevels]:
        read = Call(UploadedLevels.from_csv, own_file("your-levels.csv")).cached()
        return read.owned(self.digest).noted("Your own levels: put the path of your file here.")

    @staticmethod
    def digest_of(content: bytes) -> str:
        """Return SHA-256 of a file, in hexadecimal."""
        return hashlib.sha256(content).hexdigest()


def read_epsilon_csv(content: bytes) -> FloatArray:
    """Return (n,) levels of an uploaded CSV in its order: one column, "inf" for public.

    A first line may name levels, as "epsilon" or "privacy level".  Any other text may be
    somebody's, and is refused like any other line.  Blank lines before the first level and after
    the last one are passed over.  One between them is refused, because it may stand for a person.

    Raises:
        InvalidInput: too large, empty, not text, more than one column, a blank line between
            levels or a value that is not a positive number (both named with their line), a
            quotation mark left open, a cell that is too long, or too many rows.

    >>> read_epsilon_csv(b"epsilon\\n0.5\\ninf\\n")
    array([0.5, inf])
    """
    separator, text = decoded(content)
    check_separator(separator or ",")
    rows = records(text.rstrip(ENDS), separator or ",")
    first = next(rows, None)
    if first is None:
        raise InvalidInput("the file", "must hold one epsilon per line", "an empty file")
    headed = len(first[1]) == 1 and holds_levels(first[1][0])
    levels = [_level(*row) for row in (rows if headed else chain([first], rows))]
    if not 0 < len(levels) <= MAX_USERS:
        rule, remedy = f"must list 1 to {MAX_USERS:,} users", "use levels and counts for more"
        raise InvalidInput("the file", rule, f"{len(levels):,}", remedy)
    return validate.epsilons(levels)


def _level(line: int, cells: list[str]) -> float:
    """Return the level on a line; a bad one is named by it."""
    if len(cells) > 1:
        remedy = "delete other columns, and write a decimal point where the comma is one"
        actual = f"{len(cells):,} on line {line:,}"
        raise InvalidInput("the file", "must have one column", actual, remedy)
    if math.isnan(value := level(cells[0])):
        actual = "a blank line" if cells == BLANK else repr(cells[0][:40])
        remedy = 'correct it, or write "epsilon" if it names the column'
        raise no_level(f"epsilon on line {line:,}", actual, remedy)
    return value


def no_level(name: str, actual: str, remedy: str = "") -> InvalidInput:
    """Return what is said of a cell or an entry that should hold a privacy level."""
    rule = 'must be a positive privacy level, or "inf" for a public person'
    return InvalidInput(name, rule, actual, remedy)


def epsilons_from_text(text: str, name: str) -> tuple[float, ...]:
    """Read numbers typed into one field, separated by commas, semicolons or blanks.

    Where a semicolon separates them, a comma between two digits is a decimal mark.

    Raises:
        InvalidInput: one of them is no number, or could be two (see `number_from_text`), or it is
            not clear what a comma between two digits is.

    >>> epsilons_from_text("0.1, 1; inf", "levels"), epsilons_from_text("0,5; 1", "levels")
    ((0.1, 1.0, inf), (0.5, 1.0))
    """
    unclear = _TIGHT.search(text) and (
        ("." not in text and ", " in text) or _BLANK_ALONE.search(text)
    )
    if ";" not in text and unclear:
        remedy = "separate numbers with semicolons where a comma is the decimal mark"
        raise InvalidInput(name, "must be separated in one way", repr(text[:40]), remedy)
    commas = _LOOSE if ";" in text else ","
    cells = re.sub(commas, " ", text).replace(";", " ").split()
    return tuple(number_from_text(cell, name) for cell in cells)


_TIGHT = re.compile(r"(?<=\d),(?=\d)")
"""A comma between two digits."""

_LOOSE = re.compile(r"(?<!\d),|,(?!\d)")
"""Any other comma."""

_BLANK_ALONE = re.compile(r"[^\s,]\s+[^\s,]")
"""Blanks between two numbers without a comma next to them."""


def number_from_text(text: str, name: str, decimal: Decimal | None = None) -> float:
    """Read one number typed into one field, with a decimal point or a decimal comma.

    decimal : the mark that was declared for such numbers; None for none.

    A mark before exactly three digits may be one between thousands.  A number that could be read in
    both ways is asked back, for the two readings are a thousand times apart.  Only where the mark
    is not the declared one of decimals is it taken for thousands.

    >>> number_from_text("0.5", "level"), number_from_text(" 0,5", "level")
    (0.5, 0.5)
    >>> number_from_text("1,234.5", "level"), number_from_text("1.234,5", "level")
    (1234.5, 1234.5)
    >>> number_from_text("5.000", "level", ","), number_from_text("5,000", "level", ".")
    (5000.0, 5000.0)
    >>> number_from_text("5,000", "level", ",")
    Traceback (most recent call last):
    hetdp_core.errors.InvalidInput: level could mean 5000 or 5 (given: '5,000'). Write 5000 or 5,0.

    Raises:
        InvalidInput: it is no number, or 1.000 might be meant as 1 or as a thousand.
    """
    plain, mark = trimmed(text), decimal or "."
    if plain.lower() in PUBLIC:
        return math.inf
    values = {value for one in MARKS if not math.isnan(value := number(plain, one))}
    if not values:
        remedy = f"write digits and a decimal {MARKS[mark]}, and no other mark"
        raise InvalidInput(name, "must be a number", repr(text[:40]), remedy)
    if len(values) == 1:
        return values.pop()
    if decimal is not None and decimal not in plain:  # the other mark groups thousands
        return number(plain, decimal)
    small, large = sorted(values, key=abs)
    remedy = f"write {large:.15g} or {_unmistakable(repr(small)).replace('.', mark)}"
    rule = f"could mean {large:.15g} or {f'{small:.15g}'.replace('.', mark)}"
    raise InvalidInput(name, rule, repr(text[:40]), remedy)


def optional_number_from_text(text: str, name: str, decimal: Decimal | None = None) -> float | None:
    """Read a field that may be left empty: as `number_from_text`, and None where nothing is typed.

    >>> optional_number_from_text("60,5", "bound"), optional_number_from_text(" ", "bound")
    (60.5, None)
    """
    return number_from_text(text, name, decimal) if text.strip() else None


def _unmistakable(digits: str) -> str:
    """Return a number as Python writes it, with a zero more where its point could group thousands.

    >>> _unmistakable("1.234"), _unmistakable("0.234")
    ('1.2340', '0.234')
    """
    return f"{digits}0" if _MISTAKABLE.fullmatch(digits) else digits


_MISTAKABLE = re.compile(r"-?[1-9]\d{0,2}\.\d{3}", re.ASCII)


def whole_numbers_from_text(text: str, name: str) -> tuple[int, ...]:
    """Read whole numbers typed into one field.

    >>> whole_numbers_from_text("300, 500", "counts")
    (300, 500)
    """
    numbers = epsilons_from_text(text, name)
    if not all(number.is_integer() for number in numbers):
        raise InvalidInput(name, "must be whole numbers", repr(text[:40]))
    return tuple(int(number) for number in numbers)
