"""What a person says of the columns of a file: texts as typed, what they declare, and its table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from hetdp_core import validate
from hetdp_core.datasets import Column, Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal
from hetdp_core.tables.columns import DECLARED, checked, quoted
from hetdp_core.tables.declare import recognised
from hetdp_core.tables.guess import identifies, suggested
from hetdp_core.tables.read import RawTable
from hetdp_core.uploads import in_quotes, number_as_text, optional_number_from_text

KINDS: Mapping[str, str] = {
    "number": "number",
    "integer": "whole number",
    "binary": "yes/no (1 or 0)",
    "category": "category",
    "level": "privacy level ε",
    "text": "text (leave out)",
}
"""What a column may be declared to be, in words."""

LEVELS = "The numbers are ε themselves: larger is less private"
CODES = "They are codes: enter an ε for each"

_RANGES = ("number", "integer")  # a yes/no column is 0 or 1, whatever stands in its cells
NUMBERS = (*_RANGES, "binary")
"""Kinds of which there is a mean."""


@dataclass(frozen=True)
class Description:
    """What is typed about a column, each text as it stands in its entry; "" for an empty one.

    Attributes:
        suggested: what the column's name suggests.
        kind: a key of `KINDS`.
        low, high, unit: of a number; texts, for a browser drops the decimal comma of a number.
        labels: of a category, see `labels_from_text`.
        one, zero: of a yes/no, the words that are 1 and 0, as `labels_from_text` reads them.
        ignored, missing: of a number, the signs beside it and the codes for no value; separated
            by commas, see `labels_from_text`.
        asks: of privacy levels, what is typed for each word or code; "" is an empty cell.
        scale: of levels, what numbers are: `LEVELS` or `CODES`; "" where that is to be said.
        decimal: mark of the numbers in the file, in which errors give their advice.
    """

    suggested: Column
    kind: str
    low: str = ""
    high: str = ""
    unit: str = ""
    labels: str = ""
    one: str = ""
    zero: str = ""
    sensitivity: str = "medium"
    ignored: str = ""
    missing: str = ""
    asks: Mapping[str, str] = field(default_factory=dict)
    scale: str = LEVELS
    decimal: Decimal = "."

    @property
    def name(self) -> str:
        return self.suggested.name

    @property
    def empty(self) -> list[tuple[str, str]]:
        """What its kind needs and is still empty, each with the column or the word it is of."""
        is_empty = {
            "lowest and highest possible value": self.kind in _RANGES
            and not (self.low and self.high),
            "words that count as 1 and as 0": self.kind == "binary"
            and not (self.one and self.zero),
            "possible labels": self.kind == "category" and not self.labels,
            "meaning of the numbers": self.kind == "level" and not self.scale,
        }
        words = [("ε", word) for word, typed in self.asks.items() if not typed]
        return [*((what, self.name) for what, empty in is_empty.items() if empty), *words]

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Bounds as they are typed, without a percent sign; None while one is empty.

        Raises:
            InvalidInput: one is no finite number, or could be two.
        """
        low, high = self._bound("lowest", self.low), self._bound("highest", self.high)
        return None if low is None or high is None else (low, high)

    def _bound(self, end: str, text: str) -> float | None:
        name = f"{end} possible value of {self.name[:40]!r}"
        bound = optional_number_from_text(text.strip().removesuffix("%"), name, self.decimal)
        return None if bound is None else validate.real(bound, name)

    @property
    def bounds_from(self) -> str:
        """Where `bounds` come from: the name suggests them, or they were typed."""
        is_typed = not self.bounds or self.bounds != self.suggested.bounds
        return DECLARED if is_typed else self.suggested.bounds_from

    @property
    def levels(self) -> dict[str, float]:
        """The epsilon typed for each word that has one.

        Raises:
            InvalidInput: what is typed is no number, or could be two.
        """
        typed = {
            word: optional_number_from_text(text, f"ε of {quoted(word)}", self.decimal)
            for word, text in self.asks.items()
        }
        return {word: level for word, level in typed.items() if level is not None}

    def column(self) -> Column:
        """Return what is declared of it; entries that its kind does not need are passed over.

        Bounds and labels that stayed as suggested keep the suggestion's reason, others are
        `DECLARED`.

        Raises:
            InvalidInput: an entry cannot be read, or the declaration is not `checked`.

        >>> from hetdp_core.tables import read_table
        >>> age, epsilon = described(read_table(b"age,epsilon\\n30,1\\n40,2\\n"))
        >>> age.column().bounds, epsilon.column().kind
        ((0.0, 120.0), 'level')
        """
        said: dict[str, Any] = {"unit": "", "bounds": None, "categories": ()}
        said |= {name: getattr(self, name) for name in ("kind", "sensitivity", "decimal")}
        if self.kind in _RANGES:
            said |= {"bounds": self.bounds, "bounds_from": self.bounds_from, "unit": self.unit}
            said |= {name: _codes_from_text(getattr(self, name)) for name in ("ignored", "missing")}
        elif self.kind == "binary":
            said |= {"bounds": (0.0, 1.0), "bounds_from": "a share is between 0 and 1"}
            ones, zeros = (labels_from_text(text, name="words") for text in (self.one, self.zero))
            said["words"] = (*((word, 1.0) for word in ones), *((word, 0.0) for word in zeros))
        elif self.kind == "category":
            labels = labels_from_text(self.labels, name=f"labels of {self.name[:40]!r}")
            said["categories"] = labels
            if labels != self.suggested.categories:
                said["bounds_from"] = DECLARED
        elif self.kind == "level":
            said |= {"words": tuple(self.levels.items()), "bounds_from": "the level of each person"}
        return checked(replace(self.suggested, **said))


