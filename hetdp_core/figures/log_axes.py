"""Logarithmic axes: their ends, their ticks, and where a 0 stands on them."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.figures.figure import MOVES
from hetdp_core.figures.formats import RAISED, number
from hetdp_core.validate import FloatArray

Trace = dict[str, Any]
Axis = dict[str, Any]

MOST_DECADES = 30.0
"""A value so much smaller than the largest one stands with the zeros."""


_LIFT = 0.03
"""Of the axis: so far above its lower end zeros stand, where a line is seen in all its width."""

_MOST_TICKS = 8
"""Of an axis that has no "nticks" of its own."""


_ZERO, INFINITY = "0", "∞"
_MOST_POWER = sys.float_info.max_10_exp

_CLOSE = 1e-9
"""In decades; a tick at an end of the axis is on it."""


def decade(value: float) -> float:
    """Return where a number is on a logarithmic axis; plotly counts in powers of ten.

    >>> decade(1000.0), decade(0.0)
    (3.0, -inf)
    """
    return math.log10(value) if value > 0 else -math.inf


def ticks(low: float, high: float, most: int = _MOST_TICKS) -> Axis:
    """Return ticks from low to high, in decades: at 1, 2 and 5 where these are few, else at powers
    of ten.

    >>> ticks(-1.0, 0.0)["ticktext"], ticks(-6.0, 4.0, 5)["ticktext"]
    (['0.1', '0.2', '0.5', '1'], ['10⁻⁶', '0.001', '1', '1,000'])
    >>> ticks(1.9, 4.8)["ticktext"]
    ['100', '1,000', '10,000']
    """
    within = [tick for tick in _lattice(low, high) if _on(tick, low, high)]
    if len(within) > most:
        powers = range(math.ceil(low - _CLOSE), math.floor(high + _CLOSE) + 1)
        step = math.ceil(len(powers) / most)
        within = [10.0**power for power in powers if power % step == 0]
    return {"tickvals": within, "ticktext": [*map(_tick, within)]}


def _lattice(low: float, high: float) -> list[float]:
    """Return 1, 2 and 5 times powers of ten, from beyond one end to beyond the other."""
    powers = range(math.floor(low) - 1, min(math.ceil(high) + 2, _MOST_POWER))
    return [lead * 10.0**power for power in powers for lead in (1.0, 2.0, 5.0)]


def _on(tick: float, low: float, high: float) -> bool:
    return low - _CLOSE <= decade(tick) <= high + _CLOSE


def _tick(value: float) -> str:
    """Return how a tick reads: in plain notation where that is short, else as a power of ten."""
    if 1e-3 <= value < 1e6:
        return number(value)
    lead, power = f"{value:.0e}".split("e")
    return f"{lead} × 10{str(int(power)).translate(RAISED)}".removeprefix("1 × ")


def _with_two_ticks(low: float, high: float) -> tuple[float, float]:
    """Return the ends of an axis, further out where fewer than two ticks lie between them."""
    every = _lattice(low, high)
    if sum(_on(tick, low, high) for tick in every) > 1:
        return low, high
    below = max(decade(tick) for tick in every if decade(tick) < low - _CLOSE)
    above = [decade(tick) for tick in every if decade(tick) > high + _CLOSE]
    return below, min(above, default=high + 1.0)


def has_zero(axis: Axis) -> bool:
    """Return whether a 0 stands at the lower end of an axis."""
    return axis.get("type") == "log" and [*axis.get("ticktext", ())][:1] == [_ZERO]


def stretched(axis: Axis, ends: Sequence[float]) -> Axis:
    """Return an axis from one end to another, with ticks there unless it names 0 or infinity."""
    named = {_ZERO, INFINITY}.intersection(axis.get("ticktext", ()))
    low, high = sorted(ends)
    fresh = ticks(low, high) if axis.get("type") == "log" and not named else {}
    return {**axis, "range": ends, **fresh}


def place(axis: Axis, value: float) -> float:
    """Return where a number is on an axis that `finished` has returned, for annotations."""
    if axis.get("type") != "log" or math.isnan(value):
        return value
    low, high = axis["range"]
    return decade(value) if value > 0 else low + _LIFT * (high - low)


def finished(
    traces: Sequence[Trace], axes: Mapping[str, Axis]
) -> tuple[list[Trace], dict[str, Axis]]:
    """Return traces and axes of a figure as its logarithmic axes can show them.

    A logarithmic axis has no place for 0, and none begins or ends there or at infinity.

    - It has `ticks`, at most its "nticks", unless it comes with others; at least two, so an
      axis with fewer grows.
    - An end that an axis cannot have is the least positive value on it, or the largest.
    - Zeros (and values below 0) are drawn at the lower end, which is named 0; the pointer says 0.
    - Where no value is positive and finite, the axis is linear, with a tick at 0 alone, if one is
      there.
    """
    drawn, fitted = list(traces), dict(axes)
    for name, axis in axes.items():
        if axis.get("type") == "log":
            letter, key = name[0], name.replace("axis", "")
            along = {
                place: values
                for place, trace in enumerate(drawn)
                if trace.get(f"{letter}axis", letter) == key
                and (values := _values(trace, letter)).size
            }
            fitted[name], zero, least = _scaled(axis, list(along.values()))
            for place, values in along.items():
                if zero is not None and np.any(values < least):
                    drawn[place] = _lifted(drawn[place], letter, least, zero)
    return drawn, fitted


def _values(trace: Trace, letter: str) -> FloatArray:
    columns = [trace.get(letter), trace.get(MOVES, {}).get(letter)]
    return np.concatenate([_numbers(() if array is None else array).ravel() for array in columns])


def _numbers(column: ArrayLike) -> FloatArray:
    return np.asarray(column, dtype=np.float64)  # None is NaN


def _scaled(axis: Axis, along: Sequence[FloatArray]) -> tuple[Axis, float | None, float]:
    """Return the axis, where zeros are drawn (None if nowhere), and the other values."""
    values = np.concatenate([*along, np.empty(0)])
    positive = values[(values > 0) & np.isfinite(values)]
    wanted = axis.get("range")
    ends = np.asarray(wanted if wanted is not None else [np.nan, np.nan], dtype=np.float64)
    ends = np.where(np.isfinite(ends), ends, np.nan)
    if not positive.size and (values.size or np.isnan(ends).any()):
        rest: Axis = {key: axis[key] for key in ("title", "domain", "anchor") if key in axis}
        below = np.any(values <= 0)
        ticked = {"tickvals": [0.0], "ticktext": [_ZERO]} if below else {"tickvals": []}
        return {**rest, "type": "linear", "range": [0.0, 1.0], **ticked}, None, 0.0
    if positive.size:
        top = decade(float(positive.max()))
        least = max(float(positive.min()), 10.0 ** max(top - MOST_DECADES, -250.0))
        zeros = bool(np.any(values < least))
        data = np.array([decade(least), max(top, decade(least))])
    else:
        data, least, zeros = ends, 0.0, False
    low, high = map(float, np.where(np.isnan(ends), data, ends))
    if not low < high and wanted is not None:
        low, high = map(float, data if data[0] < data[1] else (data.min() - 0.5, data.max() + 0.5))
    wide = _with_two_ticks(low, high)
    grows, (low, high) = wide != (low, high), wide
    most = axis.get("nticks", _MOST_TICKS)
    if not zeros:
        if wanted is not None or grows:
            return {**ticks(low, high, most), **axis, "range": [low, high]}, None, 0.0
        room = 0.06 * (high - low)  # at most what plotly adds for marks and words by itself
        return {**ticks(low - room, high + room, most), **axis}, None, 0.0
    named = ticks(low, high, most)
    high += 0.0 if wanted is not None else _LIFT * (high - low)
    low -= 0.12 * (high - low)  # room for zeros
    zero = 10.0 ** (low + _LIFT * (high - low))
    with_zero = {
        "range": [low, high],
        "tickvals": [zero, *named["tickvals"]],
        "ticktext": [_ZERO, *named["ticktext"]],
    }
    return {**axis, **with_zero}, zero, least


def _lifted(trace: Trace, letter: str, least: float, zero: float) -> Trace:
    """Return a trace with its zeros where they are drawn; the pointer says that they are 0."""
    lifted = dict(trace)
    if trace.get(letter) is not None:
        values = _numbers(trace[letter])
        zeros = values < least
        lifted[letter] = np.where(zeros, zero, values)
        template = trace.get("hovertemplate")
        if template and zeros.any():
            each = [template] * values.size if isinstance(template, str) else template
            pairs = zip(each, zeros.tolist(), strict=True)
            lifted["hovertemplate"] = [
                re.sub(rf"%\{{{letter}[^}}]*\}}", _ZERO, text) if at else text for text, at in pairs
            ]
    if letter in trace.get(MOVES, {}):
        values = _numbers(trace[MOVES][letter])
        lifted[MOVES] = {**trace[MOVES], letter: np.where(values < least, zero, values)}
    return lifted
