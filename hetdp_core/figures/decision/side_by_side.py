"""The options of a decision as a table: a row a question, a column an option."""

from __future__ import annotations

from functools import partial

import pandas as pd

from hetdp_core.decision import Decision
from hetdp_core.figures.decision.before import with_before
from hetdp_core.figures.decision.options import (
    exposure,
    largest,
    may_lean,
    noise_within,
    pulled,
    typically_off,
    without_trust,
)

BETS = "Bets right on a fact about the most exposed user"
"""What the row about exposure is called."""

AND_BEFORE = "With earlier releases"
"""What the row about earlier releases is called."""


def summary(decision: Decision, before: float = 0.0) -> pd.DataFrame:
    """Return what stands side by side, a row a question, a column an option.

    before : what earlier releases gave away at most about anyone; 0 for none.
    """
    asked = {
        "Typical error, worst case": typically_off,
        "If nobody is trusted": without_trust,
        "Noise, 18 of 20 times": noise_within,
        "Pulled by unequal weights": pulled,
        BETS: exposure,
        "Largest ε of a user": largest,
    }
    if not any(may_lean(one) for one in decision.options):
        del asked["Pulled by unequal weights"]
    if before:
        asked[AND_BEFORE] = partial(with_before, before=before)
    columns = {one.name: [say(one) for say in asked.values()] for one in decision.options}
    return pd.DataFrame({"": list(asked), **columns})
