"""Marks along an axis of the figure that answers."""

from __future__ import annotations

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks.axes import (
    across_of,
    axis_of,
    ends,
    free,
    grown,
    height_of,
    layout_key,
    place_on,
)
from hetdp_core.figures.marks.kinds import STYLES, TRUTH, Mark, label, line

OFF = "off this scale"
LABEL = 28
"""Pixels that a label takes up and down."""

PLOT = 300
"""Pixels up and down of all panels together, at least: a figure on a phone has no more."""

_BESIDE = 4

_MIDDLE = 0.45
"""Of a panel's width: a label stands on the left of a line from here on, where lines that rise
leave more room.
"""

Spots = dict[str, tuple[str, float]]
"""By kind of mark, beside which level its label stands, and how many pixels above it."""


def on_axis(figure: Figure, name: str, marks: dict[str, Mark]) -> None:
    """Draw lines across the plot, each on an axis of its own from 0 to 1 that is not seen."""
    axis, log = axis_of(figure, name), axis_of(figure, name).get("type") == "log"
    low, high = grown(ends(figure, name), [place_on(mark.at, log) for mark in marks.values()])
    axis["range"] = [low, high]
    other = across_of(figure, name)
    across = _unseen_axis(figure, other, name)
    places = {kind: place_on(mark.at, log) for kind, mark in marks.items()}
    inside = {kind: min(max(one, min(low, high)), max(low, high)) for kind, one in places.items()}
    shares = {kind: (one - low) / (high - low) for kind, one in inside.items()}
    spots = _spots(shares, LABEL / (PLOT * height_of(figure, name)))
    for kind, mark in marks.items():
        style = STYLES[kind]
        words = mark.words if inside[kind] == places[kind] else f"{mark.words} ({OFF})"
        at = 10.0 ** inside[kind] if log else inside[kind]
        along = [at, at, at], [0.0, style.height, 1.0]
        if name[0] == "x":
            line(figure, style, *along, name, across)
            beside = beside_line(name, other, inside[kind], shares[kind], style.height)
        else:
            line(figure, style, *along[::-1], across, name)
            level, lift = spots[kind]
            beside = _on_level(name, other, inside[level], kind == TRUTH, lift)
        label(figure, style, words, beside)


def beside_line(name: str, other: str, at: float, share: float, height: float) -> dict[str, object]:
    """Place a label beside a line that goes up, towards the middle, at a share of its height."""
    left = share < _MIDDLE
    return {
        "xref": name,
        "yref": f"{other} domain",
        "x": at,
        "y": height,
        "xanchor": "left" if left else "right",
        "yanchor": "middle",
        "xshift": 12 if left else -12,
    }


def _on_level(name: str, other: str, at: float, right: bool, lift: float) -> dict[str, object]:
    """Place a label so many pixels above or below a level line, at one of its ends."""
    return {
        "xref": f"{other} domain",
        "yref": name,
        "x": 0.98 if right else 0.02,
        "y": at,
        "xanchor": "right" if right else "left",
        "yanchor": "bottom" if lift > 0 else "top",
        "yshift": lift,
    }


def _spots(shares: dict[str, float], tall: float) -> Spots:
    """Return beside which level each label stands, and by how many pixels above it (or below).

    On a phone two labels are wider than the plot, so they never share a height.  A label stands
    at its own level, towards the middle of the panel or else beyond it; where the levels are close
    and near an end, one stands beyond the other.

    shares : of the levels, from 0 at the lower end of the panel.
    tall : height of a label, as a share of the panel's.
    """
    (low, *others) = sorted(shares, key=shares.__getitem__)
    inwards: Spots = {
        kind: (kind, _BESIDE if share < 0.5 else -_BESIDE) for kind, share in shares.items()
    }
    if not others:
        return inwards
    (high,) = others
    above_high, below_low = (high, _BESIDE + LABEL), (low, -_BESIDE - LABEL)
    ways: list[Spots] = [
        inwards,
        {low: (low, -_BESIDE), high: (high, _BESIDE)},
        {low: (low, -_BESIDE), high: (high, -_BESIDE)},
        {low: (low, _BESIDE), high: (high, _BESIDE)},
        {low: above_high, high: (high, _BESIDE)},
        {low: (low, -_BESIDE), high: below_low},
    ]

    def fits(way: Spots) -> bool:
        starts = sorted(shares[kind] + _start(lift, tall) for kind, lift in way.values())
        inside = starts[0] >= 0.0 and starts[-1] + tall <= 1.0
        return inside and starts[-1] - starts[0] >= tall

    last = ways[-2] if shares[low] + shares[high] < 1.0 else ways[-1]
    return next(filter(fits, ways), last)


def _start(lift: float, tall: float) -> float:
    """Return where a label begins above its level, as a share of the panel's height."""
    beyond = tall if abs(lift) > LABEL else 0.0
    return beyond if lift > 0 else -beyond - tall


def _unseen_axis(figure: Figure, other: str, name: str) -> str:
    """Lay an axis from 0 to 1 over the one across, whatever that holds: numbers or names."""
    unseen = free(figure, other[0])
    figure.layout[layout_key(unseen)] = {
        "overlaying": other,
        "anchor": name,
        "range": [0, 1],
        "visible": False,
        "fixedrange": True,
    }
    return unseen
