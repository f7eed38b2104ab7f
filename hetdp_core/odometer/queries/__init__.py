"""Questions an analyst may put to a person's record, each answered under local DP.

Most report one of two outputs: True (the high value) or False (the low one). `wider` has those
with more of them.
"""

from hetdp_core.odometer.queries.question import (
    Query,
    Question,
    RandomisedResponse,
    TableQuery,
    Value,
)
from hetdp_core.odometer.queries.regression import (
    LinearQuery,
    LogisticQuery,
    RegressionQuery,
    TruncatedLinearQuery,
)
from hetdp_core.odometer.queries.wider import MOST_LEVELS, GaussianQuery, LevelsQuery
