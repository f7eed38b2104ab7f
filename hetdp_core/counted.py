"""A number of things in a sentence: one of them in the singular."""

from __future__ import annotations


def counted(count: float, one: str, many: str = "") -> str:
    """Return a whole number of things, in words.

    Args:
        count: a whole number; of a fraction the nearest is told.
        one: what a single one is called.
        many: what several are called; "" for `one` and an "s".

    >>> counted(1, "user"), counted(1234, "user"), counted(0, "person", "people")
    ('1 user', '1,234 users', '0 people')
    """
    return f"{count:,.0f} {one if count == 1 else many or f'{one}s'}"
