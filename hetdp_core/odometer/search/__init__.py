"""Certified extrema of a joint log-likelihood of private answers, over a box."""

from hetdp_core.odometer.search.certify import Extremum, extremum
from hetdp_core.odometer.search.pooled import can_pool, pooled_extrema
from hetdp_core.odometer.search.terms import (
    GROUPS_ONLY,
    LINEAR,
    LOGISTIC,
    TRUNCATED,
    Allowance,
    SearchEffort,
    Stop,
    Terms,
)
