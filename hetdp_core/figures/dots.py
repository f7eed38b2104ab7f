"""Dots on an axis: a law as twenty of them, in bins of one width, each a shape in axis units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Appearing
from hetdp_core.figures.formats import literal, rounded
from hetdp_core.figures.theme import Trace
from hetdp_core.outcomes import TWENTY, Outcomes
from hetdp_core.validate import FloatArray

BINS = (18, 27, 36)
"""From the first dot to the last.  With 18 dots stand four high where the law is Laplace's; more
where one row would stand more than `TALL` high next to another."""

TALL = 8

LEAST_BINS = 9
"""Along the whole axis, unless its ends are given."""

MOST_BINS = 45
"""Along the whole axis, where a line stands far from all dots."""

RADIUS = 0.47
"""Of a dot, in dots."""

ROUNDING = 1e-9
"""Of quantiles that mirror each other, many times over."""

_CORNERS = np.append(np.linspace(0.0, 2.0 * math.pi, 24, endpoint=False), 0.0)
_DISC = np.stack([np.cos(_CORNERS), np.sin(_CORNERS)])
_TIP = np.array([[1.0, -0.6, -0.6, 1.0], [0.0, 0.85, -0.85, 0.0]])  # points to the right
_ARROW = np.concatenate([_TIP, np.repeat(_TIP[:, -1:], _DISC.shape[1] - 4, axis=1)], axis=1)


@dataclass(frozen=True)
class Grid:
    """Bins along the axis, of one width, the middle of one at `anchor`.

    low, high : the first and the last bin that dots stand in.
    """

    anchor: float
    width: float
    low: int
    high: int

    @classmethod
    def around(
        cls,
        laws: Sequence[Outcomes],
        lines: Mapping[str, float],
        within: Sequence[float] | None = None,
        edge: float | None = None,
    ) -> Grid:
        """Return the coarsest grid on which no row stands too tall, else the finest.

        edge : between two bins, so every dot stands on its own side of it.
        """
        *coarser, finest = BINS if len(laws) > 1 else BINS[:1]
        for count in coarser:
            grid = cls._of(count, laws, lines, within, edge)
            if max(height(law, grid) for law in laws) <= TALL:
                return grid
        return cls._of(finest, laws, lines, within, edge)

    @classmethod
    def _of(
        cls,
        count: int,
        laws: Sequence[Outcomes],
        lines: Mapping[str, float],
        within: Sequence[float] | None,
        edge: float | None,
    ) -> Grid:
        values = np.concatenate([law.values for law in laws])
        low, high = (values.min(), values.max()) if within is None else within
        shown = (low, high, *(lines.values() if within is None else ()))
        anchor = float(np.mean(laws[0].values[TWENTY // 2 - 1 : TWENTY // 2 + 1]))
        spread = float(max(shown) - min(shown))
        width = max(float(high - low) / count, spread / MOST_BINS)
        if not spread > ROUNDING * abs(anchor):
            width = (abs(anchor) or 1.0) / count
        if edge is not None:
            anchor = edge + (math.floor((anchor - edge) / width) + 0.5) * width
        bins = [int(place) for place in _nearest((np.array(shown) - anchor) / width)]
        if within is None and max(bins) - min(bins) < LEAST_BINS:
            bins += [-LEAST_BINS // 2, LEAST_BINS // 2]
        return cls(anchor, width, min(bins), max(bins))

    def bins(self, values: FloatArray) -> FloatArray:
        """Return the bin of each value, not kept to the axis."""
        return _nearest((values - self.anchor) / self.width)

    def middle(self, bins: FloatArray) -> FloatArray:
        """Return where bins have their middles."""
        return self.anchor + bins * self.width


def _nearest(places: FloatArray) -> FloatArray:
    """Return the nearest whole numbers; from half-way the nearer to 0, on either side alike.

    >>> _nearest(np.array([-13.5, -13.4999999999, 13.5, 13.5000000001, 13.6]))
    array([-13., -13.,  13.,  13.,  14.])
    """
    nearest: FloatArray = np.sign(places) * np.floor(np.abs(places) + 0.5 - ROUNDING)
    return nearest


def places(law: Outcomes, grid: Grid) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return (20,) bins of the dots, the place of each in its bin, and the side it is beyond."""
    bins = grid.bins(law.values)
    beyond = np.sign(bins - np.clip(bins, grid.low, grid.high))
    shown = np.clip(bins, grid.low, grid.high)
    first = np.searchsorted(shown, shown)  # of those in the same bin: values, and so bins, ascend
    return shown, (np.arange(TWENTY) - first).astype(np.float64), beyond


