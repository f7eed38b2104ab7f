"""What a decision makes of earlier releases of the same data, in words."""

from __future__ import annotations

from hetdp_core.decision import Option, bets_right
from hetdp_core.figures.text import about, number
from hetdp_core.release import GivenSoFar

_STAYS_OUT = "What was released before stays out"
"""What not to release makes of it."""


def adding_up(given: GivenSoFar | None) -> str:
    """Return what several releases add up to; "" for a single one.

    >>> adding_up(None)
    ''
    """
    if given is None:
        return ""
    return (
        f"It is one of {given.in_all} releases of this session: together they give away at "
        f"most ε = {number(given.most)} about anyone."
    )


def on_top(option: Option, before: float) -> str:
    """Return what an option makes of what was given away before; exact odds, but a bound on it.

    before : what earlier releases gave away at most about anyone.

    >>> from hetdp_core.decision import Subject, not_releasing
    >>> on_top(not_releasing(Subject("Age", "years", (0.0, 100.0), 5)), 1.0)
    'What was released before stays out: at most ε = 1 about anyone; about 73 of 100 bets right.'
    """
    most = option.together_with(before)
    what = "Together with what was released before" if option.releases else _STAYS_OUT
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
