"""Results: frozen dataclasses, and a memory of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar, dataclass_transform

import numpy as np

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False)
def result(cls: type[T]) -> type[T]:
    """Make a frozen dataclass whose arrays are read-only views; it is equal only to itself.

    Its arrays are frozen after its own `__post_init__`, if it has one.
    """
    check = cls.__dict__.get("__post_init__")

    def freeze(self: Any) -> None:
        if check is not None:
            check(self)
        freeze_arrays(self)

    setattr(cls, "__post_init__", freeze)  # noqa: B010, mypy knows no such attribute of a type
    return dataclass(frozen=True, eq=False)(cls)


def freeze_arrays(instance: Any) -> None:
    """Make arrays of a frozen dataclass read-only views; the caller's own stay writable."""
    for name, value in [*vars(instance).items()]:  # `fields` would take half of all the time
        if isinstance(value, np.ndarray):
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(instance, name, view)


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
        """Return the result remembered under a key, or make it; two threads may make it at once."""
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
