"""What it takes for a release to be within the error that one can live with, one ε for all.

With one level everybody weighs the same, so that no value can pull the answer: the typical error
is noise, and sampling where users are drawn.  Both shrink with the number of users, the first also
with ε; so the least level, and the fewest users, are certain to be found.  Only public numbers
enter, as everywhere in this room.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core import validate
from hetdp_core.decision.subject import Subject
from hetdp_core.mean.saturation import adpm_of_sorted
from hetdp_core.profiles import HIGHEST, LOWEST
from hetdp_core.target.answer import Answer, solve
from hetdp_core.target.steps import Steps

DIGITS = 3
"""Significant digits of a level."""

MOST_USERS = 10_000_000_000
"""Up to which users are counted; all have one level, so none is looked at by itself."""


def error_alike(subject: Subject, epsilon: float) -> float:
    """Return the typical error where everybody has one level: of `releasing` with that for all.

    Args:
        subject: what the mean is of; `users` of them, whose values replace one another.
        epsilon: of everybody.

    Returns:
        Root of the worst-case mean squared error, in the subject's unit.

    Raises:
        InvalidInput: the level is not positive.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> round(error_alike(ages, 0.4), 3)
    1.62
    """
    level = validate.positive(epsilon, "epsilon")
    return subject.typical_error(adpm_of_sorted(np.array([level]), np.array([subject.users])))


def level_needed(subject: Subject, tolerable: float, now: float) -> Answer:
    """Return the least level, the same for all, with which the typical error is tolerable.

    Args:
        subject: what the mean is of.
        tolerable: the largest typical error that can be lived with, in the subject's unit.
        now: the level to compare with.

    Raises:
        InvalidInput: the error is no number.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> level_needed(ages, 1.7, 0.1).value, level_needed(ages, 1.5, 0.1).reached
    (0.227, False)
    """
    steps = Steps(LOWEST, HIGHEST, DIGITS)
    return solve(lambda level: error_alike(subject, level), steps, tolerable, now)


def users_needed(subject: Subject, tolerable: float, epsilon: float) -> Answer:
    """Return the fewest users, all of this level, with whom the typical error is tolerable.

    Args:
        subject, tolerable: see `level_needed`.
        epsilon: of everybody.

    Raises:
        InvalidInput: the error is no number, or the level is not positive.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> users_needed(ages, 1.5, 0.4).value
    1160.0
    """

    def error(users: float) -> float:
        return error_alike(replace(subject, users=int(users)), epsilon)

    return solve(error, Steps(1, MOST_USERS), tolerable, float(subject.users))
