"""What outputs do to a belief: posterior, knowledge gain of a statement, g-leakage.

A belief is a probability for each element of a finite domain, or of a grid of points in a
box.  On a grid every change stays within what the realised loss on the whole box allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box, DomainLike, FiniteDomain, as_domain
from hetdp_core.odometer.queries import Question
from hetdp_core.odometer.transcripts.loss import Interval, Outputs
from hetdp_core.validate import FloatArray

_SUM = 1e-9


def likelihood_on(
    domain: FiniteDomain, queries: Sequence[Question], outputs: Outputs
) -> FloatArray:
    """Return (N,) log P(outputs | x) for each element x of a finite domain or grid.

    Raises:
        InvalidInput: numbers of queries and outputs differ, or a query does not belong.
    """
    if len(queries) != len(outputs):
        rule = f"must be one per query ({len(queries)})"
        raise InvalidInput("outputs", rule, f"{len(outputs)} outputs")
    total = np.zeros(domain.size)
    for query, output in zip(queries, outputs, strict=True):
        query.check_domain(domain)
        total += query.log_likelihoods(domain, query.read(output))
    return total


def grid(
    domain: DomainLike, axes: Sequence[int], points: int, at: ArrayLike | None = None
) -> FiniteDomain:
    """Return evenly spaced points along some coordinates of a box, the others held fixed.

    The last of the axes changes fastest; both ends are included.  An integer coordinate
    takes its whole values, at most `points` of them.

    Args:
        domain: a box.
        axes: one or two different coordinates, counted from 0.
        points: along each axis, 2 to 500.
        at: (d,) where the other coordinates are held; by default the middle, rounded down
            where integer.
    """
    box = as_domain(domain)
    if not isinstance(box, Box):
        raise InvalidInput("domain", "must be a box", "a finite domain")
    chosen = [validate.count(axis, 0, box.dimension - 1, "axes") for axis in axes]
    if not (1 <= len(chosen) <= 2 and len(set(chosen)) == len(chosen)):
        raise InvalidInput("axes", "must be one or two different coordinates", list(axes))
    points = validate.count(points, 2, 500, "points")
    held = np.where(box.integer, np.floor(box.centre), box.centre)
    held = held if at is None else validate.as_floats(at, "at")
    if not (held.shape == box.low.shape and np.all((held >= box.low) & (held <= box.high))):
        raise InvalidInput("at", "must be a point of the box", held)
    steps = [axis_values(box, axis, points) for axis in chosen]
    mesh = np.meshgrid(*steps, indexing="ij")
    rows = np.tile(held, (mesh[0].size, 1))
    for axis, values in zip(chosen, mesh, strict=True):
        rows[:, axis] = values.ravel()
    return FiniteDomain(tuple(rows))


def axis_values(box: Box, axis: int, points: int) -> FloatArray:
    """Return the values that `grid` takes along one coordinate."""
    values = np.linspace(box.low[axis], box.high[axis], points)
    return np.unique(np.round(values)) if box.integer[axis] else np.unique(values)


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
    found: FloatArray = np.exp(joint - logsumexp(joint))
    return found


@dataclass(frozen=True)
class KnowledgeGain:
    """How the outputs changed the probability of one statement about the record.

    Attributes:
        prior, posterior: probability of the statement before and after.
        loss: realised loss L that the corridors are drawn for.
    """

    prior: float
    posterior: float
    loss: float

    @property
    def ratio(self) -> float:
        """e^L: the factor by which odds change, at most."""
        return math.exp(self.loss)

    @property
    def gain(self) -> float:
        """log(posterior / prior), from -L to L; 0 for a statement that was impossible."""
        return math.log(self.posterior / self.prior) if self.prior > 0 else 0.0

    @property
    def odds_corridor(self) -> Interval:
        """Where odds change by e^-L to e^L: never wider than Lemma 3.1 has it."""
        return _at_odds(self.prior, -self.loss), _at_odds(self.prior, self.loss)


def _at_odds(probability: float, shift: float) -> float:
    """Return the probability whose log odds differ by this much."""
    raised = probability * math.exp(shift) if shift < 0 else probability
    rest = (1.0 - probability) * (1.0 if shift < 0 else math.exp(-shift))
    return raised / (raised + rest)


def knowledge_gain(
    prior: ArrayLike, log_likelihood: ArrayLike, statement: ArrayLike, loss: float | None = None
) -> KnowledgeGain:
    """Return the probability of a statement before and after the outputs, and what the loss allows.

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
    return KnowledgeGain(
        min(float(before @ holds), 1.0),
        min(float(posterior(before, logs) @ holds), 1.0),
        known,
    )


@dataclass(frozen=True)
class GLeakage:
    """How much better an adversary with a gain function does after the outputs.

    Attributes:
        prior_vulnerability, posterior_vulnerability: best expected gain before and after.
        bound: realised loss L of these elements: |log factor| <= L (Theorem 3.3).
    """

    prior_vulnerability: float
    posterior_vulnerability: float
    bound: float

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
    return GLeakage(first, then, float(np.ptp(logs)))


def _belief(prior: ArrayLike, log_likelihood: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return both as arrays of one length."""
    logs = validate.as_floats(log_likelihood, "log_likelihood")
    if not np.all(np.isfinite(logs)):
        raise InvalidInput("log_likelihood", "must be finite", "other values")
    before = validate.numbers_within(prior, logs.size, 0.0, 1.0, "prior")
    if not abs(float(np.sum(before)) - 1.0) <= _SUM:
        raise InvalidInput("prior", "must sum to 1", f"{float(np.sum(before)):g}")
    return before, logs
