"""Figures of feature privacy: what lies behind the hero.

Figures of the ideas behind feature privacy: small examples that move under the hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from hetdp_core.features.allocation import questions
from hetdp_core.features.allocation.rules import RULES
from hetdp_core.features.bounds import CONSTANT, BoundSweep
from hetdp_core.features.correlation import Correlation
from hetdp_core.features.dataset import RuleComparison
from hetdp_core.features.mechanism import QueryShares
from hetdp_core.features.notions import CopiesSweep, FiniteMechanism, RegionSweep
from hetdp_core.features.regression import Releases
from hetdp_core.features.sweep import CorrelationSweep, typical_miss
from hetdp_core.figures import theme
from hetdp_core.figures.features.hero import MISS, names_of
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import broken, level, number, share
from hetdp_core.figures.theme import Trace
from hetdp_core.grids import place_of, round_above
from hetdp_core.validate import FloatArray

LOW_TO_HIGH = [[0, "var(--st-secondary-background-color)"], [1, theme.BLUE]]
"""What is near 0 is near the background, in the light and in the dark."""

PAPERS_RULES = ("paper", "min_delta")
"""Rules that the paper itself draws."""

MOST_LABELLED_ROWS, MOST_LABELLED_COLUMNS = 12, 18
"""Of the triangle: in more cells their shares would not be legible."""


MOST_NAMED_LEVELS = 3
"""Of the budgets: more levels have no room for names and values in half of a page."""


def per_feature(sweep: CorrelationSweep, q: float) -> Figure:
    """Draw the typical error of each feature under each rule, at one of the values of q."""
    place, features = sweep.index(q), np.arange(1.0, len(sweep.scenario.delta) + 1.0)
    misses = {rule: curve.feature_misses[place] for rule, curve in sweep.curves.items()}
    axes = {"xaxis": theme.titled("Feature", dtick=1), "yaxis": theme.titled(MISS)}
    bars = _bars(features, misses, sweep.questions.feature_misses[place])
    return theme.figure(bars, axes, barmode="group")


def _bars(
    names: Sequence[str] | FloatArray,
    values: Mapping[str, FloatArray],
    drawn: FloatArray,
    said: str = "%{y:.3g} %",
) -> list[Trace]:
    """Return bars of (d,) values by rule, and those of one question a person."""
    ways = [
        (RULES[rule].title, RULES[rule].idea, theme.RULE_COLOURS[rule], each)
        for rule, each in values.items()
    ]
    ways.append((questions.TITLE, questions.IDEA, theme.WAY_COLOURS["drawn"], drawn))
    return [
        theme.bars(
            x=names,
            y=height,
            name=title,
            marker={"color": colour},
            hovertemplate=f"%{{x}}: {said}<br>{idea}<extra>%{{fullData.name}}</extra>",
        )
        for title, idea, colour, height in ways
    ]


def budgets(sweep: CorrelationSweep, q: float) -> Figure:
    """Draw budgets: a bar for each level, whose features get the same."""
    place, groups, drawn = sweep.index(q), sweep.groups, sweep.drawn
    few, chances = len(groups.levels) <= MOST_NAMED_LEVELS, drawn.chances[place]
    features = names_of(groups) if few else [*map(level, groups.levels)]
    given = {rule: curve.budgets[place, groups.first] for rule, curve in sweep.curves.items()}
    answered = np.where(chances > 0.0, drawn.levels[place], 0.0)
    bars = _bars(features, given, answered, "ε = %{y:.3g}")
    if few:
        for bar in bars:
            bar |= theme.VALUES_AT_ENDS | {"text": [*map(number, bar["y"].tolist())]}
    most = max(np.max(bar["y"]) for bar in bars)
    axes = {
        "xaxis": theme.titled("Features by level δ", type="category"),
        "yaxis": theme.titled("Budget ε", range=[0.0, 1.15 * float(most)]),
    }
    return theme.figure(bars, axes, barmode="group")


def triangle(shares: QueryShares) -> Figure:
    """Figure 2: which part of a report feeds which feature, and how much privacy it uses."""
    rows, columns = shares.gaps.shape
    labelled = rows <= MOST_LABELLED_ROWS and columns <= MOST_LABELLED_COLUMNS
    cells = {
        "type": "heatmap",
        "x": list(shares.features),
        "y": [f"part {k + 1}, ε = {number(a)}" for k, a in enumerate(shares.privacy)],
        "z": 100.0 * shares.gaps,
        "zmin": 0,
        "zmax": 100,
        "texttemplate": "%{z:.0f} %" if labelled else None,
        "colorscale": LOW_TO_HIGH,
        "showscale": not labelled,
        "colorbar": {"ticksuffix": " %", "outlinewidth": 0},
        "xgap": 4 if labelled else 1,
        "ygap": 4 if labelled else 1,
        "hoverongaps": False,
        "hovertemplate": "%{y}: %{z:.1f} % of the estimate of feature %{x}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("Feature, most protected first", type="category"),
        "yaxis": {"autorange": "reversed"},
    }
    return theme.figure([cells], axes)


def printed_against_unbiased(sweep: CorrelationSweep) -> Figure:
    """Draw the paper's rules with either radius (Erratum 1) and with caps, all projected."""
    traces, d = [], len(sweep.scenario.delta)
    for dash, projected, words in (
        ("solid", sweep.projected(), "unbiased"),
        ("dot", sweep.projected(as_printed=True), "as printed"),
        ("dash", sweep.projected(caps=True), "cap"),
    ):
        for rule in PAPERS_RULES:
            traces.append(
                theme.lines(
                    x=sweep.q,
                    y=typical_miss(projected[rule], d),
                    name=f"{RULES[rule].title}, {words}",
                    line={"color": theme.RULE_COLOURS[rule], "width": 3, "dash": dash},
                    hovertemplate="q = %{x:.4~g}: %{y:.3g} %<extra>%{fullData.name}</extra>",
                )
            )
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1]),
        "yaxis": theme.titled(MISS, rangemode="tozero"),
    }
    return theme.figure(traces, axes)


def pair_map(correlation: Correlation, labels: Sequence[str]) -> Figure:
    """Draw a heat map: how far each feature, a column, gives each other one away, a row."""
    itself = np.eye(len(labels), dtype=bool)
    cells = {
        "type": "heatmap",
        "hoverongaps": False,
        "x": broken(labels),
        "y": broken(labels),
        "z": np.where(itself, np.nan, correlation.pairs),
        "zmin": 0,
        # a round number: most real ones lie far below 1
        "zmax": min(1.0, round_above(max(0.1, float(np.max(correlation.pairs))))),
        "text": np.where(itself, "", np.vectorize(lambda q: f"{q:.2f}")(correlation.pairs)),
        "texttemplate": "%{text}",
        "colorscale": LOW_TO_HIGH,
        "colorbar": {"title": {"text": "q"}},
        "hovertemplate": "%{x} reveals about %{y}: q = %{z:.2f}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("… by this one"),
        "yaxis": theme.titled("What is revealed about this feature …", autorange="reversed"),
    }
    return theme.figure([cells], axes)


def measured_correlation(
    correlation: Correlation, null: FloatArray, labels: Sequence[str]
) -> Figure:
    """Draw q of each feature against what shuffled rows give: the part that is only bias."""
    names = broken(labels)
    measured = theme.points(
        x=correlation.q,
        y=names,
        name="measured q (biased upwards)",
        marker={"size": 12, "color": theme.BLUE},
        hover="%{y}: q = %{x:.2f}",
    )
    shuffled = {
        "type": "box",
        "x": null.T.ravel(),
        "y": np.repeat(np.array(names), null.shape[0]),
        "orientation": "h",
        "boxpoints": False,  # whiskers reach the largest, which a dot may not hide
        "name": "shuffled rows: no dependence",
        "marker": {"color": theme.GREY},
    }
    most = max(float(np.max(null)), float(np.max(correlation.q)))
    axes = {
        "xaxis": theme.titled("q of the feature", range=[0.0, min(1.1 * most, 1.02)]),
        "yaxis": {"autorange": "reversed"},
    }
    return theme.figure([shuffled, measured], axes)


def on_dataset(result: RuleComparison, labels: Sequence[str]) -> Figure:
    """Draw the typical error of each column under each rule."""
    axes = {"xaxis": theme.titled("Column", type="category"), "yaxis": theme.titled(MISS)}
    bars = _bars(broken(labels), result.misses, result.question_misses)
    return theme.figure(bars, axes, barmode="group")


def coefficients(releases: Releases, labels: Sequence[str]) -> Figure:
    """Draw the spread of the private coefficients of each rule around the non-private ones."""
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
    exact = theme.points(
        x=names,
        y=releases.nonprivate,
        name="not private",
        marker={"symbol": "star", "size": 18, "color": theme.GREEN},
        hovertemplate="%{x}: %{y:.3g}<extra>not private</extra>",
    )
    axes = {
        "xaxis": theme.titled("Column", type="category"),
        "yaxis": theme.titled("Coefficient (columns scaled to −1 … 1)"),
    }
    return theme.figure([*boxes, exact], axes, boxmode="group")


ERROR = "expected error"
BARE = "Theorem 2 without its constant"
BOUND = f"bound: {number(CONSTANT)} × Theorem 2"
COROLLARY = "Corollary 1 without its constant"


def error_bounds(sweep: BoundSweep) -> Figure:
    """Draw the bounds of Theorem 2 and Corollary 1 over the error, along q."""
    looks = {
        ERROR: (theme.RULE_COLOURS["paper"], "solid", 5),
        BARE: (theme.GREY, "dot", 3),
        BOUND: (theme.BLUE, "dash", 3),
        COROLLARY: (theme.GREEN, "dashdot", 3),
    }
    traces: list[Trace] = [
        theme.lines(
            x=sweep.q,
            y=values,
            name=name,
            line=dict(zip(("color", "dash", "width"), looks[name], strict=True)),
            hovertemplate="q = %{x:.4~g}: %{y:.3g}<extra>%{fullData.name}</extra>",
        )
        for name, values in _lines(sweep).items()
    ]
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1]),
        "yaxis": theme.logarithmic("Expected squared distance"),
    }
    return theme.figure(traces, axes)


def error_bounds_table(sweep: BoundSweep) -> pd.DataFrame:
    """Return the lines of the figure along q."""
    return pd.DataFrame({"q": sweep.q, **_lines(sweep)})


def _lines(sweep: BoundSweep) -> dict[str, FloatArray]:
    lines = {ERROR: sweep.error, BARE: sweep.theorem_2, BOUND: sweep.bound}
    return lines if sweep.corollary_1 is None else {**lines, COROLLARY: sweep.corollary_1}


def error_region(sweep: RegionSweep, delta: float) -> tuple[Figure, Frames]:
    """Draw Theorem 1: all pairs of error rates that a test of one feature can have, for any δ."""
    current = place_of(delta, sweep.deltas, "delta")
    region = theme.lines(
        fill="toself",
        fillcolor=theme.SOFT_BLUE,
        line={"color": theme.BLUE, "width": 4},
        name="possible",
        hover="false alarms %{x:.3f}, misses %{y:.3f}",
        moves={"x": sweep.outlines[:, :, 0], "y": sweep.outlines[:, :, 1]},
    )
    guess = theme.lines(
        x=[0, 1], y=[1, 0], name="guessing", line={"color": theme.GREY, "dash": "dot"}
    )
    axes = {
        "xaxis": theme.titled("False alarms (type I error)", range=[-0.02, 1.02]),
        "yaxis": theme.titled("Misses (type II error)", range=[-0.02, 1.02]),
    }
    frames = Frames(
        values=sweep.deltas,
        labels=[number(delta) for delta in sweep.deltas],
        control="Level δ of the feature",
        current=current,
        ends=("hidden", "revealed"),
        traces=moves([region]),
        readouts={"Best test is wrong at least": [share(rate) for rate in sweep.least_error]},
    )
    return theme.figure(at_frame([region, guess], current), axes), frames


def copies(sweep: CopiesSweep, reports: int = 1) -> tuple[Figure, Frames]:
    """Draw Example 2: what this many reports prove about a bit that one report hides."""
    current = reports - 1
    proved = theme.lines(
        x=sweep.copies,
        y=100.0 * sweep.proved,
        name="by number of reports",
        line={"color": theme.GREY, "width": 2, "dash": "dot"},
        hover="%{x} reports: %{y:.0f} %",
        showlegend=False,
    )
    now = theme.points(
        marker={"color": theme.VERMILLION, "size": 18},
        showlegend=False,
        hover="%{x} reports: %{y:.0f} %",
        moves={"x": sweep.copies[:, None], "y": 100.0 * sweep.proved[:, None]},
    )
    axes = {
        "xaxis": theme.titled("Reports seen", range=[0.6, float(sweep.copies[-1]) + 0.4], dtick=1),
        "yaxis": theme.titled("Chance a 1 is proved", range=[-6, 106], ticksuffix=" %"),
    }
    frames = Frames(
        values=sweep.copies,
        labels=[f"{count:.0f}" for count in sweep.copies],
        control="Reports seen of the same person",
        current=current,
        ends=("one", "several"),
        traces=moves([proved, now]),
        readouts={
            "δ of bit 1": [
                level(delta) if np.isfinite(delta) else "no limit" for delta in sweep.levels
            ]
        },
    )
    return theme.figure(at_frame([proved, now], current), axes), frames


def chance_of_one(mechanism: FiniteMechanism) -> Figure:
    """Draw the chance of the output 1 for each input of a mechanism about two bits (Example 1)."""
    inputs = [(first, second) for first in (0, 1) for second in (0, 1)]
    bars = theme.bars(
        x=[str(pair) for pair in inputs],
        y=[100.0 * mechanism.kernel[(*pair, 1)] for pair in inputs],
        name="chance of the output 1",
        marker={"color": theme.BLUE},
        hover="input %{x}: %{y:.0f} %",
    )
    axes = {
        "xaxis": theme.titled("Input (bit 1, bit 2)", type="category"),
        "yaxis": theme.titled("Chance of the output 1", range=[0, 102], ticksuffix=" %"),
    }
    return theme.figure([bars], axes)
