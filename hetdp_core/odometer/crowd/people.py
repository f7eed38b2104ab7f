"""A crowd: many people, each with a Bayesian filter, all asked the same stream of questions.

Local model: each person answers for themselves, and their filter keeps the realised loss of their
own answers within their own budget.  Budgets are public; they may differ, but are assigned at
random, so they say nothing about values.

Here values lie on a finite domain: a loss is the range of V sums, exact.  In `box` they do not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import chance
from hetdp_core.odometer.filters.basic import ROUNDING
from hetdp_core.odometer.levels import Levels, check_levels, levels_upto
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MOST_PEOPLE, MOST_QUESTIONS, MOST_POINTS = 100_000, 200, 101

ALIKE = 0.75
"""Share of a person's answers that must be the same for these to count as alike."""

REFUSED = -1
"""Stands for the answer to a question that a filter refused."""


@dataclass(frozen=True)
class CrowdScenario:
    """People whose values in [-1, 1] are asked for again and again.

    A question asks for the value itself, in [-1, 1], and one end is reported (Eq. 5): the answer 1
    comes with chance (1 + x tanh(epsilon/2))/2.

    Attributes:
        people: n.
        budgets: profile of the budgets, assigned to the people at random; its own number of
            people does not count.  Infinity: the filter refuses nothing.
        epsilon: of each question, or one after the other.
        questions: K, how often each person is asked.
        points: V >= 2 equally spaced values that a person may have, -1 and 1 among them.
        lean: in (0, 1): the j-th value from below, j = 0, 1, ..., has chance lean (1 - lean)^j,
            and the last one the rest.
        seed, run: of values, budgets and answers; crowds of other runs are independent.
    """

    people: int = 10_000
    budgets: ProfileSettings = field(default_factory=lambda: ProfileSettings("alike", high=3.0))
    epsilon: Levels = 1.0
    questions: int = 15
    points: int = 21
    lean: float = 0.15
    seed: int = 0
    run: int = 0

    def __post_init__(self) -> None:
        """Check every field."""
        validate.count(self.people, 1, MOST_PEOPLE, "people")
        check_levels(self.epsilon)
        validate.count(self.questions, 1, MOST_QUESTIONS, "questions")
        validate.count(self.points, 2, MOST_POINTS, "points")
        if not 0.0 < self.lean < 1.0:
            raise InvalidInput("lean", "must lie between 0 and 1, both excluded", self.lean)
        validate.count(self.seed, 0, None, "seed")
        validate.count(self.run, 0, None, "run")

    @property
    def values(self) -> FloatArray:
        """(V,) from -1 to 1."""
        return np.linspace(-1.0, 1.0, self.points)

    @property
    def law(self) -> FloatArray:
        """(V,) chance of each value."""
        falling: FloatArray = self.lean * (1.0 - self.lean) ** np.arange(float(self.points))
        falling[-1] = (1.0 - self.lean) ** (self.points - 1)
        return falling

    @property
    def mean(self) -> float:
        """Mean of the population from which the people are drawn."""
        return float(self.law @ self.values)

    @property
    def dealt_budgets(self) -> FloatArray:
        """(n,) budget of each person, assigned at random."""
        return dealt(make_profile(self.budgets), self.people, (self.seed, self.run, 1))

    @property
    def anybody_answers(self) -> bool:
        """Whether some question is within some budget, so a filter may accept it."""
        least = np.min(levels_upto(self.epsilon, self.questions))
        return bool(least <= np.max(make_profile(self.budgets).levels) * (1.0 + ROUNDING))

    @property
    def scales(self) -> FloatArray:
        """(K,) tanh(epsilon/2): an answer +-1 over it is an unbiased estimate of the value."""
        return np.asarray(np.tanh(0.5 * levels_upto(self.epsilon, self.questions)))

    @property
    def chances(self) -> FloatArray:
        """(K, V) chance of the answer 1."""
        levels = levels_upto(self.epsilon, self.questions)[:, None]
        return chance(0.5 * (1.0 + self.values), levels)


@result
class Told:
    """What n people answered to K questions.

    Attributes:
        answers: (n, K) 1, 0, or `REFUSED`.
        losses: (n,) realised loss of each, or a certified upper end.
    """

    answers: NDArray[np.int8]
    losses: FloatArray

    @cached_property
    def answered(self) -> NDArray[np.bool_]:
        """(n, K) whether a question was answered."""
        return np.asarray(self.answers != REFUSED)


@result
class Transcripts(Told):
    """The same about one of V values each.

    Attributes:
        log_likelihoods: (V, n) of each person's answers, natural log; a loss is their range.
    """

    log_likelihoods: FloatArray


