"""Figures of personalised ridge regression: the hero, and what lies behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from hetdp_core.figures import ends, theme
from hetdp_core.figures.frames import Frames
from hetdp_core.figures.text import literal, literals, number
from hetdp_core.figures.theme import Trace
from hetdp_core.ridge.dependence import PARAMETERS, Dependence
from hetdp_core.ridge.exploration import SERIES, RidgeSweep
from hetdp_core.ridge.improvements import Improvement
from hetdp_core.ridge.sampling_leak import SamplingLeak
from hetdp_core.ridge.shown_releases import OneRelease, ReleasedCoefficients
from hetdp_core.validate import FloatArray

WITHOUT_DASH, WITHOUT_SYMBOL = "2px,3px", "star"
"""Of what a regression without privacy gives, always in the page's own colour."""

LOWER_PANEL = {"xaxis": "x2", "yaxis": "y2"}


def _line(key: str) -> dict[str, Any]:
    return {
        "color": theme.RIDGE_COLOURS[key],
        "dash": theme.RIDGE_DASHES[key],
        "width": 5 if key == "pdp_op" else 3,
    }


def loss_against_lambda(sweep: RidgeSweep, names: Sequence[str]) -> go.Figure:
    """Hero figure: test loss of each method against λ; the coefficients at the present λ.

    Args:
        sweep: from `explore`.
        names: of the coefficients.
    """
    traces = [trace for key in sweep.series for trace in _series(sweep, key)]
    axes = {
        "xaxis": theme.logarithmic("Regularisation λ", dtick=1, anchor="y"),
        "yaxis": theme.logarithmic(
            _loss_title(sweep), range=ends.losses(sweep), dtick="D2", domain=[0.38, 1.0]
        ),
        "xaxis2": theme.titled(
            "Coefficients of PDP-OP at this λ, ± noise",
            anchor="y2",
            type="category",
            showticklabels=False,
            ticks="",
        ),
        "yaxis2": {
            "anchor": "x2",
            "domain": [0.0, 0.19],
            "range": ends.coefficients(sweep),
            "zeroline": True,
            "nticks": 4,
        },
    }
    return theme.figure(
        [*traces, _without_noise(sweep), _coefficients(sweep, names)],
        axes,
        shapes=[_now(sweep.scenario.lam)],
    )


def _loss_title(sweep: RidgeSweep) -> str:
    return "Test loss + λ‖θ‖²" if sweep.scenario.regularised else "Test loss"


def _band(sweep: RidgeSweep, key: str) -> tuple[FloatArray, FloatArray]:
    """(L,) ends of mean ± one standard deviation, the lower one kept near the axis."""
    moments = sweep.moments(key)
    with np.errstate(invalid="ignore"):
        lower = np.maximum(moments.mean - moments.std, ends.least_loss(sweep) / 10.0)
    return lower, moments.mean + moments.std


def _series(sweep: RidgeSweep, key: str) -> list[Trace]:
    """Band, line and marker at the present λ: three traces a method, in this order."""
    mean, (lower, upper) = sweep.mean_loss(key), _band(sweep, key)
    quiet = {"showlegend": False, "hoverinfo": "skip", "legendgroup": key}
    now = sweep.current
    edge = {"type": "scatter", "x": sweep.lams, "mode": "lines", "line": {"width": 0}, **quiet}
    return [
        {**edge, "y": lower},
        {
            **edge,
            "y": upper,
            "fill": "tonexty",
            "fillcolor": theme.translucent(theme.RIDGE_COLOURS[key], 0.08),
        },
        {
            "type": "scatter",
            "x": sweep.lams,
            "y": mean,
            "name": SERIES[key],
            "legendgroup": key,
            "mode": "lines",
            "line": _line(key),
            "hovertemplate": "λ = %{x:.3g}: %{y:.3g}<extra>%{fullData.name}</extra>",
        },
        {
            "type": "scatter",
            "x": [sweep.lams[now]],
            "y": [mean[now]],
            "mode": "markers",
            "name": f"{SERIES[key]} now",
            "marker": {
                "color": theme.RIDGE_COLOURS[key],
                "symbol": theme.RIDGE_SYMBOLS[key],
                "size": 13,
                "line": {"color": "white", "width": 2},
            },
            **quiet,
        },
    ]


_PER_SERIES, _MARKER = 4, 3


def _without_noise(sweep: RidgeSweep) -> Trace:
    return {
        "type": "scatter",
        "x": sweep.lams,
        "y": sweep.nonprivate_loss,
        "name": "Without privacy",
        "mode": "lines",
        "line": {"color": theme.INK, "width": 2, "dash": WITHOUT_DASH},
        "hovertemplate": "λ = %{x:.3g}: %{y:.3g}<extra>without privacy</extra>",
    }


