"""First guesses about the columns of a user's own table, for the user to correct."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hetdp_core.datasets import Column, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.tables import suggest
from hetdp_core.tables.cells import ParsedCells, column_cells, parse_levels, parse_numbers
from hetdp_core.tables.columns import checked
from hetdp_core.tables.read import RawTable
from hetdp_core.tables.suggest import NOTHING, Suggestion
from hetdp_core.validate import FloatArray

GuessKind = Literal["number", "integer", "binary", "category", "level", "text"]

MAX_LABELS = 20
"""Most labels of a column that is guessed to be a category; a text with more is left out."""

MOSTLY_NUMBERS = "Most cells are numbers, but not"
"""How the note of a column begins that seems to have a mistake in it."""

_MOSTLY = 0.8
"""Share of numbers among the present cells from which on the others are probably mistakes."""


@dataclass(frozen=True)
class ColumnGuess:
    """What a column seems to be.

    Attributes:
        name: as in the file.
        kind: guessed from the cells, and "level" (what each person asks for) from the name;
            "text" (too many labels, no values, or a name that
            identifies people) is left out unless the user says otherwise.
        missing: cells without a value.
        suggested: bounds of a number, labels of a category, with unit and reason.  They come
            from the column's name or a usual coding (0/1, no/yes), never from the range of
            the values; where they are None or empty the user has to give them.
        sensitivity: guessed from the name.
        note: a sentence for the user, or empty.
    """

    name: str
    kind: GuessKind
    missing: int
    suggested: Suggestion
    sensitivity: Sensitivity
    note: str

    @property
    def use(self) -> bool:
        """Whether to use the column unless the user says otherwise."""
        return self.kind != "text"

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Suggested bounds, None where the user has to give them or the kind has none."""
        return self.suggested.bounds

    @property
    def categories(self) -> tuple[str, ...]:
        """Suggested labels, empty where the user has to give them or the kind has none."""
        return self.suggested.categories

    def column(
        self,
        *,
        kind: GuessKind | None = None,
        bounds: tuple[float, float] | None = None,
        categories: Sequence[str] = (),
        bounds_from: str = "declared by you",
        sensitivity: Sensitivity | None = None,
        unit: str | None = None,
    ) -> Column:
        """Return the declaration of this column, with what the user changed.

        What is not given is suggested by the column's name for the chosen kind;
        `bounds_from` is said of given bounds or labels only.

        Raises:
            InvalidInput: the kind is "text", or the bounds (of a number) or labels (of a
                category) are neither given nor suggested, or they or the unit are not valid.
        """
        chosen = kind or self.kind
        if chosen == "text":
            remedy = "declare it a category or leave it out"
            name = f"column {self.name[:40]!r}"
            raise InvalidInput(name, "must hold numbers or labels", "other text", remedy)
        suggested = self.suggested if chosen == self.kind else _suggested(self.name, chosen)
        given = bounds is not None or len(categories) > 0
        return checked(
            Column(
                name=self.name,
                kind=chosen,
                label=self.name,
                unit=suggested.unit if unit is None else unit.strip(),
                description="A column of your table.",
                bounds_from=bounds_from if given else suggested.reason,
                sensitivity=sensitivity or self.sensitivity,
                bounds=bounds if given else suggested.bounds,
                categories=tuple(categories) if given else suggested.categories,
            )
        )


def guess_schema(table: RawTable) -> tuple[ColumnGuess, ...]:
    """Return a guess for each column, in the order of the file.

    Kinds and notes are read off the cells, so they are for the owner of the data; a
    suggestion never tells the range of the values.

    >>> from hetdp_core.tables import read_table
    >>> table = read_table(b"age,smoker,wage\\n30,yes,9.5\\n40,no,8\\n")
    >>> [(guess.kind, guess.bounds, guess.categories) for guess in guess_schema(table)]
    [('integer', (0.0, 120.0), ()), ('category', None, ('no', 'yes')), ('number', None, ())]
    """
    return tuple(_guess(table, name) for name in table.names)


def _guess(table: RawTable, name: str) -> ColumnGuess:
    parsed = parse_numbers(table, name)
    if suggest.holds_levels(name) and _mostly(~parse_levels(table, name).bad):
        # one cell that is none is an error to be told, not a reason to deal levels out by chance
        note = "It is taken for what each person asks for, which is public."
        return _named(name, "level", int(np.sum(parsed.missing)), frozenset(), note)
    if np.all(parsed.missing):
        return _named(name, "text", table.rows, frozenset(), "It has no values.")
    if not np.any(parsed.bad):
        values = parsed.values[~parsed.missing]
        note = "It has one value only." if np.ptp(values) == 0 else ""
        return _named(name, _number_kind(values), int(np.sum(parsed.missing)), frozenset(), note)
    return _guess_text(table, name, parsed)


def _mostly(good: np.ndarray) -> bool:
    return bool(np.sum(good) >= _MOSTLY * good.size)


def _guess_text(table: RawTable, name: str, parsed: ParsedCells) -> ColumnGuess:
    """Guess a column with a cell that is no number: a category when its labels are few."""
    present = [cell for cell in column_cells(table, name).to_list() if cell]
    labels = frozenset(present)
    few = len(labels) <= 2 or 2 * len(labels) <= len(present)
    kind: GuessKind = "category" if few and len(labels) <= MAX_LABELS else "text"
    note = "It has one value only." if len(labels) == 1 else ""
    if kind == "text":
        note = "It has too many different texts for a category."
    if _mostly(~parsed.bad[~parsed.missing]):
        row = int(np.argmax(parsed.bad))
        cell = column_cells(table, name).iloc[row][:40]
        note = f"{MOSTLY_NUMBERS} {cell!r} on line {table.lines[row]:,}."
    return _named(name, kind, table.rows - len(present), labels, note)


def _named(
    name: str, kind: GuessKind, missing: int, labels: frozenset[str], note: str
) -> ColumnGuess:
    """Return the guess from the cells, and what the name adds."""
    if kind != "text" and suggest.identifies(name):
        kind, note = "text", "Its name says that it tells who somebody is."
    suggested = _suggested(name, kind, labels)
    return ColumnGuess(name, kind, missing, suggested, suggest.sensitivity_of(name), note)


def _number_kind(values: FloatArray) -> GuessKind:
    if np.all((values == 0) | (values == 1)):
        return "binary"
    return "integer" if np.all(values % 1 == 0) else "number"


def _suggested(name: str, kind: GuessKind, labels: frozenset[str] = frozenset()) -> Suggestion:
    match kind:
        case "binary":
            return Suggestion(bounds=(0.0, 1.0), reason="coding")
        case "category":
            return suggest.coding(labels)
        case "number" | "integer":
            return suggest.for_name(name)
        case "level":
            return suggest.LEVELS
        case _:
            return NOTHING
