"""The ways to answer: gains and costs of each for everybody, from public numbers alone.

The subject of a mean: a column, its bounds, and the people in the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.mean import adpm
from hetdp_core.mean.empirical import EmpiricalPlan, empirical
from hetdp_core.mean.local import local, local_among
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.meaning import OF, right_at_most
from hetdp_core.numerals import as_bound, counted, rounded_down, unit_of_errors
from hetdp_core.outcomes import Outcomes, noise_outcomes
from hetdp_core.release.groups import condensed, grouped
from hetdp_core.release.request import to_average
from hetdp_core.validate import FloatArray

EQUAL = 1e-9
"""Relative difference below which two errors, or two exposures, are the same: rounding."""


@dataclass(frozen=True)
class Subject:
    """What a mean is of.

    Attributes:
        column: its name, in words.
        unit: of its values; may be empty.
        bounds: declared range (low, high).
        users: how many rows, each one user's.
        everybody: which of two questions is asked.  Of a population from which these users come,
            with levels that say nothing about values: ADPM's answer, with errors by noise and
            sampling.  Or of these users, for any levels and values: the answer of
            `hetdp_core.mean.empirical`, whose error is its difference from their plain mean.
    """

    column: str
    unit: str
    bounds: tuple[float, float]
    users: int
    everybody: bool = False

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

    def typical_error(self, plan: MeanPlan | EmpiricalPlan) -> float:
        """Return the root of the worst-case mean squared error of a plan's answer, in `unit`."""
        if isinstance(plan, EmpiricalPlan):
            square = plan.worst_case_mse
        elif self.everybody:
            square = plan.affine_worst_case_mse_against_sample
        else:
            square = plan.affine_worst_case_mse
        return 2.0 * self.half_range * math.sqrt(square)


def subject_of(dataset: Dataset, column: str, everybody: bool = False) -> Subject:
    """Return the subject of the mean of a column; reads the table's schema and its number of rows.

    The mean of a yes/no column is a share, in percent.

    Args:
        dataset: the table.
        column: its name.
        everybody: see `Subject`.

    Raises:
        InvalidInput: see `to_average`.
    """
    declared, bounds = to_average(dataset, column)
    unit, bounds = ("%", (0.0, 100.0)) if declared.kind == "binary" else (declared.unit, bounds)
    return Subject(declared.label, unit, bounds, len(dataset.frame), everybody)


MOST_LEVELS, MOST_GROUPS = 6, 4
"""Levels by which an option is described one by one; groups into which more are put together."""

_NOT_RELEASED = "Do not release"


