"""Extrema of linear queries on a box, where they can be had without branching."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import LinearQuery
from hetdp_core.odometer.search import Extremum
from hetdp_core.odometer.transcripts.affine import (
    MOST_EXACT_DIMENSIONS,
    affine_chance,
    at_vertices,
    record_at,
    vertex,
)
from hetdp_core.odometer.transcripts.concave import maximise_log_affine
from hetdp_core.odometer.transcripts.loss import Answer
from hetdp_core.validate import FloatArray

Sense = Literal["max", "min"]

SENSES: tuple[Sense, Sense] = ("max", "min")


class Extrema(ABC):
    """Something that has a largest and a least log-likelihood, each found once."""

    @cached_property
    def maximum(self) -> Extremum:
        """Bounds on the largest log-likelihood."""
        return self._found("max")

    @cached_property
    def minimum(self) -> Extremum:
        """Bounds on the least log-likelihood."""
        return self._found("min")

    def extremum(self, sense: Sense) -> Extremum:
        """Return the one or the other."""
        return self.maximum if sense == "max" else self.minimum

    @abstractmethod
    def _found(self, sense: Sense) -> Extremum:
        """Search for it."""


def exact_extremum(pairs: Sequence[Answer], domain: Box, sense: Sense) -> Extremum | None:
    """Return the extremum of the log-likelihood of linear queries, or None where it takes a search.

    The sum of logs of affine functions is concave: its maximum is a convex problem unless a
    coordinate is integer, its minimum is at a vertex, of which up to 2^14 are tried.

    Args:
        pairs: answered queries of any kind.
        domain: the box.
        sense: "max" or "min".
    """
    if not pairs:
        return Extremum(0.0, 0.0, np.array(domain.low), 0, True)
    free = domain.free
    chances = [
        affine_chance(query, bool(output), domain)
        for query, output in pairs
        if isinstance(query, LinearQuery)
    ]
    if len(chances) < len(pairs):
        return None
    if sense == "max":
        return None if np.any(domain.integer[free]) else _largest(chances, domain)
    return None if free.size > MOST_EXACT_DIMENSIONS else _least(chances, domain)


def _largest(chances: list[tuple[FloatArray, float]], domain: Box) -> Extremum:
    size = domain.free.size
    slopes = np.array([slope for slope, _ in chances]).reshape(-1, size)
    offsets = np.array([offset for _, offset in chances])
    found = maximise_log_affine(slopes, offsets, np.zeros(size))
    return Extremum(found.value, found.upper, record_at(found.point, domain), 0, True)


def _least(chances: list[tuple[FloatArray, float]], domain: Box) -> Extremum:
    size = domain.free.size
    values = np.zeros(2**size)
    for slope, offset in chances:
        values += np.log(at_vertices(slope, offset))
    lowest = int(np.argmin(values))
    value = float(values[lowest])
    return Extremum(value, value, record_at(vertex(lowest, size), domain), 0, True)
