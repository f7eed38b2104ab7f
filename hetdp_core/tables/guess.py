"""First guesses about the columns of a user's own table, from their names alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hetdp_core.datasets import Column, Sensitivity
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal
from hetdp_core.tables import suggest
from hetdp_core.tables.columns import DECLARED, checked
from hetdp_core.tables.suggest import Suggestion

GuessKind = Literal["number", "integer", "binary", "category", "level", "text"]


@dataclass(frozen=True)
class ColumnGuess:
    """What a column seems to be by its name; no cell was looked at.

    Attributes:
        name: as in the file.
        kind: "level" (what each person asks for), "text" for a name that identifies people
            (left out unless the user says otherwise), a category where the labels are known,
            else a number.
        suggested: bounds or labels, with unit and reason; where they are None or empty the
            user has to give them.
        sensitivity: guessed from the name.
        note: a sentence for the user, or empty.
    """

    name: str
    kind: GuessKind
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
        bounds_from: str = DECLARED,
        sensitivity: Sensitivity | None = None,
        unit: str | None = None,
        decimal: Decimal = ".",
    ) -> Column:
        """Return the declaration of this column, with what the user changed.

        What is not given is suggested by the column's name for the chosen kind;
        `bounds_from` is said of given bounds or labels only.  decimal : mark of its numbers.

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
                decimal=decimal,
            )
        )


def guess_schema(names: Sequence[str]) -> tuple[ColumnGuess, ...]:
    """Return a guess for each column, in the order of the names.

    >>> [(guess.kind, guess.bounds, guess.categories) for guess in guess_schema(["age", "smoker"])]
    [('number', (0.0, 120.0), ()), ('category', None, ('no', 'yes'))]
    >>> [guess.kind for guess in guess_schema(["wage", "epsilon", "person_id"])]
    ['number', 'level', 'text']
    """
    return tuple(_guess(name) for name in names)


def _guess(name: str) -> ColumnGuess:
    kind: GuessKind = "number"
    note = ""
    if suggest.identifies(name):
        kind, note = "text", "Its name says that it tells who somebody is."
    elif suggest.holds_levels(name):
        kind, note = "level", "It is taken for what each person asks for, which is public."
    elif suggest.labels_for_name(name) is not suggest.NOTHING:
        kind = "category"
    return ColumnGuess(name, kind, _suggested(name, kind), suggest.sensitivity_of(name), note)


def _suggested(name: str, kind: GuessKind) -> Suggestion:
    match kind:
        case "binary":
            return suggest.YES_OR_NO
        case "category":
            return suggest.labels_for_name(name)
        case "number" | "integer":
            return suggest.for_name(name)
        case "level":
            return suggest.LEVELS
        case _:
            return suggest.NOTHING
