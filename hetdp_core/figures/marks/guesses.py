"""A number that was guessed, and the true one, drawn into the figure that answers."""

from __future__ import annotations

from copy import deepcopy

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.marks.along import on_axis
from hetdp_core.figures.marks.below import UNDER, UNDER_DOTS, on_strip, stairs
from hetdp_core.figures.marks.kinds import GUESS, STYLES, TRUTH, Mark, Scale, Style, label, line

PLACES = ("x", "y", "x2", "y2", "diagonal", "dots", "dots2", "strip")
"""Where an answer may be read off: an axis, a point with equal coordinates, dots, a scale below."""


def with_guess(
    figure: Figure, where: str, scale: Scale, truth: Mark, guess: Mark | None = None
) -> Figure:
    """Return the figure with the truth marked, and beside it what was guessed.

    Each mark is a trace named "truth" or "your guess" and a label with its words.  An axis
    grows, by its own length at most, until both fit; what lies further out stands at its end,
    and its label says so.

    Args:
        figure: what answers the question; it stays as it is.
        where: one of `PLACES`.  "x" to "y2" is an axis of the figure, linear or logarithmic;
            "diagonal" the point both of whose coordinates are the answer; "dots" ("dots2") a
            hundred dots in rows of ten on the first (second) axes, counted from the first;
            "strip" a scale of its own below the figure.
        scale: of the strip; below dots there is one, too.
        truth, guess: where they lie; no guess is marked where there is none.

    Raises:
        InvalidInput: if `where` is no place.
    """
    if where not in PLACES:
        raise InvalidInput("where", f"must be one of {', '.join(PLACES)}", where)
    marked = deepcopy(figure)
    marks = {TRUTH: truth, **({} if guess is None else {GUESS: guess})}
    if where == "diagonal":
        for kind, mark in marks.items():
            _point(marked, STYLES[kind], mark)
    elif where == "strip":
        on_strip(marked, scale, marks, UNDER)
    elif where.startswith("dots"):
        for kind, mark in marks.items():
            stairs(marked, where.removeprefix("dots"), STYLES[kind], mark)
        on_strip(marked, scale, marks, UNDER_DOTS)
    else:
        on_axis(marked, where, marks)
    return marked


def _point(figure: Figure, style: Style, mark: Mark) -> None:
    """Draw a point both of whose coordinates are the answer."""
    line(figure, style, [mark.at], [mark.at], "x", "y")
    place = {"xref": "x", "yref": "y", "x": mark.at, "y": mark.at}
    beside = {"xanchor": "left", "yanchor": "middle", "xshift": 14}
    above = {"yshift": -10} if style.name == TRUTH else {"yshift": 10}  # apart, if they are close
    label(figure, style, mark.words, {**place, **beside, **above})
