"""Which queries come in a conversation with one record, and how its record answers them.

Queries and answers of a conversation, as people type them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import chance, query_epsilon
from hetdp_core.odometer.domain import Box, Domain
from hetdp_core.odometer.paper.examples import LARGEST, RUNNING_DOMAIN
from hetdp_core.odometer.queries import (
    LinearQuery,
    LogisticQuery,
    Query,
    TableQuery,
    TruncatedLinearQuery,
)

KINDS = ("powers", "linear", "truncated", "logistic")

USUAL_RECORD = 7.0
"""Of the person in the running example who answers unless another is named."""

MOST_SLOPES = 14
"""Coordinates of a record at most, as in the streams."""

MOST_TYPED = 50
"""Queries that one may type; after the last the first comes again."""

TYPED = ((0.5, 0.5, 0.0), (0.5, -0.5, 0.0), (0.8, 0.2, 0.0), (-0.2, 0.8, 0.0))

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class ConversationSettings:
    """Which queries come, at what level, and how much may be told in all; first as in Example 3.

    Attributes:
        kind: "powers" asks for x, x^2, x^3 ... of a number 0, 1, ... 10 (Example 3); the
            others are regressions of a record in [-1, 1]^d.
        epsilon: level of each query, natural log.
        budget: of the filter, natural log.
        typed: 1 to `MOST_SLOPES` slopes and, last, the intercept of each regression; asked in
            turn, over and over.
    """

    kind: str = "powers"
    epsilon: float = math.log(1.5)
    budget: float = math.log(2.25)
    typed: tuple[tuple[float, ...], ...] = TYPED
    _queries: tuple[Query, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check every field; make the regressions."""
        validate.choice(self.kind, KINDS, "kind of query")
        query_epsilon(self.epsilon)
        validate.positive(self.budget, "budget")
        if not 1 <= len(self.typed) <= MOST_TYPED:
            raise InvalidInput("queries", f"must be 1 to {MOST_TYPED}", len(self.typed))
        queries = () if self.kind == "powers" else tuple(map(self._regression, self.typed))
        object.__setattr__(self, "_queries", queries)
        for query in queries:
            query.check_domain(self.domain)

    @property
    def dimension(self) -> int:
        """Coordinates of a record."""
        return 1 if self.kind == "powers" else len(self.typed[0]) - 1

    @property
    def at_once(self) -> bool:
        """Whether every loss is read off a table, so that nothing is searched for."""
        return self.kind == "powers"

    @property
    def domain(self) -> Domain:
        """What is known about the record."""
        if self.kind == "powers":
            return RUNNING_DOMAIN
        return Box(-np.ones(self.dimension), np.ones(self.dimension))

    @property
    def usual_record(self) -> tuple[float, ...]:
        """Of the person who answers unless another is named."""
        return (USUAL_RECORD,) if self.kind == "powers" else (0.0,) * self.dimension

    def query(self, number: int) -> Query:
        """Return the query that comes at this place, counted from 1."""
        if self.kind == "powers":
            share = (np.arange(LARGEST + 1) / LARGEST) ** number
            return TableQuery(chance(share, self.epsilon))
        return self._queries[(number - 1) % len(self._queries)]

    def label(self, number: int) -> str:
        """Write what it asks as a formula.

        >>> ConversationSettings().label(3), ConversationSettings("linear").label(2)
        ('x³', '0.5·x₁ − 0.5·x₂')
        """
        if self.kind == "powers":
            return "x" + ("" if number == 1 else str(number).translate(_SUPERSCRIPTS))
        *slopes, intercept = self.typed[(number - 1) % len(self.typed)]
        score = _sum([(value, f"x{_subscript(i)}") for i, value in enumerate(slopes, 1)])
        score += "" if intercept == 0 else f" {_signed(intercept)}"
        return {"logistic": f"logistic({score})", "truncated": f"clip({score})"}.get(
            self.kind, score
        )

    def draw(self, number: int, record: Sequence[float], rng: np.random.Generator) -> bool:
        """Draw an output of the query at this place for a record of the domain."""
        domain = self.domain
        if isinstance(domain, Box):
            point = validate.as_floats(record, "record")
            if point.shape != domain.low.shape or not np.all(np.abs(point) <= 1):
                rule = f"must be {domain.dimension} numbers from −1 to 1"
                raise InvalidInput("record", rule, ", ".join(f"{one:g}" for one in point))
            return bool(self.query(number).draw(point, rng=rng))
        if len(record) != 1:
            raise InvalidInput("record", "must be one number", f"{len(record)} numbers")
        value = validate.within(record[0], 0.0, LARGEST, "record")
        if not value.is_integer():
            raise InvalidInput("record", "must be a whole number", f"{value:g}")
        position = int(value)
        return bool(self.query(number).draw(position, rng=rng))

    def _regression(self, numbers: tuple[float, ...]) -> Query:
        if not 2 <= len(numbers) == len(self.typed[0]) <= MOST_SLOPES + 1:
            rule = f"must have as many slopes as the first, 1 to {MOST_SLOPES}"
            raise InvalidInput("queries", rule, f"{max(len(numbers) - 1, 0)} slopes")
        slope, intercept = np.array(numbers[:-1]), numbers[-1]
        if self.kind == "logistic":
            return LogisticQuery(slope, intercept, epsilon=self.epsilon)
        made = LinearQuery if self.kind == "linear" else TruncatedLinearQuery
        return made(slope, intercept, -1.0, 1.0, self.epsilon)


def _subscript(number: int) -> str:
    return "".join(chr(0x2080 + int(digit)) for digit in str(number))


def _signed(value: float) -> str:
    return f"{'−' if value < 0 else '+'} {abs(value):g}"


def _sum(terms: Sequence[tuple[float, str]]) -> str:
    """Return a sum as one writes it: no sign and no space before a first positive term."""
    text = " ".join(f"{_signed(value)}·{name}" for value, name in terms if value != 0)
    return text.removeprefix("+ ") if text.startswith("+") else text.replace("− ", "−", 1)


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
