"""Certified extrema of a joint log-likelihood of private answers, over a box."""

from hetdp_core.accounting.search.allowance import Allowance, Stop
from hetdp_core.accounting.search.certify import Extremum, extremum
from hetdp_core.accounting.search.pooled import BothExtrema, can_pool, pooled_extrema
from hetdp_core.accounting.search.terms import LINEAR, LOGISTIC, TRUNCATED, Terms
