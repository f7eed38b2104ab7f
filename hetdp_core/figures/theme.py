"""One look for all figures: colour-blind-safe, readable from the back row, light or dark.

Blue is the page's own, that of its sliders, in the shade that the background wants.  Each other
colour serves both backgrounds.  So it lies in the middle of the range from black to white: contrast
at least 3:1 with either.  That leaves too little room for seven colours that every eye tells apart,
so colour never stands alone.  Names next to the marks, or a dash and a symbol for each series, say
the same.  Text needs 4.5:1, which no such colour has on both backgrounds; it is always left in the
page's own colour.

Text, grid and background are left to the page, which knows whether it is light or dark. Figures are
written as plain traces and axes: plotly's subplot helpers take several times as long as the whole
figure.  A figure that follows a control has no time to lose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hetdp_core.figures import log_axes
from hetdp_core.figures.figure import Figure

# Okabe-Ito palette without black and yellow, which vanish on one of the backgrounds. Orange and
# sky blue keep their hue, but are darker than there: as they were, they faded on white.
BLUE, ORANGE, GREEN, VERMILLION = "var(--st-primary-color)", "#C48700", "#009E73", "#D55E00"
SKY, PURPLE, GREY = "#4A9BC8", "#CC79A7", "#757575"

FREE_PRIVACY = "#009E7338"
"""Fill for privacy given beyond what was asked."""

SOFT_BLUE = "var(--st-primary-color, 0.2)"

METHOD_COLOURS = {
    "adpm": BLUE,
    "proportional": ORANGE,
    "threshold": GREEN,
    "fme": PURPLE,
    "sampling": SKY,
    "uniform": GREY,
    "local": VERMILLION,
    "ldpe": VERMILLION,
}
"""The same colour for the same method on every page."""

METHOD_DASHES = {
    "adpm": "solid",
    "proportional": "longdash",
    "threshold": "dash",
    "fme": "dashdot",
    "sampling": "dot",
    "uniform": "longdashdot",
    "local": "2px,6px",
    "ldpe": "8px,3px,2px,3px",
}
"""The dash of a method's line, for readers who need more than its colour."""

NOISE_COLOURS = {"laplace": BLUE, "k_norm": GREY, "gaussian": VERMILLION}
"""Noises for a mean of several columns."""

NOISE_DASHES = {"laplace": "longdash", "k_norm": "dot", "gaussian": "solid"}

RULE_COLOURS = {"optimised": BLUE, "paper": VERMILLION, "min_delta": GREY}
"""How the privacy of one report is shared out among features."""

RULE_SYMBOLS = {"optimised": "circle", "paper": "diamond", "min_delta": "square"}

WAY_COLOURS = {
    "strictest": GREY,
    "by head": PURPLE,
    "together": BLUE,
    "drawn": GREEN,
    "alone 1": ORANGE,
    "alone 2": VERMILLION,
    "alone 3": SKY,
    "alone 4": GREY,
}
"""How types of users are used together, or one of them alone."""

WAY_DASHES = {
    "strictest": "solid",
    "by head": "dash",
    "together": "solid",
    "drawn": "10px,5px",
    "alone 1": "dot",
    "alone 2": "dashdot",
    "alone 3": "2px,6px",
    "alone 4": "longdashdot",
}

RIDGE_COLOURS = {
    "pdp_op": BLUE,
    "pdp_op_printed": VERMILLION,
    "objective": GREEN,
    "noisy_sums": PURPLE,
    "centred_sums": "#9466FF",
    "gradient_descent": "#C1159F",
    "sampled_descent": "#E61942",
    "non_personalised": GREY,
    "jorgensen_max": "#9C6644",
    "jorgensen_mean": "#7582F0",
    "jorgensen_repaired": "#2D8A8F",
    "private_mean": ORANGE,
    "zero": "#6B7A1E",
}
"""Series of personalised ridge regression."""

RIDGE_DASHES = {
    "pdp_op": "solid",
    "pdp_op_printed": "10px,5px",
    "objective": "7px,5px",
    "noisy_sums": "4px,3px",
    "centred_sums": "12px,8px",
    "gradient_descent": "16px,3px",
    "sampled_descent": "12px,3px,3px,3px",
    "non_personalised": "9px,4px,2px,4px",
    "jorgensen_max": "dot",
    "jorgensen_mean": "6px,3px,2px,3px",
    "jorgensen_repaired": "10px,3px",
    "private_mean": "8px,3px,2px,3px,2px,3px",
    "zero": "2px,8px",
}
"""Each shows its pattern in a legend, whose lines are 30 pixels long on a phone."""

