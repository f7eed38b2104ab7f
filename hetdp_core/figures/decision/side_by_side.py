"""The options of a decision as a table, and what earlier releases add to each of them."""

from __future__ import annotations

from functools import partial

import pandas as pd

from hetdp_core.decision import Decision, Option, bets_right
from hetdp_core.figures.decision.options import (
    exposure,
    largest,
    may_lean,
    noise_within,
    pulled,
    typically_off,
    without_trust,
)
from hetdp_core.figures.text import about, number

AND_BEFORE = "With earlier releases"
"""What the row about earlier releases is called."""


def summary(decision: Decision, before: float = 0.0) -> pd.DataFrame:
    """Return what stands side by side, a row a question, a column an option.

    before : the most that earlier releases gave away about anyone; 0 for none.
    """
    asked = {
        "Typical error, worst case": typically_off,
        "If nobody is trusted": without_trust,
        "Noise, 18 of 20 times": noise_within,
        "Pulled by unequal weights": pulled,
        "Bets right on a fact about the most exposed user": exposure,
        "Largest ε of a user": largest,
    }
    if not any(may_lean(one) for one in decision.options):
        del asked["Pulled by unequal weights"]
    if before:
        asked[AND_BEFORE] = partial(with_before, before=before)
    columns = {one.name: [say(one) for say in asked.values()] for one in decision.options}
    return pd.DataFrame({"": list(asked), **columns})


def on_top(option: Option, before: float) -> str:
    """Return what an option makes of what was given away before; exact odds, but a bound on it.

    before : the most that earlier releases gave away about anyone.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> on_top(not_releasing(Subject("Age", "years", (0.0, 100.0), 5)), 1.0)
    'What was released before stays out: at most ε = 1 about anyone; about 73 of 100 bets right.'
    """
    most = option.together_with(before)
    stays = "What was released before stays out"
    what = "Together with what was released before" if option.releases else stays
    right = about(bets_right(most))
    return f"{what}: at most ε = {number(most)} about anyone; {right} of 100 bets right."


def with_before(option: Option, before: float) -> str:
    """Return the same in a few words.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> with_before(not_releasing(Subject("Age", "years", (0.0, 100.0), 5)), 1.0)
    'ε ≤ 1: 73 of 100'
    """
    most = option.together_with(before)
    return f"ε ≤ {number(most)}: {bets_right(most):.0f} of 100"


def beyond_in_all(people: int) -> str:
    """Return how many will have given more in all releases together than they ask for.

    >>> beyond_in_all(1)
    'Taken together, 1 person gives more than the ε in the table.'
    """
    who = "1 person gives" if people == 1 else f"{people:,} people give"
    return f"Taken together, {who} more than the ε in the table."
