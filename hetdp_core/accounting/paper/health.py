"""The four regressions on health check-ups of the paper's section 6.3 and Appendix E."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core.accounting.search.terms import LOGISTIC, TRUNCATED
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class HealthRegressions:
    """Regressions on a record (age, sex, blood pressure, BMI), and the range of records.

    Attributes:
        names: of the regressions.
        coordinates: of the record, with units.
        slope: (4, 4) one row a regression.
        intercept: (4,)
        kind: (4,) three logistic regressions and one truncated linear one.
        low: (4,) range of each result; sleep is in hours.
        high: (4,)
        record_low: (4,) the domain.
        record_high: (4,)
        record_integer: (4,) sex is 0 (female) or 1 (male).
    """

    names: tuple[str, ...]
    coordinates: tuple[str, ...]
    slope: FloatArray
    intercept: FloatArray
    kind: NDArray[np.int64]
    low: FloatArray
    high: FloatArray
    record_low: FloatArray
    record_high: FloatArray
    record_integer: NDArray[np.bool_]

    def __post_init__(self) -> None:
        freeze_arrays(self)


HEALTH = HealthRegressions(
    names=("heart disease", "stroke", "diabetes", "sleep"),
    coordinates=("age, years", "sex", "blood pressure, mmHg", "BMI, kg/m²"),
    slope=np.array(
        [
            [-0.059, -1.456, -0.0134, 0.0],
            [0.0761, 0.0952, 0.0, 0.0163],
            [0.0491, 0.0, -0.0091, 0.1039],
            [0.0855, 0.4617, -0.07, 0.0],
        ]
    ),
    intercept=np.array([6.177, -7.989, -5.07, 12.323]),
    kind=np.array([LOGISTIC, LOGISTIC, LOGISTIC, TRUNCATED]),
    low=np.zeros(4),
    high=np.array([1.0, 1.0, 1.0, 12.0]),
    record_low=np.array([10.0, 0.0, 50.0, 10.0]),
    record_high=np.array([100.0, 1.0, 200.0, 50.0]),
    record_integer=np.array([False, True, False, False]),
)
"""Coefficients and ranges as printed."""
