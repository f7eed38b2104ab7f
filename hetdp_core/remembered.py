"""A few values that were dear to make, remembered by what they were made from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The values asked for last, by key; for all threads.

    Only for what the key says all about: remembering must change nothing but the time it takes.

    At most so many; the one not asked for longest goes first.

    >>> squares = Remembered[int](2)
    >>> [squares.value(n, lambda n=n: n * n) for n in (3, 4, 3)], len(squares)
    ([9, 16, 9], 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def value(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is remembered under a key, or make it; two threads may make it at once."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value
