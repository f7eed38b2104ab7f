"""Two figures of the same kind that are to be read next to or over each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure, Frames
from hetdp_core.figures.formats import number
from hetdp_core.figures.theme import Axis, Trace

_NUMBER = re.compile(r"−?\d[\d,]*(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
_LEVELLED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-", ",")

_WAITING = "…"
"""A key number that is still being computed."""

MANY_TIMES = 10.0
"""From this ratio on a change is told as a factor, not in percent."""


def on_same_axes(first: Figure, second: Figure) -> tuple[Figure, Figure]:
    """Draw both figures with every axis that both have stretched over what either shows.

    Axes without a fixed range follow their data and are left alone.  So are axes of different types
    or titles (units), or with a 0 at the end of a logarithmic one.  Neither figure is changed.

    >>> one, two = (Figure([], {"yaxis": {"range": [0, top]}}) for top in (3, 8))
    >>> [figure.layout["yaxis"] for figure in on_same_axes(one, two)]
    [{'range': (0, 8)}, {'range': (0, 8)}]
    """
    layouts = dict(first.layout), dict(second.layout)
    for name in _axes_of(first):
        axes = [layout.get(name, {}) for layout in layouts]
        ranges = [axis.get("range") for axis in axes]
        alike = all(axes[0].get(key) == axes[1].get(key) for key in ("type", "title"))
        if None not in ranges and alike and not any(map(log_axes.has_zero, axes)):
            for layout, axis in zip(layouts, axes, strict=True):
                layout[name] = log_axes.stretched(axis, _union(*ranges))
    return Figure(first.data, layouts[0]), Figure(second.data, layouts[1])


def _axes_of(figure: Figure) -> dict[str, Axis]:
    return {name: axis for name, axis in figure.layout.items() if name[1:].startswith("axis")}


def overlaid(first: Figure, second: Figure) -> Figure | None:
    """Draw `second` over curves and points of `first`, which are grey and thin, on its axes.

    None unless both have nothing but curves and points, on axes that mean the same; bars in a
    second panel are outlined.  The traces of `second` keep their numbers, so its frames still fit.

    >>> line = {"type": "scatter", "mode": "lines", "name": "error", "y": [1, 2]}
    >>> [trace["name"] for trace in overlaid(Figure([line], {}), Figure([line], {})).data]
    ['error', 'A, pinned', 'A: error']
    """
    every = [*first.data, *second.data]
    above = [trace for trace in every if trace["type"] != "bar" or "yaxis" not in trace]
    if any(trace["type"] != "scatter" for trace in above) or _axes(first) != _axes(second):
        return None
    grey = [_in_grey(trace) for trace in first.data if _is_seen(trace)]
    named = {"type": "scatter", "mode": "lines", "x": [None], "y": [None], "name": "A, pinned"}
    return Figure([*second.data, {**named, "line": _GREY_LINE}, *grey], second.layout)


_GREY_LINE = {"color": theme.GREY, "width": 1.5, "dash": "dash"}


def _axes(figure: Figure) -> dict[str, tuple[object, ...]]:
    """Return type and title of each axis of a figure, and how far down a 0 stands."""
    return {
        name: (axis.get("type"), axis.get("title"), axis["range"] if log_axes.has_zero(axis) else 0)
        for name, axis in _axes_of(figure).items()
    }


def _is_seen(trace: Trace) -> bool:
    """Say whether it is a curve or points: no edge of a band, no words, nothing switched off."""
    mode = trace.get("mode")
    edge = mode == "lines" and trace.get("line", {}).get("width") == 0
    return mode != "text" and not edge and trace.get("visible", True) is True


def _in_grey(trace: Trace) -> Trace:
    """Return a curve or points behind all others, without words and areas; of bars the outlines."""
    if trace["type"] == "bar":
        outline = {"color": "rgba(0,0,0,0)", "line": {"color": theme.GREY, "width": 2}}
        return {**trace, "name": f"A: {trace['name']}", "marker": outline, "texttemplate": ""}
    mode = "+".join(part for part in ("lines", "markers") if part in trace.get("mode", "lines"))
    shape = trace.get("line", {}).get("shape")
    grey = {
        "name": f"A: {trace.get('name')}",
        "mode": mode,
        "fill": "none",
        "line": {**_GREY_LINE, "shape": shape} if shape else _GREY_LINE,
        "showlegend": False,
        "zorder": -1,
    }
    if "markers" in mode:
        grey["marker"] = {"color": theme.GREY, "symbol": trace["marker"].get("symbol"), "size": 8}
    keys = ("type", "x", "y", "xaxis", "yaxis", "connectgaps", "hovertemplate", "hoverinfo")
    return {**{key: value for key in keys if (value := trace.get(key)) is not None}, **grey}


def changes(first: Frames, second: Frames) -> list[tuple[str, str]]:
    """Return (name, its change from the first to the second) for each key number of both.

    At the present frame of either; the change is that of the numbers as they are shown.
    """
    before, after = (
        {name: texts[frames.current] for name, texts in frames.readouts.items()}
        for frames in (first, second)
    )
    return [
        (name, _change(before[name], text))
        for name, text in after.items()
        if _WAITING not in (before.get(name, _WAITING), text)
    ]


def _change(before: str, after: str) -> str:
    """Return one key number after another, and by how much it changed where that can be said.

    >>> _change("± 4.74 %", "± 5.3 %"), _change("∞", "1.2"), _change("2 mmHg", "1.5 mmHg")
    ('± 4.74 → 5.3 %, + 0.56 points', '∞ → 1.2', '2 → 1.5 mmHg, − 25 %')
    """
    if before == after:
        return f"{before}, unchanged"
    first, second = _NUMBER.findall(before), _NUMBER.findall(after)
    start, _, end = before.partition(first[0]) if len(first) == 1 else ("", "", "")
    if len(first) != 1 or len(second) != 1 or after != f"{start}{second[0]}{end}":
        return f"{before} → {after}"
    shown = f"{start}{first[0]} → {second[0]}{end}"
    if "≥" in start:
        return shown
    told = _points if end.startswith(" %") else _relative
    difference = told(_value(first[0]), _value(second[0]))
    return f"{shown}, {difference}" if difference else shown


def _points(before: float, after: float) -> str:
    """Return by how many percentage points a percentage changed."""
    return f"{'+' if after > before else '−'} {number(abs(after - before))} points"


def _relative(before: float, after: float) -> str:
    """Return by how much a positive number changed; "" where that rounds to nothing."""
    if before <= 0 or after <= 0:
        return ""
    if after >= MANY_TIMES * before:
        return f"{number(after / before, 2)} times as much"
    percent = round(100 * (after / before - 1))
    return f"{'+' if percent > 0 else '−'} {abs(percent)} %" if percent else ""


def _value(text: str) -> float:
    """Return the value of a number that `number` has written.

    >>> _value("1,230"), _value("−0.5"), _value("1.5 × 10⁹")
    (1230.0, -0.5, 1500000000.0)
    """
    return float(text.replace(" × 10", "e").translate(_LEVELLED))


def frames_on_axes(figure: Figure, frames: Frames) -> Frames:
    """Return frames whose moving axes show at least what those of `figure` show, in every frame."""
    layout = {
        path: [_union(ends, figure.layout[path.removesuffix(".range")]["range"]) for ends in column]
        if path.endswith(".range")
        else column
        for path, column in frames.layout.items()
    }
    return replace(frames, layout=layout)


def _union(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """Return the smallest range that covers both, in the direction of the first."""
    low, high = min(*first, *second), max(*first, *second)
    return (low, high) if first[0] <= first[1] else (high, low)
