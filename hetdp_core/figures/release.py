"""What a release will guarantee, drawn before it is made; what it brought, in words.

The numbers of a release that is about to be made, as a table.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from hetdp_core.figures import text, theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.text import level, number, rounded, within
from hetdp_core.figures.theme import Trace
from hetdp_core.release import GivenSoFar, Receipt, ReleasePlan, Span, condensed
from hetdp_core.release.groups import odds_factor

MOST_SPANS = 300
"""Steps of the curves: more levels than that are put together."""


def promise(plan: ReleasePlan) -> Figure:
    """Draw privacy asked and privacy guaranteed, users sorted from the strictest."""
    spans = condensed(plan.groups, MOST_SPANS)
    users = np.cumsum([0, *(span.users for span in spans)])
    share = (100.0 * users / users[-1]).tolist()
    asked = [span.high if math.isfinite(span.high) else math.nan for span in spans]  # NaN: a gap
    traces = [
        _steps(share, [span.guaranteed for span in spans], "guaranteed", theme.BLUE, 5, "solid"),
        {
            **_steps(share, asked, "asked", theme.GREY, 3, "dot"),
            "fill": "tonexty",
            "fillcolor": theme.FREE_PRIVACY,
        },
    ]
    within = _level_range(spans)
    axes = {
        "xaxis": theme.titled(
            "People, from the strictest to the most relaxed", range=[0, 100], ticksuffix=" %"
        ),
        "yaxis": theme.logarithmic("Privacy loss ε", range=within, **theme.ticks(*within)),
    }
    return theme.figure(traces, axes)


def in_words(receipt: Receipt) -> str:
    """Return the released number, and what it says of the mean without noise; without the unit."""
    if receipt.shrink == 1.0 or receipt.everybody:
        return within(receipt.released, receipt.half_width)
    least, most = (rounded(end, receipt.half_width) for end in receipt.interval)
    return f"{rounded(receipt.released, receipt.half_width)} ({least} to {most})"


def _steps(
    share: list[float], levels: list[float], name: str, colour: str, width: int, dash: str
) -> Trace:
    return {
        "type": "scatter",
        "x": share,
        "y": [*levels, levels[-1]],
        "name": name,
        "mode": "lines",
        "line": {"shape": "hv", "color": colour, "width": width, "dash": dash},
        "hovertemplate": f"{name} ε = %{{y:.3g}}<extra></extra>",
    }


def _level_range(spans: tuple[Span, ...]) -> list[float]:
    levels = [level for span in spans for level in (span.low, span.high, span.guaranteed)]
    finite = [level for level in levels if math.isfinite(level)]
    return [theme.decade(min(finite)) - 0.2, theme.decade(max(finite)) + 0.2]


def promise_table(
    plan: ReleasePlan, afterwards: GivenSoFar, most: int = MOST_SPANS
) -> pd.DataFrame:
    """Return who gets what: this release alone, and together with those made before."""
    together = condensed(afterwards.groups, most)
    with_earlier = [text.span(span.least, span.guaranteed) for span in together]
    return promise_table_alone(plan, most).assign(**{"with earlier releases ε": with_earlier})


def promise_table_alone(plan: ReleasePlan, most: int = MOST_SPANS) -> pd.DataFrame:
    """Return who gets what from this release.

    A row of several levels says what holds for its strictest and for its most relaxed people.
    """
    spans = condensed(plan.groups, most)
    return pd.DataFrame(
        {
            "asked ε": [level_asked(span) for span in spans],
            "people": [span.users for span in spans],
            "guaranteed ε": [text.span(span.least, span.guaranteed) for span in spans],
            "odds change by at most ×": [
                text.span(odds_factor(span.least), odds_factor(span.guaranteed)) for span in spans
            ],
        }
    )


def level_asked(span: Span) -> str:
    """Return what the people of a span asked for."""
    if span.low == span.high:
        return level(span.low)
    return f"{number(span.low)} to {number(span.high)}"
