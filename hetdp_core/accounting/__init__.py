"""Privacy accounting by realised loss, in the local model.

Queries about one person's record, how much their outputs really told, and filters that
accept queries as long as that stays within a budget (Pan, "Actual knowledge gain as
privacy loss in local privacy accounting").
"""

from hetdp_core.accounting.beliefs.knowledge import (
    g_leakage,
    grid,
    knowledge_gain,
    likelihood_on,
    posterior,
)
from hetdp_core.accounting.domain import Box, FiniteDomain, as_domain
from hetdp_core.accounting.filters.approximate import ApproximateFilter
from hetdp_core.accounting.filters.base import BasicFilter
from hetdp_core.accounting.filters.realised import BayesianFilter, SimplifiedFilter
from hetdp_core.accounting.paper.checkup import (
    checkup_domain,
    checkup_queries,
    draw_record,
    outcome_table,
)
from hetdp_core.accounting.queries import (
    GaussianQuery,
    LevelsQuery,
    LinearQuery,
    LogisticQuery,
    RandomisedResponse,
    TableQuery,
    TruncatedLinearQuery,
)
from hetdp_core.accounting.search.allowance import GROUPS_ONLY, SearchEffort
from hetdp_core.accounting.streams.stream import (
    AcceptedBands,
    StreamScenario,
    StreamStep,
    run_stream,
)
from hetdp_core.accounting.transcripts.realised import realized_loss
