"""Computations written as Python: imports, one assignment for each computation, a last line.

Expressions laid out in lines of at most 100 columns.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from hetdp_core.computation.calls import Attribute, Call, Computation, Given
from hetdp_core.computation.names import Names

WIDTH = 100
_INDENT = "    "


@dataclass(frozen=True)
class Group:
    """Something in brackets, like a call or a tuple.

    Attributes:
        before: up to the bracket that opens.
        items: each with what stands before it, such as "name=".
        after: from the bracket that closes.
        lone_comma: whether a single item is followed by a comma, as in a tuple.
    """

    before: str
    items: tuple[tuple[str, Node], ...]
    after: str
    lone_comma: bool = False


Node = str | Group


def flat(node: Node) -> str:
    """Return an expression in one line."""
    if isinstance(node, str):
        return node
    inner = ", ".join(prefix + flat(item) for prefix, item in node.items)
    comma = "," if node.lone_comma and len(node.items) == 1 else ""
    return f"{node.before}{inner}{comma}{node.after}"


def lines(node: Node, prefix: str = "", suffix: str = "", indent: str = "") -> Iterator[str]:
    """Write an expression between `prefix` and `suffix`, broken at brackets where too long."""
    whole = f"{indent}{prefix}{flat(node)}{suffix}"
    if isinstance(node, str) or not node.items or len(whole) <= WIDTH:
        yield whole
        return
    yield f"{indent}{prefix}{node.before}"
    deeper = indent + _INDENT
    if all(not before and isinstance(item, str) for before, item in node.items):
        yield from _filled([flat(item) for _, item in node.items], deeper)
    else:
        for before, item in node.items:
            yield from lines(item, before, ",", deeper)
    yield f"{indent}{node.after}{suffix}"


def _filled(words: list[str], indent: str) -> Iterator[str]:
    """Return many short items, as many to a line as fit."""
    line = ""
    for word in words:
        longer = f"{line} {word}," if line else f"{indent}{word},"
        if line and len(longer) > WIDTH:
            yield line
            longer = f"{indent}{word},"
        line = longer
    yield line


RESULT = "table"

_PIECE = 80
"""Letters of a long text in one line."""

MOST_NUMBERS = 1_000
"""Of an array that is written; larger ones come from somewhere, which is what to write."""


def write(
    computation: Computation[Any], last: str, through: Callable[[Any], Any] | None = None
) -> str:
    """See `Computation.source`."""
    writer = _Writer()
    while isinstance(computation, Given):
        computation = computation.made_by
    expression = writer.expression(computation)
    text = flat(expression)
    if text != RESULT:
        writer.assign(RESULT, expression, computation.note)
    shown = RESULT if through is None else f"{writer.names.reference(through)}({RESULT})"
    return "\n".join([*writer.names.imports(), *writer.lines, last.format(shown), ""])


def written(name: str, text: str) -> str:
    """Return lines that name a text, in pieces where it is long.

    >>> print(written("FIGURE", "coding: utf-7"))
    FIGURE = "coding: utf-7"
    """
    whole = f"{name} = {_quoted(text)}"
    if len(whole) <= WIDTH:
        return whole
    pieces = (_quoted(text[start : start + _PIECE]) for start in range(0, len(text), _PIECE))
    return "\n".join([f"{name} = (", *(f"    {piece}" for piece in pieces), ")"])


class _Writer:
    """What has been written so far."""

    def __init__(self) -> None:
        self.names = Names()
        self.lines: list[str] = []
        self._result = self.names.variable(RESULT)
        self._variables: dict[int, str] = {}
        self._settings: dict[str, str] = {}

    # --- computations --------------------------------------------------------------------------

    def expression(self, computation: Computation[Any]) -> Node:
        """Return how a computation is made, with all computations before it written."""
        match computation:
            case Given():
                return self._reference(computation.made_by)
            case Attribute():
                return f"{self._reference(computation.owner)}.{computation.attribute_name}"
            case Call():
                function = computation.function
                arguments = [("", self._argument(one)) for one in computation.arguments]
                named = [(f"{k}=", self._argument(one)) for k, one in computation.keywords.items()]
                return Group(f"{flat(self.value(function))}(", (*arguments, *named), ")")
        raise TypeError(f"a script cannot hold a value of type {type(computation).__name__}")

    def _reference(self, computation: Computation[Any]) -> str:
        """Return a computation's variable; computations without one stand where they are used."""
        if not isinstance(computation, Call):
            return flat(self.expression(computation))
        if id(computation) not in self._variables:
            made = self.expression(computation)
            name = self.names.variable(computation.name or _last_word(made))
            self.assign(name, made, computation.note)
            self._variables[id(computation)] = name
        return self._variables[id(computation)]

    def _argument(self, value: Any) -> Node:
        """Return an argument; settings get a line of their own, the same settings one line."""
        node = self.value(value)
        if isinstance(node, Group) and is_dataclass(value):
            text = flat(node)
            if text not in self._settings:
                self._settings[text] = self.names.variable(type(value).__name__)
                self.assign(self._settings[text], node)
            return self._settings[text]
        return node

    def assign(self, name: str, made: Node, note: str = "") -> None:
        """Return a line `name = …`, under its comment."""
        self.lines += [f"# {line}" for line in textwrap.wrap(note, WIDTH - 2)]
        self.lines += lines(made, f"{name} = ")

    # --- values -------------------------------------------------------------------------

    def value(self, value: Any) -> Node:
        """Return an expression equal to a value."""
        kind = type(value)
        if isinstance(value, Computation):
            return self._reference(value)
        if value is None or kind in (bool, int):
            return repr(value)
        if kind is str:
            return _quoted(value)
        if kind is float:
            return self._number(value)
        if isinstance(value, np.generic):
            return self.value(value.item())
        if kind in (tuple, list):
            before, after = "()" if kind is tuple else "[]"
            return Group(before, self._items(value), after, lone_comma=kind is tuple)
        if kind is dict:
            items = ((f"{flat(self.value(k))}: ", self.value(v)) for k, v in value.items())
            return Group("{", tuple(items), "}")
        if isinstance(value, np.ndarray):
            return self._array(value)
        if is_dataclass(value) and not isinstance(value, type):
            return self._settings_of(value)
        return self._callable(value)

    def _items(self, values: Iterable[Any]) -> tuple[tuple[str, Node], ...]:
        return tuple(("", self.value(one)) for one in values)

    def _number(self, value: float) -> str:
        if math.isfinite(value):
            return repr(value)
        return repr(value).replace(repr(abs(value)), f"{self.names.module('math')}.{abs(value)}")

    def _array(self, array: np.ndarray[Any, Any]) -> Node:
        function = self.names.reference(np.array)
        values = checked_array(array).tolist()
        usual = np.asarray(values)
        items: tuple[tuple[str, Node], ...] = (("", self.value(values)),)
        if usual.dtype != array.dtype:
            items += (("dtype=", repr(array.dtype.str)),)
        if usual.shape != array.shape:  # no entries along some axis
            return Group(
                f"{flat(Group(f'{function}(', items, ')'))}.reshape(", self._items(array.shape), ")"
            )
        return Group(f"{function}(", items, ")")

    def _settings_of(self, value: Any) -> Node:
        """Return a frozen dataclass by its constructor, with what is not as usual."""
        unusual = [
            one for one in fields(checked_settings(value)) if one.init and not _is_usual(one, value)
        ]
        items = tuple((f"{one.name}=", self.value(getattr(value, one.name))) for one in unusual)
        return Group(f"{self.names.reference(type(value))}(", items, ")")

    def _callable(self, value: Any) -> str:
        if not callable(value):
            raise TypeError(f"a script cannot hold a {type(value).__name__}")
        return self.names.reference(value)


