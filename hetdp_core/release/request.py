"""A curator's request: everything that is public about a release, and no value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import Column, Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import Decimal, is_numeral
from hetdp_core.results import result
from hetdp_core.tables.columns import quoted
from hetdp_core.validate import FloatArray

LEVELS_FROM = {
    "column": "each person's ε, requested in a column of the table",
    "completed": "each person's ε, from a column; the curator set an epsilon for some cells",
    "same": "one ε for all, chosen by the curator, not requested by the people",
    "strictest": "one ε for all: the strictest level in a column of the table",
    "profile": "assigned at random from a privacy profile, not requested by the people",
}
"""Where each person's epsilon comes from, in the words of a receipt."""


def levels_set(words: Sequence[tuple[str, float]]) -> str:
    """Return which epsilon a curator set for cells of a column of levels; no word is named.

    A word may say more than the level that it stands for.

    >>> levels_set([("low", 1.0), ("high", 0.5), ("", 0.1)])
    '0.5, 1 for words; 0.1 for empty cells'
    >>> levels_set([("1", 2.0), ("3", 0.1)])
    '0.1, 2 for numbers'
    """
    cells = {
        name: sorted({level for word, level in words if word and is_numeral(word) == are_numbers})
        for name, are_numbers in {"words": False, "numbers": True}.items()
    }
    cells["empty cells"] = sorted({level for word, level in words if not word})
    levels = {of: ", ".join(f"{level:g}" for level in found) for of, found in cells.items()}
    return "; ".join(f"{level} for {of}" for of, level in levels.items() if level)


def counts_as(words: Sequence[tuple[str, float]]) -> str:
    """Return which word of a column counts as which number, in words.

    >>> counts_as([("yes", 1.0), ("no", 0.0)])
    '“yes” counts as 1, “no” counts as 0'
    """
    return ", ".join(f"{quoted(word)} counts as {value:g}" for word, value in words)


def is_asked(levels_from: str) -> bool:
    """Return whether a column of the table holds the levels, in numbers or in words.

    levels_from : a key of `LEVELS_FROM`.
    """
    return levels_from in ("column", "completed")


@result
class ReleaseRequest:
    """A mean to be released; all of this is public, and becomes part of the guarantee.

    Attributes:
        column: name of the column.
        unit: of its values; may be empty.
        bounds: declared range (low, high), fixed without the data.
        epsilon: (n,) level of each user (natural log), in the order of the rows; infinity for a
            user who asks for nothing.
        levels_from: a key of `LEVELS_FROM`.
        levels_column: where a column of the table holds the levels, its name; its values become
            public with the receipt.
        simulated: whether the table is made up, so the release is about nobody.
        decimal: mark before the decimals, with which the table was read.
        read_as: words of the column that count as 1 and as 0; none where it holds numbers.
        share_of: of a yes/no column, the declared word that counts as 1; "" of any other.
        levels_set: the sentence of `levels_set` on the words of the column of levels.
        everybody: whether the mean is about these people only, and nothing is assumed about which
            values go with which levels (`hetdp_core.mean.empirical`).  Else they are taken for a
            sample of a population, with requests that say nothing about values.
    """

    column: str
    unit: str
    bounds: tuple[float, float]
    epsilon: FloatArray
    levels_from: str
    levels_column: str = ""
    simulated: bool = False
    decimal: Decimal = "."
    everybody: bool = False
    read_as: tuple[tuple[str, float], ...] = ()
    share_of: str = ""
    levels_set: str = ""

    def __post_init__(self) -> None:
        """Check each part; everybody public is refused, since no noise would be added."""
        low, high = validate.wide_interval(self.bounds, f"bounds of {self.column!r}")
        validate.positive(high - low, f"width of the range of {self.column!r}")
        validate.choice(self.levels_from, LEVELS_FROM, "origin of epsilon")
        epsilon = validate.epsilons(self.epsilon)
        if not np.any(np.isfinite(epsilon)):
            remedy = "ask for a finite level for those who are to be protected"
            raise InvalidInput("epsilon", "must be finite for somebody", "all public", remedy)
        object.__setattr__(self, "epsilon", epsilon)

    @property
    def users(self) -> int:
        """Number of users n, which is public."""
        return self.epsilon.size


def to_average(dataset: Dataset, column: str) -> tuple[Column, tuple[float, float]]:
    """Return a column whose mean may be released or decided about, and its declared bounds.

    Raises:
        InvalidInput: no such column, or it has no bounds.
    """
    name = validate.choice(column, dataset.numeric_columns(), "column")
    declared = dataset.info.column(name)
    assert declared.bounds is not None  # numeric columns have them
    return declared, declared.bounds


def request_for(
    dataset: Dataset, column: str, epsilon: FloatArray, levels_from: str, everybody: bool = False
) -> ReleaseRequest:
    """Return a request for the mean of a declared column; reads the schema and no value.

    everybody : see `ReleaseRequest`.

    Raises:
        InvalidInput: a column of privacy levels, which are public; not one epsilon for each row;
            see also `to_average`.
    """
    if column in dataset.level_columns():
        rule = "must be protected until it is released"
        actual = "privacy levels, which the receipt makes public"
        raise InvalidInput(f"column {column[:40]!r}", rule, actual, "release another column")
    declared, bounds = to_average(dataset, column)
    if epsilon.size != len(dataset.frame):
        rule = f"must be given for each of {len(dataset.frame):,} rows"
        raise InvalidInput("epsilon", rule, f"{epsilon.size:,}")
    return ReleaseRequest(
        declared.name,
        declared.unit,
        bounds,
        epsilon,
        levels_from,
        simulated=dataset.info.simulated,
        decimal=declared.decimal,
        everybody=everybody,
        read_as=declared.words,
        share_of=share_of(declared),
    )


def share_of(column: Column) -> str:
    """Return the word of a yes/no column that counts as 1, the first of several that is no number.

    "" of any other column.
    """
    ones = [word for word, counts in column.words if counts == 1.0] or ["1"]
    word = next((word for word in ones if not is_numeral(word)), ones[0])
    return word if column.kind == "binary" else ""


def request_by_column(
    dataset: Dataset, column: str, levels_column: str, everybody: bool = False
) -> ReleaseRequest:
    """Return a request for the mean of one column in which another holds each person's level.

    The levels are public: the receipt says how many people ask for which.

    everybody : see `ReleaseRequest`.

    Raises:
        InvalidInput: `levels_column` is not declared as privacy levels, or one of them is
            missing or not positive; see also `request_for`.
    """
    epsilon = dataset.levels(levels_column)
    words = dataset.info.column(levels_column).words
    levels_from = "completed" if words else "column"
    request = request_for(dataset, column, epsilon, levels_from, everybody)
    return replace(request, levels_column=levels_column, levels_set=levels_set(words))
