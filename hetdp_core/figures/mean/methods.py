"""Figures that compare the methods for a mean: side by side, on a column, with the papers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import explained, interval, literal, number, percent, rounded
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.column import NAMED, ColumnEstimate
from hetdp_core.mean.comparison import REGIMES, Comparison, SimulatedMSE, TableOneRow
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.plan import percent_error

TOP_DOWN = {"autorange": "reversed", "dtick": 1}
"""Of an axis of methods, each of them named."""

Methods = Mapping[str, object] | Sequence[str]
"""Keys of methods, in some order."""


def comparison(result: Comparison, simulated: Mapping[str, SimulatedMSE]) -> Figure:
    """Draw the error of every method: at the data's variance, in the worst case, simulated."""
    shown = [_shrunk_mark(result)] if "adpm" in result.plans else []
    traces = [*_exact_marks(result), *shown, _bound_line(result)]
    if simulated:
        traces.append(_simulated_marks(simulated))
    axes = {
        "xaxis": theme.logarithmic("Error, % of the range of the data"),
        "yaxis": TOP_DOWN,
    }
    return theme.figure(traces, axes)


def _exact_marks(result: Comparison) -> list[Trace]:
    worst, colours = result.worst_case_errors, _colours(result.plans)
    tick_colours = _colours(worst)
    ticks = {"symbol": "line-ns", "size": 20, "line": {"color": tick_colours, "width": 4}}
    return [
        theme.points(
            x=list(worst.values()),
            y=_titles(worst),
            name="worst case (exact)",
            marker=ticks,
            hovertemplate=_hovers(worst, "worst case %{x:.3g} %"),
        ),
        theme.points(
            x=list(result.errors.values()),
            y=_titles(result.plans),
            name="at this variance (exact)",
            marker={"size": 16, "color": colours},
            hovertemplate=_hovers(result.plans, "here %{x:.3g} %"),
        ),
    ]


def _shrunk_mark(result: Comparison) -> Trace:
    look = {"symbol": "line-ns", "size": 20, "line": {"color": theme.INK, "width": 3}}
    return theme.points(
        x=[result.shrunk_error],
        y=_titles(["adpm"]),
        name="worst case of ADPM, shrunk to the middle (bound)",
        marker=look,
        hovertemplate=f"shrunk by {percent(result.certificate.shrunk.percent_off)}: "
        "worst case %{x:.3g} %<extra>ADPM</extra>",
    )


def _bound_line(result: Comparison) -> Trace:
    titles = _titles(result.worst_case_errors)
    return theme.lines(
        x=[percent_error(result.certificate.bounds.best)] * len(titles),
        y=titles,
        mode="lines" if len(titles) > 1 else "markers",
        marker={"symbol": "line-ns", "size": 60, "line": {"color": theme.GREY, "width": 3}},
        name="no private method has a smaller worst case (bound)",
        line={"color": theme.GREY, "dash": "dot", "width": 2},
        hover="lower bound %{x:.3g} %",
    )


def _simulated_marks(simulated: Mapping[str, SimulatedMSE]) -> Trace:
    return theme.points(
        x=[check.error for check in simulated.values()],
        y=_titles(simulated),
        error_x={
            "type": "data",
            "array": [check.error_spread for check in simulated.values()],
            "thickness": 2,
            "width": 8,
        },
        name="simulated (± 4 standard errors)",
        marker={"symbol": "circle-open", "size": 24, "color": theme.GREY, "line": {"width": 2}},
        hover="%{y}: simulated %{x:.3g} %",
    )


def table_one(rows: Sequence[TableOneRow]) -> Figure:
    """Draw Table I: printed values next to ours, one panel a regime."""
    traces: list[Trace] = []
    for panel, regime in zip(("", "2"), REGIMES, strict=True):
        of_regime = [row for row in rows if row.regime == regime]
        for trace in _table_one_traces(of_regime):
            traces.append({**trace, "xaxis": f"x{panel}", "showlegend": panel == ""})
    high, low = (regime.title for regime in REGIMES.values())
    axes = {
        "xaxis": theme.titled(f"{high}: ln MSE", domain=[0.0, 0.47]),
        "xaxis2": theme.titled(f"{low}: ln MSE", domain=[0.53, 1.0]),
        "yaxis": TOP_DOWN,
    }
    return theme.figure(traces, axes)


def _table_one_traces(rows: Sequence[TableOneRow]) -> list[Trace]:
    methods = [row.method for row in rows]
    hollow = {"size": 20, "symbol": "diamond-open", "color": theme.GREY, "line": {"width": 3}}
    return [
        theme.points(
            x=[row.exact for row in rows],
            y=_titles(methods),
            name="ours (exact, mean of ten profiles)",
            marker={"size": 14, "color": _colours(methods)},
            hovertemplate=_hovers(methods, "ours %{x:.3g}"),
        ),
        theme.points(
            x=[row.printed for row in rows],
            y=_titles(methods),
            name="printed in the paper",
            marker=hollow,
            hovertemplate=_hovers(methods, "printed %{x:.1f}"),
        ),
    ]


