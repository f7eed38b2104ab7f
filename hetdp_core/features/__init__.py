"""Privacy per feature in the local model (BCDP).

The ℓ2 channel, Mechanism 1 and its budgets, exact errors, least squares, and the measured
correlation between features (Aliakbarpour, Chaudhuri, Courtade, Fallah & Jordan,
"Enhancing feature-specific data protection via Bayesian coordinate differential privacy").
"""

from hetdp_core.features.allocation.rules import RULES, Allocation, allocate
from hetdp_core.features.bounds import corollary_1_bound, theorem_2_bound, theorem_3_bound
from hetdp_core.features.channel import privatize_l2, report_radius
from hetdp_core.features.correlation import Correlation, binned, permutation_null, total_variation
from hetdp_core.features.dataset import (
    FeatureTable,
    RuleComparison,
    compare_rules,
    feature_table,
    pays_off_up_to,
)
from hetdp_core.features.mechanism import (
    clipped_normal_mse,
    combination,
    coordinate_mse,
    coordinate_variance,
    estimate_mean,
    privatize,
)
from hetdp_core.features.notions import (
    Guarantees,
    cdp_to_bcdp,
    error_region,
    from_bcdp,
    from_cdp,
    from_ldp,
)
from hetdp_core.features.regression import least_squares
from hetdp_core.features.sweep import (
    CorrelationSweep,
    FeatureScenario,
    correlation_sweep,
    mixed_delta,
    two_group_delta,
)
