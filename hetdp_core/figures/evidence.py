"""All tables and figures of the papers at a glance: one mark each, by verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal

import pandas as pd

from hetdp_core.evidence import Card, Finding, Verdict, tally
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import broken, exactly, number
from hetdp_core.figures.theme import Trace
from hetdp_core.papers import PAPERS

COLOURS = {
    Verdict.REPRODUCED: theme.GREEN,
    Verdict.ASSUMED: theme.BLUE,
    Verdict.WRONG: theme.VERMILLION,
    Verdict.IMPOSSIBLE: theme.GREY,
}

SYMBOLS = {
    Verdict.REPRODUCED: "circle",
    Verdict.ASSUMED: "circle-open",
    Verdict.WRONG: "x",
    Verdict.IMPOSSIBLE: "square-open",
}
"""What a colour leaves open, they settle."""


IN_A_ROW = 10
"""Marks side by side: few enough for a phone."""

PAPER_GAP = 0.35
"""Between the rows of two papers, in rows."""


def overview(cards: Sequence[Card]) -> Figure:
    """Draw one mark for each table, figure, example and statement, in rows by paper."""
    tops = _tops(cards)
    marks = [_marks(kind, cards, tops) for kind in Verdict]
    last = min((height for kind in marks for height in kind["y"]), default=0.0)
    axes = {
        "xaxis": theme.titled(
            "One mark for each table, figure, example and statement",
            showticklabels=False,
            showgrid=False,
            ticks="",
            range=[0.3, IN_A_ROW + 0.7],
        ),
        "yaxis": {
            "tickvals": list(tops.values()),
            "ticktext": broken((PAPERS[paper].topic for paper in tops), 13),
            "range": [last - 0.7, 0.7],
            "showgrid": False,
        },
    }
    return theme.figure(marks, axes)


def _tops(cards: Sequence[Card]) -> dict[str, float]:
    """Return the height of the first row of each paper, from 0 downwards."""
    tops, height = {}, 0.0
    for paper in PAPERS:
        tops[paper] = height
        number = sum(card.item.paper == paper for card in cards)
        height -= max(1, -(-number // IN_A_ROW)) + PAPER_GAP
    return tops


def _marks(kind: Verdict, cards: Sequence[Card], tops: Mapping[str, float]) -> Trace:
    shown = [
        (card.item.item, at % IN_A_ROW + 1, top - at // IN_A_ROW)
        for paper, top in tops.items()
        for at, card in enumerate(card for card in cards if card.item.paper == paper)
        if card.verdict is kind
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": str(kind),
        "x": [at for _, at, _ in shown],
        "y": [height for _, _, height in shown],
        "text": [item for item, _, _ in shown],
        "marker": {
            "size": 17,
            "color": COLOURS[kind],
            "symbol": SYMBOLS[kind],
            "line": {"width": 3 if SYMBOLS[kind].endswith("-open") else 0, "color": COLOURS[kind]},
        },
        "hovertemplate": "%{text}<extra>%{fullData.name}</extra>",
    }


def counts(cards: Sequence[Card]) -> pd.DataFrame:
    """Return how many of each paper have each verdict."""
    rows = tally(cards)
    table = pd.DataFrame({"paper": [PAPERS[paper].topic for paper in rows]})
    for kind in Verdict:
        table[str(kind)] = [row[kind] for row in rows.values()]
    table["all"] = [sum(row.values()) for row in rows.values()]
    return table


def findings(rows: Sequence[Finding]) -> pd.DataFrame:
    """Return the rows of a card as texts: printed, ours, difference, and whether they agree."""
    return pd.DataFrame(
        {
            "what": [row.label for row in rows],
            "in the paper": [_claim(row) for row in rows],
            "ours": [ours for ours, _ in map(_alike, rows)],
            "difference": [difference for _, difference in map(_alike, rows)],
            "agrees": [_AGREES[row.agrees] for row in rows],
        }
    )


def evidence(card: Card) -> pd.DataFrame:
    """The numbers of a claim as texts: what kind, the value, and what the claim says of it."""
    return pd.DataFrame(
        {
            "what": [finding.label for finding in card.findings],
            "kind": [check.kind for check in card.item.checks],
            "ours": [_short(finding.ours) for finding in card.findings],
            "claimed": [_claim(finding) for finding in card.findings],
        }
    )


def _claim(finding: Finding) -> str:
    return finding.printed.replace("-", "−") or "–"


_AGREES = {True: "yes", False: "no", None: "–"}


def _alike(row: Finding) -> tuple[str, str]:
    """Return ours to the last digit that is printed, and the difference, so that they add up.

    >>> _alike(Finding("", "2.7253", 2.57674, -0.14856, False))
    ('2.5767', '−0.1486')
    """
    if row.difference is None or not math.isfinite(row.ours):
        return _short(row.ours), "" if row.difference is None else _short(row.difference)
    printed, four_digits = Decimal(row.printed), Decimal(f"{_or_nothing(row.ours):.4g}")
    ours = Decimal(row.ours).quantize(min(printed, four_digits, key=_last_digit))
    return exactly(float(ours)), exactly(float(ours - printed))


def _last_digit(value: Decimal) -> int:
    return int(value.as_tuple().exponent)


def _short(value: float) -> str:
    """Return four digits; a rounding error is nothing.

    >>> _short(0.25996), _short(3e-15), _short(float("inf"))
    ('0.26', '0', '∞')
    """
    return number(_or_nothing(value), 4)


def _or_nothing(value: float) -> float:
    return 0.0 if abs(value) < 1e-9 else value
