"""First guesses about the columns of a user's own table: from their names, no value is seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hetdp_core import datasets
from hetdp_core.datasets import Column, Sensitivity
from hetdp_core.numerals import holds_levels, words_of
from hetdp_core.tables.columns import DECLARED, checked


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Bounds or labels that follow from the meaning of a quantity, never from the rows.

    `bounds` in `unit`, for a number; `categories`, for a category; `reason` says where they
    come from.
    """

    bounds: tuple[float, float] | None = None
    categories: tuple[str, ...] = ()
    unit: str = ""
    reason: str = ""


NOTHING = Suggestion()
_LEVELS = Suggestion(reason="the level of each person")
_YES_OR_NO = Suggestion(bounds=(0.0, 1.0), reason="a share is between 0 and 1")


def _as_shipped(column: str) -> Suggestion:
    """Return the bounds that a shipped dataset declares on medical or ordinary grounds."""
    shipped = datasets.info("nhefs").column(column)
    return Suggestion(shipped.bounds, (), shipped.unit, shipped.bounds_from)


_USUAL = "the usual labels"

# A whole name, in lower case with every run of other characters as one "_".  Names that leave
# the unit open (height, weight, income) are absent: the user has to say.
_BY_NAME: dict[str, Suggestion] = {
    r"((patient|current|customer)_)?age(_in)?(_(years|yrs|y))?": Suggestion(
        (0.0, 120.0), (), "years", "human life"
    ),
    r"bmi|body_mass_index": _as_shipped("bmi"),
    r"sbp|sysbp|systolic(_(bp|blood_pressure))?": _as_shipped("sbp"),
    r"dbp|diabp|diastolic(_(bp|blood_pressure))?": _as_shipped("dbp"),
    r"(total_)?cholesterol": _as_shipped("cholesterol"),
    r"cigs_?per_?day|cigarettes_per_day": _as_shipped("smokeintensity"),
    r"((number|num|no|n)_(of_)?)?(children|kids)": Suggestion(
        (0.0, 15.0), (), "children", "none to a very large family"
    ),
    r"(\w+_)?(percent|percentage|pct)": Suggestion((0.0, 100.0), (), "%", "a percentage"),
    r"(\w+_)?(probability|proportion)": Suggestion((0.0, 1.0), reason="a probability or a share"),
    r"((\w+_)?(birth|start|end)_)?year|year_of_\w+": Suggestion(
        (1900.0, 2100.0), reason="years of two centuries"
    ),
    r"((\w+_)?(birth|start|end)_)?month|month_of_\w+": Suggestion(
        (1.0, 12.0), reason="months of a year"
    ),
    r"hour(_of_day)?": Suggestion((0.0, 24.0), (), "hours", "hours of a day"),
    r"height_cm": Suggestion((30.0, 250.0), (), "cm", "an infant to the tallest adults"),
    r"weight_kg": Suggestion((1.0, 300.0), (), "kg", "an infant to extreme obesity"),
    r"(\w+_)?(sex|gender)": Suggestion(categories=("female", "male"), reason=_USUAL),
    r"(is_)?(current_)?(smoker|smokes|smoking)|(is_)?married|has_children": Suggestion(
        categories=("no", "yes"), reason=_USUAL
    ),
}

_IDENTIFIES = re.compile(
    r"(\w+_)?(id|uuid|guid|ssn|email|e_mail|phone|telephone|address|iban|passport)"
    r"|(first|last|full|sur|given|family|user)_?name|name|index|row(_?(names?|numbers?))?|unnamed_\d+"
)

_SENSITIVE = re.compile(
    r"income|salary|wage|debt|charge|hiv|diagnos|disease|disorder|cancer|depress|pregnan|smok"
    r"|alcohol|drug|religi|sexual|ethnic|disab|convict|insulin|glucose"
)

# Names that speak of words, of which there are as many as people think of.
_WORDS = re.compile(
    r"(\w+_)?(town|city|village|country|county|region|province|district|place|nationality|language"
    r"|ethnicity|religion|occupation|profession|job|department|education|school|university|diploma"
    r"|marital_status|status|category|type|colou?r|brand|comments?|notes?|remarks?|description"
    r"|diagnosis|date)"
)


def for_name(name: str) -> Suggestion:
    """Return bounds or labels for a well-known quantity, `NOTHING` for any other name.

    >>> for_name("Age (years)").bounds, for_name("height").bounds, for_name("Smoker").categories
    ((0.0, 120.0), None, ('no', 'yes'))
    """
    words = words_of(name)
    return next((_BY_NAME[rule] for rule in _BY_NAME if re.fullmatch(rule, words)), NOTHING)


