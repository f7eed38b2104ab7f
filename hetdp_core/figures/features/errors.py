"""Figures of feature privacy: the hero, and what lies behind it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from hetdp_core.features.allocation import RULES
from hetdp_core.features.comparison import RuleComparison
from hetdp_core.features.correlation import Correlation
from hetdp_core.features.curves import CorrelationSweep
from hetdp_core.features.releases import Releases
from hetdp_core.features.triangle import QueryShares
from hetdp_core.figures import ends, theme
from hetdp_core.figures.frames import Frames
from hetdp_core.figures.text import broken, number
from hetdp_core.figures.theme import Trace
from hetdp_core.grids import round_above
from hetdp_core.validate import FloatArray

LOWER_PANEL = {"xaxis": "x2", "yaxis": "y2"}

MOST_LABELLED_ROWS, MOST_LABELLED_COLUMNS = 12, 18
"""Of the triangle: in more cells their shares would not be legible."""


def error_against_correlation(sweep: CorrelationSweep) -> go.Figure:
    """Hero figure: total error of the three rules against q, and the budgets at the present q."""
    traces = [trace for rule in sweep.curves for trace in _rule_traces(sweep, rule)]
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1], anchor="y"),
        "yaxis": theme.titled(
            "Error of the mean", domain=[0.5, 1.0], range=ends.total_error(sweep)
        ),
        "xaxis2": theme.titled("Feature", anchor="y2", range=_room(sweep.feature_numbers)),
        "yaxis2": theme.titled("Budget", domain=[0.0, 0.3], range=ends.budgets(sweep), anchor="x2"),
    }
    return theme.figure(traces, axes)


def _rule_traces(sweep: CorrelationSweep, rule: str) -> list[Trace]:
    """Band, line, marker at the present q, and budgets: five traces a rule, in this order."""
    curve, colour = sweep.curves[rule], theme.RULE_COLOURS[rule]
    now = sweep.current
    edge = {"type": "scatter", "x": sweep.q, "mode": "lines", "line": {"width": 0}}
    quiet = {"showlegend": False, "hoverinfo": "skip", "legendgroup": rule}
    marker = {
        "color": colour,
        "symbol": theme.RULE_SYMBOLS[rule],
        "line": {"color": "white", "width": 2},
    }
    return [
        {**edge, **quiet, "y": curve.spread.lower},
        {
            **edge,
            **quiet,
            "y": curve.spread.upper,
            "fill": "tonexty",
            "fillcolor": theme.translucent(colour),
        },
        {
            "type": "scatter",
            "x": sweep.q,
            "y": curve.total,
            "name": RULES[rule].title,
            "legendgroup": rule,
            "mode": "lines",
            "line": {"color": colour, "width": 5 if rule == "optimised" else 3},
            "hovertemplate": "q = %{x:.2f}: %{y:.3g}<extra>%{fullData.name}</extra>",
        },
        {
            "type": "scatter",
            "x": [sweep.q[now]],
            "y": [curve.total[now]],
            "name": f"{RULES[rule].title} now",
            "mode": "markers",
            "marker": {**marker, "size": 15},
            **quiet,
        },
        {
            "type": "scatter",
            "x": sweep.feature_numbers,
            "y": curve.budgets[now],
            "name": f"{RULES[rule].title}: budgets",
            "mode": "markers",
            "marker": {**marker, "size": 13},
            "showlegend": False,
            "legendgroup": rule,
            "hovertemplate": "feature %{x}: c = %{y:.3g}<extra></extra>",
            **LOWER_PANEL,
        },
    ]


def _room(numbers: FloatArray) -> list[float]:
    """An axis range that leaves room beside the first and the last feature."""
    return [0.5, len(numbers) + 0.5]


_PER_RULE, _NOW, _BUDGETS = 5, 3, 4


def correlation_frames(sweep: CorrelationSweep) -> Frames:
    """The whole course of q, so that the hero figure follows the drag."""
    place = sweep.q[:, None]
    moving: dict[int, dict[str, FloatArray]] = {}
    for index, curve in enumerate(sweep.curves.values()):
        first = _PER_RULE * index
        moving[first + _NOW] = {"x": place, "y": curve.total[:, None]}
        moving[first + _BUDGETS] = {"y": curve.budgets}
    return Frames(
        values=sweep.q,
        labels=[f"{value:.2f}" for value in sweep.q],
        control="Correlation q between the features",
        current=sweep.current,
        ends=("independent", "copies of each other"),
        traces=moving,
        readouts={
            f"Error, {RULES[rule].title}": [number(total) for total in curve.total]
            for rule, curve in sweep.curves.items()
        },
    )


def per_feature(sweep: CorrelationSweep) -> go.Figure:
    """Error of each feature under each rule, at the present q."""
    bars = [
        {
            "type": "bar",
            "x": sweep.feature_numbers,
            "y": curve.mse[sweep.current],
            "name": RULES[rule].title,
            "marker": {"color": theme.RULE_COLOURS[rule]},
            "hovertemplate": "feature %{x}: %{y:.3g}<extra>%{fullData.name}</extra>",
        }
        for rule, curve in sweep.curves.items()
    ]
    axes = {
        "xaxis": theme.titled("Feature", dtick=1),
        "yaxis": theme.titled("Mean squared error"),
    }
    return theme.figure(bars, axes, barmode="group")


def triangle(shares: QueryShares) -> go.Figure:
    """Figure 2: which query feeds which coordinate, and with how much privacy each is asked."""
    rows, columns = shares.gaps.shape
    labelled = rows <= MOST_LABELLED_ROWS and columns <= MOST_LABELLED_COLUMNS
    cells = {
        "type": "heatmap",
        "x": list(shares.features),
        "y": [f"query {k + 1}, ε = {number(a)}" for k, a in enumerate(shares.privacy)],
        "z": shares.gaps,
        "zmin": 0,
        "zmax": 1,
        "texttemplate": "%{z:.0%}" if labelled else None,
        "colorscale": [[0, theme.PALE_BLUE], [1, theme.BLUE]],
        "showscale": not labelled,
        "colorbar": {"tickformat": ".0%", "outlinewidth": 0},
        "xgap": 4 if labelled else 1,
        "ygap": 4 if labelled else 1,
        "hoverongaps": False,
        "hovertemplate": "%{y} gives %{z:.1%} of the estimate of feature %{x}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("Feature, from the most to the least protected", type="category"),
        "yaxis": {"autorange": "reversed"},
    }
    return theme.figure([cells], axes)


def printed_against_unbiased(unbiased: CorrelationSweep, printed: CorrelationSweep) -> go.Figure:
    """Erratum 1 in one picture: the same rules with the radius as printed."""
    traces = []
    for dash, sweep, words in (("solid", unbiased, "unbiased"), ("dot", printed, "as printed")):
        for rule, curve in sweep.curves.items():
            traces.append(
                {
                    "type": "scatter",
                    "x": sweep.q,
                    "y": curve.total,
                    "name": f"{RULES[rule].title}, {words}",
                    "mode": "lines",
                    "line": {"color": theme.RULE_COLOURS[rule], "width": 3, "dash": dash},
                    "hovertemplate": "q = %{x:.2f}: %{y:.3g}<extra>%{fullData.name}</extra>",
                }
            )
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1]),
        "yaxis": theme.logarithmic("Error of the mean"),
    }
    return theme.figure(traces, axes)


def pair_map(found: Correlation, labels: Sequence[str]) -> go.Figure:
    """Heat map: how far each feature gives each other one away."""
    cells = {
        "type": "heatmap",
        "x": broken(labels),
        "y": broken(labels),
        "z": found.pairs,
        "zmin": 0,
        "zmax": _scale_end(found.pairs),
        "text": np.vectorize(lambda q: f"{q:.2f}")(found.pairs),
        "texttemplate": "%{text}",
        "colorscale": "Cividis",
        "colorbar": {"title": {"text": "q"}},
        "hovertemplate": "given %{y}, about %{x}: q = %{z:.2f}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("… tells about this one"),
        "yaxis": theme.titled("Knowing this feature …", autorange="reversed"),
    }
    return theme.figure([cells], axes)


def _scale_end(pairs: FloatArray) -> float:
    """A round number at or above all pairs, from 0.1 to 1: most real ones lie far below 1."""
    return min(1.0, round_above(max(0.1, float(np.max(pairs)))))


def measured_correlation(found: Correlation, null: FloatArray, labels: Sequence[str]) -> go.Figure:
    """q of each feature against what shuffled rows give: the part that is only bias."""
    names = broken(labels)
    measured = {
        "type": "scatter",
        "x": found.q,
        "y": names,
        "mode": "markers",
        "name": "measured q (biased upwards)",
        "marker": {"size": 16, "color": theme.BLUE},
        "hovertemplate": "%{y}: q = %{x:.2f}<extra></extra>",
    }
    shuffled = {
        "type": "box",
        "x": null.T.ravel(),
        "y": np.repeat(np.array(names), null.shape[0]),
        "orientation": "h",
        "name": "rows shuffled: no dependence left",
        "marker": {"color": theme.GREY},
    }
    axes = {
        "xaxis": theme.titled("q of the feature", range=[-0.02, 1.02]),
        "yaxis": {"autorange": "reversed"},
    }
    return theme.figure([shuffled, measured], axes)


def on_dataset(result: RuleComparison, labels: Sequence[str]) -> go.Figure:
    """Error of each column under each rule."""
    bars = [
        {
            "type": "bar",
            "x": broken(labels),
            "y": errors,
            "name": RULES[rule].title,
            "marker": {"color": theme.RULE_COLOURS[rule]},
            "hovertemplate": "%{x}: %{y:.3g}<extra>%{fullData.name}</extra>",
        }
        for rule, errors in result.mse.items()
    ]
    axes = {
        "xaxis": theme.titled("Column", type="category"),
        "yaxis": theme.titled("Mean squared error (range −1 to 1)"),
    }
    return theme.figure(bars, axes, barmode="group")


def coefficients(releases: Releases, labels: Sequence[str]) -> go.Figure:
    """Spread of the private coefficients of each rule around the non-private ones."""
    names = broken(labels)
    boxes = [
        {
            "type": "box",
            "x": np.tile(np.array(names), len(values)),
            "y": values.ravel(),
            "name": RULES[rule].title,
            "marker": {"color": theme.RULE_COLOURS[rule]},
            "boxpoints": False,
        }
        for rule, values in releases.coefficients.items()
    ]
    exact = {
        "type": "scatter",
        "x": names,
        "y": releases.nonprivate,
        "mode": "markers",
        "name": "not private",
        "marker": {"symbol": "star", "size": 18, "color": theme.GREEN},
        "hovertemplate": "%{x}: %{y:.3g}<extra>not private</extra>",
    }
    axes = {
        "xaxis": theme.titled("Column", type="category"),
        "yaxis": theme.titled("Coefficient (columns scaled to −1 … 1)"),
    }
    return theme.figure([*boxes, exact], axes, boxmode="group")