def ask(
    chances: FloatArray, places: NDArray[np.int64], budgets: ArrayLike, rng: np.random.Generator
) -> Transcripts:
    """Put the same questions to everybody; each person's filter accepts or refuses each question.

    It accepts where either answer keeps the range of the person's log-likelihood over all values
    within the budget (Algorithm 2, exact on this finite domain).  A question that is refused
    changes nothing; a later, weaker one may be accepted.

    Args:
        chances: (K, V) chance of the answer 1 to each question for each value, in (0, 1).
        places: (n,) which value each person has, counted from 0.
        budgets: (n,) or one for all, > 0, natural log; infinity refuses nothing.
        rng: of the answers.

    Raises:
        InvalidInput: a rule is broken.

    >>> told = ask(np.full((3, 2), [0.25, 0.75]), np.array([1]), 1.2, np.random.default_rng(0))
    >>> told.answered.sum(), round(float(told.losses[0]), 4)
    (np.int64(1), 1.0986)
    """
    table = np.asarray(chances, dtype=np.float64)
    if table.ndim != 2 or not np.all((table > 0.0) & (table < 1.0)):
        raise InvalidInput("chances", "must be a table of numbers in (0, 1)", table.shape)
    limits = limits_of(budgets, places.size)
    logs = np.zeros((table.shape[1], places.size))
    answers = np.full((len(table), places.size), REFUSED, dtype=np.int8)
    for question, high in enumerate(table):
        yes, no = logs + np.log(high)[:, None], logs + np.log1p(-high)[:, None]
        accepted = (np.ptp(yes, axis=0) <= limits) & (np.ptp(no, axis=0) <= limits)
        says_yes = rng.random(places.size) < high[places]
        answers[question, accepted] = says_yes[accepted]
        logs = np.where(accepted, np.where(says_yes, yes, no), logs)
    return Transcripts(answers.T, np.ptp(logs, axis=0), logs)


def limits_of(budgets: ArrayLike, people: int) -> FloatArray:
    """Return (n,) the largest loss that each filter accepts, up to rounding."""
    most = np.broadcast_to(np.asarray(budgets, dtype=np.float64), people)
    if not np.all(most > 0.0):
        raise InvalidInput("budgets", "must be positive", float(np.min(most)))
    return np.asarray(most * (1.0 + ROUNDING))


Kept = TypeVar("Kept", bound=Told, covariant=True)


@result
class Answering(Generic[Kept]):
    """A crowd that was asked, and who of it answers, by budget.

    Attributes:
        scenario: the questions, and the people asked.
        budgets: (n,) of their filters.
        transcripts: their answers.
    """

    scenario: CrowdScenario
    budgets: FloatArray
    transcripts: Kept

    @cached_property
    def levels(self) -> FloatArray:
        """(G,) the budgets that occur where they are few, else quarters of all people by budget."""
        different = np.unique(self.budgets)
        return different if different.size <= 5 else np.quantile(self.budgets, (0.25, 0.5, 0.75, 1))

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """(n,) to which of these each person belongs: the first that is not below their budget."""
        return np.searchsorted(self.levels, self.budgets)

    @cached_property
    def share_answering(self) -> FloatArray:
        """(G, K) share of each group that answers each question; simulated."""
        return np.array([answered.mean(axis=0) for answered in self._by_group])

    @cached_property
    def median_answers(self) -> FloatArray:
        """(G,) median number of questions that the people of a group answer."""
        return np.array([np.median(answered.sum(axis=1)) for answered in self._by_group])

    @property
    def _by_group(self) -> list[NDArray[np.bool_]]:
        """Whether each question was answered, of the people of each group."""
        groups = range(self.levels.size)
        return [self.transcripts.answered[self.groups == group] for group in groups]


@result
class Asked(Answering[Transcripts]):
    """The same about one of V values each.

    Attributes:
        truth: (n,) each person's value, which nobody knows but they.
    """

    truth: FloatArray

    @cached_property
    def share_by_answers(self) -> FloatArray:
        """(2, K) the same by what people answered until then: alike (`ALIKE`), then mixed.

        NaN where there are no such people.
        """
        told = self.transcripts.answers == np.array([[[0]], [[1]]])
        before = np.cumsum(told, axis=2) - told
        alike = np.max(before, axis=0) >= ALIKE * np.sum(before, axis=0)
        groups = np.stack([alike, ~alike])
        with np.errstate(invalid="ignore"):
            share = np.sum(groups & self.transcripts.answered, axis=1) / np.sum(groups, axis=1)
        return np.asarray(share)

    @cached_property
    def mean_of_answering(self) -> FloatArray:
        """(K,) mean of the true values of the people who answer; NaN where nobody does."""
        answered = self.transcripts.answered
        with np.errstate(invalid="ignore"):
            return np.asarray(self.truth @ answered / answered.sum(axis=0))


def ask_crowd(scenario: CrowdScenario) -> Asked:
    """Draw people and their budgets, and ask them; the same for the same scenario."""
    rng = np.random.default_rng([scenario.seed, scenario.run])
    places = rng.choice(scenario.points, scenario.people, p=scenario.law)
    budgets = scenario.dealt_budgets
    told = ask(scenario.chances, places, budgets, rng)
    return Asked(scenario, budgets, told, scenario.values[places])
