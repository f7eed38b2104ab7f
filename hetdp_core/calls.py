"""Results as calls of public functions: run, told apart by their settings, written as Python.

>>> from hetdp_core import mean
>>> scale = Call(mean.plan, "adpm", (0.5, float("inf"))).cached().attribute("noise_scale")
>>> scale.run() == mean.plan("adpm", (0.5, float("inf"))).noise_scale
True
>>> print(scale.script(str), end="")
from hetdp_core.mean import plan
<BLANKLINE>
result = plan('adpm', (0.5, float('inf')))
table = result.noise_scale
print(str(table))
"""

from __future__ import annotations

import builtins
import math
import sys
import textwrap
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache, cached_property, reduce
from itertools import chain, count
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import numpy as np

T_co = TypeVar("T_co", covariant=True)


class Call(Generic[T_co]):
    """A call of a function with settings, not made before it is run.

    Settings may be calls themselves; numbers, texts, tuples, lists and dictionaries; functions,
    and frozen dataclasses.  One that is too large to be written, such as a table, has a `source`:
    the call by which others make theirs.

    Args:
        function: one that can be imported by its name, or a call that returns one.
    """

    is_cached: bool = False
    """Whether its value is kept; a script computes it once, all others at each use."""

    is_heavy: bool = False
    """Whether its value may weigh a hundred megabytes: only a few of these are kept."""

    waiting: str = ""
    """What to say while it is computed; "" for nothing."""

    note: str = ""
    """A comment in the script."""

    owner: str = ""
    """Whose its value is alone, where it rests on more than is written; "" for everybody's."""

    at_hand: tuple[T_co, ...] = ()
    """Its value, where it need not be computed."""

    helpers: tuple[tuple[str, Callable[[], Any]], ...] = ()

    def __init__(
        self,
        function: Callable[..., T_co] | Call[Callable[..., T_co]],
        /,
        *settings: Any,
        **named: Any,
    ):
        self.function, self.settings, self.named = function, settings, named

    def cached(self, waiting: str = "", is_heavy: bool = False) -> Self:
        """Return the same, with a value that is kept: nothing in it may be changed."""
        return self._with(is_cached=True, waiting=waiting, is_heavy=is_heavy)

    def noted(self, note: str) -> Self:
        """Return the same with a comment above its line of a script."""
        return self._with(note=note)

    def with_value(self, value: T_co) -> Self:  # type: ignore[misc]
        """Return the same with its result at hand: others compute it."""
        return self._with(at_hand=(value,))

    def owned(self, owner: str) -> Self:
        """Return the same as the source of something that nobody but its owner has."""
        return self._with(owner=owner)

    def ended_by(self, **makers: Callable[[], Any]) -> Self:
        """Return the same with further keywords when it is run, which may end it by an error."""
        return self._with(helpers=tuple(makers.items()))

    def cut_short_by(self, **makers: Callable[[], Any]) -> Self:
        """Return the same with keywords that may change its value, which is then nobody else's."""
        return self.ended_by(**makers).owned("cut short")

    def attribute(self, name: str) -> Call[Any]:
        """Return an attribute of this one's value."""
        return Call(getattr, self, name)

    @property
    def key(self) -> str:
        """Its identity: how it is written, and who owns the objects it rests on.

        Raises:
            TypeError: a setting that cannot be written.
        """
        return self._key_and_owners[0]

    @property
    def owners(self) -> frozenset[str]:
        """Whose everything is that it rests on; none where it is everybody's."""
        return self._key_and_owners[1]

    @cached_property
    def _key_and_owners(self) -> tuple[str, frozenset[str]]:
        owners = {self.owner} - {""}

        def tell(call: Call[Any]) -> str:
            owners.update(call.owners)
            return call.key

        text = _Writer(tell).expression(self)
        return f"{self.owner}:{text}" if self.owner else text, frozenset(owners)

    def run(self, value_of: Callable[[Call[Any]], Any] | None = None) -> T_co:
        """Call the function; settings that are calls are run, or what `value_of` makes of them."""

        def value(setting: Any) -> Any:
            if isinstance(setting, Call):
                return setting.run() if value_of is None else value_of(setting)
            if type(setting) in (tuple, list):
                return type(setting)(map(value, setting))
            return setting

        if self.at_hand:
            return self.at_hand[0]
        named = {name: value(setting) for name, setting in self.named.items()}
        helpers = {name: make() for name, make in self.helpers}
        result: T_co = value(self.function)(*map(value, self.settings), **named, **helpers)
        return result

    def script(self, text_of: Callable[[Any], str]) -> str:
        """Return Python that computes the value, names it `table`, and prints the text of it.

        Raises:
            TypeError: a setting that cannot be written, named by its type.
        """
        lines: list[str] = []
        names = {"table": self.key, **dict.fromkeys(dir(builtins), "builtins")}
        imports: set[str] = set()

        def name_of(wish: str, thing: str) -> str:
            tries = chain([wish], (f"{wish}_{number}" for number in count(2)))
            return next(name for name in tries if names.setdefault(name, thing) == thing)

        def refer(module: str, name: str) -> str:
            if module == "builtins":
                return name
            first, *others = name.split(".")
            alias = name_of(first, f"{module}.{first}")
            imports.add(f"from {module} import {first}{f' as {alias}' * (alias != first)}")
            return ".".join([alias, *others])

        def assign(wish: str, call: Call[Any]) -> str:
            expression = writer.expression(call)
            name = name_of(wish, call.key)
            comment = textwrap.wrap(call.note, 100, initial_indent="# ", subsequent_indent="# ")
            lines.extend([*comment, f"{name} = {expression}"])
            return name

        def tell(call: Call[Any]) -> str:
            if not call.is_cached:
                return writer.expression(call)
            known = call.key in names.values()
            return name_of("result", call.key) if known else assign("result", call)

        writer = _Writer(tell, refer)
        shown = f"print({writer.value(text_of)}({assign('table', self)}))"
        return "\n".join([*sorted(imports), "", *lines, shown, ""])

    def _with(self, **changes: Any) -> Self:
        changed = object.__new__(type(self))  # `copy.copy` takes several times as long
        vars(changed).update({**vars(self), **changes})
        vars(changed).pop("_key_and_owners", None)
        return changed


