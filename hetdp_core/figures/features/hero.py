"""The hero figure of feature privacy: how correlation raises the error."""

from __future__ import annotations

import numpy as np

from hetdp_core.features.allocation import questions
from hetdp_core.features.allocation.rules import RULES
from hetdp_core.features.sweep import CorrelationSweep, ErrorCurve, RuleCurve
from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import exactly, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.validate import FloatArray

MISS = "Error, % of range"

BANDED = "optimised"
"""The rule whose quartiles are drawn: bands of several lie on each other."""

NAMES = {**{key: rule.title for key, rule in RULES.items()}, "questions": questions.TITLE}
"""The words for a way next to the slider, and in the legend."""

NOTED = {
    "optimised": " (band: middle half of runs)",
    "min_delta": " (as most sensitive)",
    "questions": " (means only)",
}
"""Additions to names in the legend."""


ABOVE = " (in part above the figure)"
"""The addition for a line that leaves the figure."""

HIGHEST = 2.5
"""Times the error of the same protection for all: above that the paper's rule leaves the figure."""

SIZES = {"optimised": 18, "paper": 9, "min_delta": 7}
"""Of markers: where errors are equal, each is seen on the one before it."""

JUMP = 0.05
"""Of the error: less of a change between the last two values of q is no jump."""


def error_against_correlation(sweep: CorrelationSweep, q: float) -> tuple[Figure, Frames]:
    """Draw errors of the three rules and of one question a person against q."""
    current = sweep.index(q)
    ours, paper, plain = (
        float(np.max(curve.miss_quartiles if rule == BANDED else curve.miss))
        for rule, curve in sweep.curves.items()
    )
    top = 1.08 * max(ours, plain, min(paper, HIGHEST * plain))
    traces = [trace for rule in sweep.curves for trace in _rule_traces(sweep, rule, top)]
    line = theme.look(theme.WAY_COLOURS, theme.WAY_DASHES, "drawn", 5)
    marker = {"symbol": "triangle-up", "size": 15}
    traces += _line("questions", questions.IDEA, sweep.q, sweep.questions, top, line, marker)
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1.01]),
        "yaxis": theme.titled(MISS, range=[0.0, top]),
    }
    frames = Frames(
        values=sweep.q,
        labels=[exactly(q) for q in sweep.q.tolist()],
        control="Correlation q between the features",
        current=current,
        ends=("features unrelated", "others reveal all"),
        traces=moves(traces),
        readouts={
            f"Error: {NAMES[way].lower()}": [percent(miss) for miss in curve.miss]
            for way, curve in ({**sweep.curves, "questions": sweep.questions}).items()
        },
    )
    return theme.figure(at_frame(traces, current), axes), frames


def _rule_traces(sweep: CorrelationSweep, rule: str, top: float) -> list[Trace]:
    """Return line and marker of a rule, and of one rule the band."""
    curve, width = sweep.curves[rule], 5 if rule == "optimised" else 3
    line = {"color": theme.RULE_COLOURS[rule], "width": width}
    marker = {"symbol": theme.RULE_SYMBOLS[rule], "size": SIZES[rule]}
    return [
        *([_band(sweep, curve)] if rule == BANDED else []),
        *_line(rule, RULES[rule].idea, sweep.q, curve, top, line, marker),
    ]


def _line(
    key: str, idea: str, q: FloatArray, curve: ErrorCurve, top: float, line: Trace, marker: Trace
) -> list[Trace]:
    """Return a line, upright where it jumps at q = 1, and a marker at q."""
    title, x, y = NAMES[key], q, curve.miss
    at_the_end = " (jumps at q = 1)" * jumps(y)
    if at_the_end:
        x, y = np.insert(x, -1, x[-1]), np.insert(y, -1, y[-2])
    hover = f"q = %{{x:.4~g}}: %{{y:.3g}} %<br>{idea}<extra>{title}</extra>"
    group: Trace = {"legendgroup": key, "hovertemplate": hover}
    name = f"{title}{NOTED.get(key, ABOVE if np.max(curve.miss) > top else at_the_end)}"
    return [
        theme.lines(x=x, y=y, name=name, line=line, **group),
        theme.points(
            name=f"{title} now",
            showlegend=False,
            cliponaxis=bool(np.max(curve.miss) > top),
            marker=theme.ringed(line["color"], opacity=1, **marker),
            moves={"x": q[:, None], "y": curve.miss[:, None]},
            **group,
        ),
    ]


def jumps(miss: FloatArray) -> bool:
    """Say whether an error at q = 1 is another one than just below."""
    before, at = miss[-2:].tolist()
    return bool(abs(before - at) > JUMP * at)


def _band(sweep: CorrelationSweep, curve: RuleCurve) -> Trace:
    low, high = (each[: -1 if jumps(curve.miss) else None] for each in curve.miss_quartiles)
    q = sweep.q[: low.size]
    return theme.lines(
        legendgroup=curve.rule,
        x=np.append(q, q[::-1]),
        y=np.append(low, high[::-1]),
        line={"width": 0},
        fill="toself",
        fillcolor=theme.translucent(theme.RULE_COLOURS[curve.rule]),
        showlegend=False,
    )
