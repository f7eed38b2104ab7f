"""The numbers of a release that is about to be made, as a table."""

from __future__ import annotations

import pandas as pd

from hetdp_core.figures import text
from hetdp_core.figures.release.receipt import MOST_SPANS
from hetdp_core.figures.text import level, number
from hetdp_core.release import GivenSoFar, ReleasePlan, Span, condensed
from hetdp_core.release.groups import odds_factor


def promise(plan: ReleasePlan, afterwards: GivenSoFar, most: int = MOST_SPANS) -> pd.DataFrame:
    """Who gets what: this release alone, and together with those made before."""
    together = condensed(afterwards.groups, most)
    with_earlier = [text.span(one.least, one.guaranteed) for one in together]
    return promise_alone(plan, most).assign(**{"with earlier releases ε": with_earlier})


def promise_alone(plan: ReleasePlan, most: int = MOST_SPANS) -> pd.DataFrame:
    """Who gets what from this release.

    A row of several levels says what holds for its strictest and for its most relaxed people.
    """
    spans = condensed(plan.groups, most)
    return pd.DataFrame(
        {
            "asked ε": [asked(one) for one in spans],
            "people": [one.users for one in spans],
            "guaranteed ε": [text.span(one.least, one.guaranteed) for one in spans],
            "odds change by at most ×": [
                text.span(odds_factor(one.least), odds_factor(one.guaranteed)) for one in spans
            ],
        }
    )


def asked(span: Span) -> str:
    """What the people of a span asked for."""
    if span.low == span.high:
        return level(span.low)
    return f"{number(span.low)} to {number(span.high)}"
