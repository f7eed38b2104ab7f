"""The games, one a topic: a private mean or coefficient, a report of two features, answers."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.features.allocation.rules import Allocation, allocate
from hetdp_core.features.channel import privatize_l2
from hetdp_core.game.rules import BoolArray, Game, clearest_always_picky
from hetdp_core.mean.saturation import adpm
from hetdp_core.odometer.examples import LARGEST, RUNNING_DOMAIN, running_query
from hetdp_core.odometer.filters.realised import BayesianFilter
from hetdp_core.results import result
from hetdp_core.ridge.releases import fit
from hetdp_core.validate import FloatArray

# --- one number with Laplace noise ------------------------------------------------------------

USERS = 100
RANGE = 100.0
"""Values lie from 0 to this; the others' average is in the middle."""

RECORDS = 100
LAMBDA = 1.0
SLOPE = 0.5
"""Labels of the others are this times their feature, which is spread evenly from -1 to 1."""


@result
class OneNumber(Game):
    """One number is released with Laplace noise.

    With d the distance of the two answers in noise scales, and y the release,

        L = (|y - low| - |y - high|) / scale, from -d to d.  A player who bets on every round, by
        the sign of L, is right with probability 1 - e^(-d/2) / 2.  A player who bets only where |L|
        = d bets on (1 + e^-d) / 2 of the rounds, and is right with probability e^d / (1 + e^d).

    Both by integrating the Laplace density: beyond both answers, and up to the middle of them.

    Attributes:
        low, high: what would be released without noise, with either value.
        scale: of the Laplace noise, in the same unit.
    """

    low: float
    high: float
    scale: float

    COLUMNS: ClassVar[tuple[str, ...]] = ("released",)

    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return (N, 1) released numbers."""
        noise = rng.laplace(0.0, self.scale, high.size)
        return (np.where(high, self.high, self.low) + noise)[:, None]

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L of (N, 1) released numbers."""
        seen = np.asarray(released, dtype=np.float64)[..., 0]
        return np.asarray((np.abs(seen - self.low) - np.abs(seen - self.high)) / self.scale)


def _one_number(level: float, low: float, high: float, scale: float) -> OneNumber:
    apart = (high - low) / scale
    always, picky = 1.0 - 0.5 * math.exp(-0.5 * apart), 0.5 + 0.5 * math.exp(-apart)
    return OneNumber(level, apart, always, picky, low, high, scale)


def mean_game(epsilon: float) -> OneNumber:
    """Return the rules at a level: a private mean, with one user's value high or low.

    The player knows all other values.  In the central model, with every user at level epsilon
    (bounded neighbours), ADPM weighs all alike and adds Laplace noise.  The two answers lie epsilon
    noise scales apart, so the ceiling is attained.

    Args:
        epsilon: from 0.05 to 5, natural log (else `InvalidInput`): below, the mid-point of the
            range would be released.

    >>> rules = mean_game(1.0)
    >>> rules.low, rules.high, round(rules.ceiling, 3), round(rules.always, 3)
    (49.5, 50.5, 0.731, 0.697)
    """
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.05, 5.0, "epsilon")
    plan = adpm(np.full(USERS, level))
    half = 0.5 * float(plan.weights[0])
    return _one_number(level, RANGE * (0.5 - half), RANGE * (0.5 + half), RANGE * plan.noise_scale)


def regression_game(epsilon: float) -> OneNumber:
    """Return the rules at a level: a private coefficient, with one record's label high or low.

    Central model, one feature, every record at level epsilon (bounded neighbours), output
    perturbation with the sharp noise (`hetdp_core.ridge.noise`).  In one dimension its density,
    proportional to e^(-rate |b|), is Laplace's.  The noise has to hide any change of any record in
    any data set.  Here only a label changes, in known data, so less than epsilon is spent on it,
    and more of it with a larger λ.

    Args:
        epsilon: from 0.05 to 5, natural log (else `InvalidInput`).

    >>> rules = regression_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.clearest, 2), round(rules.best, 3)
    (0.731, 0.59, 0.644)
    """
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.05, 5.0, "epsilon")
    others = np.linspace(-1.0, 1.0, RECORDS - 1)
    features, known = np.append(others, 1.0)[:, None], SLOPE * others
    levels, unused = np.full(RECORDS, level), np.random.default_rng(0)
    low, high = (
        fit(features, np.append(known, label), levels, LAMBDA, rng=unused) for label in (-1.0, 1.0)
    )
    answers = float(low.nonprivate[0]), float(high.nonprivate[0])
    return _one_number(level, *answers, 1.0 / high.noise_rate)


# --- a report of two features, of which one is bet on -------------------------------------------

REPORT = 3.0

