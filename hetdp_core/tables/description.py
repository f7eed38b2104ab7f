"""What a person says of the columns of a file: texts as they are typed, and what they declare."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import Column, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal
from hetdp_core.tables.columns import (
    DECLARED,
    READ_OFF,
    named_word,
    numbers,
    words_asking,
)
from hetdp_core.tables.declare import bounds_from_data, labels_from_data, recognised
from hetdp_core.tables.guess import ColumnGuess, Suggestion, guess_schema
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

SENSITIVITIES: tuple[Sensitivity, ...] = ("low", "medium", "high")
"""How much a person may mind a value being revealed."""

MOST_LABELS = 200
"""Most labels that are read off a column: each becomes a column of a regression."""

NEAR = 0.02
"""Share of a range: a bound that is so near to one that was read off still tells of it."""

_RANGES = ("number", "integer")  # a yes/no column is 0 or 1, whatever stands in its cells
_ENDS = {"low": "lowest", "high": "highest"}


@dataclass(frozen=True)
class Description:
    """What is typed about a column, each text as it stands in its entry; "" for an empty one.

    Attributes:
        guess: what the column's name suggests.
        use: whether it takes part.
        kind: a key of `KINDS`.
        low, high, unit: of a number; texts, for a browser drops the decimal comma of a number.
        labels: of a category, see `labels_from_text`.
        one, zero: of a yes/no, the words that are 1 and 0, as `labels_from_text` reads them.
        sensitivity: one of `SENSITIVITIES`.
        ignored, missing: of a number, the signs beside it and the codes for no value; separated
            by commas, see `labels_from_text`.
        asks: of privacy levels in words, what is typed for each word.
        read_off: what `with_ranges_read` filled in: a text by the name of its entry.
        decimal: mark of the numbers in the file, in which errors give their advice.
    """

    guess: ColumnGuess
    use: bool
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
    read_off: Mapping[str, str] = field(default_factory=dict)
    decimal: Decimal = "."

    @property
    def name(self) -> str:
        return self.guess.name

    def bound(self, end: str) -> float | None:
        """Return a bound as it is typed, "low" or "high"; None while nothing is.

        Raises:
            InvalidInput: it is no number, or could be two.
        """
        return optional_number_from_text(getattr(self, end), self.bound_name(end), self.decimal)

    def bound_name(self, end: str) -> str:
        """Return how errors name a bound, "low" or "high"."""
        return f"{_ENDS[end]} possible value of {self.name[:40]!r}"

    @property
    def bounds_reason(self) -> str:
        """Where bounds come from: the name suggests them, the file was read, or they were typed.

        Raises:
            InvalidInput: a bound is no number, or could be two.
        """
        low, high = self.bound("low"), self.bound("high")
        if self.guess.bounds is not None and (low, high) == self.guess.bounds:
            return self.guess.suggested.reason
        if low is None or high is None:
            return DECLARED
        for end, bound in (("low", low), ("high", high)):
            read = optional_number_from_text(self.read_off.get(end, ""), end)
            if read is not None and abs(bound - read) <= NEAR * (high - low):
                return READ_OFF
        return DECLARED

    @property
    def is_complete(self) -> bool:
        """Whether it has what its kind needs: bounds, labels, both words, or an ε for each."""
        needs = {
            **dict.fromkeys(_RANGES, (self.low, self.high)),
            "level": self.asks.values(),
            "binary": (self.one, self.zero),
            "category": (self.labels,),
        }
        return all(needs.get(self.kind, ()))

    def levels(self, words: Sequence[str]) -> dict[str, float]:
        """Return the epsilon typed for each of some words; those without one are left out.

        Raises:
            InvalidInput: what is typed is no number, or could be two.
        """
        typed = {
            word: optional_number_from_text(
                self.asks.get(word, ""), f"ε of {named_word(word)}", self.decimal
            )
            for word in words
        }
        return {word: level for word, level in typed.items() if level is not None}


def described(table: RawTable) -> tuple[Description, ...]:
    """Return what the names of a file's columns suggest, in their order; no cell is looked at."""
    guesses = guess_schema(table.names)
    if (known := recognised(table)) is not None:
        guesses = tuple(
            ColumnGuess(
                column.name,
                column.kind,
                Suggestion(column.bounds, column.categories, column.unit, column.bounds_from),
                column.sensitivity,
            )
            for column in known
        )
    return tuple(map(_begun, guesses))


def _begun(guess: ColumnGuess) -> Description:
    low, high = map(number_as_text, guess.bounds or (None, None))
    unit, labels = guess.suggested.unit, labels_as_text(guess.categories)
    return Description(
        guess, guess.use, guess.kind, low, high, unit, labels, sensitivity=guess.sensitivity
    )


