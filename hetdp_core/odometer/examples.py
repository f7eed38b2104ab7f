"""The paper's examples: Examples 1 to 3, and the check-up of section 6.3 and Appendix E."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box, FiniteDomain
from hetdp_core.odometer.queries import (
    LogisticQuery,
    RandomisedResponse,
    RegressionQuery,
    TableQuery,
    TruncatedLinearQuery,
)
from hetdp_core.odometer.transcripts.loss import RealisedLoss
from hetdp_core.odometer.transcripts.realised import realized_loss
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

LARGEST = 10

RUNNING_DOMAIN = FiniteDomain(tuple(range(LARGEST + 1)))
"""The record of Examples 2 and 3: a number from 0 to 10."""

RUNNING_LEVEL = math.log(1.5)
"""Epsilon of each of its queries."""

RUNNING_OUTPUTS = (True, False, True, True)
"""Outputs of the first four queries in Example 3."""

RUNNING_BUDGET = 2.0 * RUNNING_LEVEL


def running_query(power: int) -> TableQuery:
    """Return the query for x^power of Example 2: P(1 | x) = .4 + .2 (x/10)^power (Eq. 11)."""
    validate.count(power, 1, 1_000, "power")
    return TableQuery(0.4 + 0.2 * (np.arange(LARGEST + 1) / LARGEST) ** power)


COIN_DOMAIN = FiniteDomain((0, 1))


def coin_query(epsilon: float) -> RandomisedResponse:
    """Return Example 1's randomised response about one bit."""
    return RandomisedResponse(np.array([False, True]), epsilon)


NAMES = ("heart disease", "stroke", "diabetes", "sleep")
"""Results of the check-up: three logistic regressions, and a truncated linear one in hours."""

COORDINATES = ("age, years", "sex", "blood pressure, mmHg", "BMI, kg/m²")
"""Of the record; sex is 0 (female) or 1 (male)."""

SLOPES = np.array(
    [
        [-0.059, -1.456, -0.0134, 0.0],
        [0.0761, 0.0952, 0.0, 0.0163],
        [0.0491, 0.0, -0.0091, 0.1039],
        [0.0855, 0.4617, -0.07, 0.0],
    ]
)
INTERCEPTS = (6.177, -7.989, -5.07, 12.323)
"""Coefficients as printed, one row a regression."""

TOPS = (1, 1, 1, 12)
"""Upper ends of the ranges of the results, as printed; the lower ends are 0."""


PRINTED: dict[tuple[bool, ...], float] = {
    (False, False, False, False): 2.4639,
    (False, False, True, False): 2.4084,
    (False, False, False, True): 1.8036,
    (False, False, True, True): 2.7253,
    (False, True, False, False): 2.6865,
    (False, True, True, False): 3.1550,
    (False, True, False, True): 2.4642,
    (False, True, True, True): 3.7449,
    (True, False, False, False): 3.4761,
    (True, False, True, False): 2.2610,
    (True, False, False, True): 2.7511,
    (True, False, True, True): 2.1975,
    (True, True, False, False): 2.3362,
    (True, True, True, False): 1.6863,
    (True, True, False, True): 1.9062,
    (True, True, True, True): 2.4959,
}
"""Losses as printed, by output; each is higher than the certified loss."""

_MEAN = np.array([50.0, 0.5, 125.0, 27.0])
_SPREAD = np.array([17.0, 0.0, 18.0, 5.0])


def checkup_queries(epsilon: float = 1.0) -> tuple[RegressionQuery, ...]:
    """Return heart disease, stroke, diabetes (high = 1) and sleep (high = 12 h), as printed."""
    *diseases, sleep = zip(SLOPES, INTERCEPTS, strict=True)
    return (
        *(LogisticQuery(slope, intercept, epsilon=epsilon) for slope, intercept in diseases),
        TruncatedLinearQuery(*sleep, 0.0, float(TOPS[-1]), epsilon),
    )


def checkup_domain() -> Box:
    """Return the box: age 10 to 100, sex 0 or 1, blood pressure 50 to 200, BMI 10 to 50."""
    return Box([10, 0, 50, 10], [100, 1, 200, 50], [False, True, False, False])


