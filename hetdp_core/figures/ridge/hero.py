"""The hero figure of ridge regression: what to release, and with how much regularisation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from hetdp_core.figures import log_axes, theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import exactly, number
from hetdp_core.figures.ridge.losses import AT_LAMBDA, WITHOUT_DASH, line, plain
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.grids import place_of
from hetdp_core.ridge.sweep import LAMBDA, LAMBDA_ENDS, PRINTED, SERIES, RidgeScenario, RidgeSweep
from hetdp_core.validate import FloatArray

AWAY = 8
"""Pixels between a line and its name."""

NEAR = 0.06
"""Of the height of the axis: names as close as that would lie on each other, and are one."""

LOW = 265
"""Pixels of the axis where a page has least room for it."""

ROOM = 0.15
"""Share of the axis that a name needs."""


def loss_against_lambda(
    sweep: RidgeSweep, lam: float, scaled: bool = True, in_words: Callable[[float], str] = number
) -> tuple[Figure, Frames]:
    """Draw the first figure: expected test loss against λ, with the best λ and the present one.

    Args:
        sweep: from `loss_sweep`.
        lam: the present one, of the sweep's.
        scaled: whether labels are scaled to a range of length 1, the unit of the loss.
        in_words: says a squared error, as key numbers do.
    """
    without_privacy = {"color": theme.INK, "width": 2, "dash": WITHOUT_DASH}
    unfinished = [
        *_band(sweep),
        *(trace for key in sweep.series for trace in _series(sweep, key)),
        plain("Without privacy", sweep.lams, sweep.nonprivate_loss, without_privacy)
        | {"hovertemplate": f"{AT_LAMBDA}<extra>without privacy</extra>"},
        *(star := _star(sweep)),
    ]
    best = " (★ best one, in hindsight)" if star else ""
    title = "Loss: mean squared error" + " + λ‖θ‖²" * sweep.scenario.regularised
    title += "<br>(range of the label = 1)" * scaled
    lambdas = [log_axes.decade(sweep.lams[0]), log_axes.decade(sweep.lams[-1])]
    unfinished_axes = {
        "xaxis": theme.logarithmic(f"{LAMBDA}{best}", range=lambdas),
        "yaxis": theme.logarithmic(title, range=loss_range(sweep)),
    }
    traces, axes = log_axes.finished(unfinished, unfinished_axes)
    current = place_of(lam, sweep.lams, "lam")
    shown = sweep.verdict.default_series
    chosen = sweep.scenario.series or shown[:-1]
    frames = Frames(
        values=sweep.lams,
        labels=[_lambda(lam) for lam in sweep.lams.tolist()],
        control=LAMBDA,
        current=current,
        ends=LAMBDA_ENDS,
        traces=moves(traces),
        layout={f"shapes.0.{end}": sweep.lams.tolist() for end in ("x0", "x1")},
        readouts={
            f"{_plain(key).capitalize() if key in shown else SERIES[key]}{where}": _written(
                sweep, key, in_words
            )
            for key, where in (
                *((key, " at this λ") for key in chosen[:MOST_CHOSEN]),
                (sweep.verdict.trivial, ""),
            )
        },
    )
    now = {"x0": lam, "x1": lam, "y0": 0, "y1": 1, "xref": "x", "yref": "y domain"}
    look = {"color": theme.INK, "width": 1, "dash": "dot"}
    layout = {
        "shapes": [{"type": "line", **now, "line": look}],
        "annotations": _names(sweep, axes, in_words),
        "margin": {**theme.MARGIN, "l": 108} if scaled else theme.MARGIN,  # for a title of 2 lines
    }
    return theme.figure(at_frame(traces, current), axes, **layout), frames


MOST_CHOSEN = 3
"""Methods whose losses stand beside the slider, before the number that they are compared with."""

_lambda = lru_cache(maxsize=1024)(exactly)  # those of one sweep are those of nearly all


def _written(sweep: RidgeSweep, key: str, in_words: Callable[[float], str]) -> list[str]:
    """Return errors in words, the same one once: that of a single number is the same at every λ."""
    listed, top = sweep.curves[key].unregularised.mean.tolist(), 10.0 ** loss_range(sweep)[1]
    words = {loss: in_words(loss) if loss <= top else "off the figure" for loss in set(listed)}
    return [words[loss] for loss in listed]


def loss_range(sweep: RidgeSweep) -> list[float]:
    """Return the ends of the axis of losses, in powers of ten: well above the trivial loss."""
    verdict = sweep.verdict
    high = max(100.0 * verdict.trivial_loss, 2.0 * verdict.loss)
    return [log_axes.decade(_least_loss(sweep)), log_axes.decade(high)]


def _least_loss(sweep: RidgeSweep) -> float:
    verdict = sweep.verdict
    return 0.5 * min(float(np.min(sweep.nonprivate_loss)), verdict.loss, verdict.trivial_loss)


def _band(sweep: RidgeSweep) -> list[Trace]:
    """One standard deviation around the best private regression, else around the first series.

    Where the line itself is in sight.
    """
    noisy = sweep.spreading
    if not noisy:
        return []
    key = sweep.verdict.regression if sweep.verdict.regression in noisy else noisy[0]
    moments = sweep.moments(key)
    with np.errstate(invalid="ignore"):
        lower = np.maximum(moments.mean - moments.std, _least_loss(sweep) / 10.0)
    seen = moments.mean <= 10.0 ** loss_range(sweep)[1]
    edge = {
        "type": "scatter",
        "x": sweep.lams[seen],
        "mode": "lines",
        "line": {"width": 0},
        "showlegend": False,
        "hoverinfo": "skip",
        "legendgroup": key,
    }
    fill = {"fill": "tonexty", "fillcolor": theme.translucent(theme.RIDGE_COLOURS[key])}
    upper = moments.mean + moments.std
    return [{**edge, "y": lower[seen]}, {**edge, "y": upper[seen], **fill}]


def _series(sweep: RidgeSweep, key: str) -> list[Trace]:
    """Return the line and marker at the present λ of a series."""
    mean = sweep.mean_loss(key)
    return [
        line(key, sweep.lams, mean, width=5 if key == sweep.verdict.regression else 3)
        | {"legendgroup": key, "name": in_legend(sweep, key)},
        {
            "type": "scatter",
            "mode": "markers",
            "name": f"{SERIES[key]} now",
            "marker": {
                "color": theme.RIDGE_COLOURS[key],
                "symbol": theme.RIDGE_SYMBOLS[key],
                "size": 13,
                "line": {"color": "white", "width": 2},
            },
            "moves": {"x": sweep.lams[:, None], "y": mean[:, None]},
            "cliponaxis": False,
            "showlegend": False,
            "hoverinfo": "skip",
            "legendgroup": key,
        },
    ]


def _star(sweep: RidgeSweep) -> list[Trace]:
    """Return the best private regression at its best λ, where it is drawn."""
    best = sweep.verdict
    if best.regression not in sweep.series:
        return []
    height = sweep.mean_loss(best.regression)[sweep.lams == best.lam]
    return [
        {
            "type": "scatter",
            "x": [best.lam],
            "y": height,
            "mode": "markers",
            "name": "best λ",
            "showlegend": False,
            "marker": {
                "color": theme.RIDGE_COLOURS[best.regression],
                "symbol": "star",
                "size": 22,
                "line": {"color": "white", "width": 1.5},
            },
            "cliponaxis": False,
            "hovertemplate": "best λ = %{x:.3g}: %{y:.3g}<extra></extra>",
        }
    ]


# --- names at the ends of the lines -------------------------------------------------------
#
# A regression comes down from the top or from the left, the printed one always to the right of
# the best one; without privacy is the lowest line on the left, and the better single number the
# lowest one on the right.


def _names(
    sweep: RidgeSweep, axes: dict[str, Axis], in_words: Callable[[float], str]
) -> list[dict[str, Any]]:
    """Return what each of the four lines is, where nothing else is near and they lie apart."""
    if sweep.scenario.series or axes["yaxis"]["type"] != "log":  # or all losses are 0
        return []
    best, trivial = sweep.verdict.regression, sweep.verdict.trivial
    ours, printed = (_beside(sweep, axes, key, right=key == PRINTED) for key in (best, PRINTED))
    is_free = not ours or (printed and ours["x"] < printed["x"] - _room(axes))  # on the left
    if printed and _is_crossed(printed, axes) and is_free:
        printed = _beside(sweep, axes, PRINTED, right=False)
    if ours and printed and _lie_on_each_other(ours, printed, axes):
        ours, printed["text"] = {}, f"{ours['text']}, {printed['text']}"
    if any(name and _is_on_the_trivial(name, sweep, axes) for name in (ours, printed)):
        return []
    said = f"{_plain(trivial)}, {in_words(sweep.verdict.trivial_loss)}"
    names = [
        ours,
        printed,
        _below(sweep, axes, 0, sweep.nonprivate_loss, "without privacy", "left"),
        _below(sweep, axes, -1, sweep.mean_loss(trivial), said, "right"),
    ]
    return [name for name in names if name]


def _is_crossed(name: dict[str, Any], axes: dict[str, Axis]) -> bool:
    """Return whether the line at the λ that a page opens with goes through a name."""
    across = log_axes.decade(RidgeScenario().lam) - name["x"]
    return bool(name["xanchor"] == "left" and 0 < across < _room(axes))


def _room(axes: dict[str, Axis]) -> float:
    first, last = axes["xaxis"]["range"]
    return float(ROOM * (last - first))


def _lie_on_each_other(name: dict[str, Any], other: dict[str, Any], axes: dict[str, Axis]) -> bool:
    (first, last), (low, high) = axes["xaxis"]["range"], axes["yaxis"]["range"]
    across = abs(name["x"] - other["x"]) / (last - first)
    shifted = (other.get("yshift", 0) - name.get("yshift", 0)) / LOW
    up = abs((other["y"] - name["y"]) / (high - low) + shifted)
    return bool(across < ROOM and up < NEAR and name["xanchor"] == other["xanchor"])


def _is_on_the_trivial(name: dict[str, Any], sweep: RidgeSweep, axes: dict[str, Axis]) -> bool:
    """Return whether the line of the better single number goes through a name above a line."""
    low, high = axes["yaxis"]["range"]
    trivial = log_axes.place(axes["yaxis"], sweep.verdict.trivial_loss)
    middle = name["y"] + (NEAR / 2 + name.get("yshift", 0) / LOW) * (high - low)
    return bool(name["yanchor"] == "bottom" and abs(middle - trivial) < NEAR * (high - low))


def in_legend(sweep: RidgeSweep, key: str) -> str:
    """Name a series, in plain words first where these are not its own."""
    regressions = (sweep.verdict.regression, PRINTED)
    if key in regressions:
        return f"{_plain(key).capitalize()} ({SERIES[key]})"
    return SERIES[key]


def _plain(key: str) -> str:
    """Name a series that matters in words that need no paper."""
    plain = {"private_mean": "private mean", "zero": "always 0", PRINTED: "paper's method"}
    return plain.get(key, "private regression")


def _beside(sweep: RidgeSweep, axes: dict[str, Axis], key: str, right: bool) -> dict[str, Any]:
    """Return a name where a falling line comes into sight; nothing where it never does."""
    _, high = axes["yaxis"]["range"]
    losses, text = sweep.mean_loss(key).tolist(), _plain(key)
    heights = np.array([log_axes.place(axes["yaxis"], loss) for loss in losses])
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
    anchor = "left" if across < (1 - ROOM if right else ROOM) else "right"
    return _name(x, y, text, anchor, "middle")


def _below(
    sweep: RidgeSweep, axes: dict[str, Axis], at: int, losses: FloatArray, text: str, anchor: str
) -> dict[str, Any]:
    """A name below the end of a line; above it where that is 0, at the lower end of the axis."""
    across, loss = log_axes.decade(sweep.lams[at]), float(losses[at])
    upright = "top" if loss > 0 else "bottom"
    return _name(across, log_axes.place(axes["yaxis"], loss), text, anchor, upright)


def _name(x: float, y: float, text: str, xanchor: str, yanchor: str) -> dict[str, Any]:
    anchors = {"xanchor": xanchor, "yanchor": yanchor}
    shift = AWAY if xanchor == "left" else -AWAY
    place = {"x": x, "y": y, "xshift": shift, "text": text, "showarrow": False}
    return {"name": theme.LINE_END, **place, **anchors}
