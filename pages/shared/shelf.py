"""A shelf for values that are dear to make: each made once, those not asked for longest given up.

It is bounded by bytes, not by entries: a sweep over a million users weighs a thousand times what
a choice of budgets does.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Set
from threading import Lock
from typing import Any

import numpy as np
import pandas as pd

from hetdp_core.figures.figure import Figure

_LOOKED_AT = 8
"""Entries of a long sequence that are weighed, from all over it; the others count as much."""

_PACKED_TOO = 3
"""A figure weighs itself, and as long as it is kept its parcel and the copy that is sent."""


class Shelf:
    """Values by key, for all threads.

    Args:
        most: bytes, about; what was not asked for longest goes first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def value(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what stands under a key, or make it; others who ask meanwhile wait for it.

        An error is not kept: whoever waited tries by themselves.
        """
        with self._lock:
            if key in self._values:
                return self._taken(key)
            turn = self._making.setdefault(key, Lock())
        with turn:
            with self._lock:
                if key in self._values:
                    return self._taken(key)
            try:
                made = make()
                self._put(key, made, weight(made))
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return made

    def clear(self) -> None:
        """Give up everything."""
        with self._lock:
            self._values.clear()
            self._weight = 0

    def _taken(self, key: Hashable) -> Any:
        self._values.move_to_end(key)
        return self._values[key][0]

    def _put(self, key: Hashable, value: Any, size: int) -> None:
        """Put a value on the shelf; one that alone is too heavy is not kept."""
        if size > self._most:
            return
        with self._lock:
            self._values[key] = value, size
            self._weight += size
            while self._weight > self._most:
                _, (_, gone) = self._values.popitem(last=False)
                self._weight -= gone


def weight(value: Any, seen: set[int] | None = None) -> int:
    """Return about how many bytes a value takes; what is in it twice counts once."""
    seen = set() if seen is None else seen
    if id(value) in seen or isinstance(value, (type, int, float)) or value is None:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return sys.getsizeof(value) + (0 if value.base is None else value.nbytes)
    if isinstance(value, (str, bytes)):
        return sys.getsizeof(value)
    if isinstance(value, (pd.DataFrame, pd.Series)):
        return int(np.sum(value.memory_usage(deep=True)))
    if isinstance(value, Figure):
        return _PACKED_TOO * weight([value.data, value.layout], seen)
    if isinstance(value, Mapping):
        return sys.getsizeof(value) + _weight_of_all([*value, *value.values()], seen)
    if isinstance(value, (list, tuple, Set)):
        return sys.getsizeof(value) + _weight_of_all(list(value), seen)
    return sys.getsizeof(value) + weight(getattr(value, "__dict__", None), seen)


def _weight_of_all(values: list[Any], seen: set[int]) -> int:
    some = values[:: -(-len(values) // _LOOKED_AT)] if values else []
    numbers = sum(sys.getsizeof(one) for one in some if isinstance(one, (int, float)))
    share = len(values) / len(some) if some else 0.0
    return int(share * (numbers + sum(weight(one, seen) for one in some)))
