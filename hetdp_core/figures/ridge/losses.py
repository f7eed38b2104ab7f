"""Figures of personalised ridge regression: what lies behind the hero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import explained, literal, literals, number, share
from hetdp_core.figures.theme import Trace
from hetdp_core.ridge.dependence import PARAMETERS, Dependence, Improvement
from hetdp_core.ridge.example_releases import OneRelease, ReleasedCoefficients
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.releases import Distances
from hetdp_core.ridge.sampling import SamplingLeak
from hetdp_core.ridge.sweep import EXPLANATIONS, LAMBDA, SERIES, RidgeSweep
from hetdp_core.validate import FloatArray

WITHOUT_DASH, WITHOUT_SYMBOL = "2px,3px", "star"
"""Of what a regression without privacy gives, always in the page's own colour."""


def at_lambda(unit: str = "") -> str:
    """Return the pointer's words on a place: λ, and the number there with its unit."""
    return "λ = %{x:,.3~r}: %{y:,.3~r}" + (f"\u00a0{unit}" if unit else "")


AT_LAMBDA = at_lambda()


@dataclass(frozen=True)
class ErrorAxis:
    """An axis of typical errors, in the unit of the label, as the key numbers have them.

    Where λ‖θ‖² is added there is no error to be had from the loss, which stands there as it is.
    """

    prepared: Prepared
    regularised: bool = False

    def heights(self, losses: ArrayLike) -> FloatArray:
        """Return where expected losses stand: at their roots, in the unit of the label."""
        if self.regularised:
            return np.asarray(losses, dtype=np.float64)
        return self.prepared.typical_misses(losses)

    @property
    def after(self) -> str:
        """Unit of the drawn losses, if they have one, after a name."""
        unit = self.prepared.unit_of_errors
        return f", {unit}" if unit and not self.regularised else ""

    @property
    def title(self) -> str:
        if self.regularised:
            low, high = self.prepared.problem.label_range
            return f"Squared error + λ‖θ‖² (label's range: {number(high - low)})"
        return f"Typical error{literal(self.after)}"

    @property
    def pointer(self) -> str:
        """The pointer's words on a place."""
        if self.regularised:
            return AT_LAMBDA
        return at_lambda(literal(self.prepared.unit_of_errors).replace("%{", "% {"))


def typical_error(prepared: Prepared, write: Callable[[str], str]) -> Callable[[float], str]:
    """Return what says a loss as the typical error of predictions, in the unit of the label."""
    unit = f"\u00a0{write(prepared.unit_of_errors)}" if prepared.unit else ""
    return lambda loss: f"{number(prepared.typical_miss(loss))}{unit}"


def line(
    key: str, x: FloatArray, y: FloatArray, numbers: str = AT_LAMBDA, width: int = 3
) -> dict[str, Any]:
    """Draw a series; the pointer tells its name, what it does, and the numbers there."""
    look = theme.look(theme.RIDGE_COLOURS, theme.RIDGE_DASHES, key, width)
    tells = explained(SERIES[key], EXPLANATIONS[key], numbers)
    return plain(SERIES[key], x, y, look) | {"hovertemplate": tells}


def plain(name: str, x: FloatArray, y: FloatArray, look: dict[str, Any]) -> dict[str, Any]:
    """Draw a line along λ."""
    hover = f"{AT_LAMBDA}<extra>{name}</extra>"
    return theme.lines(x=x, y=y, name=name, line=look, hovertemplate=hover)


def spread_against_lambda(sweep: RidgeSweep) -> Figure:
    """Draw standard deviation of the loss from release to release (the paper's Figures 1 and 2)."""
    if not sweep.spreading:
        return theme.nothing("Without noise every release has the same loss.")
    traces = [line(key, sweep.lams, sweep.moments(key).std) for key in sweep.spreading]
    axes = {
        "xaxis": theme.logarithmic(LAMBDA),
        "yaxis": theme.logarithmic("Standard deviation of the loss"),
    }
    return theme.figure(traces, axes)


def dependence(varied: Dependence, at_best_lambda: bool) -> Figure:
    """Draw the typical error of each series along one parameter."""
    parameter, errors = PARAMETERS[varied.parameter], ErrorAxis(varied.prepared)
    losses = varied.best if at_best_lambda else varied.public
    traces = [
        line(key, varied.values, errors.heights(values), "%{x:,.3~r}: %{y:,.3~r}")
        | {"mode": "lines+markers", "marker": {"size": 10, "symbol": theme.RIDGE_SYMBOLS[key]}}
        for key, values in losses.items()
    ]
    axis = theme.logarithmic if parameter.logarithmic else theme.titled
    axes = {
        "xaxis": axis(parameter.title),
        "yaxis": theme.logarithmic(errors.title),
    }
    return theme.figure(traces, axes)


