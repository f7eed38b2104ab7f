"""Pictures of a decision as plain SVG: no script draws them, so paper and any browser show them."""

from __future__ import annotations

import math
from html import escape

import numpy as np

from hetdp_core.decision import Decision, Option
from hetdp_core.figures import decision as words
from hetdp_core.figures import theme
from hetdp_core.figures.dots import RADIUS, Grid, height, places
from hetdp_core.figures.outcomes import GAP
from hetdp_core.figures.text import number
from hetdp_core.meaning import OF, filled
from hetdp_core.outcomes import Outcomes

_WIDTH, _LEFT, _RIGHT = 720.0, 130.0, 12.0
_FOOT = 40.0
_LETTERS = 11
_MOST_TICKS = 9
_TALLEST = 10.0
"""Of a dot: a page has room for two rows."""


def dots(decision: Decision) -> str:
    """Return twenty releases of each option in rows on one axis, and how far off nothing may be."""
    rows = words.rows_of(decision)
    beside = {one.name: words.beside_noise(one) for one in decision.options}
    grid = Grid.around(list(rows.values()), {})
    dot = (_WIDTH - _LEFT - _RIGHT) / (grid.high - grid.low + 1)
    up = min(dot, _TALLEST)
    parts: list[str] = []
    base = 0.0
    for (name, found), colour in zip(rows.items(), theme.SERIES, strict=False):
        base += height(found, grid) * up
        parts += [_label(name, base - up / 2), *_row(found, grid, (dot, up), base, colour)]
        parts += _beside(beside[name], base - (height(found, grid) - 0.8) * up)
        base += GAP * up
    none = decision.options[-1]
    base += 14.0
    parts += [_label(none.name, base), *_bar(none, grid, dot, base)]
    base += 10.0
    parts += _axis(grid, dot, base, next(iter(rows.values())).unit)
    names = ", ".join(one.name for one in decision.options)
    return _svg(_WIDTH, base + _FOOT, f"Twenty releases of each option, in rows: {names}", parts)


def hundred(option: Option) -> str:
    """Return a hundred bets as dots, those right at most filled."""
    share = filled(option.right if option.releases else OF / 2.0)
    parts = [
        f'<circle cx="{5 + 10 * (place % 20)}" cy="{5 + 10 * (place // 20)}" r="3.6" '
        f'fill="{theme.BLUE}" fill-opacity="{_plain(float(full))}" stroke="{theme.BLUE}"/>'
        for place, full in enumerate(share)
    ]
    return _svg(200.0, 50.0, words.exposure(option), parts)


def _row(
    found: Outcomes, grid: Grid, size: tuple[float, float], base: float, colour: str
) -> list[str]:
    """Return the dots of a law; size is how far apart they stand, across and upwards."""
    across, up = size
    bins, floor, _ = places(found, grid)
    return [
        f'<circle cx="{_across(one, grid, across)}" cy="{_plain(base - (stack + 0.5) * up)}" '
        f'r="{_plain(RADIUS * up)}" fill="{colour}"/>'
        for one, stack in zip(bins.tolist(), floor.tolist(), strict=True)
    ]


def _bar(none: Option, grid: Grid, dot: float, base: float) -> list[str]:
    reach = none.subject.half_range
    low, high = grid.middle(np.array([grid.low - 0.5, grid.high + 0.5])).tolist()
    ends = [max(-reach, low), min(reach, high)]
    left, right = (_across((end - grid.anchor) / grid.width, grid, dot) for end in ends)
    arrow = "" if reach <= high else " (beyond both ends)"
    return [
        f'<line x1="{left}" x2="{right}" y1="{_plain(base)}" y2="{_plain(base)}" '
        f'stroke="{theme.GREY}" stroke-width="6"/>',
        f'<text x="{_plain((_WIDTH + _LEFT - _RIGHT) / 2)}" y="{_plain(base - 8)}" '
        f'text-anchor="middle">{escape(words.may_be_off(none) + arrow)}</text>',
    ]


def _axis(grid: Grid, dot: float, base: float, measured_in: str) -> list[str]:
    low, high = grid.middle(np.array([grid.low - 0.5, grid.high + 0.5])).tolist()
    parts = [
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{_plain(base)}" y2="{_plain(base)}" '
        'stroke="#404040"/>'
    ]
    for tick in ticks(low, high):
        x = _across((tick - grid.anchor) / grid.width, grid, dot)
        parts.append(
            f'<line x1="{x}" x2="{x}" y1="{_plain(base)}" y2="{_plain(base + 5)}" '
            'stroke="#404040"/>'
            f'<text x="{x}" y="{_plain(base + 17)}" text-anchor="middle">{number(tick)}</text>'
        )
    title = f"{words.AXIS}, {measured_in}" if measured_in else words.AXIS
    parts.append(
        f'<text x="{_plain((_WIDTH + _LEFT - _RIGHT) / 2)}" y="{_plain(base + 33)}" '
        f'text-anchor="middle">{escape(title)}</text>'
    )
    return parts


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers from low to high, at most nine, in steps of 1, 2 or 5 times a power.

    >>> ticks(-2.3, 2.3)
    [-2.0, -1.0, 0.0, 1.0, 2.0]
    """
    rough = (high - low) / _MOST_TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one * power for one in (1.0, 2.0, 5.0, 10.0) if one * power >= rough)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [place * step for place in range(first, last + 1)]


def _across(place: float, grid: Grid, dot: float) -> str:
    return _plain(_LEFT + (place - grid.low + 0.5) * dot)


def _label(name: str, base: float) -> str:
    return f'<text x="0" y="{_plain(base + 4)}">{escape(name)}</text>'


def _beside(said: str, base: float) -> list[str]:
    if not said:
        return []
    x, y = _plain(_WIDTH - _RIGHT), _plain(base)
    return [f'<text x="{x}" y="{y}" text-anchor="end" fill="{theme.GREY}">{escape(said)}</text>']


def _svg(width: float, tall: float, name: str, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(name)}" '
        f'viewBox="0 0 {_plain(width)} {_plain(tall)}" font-size="{_LETTERS}" '
        f'font-family="system-ui, Arial, sans-serif" fill="#262626">{"".join(parts)}</svg>'
    )


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