RIDGE_SYMBOLS = {
    "pdp_op": "circle",
    "pdp_op_printed": "diamond",
    "objective": "triangle-up",
    "noisy_sums": "triangle-down",
    "centred_sums": "triangle-left",
    "gradient_descent": "triangle-right",
    "sampled_descent": "triangle-ne",
    "non_personalised": "square",
    "jorgensen_max": "star",
    "jorgensen_mean": "star-diamond",
    "jorgensen_repaired": "hexagram",
    "private_mean": "x",
    "zero": "cross",
}

FILTER_COLOURS = {
    "basic": VERMILLION,
    "simplified": ORANGE,
    "bayesian": BLUE,
    "concentrated": PURPLE,
    "composed": GREEN,
}
"""What decides whether one more question is answered."""

FILTER_DASHES = {
    "basic": "20px,12px",  # two dashes fill the legend
    "simplified": "dot",
    "bayesian": "solid",
    "concentrated": "dashdot",
    "composed": "dash",
}

LEARNED_COLOURS = {"last": ORANGE, "own": PURPLE, "pooled": GREEN, "likelihood": BLUE}
"""Ways to learn a crowd's mean from what its filters let through."""

LEARNED_DASHES = {"last": "dot", "own": "dashdot", "pooled": "longdash", "likelihood": "solid"}

GROUP_COLOURS = (VERMILLION, ORANGE, GREEN, SKY, BLUE)
"""Groups of people by budget, the smallest first."""

GROUP_DASHES = ("longdash", "dot", "dash", "dashdot", "solid")

FILTER_SYMBOLS = {
    "basic": "diamond",
    "simplified": "x",
    "bayesian": "circle",
    "concentrated": "cross",
    "composed": "star",
}

INK = "var(--st-text-color)"
"""The page's own colour, for marks of no method: the truth, a promise, the present place."""

HATCH = {"shape": "/", "size": 8, "solidity": 0.35}
"""Pattern of bars that stand next to plain ones."""

VALUES_AT_ENDS: dict[str, Any] = {
    "textposition": "outside",
    "constraintext": "none",
    "cliponaxis": False,
}
"""Of bars that have texts."""

SERIES = (BLUE, VERMILLION, GREY, GREEN, ORANGE, PURPLE, SKY)
"""Colours of series that have none of their own."""

FONT_SIZE = 16

LINE_END = "line end"
"""Annotations with this name stand at the ends of lines.  On a wide screen they replace the
legend.  On a narrow one the legend replaces them, and words in the axes with this name."""


def translucent(colour: str, opacity: float = 0.18) -> str:
    """Return a colour that lets others shine through; `in_colours` reads that of a page.

    >>> translucent("#009E73", 0.2), translucent(BLUE, 0.2)
    ('#009E7333', 'var(--st-primary-color, 0.2)')
    """
    if colour.startswith("var("):
        return f"{colour[:-1]}, {opacity})"
    return f"{colour}{round(255 * opacity):02x}"


_OF_PAGE = re.compile(r"var\((--[\w-]+)(?:, ([\d.]+))?\)")


def in_colours(written: str, page: Mapping[str, str]) -> str:
    """Return a text with the colours of a page in place of its variables, as the browser does it.

    page : "#rrggbb" by the variable's name.

    >>> in_colours('["var(--ink)", "var(--ink, 0.2)"]', {"--ink": "#262626"})
    '["#262626", "#26262633"]'
    """

    def colour(variable: re.Match[str]) -> str:
        name, opacity = variable.groups()
        return page[name] if opacity is None else translucent(page[name], float(opacity))

    return _OF_PAGE.sub(colour, written)


Trace = log_axes.Trace
Axis = log_axes.Axis

MARGIN = {"l": 76, "r": 34, "t": 34, "b": 68}
"""Room for a title and numbers next to each axis: where plotly has to make it, it draws twice."""

ROOM_FOR_VALUES = {"l": 40, "r": 80, "t": 34, "b": 64}
"""The same with values at the ends of bars from the left."""


LEGEND = {"xanchor": "left", "itemwidth": 52}
"""Lines in a legend are long enough for a dash and a gap next to a marker."""

MANY_SERIES = 6
"""With more than so many names a legend stands next to the axes: above them it would be as tall."""