JOINT, ALONE = slice(0, 2), 2
"""Columns of a release: the report on both features, and on the other one alone."""


@result
class Report(Game):
    """One person's noisy report of two features, of which one is bet on.

    Local model, both features 1 or -1, each as likely; the other feature agrees with the sensitive
    one with probability (1 + q) / 2, which is Assumption 1 with q.  Mechanism 1: the ℓ2 channel at
    level c_1 on both, and on the other feature alone, by its own coordinate's channel, the rest of
    its budget.  So the report is ε-LDP, and δ-BCDP for the sensitive feature: δ is the level.

    The ℓ2 channel's report lies in one of four quarters of a circle, around the two axes.  Each
    quarter is half of any half circle, so within it the report is uniform for any features, and

        P(quarter around the axis s of feature i | x) = expit(c_1 s x_i) / 2:

    the report tells only which feature spoke, and its value.

    Attributes:
        alloc: budgets; the sensitive feature is the first.
        q: bound on the total variation of the other feature, given the sensitive one; attained.
        chances: (2, 8) of the kinds of releases, in the order of `kinds`, if it is low and high.
    """

    alloc: Allocation
    q: float
    chances: FloatArray

    COLUMNS: ClassVar[tuple[str, ...]] = ("sensitive axis", "other axis", "other alone")

    @property
    def levels(self) -> tuple[float, float]:
        """Level of the report on both features, and of that on the other alone."""
        return _levels(self.alloc)

    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return (N, 3) reports: two coordinates, and the other feature alone; NaN if not asked."""
        own = np.where(high, 1.0, -1.0)
        agrees = rng.random(high.size) < 0.5 * (1.0 + self.q)
        features = np.stack([own, np.where(agrees, own, -own)], axis=1)
        joint, alone = self.levels
        reports = np.full((high.size, 3), np.nan)
        if joint > 0:
            reports[:, JOINT] = privatize_l2(features, joint, np.sqrt(2.0), rng=rng)
        if alone > 0:
            reports[:, ALONE] = privatize_l2(features[:, 1:], alone, 1.0, rng=rng)[:, 0]
        return reports

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L of (N, 3) reports."""
        low, high = np.log(self.chances)
        return np.asarray((high - low)[kinds(np.asarray(released, dtype=np.float64))])


def report_game(delta: float, q: float = 0.0) -> Report:
    """Return the rules for a level of the sensitive feature.

    Args:
        delta: δ, from 0.05 to 3, natural log.
        q: from 0 to 1, how far the other feature gives the sensitive one away.

    Raises:
        InvalidInput: one of them is out of its range.

    >>> rules = report_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.best, 3), round(rules.picky, 3)
    (0.731, 0.731, 0.5)
    """
    level = validate.within(validate.positive(delta, "delta"), 0.05, REPORT, "delta")
    linked = validate.within(q, 0.0, 1.0, "q")
    alloc = allocate([level, REPORT], REPORT, linked, n=1000)  # who report
    joint, alone = _levels(alloc)
    axis, s, t = np.meshgrid((0, 1), (1.0, -1.0), (1.0, -1.0), indexing="ij")
    agree = 0.5 * (1.0 + linked)
    chances = np.zeros((2, axis.size))
    for of_kinds, own in zip(chances, (-1.0, 1.0), strict=True):
        for other, chance in ((own, agree), (-own, 1.0 - agree)):
            quarter = 0.5 * expit(joint * s * np.where(axis == 0, own, other))
            of_kinds += (chance * quarter * expit(alone * t * other)).ravel()
    return Report(level, *clearest_always_picky(*chances), alloc, linked, chances)


def _levels(alloc: Allocation) -> tuple[float, float]:
    joint = float(alloc.budgets[0])
    return joint, max(float(alloc.budgets[1]) - joint, 0.0)


def kinds(released: FloatArray) -> NDArray[np.intp]:
    """Return (N,) the kind of each report: 2 (2 a + s) + t.

    a is 0 where the joint report lies around the sensitive feature's axis and 1 around the
    other's.  s is 0 at its positive end, t where the other feature alone is reported as positive.
    A question that was not asked counts as a = 0, s = 0 or t = 0, and its kinds share evenly.
    """
    joint = np.nan_to_num(released[:, JOINT])
    axis = (np.abs(joint[:, 1]) > np.abs(joint[:, 0])).astype(np.intp)
    value = joint[np.arange(len(joint)), axis]
    return 2 * (2 * axis + (value < 0)) + (np.nan_to_num(released[:, ALONE]) < 0)


# --- answers, until a filter refuses a question ---------------------------------------------------

MOST = 8
"""Questions of a round, at most."""

NUMBERS = 0, LARGEST
QUESTIONS = tuple(running_query(power) for power in range(1, MOST + 1))

