"""The columns that one mean needs: its own, and that of what each person asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import Column
from hetdp_core.errors import InvalidInput
from hetdp_core.tables.cells import is_empty
from hetdp_core.tables.columns import bound_name, checked
from hetdp_core.tables.declare import labels_from_data
from hetdp_core.tables.edit import DECLARED
from hetdp_core.tables.guess import ColumnGuess
from hetdp_core.tables.read import RawTable
from hetdp_core.tables.suggest import holds_levels

_AVERAGED = ("number", "integer", "binary")

_MAY_HOLD_LEVELS = ("number", "integer", "category")


def averageable(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of the columns that seem to hold numbers; privacy levels are none of them."""
    return tuple(guess.name for guess in guesses if guess.kind in _AVERAGED)


def holding_levels(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of the columns that seem to say what each person asks for."""
    return tuple(guess.name for guess in guesses if guess.kind == "level")


def possible_levels(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of the other columns that may say what each person asks for.

    Whoever made the table knows: nothing but numbers, or words that each stand for one.
    """
    return tuple(guess.name for guess in guesses if guess.kind in _MAY_HOLD_LEVELS)


def in_words(guesses: Sequence[ColumnGuess], name: str) -> bool:
    """Say whether a column holds words, so that levels in it have to be said for each."""
    return any(guess.name == name and guess.kind == "category" for guess in guesses)


def words_asking(table: RawTable, guesses: Sequence[ColumnGuess], name: str) -> tuple[str, ...]:
    """Return what stands for a level in a column and has to be said which: "" for an empty cell.

    Levels are public, and so are these; none where each cell is a number.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> table = read_table(b"days,wish\\n1,low\\n2,high\\n3,\\n4,low\\n5,high\\n")
    >>> words_asking(table, guess_schema(table), "wish")
    ('high', 'low', '')
    """
    words = labels_from_data(table, name) if in_words(guesses, name) else ()
    return (*words, "") if np.any(is_empty(table, name)) else words


def named_for_levels(guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return names of the columns that are named like privacy levels and seem to hold none."""
    return tuple(
        guess.name for guess in guesses if guess.kind != "level" and holds_levels(guess.name)
    )


def columns_needed(
    guesses: Sequence[ColumnGuess],
    averaged: str,
    low: float | None,
    high: float | None,
    levels: str = "",
    unit: str | None = None,
    asks: Mapping[str, float] | None = None,
) -> tuple[Column, ...]:
    """Return declarations for the mean of one column, and nothing else of the file.

    Bounds as suggested keep the suggestion's reason, others are "declared by you"; a yes/no
    column is 0 or 1 whatever is given.

    Args:
        guesses: of all columns of the file.
        averaged: one of `averageable`.
        low, high: least and largest value that a person could have; None where not yet given.
        levels: one of `holding_levels` or `possible_levels`; "" where levels do not come from the
            table.
        unit: of a number; None for the one that the name suggests.
        asks: epsilon that each of `words_asking` asks for.

    Raises:
        InvalidInput: a column is none of these, or a bound is missing or does not fit, or the unit
            is none.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> guesses = guess_schema(read_table(b"id,wage,epsilon\\n7,9.5,1\\n8,8,2\\n"))
    >>> [(c.name, c.bounds) for c in columns_needed(guesses, "wage", 0, 100, "epsilon")]
    [('wage', (0.0, 100.0)), ('epsilon', None)]
    """
    by_name = {guess.name: guess for guess in guesses}
    guess = by_name[validate.choice(averaged, averageable(guesses), "column")]
    declared = [_with_bounds(guess, low, high, unit)]
    if levels:
        may_be = (*holding_levels(guesses), *possible_levels(guesses))
        column = by_name[validate.choice(levels, may_be, "ε")].column(kind="level")
        declared.extend(with_levels([column], guesses, {levels: asks or {}}))
    return tuple(declared)


def with_levels(
    columns: Sequence[Column],
    guesses: Sequence[ColumnGuess],
    asks: Mapping[str, Mapping[str, float]],
) -> tuple[Column, ...]:
    """Return the columns, those of levels with what their words ask for.

    Args:
        columns: as declared.
        guesses: of all columns of the file.
        asks: for each column of levels the epsilon that each of its `words_asking` asks for.

    Raises:
        InvalidInput: nothing is said of a column that is `in_words`, or a level is not positive.
    """
    return tuple(
        checked(replace(one, asks=_asked(asks.get(one.name, {}), guesses, one.name)))
        if one.kind == "level"
        else one
        for one in columns
    )


def _asked(
    asks: Mapping[str, float], guesses: Sequence[ColumnGuess], levels: str
) -> tuple[tuple[str, float], ...]:
    if in_words(guesses, levels) and not set(asks) - {""}:
        name = f"ε of the words in {levels[:40]!r}"
        raise InvalidInput(name, "must be given", "nothing", "say what each word asks for")
    return tuple((word, float(epsilon)) for word, epsilon in asks.items())


def _with_bounds(
    guess: ColumnGuess, low: float | None, high: float | None, unit: str | None
) -> Column:
    if guess.kind == "binary":
        return guess.column()
    bounds = _given(low, "lowest", guess.name), _given(high, "highest", guess.name)
    if bounds == guess.bounds:
        return guess.column(unit=unit)
    return guess.column(bounds=bounds, bounds_from=DECLARED, unit=unit)


def _given(bound: float | None, which: str, column: str) -> float:
    name = bound_name(which, column)
    if bound is None:
        raise InvalidInput(name, "must be given", "nothing", "type it from what the column means")
    return validate.real(bound, name)
