"""The hero figure of ridge regression: what to release, and with how much regularisation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import exactly, explained, literal, visible
from hetdp_core.figures.ridge.losses import WITHOUT_DASH, ErrorAxis, line, plain, typical_error
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.grids import place_of
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import (
    LAMBDA,
    LAMBDA_ENDS,
    LAMBDA_ENDS_WITHOUT_NOISE,
    NUMBERS,
    PRINTED,
    SERIES,
    RidgeSweep,
)
from hetdp_core.validate import FloatArray

BEST, WITHOUT_NOISE = "private regression", "regression on public records"
"""The name of the verdict's regression, for readers who know no method."""

AWAY = 8
"""Pixels between a line and its name."""

NEAR = 0.06
"""Of the height of the axis: names as close as that would lie on each other, and are one."""

LOW = 265
"""Pixels of the axis where a page has least room for it."""

ROOM = 0.15
"""Share of the axis that a name needs."""


def loss_against_lambda(sweep: RidgeSweep, prepared: Prepared, lam: float) -> tuple[Figure, Frames]:
    """Draw the first figure: typical error against λ, with the best λ and the present one.

    Args:
        sweep: from `loss_sweep`.
        prepared: its records, which say in what unit errors are.
        lam: the present one, of the sweep's.
    """
    errors = ErrorAxis(prepared, sweep.scenario.regularised)
    without_privacy = {"color": theme.INK, "width": 2, "dash": WITHOUT_DASH}
    nonprivate = errors.heights(sweep.nonprivate_loss)
    series = [_series(sweep, errors, key) for key in sweep.series]
    unfinished = [
        *_band(sweep, errors),
        *(line for line, *_ in series),
        plain("Without privacy", sweep.lams, nonprivate, without_privacy)
        | {"hovertemplate": f"{errors.pointer}<extra>without privacy</extra>"},
        *(star := _star(sweep, errors)),
        *(marker for _, *markers in series for marker in markers),
    ]
    which = "least typical error" if sweep.scenario.regularised else "best one"
    best = f" (★ {which}, in hindsight)" if star else ""
    lambdas = [log_axes.decade(sweep.lams[0]), log_axes.decade(sweep.lams[-1])]
    heights = errors.heights(10.0 ** np.array(loss_range(sweep)))
    unfinished_axes = {
        "xaxis": theme.logarithmic(f"{LAMBDA}{best}", range=lambdas),
        "yaxis": theme.logarithmic(errors.title, range=[*map(log_axes.decade, heights)]),
    }
    traces, axes = log_axes.finished(unfinished, unfinished_axes)
    current = place_of(lam, sweep.lams, "lam")
    shown = sweep.verdict.default_series
    chosen = sweep.scenario.series or shown[:1]
    frames = Frames(
        values=sweep.lams,
        labels=[_lambda(lam) for lam in sweep.lams.tolist()],
        control=LAMBDA,
        current=current,
        ends=LAMBDA_ENDS if {*sweep.spreading} - {*NUMBERS} else LAMBDA_ENDS_WITHOUT_NOISE,
        traces=moves(traces),
        layout={f"shapes.0.{end}": sweep.lams.tolist() for end in ("x0", "x1")},
        readouts={
            f"Error: {_plain(sweep, key) if key in shown else SERIES[key]} at this λ": _written(
                sweep, key, typical_error(prepared, visible)
            )
            for key in chosen[:MOST_CHOSEN]
        },
    )
    now = {"x0": lam, "x1": lam, "y0": 0, "y1": 1, "xref": "x", "yref": "y domain"}
    look = {"color": theme.INK, "width": 1, "dash": "dot"}
    layout = {
        "shapes": [{"type": "line", **now, "line": look}],
        "annotations": _names(sweep, errors, axes),
    }
    return theme.figure(at_frame(traces, current), axes, **layout), frames


MOST_CHOSEN = 3
"""Methods whose losses stand next to the slider."""

_lambda = lru_cache(maxsize=1024)(exactly)  # those of one sweep are those of nearly all


def _written(sweep: RidgeSweep, key: str, in_words: Callable[[float], str]) -> list[str]:
    """Return errors in words, the same one once: that of a single number is the same at every λ."""
    curve, top = sweep.curves[key], 10.0 ** loss_range(sweep)[1]
    listed = curve.unregularised.mean.tolist()
    words = {loss: in_words(loss) if loss <= top else "off the figure" for loss in set(listed)}
    can_be_released = curve.available.tolist()
    return [words[loss] if can_be_released[i] else "none" for i, loss in enumerate(listed)]


