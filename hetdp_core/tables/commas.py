"""Commas in a column of a file whose decimal mark is a point: between thousands, or unclear.

1,234 alone may be a thousand and more, or one and a bit.  So it is the column as a whole that
decides, and where it does not, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII)
_WITH_POINT = re.compile(r"[+-]?(\d+\.\d*|\.\d+)", re.ASCII)
_MARKED = re.compile(r"[+-]?\d[\d.,]*", re.ASCII)


def between_thousands(cells: Sequence[str]) -> bool:
    """Say whether commas in these cells can only stand between thousands.

    Every cell that has a comma then has one before each three digits, with or without a point
    after them; and some cell shows that a comma is not the decimal mark: it has a point, or two
    commas.

    >>> between_thousands(["1,234.50", "12"]), between_thousands(["1,234", "0.5"])
    (True, True)
    >>> between_thousands(["1,234", "12"]), between_thousands(["1,234.50", "1,5"])
    (False, False)
    """
    marked = [cell for cell in cells if "," in cell]
    if not marked or not all(map(_GROUPED.fullmatch, marked)):
        return False
    return any("." in cell or cell.count(",") > 1 for cell in marked) or any(
        map(_WITH_POINT.fullmatch, cells)
    )


def looks_like_number(cell: str) -> bool:
    """Say whether there is nothing in it but digits with points and commas between.

    >>> looks_like_number("1.234,50"), looks_like_number("2,5 kg")
    (True, False)
    """
    return _MARKED.fullmatch(cell) is not None
