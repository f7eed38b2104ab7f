"""The public knowledge about a record before any question: a box, or a finite set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import freeze_arrays
from hetdp_core.validate import FloatArray

MOST_ELEMENTS = 1_000_000
"""Most elements of a finite domain: each holds a log-likelihood."""

MOST_DIMENSIONS = 100


@dataclass(frozen=True, eq=False, init=False)
class Box:
    """All records with low_i <= x_i <= high_i, known to everyone.

    Any number of coordinates from 1 to `MOST_DIMENSIONS` is taken.  Up to
    `affine.MOST_EXACT_DIMENSIONS` the least likelihood of linear queries is exact; above,
    it is bounded by a search, whose interval may stay wide.  Records of no coordinates are
    refused.  A coordinate with low = high is known exactly; a box of one point has nothing
    to lose, so every realised loss on it is 0.

    Attributes:
        low, high: (d,) ends, low <= high, finite.
        integer: (d,) True for a coordinate that takes whole numbers only; its ends must be
            whole.  By default all are continuous.
    """

    low: FloatArray
    high: FloatArray
    integer: NDArray[np.bool_]

    def __init__(self, low: ArrayLike, high: ArrayLike, integer: ArrayLike | None = None) -> None:
        ends = [_ends(low, "domain low"), _ends(high, "domain high")]
        if ends[0].size != ends[1].size or not ends[0].size <= MOST_DIMENSIONS:
            rule = f"must be two arrays of one length, at most {MOST_DIMENSIONS}"
            raise InvalidInput("domain", rule, f"lengths {ends[0].size} and {ends[1].size}")
        ordered = ends[0] <= ends[1]
        if not np.all(ordered):
            first = int(np.argmin(ordered))
            ends_there = f"({ends[0][first]:g}, {ends[1][first]:g}) at coordinate {first + 1}"
            raise InvalidInput("domain", "must have low <= high", ends_there)
        mask = _mask(integer, np.stack(ends))
        object.__setattr__(self, "low", ends[0])
        object.__setattr__(self, "high", ends[1])
        object.__setattr__(self, "integer", mask)
        freeze_arrays(self)

    @property
    def dimension(self) -> int:
        return self.low.size

    @property
    def largest(self) -> FloatArray:
        """(d,) largest |x_i|."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @cached_property
    def free(self) -> NDArray[np.intp]:
        """Positions of the coordinates of non-zero width."""
        return np.flatnonzero(self.low < self.high)

    @property
    def centre(self) -> FloatArray:
        return 0.5 * (self.low + self.high)

    @property
    def half_width(self) -> FloatArray:
        """(d,) half the length of each side."""
        return 0.5 * (self.high - self.low)


@dataclass(frozen=True, eq=False)
class FiniteDomain:
    """The record is one of finitely many elements, known to everyone.

    Attributes:
        elements: N >= 1 elements, of any type for table queries; numbers, or rows of d
            numbers, for queries that compute with them.
    """

    elements: tuple[Any, ...]
    _coordinates: FloatArray | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the number of elements; read them as numbers where they are."""
        elements = tuple(self.elements)
        if not 1 <= len(elements) <= MOST_ELEMENTS:
            rule = f"must have 1 to {MOST_ELEMENTS:,} elements"
            raise InvalidInput("domain", rule, f"{len(elements):,}")
        object.__setattr__(self, "elements", elements)
        object.__setattr__(self, "_coordinates", _rows(elements))
        freeze_arrays(self)

    @property
    def size(self) -> int:
        return len(self.elements)

    @property
    def coordinates(self) -> FloatArray:
        """(N, d) the elements as numbers; `InvalidInput` when they are not."""
        if self._coordinates is None:
            rule = "must hold finite numbers, or rows of equally many, for a query that computes"
            raise InvalidInput("domain", rule, repr(self.elements[0])[:60], "use a table query")
        return self._coordinates

    @property
    def dimension(self) -> int:
        return int(self.coordinates.shape[1])

    @property
    def largest(self) -> FloatArray:
        """(d,) largest |x_i|."""
        return np.asarray(np.max(np.abs(self.coordinates), axis=0))


def _ends(values: ArrayLike, name: str) -> FloatArray:
    """Return (d,) a copy of one end of a box."""
    ends = np.array(validate.as_floats(values, name))
    if not np.all(np.isfinite(ends)):
        raise InvalidInput(name, "must hold finite numbers", ends)
    return ends


def _mask(integer: ArrayLike | None, ends: FloatArray) -> NDArray[np.bool_]:
    """Return (d,) which coordinates are integer, given the (2, d) ends."""
    mask = np.zeros(ends.shape[1], dtype=np.bool_)
    if integer is not None:
        mask = np.array(integer, dtype=np.bool_)
    if mask.shape != ends.shape[1:]:
        raise InvalidInput("integer", "must have one entry per coordinate", mask.shape)
    if not np.all(ends[:, mask] == np.round(ends[:, mask])):
        raise InvalidInput("domain", "must have whole ends where integer", ends[:, mask])
    return mask


Domain = Box | FiniteDomain

DomainLike = Domain | tuple[ArrayLike, ArrayLike] | Iterable[Any]


def as_domain(domain: DomainLike) -> Domain:
    """Return a box from a pair (low, high) of one-dimensional arrays, else a finite domain.

    Only a tuple or list of two one-dimensional sequences of numbers is a box.  So a finite domain
    of just two rows is given as a (2, d) array or as a `FiniteDomain`.

    >>> as_domain(([-1.0, -1.0], [1.0, 1.0])).dimension, as_domain(range(11)).size
    (2, 11)
    """
    if isinstance(domain, Box | FiniteDomain):
        return domain
    if isinstance(domain, tuple | list) and [np.ndim(part) for part in domain] == [1, 1]:
        return Box(*domain)
    try:
        return FiniteDomain(tuple(domain))
    except TypeError:
        rule = "must be a pair (low, high) of arrays, or a sequence of elements"
        raise InvalidInput("domain", rule, repr(domain)[:60]) from None


def _rows(elements: tuple[Any, ...]) -> FloatArray | None:
    """Return (N, d) the elements as numbers, or None when they are not."""
    if any(isinstance(element, str) for element in elements):
        return None
    try:
        table = np.array(elements, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    table = table[:, None] if table.ndim == 1 else table
    return table if table.ndim == 2 and table.size and np.all(np.isfinite(table)) else None
