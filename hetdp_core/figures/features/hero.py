"""The hero figure of feature privacy: how correlation raises the error."""

from __future__ import annotations

import numpy as np

from hetdp_core.features.allocation import questions
from hetdp_core.features.allocation.rules import RULES
from hetdp_core.features.sweep import CorrelationSweep, ErrorCurve, LevelGroups, RuleCurve
from hetdp_core.figures import theme
from hetdp_core.figures.figure import MOVES, Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import exactly, level, percent
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.numerals import counted
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

BARRED = {"optimised": theme.BLUE, "min_delta": theme.GREY, "questions": theme.GREEN}
"""Ways with bars: beside the largest errors of the paper's rule, those of others are not seen."""

MOST_NAMED = 2
"""Levels with long names and values at bars: on a phone more have no room for either."""


def error_against_correlation(sweep: CorrelationSweep, q: float) -> tuple[Figure, Frames]:
    """Draw errors of the three rules and of one question a person against q; below, by level."""
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
    ways, groups = {**sweep.curves, "questions": sweep.questions}, sweep.groups
    bars = [bars_below(groups, ways[key], key, NAMES[key], hue) for key, hue in BARRED.items()]
    most = max(np.max(bar[MOVES]["y"]) for bar in bars)
    traces += bars
    axes = {
        "xaxis": theme.titled("Correlation q between the features", range=[0, 1.01]),
        "yaxis": theme.titled(MISS, range=[0.0, top], domain=[0.48, 1.0]),
        "xaxis2": _by_level(groups),
        "yaxis2": theme.titled("Error, %", domain=[0.0, 0.25], range=[0.0, 1.3 * most], nticks=2),
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
            for way, curve in ways.items()
        },
    )
    margin = {**theme.MARGIN, "b": 42}
    return theme.figure(at_frame(traces, current), axes, margin=margin, bargap=0.4), frames


def bars_below(groups: LevelGroups, errors: ErrorCurve, way: str, title: str, colour: str) -> Trace:
    """Return bars in a second panel: errors by level, whose features all have the same."""
    return theme.bars(
        x=names_of(groups),
        name=f"{title}: by feature",
        legendgroup=way,
        offsetgroup=way,
        showlegend=False,
        marker={"color": colour},
        hovertemplate=f"%{{x}}: %{{y:.3g}} %<extra>{title}</extra>",
        texttemplate="%{y:.3~g}" if len(groups.levels) <= MOST_NAMED else "",
        **theme.VALUES_AT_ENDS,
        moves={"y": errors.feature_misses[:, groups.first]},
        xaxis="x2",
        yaxis="y2",
    )


def names_of(groups: LevelGroups) -> list[str]:
    """Name the features that ask for the same."""
    each = zip(groups.sizes, groups.levels, strict=True)
    return [f"{counted(size, 'feature')}, δ = {level(delta)}" for size, delta in each]


def _by_level(groups: LevelGroups) -> Axis:
    """Return the axis of the bars: of many levels at most six are named, and by their δ alone."""
    axis = {"type": "category", "anchor": "y2", "tickangle": 0, "ticks": "", "showgrid": False}
    if len(groups.levels) <= MOST_NAMED:
        return axis
    step = 1 + (len(groups.levels) - 1) // 6
    first, *others = map(level, groups.levels[::step])
    return {**axis, "tickvals": names_of(groups)[::step], "ticktext": [f"δ = {first}", *others]}


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
