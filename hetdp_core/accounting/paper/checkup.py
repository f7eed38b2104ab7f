"""The paper's check-up: four health regressions, a record, and all 16 outcomes (Appendix E)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from hetdp_core.accounting.domain import Box
from hetdp_core.accounting.paper.health import HEALTH
from hetdp_core.accounting.queries import LogisticQuery, RegressionQuery, TruncatedLinearQuery
from hetdp_core.accounting.search import LOGISTIC
from hetdp_core.accounting.transcripts.loss import RealisedLoss
from hetdp_core.accounting.transcripts.realised import realized_loss
from hetdp_core.validate import FloatArray

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
"""Losses as printed, by output; they are upper bounds of a search that was stopped early."""

_MEAN = np.array([50.0, 0.5, 125.0, 27.0])
_SPREAD = np.array([17.0, 0.0, 18.0, 5.0])


def checkup_queries(epsilon: float = 1.0) -> tuple[RegressionQuery, ...]:
    """Return heart disease, stroke, diabetes (high = 1) and sleep (high = 12 h), as printed.

    Args:
        epsilon: of each of the four queries; 1 in the paper.
    """
    made: list[RegressionQuery] = []
    for j in range(len(HEALTH.names)):
        slope, intercept = HEALTH.slope[j], float(HEALTH.intercept[j])
        if HEALTH.kind[j] == LOGISTIC:
            made.append(LogisticQuery(slope, intercept, epsilon=epsilon))
        else:
            low, high = float(HEALTH.low[j]), float(HEALTH.high[j])
            made.append(TruncatedLinearQuery(slope, intercept, low, high, epsilon))
    return tuple(made)


def checkup_domain() -> Box:
    """Return the box: age 10 to 100, sex 0 or 1, blood pressure 50 to 200, BMI 10 to 50."""
    return Box(HEALTH.record_low, HEALTH.record_high, HEALTH.record_integer)


def draw_record(rng: np.random.Generator) -> FloatArray:
    """Return (4,) record of a simulated person; no real person's data stands behind it.

    Age, blood pressure and BMI are independent normals (means 50, 125, 27; standard
    deviations 17, 18, 5), rounded, clipped to the domain; sex is a fair coin.
    """
    drawn = np.round(rng.normal(_MEAN, _SPREAD))
    drawn[1] = rng.integers(0, 2)
    found: FloatArray = np.clip(drawn, HEALTH.record_low, HEALTH.record_high)
    return found


@dataclass(frozen=True, eq=False)
class Outcome:
    """One of the 16 outcomes.

    Attributes:
        outputs: of the four queries, True for high.
        loss: certified, at epsilon = 1.
        printed: in the paper.
    """

    outputs: tuple[bool, ...]
    loss: RealisedLoss
    printed: float


def outcome(outputs: tuple[bool, ...], gap: float = 1e-4) -> Outcome:
    """Return one row of Appendix E.

    Args:
        outputs: four, True for high.
        gap: to which each extremum is certified.
    """
    loss = realized_loss(checkup_queries(), outputs, checkup_domain(), gap=gap)
    return Outcome(outputs, loss, PRINTED[outputs])


def outcome_table(gap: float = 1e-4) -> tuple[Outcome, ...]:
    """Return all 16 rows of Appendix E, in ascending binary order of the outputs."""
    return tuple(outcome(outputs, gap) for outputs in itertools.product((False, True), repeat=4))
