"""Quantile dotplots: twenty releases one might get, a dot each, one law a row.

A dot is drawn in units of the axes, one bin across and one unit high.  So dots touch at any size of
the figure; the axes keep it round.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.dots import ROUNDING, Grid, all_in_words, height, in_words, played_row, row
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import broken, literal, number
from hetdp_core.figures.theme import Axis, Trace
from hetdp_core.outcomes import CHANCES, TWENTY, USUAL, Outcomes

LEAST_ROWS = 4.5
"""Dots that a row has room for."""

GAP = 0.9
"""Between rows, in dots."""

PLAY = "Play them one by one"

DASHES = ("solid", "dot", "longdash", "dashdot")
"""Of lines at values, in the order in which they are given."""


def dotplot(
    law: Outcomes,
    title: str,
    lines: Mapping[str, float] | None = None,
    *,
    each: str = "This release",
    edge: float | None = None,
) -> tuple[Figure, Frames]:
    """Draw twenty releases, and the frames in which they come one by one.

    Args:
        law: the releases.
        title: of the axis, without the unit.
        lines: values to compare them with, by name: the truth, the answer without noise.
        each: what the key number of a single release is called.
        edge: on the axis, such that each dot stands on its own side of it.
    """
    grid = Grid.around([law], lines or {}, edge=edge)
    top = max(LEAST_ROWS, height(law, grid))
    words = all_in_words(law)
    traces = [*_lines(lines or {}, top), *played_row(law, words, grid, theme.BLUE)]
    unit = f" {law.unit}" if law.unit else ""
    frames = Frames(
        values=np.arange(1.0, TWENTY + 2.0),
        labels=[*(f"{count} of {TWENTY}" for count in range(1, TWENTY + 1)), f"all {TWENTY}"],
        control="Releases seen",
        current=TWENTY,
        traces=moves(traces),
        readouts={
            f"{USUAL} of {TWENTY}": [usually(law, unit)] * (TWENTY + 1),
            each: [*(f"{word}{unit}" for word in words), "all shown"],
        },
        plays=PLAY,
    )
    drawn = at_frame(traces, TWENTY)
    return _figure(drawn, grid, top, _axis_title(title, law.unit), {}), frames


def dotplots(
    rows: Mapping[str, Outcomes],
    title: str,
    lines: Mapping[str, float] | None = None,
    *,
    within: Sequence[float] | None = None,
) -> Figure:
    """Draw several laws in rows above each other, the first on top, on one axis in one unit.

    Args:
        rows: releases by the name of their row.
        title: of the axis, without the unit.
        lines: values to compare all of them with, by name.
        within: ends of the axis; dots beyond stand at its edge as arrows, and are counted there.
            By default all dots lie within.

    Raises:
        ValueError: no rows, or rows in several units.
    """
    units = {law.unit for law in rows.values()}
    if len(units) != 1:
        raise ValueError(f"rows must be some, all in one unit (given: {sorted(units)}).")
    grid = Grid.around(list(rows.values()), lines or {}, within)
    traces: list[Trace] = []
    base, places = 0.0, {}
    coloured = list(zip(rows.items(), _cycled(theme.SERIES, len(rows)), strict=True))
    for (name, law), colour in reversed(coloured):
        traces += row(law, grid, base, colour, name)
        places[name] = base
        base += max(LEAST_ROWS, height(law, grid)) + GAP
    drawn = [*_lines(lines or {}, base - GAP), *traces]
    return _figure(drawn, grid, base - GAP, _axis_title(title, *units), places)


def height_of(rows: int) -> int:
    """Return pixels for a figure of this many rows; a phone has room for its legend."""
    return max(130 + 130 * rows, 310)


def usually(law: Outcomes, after: str = "") -> str:
    """Return where 18 of 20 releases lie, in words.

    Args:
        law: the releases.
        after: text after a number, fit for its place.

    >>> from hetdp_core.outcomes import laplace_outcomes, noise_outcomes
    >>> usually(noise_outcomes(1.0, rng=np.random.default_rng(0)), " mmHg")
    'within ± 2.3 mmHg'
    >>> usually(laplace_outcomes(128.0, 1.0, rng=np.random.default_rng(0)))
    '125.7 to 130.3'
    """
    low, high = law.usual
    if law.all_the_same:
        return f"{number(low, 4)}{after}"
    if law.centre == 0.0 and math.isclose(low, -high, rel_tol=ROUNDING):
        return f"within ± {number(high)}{after}"
    return f"{in_words(low, high - low)} to {in_words(high, high - low)}{after}"


def table(rows: Mapping[str, Outcomes]) -> pd.DataFrame:
    """Return the twenty values of each row, in ascending order."""
    return pd.concat([_table(name, law) for name, law in rows.items()], ignore_index=True)


def one_table(law: Outcomes) -> pd.DataFrame:
    """Return the twenty values of one law.

    >>> from hetdp_core.outcomes import noise_outcomes
    >>> one_table(noise_outcomes(1.0, rng=np.random.default_rng(0)))["chance of less"].tolist()[:2]
    [0.025, 0.075]
    """
    return _table("", law)


def _table(name: str, law: Outcomes) -> pd.DataFrame:
    what = "change" if law.centre == 0.0 else "release"  # by noise alone
    value = f"{what}, {law.unit}" if law.unit else what
    columns: dict[str, object] = {"of": name} if name else {}
    columns |= {"chance of less": CHANCES, value: law.values}
    if law.draws:
        columns |= {"standard error": law.errors, "simulated releases": law.draws}
    place = np.empty(TWENTY, dtype=np.int64)
    place[law.order] = np.arange(1, TWENTY + 1)
    return pd.DataFrame({**columns, "played as": place})


def _lines(lines: Mapping[str, float], top: float) -> list[Trace]:
    return [
        theme.lines(
            x=[value, value],
            y=[0.0, top],
            name=literal(name),
            line={"color": theme.INK, "width": 2.5, "dash": dash},
            hover=f"{literal(name)}: {number(value, 4)}",
        )
        for (name, value), dash in zip(lines.items(), _cycled(DASHES, len(lines)), strict=True)
    ]


def _figure(
    traces: Sequence[Trace], grid: Grid, top: float, title: str, places: Mapping[str, float]
) -> Figure:
    ends = grid.middle(np.array([grid.low - 0.7, grid.high + 0.7])).tolist()
    across: Axis = {"range": ends, "showgrid": False, "constrain": "range"}
    up: Axis = {
        "range": [-0.1, top + 0.2],
        "scaleanchor": "x",
        "scaleratio": grid.width,
        "constrain": "range",
        "constraintoward": "bottom",
        "showgrid": False,
        "showline": False,
        "fixedrange": True,
    }
    if places:
        up |= {
            "tickmode": "array",
            "tickvals": [base + 0.5 for base in places.values()],
            "ticktext": broken(places),
            "ticks": "",
        }
    else:
        up |= {"showticklabels": False, "ticks": ""}
    return theme.figure(
        traces,
        {"xaxis": theme.titled(title, **across), "yaxis": up},
        margin={"l": 12, "r": 12, "t": 34, "b": 68},
        showlegend=True,
    )


def _axis_title(title: str, unit: str) -> str:
    return f"{literal(title)}, {literal(unit)}" if unit else literal(title)


def _cycled(things: Sequence[str], count: int) -> list[str]:
    return [things[place % len(things)] for place in range(count)]
