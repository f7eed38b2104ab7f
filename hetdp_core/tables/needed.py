"""The columns that one mean needs: its own, and that of what each person asks for.

A made-up table to try a release with: nobody's data, and it says so wherever it goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import Column
from hetdp_core.numerals import Decimal
from hetdp_core.tables.columns import DECLARED, bound_given, checked
from hetdp_core.tables.guess import ColumnGuess, GuessKind

_NUMBERS: tuple[GuessKind, ...] = ("number", "integer", "binary")
_IN_ORDER: tuple[GuessKind, ...] = (*_NUMBERS, "category", "text", "level")


def averageable(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of all columns, those first whose name speaks against no mean.

    >>> from hetdp_core.tables import guess_schema
    >>> averageable(guess_schema(["id", "epsilon", "smoker", "age", "wage"]))
    ('age', 'wage', 'smoker', 'id', 'epsilon')
    """
    return tuple(guess.name for kind in _IN_ORDER for guess in guesses if guess.kind == kind)


def first_averaged(guesses: Sequence[ColumnGuess]) -> str:
    """Return the column whose mean is offered first: the last ordinary name, if there is one."""
    ordinary = [guess.name for guess in guesses if guess.kind in _NUMBERS]
    return ordinary[-1] if ordinary else averageable(guesses)[0]


def holding_levels(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of the columns that are named as if they said what each person asks for."""
    return tuple(guess.name for guess in guesses if guess.kind == "level")


def columns_needed(
    guesses: Sequence[ColumnGuess],
    averaged: str,
    low: float | None,
    high: float | None,
    levels: str = "",
    unit: str | None = None,
    asks: Mapping[str, float] | None = None,
    decimal: Decimal = ".",
    bounds_from: str = DECLARED,
) -> tuple[Column, ...]:
    """Return declarations for the mean of one column, and nothing else of the file.

    Bounds as suggested keep the suggestion's reason.

    Args:
        guesses: of all columns of the file.
        averaged: whose mean it is.
        low, high: least and largest value that a person could have; None where not yet given.
        levels: another column; "" where levels do not come from the table.
        unit: of a number; None for the one that the name suggests.
        asks: epsilon that each of `words_asking` asks for.
        decimal: mark before the decimals.
        bounds_from: where other bounds come from.

    Raises:
        InvalidInput: there is no such column, or a bound is missing or does not fit, or the unit
            is none.

    >>> from hetdp_core.tables import guess_schema
    >>> guesses = guess_schema(["id", "wage", "epsilon"])
    >>> [(c.name, c.bounds) for c in columns_needed(guesses, "wage", 0, 100, "epsilon")]
    [('wage', (0.0, 100.0)), ('epsilon', None)]
    """
    by_name = {guess.name: guess for guess in guesses}
    guess = by_name[validate.choice(averaged, by_name, "column")]
    kind = guess.kind if guess.kind in _NUMBERS else "number"
    bounds = bound_given(low, "lowest", averaged), bound_given(high, "highest", averaged)
    suggested = kind == guess.kind and bounds == guess.bounds
    declared = [
        guess.column(
            kind=kind,
            bounds=bounds,
            bounds_from=guess.suggested.reason if suggested else bounds_from,
            unit=unit,
            decimal=decimal,
        )
    ]
    if levels:
        others = [name for name in by_name if name != averaged]
        column = by_name[validate.choice(levels, others, "ε")].column(kind="level", decimal=decimal)
        declared.extend(with_levels([column], {levels: asks or {}}))
    return tuple(declared)


def with_levels(
    columns: Sequence[Column], asks: Mapping[str, Mapping[str, float]]
) -> tuple[Column, ...]:
    """Return the columns, those of levels with what their words ask for.

    asks : for each column of levels the epsilon that each of its `words_asking` asks for.

    Raises:
        InvalidInput: a level is not positive.
    """
    return tuple(
        checked(replace(column, asks=tuple(asks.get(column.name, {}).items())))
        if column.kind == "level"
        else column
        for column in columns
    )


SAMPLE_NAME = "simulated-sample.csv"
"""Name of the file."""

SAMPLE_ROWS = 600
"""Imaginary people."""

SAMPLE_SEED = 13
"""Seed of the generator."""

_LEVELS = ("0.1",) * 3 + ("0.5",) * 5 + ("2",) * 2
"""What is asked for: of ten people three, five and two."""


@cache
def sample_csv() -> bytes:
    """Return a CSV of imaginary adults: who, age, blood pressure, whether they smoke, and epsilon.

    Age is uniform on 20 to 79; systolic blood pressure is 90 plus half the age plus the sum of
    four uniform whole numbers from 0 to 10; one adult in five smokes; three in ten ask for
    epsilon = 0.1, five for 0.5, two for 2, whatever their values are.  Whole numbers alone are
    drawn and added, so every processor writes the same bytes (for the same numpy version).

    >>> sample_csv().splitlines()[0].decode()
    'person_id,age,sbp,smoker,epsilon'
    """
    rng = np.random.default_rng(SAMPLE_SEED)
    age = rng.integers(20, 80, SAMPLE_ROWS)
    pressure = 90 + age // 2 + np.sum(rng.integers(0, 11, (SAMPLE_ROWS, 4)), axis=1)
    smokes = rng.integers(0, 5, SAMPLE_ROWS) == 0
    levels = rng.integers(0, len(_LEVELS), SAMPLE_ROWS)
    rows = (
        f"{place},{age[place - 1]},{pressure[place - 1]},"
        f"{'yes' if smokes[place - 1] else 'no'},{_LEVELS[levels[place - 1]]}"
        for place in range(1, SAMPLE_ROWS + 1)
    )
    return ("\n".join(["person_id,age,sbp,smoker,epsilon", *rows]) + "\n").encode()
