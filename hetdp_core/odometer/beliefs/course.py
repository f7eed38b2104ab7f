"""What an analyst believes about a record after each answer of a conversation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.odometer.beliefs.knowledge import (
    GLeakage,
    KnowledgeGain,
    axis_values,
    g_leakage,
    grid,
    knowledge_gain,
    posterior,
)
from hetdp_core.odometer.conversation.conversation import Conversation
from hetdp_core.odometer.domain import Box, FiniteDomain
from hetdp_core.validate import FloatArray

PRIORS = ("uniform", "bell")
COMPARISONS = ("at_least", "at_most")
LINE_POINTS, PLANE_POINTS = 81, 41


@dataclass(frozen=True)
class Statement:
    """A claim about the record: one coordinate is at least, or at most, a number.

    Attributes:
        coordinate: counted from 0.
        comparison: one of `COMPARISONS`.
        threshold: the number.
    """

    coordinate: int = 0
    comparison: str = "at_least"
    threshold: float = 5.0

    def __post_init__(self) -> None:
        """Check every field."""
        validate.count(self.coordinate, 0, None, "coordinate")
        validate.choice(self.comparison, COMPARISONS, "comparison")
        validate.real(self.threshold, "threshold")

    def holds(self, points: FloatArray) -> FloatArray:
        """Return (N,) 1 where it is true, for (N, d) points."""
        column = points[:, validate.count(self.coordinate, 0, points.shape[1] - 1, "coordinate")]
        if self.comparison == "at_least":
            return (column >= self.threshold).astype(np.float64)
        return (column <= self.threshold).astype(np.float64)


@result
class BeliefCourse:
    """Beliefs after 0, 1, ... n answers on the elements of a finite domain or a grid.

    Attributes:
        axes: one array of values for a line (N,), two for a plane (A,) and (B,), N = AB.
        prior: (N,).
        posteriors: (n + 1, N).
        low, high: (n + 1, N) the corridor: e^-L and e^L times the prior, at most 1.
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


def belief_course(
    conversation: Conversation,
    prior: str,
    statement: Statement,
    coordinates: Sequence[int] = (0, 1),
) -> BeliefCourse:
    """Return beliefs along a conversation.

    Args:
        conversation: the conversation.
        prior: one of `PRIORS`, on what is shown: all alike, or most in the middle.
        statement: about a coordinate that is shown.
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
    logs = _log_likelihoods(conversation, space)
    losses = np.array([0.0, *(step.upper for step in conversation.steps)])
    holds = statement.holds(space.coordinates)
    return BeliefCourse(
        axes,
        before,
        np.array([posterior(before, row) for row in logs]),
        before * np.exp(-losses)[:, None],
        np.minimum(before * np.exp(losses)[:, None], 1.0),
        tuple(
            knowledge_gain(before, row, holds, loss=float(loss))
            for row, loss in zip(logs, losses, strict=True)
        ),
        tuple(g_leakage(before, row, np.array([holds, 1.0 - holds])) for row in logs),
        shown,
        held,
    )


def _prior(name: str, points: FloatArray) -> FloatArray:
    """Return (N,) a belief on (N, k) points."""
    if name == "uniform":
        return np.full(len(points), 1.0 / len(points))
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    width = np.maximum(0.5 * np.ptp(points, axis=0), np.finfo(float).tiny)
    bell = np.exp(-2.0 * np.sum(((points - middle) / width) ** 2, axis=1))
    normalised: FloatArray = bell / bell.sum()
    return normalised


def _log_likelihoods(conversation: Conversation, space: FiniteDomain) -> FloatArray:
    """Return (n + 1, N) of the first 0, 1, ... n answers."""
    rows = [np.zeros(space.size)]
    for step in conversation.steps:
        query = conversation.settings.query(step.number)
        rows.append(rows[-1] + query.log_likelihoods(space, step.output))
    return np.array(rows)
