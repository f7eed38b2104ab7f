"""A schema as a table that a person can edit: from guesses to a frame, and back to columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import pandas as pd

from hetdp_core import validate
from hetdp_core.datasets import Column, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.tables.cells import numbers
from hetdp_core.tables.columns import bound_name
from hetdp_core.tables.declare import bounds_from_data, labels_from_data
from hetdp_core.tables.guess import ColumnGuess, GuessKind
from hetdp_core.tables.read import RawTable

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

READ_OFF = "read off the data, which is not private"
"""Why bounds are what they are when the user asked for those of the data."""

DECLARED = "declared by you"
"""Why bounds or labels are what they are when the user typed them."""

_RANGES = ("number", "integer")  # a yes/no column is 0 or 1, whatever stands in its cells


def schema_frame(guesses: Sequence[ColumnGuess]) -> pd.DataFrame:
    """Return one row for each guess, in order, for a person to correct.

    Columns: use (bool), column (its name), kind (a key of `KINDS`), low and high (float64,
    NaN where they have to be given), unit (of a number, may be empty), labels (one text, see
    `labels_from_text`), labels_read (those that `with_labels_read` filled in), sensitivity,
    missing (cells without a value), note.
    """
    return pd.DataFrame(
        {
            "use": pd.Series([guess.use for guess in guesses], dtype=bool),
            "column": _texts(guess.name for guess in guesses),
            "kind": _texts(guess.kind for guess in guesses),
            "low": _ends(guesses, 0),
            "high": _ends(guesses, 1),
            "unit": _texts(guess.suggested.unit for guess in guesses),
            "labels": _texts(labels_as_text(guess.categories) for guess in guesses),
            "labels_read": _texts("" for _ in guesses),
            "sensitivity": _texts(guess.sensitivity for guess in guesses),
            "missing": pd.Series([guess.missing for guess in guesses], dtype="int64"),
            "note": _texts(guess.note for guess in guesses),
        }
    )


def columns_from(
    frame: pd.DataFrame, guesses: Sequence[ColumnGuess], *, bounds_of: RawTable | None = None
) -> tuple[Column, ...]:
    """Return the declared columns that an edited frame asks to use, in order.

    Bounds and labels that stayed as suggested keep the suggestion's reason, those read off the
    data say so (labels as long as one of them is kept), others are "declared by you".  Cells that
    a kind does not need are passed over.

    Args:
        frame: as made by `schema_frame` of these guesses, with any cell changed; an empty
            cell may be None, NaN or "".
        guesses: one for each row.
        bounds_of: a table to read the bounds of numbers off, instead of low and high.  NOT
            private: only when the user asks for it, "as in the paper".

    Raises:
        InvalidInput: rows added, removed or renamed, no column used, an unknown kind or
            sensitivity, a bound or labels missing where they are due, or not valid, or a unit
            that is none.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> guesses = guess_schema(read_table(b"age,wage\\n30,9.5\\n40,8\\n"))
    >>> frame = schema_frame(guesses)
    >>> frame.loc[1, ["low", "high"]] = 0, 100
    >>> [column.bounds for column in columns_from(frame, guesses)]
    [(0.0, 120.0), (0.0, 100.0)]
    """
    used = [row for row in _rows(frame, guesses) if row.use]
    if not used:
        raise InvalidInput("table", "must have a column to use", "none", "tick at least one")
    return tuple(_column(row, bounds_of) for row in used)


def levels_declared(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return names of the columns in use that an edited frame says to hold what is asked."""
    rows = zip(frame["use"], frame["kind"], frame["column"], strict=True)
    return tuple(str(name) for use, kind, name in rows if _flag(use) and kind == "level")


def with_labels_read(frame: pd.DataFrame, table: RawTable) -> pd.DataFrame:
    """Return a copy in which used categories without labels have those of the file: NOT private.

    Raises:
        InvalidInput: a column has no label or more than `MOST_LABELS`.
    """
    rows = zip(frame["use"], frame["kind"], frame["labels"], frame["column"], strict=True)
    read = [
        labels_as_text(_labels_read(table, name))
        if _flag(use) and kind == "category" and not _text(labels).strip()
        else ""
        for use, kind, labels, name in rows
    ]
    filled = frame.copy()
    for field in ("labels", "labels_read"):
        before = map(_text, frame[field])
        filled[field] = [new or old for new, old in zip(read, before, strict=True)]
    return filled


def still_empty(frame: pd.DataFrame, *, bounds_needed: bool = True) -> str:
    """Return one sentence that asks for the cells that are still empty, or an empty text.

    Without `bounds_needed`, low and high are not asked for.
    """
    used = [row for row in frame.to_dict("records") if _flag(row["use"])]
    unbounded = [
        row["column"]
        for row in used
        if bounds_needed
        and row["kind"] in _RANGES
        and (_is_empty(row["low"]) or _is_empty(row["high"]))
    ]
    unlabelled = [
        row["column"]
        for row in used
        if row["kind"] == "category" and not _text(row["labels"]).strip()
    ]
    needs = [
        f"the {what} of {_listed(names)}"
        for what, names in (
            ("lowest and highest possible value", unbounded),
            ("possible labels", unlabelled),
        )
        if names
    ]
    return f"Still to fill in: {' and '.join(needs)}." if needs else ""


