"""What a computation is made of: calls, attributes of what they return, and what is given."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

import numpy as np

T_co = TypeVar("T_co", covariant=True)

PRINT_TABLE = "print({}.to_csv(index=False))"
"""The last line for a computation whose value is a data frame."""

Key = tuple[str, ...]
"""What a computation is known by: how it is made, and what of its value is not said there."""

Keep = Callable[["Computation[Any]", Callable[[], Any]], Any]
"""Return a computation's value: one that was kept, or what the function makes."""


class Computation(Generic[T_co]):
    """One value, not yet computed: `run` makes it, `source` says how, out of other ones.

    One that is used twice is run once and written once.  Computations are cheap to make: nothing
    happens before they are run or written.
    """

    name: str = ""
    """Of its variable; "" for one that is made from the function's name."""

    note: str = ""
    """A comment that stands above its line."""

    is_kept: bool = False
    """Whether its value is worth keeping."""

    waiting: str = ""
    """What to say while it is computed; "" for nothing."""

    unwritten: tuple[tuple[str, Callable[[], Any]], ...] = ()
    """What a call is handed besides each time it is run; see `Call.when_run`."""

    ends: tuple[tuple[str, Callable[[], Any]], ...] = ()
    """What may end a call before it has a value; see `Call.ended_by`."""

    def named(self, name: str) -> Self:
        """Return the same with a variable of this name."""
        return self._with(name=name)

    def noted(self, note: str) -> Self:
        """Return the same with a comment above its line."""
        return self._with(note=note)

    def kept(self, waiting: str = "") -> Self:
        """Return the same, with a value that is worth keeping.

        It shares no generator of random numbers with others: they would draw other numbers when
        its value is at hand.
        """
        return self._with(is_kept=True, waiting=waiting)

    def attribute(self, name: str) -> Attribute:
        """Return an attribute of this one's value."""
        return Attribute(self, name)

    def method(self, method: str, /, *arguments: Any, **keywords: Any) -> Call[Any]:
        """Return what a method of this one's value returns."""
        return Call(self.attribute(method), *arguments, **keywords)

    @cached_property
    def key(self) -> Key:
        """What the value depends on: those with the same key have the same value.

        Raises:
            TypeError: an argument that cannot be written, or a given value without a key.
        """
        from hetdp_core.computation.keys import key  # which knows all kinds of computations

        return key(self)

    def run(self, keep: Keep | None = None) -> T_co:
        """Compute the value with all computations before it, but for those that `keep` has."""
        value: T_co = _Run(keep).value_of(self)
        return value

    def source(self, last: str = PRINT_TABLE, through: Callable[[Any], Any] | None = None) -> str:
        """Return Python that computes the value and names it `table`.

        Args:
            last: the last line, with {} for the variable.
            through: a function that can be imported; what it makes of the variable takes its
                place in the last line.

        Raises:
            TypeError: an argument that cannot be written, named by its type.
        """
        from hetdp_core.computation.writing import write  # which knows all kinds of computations

        return write(self, last, through)

    def _with(self, **changes: Any) -> Self:
        changed = object.__new__(type(self))  # `copy.copy` takes several times as long
        vars(changed).update({**vars(self), **changes})
        vars(changed).pop("key", None)
        return changed

    def _make(self, value_of: Callable[[Any], Any]) -> Any:
        raise NotImplementedError


class Call(Computation[T_co]):
    """A call of a function with these arguments.

    Arguments may be other computations; numbers, strings, None, and tuples, lists and
    dictionaries of all these; NumPy arrays; instances of frozen dataclasses; functions and classes.

    Args:
        function: one that can be imported by its name, or a computation that returns one.
    """

    def __init__(
        self,
        function: Callable[..., T_co] | Computation[Callable[..., T_co]],
        /,
        *arguments: Any,
        **keywords: Any,
    ):
        self.function, self.arguments, self.keywords = function, arguments, keywords

    def when_run(self, **makers: Callable[[], Any]) -> Self:
        """Return the same with further keywords each time it is run, which are not written.

        For how long to wait, which may cut the value short: its key is another one.
        """
        return self._with(unwritten=tuple(makers.items()))

    def ended_by(self, **makers: Callable[[], Any]) -> Self:
        """Return the same with further keywords each time it is run, of which nobody need know.

        For what can end it by an error, but never change its value: its key stays the same.
        """
        return self._with(ends=tuple(makers.items()))

    def _make(self, value_of: Callable[[Any], Any]) -> Any:
        function, arguments = value_of(self.function), value_of(self.arguments)
        unwritten = {name: make() for name, make in (*self.unwritten, *self.ends)}
        return function(*arguments, **value_of(self.keywords), **unwritten)


class Attribute(Computation[Any]):
    """An attribute of another computation's value."""

    def __init__(self, owner: Computation[Any], attribute: str):
        self.owner, self.attribute_name = owner, attribute

    def _make(self, value_of: Callable[[Any], Any]) -> Any:
        return getattr(value_of(self.owner), self.attribute_name)


class Given(Computation[T_co]):
    """A value that is at hand and cannot be written, with computations by which others make theirs.

    For what comes from a user's own file: run, it is the value; written, it is the computations.

    Args:
        value: at hand.
        made_by: how others make theirs.
        digest: tells apart values that are written alike; without it, what is computed from
            the value has no key, and cannot be kept.
    """

    def __init__(self, value: T_co, made_by: Computation[T_co], digest: str = ""):
        self.value, self.made_by, self.digest = value, made_by, digest

    def _make(self, value_of: Callable[[Any], Any]) -> Any:
        del value_of
        return self.value


class _Run:
    """Values of computations, each made once."""

    def __init__(self, keep: Keep | None) -> None:
        self._keep, self._done = keep, dict[int, Any]()

    def value_of(self, item: Any) -> Any:
        """Return its value; other things as they are, with the values of computations."""
        if isinstance(item, Computation):
            if id(item) not in self._done:
                self._done[id(item)] = self._made(item)
            return self._done[id(item)]
        if type(item) in (tuple, list):
            return type(item)(map(self.value_of, item))
        if type(item) is dict:
            return {key: self.value_of(one) for key, one in item.items()}
        return item

    def _made(self, computation: Computation[Any]) -> Any:
        if self._keep is None or not computation.is_kept:
            return computation._make(self.value_of)
        value = self._keep(computation, lambda: computation._make(self.value_of))
        if isinstance(value, np.random.Generator):
            raise TypeError("a generator of random numbers is not kept: each run needs a fresh one")
        return value
