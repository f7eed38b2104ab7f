"""The steps of a computation: calls, attributes of what they return, and what is given."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Self

PRINT_TABLE = "print({}.to_csv(index=False))"
"""The last line for a step whose value is a data frame."""


class Step:
    """One value of a computation: `run` makes it, `source` says how.

    A step that is used twice is the same step: it is run once and written once.  Steps are
    cheap to make; nothing happens before they are run or written.
    """

    name: str = ""
    """Of its variable; "" for one that is made from the function's name."""

    note: str = ""
    """A comment that stands above its line."""

    def named(self, name: str) -> Self:
        """The same step with a variable of this name; another step than this one."""
        return self._with(name=name)

    def noted(self, note: str) -> Self:
        """The same step with a comment above its line; another step than this one."""
        return self._with(note=note)

    def attribute(self, name: str) -> Attribute:
        """An attribute of this step's value."""
        return Attribute(self, name)

    def method(self, method: str, /, *arguments: Any, **keywords: Any) -> Call:
        """The return value of a method of this step's value."""
        return Call(self.attribute(method), *arguments, **keywords)

    def run(self) -> Any:
        """The value, computed anew with all steps before it."""
        return _value(self, {})

    def source(self, last: str = PRINT_TABLE) -> str:
        """Python that computes the value and names it `table`.

        Args:
            last: the last line, with {} for the variable.

        Raises:
            TypeError: an argument that cannot be written, named by its type.
        """
        from hetdp_core.recipes.writing import write  # which knows all kinds of steps

        return write(self, last)

    def _with(self, **changes: str) -> Self:
        changed = copy.copy(self)
        vars(changed).update(changes)
        return changed

    def _make(self, done: dict[int, Any]) -> Any:
        raise NotImplementedError


class Call(Step):
    """A call of a function with these arguments.

    Arguments may be other steps; numbers, strings, None, and tuples, lists and dictionaries of
    all these; NumPy arrays; instances of frozen dataclasses; functions and classes.

    Args:
        function: one that can be imported by its name, or a step that returns one.
    """

    def __init__(self, function: Callable[..., Any] | Step, /, *arguments: Any, **keywords: Any):
        self.function, self.arguments, self.keywords = function, arguments, keywords

    def _make(self, done: dict[int, Any]) -> Any:
        function = _value(self.function, done)
        arguments = _value(self.arguments, done)
        return function(*arguments, **_value(self.keywords, done))


class Attribute(Step):
    """An attribute of another step's value."""

    def __init__(self, owner: Step, attribute: str):
        self.owner, self.attribute_name = owner, attribute

    def _make(self, done: dict[int, Any]) -> Any:
        return getattr(_value(self.owner, done), self.attribute_name)


class Given(Step):
    """A value that is at hand and cannot be written, with steps by which others make theirs.

    For what comes from a reader's own file: run, it is the value; written, it is the steps.
    """

    def __init__(self, value: Any, made_by: Step):
        self.value, self.made_by = value, made_by

    def _make(self, done: dict[int, Any]) -> Any:
        del done
        return self.value


def _value(item: Any, done: dict[int, Any]) -> Any:
    """A step's value, computed once; other things as they are, with the values of steps."""
    if isinstance(item, Step):
        if id(item) not in done:
            done[id(item)] = item._make(done)
        return done[id(item)]
    if type(item) in (tuple, list):
        return type(item)(_value(one, done) for one in item)
    if type(item) is dict:
        return {key: _value(one, done) for key, one in item.items()}
    return item
