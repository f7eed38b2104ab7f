"""Whether to release a mean, and how: the gains and costs of each option, and a stated rule.

Everything here follows from public numbers: the declared bounds, how many users there are and what
each asks for.  No value of the data enters, so looking at it, and printing it, gives nothing away.
"""

from hetdp_core.decision.options import (
    EQUAL,
    PERSONAL,
    Option,
    Share,
    Subject,
    as_asked_or_alike,
    bets_right,
    for_all,
    not_releasing,
    one_for_all,
    releasing,
    subject_of,
)
from hetdp_core.decision.rule import (
    REASONS,
    Decision,
    decide,
    error_alike,
    level_needed,
    users_needed,
)

__all__ = [
    "EQUAL",
    "PERSONAL",
    "REASONS",
    "Decision",
    "Option",
    "Share",
    "Subject",
    "as_asked_or_alike",
    "bets_right",
    "decide",
    "error_alike",
    "for_all",
    "level_needed",
    "not_releasing",
    "one_for_all",
    "releasing",
    "subject_of",
    "users_needed",
]
