"""What the paper's check-up would reveal about one record, whichever answers come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.accounting.paper.checkup import Outcome, checkup_domain, checkup_queries
from hetdp_core.accounting.paper.health import HEALTH
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Checkup:
    """All 16 outcomes for one record, from the least to the largest loss.

    Attributes:
        record: (4,) age, sex, blood pressure, BMI.
        results: (4,) of the regressions, before any noise.
        chances: (4,) of the high answer to each.
        labels: 16 outcomes as printed ("0 1 0 12").
        losses: (16,) certified realised loss.
        probabilities: (16,) of each outcome for this record.
        basic: what basic composition counts for the four answers.
    """

    record: FloatArray
    results: FloatArray
    chances: FloatArray
    labels: tuple[str, ...]
    losses: FloatArray
    probabilities: FloatArray
    basic: float

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)

    @property
    def expected_loss(self) -> float:
        """Mean loss over the outcomes for this record."""
        return float(self.probabilities @ self.losses)

    @property
    def median_loss(self) -> float:
        """Half of the time, at least, the loss is at most this."""
        return float(self.losses[np.searchsorted(np.cumsum(self.probabilities), 0.5)])


def checkup(record: Sequence[float], outcomes: Sequence[Outcome]) -> Checkup:
    """Compute what the four answers, with epsilon = 1 each, would reveal about a record.

    Args:
        record: age in years, sex (0 female, 1 male), blood pressure in mmHg, BMI in kg/m2.
        outcomes: the 16 rows of `outcome_table`.

    Raises:
        InvalidInput: a value outside the domain, or a sex that is neither 0 nor 1.
    """
    box, values = checkup_domain(), validate.as_floats(record, "record")
    if values.shape != box.low.shape:
        raise InvalidInput("record", f"must have {box.dimension} values", values.size)
    for name, value, low, high in zip(HEALTH.coordinates, values, box.low, box.high, strict=True):
        validate.within(float(value), float(low), float(high), name)
    whole = values[HEALTH.record_integer]
    if not np.all(whole == np.round(whole)):
        raise InvalidInput("sex", "must be 0 (female) or 1 (male)", f"{whole[0]:g}")
    queries = checkup_queries()
    chances = np.array([float(query.probability_high(values)) for query in queries])
    ordered = sorted(outcomes, key=lambda one: one.loss.upper)
    high = np.array([one.outputs for one in ordered])
    return Checkup(
        np.array(values),
        np.array([float(query.result(values)) for query in queries]),
        chances,
        tuple(label_of(one) for one in ordered),
        np.array([one.loss.upper for one in ordered]),
        np.prod(np.where(high, chances, 1.0 - chances), axis=1),
        float(sum(query.epsilon for query in queries)),
    )


def label_of(one: Outcome) -> str:
    """Return the four answers as printed: diseases 0 or 1, sleep 0 or 12 hours."""
    return " ".join(
        f"{top if high else low:g}"
        for high, low, top in zip(one.outputs, HEALTH.low, HEALTH.high, strict=True)
    )