def _coefficients(sweep: RidgeSweep, names: Sequence[str]) -> Trace:
    now = sweep.current
    return {
        "type": "scatter",
        "x": literals(names),
        "y": sweep.coefficients[now],
        "mode": "markers",
        "name": "coefficients of PDP-OP, ± one standard deviation of the noise",
        "showlegend": False,
        "marker": {"color": theme.BLUE, "size": 11},
        "error_y": {
            "type": "data",
            "array": sweep.noise_bars[now],
            "color": theme.translucent(theme.BLUE, 0.5),
            "thickness": 5,
            "width": 0,
        },
        "hovertemplate": "%{x}: %{y:.3g} before noise<extra></extra>",
        **LOWER_PANEL,
    }


def _now(lam: float) -> dict[str, Any]:
    """A vertical line at the present λ."""
    line = {"color": theme.INK, "width": 1, "dash": "dot"}
    return {"type": "line", "xref": "x", "yref": "y domain"} | {
        "x0": lam,
        "x1": lam,
        "y0": 0,
        "y1": 1,
        "line": line,
    }


def lambda_frames(sweep: RidgeSweep) -> Frames:
    """The whole course of λ, so that the hero figure follows the drag."""
    place = sweep.lams[:, None]
    moving: dict[int, dict[str, FloatArray]] = {
        _PER_SERIES * index + _MARKER: {"x": place, "y": sweep.mean_loss(key)[:, None]}
        for index, key in enumerate(sweep.series)
    }
    coefficients = _PER_SERIES * len(sweep.series) + 1
    moving[coefficients] = {"y": sweep.coefficients, "error_y.array": sweep.noise_bars}
    return Frames(
        values=sweep.lams,
        labels=[number(value) for value in sweep.lams],
        control="Regularisation λ",
        current=sweep.current,
        ends=("less shrinkage, more noise", "more shrinkage, less noise"),
        traces=moving,
        layout={f"shapes.0.{end}": sweep.lams.tolist() for end in ("x0", "x1")},
        readouts={
            **{
                f"Loss, {SERIES[key]}": [number(loss) for loss in sweep.moments(key).mean]
                for key in ("pdp_op", "objective")
                if key in sweep.series
            },
            "Noise on each coefficient": [f"± {number(one)}" for one in sweep.noise_spread],
        },
    )


def spread_against_lambda(sweep: RidgeSweep) -> go.Figure:
    """Standard deviation of the loss from release to release (the paper's Figures 1 and 2)."""
    traces = [
        {
            "type": "scatter",
            "x": sweep.lams,
            "y": sweep.moments(key).std,
            "name": SERIES[key],
            "mode": "lines",
            "line": _line(key),
            "hovertemplate": "λ = %{x:.3g}: %{y:.3g}<extra>%{fullData.name}</extra>",
        }
        for key in sweep.spreading
    ]
    axes = {
        "xaxis": theme.logarithmic("Regularisation λ"),
        "yaxis": theme.logarithmic("Standard deviation of the loss"),
    }
    return theme.figure(traces, axes)


def dependence(found: Dependence, at_best_lambda: bool) -> go.Figure:
    """Expected loss of each series along one parameter."""
    parameter = PARAMETERS[found.parameter]
    losses = found.best if at_best_lambda else found.at_lambda
    traces = [
        {
            "type": "scatter",
            "x": found.values,
            "y": values,
            "name": SERIES[key],
            "mode": "lines+markers",
            "line": _line(key),
            "marker": {"size": 10, "symbol": theme.RIDGE_SYMBOLS[key]},
            "hovertemplate": "%{x:.3g}: %{y:.3g}<extra>%{fullData.name}</extra>",
        }
        for key, values in losses.items()
    ]
    axis = theme.logarithmic if parameter.logarithmic else theme.titled
    axes = {"xaxis": axis(parameter.title), "yaxis": theme.logarithmic("Test loss", dtick="D2")}
    return theme.figure(traces, axes)


def improvements(steps: Sequence[Improvement]) -> go.Figure:
    """Best loss after each step, with the private mean as the bar to clear."""
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": [step.best.loss for step in steps],
        "y": [step.title for step in steps],
        "text": [number(step.best.loss) for step in steps],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {"color": [theme.ORANGE if step.trivial else theme.BLUE for step in steps]},
        "hovertemplate": "%{y}: %{x:.3g}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("Expected test loss at the best λ (hindsight)", rangemode="tozero"),
        "yaxis": theme.every_name(len(steps)),
    }
    margin = {"l": 40, "r": 80, "t": 34, "b": 60}
    return theme.figure([bars], axes, showlegend=False, margin=margin)