def draw_record(rng: np.random.Generator) -> FloatArray:
    """Return (4,) record of a simulated person; no real person's data stands behind it.

    Age, blood pressure and BMI are independent normals (means 50, 125, 27; standard
    deviations 17, 18, 5), rounded, clipped to the domain; sex is a fair coin.
    """
    drawn = np.round(rng.normal(_MEAN, _SPREAD))
    drawn[1] = rng.integers(0, 2)
    return np.clip(drawn, checkup_domain().low, checkup_domain().high)


@dataclass(frozen=True, eq=False)
class Outcome:
    """One of the 16 outcomes: outputs of the four queries, True for high, and its loss.

    Attributes:
        loss, printed: certified, at epsilon = 1, and as in the paper.
    """

    outputs: tuple[bool, ...]
    loss: RealisedLoss
    printed: float


def outcome(outputs: tuple[bool, ...], gap: float = 1e-4) -> Outcome:
    """Return one row of Appendix E, each of its extrema certified to a gap."""
    loss = realized_loss(checkup_queries(), outputs, checkup_domain(), gap=gap)
    return Outcome(outputs, loss, PRINTED[outputs])


def outcome_table(gap: float = 1e-4) -> tuple[Outcome, ...]:
    """Return all 16 rows of Appendix E, in ascending binary order of the outputs."""
    return tuple(outcome(outputs, gap) for outputs in itertools.product((False, True), repeat=4))


@result
class Checkup:
    """All 16 outcomes for one record, from the least to the largest loss.

    Attributes:
        results: (4,) of the regressions, before any noise.
        labels: 16 outcomes as printed ("0 1 0 12").
        losses: (16,) certified realised loss.
        probabilities: (16,) of each outcome for this record.
        basic: what basic composition counts for the four answers.
    """

    results: FloatArray
    labels: tuple[str, ...]
    losses: FloatArray
    probabilities: FloatArray
    basic: float

    @property
    def expected_loss(self) -> float:
        return float(self.probabilities @ self.losses)

    @property
    def median_loss(self) -> float:
        """Half of the time, at least, the loss is at most this."""
        return float(self.losses[np.searchsorted(np.cumsum(self.probabilities), 0.5)])


def checkup(record: Sequence[float], outcomes: Sequence[Outcome]) -> Checkup:
    """Compute the loss of the four answers, with epsilon = 1 each, about a record.

    Args:
        record: age in years, sex (0 female, 1 male), blood pressure in mmHg, BMI in kg/m2.
        outcomes: the 16 rows of `outcome_table`.

    Raises:
        InvalidInput: a value outside the domain, or a sex that is neither 0 nor 1.
    """
    box, values = checkup_domain(), validate.as_floats(record, "record")
    if values.shape != box.low.shape:
        raise InvalidInput("record", f"must have {box.dimension} values", values.size)
    for name, value, low, high in zip(COORDINATES, values, box.low, box.high, strict=True):
        validate.within(float(value), float(low), float(high), name)
    integers = values[box.integer]
    if not np.all(integers == np.round(integers)):
        raise InvalidInput("sex", "must be 0 (female) or 1 (male)", f"{integers[0]:g}")
    queries = checkup_queries()
    chances = np.array([float(query.probability_high(values)) for query in queries])
    ordered = sorted(outcomes, key=lambda outcome: outcome.loss.upper)
    high = np.array([outcome.outputs for outcome in ordered])
    return Checkup(
        np.array([float(query.result(values)) for query in queries]),
        tuple(map(label_of, ordered)),
        np.array([outcome.loss.upper for outcome in ordered]),
        np.prod(np.where(high, chances, 1.0 - chances), axis=1),
        float(sum(query.epsilon for query in queries)),
    )


def label_of(outcome: Outcome) -> str:
    """Return the four answers as printed: diseases 0 or 1, sleep 0 or 12 hours."""
    return " ".join(str(high * top) for high, top in zip(outcome.outputs, TOPS, strict=True))
