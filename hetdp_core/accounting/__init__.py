"""Privacy accounting by realised loss, in the local model.

Queries about one person's record, how much their outputs really told, and filters that
accept queries as long as that stays within a budget (Pan, "Actual knowledge gain as
privacy loss in local privacy accounting").
"""

from hetdp_core.accounting.channel import GroupMean, group_mean, perturb
from hetdp_core.accounting.checkup import (
    Outcome,
    checkup_domain,
    checkup_queries,
    draw_record,
    outcome_table,
)
from hetdp_core.accounting.decision import Decision, Odometer
from hetdp_core.accounting.domain import Box, FiniteDomain, as_domain
from hetdp_core.accounting.effort import GROUPS_ONLY, SearchEffort
from hetdp_core.accounting.filters import (
    ApproximateFilter,
    BasicFilter,
    BayesianFilter,
    SimplifiedFilter,
)
from hetdp_core.accounting.knowledge import (
    GLeakage,
    KnowledgeGain,
    g_leakage,
    grid,
    knowledge_gain,
    likelihood_on,
    posterior,
)
from hetdp_core.accounting.loss import RealisedLoss
from hetdp_core.accounting.queries import (
    LinearQuery,
    LogisticQuery,
    Query,
    RandomisedResponse,
    RegressionQuery,
    TableQuery,
    TruncatedLinearQuery,
)
from hetdp_core.accounting.realised import realized_loss
from hetdp_core.accounting.stream import (
    AcceptedBands,
    StreamResult,
    StreamScenario,
    StreamStep,
    run_stream,
)

__all__ = [
    "GROUPS_ONLY",
    "AcceptedBands",
    "ApproximateFilter",
    "BasicFilter",
    "BayesianFilter",
    "Box",
    "Decision",
    "FiniteDomain",
    "GLeakage",
    "GroupMean",
    "KnowledgeGain",
    "LinearQuery",
    "LogisticQuery",
    "Odometer",
    "Outcome",
    "Query",
    "RandomisedResponse",
    "RealisedLoss",
    "RegressionQuery",
    "SearchEffort",
    "SimplifiedFilter",
    "StreamResult",
    "StreamScenario",
    "StreamStep",
    "TableQuery",
    "TruncatedLinearQuery",
    "as_domain",
    "checkup_domain",
    "checkup_queries",
    "draw_record",
    "g_leakage",
    "grid",
    "group_mean",
    "knowledge_gain",
    "likelihood_on",
    "outcome_table",
    "perturb",
    "posterior",
    "realized_loss",
    "run_stream",
]