def height(law: Outcomes, grid: Grid) -> float:
    """Return how many dots the tallest stack of a law has."""
    return float(np.max(places(law, grid)[1])) + 1.0


def row(law: Outcomes, grid: Grid, base: float, colour: str, name: str = "") -> list[Trace]:
    """Return the dots of a law, one above the other from `base` up, and how many lie beyond."""
    x, y, beyond = _standing(law, grid, base)
    dots = _dots(_outlines(law, grid, x, y, beyond), colour)
    values = _values(law, all_in_words(law), x, y, literal(name) or "releases")
    return [dots, values, *_counted(x, y, beyond)]


def played_row(law: Outcomes, words: Sequence[str], grid: Grid, colour: str) -> list[Trace]:
    """Return the dots of a law as they come one by one, the present one in a colour and an edge.

    words : of `all_in_words`.
    """
    x, y, beyond = _standing(law, grid, 0.0)
    outlines = _outlines(law, grid, x, y, beyond)
    dots, values = _dots(outlines, colour), _values(law, words, x, y, "releases")
    place, frames = np.arange(TWENTY), TWENTY + 1  # at rest in the last: all, and none is present
    corners = np.repeat(place, outlines.shape[2])
    dots["moves"] = {"y": Appearing(dots["y"], corners, frames)}
    values["moves"] = {"y": Appearing(values["y"], place, frames)}
    now = np.concatenate([outlines, np.full_like(outlines[:1], np.nan)])
    present: Trace = {
        **_filled(theme.ORANGE, "the one just released"),
        "line": {"width": 3, "color": theme.INK},
        "moves": {"x": now[:, 0], "y": now[:, 1]},
    }
    return [dots, present, values]


def _dots(outlines: FloatArray, colour: str) -> Trace:
    corners = {"x": outlines[:, 0].ravel(), "y": outlines[:, 1].ravel()}
    return {**_filled(colour, f"one release in {TWENTY}"), **corners}


def _filled(colour: str, name: str) -> Trace:
    return theme.lines(
        fill="toself",
        fillcolor=colour,
        line={"width": 0, "color": colour},
        name=name,
        showlegend=False,
    )


def _values(
    law: Outcomes, words: Sequence[str], x: FloatArray, y: FloatArray, row_name: str
) -> Trace:
    """Return the pointer's words on each dot, in the order in which they are played."""
    unit = f" {literal(law.unit)}" if law.unit else ""
    return theme.points(
        x=x[law.order],
        y=y[law.order],
        name=row_name,
        showlegend=False,
        marker={"size": 14, "opacity": 0.0},
        text=[f"{word}{unit}" for word in words],
        hover="%{text}",
    )


def _standing(law: Outcomes, grid: Grid, base: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return (20,) middles of the dots along and above the axis, and the side each is beyond."""
    bins, floor, beyond = places(law, grid)
    return grid.middle(bins), base + floor + 0.5, beyond


def _outlines(
    law: Outcomes, grid: Grid, x: FloatArray, y: FloatArray, beyond: FloatArray
) -> FloatArray:
    """Return (20, 2, 26) corners of each dot and a gap, in the order in which they are played.

    One beyond the axis is an arrow that points off it.
    """
    x, y, beyond = (each[law.order, np.newaxis] for each in (x, y, beyond))
    across = np.where(beyond == 0.0, _DISC[0], beyond * _ARROW[0])
    up = np.where(beyond == 0.0, _DISC[1], _ARROW[1])
    corners = np.stack([x + RADIUS * grid.width * across, y + RADIUS * up], axis=1)
    return np.concatenate([corners, np.full((TWENTY, 2, 1), np.nan)], axis=2)


def _counted(x: FloatArray, y: FloatArray, beyond: FloatArray) -> list[Trace]:
    """Return how many dots lie beyond either end of the axis, written above them."""
    traces: list[Trace] = []
    for side in (-1.0, 1.0):
        outside = beyond == side
        if np.any(outside):
            traces.append(
                theme.words(
                    x=[float(x[outside][0])],
                    y=[float(np.max(y[x == x[outside][0]])) + 0.6],
                    text=[f"{np.count_nonzero(outside)} beyond"],
                    textposition="top right" if side < 0 else "top left",
                    showlegend=False,
                )
            )
    return traces


def all_in_words(law: Outcomes) -> list[str]:
    """Return all twenty releases, in the order in which they are played."""
    spread = law.values[-1] - law.values[0]
    return [in_words(value, spread) for value in law.played.tolist()]


def in_words(value: float, spread: float) -> str:
    """Return one of twenty releases, to a fifth of how far they spread."""
    return rounded(value, spread / 5.0)
