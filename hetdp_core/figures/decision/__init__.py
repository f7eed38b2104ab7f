"""Options of a decision side by side: their dots on one axis, their numbers, and the sentences."""

from hetdp_core.figures.decision.before import (
    adding_up,
    beyond_in_all,
    on_top,
    with_before,
)
from hetdp_core.figures.decision.dots import (
    AXIS,
    figure,
    rows_of,
    values_table,
)
from hetdp_core.figures.decision.options import (
    at_most,
    beside_noise,
    choice,
    exposure,
    gives_and_gets,
    in_unit,
    largest,
    may_be_off,
    may_lean,
    needs_trust,
    noise_within,
    of_what,
    pulled,
    typically_off,
    without_trust,
)
from hetdp_core.figures.decision.side_by_side import (
    AND_BEFORE,
    BETS,
    summary,
)
from hetdp_core.figures.decision.verdict import (
    departs,
    of_what_each,
    reason,
    recommendation,
    recommended,
)

__all__ = [
    "AND_BEFORE",
    "AXIS",
    "BETS",
    "adding_up",
    "at_most",
    "beside_noise",
    "beyond_in_all",
    "choice",
    "departs",
    "exposure",
    "figure",
    "gives_and_gets",
    "in_unit",
    "largest",
    "may_be_off",
    "may_lean",
    "needs_trust",
    "noise_within",
    "of_what",
    "of_what_each",
    "on_top",
    "pulled",
    "reason",
    "recommendation",
    "recommended",
    "rows_of",
    "summary",
    "typically_off",
    "values_table",
    "with_before",
    "without_trust",
]
