"""The guarantees of a release, as a table before it is made; its errors in words."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from hetdp_core.figures.formats import bounds, level, number, with_unit
from hetdp_core.meaning import odds_factor
from hetdp_core.numerals import as_bound, unit_of_errors
from hetdp_core.release import GivenSoFar, ReleasePlan, ReleaseRequest, Span, condensed

MOST_ROWS = 12
"""Rows of the table: more levels than that are put together."""


def error_in_words(
    request: ReleaseRequest, error: float, say: Callable[[float], str] = number
) -> str:
    """Return an error of a mean that was requested, with its unit; of percentages in points."""
    parts, unit = (100.0, "%") if request.share_of else (1.0, request.unit)
    return with_unit(say(parts * error), unit_of_errors(unit))


def promise_table(plan: ReleasePlan, afterwards: GivenSoFar, most: int = MOST_ROWS) -> pd.DataFrame:
    """Return who gets what: by this release alone, and together with those made before.

    A row of several levels says what holds for its strictest and for its least private people.
    """
    spans, together = condensed(plan.groups, most), condensed(afterwards.groups, most)
    wishes = {"column": "requested ε", "completed": "privacy level ε", "profile": "assigned ε"}
    wish = wishes.get(plan.request.levels_from, "ε for all")
    return pd.DataFrame(
        {
            wish: [level_asked(span) for span in spans],
            "people": [span.users for span in spans],
            "guaranteed ε": [bounds(span.least, span.guaranteed) for span in spans],
            "odds change by at most ×": [
                bounds(odds_factor(as_bound(span.least)), odds_factor(as_bound(span.guaranteed)))
                for span in spans
            ],
            "with earlier releases ε": [bounds(span.least, span.guaranteed) for span in together],
        }
    )


def level_asked(span: Span) -> str:
    """Return the levels that the people of a span asked for."""
    if span.low == span.high:
        return level(span.low)
    return f"{number(span.low)} to {number(span.high)}"
