"""Figure of three kinds of answers: the privacy loss counted in advance, and the realised one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import number
from hetdp_core.figures.odometer.streams import LOSS
from hetdp_core.figures.theme import Trace
from hetdp_core.odometer.kinds import KindsCompared
from hetdp_core.validate import FloatArray

TITLES = ("Revealed by yes or no", "By levels", "With Gaussian noise")

WEAKER = (False, False, True)
"""Which kinds' composition may fail with chance δ: not to be compared with one that holds always.

In the order of `KINDS`; such numbers carry a star.
"""

_LOOKS: dict[str, tuple[str, Trace]] = {
    "always": (theme.FILTER_COLOURS["basic"], theme.HATCH),
    "delta": (theme.PURPLE, {**theme.HATCH, "shape": "."}),
}
"""Colour and pattern of counted losses: two promises never look alike."""


def names(compared: KindsCompared) -> tuple[str, ...]:
    """Return the kinds as the axis names them, in the order of `KINDS`."""
    scenario = compared.scenario
    return (
        f"Yes or no<br>ε = {number(scenario.epsilon)} each",
        f"One of {scenario.levels} levels<br>ε = {number(scenario.levels_epsilon)} each",
        f"Gaussian noise<br>μ = {number(scenario.mu)} each",
    )


def answer_kinds(compared: KindsCompared) -> tuple[Figure, Frames]:
    """Draw two bars a kind at every number of answers: composition, and the odometer's median."""
    middle, high = (compared.percentile(percent).T for percent in (50.0, 90.0))
    counted = compared.composed.T
    bar: Trace = {"type": "bar", "x": names(compared)}
    texts: Trace = theme.words(
        x=names(compared), textposition="top center", cliponaxis=False, showlegend=False
    )
    traces: list[Trace] = [
        _counted(bar, compared, "always"),
        _counted(bar, compared, "delta"),
        {
            **bar,
            "name": "really revealed: the odometer (median)",
            "offsetgroup": "told",
            "marker": {"color": theme.FILTER_COLOURS["bayesian"]},
            "error_y": {"type": "data", "symmetric": False, "thickness": 2, "width": 8},
            "hovertemplate": (
                "really revealed: privacy loss %{y:.3g}<extra>odometer, median</extra>"
            ),
            "moves": {
                "y": middle,
                "error_y.array": high - middle,
                "error_y.arrayminus": np.zeros_like(middle),
            },
        },
        {
            **texts,
            "offsetgroup": "counted",
            "moves": {"y": counted, "text": _texts(counted, WEAKER)},
        },
        {**texts, "offsetgroup": "told", "moves": {"y": high, "text": _texts(middle)}},
    ]
    frames = Frames(
        values=compared.counts,
        labels=[f"{count:.0f}" for count in compared.counts],
        control="Questions answered",
        current=len(compared.counts) - 1,
        ends=("a single one", "many"),
        traces=moves(traces),
        readouts={
            title: [
                f"{number(median)} of {number(most)}{' *' if weaker else ''}"
                for median, most in zip(*pair, strict=True)
            ]
            for title, weaker, *pair in zip(TITLES, WEAKER, middle.T, counted.T, strict=True)
        },
    )
    highest = 1.12 * float(max(np.max(compared.composed), np.max(compared.percentile(90.0))))
    axes = {"yaxis": theme.titled(LOSS, range=[0.0, highest]), "xaxis": {}}
    side_by_side = {"barmode": "group", "bargap": 0.3, "scattermode": "group", "scattergap": 0.3}
    return theme.figure(at_frame(traces, frames.current), axes, **side_by_side), frames


def promise(compared: KindsCompared, kind: str) -> str:
    """Say how a counted loss holds: "always", or except with a probability ("delta")."""
    chance = f"except with failure probability δ = {number(compared.scenario.delta)}"
    return chance if kind == "delta" else "holds always"


def promises(compared: KindsCompared) -> tuple[str, ...]:
    """Say how the counted loss of each kind holds, in the order of `KINDS`."""
    return tuple(promise(compared, "delta" if weaker else "always") for weaker in WEAKER)


def _counted(bar: Trace, compared: KindsCompared, kind: str) -> Trace:
    """Return the bars of the kinds whose composition makes this promise; no bar for the others."""
    colour, pattern = _LOOKS[kind]
    shown = np.array(WEAKER) == (kind == "delta")
    promised = promise(compared, kind)
    holds = promised if kind == "always" else f"{promised}, for each pair"
    return {
        **bar,
        "name": f"counted in advance, {promised}",
        "offsetgroup": "counted",
        "marker": {
            "color": theme.translucent(colour, 0.35),
            "line": {"color": colour, "width": 2},
            "pattern": pattern,
        },
        "hovertemplate": f"counted: privacy loss %{{y:.3g}}<br>{holds}<extra>composition</extra>",
        "moves": {"y": np.where(shown, compared.composed.T, np.nan)},
    }


def _texts(values: FloatArray, weaker: Sequence[bool] = (False,) * 3) -> list[list[str]]:
    """Return losses in bold, with a star where they may be exceeded."""
    return [
        [f"<b>{number(loss)}</b>{' *' * star}" for loss, star in zip(row, weaker, strict=True)]
        for row in values.tolist()
    ]