@dataclass(frozen=True)
class Share:
    """The privacy loss and the weight of a group of users.

    Attributes:
        low, high: of the levels they ask for; infinity for nothing.
        users: how many.
        least, guaranteed: gives: the privacy loss that nobody of its strictest, and that nobody
            of all of them exceeds.
        say: gets: their weight in percent; about these people the middle of the range has the
            rest, where strict levels leave some over.
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
        subject: the question.
        releases: whether a number is released; if not, the middle stands in for it.
        typical_error: root of the worst-case mean squared error within the bounds, in the column's
            unit.  Where users are drawn, with levels that say nothing about values: noise and
            sampling.  Where they are everybody, over all tables: noise and `lean`.
        untrusted_error: the same where no curator is trusted, and each user sends a report of two
            values (local model); half the range where nothing is released.
        lean: how far the answer without noise may lie from the plain mean of these users, for any
            values, in the column's unit; 0 where nothing is released.
        noise_scale: of the Laplace noise, in the column's unit; 0 where nothing is released.
        most_exposed: the largest privacy loss guaranteed to a user.
        groups: what each group gives and gets; none where nothing is released.
        assigned: whether the decider chose the levels, and nobody was asked.
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
        """Return the most that this release and earlier ones reveal about anyone, as shown.

        Sequential composition: an upper bound, attained where all expose the same user most.  This
        release counts in three digits, rounded up, as it stands next to the sum.

        Args:
            before: the most that the earlier ones revealed about anyone, zero or more.

        Raises:
            InvalidInput: less than nothing was given away.

        >>> round(releasing("A", Subject("Age", "", (0.0, 1.0), 2), [0.5, 0.5]).together_with(1), 3)
        1.5
        """
        earlier = validate.real(before, "privacy given before", allow_infinity=True)
        if not earlier >= 0:
            raise InvalidInput("privacy given before", "must be zero or more", f"{earlier:g}")
        return earlier + as_bound(self.most_exposed)

    @property
    def weight_of_middle(self) -> float:
        """The share left for the middle of the range, in percent; 0 where all weights are people's.

        About these people, where strict levels allow less than an equal share.
        """
        left = 100.0 - sum(share.say for share in self.groups)
        return left if self.releases and left > 100.0 * EQUAL else 0.0

    @property
    def helps(self) -> bool:
        """Whether the typical error is smaller than that of always saying the middle."""
        return self.releases and self.beats_middle(self.typical_error)

    def beats_middle(self, error: float) -> bool:
        """Return whether an error is smaller than that of the middle."""
        return error < self.subject.half_range * (1.0 - EQUAL)

    @property
    def noise(self) -> Outcomes:
        """By how much twenty releases may differ from the same answer without noise; exact."""
        width = 2.0 * self.subject.half_range
        order = np.random.default_rng(0)  # of playing them, which has no part in the values
        unit = unit_of_errors(self.subject.unit)
        return noise_outcomes(self.noise_scale, rng=order, most=width, unit=unit)


def bets_right(epsilon: float) -> float:
    """Return how many of 100 even bets are right at most, at this level as shown: rounded up."""
    return OF * right_at_most(0.5, as_bound(epsilon))


def releasing(name: str, subject: Subject, epsilon: ArrayLike, assigned: bool = False) -> Option:
    """Return the option of releasing the mean with the best weights and noise for its question.

    Args:
        name: of the option.
        subject: what the mean is of.
        epsilon: (n,) what each user asks for, n = subject.users, in any order; infinity for
            nothing.  Neighbours replace one user's value; the curator is trusted.
        assigned: see `Option`.

    Raises:
        InvalidInput: levels that are not positive, or not one for each user.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000)
    >>> option = releasing("B", ages, [0.1] * 500 + [2.0] * 500)
    >>> round(option.typical_error, 2), round(option.most_exposed, 2), round(option.right, 1)
    (1.9, 0.26, 56.5)
    """
    levels = validate.epsilons(epsilon)
    if levels.size != subject.users:
        rule = f"must be one for each of {counted(subject.users, 'user')}"
        raise InvalidInput("epsilon", rule, f"{levels.size:,}")
    plan = empirical(levels) if subject.everybody else adpm(levels)
    untrusted = local_among if subject.everybody else local
    width = 2.0 * subject.half_range
    return Option(
        name,
        subject,
        releases=True,
        typical_error=subject.typical_error(plan),
        untrusted_error=subject.typical_error(untrusted(levels)),
        lean=width * plan.lean,
        noise_scale=width * plan.noise_scale,
        most_exposed=float(np.max(plan.privacy_given)),
        groups=_shares(plan, levels),
        assigned=assigned,
    )


def as_asked_or_alike(subject: Subject, epsilon: ArrayLike) -> tuple[Option, ...]:
    """Return the release with what each asks for; where that differs, also the strictest for all.

    With one level everybody weighs the same, and nobody is exposed to more than anybody asked for;
    but the noise is larger.

    Args:
        subject, epsilon: see `releasing`.

    >>> ages = Subject("Age", "years", (0.0, 100.0), 1000, everybody=True)
    >>> personal, alike = as_asked_or_alike(ages, [0.01] * 50 + [0.5] * 950)
    >>> round(personal.typical_error, 2), alike.name, round(alike.typical_error, 2)
    (2.46, 'ε = 0.01 for all', 13.61)
    """
    levels = validate.epsilons(epsilon)
    options = [releasing(PERSONAL, subject, levels)]
    if level := one_for_all(levels):
        alike = releasing(for_all(level), subject, np.full(levels.size, level), assigned=True)
        options.append(alike)
    return tuple(options)


def one_for_all(levels: FloatArray) -> float | None:
    """Return the strictest of levels that differ, cut to three digits: the shown level is given."""
    strictest = float(np.min(levels))
    return rounded_down(strictest, 3) if strictest < np.max(levels) else None


PERSONAL = "each person's ε"
"""The name of a release in which everybody has the level that a column says."""


def for_all(level: float) -> str:
    """Return the name of a release with one level for everybody."""
    return f"ε = {np.format_float_positional(level, trim='-')} for all"


def not_releasing(subject: Subject) -> Option:
    """Return the option of releasing nothing, where the middle of the range stands in."""
    most = subject.half_range
    return Option(_NOT_RELEASED, subject, False, most, most, 0.0, 0.0, 0.0, ())


def _shares(plan: MeanPlan | EmpiricalPlan, levels: FloatArray) -> tuple[Share, ...]:
    """Return the losses and weights of groups; people without a limit apart."""
    percent = 100.0 * plan.weights / max(1.0, float(np.sum(plan.weights)))
    groups = grouped(levels, plan.privacy_given)
    spans = condensed(groups, MOST_LEVELS if len(groups) <= MOST_LEVELS else MOST_GROUPS)
    return tuple(
        Share(
            span.low,
            span.high,
            span.users,
            span.least,
            span.guaranteed,
            float(np.sum(percent[(levels >= span.low) & (levels <= span.high)])),
        )
        for span in spans
    )