def column_estimate(result: ColumnEstimate, label: str) -> Figure:
    """Draw the column's values, its true mean, and one private estimate with both intervals."""
    edges = result.histogram_edges
    values = theme.bars(
        x=(edges[:-1] + edges[1:]) / 2.0,
        y=result.histogram_share,
        width=float(edges[1] - edges[0]),
        marker={"color": theme.GREY},
        showlegend=False,
        hover="%{x:.3g}: %{y:.3g} % of the rows",
    )
    close_up = [{**t, "xaxis": "x2", "yaxis": "y2"} for t in _estimate_traces(result)]
    axes = {
        "xaxis": theme.titled(literal(label), range=result.bounds),
        "yaxis": theme.titled("% of rows", domain=[0.55, 1.0]),
        "xaxis2": theme.titled("Close-up", range=result.close_up, anchor="y2"),
        "yaxis2": {"visible": False, "range": [-1, 1], "domain": [0.0, 0.26], "anchor": "x2"},
    }
    return theme.figure([values, *close_up], axes)


def _estimate_traces(result: ColumnEstimate) -> list[Trace]:
    estimate = rounded(result.private_estimate, result.privacy_half_width)
    sampled: Trace = theme.lines(
        x=result.confidence_interval,
        y=[0, 0],
        name="confidence interval, ≥ 95 % (with sampling)",
        line={"color": theme.BLUE, "width": 4},
        hovertemplate=_between("confidence", result.confidence_interval),
    )
    name = "privacy interval, 95 % (noise alone)"
    return [
        *([] if result.everybody else [sampled]),
        theme.lines(
            x=result.privacy_interval,
            y=[0, 0],
            name="interval for the mean of these people, ≥ 95 %" if result.everybody else name,
            line={"color": theme.BLUE, "width": 14},
            hovertemplate=_between("privacy", result.privacy_interval),
        ),
        theme.points(
            x=[result.private_estimate],
            y=[0],
            name="private estimate",
            marker=theme.ringed(theme.BLUE, 20),
            hover=f"private estimate {estimate}",
        ),
        theme.lines(
            x=[result.true_mean, result.true_mean],
            y=[-1, 1],
            name="true mean (not private)",
            line={"color": theme.VERMILLION, "width": 4},
            hover=f"true mean {number(result.true_mean, 4)}",
        ),
    ]


def column_errors(result: ColumnEstimate, unit: str, names: Mapping[str, str]) -> Figure:
    """Draw the error of every method, some by other names, in a unit of errors."""
    errors, worst = result.rms_error, result.worst_error
    known = [key for key in errors if not math.isnan(worst[key])]
    bars = theme.bars(
        x=list(errors.values()),
        y=_titles(errors, names),
        orientation="h",
        text=["" if key in known else number(errors[key]) for key in errors],
        **theme.VALUES_AT_ENDS,
        marker={"color": _colours(errors)},
        hovertemplate=_hovers(errors, "error %{x:.3g}"),
        name="with these values (not private)",
    )
    lines = theme.points(
        x=[worst[key] for key in known],
        y=_titles(known, names),
        mode="markers+text",
        marker={"symbol": "line-ns", "size": 24, "line": {"color": theme.INK, "width": 4}},
        text=[f" {number(errors[key])} | {number(worst[key])}" for key in known],
        textposition="middle right",
        cliponaxis=False,
        hovertemplate=_hovers(known, "worst case %{x:.3g}"),
        name=f"in the worst case{'' if result.everybody else ', sampling included'}",
    )
    title = f"Typical error{f', {literal(unit)}' if unit else ''}"
    axes = {"xaxis": theme.titled(title), "yaxis": TOP_DOWN}
    return theme.figure([bars, lines], axes, margin=theme.ROOM_FOR_VALUES)


def named(method: str) -> str:
    """Return a method's name in plain words, the paper's name in brackets."""
    return METHODS[method].named if method in METHODS else NAMED[method][0]


def _titles(methods: Methods, names: Mapping[str, str] = {}) -> list[str]:
    return [names.get(key, named(key)) for key in methods]


def _hovers(methods: Methods, numbers: str) -> list[str]:
    return [explained(*NAMED[method], numbers) for method in methods]


def _between(name: str, ends: tuple[float, float]) -> str:
    return f"{name} interval, {interval(*ends)}<extra></extra>"


def _colours(methods: Methods) -> list[str]:
    return [theme.METHOD_COLOURS.get(method, theme.INK) for method in methods]