def coefficients(found: ReleasedCoefficients, names: Sequence[str], key: str) -> go.Figure:
    """Quartiles of coefficients released by a series, around the non-private ones."""
    low, middle, high = found.quartiles
    boxes = {
        "type": "box",
        "y": literals(names),
        "q1": low,
        "median": middle,
        "q3": high,
        "lowerfence": low,
        "upperfence": high,
        "orientation": "h",
        "name": SERIES[key],
        "marker": {"color": theme.RIDGE_COLOURS[key]},
        "hoverinfo": "x+name",
    }
    exact = {
        "type": "scatter",
        "x": found.nonprivate,
        "y": literals(names),
        "mode": "markers",
        "name": "without privacy",
        "marker": {"symbol": WITHOUT_SYMBOL, "size": 14, "color": theme.INK},
        "hovertemplate": "%{y}: %{x:.3g}<extra>without privacy</extra>",
    }
    axes = {
        "xaxis": theme.titled(
            "Coefficient (scaled)",
            range=ends.spread(found),
            zeroline=True,
        ),
        "yaxis": theme.every_name(len(names)),
    }
    return theme.figure([boxes, exact], axes)


def height_of_coefficients(names: Sequence[str]) -> int:
    """Return the pixels that the figure of these coefficients needs, a row each."""
    return 160 + 34 * len(names)


def one_release(found: OneRelease, target: str, key: str) -> go.Figure:
    """Predicted against true labels of the test records, for one release of a series."""
    low, high = found.window
    points = {
        "type": "scatter",
        "x": found.true,
        "mode": "markers",
        "hovertemplate": "true %{x:,.4g}, predicted %{y:,.4g}<extra>%{fullData.name}</extra>",
    }
    traces = [
        {
            **points,
            "y": found.without_noise,
            "name": "without privacy",
            "marker": {"color": theme.INK, "size": 7, "opacity": 0.5, "symbol": WITHOUT_SYMBOL},
        },
        {
            **points,
            "y": found.predicted,
            "name": "this release",
            "marker": {
                "color": theme.RIDGE_COLOURS[key],
                "size": 7,
                "opacity": 0.7,
                "symbol": theme.RIDGE_SYMBOLS[key],
            },
        },
        {
            "type": "scatter",
            "x": [low, high],
            "y": [low, high],
            "mode": "lines",
            "name": "perfect",
            "line": {"color": theme.INK, "width": 1, "dash": "dot"},
            "hoverinfo": "skip",
        },
        {
            "type": "scatter",
            "x": [low, high],
            "y": [found.mean_label, found.mean_label],
            "mode": "lines",
            "name": "mean label",
            "line": {"color": theme.ORANGE, "width": 3, "dash": "dash"},
            "hoverinfo": "skip",
        },
    ]
    axes = {
        "xaxis": theme.titled(f"True {literal(target)}", range=[low, high]),
        "yaxis": theme.titled("Predicted", range=[low, high]),
    }
    return theme.figure(traces, axes)


def realised_losses(rows: Sequence[SamplingLeak]) -> go.Figure:
    """Privacy loss over what was asked, for published and repaired sampling."""
    bars: list[Trace] = [
        {
            "type": "bar",
            "x": [row.title for row in rows],
            "y": values,
            "name": name,
            "marker": {"color": colour, "pattern": pattern},
            "hovertemplate": "%{x}: %{y:.3g} ×<extra>%{fullData.name}</extra>",
        }
        for name, colour, pattern, values in (
            ("as published", theme.VERMILLION, theme.HATCH, [row.published for row in rows]),
            ("repaired", theme.BLUE, {}, [row.repaired for row in rows]),
        )
    ]
    # The dashed line would cross out the numbers on what is below it.
    bars[0] |= {
        "text": [f"{number(row.published)} ×" for row in rows],
        "textposition": "outside",
        "constraintext": "none",
        "cliponaxis": False,
    }
    axes = {
        "xaxis": theme.titled("", type="category"),
        "yaxis": theme.titled("Privacy loss, in units of the ε asked", rangemode="tozero"),
    }
    line = {"color": theme.INK, "width": 2, "dash": "dash"}
    promised = {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 1, "y1": 1}
    return theme.figure(bars, axes, barmode="group", shapes=[{**promised, "line": line}])