def columns_of(
    descriptions: Iterable[Description], table: RawTable, decimal: Decimal
) -> tuple[Column, ...]:
    """Return the declared columns of those that are used, in order; text is left out.

    Bounds and labels that stayed as suggested keep the suggestion's reason, those read off the
    data say so (as long as one of them is kept, or nearly), others are "declared by you".  What a
    kind does not need is passed over.

    Args:
        descriptions: of columns of the table.
        table: only asked for the words of privacy levels, which are public.
        decimal: mark of the numbers in the file.

    Raises:
        InvalidInput: no column is used, an unknown kind or sensitivity, a bound or labels missing
            where they are due, or not valid, a unit that is none, or a level that is not positive.

    >>> from hetdp_core.tables import read_table
    >>> table = read_table(b"age,epsilon\\n30,1\\n40,2\\n")
    >>> [(column.name, column.bounds) for column in columns_of(described(table), table, ".")]
    [('age', (0.0, 120.0)), ('epsilon', None)]
    """
    used = (one for one in descriptions if one.use and one.kind != "text")
    columns = tuple(_column(one, table, decimal) for one in used)
    if not columns:
        raise InvalidInput("table", "must have a column to use", "none", "choose at least one")
    return columns


def _column(about: Description, table: RawTable, decimal: Decimal) -> Column:
    said: dict[str, Any] = {"sensitivity": about.sensitivity, "decimal": decimal}
    if about.kind == "level":
        said["words"] = tuple(about.levels(words_asking(table, about.name, decimal)).items())
        said["unsaid"] = table.column(about.name).count("")
    elif about.kind == "category":
        labels = labels_from_text(about.labels, name=f"labels of {about.name[:40]!r}")
        if about.kind != about.guess.kind or labels != about.guess.categories:
            # A list that keeps what was read still tells of it, whatever was added.
            shared = set(labels) & set(labels_from_text(about.read_off.get("labels", "")))
            said |= {"categories": labels, "bounds_from": READ_OFF if shared else DECLARED}
    elif about.kind == "binary":
        typed = {1.0: about.one, 0.0: about.zero}.items()
        said["words"] = tuple(
            (word, value) for value, text in typed for word in labels_from_text(text, name="words")
        )
    elif about.kind in _RANGES:
        said["bounds"] = tuple(_bound_given(about, end) for end in _ENDS)
        said |= {"bounds_from": about.bounds_reason, "unit": about.unit.strip()}
        said["ignored"] = _codes_from_text(about.ignored)
        said["missing"] = _codes_from_text(about.missing)
    return about.guess.column(kind=about.kind, **said)


def _bound_given(about: Description, end: str) -> float:
    bound, name = about.bound(end), about.bound_name(end)
    if bound is None:
        remedy = "type it from what the column means, or leave the column out"
        raise InvalidInput(name, "must be given", "nothing", remedy)
    return validate.real(bound, name)


def with_ranges_read(about: Description, table: RawTable, decimal: Decimal) -> Description:
    """Return it with the bounds or labels of the file where its own are empty.

    NOT private: the extremes, and a rare label, may each be one person's.  A number without any
    becomes a category where it has at most `MOST_LABELS` texts, and is left out where more.
    """
    if not about.use or about.is_complete or about.kind == "binary":
        return about
    rules = map(_codes_from_text, (about.ignored, about.missing))
    values = numbers(table.column(about.name), decimal, (), *rules)
    if about.kind in _RANGES and not np.all(np.isnan(values)):
        low, high = map(number_as_text, bounds_from_data(values))
        read, kind = {"low": low, "high": high}, about.kind
    elif 1 <= len(labels := labels_from_data(table, about.name)) <= MOST_LABELS:
        read, kind = {"labels": labels_as_text(labels)}, "category"
    else:
        return replace(about, use=False)
    filled: dict[str, Any] = {
        entry: text for entry, text in read.items() if not getattr(about, entry)
    }
    return replace(about, kind=kind, read_off={**about.read_off, **filled}, **filled)


def still_empty(descriptions: Iterable[Description]) -> str:
    """Return one sentence that asks for the entries that are still empty, or an empty text."""
    lacking = [about for about in descriptions if about.use and not about.is_complete]
    names = {
        "lowest and highest possible value": [quoted(o.name) for o in lacking if o.kind in _RANGES],
        "word for yes and the word for no": [quoted(o.name) for o in lacking if o.kind == "binary"],
        "possible labels": [quoted(about.name) for about in lacking if about.kind == "category"],
        "ε": [quoted(w) for o in lacking for w, typed in o.asks.items() if not typed],
    }
    needs = [f"the {what} of {_listed(of)}" for what, of in names.items() if of]
    return f"Still to fill in: {' and '.join(needs)}." if needs else ""


def quoted(word: str) -> str:
    """Return a word for a level in quotation marks; "" is an empty cell."""
    return f"“{word[:40]}”" if word else "an empty cell"


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


def labels_as_text(labels: Iterable[str]) -> str:
    """Return the text that `labels_from_text` reads as these labels.

    >>> labels_as_text(("no", "no, never"))
    'no, "no, never"'
    """
    marks = set(',"\r\n')
    return ", ".join(in_quotes(label) if marks & set(label) else label for label in labels)


def _listed(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, the first few of many."""
    more = len(names) - most
    *first, last = [*names[:most], f"{more:,} more"] if more > 0 else names
    return f"{', '.join(first)} and {last}" if first else last
