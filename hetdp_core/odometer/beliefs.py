"""What answers do to a belief about a record, answer after answer of a conversation.

A belief is a probability for each element of a finite domain, or of a grid of points in a
box.  On a grid every change stays within what the realised loss on the whole box allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.odometer.domain import Box, FiniteDomain
from hetdp_core.odometer.queries import Question
from hetdp_core.odometer.transcripts.loss import FiniteTranscript, Interval, Outputs
from hetdp_core.odometer.transcripts.realised import transcript
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


def likelihood_on(
    domain: FiniteDomain, queries: Sequence[Question], outputs: Outputs
) -> FloatArray:
    """Return (N,) log P(outputs | x) for each element x of a finite domain or grid.

    Raises:
        InvalidInput: numbers of queries and outputs differ, or a query does not belong.
    """
    return cast(FiniteTranscript, transcript(queries, outputs, domain)).log_likelihood


def grid(box: Box, axes: Sequence[int], points: int) -> FiniteDomain:
    """Return evenly spaced points along some coordinates of a continuous box; others in the middle.

    The last of the axes changes fastest; both ends are included.

    Args:
        axes: one or two different coordinates, counted from 0.
        points: along each axis, 2 to 500.
    """
    chosen = [validate.count(axis, 0, box.dimension - 1, "axes") for axis in axes]
    if not (1 <= len(chosen) <= 2 and len(set(chosen)) == len(chosen)):
        raise InvalidInput("axes", "must be one or two different coordinates", list(axes))
    points = validate.count(points, 2, 500, "points")
    mesh = np.meshgrid(*(axis_values(box, axis, points) for axis in chosen), indexing="ij")
    rows = np.tile(box.centre, (mesh[0].size, 1))
    for axis, values in zip(chosen, mesh, strict=True):
        rows[:, axis] = values.ravel()
    return FiniteDomain(tuple(rows))


def axis_values(box: Box, axis: int, points: int) -> FloatArray:
    """Return the values that `grid` takes along one coordinate."""
    return np.unique(np.linspace(box.low[axis], box.high[axis], points))


def posterior(prior: ArrayLike, log_likelihood: ArrayLike) -> FloatArray:
    """Return (N,) belief after the outputs, by Bayes' rule (Eq. 2).

    Args:
        prior: (N,) belief before, summing to 1; zeros stay zero.
        log_likelihood: (N,) of the outputs, natural log, finite.

    >>> posterior([0.5, 0.5], np.log([0.2, 0.6]))
    array([0.25, 0.75])
    """
    before, logs = _belief(prior, log_likelihood)
    with np.errstate(divide="ignore"):
        joint = np.log(before) + logs
    return np.asarray(np.exp(joint - logsumexp(joint)))


@dataclass(frozen=True)
class KnowledgeGain:
    """How the outputs changed the probability of one statement about the record.

    Attributes:
        prior, posterior: probability of the statement before and after.
    """

    prior: float
    posterior: float
    loss: float

    @property
    def ratio(self) -> float:
        return math.exp(self.loss)

    @property
    def odds_corridor(self) -> Interval:
        """Where odds change by e^-L to e^L: never wider than Lemma 3.1 has it."""
        low, high = (_at_odds(np.array(self.prior), np.array(z * self.loss)) for z in (-1.0, 1.0))
        return float(low), float(high)


def _at_odds(probability: FloatArray, shift: FloatArray) -> FloatArray:
    """Return the probability whose log odds differ by this much; the impossible stays so."""
    raised = probability * np.exp(np.minimum(shift, 0.0))
    rest = (1.0 - probability) * np.exp(-np.maximum(shift, 0.0))
    return raised / np.where(probability > 0.0, raised + rest, 1.0)


def knowledge_gain(
    prior: ArrayLike, log_likelihood: ArrayLike, statement: ArrayLike, loss: float | None = None
) -> KnowledgeGain:
    """Return a statement's probability before and after the outputs, and the range the loss allows.

    Args:
        prior, log_likelihood: as in `posterior`.
        statement: (N,) probability in [0, 1] that the statement holds for each element, 0 or
            1 for a plain fact ("the record is at least 3").
        loss: realised loss L; by default that of these elements alone.  A certified upper end
            for the whole domain is never less.

    Source: section 2.2 and Lemma 3.1.
    """
    before, logs = _belief(prior, log_likelihood)
    holds = validate.numbers_within(statement, before.size, 0.0, 1.0, "statement")
    known = float(np.ptp(logs)) if loss is None else validate.real(loss, "loss")
    if not known >= 0:
        raise InvalidInput("loss", "must be zero or more", f"{known:g}")
    after = posterior(before, logs)
    first, then = (min(float(belief @ holds), 1.0) for belief in (before, after))
    return KnowledgeGain(first, then, known)


@dataclass(frozen=True)
class GLeakage:
    """How much better an adversary with a gain function does after the outputs.

    Attributes:
        prior_vulnerability, posterior_vulnerability: best expected gain before and after; the
            log of their ratio is at most the realised loss L in size (Theorem 3.3).
    """

    prior_vulnerability: float
    posterior_vulnerability: float

    @property
    def factor(self) -> float:
        """How many times as large as before the best expected gain is."""
        return self.posterior_vulnerability / self.prior_vulnerability


def g_leakage(prior: ArrayLike, log_likelihood: ArrayLike, gains: ArrayLike) -> GLeakage:
    """Compare max_w sum_x posterior(x) g(w, x) with the prior's: realised g-leakage.

    Args:
        prior, log_likelihood: as in `posterior`.
        gains: (W, N) what guess w gains when the record is x, in [0, 1].  The identity matrix
            stands for guessing the record.

    Raises:
        InvalidInput: no guess gains anything under the prior.

    Source: section 2.3 and Theorem 3.3.
    """
    before, logs = _belief(prior, log_likelihood)
    table = validate.matrix(gains, "gains")
    if table.shape[1] != before.size or not np.all((table >= 0) & (table <= 1)):
        rule = f"must hold numbers from 0 to 1, {before.size} in each row"
        raise InvalidInput("gains", rule, f"shape {table.shape}")
    first, then = (float(np.max(table @ belief)) for belief in (before, posterior(before, logs)))
    if not first > 0:
        raise InvalidInput("gains", "must gain something under the prior", "0 for every guess")
    return GLeakage(first, then)


def _belief(prior: ArrayLike, log_likelihood: ArrayLike) -> tuple[FloatArray, FloatArray]:
    logs = validate.as_floats(log_likelihood, "log_likelihood")
    if not np.all(np.isfinite(logs)):
        raise InvalidInput("log_likelihood", "must be finite", "other values")
    before = validate.numbers_within(prior, logs.size, 0.0, 1.0, "prior")
    if not abs(float(np.sum(before)) - 1.0) <= 1e-9:
        raise InvalidInput("prior", "must sum to 1", f"{float(np.sum(before)):g}")
    return before, logs


PRIORS = ("uniform", "bell")
LINE_POINTS, PLANE_POINTS = 81, 41


@dataclass(frozen=True)
class Statement:
    """A claim: one coordinate, counted from 0, is at least or at most a number."""

    coordinate: int = 0
    comparison: str = "at_least"
    threshold: float = 5.0

    def __post_init__(self) -> None:
        validate.count(self.coordinate, 0, None, "coordinate")
        validate.choice(self.comparison, ("at_least", "at_most"), "comparison")
        validate.real(self.threshold, "threshold")

    def holds(self, points: FloatArray) -> FloatArray:
        """Return (N,) 1 where it is true, for (N, d) points."""
        column = points[:, validate.count(self.coordinate, 0, points.shape[1] - 1, "coordinate")]
        if self.comparison == "at_least":
            return (column >= self.threshold).astype(np.float64)
        return (column <= self.threshold).astype(np.float64)


@result
class Beliefs:
    """Beliefs after 0, 1, ... n answers on the elements of a finite domain or a grid.

    Attributes:
        axes: one array of values for a line (N,), two for a plane (A,) and (B,), N = AB.
        prior: (N,).
        posteriors: (n + 1, N).
        low, high: (n + 1, N) the corridor: odds e^-L and e^L times those of the prior.
        gains: (n + 1) for the statement.
        leakages: (n + 1) of guessing whether it is true: 1 for a right guess, 0 for a wrong one.
        shown: which coordinates the axes are, counted from 0.
        held: coordinates of the record that are held at 0.
    """

    axes: tuple[FloatArray, ...]
    prior: FloatArray
    posteriors: FloatArray
    low: FloatArray
    high: FloatArray
    gains: tuple[KnowledgeGain, ...]
    leakages: tuple[GLeakage, ...]
    shown: tuple[int, ...]
    held: int

    @property
    def edges(self) -> FloatArray:
        """(N + 1) on a line: half-way between its values, and as far beyond the outer ones."""
        values = self.axes[0]
        steps = np.diff(values) if values.size > 1 else np.ones(1)
        inner = values[:-1] + 0.5 * np.diff(values)
        return np.array([values[0] - 0.5 * steps[0], *inner, values[-1] + 0.5 * steps[-1]])

    @property
    def log_planes(self) -> FloatArray:
        """(n + 1, B, A) on a plane: natural log of belief now over belief before."""
        across, up = (axis.size for axis in self.axes)
        factors = np.log(self.posteriors / self.prior).reshape(-1, across, up)
        return np.swapaxes(factors, 1, 2)

    @property
    def widest(self) -> float:
        """Largest loss along the conversation: no log factor exceeds it; at least 0.05."""
        return max(*(gain.loss for gain in self.gains), 0.05)

    @property
    def factors(self) -> dict[float, float]:
        """Log factors worth a mark on a scale, and the factors they stand for."""
        marks = [-self.widest, -0.5 * self.widest, 0.0, 0.5 * self.widest, self.widest]
        return {mark: math.exp(mark) for mark in marks}


def beliefs_along(
    conversation: Conversation,
    prior: str,
    statement: Statement,
    coordinates: Sequence[int] = (0, 1),
) -> Beliefs:
    """Return beliefs along a conversation.

    Args:
        prior: one of `PRIORS`, on the shown coordinates: all alike, or most in the middle.
        coordinates: of a box with two or more, which two are shown; the others are held at 0.

    Raises:
        InvalidInput: the same coordinate twice, or one that is not there.
    """
    validate.choice(prior, PRIORS, "prior")
    domain = conversation.settings.domain
    if isinstance(domain, Box):
        shown = tuple(coordinates)[: min(domain.dimension, 2)]
        points = LINE_POINTS if len(shown) == 1 else PLANE_POINTS
        space = grid(domain, shown, points)
        axes = tuple(axis_values(domain, axis, points) for axis in shown)
        held = domain.dimension - len(shown)
    else:
        shown, space, held = (0,), domain, 0
        axes = (domain.coordinates[:, 0],)
    validate.choice(str(statement.coordinate), map(str, shown), "coordinate of the statement")
    before = _prior(prior, space.coordinates[:, list(shown)])
    logs = [np.zeros(space.size)]
    for step in conversation.steps:
        query = conversation.settings.query(step.number)
        logs.append(logs[-1] + query.log_likelihoods(space, step.output))
    losses = np.array([0.0, *(step.upper for step in conversation.steps)])
    shifts = losses[:, None]
    holds = statement.holds(space.coordinates)
    return Beliefs(
        axes,
        before,
        np.array([posterior(before, row) for row in logs]),
        _at_odds(before, -shifts),
        _at_odds(before, shifts),
        tuple(
            knowledge_gain(before, row, holds, loss=float(loss))
            for row, loss in zip(logs, losses, strict=True)
        ),
        tuple(g_leakage(before, row, np.array([holds, 1.0 - holds])) for row in logs),
        shown,
        held,
    )


def _prior(name: str, points: FloatArray) -> FloatArray:
    if name == "uniform":
        return np.full(len(points), 1.0 / len(points))
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    width = np.maximum(0.5 * np.ptp(points, axis=0), np.finfo(float).tiny)
    bell = np.exp(-2.0 * np.sum(((points - middle) / width) ** 2, axis=1))
    return np.asarray(bell / bell.sum())