def loss_range(sweep: RidgeSweep) -> list[float]:
    """Return the losses between which the axis lies, in powers of ten: well above the trivial.

    Also above that of 0, to which every regression comes as λ grows.
    """
    verdict = sweep.verdict
    of_zero = sweep.curves["zero"].least_loss
    high = max(100.0 * verdict.trivial_loss, 2.0 * verdict.loss, 1.5 * of_zero)
    low = 0.5 * min(float(np.min(sweep.nonprivate_loss)), verdict.loss, verdict.trivial_loss)
    return [log_axes.decade(low), log_axes.decade(high)]


def _band(sweep: RidgeSweep, errors: ErrorAxis) -> list[Trace]:
    """Draw between which errors 18 of 20 releases of the verdict's regression lie."""
    key, there = sweep.verdict.regression, np.isfinite(sweep.usual[0])
    if not sweep.has_band:
        return []
    edge = theme.lines(x=sweep.lams[there], line={"width": 0}, showlegend=False, legendgroup=key)
    fill = {"fill": "tonexty", "fillcolor": theme.translucent(theme.RIDGE_COLOURS[key])}
    low, high = map(errors.heights, sweep.usual[:, there])
    return [{**edge, "y": low}, {**edge, "y": high, **fill}]


def _series(sweep: RidgeSweep, errors: ErrorAxis, key: str) -> list[Trace]:
    """Return the line of a series; where λ matters, also its marker at the present one."""
    heights = errors.heights(sweep.mean_loss(key))
    width = 5 if key == sweep.verdict.regression else 3
    drawn = line(key, sweep.lams, heights, width=width)
    drawn |= {"legendgroup": key, "name": in_legend(sweep, key)}
    drawn["hovertemplate"] = explained(SERIES[key], sweep.explanation(key), errors.pointer)
    if key in NUMBERS:
        return [drawn]
    return [
        drawn,
        theme.points(
            name=f"{SERIES[key]} now",
            marker=theme.ringed(theme.RIDGE_COLOURS[key], 13, symbol=theme.RIDGE_SYMBOLS[key]),
            moves={"x": sweep.lams[:, None], "y": heights[:, None]},
            cliponaxis=False,
            showlegend=False,
            legendgroup=key,
        ),
    ]


def _star(sweep: RidgeSweep, errors: ErrorAxis) -> list[Trace]:
    """Return the verdict's regression at its best λ, where it is drawn."""
    best = sweep.verdict
    if best.regression not in sweep.series:
        return []
    height = errors.heights(sweep.mean_loss(best.regression)[sweep.lams == best.lam])
    return [
        theme.points(
            x=[best.lam],
            y=height,
            name="best λ",
            showlegend=False,
            marker={
                "color": theme.RIDGE_COLOURS[best.regression],
                "symbol": "star",
                "size": 22,
                "line": {"color": "white", "width": 1.5},
            },
            cliponaxis=False,
            hover=f"best {errors.pointer}",
        )
    ]


# --- names at the ends of the lines -------------------------------------------------------
#
# A regression comes down from the top or from the left, the printed one always to the right of
# the best one; without privacy is the lowest line on the left, and the better single number the
# lowest one on the right.


def _names(sweep: RidgeSweep, errors: ErrorAxis, axes: dict[str, Axis]) -> list[dict[str, Any]]:
    """Return the names of the four lines, where nothing else is near and they lie apart.

    Regularised losses of a single number grow with λ, out of the figure.
    """
    is_flat = axes["yaxis"]["type"] != "log"  # all losses are 0
    if sweep.scenario.series or sweep.scenario.regularised or is_flat:
        return []
    best, trivial = sweep.verdict.regression, sweep.verdict.trivial
    along = {key: errors.heights(sweep.mean_loss(key)) for key in (best, PRINTED, trivial)}
    ours, printed = (_beside(sweep, axes, key, along[key]) for key in (best, PRINTED))
    crossed = any(name and _is_on(name, along[trivial][0], axes) for name in (ours, printed))
    if crossed or (ours and printed and _lie_on_each_other(ours, printed, axes)):
        return []
    error = typical_error(errors.prepared, literal)(sweep.verdict.trivial_loss)
    names = [
        ours,
        printed,
        _below(sweep, axes, 0, errors.heights(sweep.nonprivate_loss), "without privacy", "left"),
        _below(
            sweep, axes, -1, along[trivial], f"{_plain(sweep, trivial)}, error {error}", "right"
        ),
    ]
    return [name for name in names if name]


