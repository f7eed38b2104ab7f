"""Options of a decision side by side: their dots on one axis, their numbers, and the sentences."""

from hetdp_core.figures.decision.dots import figure, rows_of, values_table
from hetdp_core.figures.decision.options import (
    at_most,
    choice,
    gives_and_gets,
    in_unit,
    largest,
    may_lean,
    needs_trust,
    of_what,
    typically_off,
    without_trust,
)
from hetdp_core.figures.decision.side_by_side import (
    AND_BEFORE,
    beyond_in_all,
    on_top,
    summary,
    with_before,
)
from hetdp_core.figures.decision.verdict import of_what_each, reason, recommendation

__all__ = [
    "AND_BEFORE",
    "at_most",
    "beyond_in_all",
    "choice",
    "figure",
    "gives_and_gets",
    "in_unit",
    "largest",
    "may_lean",
    "needs_trust",
    "of_what",
    "of_what_each",
    "on_top",
    "reason",
    "recommendation",
    "rows_of",
    "summary",
    "typically_off",
    "values_table",
    "with_before",
    "without_trust",
]
