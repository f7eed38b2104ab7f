"""A schema as a table that a person can edit: from guesses to a frame, and back to columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from hetdp_core import validate
from hetdp_core.datasets import Column, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal
from hetdp_core.tables.columns import DECLARED, READ_OFF, bound_given, bound_name, numbers
from hetdp_core.tables.declare import bounds_from_data, labels_from_data
from hetdp_core.tables.guess import ColumnGuess, GuessKind
from hetdp_core.tables.read import RawTable
from hetdp_core.uploads import number_as_text, optional_number_from_text

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

_ENDS = ("low", "high")
_FIELDS = (*_ENDS, "labels")


def schema_frame(guesses: Sequence[ColumnGuess]) -> pd.DataFrame:
    """Return one row for each guess, in order, for a person to correct.

    Columns: use (bool), column (its name), kind (a key of `KINDS`), low and high (texts, "" where
    they have to be given: of a number, a browser drops a decimal comma), unit (of a number, may
    be empty), labels (one text, see `labels_from_text`), sensitivity, note; and low_read,
    high_read and labels_read, what `with_ranges_read` filled in.
    """
    texts: dict[str, list[str]] = {
        "column": [guess.name for guess in guesses],
        "kind": [guess.kind for guess in guesses],
        "low": [number_as_text(guess.bounds and guess.bounds[0]) for guess in guesses],
        "high": [number_as_text(guess.bounds and guess.bounds[1]) for guess in guesses],
        "unit": [guess.suggested.unit for guess in guesses],
        "labels": [labels_as_text(guess.categories) for guess in guesses],
        "sensitivity": [guess.sensitivity for guess in guesses],
        "note": [guess.note for guess in guesses],
        **{f"{field}_read": [""] * len(guesses) for field in _FIELDS},
    }
    use = pd.Series([guess.use for guess in guesses], dtype=bool)
    return pd.DataFrame({"use": use, **{key: pd.Series(texts[key], dtype="str") for key in texts}})


def columns_from(
    frame: pd.DataFrame, guesses: Sequence[ColumnGuess], decimal: Decimal = "."
) -> tuple[Column, ...]:
    """Return the declared columns that an edited frame asks to use, in order.

    Bounds and labels that stayed as suggested keep the suggestion's reason, those read off the
    data say so (as long as one of them is kept, or nearly), others are "declared by you".  Cells
    that a kind does not need are passed over.

    Args:
        frame: as made by `schema_frame` of these guesses, with any cell changed; an empty
            cell may be None, NaN or "".
        guesses: one for each row.
        decimal: mark of the numbers in the file.

    Raises:
        InvalidInput: rows added, removed or renamed, no column used, an unknown kind or
            sensitivity, a bound or labels missing where they are due, or not valid, or a unit
            that is none.

    >>> from hetdp_core.tables import guess_schema
    >>> guesses = guess_schema(["age", "wage"])
    >>> frame = schema_frame(guesses)
    >>> frame.loc[1, ["low", "high"]] = "0", "99,5"
    >>> [column.bounds for column in columns_from(frame, guesses)]
    [(0.0, 120.0), (0.0, 99.5)]
    """
    by_name = {guess.name: guess for guess in guesses}
    if list(frame["column"]) != list(by_name):
        rule = "must have one row for each column of the file"
        raise InvalidInput("schema", rule, f"{len(frame):,} other rows", "upload the file again")
    columns = tuple(_column(row, by_name[row["column"]], decimal) for row in rows_used(frame))
    if not columns:
        raise InvalidInput("table", "must have a column to use", "none", "tick at least one")
    return columns


def levels_declared(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return names of the columns in use that an edited frame says to hold what is asked."""
    return tuple(row["column"] for row in rows_used(frame) if row["kind"] == "level")


def with_ranges_read(frame: pd.DataFrame, table: RawTable, decimal: Decimal) -> pd.DataFrame:
    """Return a copy whose empty bounds and labels of used columns are those of the file.

    NOT private: the extremes, and a rare label, may each be one person's.  A number without any
    becomes a category where it has at most `MOST_LABELS` texts, and is left out where more.
    """
    filled = frame.copy()
    for place, row in zip(frame.index, _rows(frame), strict=True):
        if row["use"] != "True" or not _lacks(row):
            continue
        name, kind = row["column"], row["kind"]
        values = numbers(table.column(name), decimal) if kind in _RANGES else np.array([np.nan])
        if not np.all(np.isnan(values)):
            ends = map(number_as_text, bounds_from_data(values))
            read = {**dict(zip(_ENDS, ends, strict=True)), "kind": kind}
        elif 1 <= len(labels := labels_from_data(table, name)) <= MOST_LABELS:
            read = {"labels": labels_as_text(labels), "kind": "category"}
        else:
            filled.loc[place, "use"] = False
            continue
        filled.loc[place, "kind"] = read.pop("kind")
        for field, text in read.items():
            if not row[field]:
                filled.loc[place, [field, f"{field}_read"]] = text
    return filled


