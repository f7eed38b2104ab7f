"""How far the other features give each one away: q_i of Assumption 1, measured on data.

For a feature i, q_i is the largest total variation between the laws of all other features given two
sets of values of feature i.  So it says how much they tell about feature i; single values attain
it.  Measured on n rows it is biased upwards, more strongly with more features and values: rare
combinations look like dependence.  Show `permutation_null` next to it.

Measure it on the reported values.  Bins can hide a dependence that the values inside them have.  So
the q of bins promises nothing about reports of the values: report the bins (`binned`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import counted
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MOST_CELLS = 30_000_000
"""Most cells (values of one feature x combinations of the others) of a table of counts."""

LARGEST_CODE = 2**40
"""Codes of combinations stay below this: times the number of values, they fit in 64 bits."""

Codes = NDArray[np.int64]


@result
class Correlation:
    """Plug-in total-variation bounds of a table of discrete features.

    Attributes:
        q: (d,) q_i: all other features together, given feature i.
        pairs: (d, d) the same for feature j alone, given feature i; 0 on the diagonal.
            Each row's largest entry is at most q_i.
        values: (d,) number of distinct values of each feature; with one, q_i is 0.
        rarest: (d,) rows that hold the rarest value of each feature.
    """

    q: FloatArray
    pairs: FloatArray
    values: NDArray[np.int64]
    rarest: NDArray[np.int64]

    def largest(self, features: Sequence[int]) -> float:
        """Return the largest q of these features: of those with δ < ε, as no other q matters."""
        return float(np.max(self.q[list(features)]))


def total_variation(data: object) -> Correlation:
    """Return q_i of every feature and every pair, from the rows themselves (not private).

    Args:
        data: (n, d) discrete or binned values, numbers or labels: an array or a frame.

    Raises:
        InvalidInput: missing values, no rows, or too many values: the table of counts
            would not fit in memory.
    """
    codes = _encode(data)
    counts = [np.bincount(column) for column in codes]
    q = [_variation(column, others) for column, others in zip(codes, _others(codes), strict=True)]
    columns = range(len(codes))
    pairs = [[_variation(codes[i], codes[j]) if i != j else 0.0 for j in columns] for i in columns]
    return Correlation(
        np.array(q),
        np.array(pairs),
        np.array([count.size for count in counts]),
        np.array([count.min() for count in counts]),
    )


def permutation_null(
    data: object, permutations: int = 20, *, rng: np.random.Generator
) -> FloatArray:
    """Return (P, d) values that the plug-in q_i takes when feature i is shuffled: no dependence.

    `data` as in `total_variation`; P >= 1 is `permutations`.
    """
    times = validate.count(permutations, 1, 10_000, "permutations")
    codes = _encode(data)
    null = [
        [_variation(rng.permutation(column), others) for _ in range(times)]
        for column, others in zip(codes, _others(codes), strict=True)
    ]
    return np.array(null).T


def binned(values: FloatArray, bins: int) -> FloatArray:
    """Return (n, d) the reports in the place of the values: the middle of each value's bin.

    Bins are equally full, or hold a single value each where a column has few.  A middle lies
    halfway between the smallest and the largest value in the bin.  They are read off these rows:
    people who report have to know them beforehand.

    Args:
        values: (n, d) numbers.
        bins: at least 2.
    """
    data, number = validate.matrix(values, "values"), validate.count(bins, 2, 1000, "bins")
    return np.column_stack([_middles(column, number) for column in data.T])


def _middles(column: FloatArray, bins: int) -> FloatArray:
    """Put each distinct value where the middle of its share of the rows lies."""
    distinct, codes, counts = np.unique(column, return_inverse=True, return_counts=True)
    if distinct.size <= bins:
        return column.copy()
    rank = (np.cumsum(counts) - counts / 2.0) / column.size
    _, first, place = np.unique(np.floor(rank * bins), return_index=True, return_inverse=True)
    last = np.append(first[1:], distinct.size) - 1
    middle: FloatArray = distinct[first] / 2.0 + distinct[last] / 2.0
    return middle[place][codes]


def _encode(data: object) -> Codes:
    """Return (d, n) codes 0, 1, ... of the values of each column."""
    frame = data if isinstance(data, pd.DataFrame) else pd.DataFrame(np.asarray(data))
    if frame.empty:
        raise InvalidInput("data", "must have at least one row and one column", frame.shape)
    missing = int(frame.isna().any(axis=1).sum())
    if missing:
        rule, remedy = "must have no missing values", "leave these rows out"
        raise InvalidInput("data", rule, f"{counted(missing, 'row')} with some", remedy)
    codes = [pd.factorize(frame.iloc[:, i])[0] for i in range(frame.shape[1])]
    return np.array(codes, dtype=np.int64)


def _others(codes: Codes) -> Iterator[Codes]:
    """Yield (n,) codes of the combinations of all columns but one, for each column."""
    for i in range(len(codes)):
        joint, size = np.zeros(1, dtype=np.int64), 1
        for column in (*codes[:i], *codes[i + 1 :]):
            width = int(column.max()) + 1
            if size * width >= LARGEST_CODE:
                joint = pd.factorize(joint)[0].astype(np.int64)
                size = int(joint.max()) + 1
            joint, size = joint * width + column, size * width
        yield joint


def _variation(column: Codes, others: Codes) -> float:
    """Return the largest total variation between the laws of `others` given two values of `column`.

    Total variation is 1 minus the overlap sum_r min(p(r), p'(r)).
    """
    laws = _overlapping_laws(column, others)
    pairs = ((laws[i + 1 :], laws[i]) for i in range(len(laws) - 1))
    overlaps = [np.min(np.sum(np.minimum(*pair), axis=1)) for pair in pairs]
    return 1.0 - float(min(overlaps, default=1.0))


def _overlapping_laws(column: Codes, others: Codes) -> FloatArray:
    """Return (values, C) law of the others, on the combinations seen with several values."""
    values = int(column.max()) + 1
    cells, counts = _tally(others * values + column)
    combinations, value = np.divmod(cells, values)
    number = np.cumsum(np.diff(combinations, prepend=-1) > 0) - 1
    shared = np.bincount(number) >= 2
    width, is_shared = int(np.count_nonzero(shared)), shared[number]
    if values * width > MOST_CELLS:
        actual = f"{values:,} values x {width:,} combinations of the others"
        raise InvalidInput("data", f"must have at most {MOST_CELLS:,} cells", actual, "use bins")
    laws = np.zeros((values, width))
    place = (np.cumsum(shared) - 1)[number[is_shared]]
    laws[value[is_shared], place] = counts[is_shared] / np.bincount(column)[value[is_shared]]
    return laws


def _tally(keys: Codes) -> tuple[Codes, Codes]:
    """Return distinct keys in ascending order, and how often each occurs."""
    if keys.max() < 4 * keys.size:
        counts = np.bincount(keys)
        present = np.flatnonzero(counts)
        return present, counts[present]
    return np.unique(keys, return_counts=True)
