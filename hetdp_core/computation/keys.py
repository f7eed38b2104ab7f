"""What a computation is known by: two that say the same do the same.

A key says as much as the script does (`writing`), in no layout and without names of variables:
pages ask for keys at every move of a control, for scripts once in a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from hetdp_core.computation.calls import Attribute, Call, Computation, Given, Key
from hetdp_core.computation.names import address
from hetdp_core.computation.writing import checked_array, checked_settings


def key(computation: Computation[Any]) -> Key:
    """See `Computation.key`."""
    teller = _Teller()
    text = teller.made(computation)
    if "" in teller.digests:
        raise TypeError("a value that was given without a digest cannot be told from others")
    return (text, *teller.digests)


class _Teller:
    """What has been told so far: a computation that is used twice is told once."""

    def __init__(self) -> None:
        self.digests: list[str] = []
        self._numbers: dict[int, int] = {}

    def computation(self, computation: Computation[Any]) -> str:
        """Return how a computation is made; of one that is kept, its own key says it."""
        if not computation.is_kept:
            return self.made(computation)
        text, *digests = computation.key  # which is put together once, whatever rests on it
        self.digests += digests
        return f"{{{text}}}"

    def made(self, computation: Computation[Any]) -> str:
        """Return how a computation is made, or its number where that was said."""
        match computation:
            case Given():
                self.digests.append(computation.digest)
                return self.computation(computation.made_by)
            case Attribute():
                return f"{self.computation(computation.owner)}.{computation.attribute_name}"
            case Call():
                return self._call(computation)
        raise TypeError(f"a script cannot hold a value of type {type(computation).__name__}")

    def _call(self, call: Call[Any]) -> str:
        if id(call) in self._numbers:
            return f"${self._numbers[id(call)]}"
        self.digests += [name for name, _ in call.unwritten]
        named = (f"{name}={self.value(one)}" for name, one in call.keywords.items())
        made = f"{self.value(call.function)}({self._all(call.arguments)};{','.join(named)})"
        self._numbers[id(call)] = len(self._numbers)
        return f"${self._numbers[id(call)]}:{made}"

    def value(self, value: Any) -> str:
        """Return what tells a value from all others."""
        kind = type(value)
        if value is None or kind in _SAID_BY_THEMSELVES:
            return repr(value)
        if isinstance(value, Computation):
            return self.computation(value)
        if isinstance(value, np.generic):
            return self.value(value.item())
        if kind is tuple:
            return f"({self._all(value)})"
        if kind is list:
            return f"[{self._all(value)}]"
        if kind is dict:
            items = (f"{self.value(name)}:{self.value(one)}" for name, one in value.items())
            return f"{{{','.join(items)}}}"
        if isinstance(value, np.ndarray):
            array = checked_array(value)
            return f"array({array.dtype.str},{array.shape},{array.tolist()!r})"
        if is_dataclass(value) and not isinstance(value, type):
            return self._settings(checked_settings(value))
        return _known_name(value) if isinstance(value, _LASTING) else _name(value)

    def _settings(self, settings: Any) -> str:
        kind: Any = type(settings)
        names = _names_of(kind)
        told = (f"{name}={self.value(getattr(settings, name))}" for name in names)
        return f"{_known_name(kind)}({','.join(told)})"

    def _all(self, values: Iterable[Any]) -> str:
        return ",".join(map(self.value, values))


_SAID_BY_THEMSELVES = frozenset((bool, int, float, str))

_LASTING = (FunctionType, BuiltinFunctionType, type)


def _name(thing: Any) -> str:
    if not callable(thing):
        raise TypeError(f"a script cannot hold a {type(thing).__name__}")
    return ".".join(address(thing))


_known_name: Callable[[Any], str] = cache(_name)


@cache
def _names_of(settings: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(settings) if one.init)