def _lie_on_each_other(name: dict[str, Any], other: dict[str, Any], axes: dict[str, Axis]) -> bool:
    (first, last), (low, high) = axes["xaxis"]["range"], axes["yaxis"]["range"]
    across = abs(name["x"] - other["x"]) / (last - first)
    shifted = (other.get("yshift", 0) - name.get("yshift", 0)) / LOW
    up = abs((other["y"] - name["y"]) / (high - low) + shifted)
    return bool(across < ROOM and up < NEAR and name["xanchor"] == other["xanchor"])


def _is_on(name: dict[str, Any], height: float, axes: dict[str, Axis]) -> bool:
    """Return whether a level line, as that of a single number, goes through a name above a line."""
    low, high = axes["yaxis"]["range"]
    level = log_axes.place(axes["yaxis"], height)
    middle = name["y"] + (NEAR / 2 + name.get("yshift", 0) / LOW) * (high - low)
    return bool(name["yanchor"] == "bottom" and abs(middle - level) < NEAR * (high - low))


def in_legend(sweep: RidgeSweep, key: str) -> str:
    """Name a series, in plain words first where these are not its own."""
    if key == sweep.verdict.regression:
        method = f" ({SERIES[key]})" * sweep.is_noisy(key)
        return f"{_plain(sweep, key).capitalize()}{method}"
    return SERIES[key]


def _plain(sweep: RidgeSweep, key: str) -> str:
    """Name a series that matters in words that need no paper."""
    ours = BEST if sweep.is_noisy(key) else WITHOUT_NOISE
    return {**NUMBERS, PRINTED: "with the paper's noise"}.get(key, ours)


def _beside(
    sweep: RidgeSweep, axes: dict[str, Axis], key: str, along: FloatArray
) -> dict[str, Any]:
    """Return a name where a falling line comes into sight; nothing where it never does."""
    low, high = axes["yaxis"]["range"]
    text, right = _plain(sweep, key), key == PRINTED
    heights = np.array([log_axes.place(axes["yaxis"], each) for each in along.tolist()])
    seen = np.flatnonzero(heights <= high)
    if not seen.size:
        return {}
    first, last = axes["xaxis"]["range"]
    x, y = log_axes.decade(sweep.lams[seen[0]]), float(heights[seen[0]])
    across = (x - first) / (last - first)
    if across == 0.0 and right:  # from the left: above it
        return _name(x, y, text, "left", "bottom") | {"yshift": 10}
    if across == 0.0:
        step = sweep.lams.size // 20
        x, y = log_axes.decade(sweep.lams[step]), float(heights[step])
        return _name(x, y, text, "left", "bottom")
    if across < (1 - ROOM if right else ROOM):  # above a point: the line comes from the left
        below_the_edge = np.flatnonzero(heights <= high - 1.5 * NEAR * (high - low))
        at = below_the_edge[0] if below_the_edge.size else seen[0]
        return _name(log_axes.decade(sweep.lams[at]), float(heights[at]), text, "left", "bottom")
    return _name(x, y, text, "right", "top")  # below it: the line goes on to the right


def _below(
    sweep: RidgeSweep, axes: dict[str, Axis], at: int, heights: FloatArray, text: str, anchor: str
) -> dict[str, Any]:
    """Return a name below the end of a line; above it where that is 0, at the axis' lower end."""
    across, height = log_axes.decade(sweep.lams[at]), float(heights[at])
    upright = "top" if height > 0 else "bottom"
    return _name(across, log_axes.place(axes["yaxis"], height), text, anchor, upright)


def _name(x: float, y: float, text: str, xanchor: str, yanchor: str) -> dict[str, Any]:
    anchors = {"xanchor": xanchor, "yanchor": yanchor}
    shift = AWAY if xanchor == "left" else -AWAY
    place = {"x": x, "y": y, "xshift": shift, "text": text, "showarrow": False}
    return {"name": theme.LINE_END, **place, **anchors}
