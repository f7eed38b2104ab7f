"""Reading privacy levels that a user uploads or types."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import dataclass, field

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import MAX_UPLOAD_BYTES, MAX_USERS, FloatArray


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
        """Read and check a file; see `read_epsilon_csv` for what is accepted."""
        return cls(cls.digest_of(content), read_epsilon_csv(content))

    @staticmethod
    def digest_of(content: bytes) -> str:
        """SHA-256 of a file, in hexadecimal."""
        return hashlib.sha256(content).hexdigest()


def _check_user_count(users: int) -> None:
    if not 1 <= users <= MAX_USERS:
        rule = f"must list 1 to {MAX_USERS:,} users"
        raise InvalidInput("file", rule, f"{users:,} rows", "use levels and counts for more")


def read_epsilon_csv(content: bytes) -> FloatArray:
    """Levels from an uploaded CSV: one column, an optional header, "inf" for public.

    Args:
        content: the raw file, at most 5 MB, UTF-8 (a byte-order mark is fine).

    Returns:
        (n,) levels in the order of the file.

    Raises:
        InvalidInput: too large, empty, not text, more than one column, a value that is
            not a positive number (named with its line), or too many rows.

    >>> read_epsilon_csv(b"epsilon\\n0.5\\ninf\\n")
    array([0.5, inf])
    """
    if len(content) > MAX_UPLOAD_BYTES:
        rule = f"must be at most {MAX_UPLOAD_BYTES / 1e6:g} MB"
        raise InvalidInput("file", rule, f"{len(content) / 1e6:.1f} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        remedy = "save it as CSV in UTF-8"
        raise InvalidInput("file", "must be a text file", "other bytes", remedy) from None
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise InvalidInput("file", "must hold one epsilon per line", "an empty file")
    start = first if _is_number(lines[first]) else first + 1
    _check_user_count(sum(1 for line in lines[start:] if line.strip()))
    return validate.epsilons(_parse_column(lines, start))


def _is_number(line: str) -> bool:
    try:
        float(line.strip().strip('"'))
    except ValueError:
        return False
    return True


def _parse_column(lines: list[str], start: int) -> FloatArray:
    """The numbers from line `start` on; a bad line is named by its number in the file."""
    values = []
    for number, line in enumerate(lines[start:], start=start + 1):
        cell = line.strip().strip('"')
        if not cell:
            continue
        try:
            value = float(cell)
        except ValueError:
            raise _bad_line(line, number) from None
        if not value > 0:
            raise InvalidInput(
                f"epsilon on line {number:,}", "must be positive (inf means public)", cell[:40]
            )
        values.append(value)
    return np.array(values)


def _bad_line(line: str, number: int) -> InvalidInput:
    cells = next(csv.reader(io.StringIO(line)), [])
    if len(cells) > 1:
        return InvalidInput("file", "must have one column", f"{len(cells)} on line {number:,}")
    return InvalidInput(f"epsilon on line {number:,}", "must be a number", repr(line.strip()[:40]))


def epsilons_from_text(text: str, name: str) -> tuple[float, ...]:
    """Numbers typed into one field, separated by commas, semicolons or blanks.

    >>> epsilons_from_text("0.1, 1; inf", "levels")
    (0.1, 1.0, inf)
    """
    cells = text.replace(";", " ").replace(",", " ").split()
    try:
        return tuple(float(cell) for cell in cells)
    except ValueError:
        raise InvalidInput(name, "must be numbers separated by commas", repr(text[:40])) from None


def whole_numbers_from_text(text: str, name: str) -> tuple[int, ...]:
    """Whole numbers typed into one field.

    >>> whole_numbers_from_text("300, 500", "counts")
    (300, 500)
    """
    numbers = epsilons_from_text(text, name)
    if not all(number.is_integer() for number in numbers):
        raise InvalidInput(name, "must be whole numbers", repr(text[:40]))
    return tuple(int(number) for number in numbers)
