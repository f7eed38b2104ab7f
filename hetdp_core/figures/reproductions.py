"""All tables and figures of the papers at a glance: one mark each, by verdict."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from hetdp_core.figures import theme
from hetdp_core.figures.text import broken
from hetdp_core.figures.theme import Trace
from hetdp_core.reproductions import PAPERS, Card, Finding, Verdict, tally

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


def overview(cards: Sequence[Card]) -> go.Figure:
    """One mark for each table, figure and example, a row a paper, in the paper's order."""
    places = _places(cards)
    axes = {
        "xaxis": theme.titled(
            "Tables, figures and examples, in the order of each paper",
            showticklabels=False,
            showgrid=False,
            ticks="",
            range=[0, max(places, default=0) + 1],
        ),
        "yaxis": {
            "type": "category",
            "categoryorder": "array",
            "categoryarray": [broken(title, 13) for title in reversed(tuple(PAPERS.values()))],
            "range": [-0.6, len(PAPERS) - 0.4],
            "showgrid": False,
        },
    }
    return theme.figure([_marks(kind, cards, places) for kind in Verdict], axes)


def _places(cards: Sequence[Card]) -> list[int]:
    """Place of each card among those of its paper, from 1."""
    seen = dict.fromkeys(PAPERS, 0)
    places = []
    for one in cards:
        seen[one.item.paper] += 1
        places.append(seen[one.item.paper])
    return places


def _marks(kind: Verdict, cards: Sequence[Card], places: Sequence[int]) -> Trace:
    shown = [(one, at) for one, at in zip(cards, places, strict=True) if one.verdict is kind]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": str(kind),
        "x": [at for _, at in shown],
        "y": [broken(PAPERS[one.item.paper], 13) for one, _ in shown],
        "text": [one.item.item for one, _ in shown],
        "marker": {
            "size": 17,
            "color": COLOURS[kind],
            "symbol": SYMBOLS[kind],
            "line": {"width": 3, "color": COLOURS[kind]},
        },
        "hovertemplate": "%{text}<extra>%{fullData.name}</extra>",
    }


def counts(cards: Sequence[Card]) -> pd.DataFrame:
    """How many of each paper have each verdict."""
    rows = tally(cards)
    table = pd.DataFrame({"paper": [PAPERS[paper] for paper in rows]})
    for kind in Verdict:
        table[str(kind)] = [row[kind] for row in rows.values()]
    table["all"] = [sum(row.values()) for row in rows.values()]
    return table


def findings(rows: Sequence[Finding]) -> pd.DataFrame:
    """The rows of a card as texts: printed, ours, difference, and whether they agree."""
    return pd.DataFrame(
        {
            "what": [row.label for row in rows],
            "printed": [row.printed or "–" for row in rows],
            "ours": [_short(row.ours) for row in rows],
            "difference": [
                "" if row.difference is None else _short(row.difference) for row in rows
            ],
            "agrees": [_AGREES[row.agrees] for row in rows],
        }
    )


_AGREES = {True: "yes", False: "no", None: "–"}


def _short(value: float) -> str:
    """Four digits; a rounding error is nothing.

    >>> _short(0.25996), _short(3e-15), _short(float("inf"))
    ('0.26', '0', '∞')
    """
    text = f"{0.0 if abs(value) < 1e-9 else value:.4g}"
    return text.replace("inf", "∞").replace("-", "−")
