"""Names in a piece of Python: what is imported, and variables that hide none of it."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Iterable
from functools import reduce
from itertools import chain, count
from typing import Any

_USUAL = {"numpy": "np", "pandas": "pd"}
"""Packages that are known by another name."""

_PYTHONS_OWN = frozenset((*dir(builtins), *keyword.kwlist))


class Names:
    """Names that are taken, and the imports behind them."""

    def __init__(self) -> None:
        self._taken = set(_PYTHONS_OWN)
        self._modules: dict[str, str] = {}

    def variable(self, wish: str) -> str:
        """Take a free name like `wish`."""
        plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", wish).lower().strip("_")
        return self._take(chain([plain, f"{plain}_result"], (f"{plain}_{k}" for k in count(2))))

    def reference(self, thing: Any) -> str:
        """Return an expression for a function or class, whose module is imported.

        Raises:
            TypeError: it cannot be imported by a public name.
        """
        module, name = address(thing)
        return name if module == "builtins" else f"{self.module(module)}.{name}"

    def module(self, module: str) -> str:
        """Return an expression for a module, which is imported."""
        package, _, rest = module.partition(".")
        if package in _USUAL:
            self._modules[package] = _USUAL[package]
            return f"{_USUAL[package]}.{rest}" if rest else _USUAL[package]
        if module not in self._modules:
            parent, last = ("", *module.split("."))[-2:]
            self._modules[module] = self._take([last, f"{parent}_{last}", f"{last}_module"])
        return self._modules[module]

    def imports(self) -> list[str]:
        """Return lines of imports: the standard library, other packages, the rest."""
        groups: tuple[set[str], ...] = (set(), set(), set())
        for module, name in self._modules.items():
            package = module.partition(".")[0]
            usual = package in sys.stdlib_module_names
            groups[0 if usual else 1 if package in _USUAL else 2].add(_import(module, name))
        lines: list[str] = []
        for group in filter(None, groups):
            lines += [*sorted(group), ""]
        return lines

    def _take(self, wishes: Iterable[str]) -> str:
        name = next(wish for wish in wishes if wish not in self._taken)
        self._taken.add(name)
        return name


def _import(module: str, name: str) -> str:
    parent, _, last = module.rpartition(".")
    words = f"from {parent} import {last}" if parent else f"import {last}"
    return words if name == last else f"{words} as {name}"


def address(thing: Any) -> tuple[str, str]:
    """Return the module and the name in it by which a function or class is imported.

    The outermost package that shows it counts, because that is its public place.

    Raises:
        TypeError: there is none, as for a lambda.
    """
    inner, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", "")
    parts = (inner or "").split(".")
    public = not any(part.startswith("_") for part in name.split("."))
    for depth in range(1, len(parts) + 1):
        module = ".".join(parts[:depth])
        if public and module != "__main__" and _found(module, name) == thing:
            return module, name
    what = name or type(thing).__name__
    raise TypeError(f"a script cannot hold {what}: it has no public name to import it by")


def _found(module: str, name: str) -> Any:
    return reduce(
        lambda owner, part: getattr(owner, part, None), name.split("."), sys.modules.get(module)
    )
