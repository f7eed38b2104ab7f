"""Figures of the check-up: what 16 outcomes would reveal, and Appendix E as printed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import number
from hetdp_core.figures.odometer.streams import budget_label, budget_line
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.odometer.examples import Checkup, Outcome, label_of

ANSWERS = "+: yes or high, −: no or low"

QUESTIONS = ("heart", "stroke", "diabetes", "sleep")


def checkup_outcomes(visit: Checkup) -> Figure:
    """Draw the 16 outcomes: the loss of each, and its probability for this record."""
    names = list(visit.labels)
    traces: list[Trace] = [
        theme.bars(
            x=names,
            y=visit.losses,
            name="what the outcome would reveal",
            marker={"color": theme.FILTER_COLOURS["bayesian"]},
            hover="%{x}: loss at most %{y:.3f}",
        ),
        theme.bars(
            x=names,
            y=100.0 * np.asarray(visit.probabilities),
            name="probability for this record",
            marker={"color": theme.GREEN},
            hover="%{x}: %{y:.1f} %",
            yaxis="y2",
        ),
    ]
    axes = {
        "xaxis": {**_answers(names), "anchor": "y2"},
        "yaxis": theme.titled(
            "Privacy loss L", domain=[0.48, 1.0], range=[0.0, 1.12 * visit.basic]
        ),
        "yaxis2": theme.titled("Chance", domain=[0.0, 0.36], ticksuffix=" %"),
    }
    words = {**budget_label(visit.basic), "text": f"basic composition {number(visit.basic)}"}
    ceiling = budget_line(visit.basic)
    ceiling["line"] = {**ceiling["line"], "color": theme.FILTER_COLOURS["basic"]}
    return theme.figure(traces, axes, shapes=[ceiling], annotations=[words, _questions("y2")])


def printed_losses(outcomes: Sequence[Outcome]) -> Figure:
    """Draw Appendix E: certified losses next to the printed ones."""
    names = list(map(label_of, outcomes))
    traces = [
        theme.points(
            x=names,
            y=values,
            name=name,
            marker={"color": colour, "size": 14, "symbol": symbol},
            hovertemplate="%{x}: %{y:.4f}<extra>%{fullData.name}</extra>",
        )
        for name, colour, symbol, values in (
            ("as printed", theme.VERMILLION, "diamond", [outcome.printed for outcome in outcomes]),
            ("exact", theme.BLUE, "circle", [outcome.loss.upper for outcome in outcomes]),
        )
    ]
    axes = {"xaxis": _answers(names), "yaxis": theme.titled("Privacy loss L")}
    return theme.figure(traces, axes, annotations=[_questions("y")])


def _questions(axis: str) -> dict[str, object]:
    """Name the rows of signs below an axis, on their left."""
    left = {
        "xref": "paper",
        "x": 0,
        "xanchor": "right",
        "xshift": -4,
        "yshift": -4,
        "align": "right",
    }
    below = {"yref": f"{axis} domain", "y": 0, "yanchor": "top", "showarrow": False}
    return {**left, **below, "text": "<br>".join(QUESTIONS)}


SIGNS = {"0": "−", "1": "+", "12": "+"}
"""What answers mean: yes or high, no or low."""


def _answers(names: Sequence[str]) -> Axis:
    """Return an axis of outcomes, each with its four answers upright, one below the other."""
    upright = ["<br>".join(SIGNS[answer] for answer in name.split()) for name in names]
    written = {"tickmode": "array", "tickvals": names, "ticktext": upright, "tickangle": 0}
    return theme.titled(ANSWERS, type="category", **written)
