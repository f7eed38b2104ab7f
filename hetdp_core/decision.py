"""Whether to release a mean, and how: what each option gives and costs, and a stated rule.

Everything here follows from public numbers: the declared bounds, how many users there are and what
each asks for.  No value of the data enters, so looking at it, and printing it, gives nothing away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.counted import counted
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.mean import adpm
from hetdp_core.mean.baselines import local
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.meaning import OF, right_at_most
from hetdp_core.outcomes import Outcomes, noise_outcomes
from hetdp_core.release.decimals import rounded_down
from hetdp_core.release.groups import condensed, grouped
from hetdp_core.validate import FloatArray

MOST_GROUPS = 4
"""Groups an option is described by; more levels are put together."""

MOST_RELEASES = 2
"""Options besides not releasing: more cannot be compared at a glance."""

EQUAL = 1e-9
"""Relative difference below which two errors, or two exposures, are the same: rounding."""

_NOT_RELEASED = "Do not release"


@dataclass(frozen=True)
class Subject:
    """What a mean is of.

    Attributes:
        column: its name, in words.
        unit: of its values; may be empty.
        bounds: declared range (low, high).
        users: how many rows, each one user's.
        everybody: whether these users are all whom the question is about: then nobody was drawn,
            and an answer is off by what it differs from their plain mean.
        own_levels: whether each row says what its own user asks for.  Then values may go with
            levels, which pulls a weighted answer away; levels that are dealt by chance, or are the
            same for all, go with nothing.
    """

    column: str
    unit: str
    bounds: tuple[float, float]
    users: int
    everybody: bool = False
    own_levels: bool = False

    def __post_init__(self) -> None:
        """Check the bounds and the number."""
        validate.interval(self.bounds, "bounds")
        validate.count(self.users, 1, None, "users")

    @property
    def half_range(self) -> float:
        """The most by which the middle of the range can be off, in `unit`."""
        return (self.bounds[1] - self.bounds[0]) / 2.0

    @property
    def sampling_error(self) -> float:
        """The typical error of the plain mean without privacy, in the worst case, in `unit`."""
        return 0.0 if self.everybody else self.half_range / math.sqrt(self.users)

    def typical_error(self, plan: MeanPlan) -> float:
        """Return the root of the worst-case mean squared error of a plan's answer, in `unit`.

        Exact, but a bound where users are drawn with levels of their own.
        """
        if self.everybody:
            square = plan.affine_worst_case_mse_against_sample
        elif self.own_levels:
            square = plan.affine_worst_case_mse_with_levels
        else:
            square = plan.affine_worst_case_mse
        return 2.0 * self.half_range * math.sqrt(square)


@dataclass(frozen=True)
class Share:
    """What a group of users gives and gets.

    Attributes:
        low, high: of the levels they ask for; infinity for nothing.
        users: how many.
        least, guaranteed: gives: the privacy loss that nobody of its strictest, and that nobody
            of all of them exceeds.
        say: gets: their part of all weight, in percent.
    """

    low: float
    high: float
    users: int
    least: float
    guaranteed: float
    say: float


@dataclass(frozen=True, eq=False)
class Option:
    """One way to answer.

    Attributes:
        name: of the option.
        subject: what is asked.
        releases: whether a number is released; if not, whoever wants one says the middle.
        typical_error: root of the worst-case mean squared error over all data within the bounds,
            in the column's unit.  Where users are drawn: noise and sampling, and `lean` where
            levels are their own.  Where they are everybody: noise and `lean`.
        untrusted_error: the same where no curator is trusted, and each user adds noise of their own
            to their value (local model; its best weights for users who are drawn); half the range
            where nothing is released.
        lean: how far the answer without noise may lie from the plain mean of these users where
            values go with levels, in the column's unit; 0 where nothing is released.
        noise_scale: of the Laplace noise, in the column's unit; 0 where nothing is released.
        most_exposed: the largest privacy loss guaranteed to a user.
        groups: what each group gives and gets; none where nothing is released.
        assigned: whether whoever decides chose the levels, and nobody was asked.
    """

    name: str
    subject: Subject
    releases: bool
    typical_error: float
    untrusted_error: float
    lean: float
    noise_scale: float
    most_exposed: float
    groups: tuple[Share, ...]
    assigned: bool = False

    @property
    def right(self) -> float:
        """Of 100 bets on a fact about the most exposed user, right at most; 50 without a release.

        `hetdp_core.meaning.right_at_most` for a fact that is as likely as not beforehand.
        """
        return bets_right(self.most_exposed)

    def together_with(self, before: float) -> float:
        """Return the most that this release and earlier ones give away about anyone.

        Sequential composition: an upper bound, attained where all expose the same user most.

        Args:
            before: the most that the earlier ones gave away about anyone, zero or more.

        Raises:
            InvalidInput: less than nothing was given away.

        >>> round(releasing("A", Subject("Age", "", (0.0, 1.0), 2), [0.5, 0.5]).together_with(1), 3)
        1.5
        """
        given = validate.real(before, "privacy given before", allow_infinity=True)
        if not given >= 0:
            raise InvalidInput("privacy given before", "must be zero or more", f"{given:g}")
        return given + self.most_exposed

    @property
    def helps(self) -> bool:
        """Whether the typical error is smaller than that of always saying the middle."""
        return self.releases and self.typical_error < self.subject.half_range * (1.0 - EQUAL)

    @property
    def noise(self) -> Outcomes:
        """By how much twenty releases may differ from the same answer without noise; exact."""
        width = 2.0 * self.subject.half_range
        order = np.random.default_rng(0)  # of playing them, which has no part in the values
        return noise_outcomes(self.noise_scale, rng=order, most=width, unit=self.subject.unit)


@dataclass(frozen=True, eq=False)
class Decision:
    """Options side by side, and what the rule says of them.

    Attributes:
        options: one or two releases, then not releasing.
        recommended: index of an option; None where the rule leaves it to whoever decides.
        reason: which part of the rule applied, a key of `REASONS`.
        tolerable: the largest typical error that can be lived with, in the unit of the last
            release; infinity where nobody said.
    """

    options: tuple[Option, ...]
    recommended: int | None
    reason: str
    tolerable: float = math.inf


REASONS = {
    "no_gain": "With so much noise no release shown here is typically nearer to the truth than the "
    "middle of the range, which costs nobody any privacy.",
    "only_one": "It is nearer to the truth than the middle of the range, and nobody is exposed to "
    "more than the ε that is set for them here.",
    "only_one_helps": "Only this one is nearer to the truth than the middle of the range.",
    "smaller_error": "It is nearer to the truth, and exposes nobody more than the other.",
    "less_exposure": "It exposes the most exposed user less, and is no further from the truth.",
    "the_same": "Both are as near to the truth and expose the most exposed user alike.",
    "a_trade": "One is nearer to the truth, the other exposes the most exposed user less: which of "
    "the two matters more is not for a rule to say.",
    "too_far": "No release shown here is typically within the error that you can live with, so it "
    "is worth nobody's privacy.",
    "will_do": "It is typically within the error that you can live with, and nobody is exposed to "
    "more than the ε that is set for them here.",
    "only_one_will_do": "Only this one is typically within the error that you can live with.",
    "both_will_do": "Both are typically within the error that you can live with, and this one "
    "exposes the most exposed user less.",
    "middle_will_do": "Even the middle of the range is within the error that you can live with: "
    "it costs nobody any privacy.",
    "other_question": "They answer different questions, so no rule compares them.",
}
"""The rule, part by part, as sentences."""


def bets_right(epsilon: float) -> float:
    """Return how many of 100 bets on a fact, as likely as not, are right at most at this level.

    >>> round(bets_right(1.0), 1)
    73.1
    """
    return OF * right_at_most(0.5, epsilon)


def subject_of(
    dataset: Dataset, column: str, everybody: bool = False, own_levels: bool = False
) -> Subject:
    """Return what the mean of a column is of; reads the table's schema and its number of rows.

    Args:
        dataset: the table.
        column: its name.
        everybody, own_levels: see `Subject`.

    Raises:
        InvalidInput: no such column, or it has no bounds.
    """
    name = validate.choice(column, dataset.numeric_columns(), "column")
    declared = dataset.info.column(name)
    assert declared.bounds is not None  # numeric columns have them
    users = len(dataset.frame)
    return Subject(declared.label, declared.unit, declared.bounds, users, everybody, own_levels)


def releasing(name: str, subject: Subject, epsilon: ArrayLike, assigned: bool = False) -> Option:
    """Return the option of releasing the mean with ADPM's weights and noise.

    Args:
        name: of the option.
        subject: what the mean is of.
        epsilon: (n,) what each user asks for, n = subject.users, in any order; infinity for
            nothing.  Neighbours replace one user's value; the curator is trusted.
        assigned: see `Option`.

    Raises:
        InvalidInput: levels that are not positive, or not one for each user.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> found = releasing("B", ages, [0.1] * 500 + [2.0] * 500)
    >>> round(found.typical_error, 2), round(found.most_exposed, 2), round(found.right, 1)
    (1.9, 0.26, 56.5)
    """
    asked = validate.epsilons(epsilon)
    if asked.size != subject.users:
        rule = f"must be one for each of {counted(subject.users, 'user')}"
        raise InvalidInput("epsilon", rule, f"{asked.size:,}")
    plan = adpm(asked)
    width = 2.0 * subject.half_range
    return Option(
        name,
        subject,
        releases=True,
        typical_error=subject.typical_error(plan),
        untrusted_error=subject.typical_error(local(asked)),
        lean=width * plan.lean,
        noise_scale=width * plan.noise_scale,
        most_exposed=float(np.max(plan.privacy_given)),
        groups=_shares(plan, asked),
        assigned=assigned,
    )


def as_asked_or_alike(subject: Subject, epsilon: ArrayLike) -> tuple[Option, ...]:
    """Return the release with what each asks for; where that differs, also the strictest for all.

    With one level everybody weighs the same, so that no value can pull the answer, and nobody is
    exposed to more than anybody asked for; but the noise is larger.  It is cut to three digits, so
    that what is said is what is given.

    Args:
        subject, epsilon: see `releasing`.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000, everybody=True)
    >>> asked, alike = as_asked_or_alike(ages, [0.1] * 500 + [2.0] * 500)
    >>> round(asked.lean, 1), alike.name, round(alike.typical_error, 2)
    (22.2, 'with ε = 0.1 for all', 1.41)
    """
    asked = validate.epsilons(epsilon)
    options = [releasing("as asked", subject, asked)]
    strictest = float(np.min(asked))
    if strictest < float(np.max(asked)):
        level = rounded_down(strictest, 3)
        name = f"with ε = {np.format_float_positional(level, trim='-')} for all"
        options.append(releasing(name, subject, np.full(asked.size, level), assigned=True))
    return tuple(options)


def not_releasing(subject: Subject) -> Option:
    """Return the option of releasing nothing: the middle of the range is what is left to say."""
    most = subject.half_range
    return Option(_NOT_RELEASED, subject, False, most, most, 0.0, 0.0, 0.0, ())


def decide(releases: Sequence[Option], tolerable: float = math.inf) -> Decision:
    """Return the options, not releasing among them, and what the rule says.

    The rule: (1) a release whose typical error in the worst case is no smaller than that of the
    middle of the range is not recommended, nor is one whose typical error is larger than
    `tolerable`; if none is left, none is, nor where the middle itself is within that.  (2) If one
    is left, that one, for nobody gives more than their level allows.  (3) Of two on the same
    question, the one that is no worse in both, the typical error and the privacy loss of the most
    exposed user; of two that are the same, the first.  (4) Where each is better in one of them, the
    one that exposes less, if it is said what can be lived with: both are within that.  Else, and
    where they answer different questions, the rule does not decide.

    Args:
        releases: one or two made by `releasing`; the last one's subject is what is not released.
        tolerable: the largest typical error that can be lived with, in the unit of the subject; not
            asked of releases that answer different questions.

    Raises:
        InvalidInput: no release, or more than two; `tolerable` is not positive.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> strict, relaxed = (releasing(str(level), ages, [level] * 1000) for level in (0.05, 0.5))
    >>> decide([strict, relaxed]).recommended, decide([strict, relaxed], 4.0).recommended
    (None, 0)
    >>> [decide([strict, relaxed], error).recommended for error in (2.0, 1.0)]
    [1, 2]
    """
    validate.count(len(releases), 1, MOST_RELEASES, "number of releases")
    validate.positive(tolerable, "error that can be lived with", allow_infinity=True)
    options = (*releases, not_releasing(releases[-1].subject))
    if releases[0].subject != releases[-1].subject:
        tolerable = math.inf
    return Decision(options, *_rule(releases, tolerable), tolerable)


def _rule(releases: Sequence[Option], tolerable: float) -> tuple[int | None, str]:
    said = math.isfinite(tolerable)
    if said and releases[-1].subject.half_range <= tolerable:
        return len(releases), "middle_will_do"
    helping = [place for place, one in enumerate(releases) if one.helps]
    left = [place for place in helping if releases[place].typical_error <= tolerable]
    if not left:
        return len(releases), "too_far" if helping else "no_gain"
    if len(left) == 1:
        if len(releases) == 1:
            return 0, "will_do" if said else "only_one"
        return left[0], "only_one_will_do" if said else "only_one_helps"
    return _of_two(releases[0], releases[1], said)


def _of_two(first: Option, second: Option, within: bool) -> tuple[int | None, str]:
    """Return which of two that are left, and why.

    within : whether both are within an error that was said.
    """
    if first.subject != second.subject:
        return None, "other_question"
    error = _order(first.typical_error, second.typical_error)
    exposure = _order(first.most_exposed, second.most_exposed)
    if error * exposure < 0:
        return (int(exposure > 0), "both_will_do") if within else (None, "a_trade")
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


def _shares(plan: MeanPlan, asked: FloatArray) -> tuple[Share, ...]:
    """Return what groups give and get; those who ask for nothing apart."""
    spans = condensed(grouped(asked, plan.privacy_given), MOST_GROUPS)
    return tuple(
        Share(
            one.low,
            one.high,
            one.users,
            one.least,
            one.guaranteed,
            100.0 * float(np.sum(plan.weights[(asked >= one.low) & (asked <= one.high)])),
        )
        for one in spans
    )