def _legend(traces: Sequence[Trace]) -> dict[str, Any]:
    names = sum("name" in trace and trace.get("showlegend", True) for trace in traces)
    if names > MANY_SERIES:
        place = {"orientation": "v", "x": 1.03, "y": 1, "yanchor": "top"}
        small = {"font": {"size": FONT_SIZE - 3}, "tracegroupgap": 0}
        return {**LEGEND, **place, **small, "maxheight": 20 * (names + 1)}  # never scrolled
    return {**LEGEND, "orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"}


def height(series: int, least: int) -> int:
    """Return the pixels of a figure: on a phone a long legend is a name a line below the axes."""
    return least + 20 * max(0, series - MANY_SERIES)


def figure(traces: Sequence[Trace], axes: dict[str, Axis], **layout: Any) -> Figure:
    """Draw a figure in the common look.

    Args:
        traces: plain plotly traces, each with its "type".
        axes: "xaxis", "yaxis", "xaxis2" ... with what differs from the common axis; logarithmic
            ones as `log_axes.finished` makes them fit.
        layout: anything else of plotly's layout; replaces the common setting.
    """
    common = {
        "template": {},
        "font": {"size": FONT_SIZE},
        "margin": MARGIN,
        "hovermode": "closest",
        "legend": _legend(traces),
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
    }
    drawn, fitting = log_axes.finished(traces, axes)
    dressed = {name: {**_COMMON_AXIS[name[0]], **axis} for name, axis in fitting.items()}
    return Figure(drawn, {**common, **dressed, **layout})


def lines(hover: str = "", **trace: Any) -> Trace:
    """Return a line that says `hover`, and no name, where one points at it; nothing if empty.

    A `hovertemplate` or `hoverinfo` says anything else, as it does for the other traces here.
    """
    return {"type": "scatter", "mode": "lines", **_said(hover, trace), **trace}


def points(hover: str = "", **trace: Any) -> Trace:
    """Return points, which say what `lines` do."""
    return {"type": "scatter", "mode": "markers", **_said(hover, trace), **trace}


def ringed(colour: str, size: int = 14, **marker: Any) -> dict[str, Any]:
    """Return a marker of the present place, which stands out from the line it lies on."""
    return {"color": colour, "size": size, "line": {"color": "white", "width": 2}, **marker}


def look(colours: Mapping[str, str], dashes: Mapping[str, str], key: str, width: int) -> Trace:
    """Return how the line of a series looks: `METHOD_COLOURS` and `METHOD_DASHES`, or others."""
    return {"color": colours[key], "dash": dashes[key], "width": width}


def words(**trace: Any) -> Trace:
    """Return texts in the plot, which say no more."""
    return {"type": "scatter", "mode": "text", "hoverinfo": "skip", **trace}


def bars(hover: str = "", **trace: Any) -> Trace:
    """Return bars, which say what `lines` do."""
    return {"type": "bar", **_said(hover, trace), **trace}


def _said(hover: str, trace: Trace) -> Trace:
    if trace.keys() & {"hovertemplate", "hoverinfo"}:
        return {}
    return {"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"}


def nothing(sentence: str) -> Figure:
    """Return a sentence in place of axes on which nothing would be."""
    words = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper", "showarrow": False}
    hidden = {"visible": False}
    axes = {"xaxis": hidden, "yaxis": hidden}
    return figure([], axes, annotations=[{**words, "text": sentence}])


_IN_FULL: Axis = {"separatethousands": True, "exponentformat": "none"}  # 20,000, not 20k
_COMMON_AXIS: dict[str, Axis] = {
    "x": {"automargin": True, "zeroline": False, "ticks": "outside", **_IN_FULL},
    "y": {"automargin": True, "zeroline": False, **_IN_FULL},
}


def titled(text: str, **axis: Any) -> Axis:
    """Return an axis with a title."""
    return {"title": {"text": text, "standoff": 10}, **axis}


MANY_NAMES = 12
"""With at least this many categories, axis labels use a smaller font."""


def every_name(count: int) -> Axis:
    """Return a vertical axis of categories, from the top down, each with its name: plotly alone
    leaves out every second one where they are many.
    """
    axis = {"type": "category", "autorange": "reversed", "dtick": 1}
    return axis if count < MANY_NAMES else {**axis, "tickfont": {"size": FONT_SIZE - 4}}


def logarithmic(text: str, **axis: Any) -> Axis:
    """Return a logarithmic axis with a title; `log_axes.finished` sets its ticks."""
    return titled(text, type="log", **axis)
