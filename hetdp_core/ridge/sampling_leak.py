"""How far published sampling breaks its promise on small examples, as a picture (Erratum 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.ridge.problem import TrainingSet
from hetdp_core.ridge.realised import jorgensen_realised_loss

CAUTIOUS, RELAXED = 0.1, 1.0
LAMBDA = 1000.0
RECORDS = 4
DIMENSIONS = (1, 2, 5, 10, 30)


@dataclass(frozen=True)
class SamplingLeak:
    """One example: three cautious records and a relaxed one, a cautious one replaced.

    Attributes:
        title: of the example.
        asked: ε of the replaced record.
        published: its realised loss as published, in units of `asked`; the true one is at
            least this.
        repaired: the same after the repair.
    """

    title: str
    asked: float
    published: float
    repaired: float


def sampling_leaks() -> tuple[SamplingLeak, ...]:
    """Return exact losses of the same example in more and more dimensions."""
    return tuple(_leak(dimension) for dimension in DIMENSIONS)


def _leak(dimension: int) -> SamplingLeak:
    """The relaxed record is all ones with label 1; the replaced one turns its label around."""
    epsilon = np.array([CAUTIOUS] * (RECORDS - 1) + [RELAXED])
    before, after = _records(dimension, -1.0), _records(dimension, 1.0)
    published, repaired = (
        jorgensen_realised_loss(before, after, epsilon, LAMBDA, method).times_asked
        for method in ("jorgensen_max", "jorgensen_repaired")
    )
    title = "1 feature" if dimension == 1 else f"{dimension} features"
    return SamplingLeak(title, CAUTIOUS, published, repaired)


def _records(dimension: int, first_label: float) -> TrainingSet:
    features, labels = np.zeros((RECORDS, dimension)), np.zeros(RECORDS)
    features[[0, -1]] = 1.0
    labels[0], labels[-1] = first_label, 1.0
    return TrainingSet(features, labels)
