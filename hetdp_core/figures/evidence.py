"""All tables and figures of the papers at a glance: one mark each, by verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal

import pandas as pd

from hetdp_core.evidence import Card, Finding, Verdict, tally
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import broken, number
from hetdp_core.figures.theme import Trace
from hetdp_core.papers import PAPERS

COLOURS = {
    Verdict.REPRODUCED: theme.GREEN,
    Verdict.ASSUMED: theme.BLUE,
    Verdict.IN_RANGE: theme.SKY,
    Verdict.GIVEN: theme.PURPLE,
    Verdict.WRONG: theme.VERMILLION,
    Verdict.IMPOSSIBLE: theme.GREY,
}

SYMBOLS = {
    Verdict.REPRODUCED: "circle",
    Verdict.ASSUMED: "circle-open",
    Verdict.IN_RANGE: "triangle-up-open",
    Verdict.GIVEN: "diamond-open",
    Verdict.WRONG: "x",
    Verdict.IMPOSSIBLE: "square-open",
}
"""They settle what a colour leaves open."""

IN_A_ROW = 10
"""Marks side by side: few enough for a phone."""

PAPER_GAP = 1.0
"""Between the rows of two papers, in rows: on a phone their names have two lines."""


def overview(cards: Sequence[Card]) -> Figure:
    """Draw one mark for each table, figure, example and statement, in rows by paper."""
    tops = _tops(cards)
    marks = [_marks(kind, cards, tops) for kind in Verdict]
    last = min((height for kind in marks for height in kind["y"]), default=0.0)
    axes = {
        "xaxis": theme.titled(
            "One mark for each table, figure, example and statement: all are explained below",
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
    where = "<br>{}, below" if kind is Verdict.WRONG else ""
    shown = [
        (card.item.item + where.format(card.item.erratum), at % IN_A_ROW + 1, top - at // IN_A_ROW)
        for paper, top in tops.items()
        for at, card in enumerate(card for card in cards if card.item.paper == paper)
        if card.verdict is kind
    ]
    return theme.points(
        name=f"{kind} ({len(shown)})",
        x=[at for _, at, _ in shown],
        y=[height for _, _, height in shown],
        text=[item for item, _, _ in shown],
        marker={
            "size": 14,
            "color": COLOURS[kind],
            "symbol": SYMBOLS[kind],
            "line": {"width": 3 if SYMBOLS[kind].endswith("-open") else 0, "color": COLOURS[kind]},
        },
        hovertemplate=f"%{{text}}<extra>{kind}</extra>",
    )


def counts(cards: Sequence[Card]) -> pd.DataFrame:
    """Return how many of each paper have each verdict."""
    rows = tally(cards)
    columns = {str(kind): [row[kind] for row in rows.values()] for kind in Verdict}
    every = [sum(row.values()) for row in rows.values()]
    return pd.DataFrame({"paper": [PAPERS[one].topic for one in rows], **columns, "all": every})


def findings(rows: Sequence[Finding]) -> pd.DataFrame:
    """Return the rows of a card as texts: printed, ours, their difference, and if they agree.

    Where a band decides, it is shown with ours over the printed number instead of the difference:
    rows that share one draw all lean to one side.  A column that is empty is left out.
    """
    ours = [_ours(row) for row in rows]
    columns = {
        "what": [row.label for row in rows],
        "in the paper": [_claim(row) for row in rows],
        "ours": ours,
        "our range": [
            f"{_short(row.band[0])} to {_short(row.band[1])}" if row.band else "" for row in rows
        ],
        "ours / paper": [
            number(row.ours / (row.ours - row.difference)) if row.band and row.difference else ""
            for row in rows
        ],
        "difference": [_difference(row, text) for row, text in zip(rows, ours, strict=True)],
        "agrees": ["in range" if row.band and row.agrees else _AGREES[row.agrees] for row in rows],
    }
    return pd.DataFrame({name: texts for name, texts in columns.items() if any(texts)})


def _ours(row: Finding) -> str:
    """Return four digits, or as many decimals as are printed or tell how ours is rounded."""
    text = _short(row.ours)
    if row.difference is None or row.band or not math.isfinite(row.ours):
        return text
    printed, decimals = (len(one.partition(".")[2]) for one in (row.printed, text))
    on_the_edge = decimals == printed + 1 and text.endswith("5")
    return f"{row.ours:,.{max(printed, decimals + on_the_edge)}f}".replace("-", "−")


def _difference(row: Finding, ours: str) -> str:
    """Return the difference of the two numbers as they are shown, so it adds up."""
    if row.difference is None or row.band:
        return ""
    if not math.isfinite(row.ours):
        return "0" if row.difference == 0.0 else "∞"
    apart = _decimal(ours) - _decimal(row.printed)
    return f"{apart:,f}".replace("-", "−") if apart else "0"


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").replace(",", ""))


def evidence(card: Card) -> pd.DataFrame:
    """Return the numbers of a claim as texts: kind, value, and the claim's statement on it."""
    return pd.DataFrame(
        {
            "what": [finding.label for finding in card.findings],
            "kind": [check.kind for check in card.item.checks],
            "ours": [_short(finding.ours) for finding in card.findings],
            "our claim": [_claim(finding) for finding in card.findings],
        }
    )


def _claim(finding: Finding) -> str:
    return finding.printed.replace("-", "−") or "–"


_AGREES = {True: "yes", False: "no", None: "–"}


def _short(value: float) -> str:
    """Return four digits; a rounding error is nothing.

    >>> _short(0.25996), _short(3e-15), _short(float("inf"))
    ('0.26', '0', '∞')
    """
    return number(0.0 if abs(value) < 1e-9 else value, 4)