def described(table: RawTable) -> tuple[Description, ...]:
    """Return what the names of a file's columns suggest, in their order; no cell is looked at.

    A name that tells who somebody is suggests to leave the column out.
    """
    columns = recognised(table) or map(suggested, table.names)
    return tuple(_begun(column, table.decimal) for column in columns)


def _begun(column: Column, decimal: Decimal) -> Description:
    kind = "text" if identifies(column.name) else column.kind
    low, high = map(number_as_text, column.bounds or (None, None))
    texts = low, high, column.unit, ", ".join(column.categories)
    return Description(column, kind, *texts, sensitivity=column.sensitivity, decimal=decimal)


def averageable(descriptions: Iterable[Description]) -> tuple[str, ...]:
    """Return names of all columns, those first whose kind speaks against no mean."""
    in_order = [*NUMBERS, "category", "text", "level"]
    return tuple(about.name for about in sorted(descriptions, key=lambda a: in_order.index(a.kind)))


def first_averaged(descriptions: Iterable[Description]) -> str:
    """Return the column whose mean is offered first; "" where no name says that it holds numbers.

    The last name of a well-known quantity; without one, the only ordinary name.
    """
    ordinary = [about for about in descriptions if about.kind in NUMBERS]
    known = [about.name for about in ordinary if about.low]
    if known:
        return known[-1]
    return ordinary[0].name if len(ordinary) == 1 else ""


def still_empty(descriptions: Iterable[Description]) -> str:
    """Return one sentence that asks for the entries that are still empty, or an empty text."""
    names: dict[str, list[str]] = {}
    for what, name in (one for about in descriptions for one in about.empty):
        names.setdefault(what, []).append(quoted(name))
    needs = [f"the {what} of {_listed(of)}" for what, of in names.items()]
    return f"Still to fill in: {' and '.join(needs)}." if needs else ""


def _codes_from_text(text: str) -> tuple[str, ...]:
    """Read signs or codes, separated by semicolons where there is one.

    >>> _codes_from_text("-1, n/a"), _codes_from_text("9,99;")
    (('-1', 'n/a'), ('9,99',))
    """
    return labels_from_text(text, ";" if ";" in text else ",")


def labels_from_text(text: str, separator: str = ",", name: str = "labels") -> tuple[str, ...]:
    """Read labels typed into one entry, separated by commas; quotation marks protect a comma.

    Raises:
        InvalidInput: a quotation mark is left open.

    >>> labels_from_text('no, yes, "no, never"')
    ('no', 'yes', 'no, never')
    """
    lines = io.StringIO(text, newline="")
    try:
        rows = list(csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error:
        rule = "must be separated by commas, with each quotation mark closed"
        raise InvalidInput(name, rule, repr(text[:40])) from None
    stripped = (cell.strip() for row in rows for cell in row)
    return tuple(label for label in stripped if label)


def declared_frame(dataset: Dataset) -> pd.DataFrame:
    """Return a declared schema to read: for each column its kind, range or labels and their reason.

    For the curator: a code may be copied from a cell.
    """
    rows = [
        (column.name, KINDS[column.kind], "; ".join(_possible(column)), column.bounds_from)
        for column in dataset.info.columns
    ]
    return pd.DataFrame(rows, columns=["column", "kind", "possible values", "from"])


def _possible(column: Column) -> Iterator[str]:
    if column.words:
        sign = ": ε =" if column.kind == "level" else " ="
        yield ", ".join(f"{word or 'empty'}{sign} {value:g}" for word, value in column.words)
    elif column.kind == "level":
        yield "above 0, or infinite for a public person"
    elif column.bounds is None:
        yield ", ".join(in_quotes(one) if "," in one else one for one in column.categories)
    else:
        low, high = column.bounds
        yield f"{low:,g} to {high:,g} {column.unit}".strip().replace("-", "−")
    if column.ignored:
        yield f"signs ignored beside a number: {', '.join(map(repr, column.ignored))}"
    if column.missing:
        yield f"codes of a missing value: {', '.join(map(repr, column.missing))}"


def _listed(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, the first few of many."""
    more = len(names) - most
    *first, last = [*names[:most], f"{more:,} more"] if more > 0 else names
    return f"{', '.join(first)} and {last}" if first else last
