"""Tables and settings that leave as files: text stays text in any program."""

from __future__ import annotations

import json
import math
import unicodedata
from typing import Any

import pandas as pd

from hetdp_core.numerals import is_numeral

_FORMULA_STARTS = "=+-@"
"""With which a formula begins, in any width of these letters."""

_CONTROLS = ("\t", "\r", "\n")
"""Which some spreadsheets pass over before a formula, or take for the end of a cell."""


def escape_for_spreadsheet(cell: str) -> str:
    """Return text that a spreadsheet shows instead of running it as a formula.

    Text that begins like a formula and is not a number gets an apostrophe in front.

    >>> escape_for_spreadsheet("=1+1"), escape_for_spreadsheet("-1.5")
    ("'=1+1", '-1.5')
    """
    begins = cell.startswith(_CONTROLS) or _first_letter(cell) in _FORMULA_STARTS
    return f"'{cell}" if cell and begins and not is_numeral(cell) else cell


def _first_letter(cell: str) -> str:
    """Return the first visible letter, in its usual width; a blank if no letter is visible."""
    seen = (letter for letter in cell if letter.isprintable() and not letter.isspace())
    return unicodedata.normalize("NFKC", next(seen, " "))[0]


def csv_text(table: pd.DataFrame) -> str:
    """Return all rows as CSV, without the index: numbers with all their digits, no text a formula.

    Line ends in a cell become "\\n", because others are not always put in quotation marks: a
    spreadsheet would begin a new row there.
    """
    safe = table.copy()
    safe.columns = pd.Index([_safe(str(name)) for name in table.columns])
    for place in range(safe.shape[1]):
        column = safe.iloc[:, place]
        if not pd.api.types.is_numeric_dtype(column):
            safe.isetitem(place, column.map(_safe).to_list())
    return safe.to_csv(index=False)


def _safe(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    return escape_for_spreadsheet(cell).replace("\r\n", "\n").replace("\r", "\n")


def json_text(content: object) -> str:
    """Return JSON: exact forms where it has them, the rest in words; it ends no page's element.

    >>> json_text({"level": float("inf"), "name": "</b>"}).split()
    ['{', '"level":', '"infinity",', '"name":', '"\\\\u003c/b>"', '}']
    """
    text = json.dumps(_in_words(content), ensure_ascii=False, allow_nan=False, indent=2)
    return text.replace("<", "\\u003c")


def _in_words(value: Any) -> Any:
    """Put in words what JSON lacks: infinity, halves of characters; named tuples are mappings."""
    match value:
        case dict():
            return {_in_words(str(key)): _in_words(item) for key, item in value.items()}
        case tuple() if hasattr(value, "_asdict"):
            return _in_words(value._asdict())
        case list() | tuple():
            return [_in_words(item) for item in value]
        case float() if not math.isfinite(value):
            return "not a number" if math.isnan(value) else str(value).replace("inf", "infinity")
        case None | bool() | int() | float():
            return value
    return str(value).encode("utf-8", "replace").decode()
