"""A person's description of a file's columns: texts as typed, the declaration, its dataset."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from hetdp_core.calls import Call, own_file
from hetdp_core.datasets import Column, Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal, holds_levels, words_of
from hetdp_core.tables.columns import checked, levels, numbers, quoted
from hetdp_core.tables.read import RawTable, read_table
from hetdp_core.uploads import in_quotes, optional_number_from_text

KINDS: Mapping[str, str] = {
    "number": "number",
    "binary": "yes/no (1 or 0)",
    "category": "category",
    "level": "privacy level ε",
    "text": "text (leave out)",
}
"""The kinds of a declared column, in words."""

LEVELS = "The numbers are ε themselves: larger is less private"
CODES = "They are codes: enter an ε for each"

NUMBERS = ("number", "binary")
"""Kinds of which there is a mean."""


@dataclass(frozen=True)
class Description:
    """The entries about a column, each text as it was typed; "" for an empty one.

    Attributes:
        name: of the column, as it stands in the file.
        kind: a key of `KINDS`.
        low, high, unit: of a number; texts, for a browser drops the decimal comma of a number.
        labels: of a category, see `texts_from`.
        one, zero: of a yes/no, the words that are 1 and 0, as `texts_from` reads them.
        ignored, missing: of a number, signs next to it and codes for no value, read likewise.
        asks: of privacy levels, the entry for each word or code; "" is an empty cell.
        scale: of levels, the kind of numbers: `LEVELS` or `CODES`; "" where this is still open.
        decimal: mark of the numbers in the file, in which errors give their advice.
    """

    name: str
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
    def empty(self) -> list[str]:
        """What its kind needs and is still empty, each of the column or of a word in it."""
        needs = {
            "number": ("lowest and highest possible value", self.low and self.high),
            "binary": ("words that count as 1 and as 0", self.one and self.zero),
            "category": ("possible labels", self.labels),
            "level": ("meaning of the numbers", self.scale),
        }
        what, held = needs.get(self.kind, ("", "nothing"))
        words = [f"ε of {quoted(word)}" for word, typed in self.asks.items() if not typed]
        return words if held else [f"{what} of {quoted(self.name)}", *words]

    @property
    def levels(self) -> dict[str, float]:
        """The epsilon typed for each word that has one.

        Raises:
            InvalidInput: an entry is no number, or could be two.
        """
        typed = {
            word: optional_number_from_text(text, f"ε of {quoted(word)}", self.decimal)
            for word, text in self.asks.items()
        }
        return {word: level for word, level in typed.items() if level is not None}

    def column(self) -> Column:
        """Return the declaration; entries that its kind does not need are passed over.

        Bounds may be typed with a percent sign.

        Raises:
            InvalidInput: an entry cannot be read, or the declaration is not `checked`.

        >>> Description("share", "number", "0 %", "62,5 %").column().bounds
        (0.0, 62.5)
        """
        said: dict[str, Any] = {"unit": self.unit if self.kind == "number" else ""}
        if self.kind == "number":
            low, high = self._bound("lowest", self.low), self._bound("highest", self.high)
            said["bounds"] = None if low is None or high is None else (low, high)
            said |= {name: texts_from(getattr(self, name)) for name in ("ignored", "missing")}
        elif self.kind == "binary":
            ones, zeros = texts_from(self.one), texts_from(self.zero)
            said["words"] = (*((word, 1.0) for word in ones), *((word, 0.0) for word in zeros))
            said["bounds"] = (0.0, 1.0)
        elif self.kind == "category":
            said["categories"] = texts_from(self.labels)
        elif self.kind == "level":
            said["words"] = tuple(self.levels.items())
        said |= {name: getattr(self, name) for name in ("name", "kind", "sensitivity", "decimal")}
        said |= {"description": "A column of your table.", "bounds_from": "declared by you"}
        return checked(Column(label=self.name, **said))

    def _bound(self, end: str, text: str) -> float | None:
        name = f"{end} possible value of {self.name[:40]!r}"
        return optional_number_from_text(text.strip().removesuffix("%"), name, self.decimal)


_IDENTIFIES = re.compile(
    r"(\w+_)?(id|uuid|ssn|e_?mail|(tele)?phone|address|iban|passport)|index|row(_?(names?|numbers?))?"
    r"|((first|last|full|sur|given|family|user)_?)?name|unnamed_\d+"
)


def identifies(name: str) -> bool:
    """Return whether a column of this name probably tells who somebody is."""
    return _IDENTIFIES.fullmatch(words_of(name)) is not None


def described(table: RawTable) -> tuple[Description, ...]:
    """Return a description of each column of a file, to be filled in; no cell is looked at.

    A name that identifies a person suggests leaving the column out, one like that of levels
    suggests levels, and any other suggests numbers.

    >>> from hetdp_core.tables import read_table
    >>> [about.kind for about in described(read_table(b"id,age,epsilon\\n1,2,3\\n4,5,6\\n"))]
    ['text', 'number', 'level']
    """
    kinds = {
        name: "text" if identifies(name) else "level" if holds_levels(name) else "number"
        for name in table.names
    }
    return tuple(Description(*begun, decimal=table.decimal) for begun in kinds.items())


def averageable(descriptions: Iterable[Description]) -> tuple[str, ...]:
    """Return names of all columns, those first whose kind speaks against no mean."""
    ordered = sorted(descriptions, key=lambda about: about.kind not in NUMBERS)
    return tuple(about.name for about in ordered)


def still_empty(descriptions: Iterable[Description]) -> str:
    """Return one sentence that asks for the first entries that are still empty; "" for none."""
    needs = [f"the {what}" for about in descriptions for what in about.empty]
    return f"Still to fill in: {', '.join(needs[:5])}." if needs else ""


def texts_from(text: str) -> tuple[str, ...]:
    """Read texts typed into one entry, separated by commas, or by semicolons where there is one.

    Quotation marks protect a comma.

    Raises:
        InvalidInput: a quotation mark is left open.

    >>> texts_from('no, yes, "no, never"'), texts_from("9,99;")
    (('no', 'yes', 'no, never'), ('9,99',))
    """
    mark = ";" if ";" in text else ","
    try:
        (cells,) = csv.reader([text], delimiter=mark, skipinitialspace=True, strict=True)
    except csv.Error:
        rule = "must be separated by commas, with each quotation mark closed"
        raise InvalidInput("the entry", rule, repr(text[:40])) from None
    return tuple(cell.strip() for cell in cells if cell.strip())


def declared_frame(dataset: Dataset) -> pd.DataFrame:
    """Return a declared schema to read: for each column its kind, and its range or labels."""
    rows = [(one.name, KINDS[one.kind], _possible(one)) for one in dataset.info.columns]
    return pd.DataFrame(rows, columns=["column", "kind", "possible values"])


def _possible(column: Column) -> str:
    if column.words:
        return ", ".join(f"{word or 'empty'} = {value:g}" for word, value in column.words)
    if column.kind == "level":
        return "above 0, or infinite for a public person"
    if column.bounds is None:
        return ", ".join(in_quotes(one) if "," in one else one for one in column.categories)
    low, high = column.bounds
    return f"{low:,g} to {high:,g} {column.unit}".strip().replace("-", "−")


def declare(
    table: RawTable,
    columns: Sequence[Column],
    key: str = "own",
    *,
    simulated: bool = False,
    average: str = "",
) -> Dataset:
    """Return the named columns of a table as a dataset, in the order given.

    A cell that cannot be read as a number is a missing value.  Values outside the bounds and labels
    that are not declared stay as they are, as in a shipped dataset.  Nothing is left out.  Its
    script leaves out signs and codes, which may be copied from cells.

    Args:
        columns: at least one with bounds; each name once and in the file.
        key: of the dataset; it is known by it, so no function of its cells.
        simulated: whether it is the sample of this dashboard.
        average: the column to begin with; "" averages the first with numbers, predicts the last.

    Raises:
        InvalidInput: a column is unknown, named twice or not declared as `Column` demands, or a
        cell of privacy levels holds no level (named with its column and line).
    """
    names = [column.name for column in columns]
    numeric = [column.name for column in columns if column.kind not in ("category", "level")]
    if len(set(names)) < len(names):
        raise InvalidInput("columns", "must be declared once each", names)
    if not numeric:
        raise InvalidInput("columns", "must include one with numbers", names)
    columns = tuple(map(checked, columns))
    values = {column.name: _values(table, column) for column in columns}
    info = DatasetInfo(
        key=key,
        title="Simulated sample" if simulated else "Your table",
        row_is="one row of your file; it stands for one person if each person has one row",
        source="Made up by this dashboard: nobody's data."
        if simulated
        else "Uploaded by you, held in the memory of this session only.",
        licence="Yours.",
        caveat="Bounds and labels are those you declared: they are part of the guarantee.",
        columns=columns,
        default_target=average or numeric[-1],
        default_column=average or numeric[0],
        simulated=simulated,
        file="",
    )
    skipped = (table.skipped,) if table.skipped else ()
    read = Call(read_table, own_file("your-table.csv"), table.separator, *skipped)
    told = tuple(replace(column, ignored=(), missing=()) for column in columns)
    source = Call(declare, read, told).cached().owned(key)
    note = "Your own table: put the path of your file here, and the signs and codes you declared."
    return Dataset(info, pd.DataFrame(values), source.noted(note))


def _values(table: RawTable, column: Column) -> pd.Series:
    if column.kind == "category":
        cells = pd.Series(table.column(column.name), dtype="str")
        return cells.mask(cells == "")
    if column.kind == "level":
        return pd.Series(levels(table, column))
    rules = column.words, column.ignored, column.missing
    return pd.Series(numbers(table.column(column.name), column.decimal, *rules))
