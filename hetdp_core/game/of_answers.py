"""The game of answers: one person's phone answers questions until a filter refuses one.

Local model, the paper's running example: the record is a number from 0 to 10, the k-th question is
about its k-th power, and the Bayesian filter accepts it only if the realised loss stays within the
budget whatever is answered.  The record is 10 (high) or 0 (low).  The loss that the answers
realised bounds what they tell about any two records, so that each round has a ceiling of its own,
e^L / (1 + e^L), never above the budget's.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.game.rules import BoolArray, Chances, GameOfKinds
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.odometer.paper import LARGEST, RUNNING_DOMAIN, running_query
from hetdp_core.validate import FloatArray

MOST = 8
"""Questions of a round, at most."""

RECORDS = 0, LARGEST
QUESTIONS = tuple(running_query(power) for power in range(1, MOST + 1))

Said = tuple[bool, ...]


@dataclass(frozen=True, eq=False)
class Answers(GameOfKinds):
    """The rules of such a game.

    Attributes:
        budget: of the filter.
        spent: realised loss after each beginning of a conversation, by its answers.
        ends: conversations that go no further, in the order of `chances`.
        chances: of each end.
    """

    budget: float
    spent: MappingProxyType[Said, float]
    ends: tuple[Said, ...]
    chances: Chances

    COLUMNS: ClassVar[tuple[str, ...]] = tuple(f"answer {k}" for k in range(1, MOST + 1))
    CEILING_MOVES: ClassVar[bool] = True

    @property
    def level(self) -> float:
        """The budget: no conversation realises more."""
        return self.budget

    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return (N, `MOST`) answers, 1 or 0, and NaN from the refused question on."""
        records = np.where(high, RECORDS[1], RECORDS[0])
        found = np.full((high.size, MOST), np.nan)
        groups: list[tuple[Said, NDArray[np.intp]]] = [((), np.arange(high.size))]
        while groups:
            said, rows = groups.pop()
            if said in self.ends or not rows.size:
                continue
            output = QUESTIONS[len(said)].draw(records[rows], rng=rng)
            found[rows, len(said)] = output
            groups += [((*said, value), rows[output == value]) for value in (False, True)]
        return found

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L of (N, `MOST`) answers."""
        answers = np.asarray(released, dtype=np.float64)
        found: FloatArray = np.sum(_told(answers), axis=-1)
        return found

    def losses(self, released: ArrayLike) -> FloatArray:
        """Return (N,) realised loss of each conversation."""
        return np.array([self.spent[said(row)] for row in np.asarray(released)])

    def course(self, answers: FloatArray) -> Course:
        """Return what one conversation did to the belief that the record is the greatest."""
        told = said(answers)
        beginnings = [told[:count] for count in range(len(told) + 1)]
        ratios = np.concatenate([[0.0], np.cumsum(_told(answers[: len(told)]))])
        return Course(told, ratios, np.array([self.spent[one] for one in beginnings]))


@result
class Course:
    """A conversation, answer by answer.

    Attributes:
        said: (n,) the answers.
        ratios: (n + 1,) L before any answer, after the first, ...
        losses: (n + 1,) realised loss likewise.
    """

    said: Said
    ratios: FloatArray
    losses: FloatArray

    @property
    def believed(self) -> FloatArray:
        """(n + 1,) probability that the record is the greatest; one half before any answer."""
        return np.asarray(expit(self.ratios))

    @property
    def corridor(self) -> tuple[FloatArray, FloatArray]:
        """(n + 1,) least and largest probability that the losses allow."""
        return np.asarray(expit(-self.losses)), np.asarray(expit(self.losses))


def answers_game(budget: float) -> Answers:
    """Return the rules for a budget.

    Args:
        budget: from 0.5 to 3, natural log: below, no question would be answered.

    Raises:
        InvalidInput: it is not.

    >>> rules = answers_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.best, 3), round(rules.always, 3)
    (0.731, 0.692, 0.682)
    """
    level = validate.within(validate.positive(budget, "budget"), 0.5, 3.0, "budget")
    spent: dict[Said, float] = {}
    ends: list[Said] = []
    _walk(BayesianFilter(level, RUNNING_DOMAIN), (), spent, ends)
    logs = [[_log_chance(one, record) for one in ends] for record in RECORDS]
    chances = Chances(*(np.exp(np.array(row)) for row in logs))
    return Answers(level, MappingProxyType(spent), tuple(ends), chances)


def said(answers: FloatArray) -> Said:
    """Return the answers of one conversation, without the questions that were not answered."""
    return tuple(bool(one) for one in answers[np.isfinite(answers)])


def _walk(guard: BayesianFilter, told: Said, spent: dict[Said, float], ends: list[Said]) -> None:
    """Note the losses of all conversations that begin like this one."""
    spent[told] = guard.odometer.loss
    if len(told) == MOST or not guard.accepts(QUESTIONS[len(told)]):
        ends.append(told)
        return
    for output in (False, True):
        branch = guard.copy()
        branch.record(QUESTIONS[len(told)], output)
        _walk(branch, (*told, output), spent, ends)


def _log_chance(told: Said, record: int) -> float:
    return float(sum(_LOGS[record][k, int(output)] for k, output in enumerate(told)))


_LOGS = {
    record: np.array(
        [
            [float(query.log_likelihood(np.array(record), output)) for output in (False, True)]
            for query in QUESTIONS
        ]
    )
    for record in RECORDS
}
"""(`MOST`, 2) natural log of the chance of either answer to each question."""


def _told(answers: FloatArray) -> FloatArray:
    """Return what each answer adds to L, 0 where there is none; the last axis are questions."""
    low, high = (_LOGS[record][: answers.shape[-1]] for record in RECORDS)
    steps = high - low
    given = np.where(answers > 0, steps[:, 1], steps[:, 0])
    found: FloatArray = np.where(np.isfinite(answers), given, 0.0)
    return found