def checked_array(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return an array that can be written; TypeError for another."""
    if array.size > MOST_NUMBERS or array.dtype.kind not in "biufU":
        raise TypeError(
            f"a script cannot hold an ndarray of {array.size:,} entries of type {array.dtype}"
        )
    return array


def checked_settings(value: Any) -> Any:
    """Return an instance of a dataclass that can be written; TypeError for one that may change."""
    if not value.__dataclass_params__.frozen:
        raise TypeError(f"a script cannot hold a {type(value).__name__}: it is not frozen")
    return value


def _is_usual(item: Field[Any], owner: Any) -> bool:
    """Return whether a field has its default; `1`, `1.0` and `True` are different values."""
    value = getattr(owner, item.name)
    usual = item.default_factory() if item.default_factory is not MISSING else item.default
    return (
        type(value) is type(usual) and repr(value) == repr(usual) and bool(np.all(value == usual))
    )


def _quoted(text: str) -> str:
    """Return a string in double quotes where that needs no more escapes."""
    usual = repr(text)
    if usual.startswith("'") and '"' not in text:
        return f'"{usual[1:-1]}"'
    return usual


def _last_word(made: Node) -> str:
    """Return the name of the function that is called."""
    text = made.before if isinstance(made, Group) else made
    return text.rstrip("(").rpartition(".")[2]