def identifies(name: str) -> bool:
    """Return whether a column of this name probably tells who somebody is."""
    return _IDENTIFIES.fullmatch(words_of(name)) is not None


def sensitivity_of(name: str) -> Sensitivity:
    """Return high for names that speak of money, health or belief, else medium.

    >>> sensitivity_of("Monthly income"), sensitivity_of("score")
    ('high', 'medium')
    """
    return "high" if _SENSITIVE.search(words_of(name)) else "medium"


GuessKind = Literal["number", "integer", "binary", "category", "level", "text"]


@dataclass(frozen=True)
class ColumnGuess:
    """What a column seems to be by its name; no cell was looked at.

    Attributes:
        name: as in the file.
        kind: "level" (what each person asks for), "text" for a name that identifies people
            (left out unless the user says otherwise), a category for a name that speaks of words
            (as town), else a number.
        suggested: bounds or labels, with unit and reason; where they are None or empty the
            user has to give them.
        sensitivity: guessed from the name.
    """

    name: str
    kind: GuessKind
    suggested: Suggestion
    sensitivity: Sensitivity

    @property
    def note(self) -> str:
        """A sentence for the user, or empty."""
        return _NOTES.get(self.kind, "")

    @property
    def use(self) -> bool:
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
        kind: str | None = None,
        bounds: tuple[float, float] | None = None,
        categories: Sequence[str] | None = None,
        bounds_from: str = DECLARED,
        **said: Any,
    ) -> Column:
        """Return the declaration of this column, with what the user changed.

        What is not given is suggested by the column's name for the chosen kind;
        `bounds_from` is said of given bounds or labels only.

        said : other fields of `Column`.

        Raises:
            InvalidInput: the declaration is not valid; see `checked`.
        """
        chosen: Any = self.kind if kind is None else kind
        own = self.suggested if chosen == self.kind else _suggested(self.name, chosen)
        if bounds is None and categories is None:
            bounds, categories, bounds_from = own.bounds, own.categories, own.reason
        fields = {"unit": own.unit, "sensitivity": self.sensitivity, **said}
        return checked(
            Column(
                self.name,
                chosen,
                label=self.name,
                description="A column of your table.",
                bounds_from=bounds_from,
                bounds=bounds,
                categories=tuple(categories or ()),
                **fields,
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


_NUMBERS: tuple[GuessKind, ...] = ("number", "integer", "binary")
_IN_ORDER: tuple[GuessKind, ...] = (*_NUMBERS, "category", "text", "level")


def averageable(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of all columns, those first whose name speaks against no mean.

    >>> averageable(guess_schema(["id", "epsilon", "smoker", "age", "wage"]))
    ('age', 'wage', 'smoker', 'id', 'epsilon')
    """
    return tuple(guess.name for kind in _IN_ORDER for guess in guesses if guess.kind == kind)


def first_averaged(guesses: Sequence[ColumnGuess]) -> str:
    """Return the column whose mean is offered first; "" where no name says that it holds numbers.

    The last name of a well-known quantity; without one, the only ordinary name.

    >>> first_averaged(guess_schema(["age", "town"])), first_averaged(guess_schema(["paid", "pet"]))
    ('age', '')
    """
    ordinary = [guess for guess in guesses if guess.kind in _NUMBERS]
    known = [guess.name for guess in ordinary if guess.bounds is not None]
    if known:
        return known[-1]
    return ordinary[0].name if len(ordinary) == 1 else ""


def holding_levels(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of the columns that are named as if they said what each person asks for."""
    return tuple(guess.name for guess in guesses if guess.kind == "level")


def _guess(name: str) -> ColumnGuess:
    kind: GuessKind = "number"
    if identifies(name):
        kind = "text"
    elif holds_levels(name):
        kind = "level"
    elif for_name(name).categories or _WORDS.fullmatch(words_of(name)):
        kind = "category"
    return ColumnGuess(name, kind, _suggested(name, kind), sensitivity_of(name))


_NOTES = {
    "text": "Its name says that it tells who somebody is.",
    "level": "It is taken for what each person asks for, which is public.",
}


def _suggested(name: str, kind: GuessKind) -> Suggestion:
    if kind == "binary":
        return _YES_OR_NO
    if kind == "level":
        return _LEVELS
    found = for_name(name)
    return found if (found.categories if kind == "category" else found.bounds) else NOTHING
