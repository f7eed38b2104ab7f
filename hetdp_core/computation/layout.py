"""Expressions laid out in lines of at most 100 columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
