"""The two kinds of marks, what was answered and what is true: how each looks, and its label."""

from __future__ import annotations

from dataclasses import dataclass

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure

GUESS, TRUTH = "your guess", "truth"
"""Kinds of marks, as their labels name them where the answer is a number."""


@dataclass(frozen=True)
class Mark:
    """An answer in a figure.

    at : in the units of its axis; of dots, how many.
    words : how it reads, as in "30 %".
    """

    at: float
    words: str


@dataclass(frozen=True)
class Scale:
    """The scale on which a question was asked: its ends, and whether it is logarithmic."""

    low: float
    high: float
    log: bool = False


@dataclass(frozen=True)
class Style:
    """How a mark looks: told apart by dash, symbol and words, not by colour alone.

    height : of its symbol and label on a line that goes up, as a share of the line.
    """

    name: str
    dash: str
    symbol: str
    colour: str
    height: float


STYLES = {
    TRUTH: Style(TRUTH, "solid", "star", theme.INK, 0.45),
    GUESS: Style(GUESS, "dash", "diamond-open", theme.PURPLE, 0.68),
}


def line(
    figure: Figure,
    style: Style,
    x: list[float],
    y: list[float],
    across: str,
    up: str,
    symbols: bool = True,
) -> None:
    """Add a line with the symbol of its kind."""
    size = [0, 14, 0] if len(x) == 3 else [0, 14] if len(x) == 2 else 14
    trace = {
        "type": "scatter",
        "x": x,
        "y": y,
        "xaxis": across,
        "yaxis": up,
        "name": style.name,
        "mode": "lines+markers" if symbols else "lines",
        "line": {"color": style.colour, "dash": style.dash, "width": 3},
        "marker": {
            "symbol": style.symbol,
            "size": size,
            "color": style.colour,
            "opacity": 1.0,
            "line": {"width": 2 if style.symbol.endswith("open") else 0, "color": style.colour},
        },
        "showlegend": False,
        "cliponaxis": False,
        "hoverinfo": "skip",
    }
    figure.data.append(trace)


def label(figure: Figure, style: Style, words: str, place: dict[str, object]) -> None:
    """Add the words of a mark, readable over whatever is drawn there; "" for its kind alone."""
    words_of_mark = {
        "text": f"{style.name}: <b>{words}</b>" if words else f"<b>{style.name}</b>",
        "showarrow": False,
        "bgcolor": "var(--st-background-color)",
        "borderpad": 2,
        "opacity": 0.92,
        "font": {"size": theme.FONT_SIZE - 2},
        **place,
    }
    figure.layout["annotations"] = [*figure.layout.get("annotations", ()), words_of_mark]
