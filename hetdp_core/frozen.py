"""Results: frozen dataclasses whose arrays are frozen, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

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