class _Writer:
    """Settings as Python; `tell` writes a call among them, `refer` names an object of a module."""

    def __init__(
        self, tell: Callable[[Call[Any]], str], refer: Callable[[str, str], str] = "{}.{}".format
    ) -> None:
        self._tell, self._refer = tell, refer

    def expression(self, call: Call[Any]) -> str:
        """Return how a call is made."""
        if call.function is getattr:
            owner, name = call.settings
            return f"{self.value(owner)}.{name}"
        named = [f"{name}={self.value(setting)}" for name, setting in call.named.items()]
        settings = ", ".join([*map(self.value, call.settings), *named])
        return f"{self.value(call.function)}({settings})"

    def value(self, value: Any) -> str:
        """Return an expression that is equal to a value, and to no other one."""
        kind = type(value)
        if value is None or kind in (str, int, bool):
            return repr(value)
        if kind is float:
            return repr(value) if math.isfinite(value) else f"float('{value}')"
        if isinstance(value, Call):
            return self._tell(value)
        if isinstance(value, np.generic):
            return self.value(value.item())
        if kind in (tuple, list):
            items = ", ".join(map(self.value, value))
            return f"[{items}]" if kind is list else f"({items}{',' * (len(value) == 1)})"
        if kind is dict:
            pairs = (f"{self.value(name)}: {self.value(entry)}" for name, entry in value.items())
            return f"{{{', '.join(pairs)}}}"
        if is_dataclass(kind):
            return self._record(value)
        if not callable(value):
            raise TypeError(f"a script cannot hold a {kind.__name__}")
        return self._refer(*_address(value))

    def _record(self, record: Any) -> str:
        """Return a frozen dataclass by its source, or by fields that differ from their defaults."""
        source = getattr(record, "source", None)
        if isinstance(source, Call):
            return self._tell(source)
        if not record.__dataclass_params__.frozen:
            raise TypeError(f"a script cannot hold a {type(record).__name__}: it is not frozen")
        kind: Any = type(record)
        arguments = (
            f"{name}={self.value(value)}"
            for name, usual in _fields(kind)
            if type(value := getattr(record, name)) is not type(usual) or value != usual
        )
        return f"{self.value(kind)}({', '.join(arguments)})"


@cache
def _fields(kind: type) -> list[tuple[str, Any]]:
    """Return each field that a record is made with, and its default."""
    return [(field.name, field.default) for field in fields(kind) if field.init]


@cache
def _address(thing: Any) -> tuple[str, str]:
    """Return module and name by which it is imported: of the outermost package that shows it."""
    name = getattr(thing, "__qualname__", type(thing).__name__)
    parts = (getattr(thing, "__module__", None) or "").split(".")
    for depth in range(1, len(parts) + 1):
        module = ".".join(parts[:depth])
        owner = sys.modules.get(module)
        shown = reduce(lambda value, part: getattr(value, part, None), name.split("."), owner)
        if module != "__main__" and shown == thing:
            return module, name
    raise TypeError(f"a script cannot hold {name}: it has no name to import it by")


def own_file(name: str) -> Call[bytes]:
    """Return the reading of a file that only its owner has."""
    return Call(Path.read_bytes, Call(Path, name))
