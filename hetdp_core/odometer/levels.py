"""The privacy level of each question of a stream: one for all, or levels that differ.

A level is fixed before the stream begins and known to everybody: it depends on the question's place
alone, never on an answer.  Filters hold for levels chosen from earlier answers as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import query_epsilon
from hetdp_core.profiles import (
    HIGHEST,
    PrivacyProfile,
    ProfileSettings,
    capped,
    make_profile,
)
from hetdp_core.validate import FloatArray

MOST_LEVELS = 1_000
"""Questions at most after which the levels come again."""

ORDERS = ("mixed", "rising", "falling", "listed")


@dataclass(frozen=True)
class QuestionLevels:
    """Levels of a stream's questions: those of a profile in an order, used over and over.

    Attributes:
        profile: as of people: `profile.users`, or the sum of its counts, is the number of questions
            after which the levels come again, at most `MOST_LEVELS`.
        order: "mixed": by chance, by the profile's seed; "rising": the most private first;
            "falling": the least private first; "listed": as they stand in a profile of kind
            "levels" or "uploaded".

    Raises:
        InvalidInput: a level is no query's (it must be finite and at most `MAX_QUERY_EPSILON`), or
            a rule above is broken.

    >>> profile = ProfileSettings("two_groups", users=4, low=0.1, high=1.0)
    >>> QuestionLevels(profile, "falling").upto(6)
    array([1. , 1. , 0.1, 0.1, 1. , 1. ])
    """

    profile: ProfileSettings
    order: str = "mixed"
    _cycle: FloatArray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check both; make the levels once."""
        validate.choice(self.order, ORDERS, "order of the levels")
        made = make_profile(self.profile)
        validate.count(made.users, 1, MOST_LEVELS, "number of levels")
        cycle = np.array(self._ordered(made))
        for level in cycle[[int(np.argmin(cycle)), int(np.argmax(cycle))]]:
            query_epsilon(float(level), "level of a question")
        cycle.flags.writeable = False
        object.__setattr__(self, "_cycle", cycle)

    @property
    def is_own(self) -> bool:
        """Whether they are those of somebody's own file."""
        return self.profile.kind == "uploaded"

    def at(self, number: int) -> float:
        """Return the level of the question at this place, counted from 1."""
        return float(self._cycle[(number - 1) % self._cycle.size])

    def upto(self, count: int) -> FloatArray:
        """Return (count,) the levels of the first questions."""
        levels: FloatArray = self._cycle[np.arange(count) % self._cycle.size]
        return levels

    def _ordered(self, profile: PrivacyProfile) -> FloatArray:
        settings = self.profile
        if self.order == "mixed":
            return profile.assigned(np.random.default_rng([settings.seed, MOST_LEVELS]))
        if self.order == "rising":
            return profile.epsilon
        if self.order == "falling":
            return np.flip(profile.epsilon)
        if settings.kind == "uploaded" and settings.uploaded is not None:
            return capped(settings.uploaded.levels, settings.high)
        if settings.kind == "levels":
            return capped(np.repeat(settings.levels, settings.counts), settings.high)
        rule = "must be “mixed”, “rising” or “falling” where levels are not listed"
        raise InvalidInput("order of the levels", rule, self.order)


def listed(levels: Sequence[float]) -> QuestionLevels:
    """Return these levels, in their order, over and over."""
    profile = ProfileSettings(
        "levels", high=HIGHEST, levels=tuple(levels), counts=(1,) * len(levels)
    )
    return QuestionLevels(profile, "listed")


Levels = float | QuestionLevels
"""One level for all questions, natural log, or levels that differ."""


def check_levels(levels: Levels) -> None:
    """Refuse a level that is no query's; those that differ were checked when they were made."""
    if not isinstance(levels, QuestionLevels):
        query_epsilon(levels)


def level_at(levels: Levels, number: int) -> float:
    """Return the level of the question at this place, counted from 1."""
    return levels.at(number) if isinstance(levels, QuestionLevels) else levels


def levels_upto(levels: Levels, count: int) -> FloatArray:
    """Return (count,) the levels of the first questions."""
    return levels.upto(count) if isinstance(levels, QuestionLevels) else np.full(count, levels)


def spent_upto(levels: Levels, count: int) -> FloatArray:
    """Return (count,) what basic composition has counted after 1, 2, ... questions."""
    if isinstance(levels, QuestionLevels):
        return np.cumsum(levels.upto(count))
    return levels * np.arange(1.0, count + 1.0)


def by_importance(importance: ArrayLike, total: float) -> FloatArray:
    """Share out a sum of levels so that the errors of important answers are small.

    The variance of an estimate from one answer with level e is coth(e/2)^2 / 4 at most, of a result
    in [-1/2, 1/2].  Of all levels with this sum, those that minimise

        sum over t of importance_t coth(e_t/2)^2

    are returned: a convex problem.  With x = e/2 its condition is sinh(x)^2 tanh(x) = importance
    times one factor.  So e is proportional to importance^(1/3) where levels are small, and levels
    come together where they are large.

    Args:
        importance: (K,) each > 0, finite; only ratios count.
        total: > 0, of the K levels; at most K times `MAX_QUERY_EPSILON`.

    Raises:
        InvalidInput: a rule is broken, or a level would be no query's.

    >>> by_importance([8.0, 1.0], 0.003).round(6)
    array([0.002, 0.001])
    """
    weights = validate.epsilons(importance, "importance")
    if not np.all(np.isfinite(weights)):
        raise InvalidInput("importance", "must be finite", np.inf)
    mean = query_epsilon(total / weights.size, "mean level of a question")
    logs = np.log(weights)
    # sinh(x)^2 tanh(x) is at least x^3: with this factor the sum is at most the total,
    low = 3.0 * float(np.log(total / np.sum(2.0 * np.cbrt(weights))))
    # and with this one the least level is the mean.
    high = float(np.log(np.sinh(mean / 2.0) ** 2 * np.tanh(mean / 2.0)) - np.min(logs))

    def beyond(log_factor: float) -> float:
        return float(np.sum(_levels_of(np.exp(logs + log_factor)))) - total

    shift = brentq(beyond, low - 1e-6, high + 1e-6, xtol=1e-14)
    levels = _levels_of(np.exp(logs + shift))
    query_epsilon(float(np.max(levels)), "largest level of a question")
    return levels


def for_what_matters(mean: float, questions: int = 10) -> QuestionLevels:
    """Return levels of this mean where the k-th question matters 1/k as much as the first.

    >>> for_what_matters(0.3, 2).upto(2).round(3)
    array([0.335, 0.265])
    """
    importance = 1.0 / np.arange(1.0, validate.count(questions, 1, MOST_LEVELS, "questions") + 1.0)
    return listed(by_importance(importance, questions * mean).tolist())


def _levels_of(condition: FloatArray) -> FloatArray:
    """Solve sinh(e/2)^2 tanh(e/2) = condition: with v = sinh^2, v^3 = condition^2 (1 + v)."""
    square = condition**2
    inside = np.sqrt(square**2 * (0.25 - square / 27.0) + 0.0j)
    root = (square / 2.0 + inside) ** (1.0 / 3.0)
    return np.asarray(2.0 * np.arcsinh(np.sqrt((root + square / 3.0 / root).real)))