def still_empty(frame: pd.DataFrame) -> str:
    """Return one sentence that asks for the cells that are still empty, or an empty text."""
    lacking = [row for row in rows_used(frame) if _lacks(row)]
    names = {
        "lowest and highest possible value": [r["column"] for r in lacking if r["kind"] in _RANGES],
        "possible labels": [r["column"] for r in lacking if r["kind"] == "category"],
    }
    needs = [f"the {what} of {_listed(of)}" for what, of in names.items() if of]
    return f"Still to fill in: {' and '.join(needs)}." if needs else ""


def noted(frame: pd.DataFrame) -> dict[str, list[str]]:
    """Return the notes of a schema, each once, with the names of the columns it is about.

    >>> from hetdp_core.tables import guess_schema
    >>> [names for names in noted(schema_frame(guess_schema(["id", "age", "epsilon"]))).values()]
    [['id'], ['epsilon']]
    """
    columns: dict[str, list[str]] = {}
    for name, note in zip(frame["column"], frame["note"], strict=True):
        if note:
            columns.setdefault(str(note), []).append(str(name))
    return columns


def labels_from_text(text: str) -> tuple[str, ...]:
    """Read labels typed into one cell, separated by commas; quotation marks protect a comma.

    Raises:
        InvalidInput: a quotation mark is left open.

    >>> labels_from_text('no, yes, "no, never"')
    ('no', 'yes', 'no, never')
    """
    lines = io.StringIO(text, newline="")
    try:
        rows = list(csv.reader(lines, skipinitialspace=True, strict=True))
    except csv.Error:
        rule = "must be separated by commas, with each quotation mark closed"
        raise InvalidInput("labels", rule, repr(text[:40])) from None
    stripped = (cell.strip() for row in rows for cell in row)
    return tuple(label for label in stripped if label)


def labels_as_text(labels: Iterable[str]) -> str:
    """Return the text that `labels_from_text` reads as these labels.

    >>> labels_as_text(("no", "no, never"))
    'no, "no, never"'
    """
    return ", ".join(map(_quoted, labels))


# --- rows of the frame ---------------------------------------------------------------


def rows_used(frame: pd.DataFrame) -> list[dict[str, str]]:
    """Return the cells of the rows that are ticked, as text: "" for an empty cell."""
    return [row for row in _rows(frame) if row["use"] == "True"]


def _rows(frame: pd.DataFrame) -> list[dict[str, str]]:
    return [
        {str(field): "" if pd.isna(cell) else str(cell).strip() for field, cell in row.items()}
        for row in frame.to_dict("records")
    ]


def _column(row: Mapping[str, str], guess: ColumnGuess, decimal: Decimal) -> Column:
    """Check a row; widgets limit what can be chosen, but a browser can send anything."""
    name = guess.name
    kind: GuessKind = validate.choice(row["kind"], KINDS, f"kind of {name!r}")  # type: ignore[arg-type]
    declare = partial(
        guess.column,
        kind=kind,
        sensitivity=validate.choice(row["sensitivity"], SENSITIVITIES, f"sensitivity of {name!r}"),
        decimal=decimal,
    )
    if kind == "category":
        labels = _labels_given(row)
        if kind == guess.kind and labels == guess.categories:
            return declare()
        # A list that keeps what was read still tells of it, whatever was added.
        shared = set(labels) & set(labels_from_text(row["labels_read"]))
        return declare(categories=labels, bounds_from=READ_OFF if shared else DECLARED)
    if kind not in _RANGES:
        return declare()
    low, high = (
        bound_given(optional_number_from_text(row[end], bound_name(which, name)), which, name)
        for end, which in zip(_ENDS, ("lowest", "highest"), strict=True)
    )
    if kind == guess.kind and (low, high) == guess.bounds:
        return declare(unit=row["unit"])
    reason = bounds_reason(row, (low, high))
    return declare(bounds=(low, high), bounds_from=reason, unit=row["unit"])


def bounds_reason(row: Mapping[str, str], bounds: tuple[float | None, float | None]) -> str:
    """Return `READ_OFF` where a bound is what was read off the file, or near it; else `DECLARED`.

    Args:
        row: of an edited frame.
        bounds: as given for it; None where one is not given yet.
    """
    low, high = bounds
    if low is None or high is None:
        return DECLARED
    for end, bound in zip(_ENDS, (low, high), strict=True):
        read = optional_number_from_text(row[f"{end}_read"], end)
        if read is not None and abs(bound - read) <= NEAR * (high - low):
            return READ_OFF
    return DECLARED


def _labels_given(row: Mapping[str, str]) -> tuple[str, ...]:
    name = f"labels of {row['column'][:40]!r}"
    try:
        labels = labels_from_text(row["labels"])
    except InvalidInput as error:
        raise InvalidInput(name, error.rule, error.value) from None
    if not labels:
        remedy = "type all that may occur, separated by commas, or leave the column out"
        raise InvalidInput(name, "must be given", "an empty cell", remedy)
    return labels


def _lacks(row: Mapping[str, str]) -> bool:
    """Return whether a row has no bounds or no labels where its kind needs them."""
    if row["kind"] in _RANGES:
        return not all(row[end] for end in _ENDS)
    return row["kind"] == "category" and not row["labels"]


def _quoted(label: str) -> str:
    if not any(mark in label for mark in ',"\r\n'):
        return label
    return '"' + label.replace('"', '""') + '"'


def _listed(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, the first few of many."""
    shown = ", ".join(name[:40] for name in names[:most])
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown
