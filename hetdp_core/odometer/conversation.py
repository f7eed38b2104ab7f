"""An analyst's conversation with one record, query by query: what a filter says at each step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import chance
from hetdp_core.odometer.domain import Box, Domain
from hetdp_core.odometer.examples import LARGEST, RUNNING_DOMAIN, RUNNING_LEVEL
from hetdp_core.odometer.filters.basic import Decision, Odometer, fits
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.odometer.levels import Levels, check_levels, level_at
from hetdp_core.odometer.queries import (
    LinearQuery,
    LogisticQuery,
    Query,
    RegressionQuery,
    TableQuery,
    TruncatedLinearQuery,
)
from hetdp_core.odometer.search import Allowance, SearchEffort, Stop

KINDS = ("powers", "linear", "truncated", "logistic")

USUAL_RECORD = 7.0
"""Of the person in the running example who answers unless another is named."""

MOST_SLOPES = 14
"""Coordinates of a record at most, as in the streams."""

MOST_TYPED = 50
"""Queries that one may type; after the last the first comes again."""

TYPED = ((0.5, 0.5, 0.0), (0.5, -0.5, 0.0), (0.8, 0.2, 0.0), (-0.2, 0.8, 0.0))

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class ConversationSettings:
    """Which queries come, at what level, and how much may be told in all; first as in Example 3.

    Attributes:
        kind: "powers" asks for x, x^2, x^3 ... of a number 0, 1, ... 10 (Example 3); the
            others are regressions of a record in [-1, 1]^d.
        epsilon: level of each query, natural log, or of one after the other.
        budget: of the filter, natural log.
        typed: 1 to `MOST_SLOPES` slopes and last the intercept of each regression, in
            turn, over and over.
    """

    kind: str = "powers"
    epsilon: Levels = RUNNING_LEVEL
    budget: float = math.log(2.25)
    typed: tuple[tuple[float, ...], ...] = TYPED

    def __post_init__(self) -> None:
        validate.choice(self.kind, KINDS, "kind of query")
        check_levels(self.epsilon)
        validate.positive(self.budget, "budget")
        if not 1 <= len(self.typed) <= MOST_TYPED:
            raise InvalidInput("queries", f"must be 1 to {MOST_TYPED}", len(self.typed))
        if self.kind != "powers":
            for number in range(1, len(self.typed) + 1):
                self.query(number).check_domain(self.domain)

    @property
    def dimension(self) -> int:
        return 1 if self.kind == "powers" else len(self.typed[0]) - 1

    @property
    def is_instant(self) -> bool:
        """Whether every loss is read off a table, so nothing is searched for."""
        return self.kind == "powers"

    @property
    def domain(self) -> Domain:
        if self.kind == "powers":
            return RUNNING_DOMAIN
        return Box(-np.ones(self.dimension), np.ones(self.dimension))

    @property
    def usual_record(self) -> tuple[float, ...]:
        return (USUAL_RECORD,) if self.kind == "powers" else (0.0,) * self.dimension

    def query(self, number: int) -> Query:
        """Return the query that comes at this place, counted from 1."""
        if self.kind == "powers":
            share = (np.arange(LARGEST + 1) / LARGEST) ** number
            return TableQuery(chance(share, self.level(number)))
        return self._regression(self.typed[(number - 1) % len(self.typed)], self.level(number))

    def level(self, number: int) -> float:
        """Return the privacy level of the query at this place."""
        return level_at(self.epsilon, number)

    def label(self, number: int) -> str:
        """Write its question as a formula.

        >>> ConversationSettings().label(3), ConversationSettings("linear").label(2)
        ('x³', '0.5·x₁ − 0.5·x₂')
        """
        if self.kind == "powers":
            return "x" + ("" if number == 1 else str(number).translate(_SUPERSCRIPTS))
        *slopes, intercept = self.typed[(number - 1) % len(self.typed)]
        score = _sum([(value, f"x{i}".translate(_SUBSCRIPTS)) for i, value in enumerate(slopes, 1)])
        score += "" if intercept == 0 else f" {_signed(intercept)}"
        forms = {"logistic": f"logistic({score})", "truncated": f"clip({score})"}
        return forms.get(self.kind, score)

    def draw(self, number: int, record: Sequence[float], rng: np.random.Generator) -> bool:
        """Draw an output of the query at this place for a record of the domain."""
        domain = self.domain
        if isinstance(domain, Box):
            point = validate.as_floats(record, "record")
            if point.shape != domain.low.shape or not np.all(np.abs(point) <= 1):
                rule = f"must be {domain.dimension} numbers from −1 to 1"
                raise InvalidInput("record", rule, ", ".join(f"{value:g}" for value in point))
            return bool(self.query(number).draw(point, rng=rng))
        if len(record) != 1:
            raise InvalidInput("record", "must be one number", f"{len(record)} numbers")
        value = validate.within(record[0], 0.0, LARGEST, "record")
        if not value.is_integer():
            raise InvalidInput("record", "must be a whole number", f"{value:g}")
        return bool(self.query(number).draw(int(value), rng=rng))

    def _regression(self, numbers: tuple[float, ...], level: float) -> Query:
        if not 2 <= len(numbers) == len(self.typed[0]) <= MOST_SLOPES + 1:
            rule = f"must have as many slopes as the first, 1 to {MOST_SLOPES}"
            raise InvalidInput("queries", rule, f"{max(len(numbers) - 1, 0)} slopes")
        slope, intercept = np.array(numbers[:-1]), numbers[-1]
        if self.kind == "logistic":
            return LogisticQuery(slope, intercept, epsilon=level)
        regression = LinearQuery if self.kind == "linear" else TruncatedLinearQuery
        return regression(slope, intercept, -1.0, 1.0, level)


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
    queries = [query for query in text.split(";") if query.strip()]
    if not queries:
        raise InvalidInput("queries", "must not be empty", "none", "for example “0.5, -0.5; 1, 0”")
    return tuple(map(_numbers_of, queries))


def _numbers_of(text: str) -> tuple[float, ...]:
    slopes, _, intercept = text.partition("|")
    try:
        numbers = [float(cell) for cell in slopes.replace(",", " ").split()]
        return (*numbers, float(intercept or 0.0))
    except ValueError:
        rule = "must be slopes, then perhaps | and an intercept"
        raise InvalidInput("queries", rule, repr(text.strip()[:40])) from None


MOST_ANSWERS = 200

MOST_WORK = 1e10
"""Multiplications of all searches of a conversation together: a second or two of one core."""


@dataclass(frozen=True)
class AnsweredQuery:
    """One answered query, its number counted from 1.

    Attributes:
        lower, upper: certified interval of the realised loss after it.
        basic: what basic composition says was spent.
    """

    number: int
    label: str
    output: bool
    lower: float
    upper: float
    basic: float


@dataclass(frozen=True, eq=False)
class Conversation:
    """The conversation so far, and what the filter says of the next query.

    Attributes:
        query, label: the next one, and its question.
        decision: the filter's; exact on a finite domain and for linear queries.
        unused: how many answers were given to it and after it, though the filter refuses it.
        out_of_work: the searches ended at their limit of work; intervals are valid, but wide.
        stopped: the searches were told to stop, so another time they may come further.
    """

    settings: ConversationSettings
    steps: tuple[AnsweredQuery, ...]
    spent: Odometer
    query: Query
    label: str
    decision: Decision
    unused: int = 0
    out_of_work: bool = False
    stopped: bool = False

    @property
    def outputs(self) -> tuple[bool, ...]:
        return tuple(step.output for step in self.steps)

    @property
    def cut_short(self) -> bool:
        """Whether searches ended before they were through."""
        return self.out_of_work or self.stopped

    def loss_after(self, output: bool) -> float:
        """Return the certified upper end of the realised loss if this output comes next."""
        return self.decision.after(output)[1]

    @property
    def has_fallen(self) -> bool:
        """Whether the last answer certainly lowered the realised loss."""
        return len(self.steps) > 1 and self.steps[-1].upper < self.steps[-2].lower

    @property
    def basic_refuses(self) -> bool:
        """Whether basic composition has no budget left for the next query."""
        return not fits(self.decision.basic, self.settings.budget)

    @cached_property
    def chances(self) -> tuple[float, float]:
        """Least and largest chance of the answer 1 to the next query, over the domain."""
        records: NDArray[Any] = np.arange(LARGEST + 1)
        if isinstance(self.query, RegressionQuery):  # on [-1, 1]^d, and it rises with its score
            records = np.stack([-np.sign(self.query.slope), np.sign(self.query.slope)])
        chances = self.query.probability_high(records)
        return float(np.min(chances)), float(np.max(chances))


def converse(
    settings: ConversationSettings,
    outputs: Sequence[bool],
    *,
    work: float = MOST_WORK,
    stop: Stop | None = None,
) -> Conversation:
    """Play a conversation through.

    Args:
        outputs: the answers so far; they end before the first query that the filter refuses.
        work: multiplications of all searches together; intervals stay wider where they end early.
            It is spent in the order of the queries, so a conversation begins like each one that
            goes on from it.
        stop: asked while searching; True ends all searches.

    Raises:
        InvalidInput: more answers than `MOST_ANSWERS`.

    >>> [f"{step.upper:.3f}" for step in converse(ConversationSettings(), [1, 0, 1, 1]).steps]
    ['0.405', '0.136', '0.405', '0.811']
    >>> converse(ConversationSettings(), [1, 0, 1, 1]).decision.accepted
    False
    """
    if len(outputs) > MOST_ANSWERS:
        rule = f"must be at most {MOST_ANSWERS}"
        raise InvalidInput("answers", rule, len(outputs))
    allowance = Allowance(work, stop)
    effort = SearchEffort(allowance=allowance)
    guard = BayesianFilter(settings.budget, settings.domain, effort=effort)
    steps: list[AnsweredQuery] = []
    for number, output in enumerate(outputs, 1):
        query = settings.query(number)
        if not guard.accepts(query):
            break
        guard.record(query, output)
        spent, label = guard.odometer, settings.label(number)
        steps.append(
            AnsweredQuery(number, label, bool(output), spent.lower, spent.loss, spent.basic)
        )
    number = len(steps) + 1
    query, label = settings.query(number), settings.label(number)
    spent, decision, unused = guard.odometer, guard.decide(query), len(outputs) - len(steps)
    over = allowance.used_up, allowance.stopped
    return Conversation(settings, tuple(steps), spent, query, label, decision, unused, *over)