LOG_CHANCES: FloatArray = np.array(
    [
        [
            [float(query.log_likelihood(np.array(record), output)) for output in (False, True)]
            for query in QUESTIONS
        ]
        for record in NUMBERS
    ]
)
"""(2, `MOST`, 2) natural log of the chance of either answer to each question, by record."""

Outputs = tuple[bool, ...]


@result
class Answers(Game):
    """One person's phone answers questions until a filter refuses one.

    Local model, the paper's running example: the record is a number from 0 to 10, the k-th question
    is about its k-th power.  The Bayesian filter accepts it only if the realised loss stays within
    the budget for either answer.  The record is 10 (high) or 0 (low).  The realised loss L of the
    answers bounds what they tell about any two records.  So each round has a ceiling of its own,
    e^L / (1 + e^L), never above that of the budget, which is the level.

    Attributes:
        spent: realised loss after each beginning of a conversation, by its answers.
        ends: conversations that go no further, in the order of `chances`.
        chances: (2, E) of each end, if the record is low and high.
    """

    spent: MappingProxyType[Outputs, float]
    ends: tuple[Outputs, ...]
    chances: FloatArray

    COLUMNS: ClassVar[tuple[str, ...]] = tuple(f"answer {k}" for k in range(1, MOST + 1))
    CEILING_MOVES: ClassVar[bool] = True

    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return (N, `MOST`) answers, 1 or 0, and NaN for the refused question and all later
        ones.
        """
        records = np.where(high, NUMBERS[1], NUMBERS[0])
        answers = np.full((high.size, MOST), np.nan)
        groups: list[tuple[Outputs, NDArray[np.intp]]] = [((), np.arange(high.size))]
        while groups:
            path, rows = groups.pop()
            if path in self.ends or not rows.size:
                continue
            output = QUESTIONS[len(path)].draw(records[rows], rng=rng)
            answers[rows, len(path)] = output
            groups += [((*path, value), rows[output == value]) for value in (False, True)]
        return answers

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L of (N, `MOST`) answers."""
        return np.asarray(np.sum(_added(np.asarray(released, dtype=np.float64)), axis=-1))

    def losses(self, released: ArrayLike) -> FloatArray:
        """Return (N,) realised loss of each conversation."""
        return np.array([self.spent[outputs(row)] for row in np.asarray(released)])

    def belief(self, answers: FloatArray) -> Belief:
        """Return the change of the belief, by one conversation, that the record is the greatest."""
        path = outputs(answers)
        ratios = np.concatenate([[0.0], np.cumsum(_added(answers[: len(path)]))])
        losses = [self.spent[path[:count]] for count in range(len(path) + 1)]
        return Belief(path, ratios, np.array(losses))


@result
class Belief:
    """A conversation, answer by answer.

    Attributes:
        outputs: (n,) the answers.
        ratios: (n + 1,) L before any answer, after the first, ...
        losses: (n + 1,) realised loss likewise.
    """

    outputs: Outputs
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
        budget: from 0.5 to 3, natural log (else `InvalidInput`): below, no question is answered.

    >>> rules = answers_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.best, 3), round(rules.always, 3)
    (0.731, 0.692, 0.682)
    """
    level = validate.within(validate.positive(budget, "budget"), 0.5, 3.0, "budget")
    spent: dict[Outputs, float] = {}
    ends: list[Outputs] = []
    conversations: list[tuple[Outputs, BayesianFilter]] = [
        ((), BayesianFilter(level, RUNNING_DOMAIN))
    ]
    while conversations:
        path, guard = conversations.pop()
        spent[path] = guard.odometer.loss
        if len(path) == MOST or not guard.accepts(QUESTIONS[len(path)]):
            ends.append(path)
            continue
        for output in (True, False):
            branch = guard.copy()
            branch.record(QUESTIONS[len(path)], output)
            conversations.append(((*path, output), branch))
    logs = [
        [sum(of_record[k, int(output)] for k, output in enumerate(end)) for end in ends]
        for of_record in LOG_CHANCES
    ]
    chances = np.exp(np.array(logs))
    return Answers(
        level, *clearest_always_picky(*chances), MappingProxyType(spent), tuple(ends), chances
    )


def outputs(answers: FloatArray) -> Outputs:
    """Return the answers of one conversation, without the questions that were not answered."""
    return tuple(bool(answer) for answer in answers[np.isfinite(answers)])


def _added(answers: FloatArray) -> FloatArray:
    """Return what each answer adds to L, 0 where there is none; the last axis are questions."""
    low, high = LOG_CHANCES[:, : answers.shape[-1]]
    steps = high - low
    added = np.where(answers > 0, steps[:, 1], steps[:, 0])
    return np.asarray(np.where(np.isfinite(answers), added, 0.0))