def improvements(steps: Sequence[Improvement]) -> Figure:
    """Draw the best loss after each step, with the private mean as the bar to clear."""
    bars = theme.bars(
        orientation="h",
        x=[step.loss for step in steps],
        y=[step.title for step in steps],
        text=[number(step.loss) for step in steps],
        **theme.VALUES_AT_ENDS,
        marker={"color": [theme.ORANGE if step.trivial else theme.BLUE for step in steps]},
        hover="%{y}: %{x:.3g}",
    )
    axes = {
        "xaxis": theme.titled(
            "Expected loss on test records,<br>at the best λ in hindsight", rangemode="tozero"
        ),
        "yaxis": theme.every_name(len(steps)),
    }
    return theme.figure([bars], axes, showlegend=False, margin=theme.ROOM_FOR_VALUES)


def coefficients(releases: ReleasedCoefficients, names: Sequence[str], key: str) -> Figure:
    """Draw quartiles of coefficients released by a series, around the non-private ones."""
    low, middle, high = releases.quartiles
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
    exact = theme.points(
        x=releases.nonprivate,
        y=literals(names),
        name="without privacy",
        marker={"symbol": WITHOUT_SYMBOL, "size": 14, "color": theme.INK},
        hovertemplate="%{y}: %{x:.3g}<extra>without privacy</extra>",
    )
    largest = max(np.max(np.abs(releases.quartiles)), np.max(np.abs(releases.nonprivate)))
    end = 1.2 * float(largest) or 1.0
    axes = {
        "xaxis": theme.titled("Coefficient (scaled)", range=[-end, end], zeroline=True),
        "yaxis": theme.every_name(len(names)),
    }
    return theme.figure([boxes, exact], axes)


def height_of_coefficients(names: Sequence[str]) -> int:
    """Return the pixels that the figure of these coefficients needs, a row each."""
    return 160 + 34 * len(names)


def one_release(release: OneRelease, target: str, key: str) -> Figure:
    """Draw predicted against true labels of the test records, for one release of a series."""
    low, high = release.window
    points = theme.points(
        x=release.true,
        hovertemplate="true %{x:,.3g}, predicted %{y:,.3g}<extra>%{fullData.name}</extra>",
    )
    traces = [
        {
            **points,
            "y": release.without_privacy,
            "name": "without privacy",
            "marker": {"color": theme.INK, "size": 7, "opacity": 0.5, "symbol": WITHOUT_SYMBOL},
        },
        {
            **points,
            "y": release.predicted,
            "name": "this release",
            "marker": {
                "color": theme.RIDGE_COLOURS[key],
                "size": 7,
                "opacity": 0.7,
                "symbol": theme.RIDGE_SYMBOLS[key],
            },
        },
        theme.lines(
            x=[low, high],
            y=[low, high],
            name="perfect",
            line={"color": theme.INK, "width": 1, "dash": "dot"},
        ),
        theme.lines(
            x=[low, high],
            y=[release.mean_label, release.mean_label],
            name="mean of the label (not private)",
            line={"color": theme.ORANGE, "width": 3, "dash": "dash"},
        ),
    ]
    axes = {
        "xaxis": theme.titled(f"{literal(target)}: true", range=[low, high]),
        "yaxis": theme.titled("Predicted", range=[low, high]),
    }
    return theme.figure(traces, axes)


def sampling_losses(rows: Sequence[SamplingLeak]) -> Figure:
    """Draw privacy loss over what was asked, for published and repaired sampling."""
    bars: list[Trace] = [
        theme.bars(
            x=[row.title for row in rows],
            y=values,
            name=name,
            marker={"color": colour, "pattern": pattern},
            hovertemplate="%{x}: %{y:.3g} ×<extra>%{fullData.name}</extra>",
        )
        for name, colour, pattern, values in (
            ("as published", theme.VERMILLION, theme.HATCH, [row.published for row in rows]),
            ("repaired", theme.BLUE, {}, [row.repaired for row in rows]),
        )
    ]
    # The dashed line would cross out the numbers of the bar below it.
    bars[0] |= {
        "text": [f"{number(row.published)} ×" for row in rows],
        **theme.VALUES_AT_ENDS,
    }
    axes = {
        "xaxis": theme.titled("", type="category"),
        "yaxis": theme.titled("Privacy loss, in multiples of the requested ε", rangemode="tozero"),
    }
    look = {"color": theme.INK, "width": 2, "dash": "dash"}
    promised = {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 1, "y1": 1}
    return theme.figure(bars, axes, barmode="group", shapes=[{**promised, "line": look}])


def distances_to_truth(distances: Distances) -> Figure:
    """Draw how far coefficients of PDP-OP are from the true ones: bound, exact, before noise."""
    confident = f"bound of Theorem 3.6 (probability ≥ {share(distances.bound.confidence)})"
    ours = theme.RIDGE_COLOURS["pdp_op"]
    lines = (
        (confident, distances.bound.total, theme.VERMILLION, "dash", 3),
        ("exact, root of the mean square", distances.exact, ours, "solid", 5),
        ("before noise", distances.without_noise, theme.INK, WITHOUT_DASH, 2),
    )
    traces = [
        plain(name, distances.lams, values, {"color": colour, "dash": dash, "width": width})
        for name, values, colour, dash, width in lines
    ]
    axes = {
        "xaxis": theme.logarithmic(LAMBDA),
        "yaxis": theme.logarithmic("Distance ‖θ̂ − θ*‖"),
    }
    return theme.figure(traces, axes)
