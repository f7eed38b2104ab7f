"""Privacy accounting by realised loss, in the local model.

Queries about one person's record, the privacy loss their outputs realised, and filters that accept
queries as long as the loss stays within a budget (Pan, "Actual knowledge gain as privacy loss in
local privacy accounting").
"""

from hetdp_core.odometer.beliefs import g_leakage, knowledge_gain, likelihood_on, posterior
from hetdp_core.odometer.domain import Box, FiniteDomain, as_domain
from hetdp_core.odometer.examples import checkup_domain, checkup_queries, draw_record, outcome_table
from hetdp_core.odometer.filters.basic import BasicFilter
from hetdp_core.odometer.filters.realised import ApproximateFilter, BayesianFilter, SimplifiedFilter
from hetdp_core.odometer.filters.unseen import ComposedFilter, ConcentratedFilter
from hetdp_core.odometer.levels import QuestionLevels, by_importance
from hetdp_core.odometer.queries import (
    GaussianQuery,
    LevelsQuery,
    LinearQuery,
    LogisticQuery,
    RandomisedResponse,
    TableQuery,
    TruncatedLinearQuery,
)
from hetdp_core.odometer.search import GROUPS_ONLY, SearchEffort
from hetdp_core.odometer.streams.stream import StreamScenario, run_stream
from hetdp_core.odometer.transcripts.realised import realized_loss
