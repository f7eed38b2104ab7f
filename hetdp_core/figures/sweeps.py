"""Figures of named sweeps: what a simulation gave, beside what is known exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import pandas as pd
import plotly.graph_objects as go

from hetdp_core.features.allocation.rules import RULES
from hetdp_core.figures import theme
from hetdp_core.figures.accounting import streams as accounting
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.parallel import Sweep
from hetdp_core.ridge.exploration import PRINTED, SERIES

FOUR = 4.0
"""Standard errors in a bar: a mean further than this from its line would be news."""

TITLES: dict[str, str] = {
    **{rule: RULES[rule].title for rule in RULES},
    **accounting.TITLES,
    **SERIES,
    # The sweeps of ridge regression name the paper's noise first, the pages ours.
    "pdp_op": SERIES[PRINTED],
    "pdp_op (sharp)": SERIES["pdp_op"],
}
"""What readers call a method of a sweep, where its name is a code."""

Look = tuple[str, str]
"""Colour and symbol."""

KNOWN: dict[str, Look] = {
    name: (colours[name], symbols[name])
    for colours, symbols in (
        (theme.RULE_COLOURS, theme.RULE_SYMBOLS),
        (theme.RIDGE_COLOURS, theme.RIDGE_SYMBOLS),
        (theme.FILTER_COLOURS, theme.FILTER_SYMBOLS),
    )
    for name in colours
} | {
    "pdp_op": (theme.RIDGE_COLOURS["pdp_op_printed"], theme.RIDGE_SYMBOLS["pdp_op_printed"]),
    "pdp_op (sharp)": (theme.RIDGE_COLOURS["pdp_op"], theme.RIDGE_SYMBOLS["pdp_op"]),
}
"""Methods that look as on their own page."""


def title(method: str) -> str:
    """What readers call a method of a sweep; a variant keeps its words in brackets.

    >>> title("min_delta (as printed)"), title("pdp_op (sharp)"), title("certified")
    ('Plain min-δ (as printed)', 'PDP-OP', 'certified')
    """
    base, bracket, variant = method.rpartition(" (")
    if method in TITLES or not bracket:
        return TITLES.get(method, method)
    return f"{title(base)} ({variant}"


def titled(summary: pd.DataFrame) -> pd.DataFrame:
    """The summary of a sweep with its methods as readers know them."""
    return summary.assign(method=[title(str(method)) for method in summary["method"]])


def looks(methods: Sequence[str]) -> dict[str, Look]:
    """Colour and symbol of each method of a sweep; no two of them have both in common.

    A variant, marked by words in brackets at the end, is the hollow symbol of its method.

    >>> for method, look in looks(["basic", "basic (groups of 10)", "another"]).items():
    ...     print(method, *look)
    basic #D55E00 diamond
    basic (groups of 10) #D55E00 diamond-open
    another #0072B2 circle
    """
    known = {method: look for method in methods if (look := _known(method))}
    free = _unused(known.values())
    return {method: known[method] if method in known else next(free) for method in methods}


def _known(method: str) -> Look | None:
    if method in KNOWN:
        return KNOWN[method]
    base, bracket, _ = method.rpartition(" (")
    if not bracket or base not in KNOWN:
        return None
    colour, symbol = KNOWN[base]
    return colour, f"{symbol}-open"


def _unused(used: Iterable[Look]) -> Iterator[Look]:
    """Looks of methods that have none: filled symbols first, then hollow ones."""
    taken = set(used)
    series = list(zip(theme.SERIES, theme.SERIES_SYMBOLS, strict=True))
    for kind, (colour, symbol) in product(("", "-open", "-dot"), series):
        if (look := (colour, symbol + kind)) not in taken:
            yield look


def sweep_result(sweep: Sweep, summary: pd.DataFrame, expected: pd.DataFrame) -> go.Figure:
    """A named sweep: simulated means with their standard errors, closed forms as lines."""
    traces: list[Trace] = []
    look = looks([str(method) for method in summary["method"].unique()])
    for method, rows in summary.groupby("method", sort=False):
        colour, symbol = look[str(method)]
        marker = {"size": 11, "color": colour, "symbol": symbol}
        traces.append(_simulated(str(method), rows, sweep.parameter, marker))
        exact = expected[expected["method"] == method]
        if len(exact):
            traces.append(_exact(str(method), exact, sweep.parameter, colour))
    axes = {
        "xaxis": _parameter_axis(sweep),
        "yaxis": theme.logarithmic("Mean ± 4 standard errors"),
    }
    return theme.figure(traces, axes)


def _parameter_axis(sweep: Sweep) -> Axis:
    """Logarithmic where the values of the parameter span two orders of magnitude."""
    if isinstance(sweep.points[0][sweep.parameter], str):
        return theme.titled(sweep.parameter, type="category")
    values = [float(point[sweep.parameter]) for point in sweep.points]
    if min(values) > 0 and max(values) >= 100 * min(values):
        return theme.logarithmic(sweep.parameter)
    return theme.titled(sweep.parameter)


def _simulated(method: str, rows: pd.DataFrame, parameter: str, marker: dict[str, object]) -> Trace:
    return {
        "type": "scatter",
        "x": rows[parameter],
        "y": rows["mean"],
        "mode": "markers",
        "name": title(method),
        "marker": marker,
        "error_y": {"array": FOUR * rows["standard_error"], "color": marker["color"]},
        "hovertemplate": "%{x}: %{y:.3g}<extra>%{fullData.name}</extra>",
    }


def _exact(method: str, rows: pd.DataFrame, parameter: str, colour: str) -> Trace:
    return {
        "type": "scatter",
        "x": rows[parameter],
        "y": rows["expected"],
        "mode": "lines",
        "line": {"color": colour, "width": 2},
        "name": f"{title(method)}, exact",
        "showlegend": False,
        "hovertemplate": "%{x}: %{y:.3g} exact<extra></extra>",
    }
