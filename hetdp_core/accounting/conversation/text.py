"""Queries and answers of a conversation, as people type them."""

from __future__ import annotations

from collections.abc import Sequence

from hetdp_core.errors import InvalidInput


def outputs_from_text(text: str) -> tuple[bool, ...]:
    """Read answers typed as zeros and ones.

    >>> outputs_from_text("10 1")
    (True, False, True)
    """
    digits = "".join(text.split()).replace(",", "")
    if not set(digits) <= {"0", "1"}:
        raise InvalidInput("answers", "must be zeros and ones", repr(text[:40]))
    return tuple(digit == "1" for digit in digits)


def text_of(outputs: Sequence[bool]) -> str:
    """Write answers as zeros and ones.

    >>> text_of([True, False])
    '10'
    """
    return "".join("1" if output else "0" for output in outputs)


def queries_from_text(text: str) -> tuple[tuple[float, ...], ...]:
    """Read queries typed as "slope, slope | intercept", separated by semicolons.

    >>> queries_from_text("0.5, -0.5 | 0.1; 1, 0")
    ((0.5, -0.5, 0.1), (1.0, 0.0, 0.0))
    """
    typed = [one for one in text.split(";") if one.strip()]
    if not typed:
        raise InvalidInput("queries", "must not be empty", "none", "for example “0.5, -0.5; 1, 0”")
    return tuple(_query_of(one) for one in typed)


def _query_of(text: str) -> tuple[float, ...]:
    slopes, _, intercept = text.partition("|")
    try:
        numbers = [float(cell) for cell in slopes.replace(",", " ").split()]
        return (*numbers, float(intercept or 0.0))
    except ValueError:
        rule = "must be slopes, then perhaps | and an intercept"
        raise InvalidInput("queries", rule, repr(text.strip()[:40])) from None
