"""Privacy per feature in the local model (BCDP).

The ℓ2 channel, Mechanism 1 and its budgets, exact errors, least squares, and the measured
correlation between features (Aliakbarpour, Chaudhuri, Courtade, Fallah & Jordan,
"Enhancing feature-specific data protection via Bayesian coordinate differential privacy").
"""

from hetdp_core.features.allocation import RULES, Allocation, Rule, allocate
from hetdp_core.features.bounds import corollary_1_bound, theorem_2_bound, theorem_3_bound
from hetdp_core.features.channel import privatize_l2, report_radius
from hetdp_core.features.comparison import RuleComparison, compare_rules
from hetdp_core.features.correlation import (
    Correlation,
    binned,
    permutation_null,
    total_variation,
)
from hetdp_core.features.curves import (
    CorrelationSweep,
    FeatureScenario,
    RuleCurve,
    correlation_sweep,
    mixed_delta,
    two_group_delta,
)
from hetdp_core.features.error_region import error_region
from hetdp_core.features.mechanism import estimate_mean, privatize
from hetdp_core.features.notions import (
    Guarantees,
    cdp_to_bcdp,
    from_bcdp,
    from_cdp,
    from_ldp,
)
from hetdp_core.features.regression import LeastSquaresFit, least_squares
from hetdp_core.features.table import FeatureTable, feature_table
from hetdp_core.features.variance import (
    clipped_normal_mse,
    combination,
    coordinate_mse,
    coordinate_variance,
)

__all__ = [
    "RULES",
    "Allocation",
    "Correlation",
    "CorrelationSweep",
    "FeatureScenario",
    "FeatureTable",
    "Guarantees",
    "LeastSquaresFit",
    "Rule",
    "RuleComparison",
    "RuleCurve",
    "allocate",
    "binned",
    "cdp_to_bcdp",
    "clipped_normal_mse",
    "combination",
    "compare_rules",
    "coordinate_mse",
    "coordinate_variance",
    "corollary_1_bound",
    "correlation_sweep",
    "error_region",
    "estimate_mean",
    "feature_table",
    "from_bcdp",
    "from_cdp",
    "from_ldp",
    "least_squares",
    "mixed_delta",
    "permutation_null",
    "privatize",
    "privatize_l2",
    "report_radius",
    "theorem_2_bound",
    "theorem_3_bound",
    "total_variation",
    "two_group_delta",
]
