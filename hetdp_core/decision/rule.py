"""The stated rule: which of the options is worth it, or that it is not for a rule to say.

What it takes for a release to be within the largest acceptable typical error, one ε for all.

With one level everybody weighs the same: the typical error is noise, and sampling where users are
drawn.  Both shrink with the number of users, the first also with ε; so the least level, and the
fewest users, are certain to be found.  Only public numbers enter, as everywhere in this room.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hetdp_core import validate
from hetdp_core.decision.options import EQUAL, Option, Subject, not_releasing
from hetdp_core.mean.empirical import empirical
from hetdp_core.mean.saturation import adpm_of_sorted
from hetdp_core.profiles import HIGHEST, LOWEST
from hetdp_core.target_search import Answer, Steps, solve

MOST_RELEASES = 2
"""Options besides not releasing: more cannot be compared at a glance."""

NEARLY = 1.05
"""Times the other error, below which a larger one counts less than a smaller exposure."""


@dataclass(frozen=True, eq=False)
class Decision:
    """Options side by side, and the rule's verdict on them.

    Attributes:
        options: one or two releases, then not releasing.
        recommended: index of an option; None where the rule leaves it to the decider.
        reason: which part of the rule applied, a key of `REASONS`.
        tolerable: the largest acceptable typical error, in the unit of the last
            release; infinity where nobody said.
    """

    options: tuple[Option, ...]
    recommended: int | None
    reason: str
    tolerable: float = math.inf


REASONS = {
    "no_gain": "The noise is so large that guessing the middle of the range is at least as "
    "accurate, and a guess reveals nothing.",
    "only_one": "It is more accurate than guessing the middle of the range.",
    "only_one_helps": "Only this option is more accurate than guessing the middle of the range.",
    "smaller_error": "It is more accurate, and nobody's ε is larger than in the other.",
    "less_exposure": "It is equally accurate, and exposes the most exposed person less.",
    "the_same": "Both are equally accurate, and expose the most exposed person equally.",
    "nearly_as_accurate": "It is nearly as accurate (less than 5 % more error), and exposes the "
    "most exposed person less.",
    "a_trade": "The choice is yours: one option is more accurate, the other exposes the most "
    "exposed person less. Enter your largest acceptable error to let the rule decide.",
    "too_far": "No way to publish shown here stays within the largest acceptable typical error.",
    "will_do": "It stays within the largest acceptable typical error.",
    "only_one_will_do": "Only this option stays within the largest acceptable typical error.",
    "both_will_do": "Both stay within the largest acceptable typical error, and the recommended "
    "one exposes the most exposed person less.",
    "middle_will_do": "Even guessing the middle of the range stays within the largest acceptable "
    "typical error, and a guess reveals nothing.",
    "other_question": "They answer different questions, so no rule compares them.",
}
"""The rule, part by part, as sentences."""


def decide(releases: Sequence[Option], tolerable: float = math.inf) -> Decision:
    """Return the options, not releasing among them, and the rule's verdict.

    The rule: (1) a release whose typical error in the worst case is no smaller than that of the
    middle of the range is not recommended, nor one whose typical error is larger than `tolerable`.
    If none is left, or the middle itself is within `tolerable`, none is recommended.  (2) If one is
    left, that one, for nobody gives more than their level allows.  (3) Of two on one question, the
    one no worse in both: typical error and the most exposed user's loss.  Of two equal ones, the
    first.  (4) Where each is better in one, the one that exposes less, if a largest acceptable
    error is given: both are within it. Else, and for different questions, the rule does not decide.

    Args:
        releases: one or two made by `releasing`; not releasing is about the last one's subject.
        tolerable: the largest acceptable typical error, in the unit of the subject; not
            asked of releases that answer different questions.

    Raises:
        InvalidInput: no release, or more than two; `tolerable` is not positive.

    >>> from hetdp_core.decision import Subject, releasing
    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> strict, relaxed = (releasing(str(level), ages, [level] * 1000) for level in (0.05, 0.5))
    >>> decide([strict, relaxed]).recommended, decide([strict, relaxed], 4.0).recommended
    (None, 0)
    >>> [decide([strict, relaxed], error).recommended for error in (2.0, 1.0)]
    [1, 2]
    """
    validate.count(len(releases), 1, MOST_RELEASES, "number of releases")
    validate.positive(tolerable, "largest acceptable typical error", allow_infinity=True)
    options = (*releases, not_releasing(releases[-1].subject))
    if releases[0].subject != releases[-1].subject:
        tolerable = math.inf
    return Decision(options, *_rule(releases, tolerable), tolerable)


def _rule(releases: Sequence[Option], tolerable: float) -> tuple[int | None, str]:
    has_limit = math.isfinite(tolerable)
    if has_limit and releases[-1].subject.half_range <= tolerable:
        return len(releases), "middle_will_do"
    helping = [place for place, option in enumerate(releases) if option.helps]
    left = [place for place in helping if releases[place].typical_error <= tolerable]
    if not left:
        return len(releases), "too_far" if helping else "no_gain"
    if len(left) == 1:
        if len(releases) == 1:
            return 0, "will_do" if has_limit else "only_one"
        return left[0], "only_one_will_do" if has_limit else "only_one_helps"
    return _of_two(releases[0], releases[1], has_limit)


def _of_two(first: Option, second: Option, within: bool) -> tuple[int | None, str]:
    """Return which of two that are left, and why.

    within : whether both are within an error that was said.
    """
    if first.subject != second.subject:
        return None, "other_question"
    error = _order(first.typical_error, second.typical_error)
    exposure = _order(first.most_exposed, second.most_exposed)
    if error * exposure < 0:
        if within:
            return int(exposure > 0), "both_will_do"
        errors = sorted((first.typical_error, second.typical_error))
        is_nearly = errors[1] < NEARLY * errors[0]
        return (int(exposure > 0), "nearly_as_accurate") if is_nearly else (None, "a_trade")
    if error:
        return int(error > 0), "smaller_error"
    if exposure:
        return int(exposure > 0), "less_exposure"
    return 0, "the_same"


def _order(first: float, second: float) -> int:
    """Return -1, 0 or 1: the first is smaller, they are the same, it is larger."""
    if math.isclose(first, second, rel_tol=EQUAL):
        return 0
    return 1 if first > second else -1


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
    """
    level = np.array([validate.positive(epsilon, "epsilon")])
    users = np.array([subject.users])
    plan = empirical(level, users) if subject.everybody else adpm_of_sorted(level, users)
    return subject.typical_error(plan)


def level_needed(subject: Subject, tolerable: float, now: float) -> Answer:
    """Return the least level, the same for all, with which the typical error is tolerable.

    Args:
        subject: what the mean is of.
        tolerable: the largest acceptable typical error, in the subject's unit.
        now: the level to compare with.

    Raises:
        InvalidInput: the error is no number.
    """
    steps = Steps(LOWEST, HIGHEST, DIGITS)
    return solve(lambda level: error_alike(subject, level), steps, tolerable, now)


def users_needed(subject: Subject, tolerable: float, epsilon: float) -> Answer:
    """Return the fewest users, all of this level, for a tolerable typical error.

    Args:
        subject, tolerable: see `level_needed`.
        epsilon: of everybody.

    Raises:
        InvalidInput: the error is no number, or the level is not positive.
    """

    def error(users: float) -> float:
        return error_alike(replace(subject, users=int(users)), epsilon)

    return solve(error, Steps(1, MOST_USERS), tolerable, float(subject.users))