def noted(frame: pd.DataFrame) -> dict[str, list[str]]:
    """Return the notes of a schema, each once, with the names of the columns it is about.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> frame = schema_frame(guess_schema(read_table(b"id,age,epsilon\\n1,30,2\\n2,40,1\\n")))
    >>> [names for names in noted(frame).values()]
    [['id'], ['epsilon']]
    """
    found: dict[str, list[str]] = {}
    for name, note in zip(frame["column"], frame["note"], strict=True):
        if note:
            found.setdefault(str(note), []).append(str(name))
    return found


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


# --- one row of the frame -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of an edited frame: its cells as they came, beside the guess it belongs to."""

    guess: ColumnGuess
    use: bool
    kind: GuessKind
    low: object
    high: object
    unit: str
    labels: str
    labels_read: str
    sensitivity: Sensitivity


def _rows(frame: pd.DataFrame, guesses: Sequence[ColumnGuess]) -> Iterator[_Row]:
    """Check the rows; widgets limit what can be chosen, but a browser can send anything."""
    names = [guess.name for guess in guesses]
    if list(frame["column"]) != names:
        rule = "must have one row for each column of the file"
        raise InvalidInput("schema", rule, f"{len(frame):,} other rows", "upload the file again")
    for guess, cells in zip(guesses, frame.to_dict("records"), strict=True):
        yield _Row(
            guess,
            _flag(cells["use"]),
            _choice(cells["kind"], KINDS, f"kind of {guess.name!r}"),
            cells["low"],
            cells["high"],
            _text(cells["unit"]),
            _text(cells["labels"]),
            _text(cells["labels_read"]),
            _choice(cells["sensitivity"], SENSITIVITIES, f"sensitivity of {guess.name!r}"),
        )


def _column(row: _Row, bounds_of: RawTable | None) -> Column:
    guess, kind, sensitivity = row.guess, row.kind, row.sensitivity
    as_guessed = kind == guess.kind
    if kind == "category":
        labels = _labels_given(row)
        if as_guessed and labels == guess.categories:
            return guess.column(sensitivity=sensitivity)
        # A list that keeps what was read still tells of it, whatever was added.
        kept = set(labels) & set(labels_from_text(row.labels_read))
        reason = READ_OFF if kept else DECLARED
        return guess.column(
            kind=kind, categories=labels, bounds_from=reason, sensitivity=sensitivity
        )
    if kind not in _RANGES:
        return guess.column(kind=kind, sensitivity=sensitivity)
    if bounds_of is not None:
        bounds, reason = _bounds_read(bounds_of, guess.name), READ_OFF
    else:
        bounds = _bound(row.low, "lowest", guess.name), _bound(row.high, "highest", guess.name)
        reason = DECLARED
        if as_guessed and bounds == guess.bounds:
            return guess.column(sensitivity=sensitivity, unit=row.unit)
    return guess.column(
        kind=kind, bounds=bounds, bounds_from=reason, sensitivity=sensitivity, unit=row.unit
    )


def _bound(cell: object, which: str, column: str) -> float:
    name = bound_name(which, column)
    if _is_empty(cell):
        remedy = "type it from what the column means, or leave the column out"
        raise InvalidInput(name, "must be given", "an empty cell", remedy)
    return validate.real(cast(float, cell), name)


def _labels_given(row: _Row) -> tuple[str, ...]:
    name = f"labels of {row.guess.name[:40]!r}"
    try:
        labels = labels_from_text(row.labels)
    except InvalidInput as error:
        raise InvalidInput(name, error.rule, error.value) from None
    if not labels:
        remedy = "type all that may occur, separated by commas, or leave the column out"
        raise InvalidInput(name, "must be given", "an empty cell", remedy)
    return labels


def _bounds_read(table: RawTable, name: str) -> tuple[float, float]:
    values = numbers(table, name)
    if pd.isna(values).all():
        rule = "must have a value to read bounds off"
        raise InvalidInput(f"column {name[:40]!r}", rule, "none", "leave it out")
    return bounds_from_data(values)


def _labels_read(table: RawTable, name: str) -> tuple[str, ...]:
    labels = labels_from_data(table, name)
    if not 1 <= len(labels) <= MOST_LABELS:
        rule = f"must have 1 to {MOST_LABELS} labels"
        raise InvalidInput(f"column {name[:40]!r}", rule, f"{len(labels):,}", "leave it out")
    return labels


# --- cells ----------------------------------------------------------------------------


def _texts(values: Iterable[str]) -> pd.Series:
    return pd.Series(list(values), dtype="str")


def _ends(guesses: Sequence[ColumnGuess], end: int) -> pd.Series:
    ends = [guess.bounds[end] if guess.bounds else None for guess in guesses]
    return pd.Series(ends, dtype="float64")


def _is_empty(cell: Any) -> bool:
    return bool(pd.isna(cell)) or cell == ""


def _text(cell: object) -> str:
    return "" if _is_empty(cell) else str(cell)


def _flag(cell: object) -> bool:
    """Return whether it is ticked; an empty cell is not."""
    return not _is_empty(cell) and bool(cell)


def _choice(cell: object, options: Iterable[str], name: str) -> Any:
    return validate.choice(_text(cell), list(options), name)


def _quoted(label: str) -> str:
    if not any(mark in label for mark in ',"\r\n'):
        return label
    return '"' + label.replace('"', '""') + '"'


def _listed(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, the first few of many."""
    shown = ", ".join(name[:40] for name in names[:most])
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown
