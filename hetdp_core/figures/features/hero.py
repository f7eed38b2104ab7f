"""The hero figure of feature privacy: what correlation spoils, and who gets how much budget."""

from __future__ import annotations

import numpy as np

from hetdp_core.features.allocation import questions
from hetdp_core.features.allocation.rules import RULES
from hetdp_core.features.sweep import CorrelationSweep, ErrorCurve, RuleCurve
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import exactly, level, number, percent
from hetdp_core.figures.theme import Trace

MISS = "Error, % of range"

LOWER_PANEL = {"xaxis": "x2", "yaxis": "y2"}

BANDED = "optimised"
"""The rule whose quartiles are drawn: bands of several lie on each other."""

NAMES = {"optimised": "Own levels, optimised", "paper": "Own levels, paper's rule"}
"""What the legend says of rules, where it is more than their title."""


def error_against_correlation(sweep: CorrelationSweep, q: float) -> tuple[Figure, Frames]:
    """Draw errors of the three rules and of one question a person against q, and budgets at q."""
    current = sweep.index(q)
    traces = [trace for rule in sweep.curves for trace in _rule_traces(sweep, rule)]
    traces += _question_traces(sweep)
    most_missed = max(
        float(np.max(curve.miss_quartiles if rule == BANDED else curve.miss))
        for rule, curve in sweep.curves.items()
    )
    budgets = np.max([np.max(curve.budgets, axis=1) for curve in sweep.curves.values()], axis=0)
    heights = [[0.0, 1.3 * most] for most in budgets.tolist()]
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1.01], anchor="y"),
        "yaxis": theme.titled(MISS, domain=[0.56, 1.0], range=[0.0, 1.08 * most_missed]),
        "xaxis2": theme.titled(
            "Budget: what a report directly reveals about a feature", type="category", anchor="y2"
        ),
        "yaxis2": theme.titled(
            "Budget ε", domain=[0.0, 0.28], range=heights[current], nticks=4, anchor="x2"
        ),
    }
    frames = Frames(
        values=sweep.q,
        labels=[exactly(q) for q in sweep.q.tolist()],
        control="Correlation q between the features",
        current=current,
        ends=("others reveal nothing", "others reveal all"),
        traces=moves(traces),
        layout={"yaxis2.range": heights},
        readouts={
            f"Error, {RULES[rule].title}": [f"± {percent(miss)}" for miss in curve.miss]
            for rule, curve in sweep.curves.items()
        }
        | {f"Error, {questions.TITLE}": [f"± {percent(miss)}" for miss in sweep.questions.miss]},
    )
    return theme.figure(at_frame(traces, current), axes, barmode="group", bargap=0.1), frames


def _rule_traces(sweep: CorrelationSweep, rule: str) -> list[Trace]:
    """Return line and marker of a rule, its budgets, and of one rule the band."""
    curve, width = sweep.curves[rule], 5 if rule == "optimised" else 3
    named = NAMES.get(rule, RULES[rule].title), RULES[rule].idea
    line = {"color": theme.RULE_COLOURS[rule], "width": width}
    marker = {"symbol": theme.RULE_SYMBOLS[rule], "size": 9 if rule == "min_delta" else 15}
    return [
        *([_band(sweep, curve)] if rule == BANDED else []),
        *_line(sweep, rule, named, curve, line, marker),
        _budgets(sweep, curve),
    ]


def _question_traces(sweep: CorrelationSweep) -> list[Trace]:
    line = {"color": theme.WAY_COLOURS["drawn"], "width": 5, "dash": theme.WAY_DASHES["drawn"]}
    marker = {"symbol": "triangle-up", "size": 15}
    named = questions.TITLE, questions.IDEA
    return _line(sweep, "questions", named, sweep.questions, line, marker)


def _line(
    sweep: CorrelationSweep,
    key: str,
    named: tuple[str, str],
    curve: ErrorCurve,
    line: Trace,
    marker: Trace,
) -> list[Trace]:
    """Return a line below q = 1, where it may jump, and a marker at q."""
    (title, idea), group = named, {"type": "scatter", "legendgroup": key}
    hover = f"q = %{{x:.4~g}}: ± %{{y:.3g}} %<br>{idea}<extra>{title}</extra>"
    return [
        {
            **group,
            "x": sweep.q[:-1],
            "y": curve.miss[:-1],
            "mode": "lines",
            "name": f"{title} (band: middle half of runs)" if key == BANDED else title,
            "line": line,
            "hovertemplate": hover,
        },
        {
            **group,
            "mode": "markers",
            "name": f"{title} now",
            "showlegend": False,
            "cliponaxis": False,
            "marker": {
                "color": line["color"],
                "opacity": 1,
                "line": {"color": "white", "width": 2},
                **marker,
            },
            "hovertemplate": hover,
            "moves": {"x": sweep.q[:, None], "y": curve.miss[:, None]},
        },
    ]


def _band(sweep: CorrelationSweep, curve: RuleCurve) -> Trace:
    low, high = curve.miss_quartiles
    forward, backward = slice(None, -1), slice(-2, None, -1)
    return {
        "type": "scatter",
        "legendgroup": curve.rule,
        "x": np.append(sweep.q[forward], sweep.q[backward]),
        "y": np.append(low[forward], high[backward]),
        "mode": "lines",
        "line": {"width": 0},
        "fill": "toself",
        "fillcolor": theme.translucent(theme.RULE_COLOURS[curve.rule]),
        "showlegend": False,
        "hoverinfo": "skip",
    }


def _budgets(sweep: CorrelationSweep, curve: RuleCurve) -> Trace:
    """Return a bar for each level asked, since features that ask for the same get the same."""
    groups, pattern = sweep.groups, theme.HATCH if curve.rule == "paper" else {}
    budgets = curve.budgets[:, groups.first]
    return {
        "type": "bar",
        "x": [asking(*group) for group in zip(groups.sizes, groups.levels, strict=True)],
        "name": f"{RULES[curve.rule].title}: budgets",
        "legendgroup": curve.rule,
        "showlegend": False,
        "marker": {"color": theme.RULE_COLOURS[curve.rule], "pattern": pattern},
        "hovertemplate": "%{x}: ε = %{y:.3g}<extra>%{fullData.name}</extra>",
        **theme.VALUES_AT_ENDS,
        "moves": {"y": budgets, "text": [[*map(number, row)] for row in budgets.tolist()]},
        **LOWER_PANEL,
    }


def asking(count: int, delta: float) -> str:
    """Name features that ask for the same.

    >>> asking(2, 0.5)
    '2 features, δ = 0.5'
    """
    return f"{count} {'feature' if count == 1 else 'features'}, δ = {level(delta)}"
