"""What is shown of a result: a sentence, a figure, what it rests on, and cards to decide by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core.calls import Call
from hetdp_core.figures.compare import changes, frames_on_axes, on_same_axes, overlaid
from hetdp_core.figures.figure import Figure, still
from hetdp_core.figures.formats import exactly, unbroken
from pages.shared import slides
from pages.shared.controls.control import Control
from pages.shared.controls.state import State, put
from pages.shared.figure.live_figure import Frames, headline, live_figure
from pages.shared.text import notices
from pages.shared.text.notices import literal


@dataclass(frozen=True, eq=False)
class View:
    """A figure with all that belongs to it, made for some settings.

    key, name, figure, numbers, frames, parameters, height : see `live_figure`.  With `frames` the
        figure may be in any of them; `still` is in the present one.
    headline : one or two sentences of what is seen; Markdown.  Where `frames` has headlines, it
        is that of the present frame.
    caption : how the numbers came about and what they rest on; Markdown.  Either text may be
        empty.  Under a page's first figure it is folded up, under others all but one sentence.
    tag : whether the numbers are exact, simulated or a bound, in a few words; of a first figure.
    moves : the control that the figure's own slider sets.
    on_let_go : takes the value let go instead of that control.
    fills : whether it fills the first screen where it stands as a page's first figure.
    opens : whether it moves once from its first frame to the present one where it is opened.
    """

    key: str
    name: str
    headline: str
    figure: Figure
    numbers: Call[pd.DataFrame] | pd.DataFrame
    caption: str = ""
    tag: str = ""
    frames: Frames | None = None
    moves: Control | None = None
    on_let_go: Callable[[float], None] | None = None
    parameters: State | None = None
    height: int = 440
    fills: bool = True
    opens: bool = False

    @property
    def still(self) -> Figure:
        """The figure in the present frame, for where no slider moves it."""
        return self.figure if self.frames is None else still(self.figure, self.frames)


def small(key: str, title: str, sentence: str, figure: Figure) -> View:
    """Return a topic's hero figure in small, under one sentence; its page has the numbers."""
    return View(f"small_{key}", f"{title} in small", sentence, figure, pd.DataFrame(), height=200)


def draw(view: View, beside: View | None = None) -> None:
    """Draw sentence and figure; dragging its control moves the scenario of all pages.

    beside : the same view of another setting, A: drawn behind it in grey where that makes one
        figure, else to the left, on the same axes.
    """
    if slides.hero_is_due():
        draw_figure(view, beside)


_BETWEEN_SENTENCES = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][)”])|(?<=[.?!]\*\*))\s+(?=\W{0,3}[A-Z])")


def draw_below(view: View) -> None:
    """Draw a figure that is not the first, under its sentence: of its caption one stands below."""
    if view.headline and view.frames and view.frames.headlines:
        headline(view.headline, key=view.key)  # what the figure's own slider shows
    elif view.headline:
        st.markdown(unbroken(view.headline))
    first, *more = _BETWEEN_SENTENCES.split(view.caption)
    has_fold = isinstance(view.numbers, Call) or len(view.numbers.columns) > 0
    while more and (len(first.split()) < 4 or not has_fold):  # “Exact.” alone says little
        first = f"{first} {more.pop(0)}"
    draw_graph(view, caption=" ".join(more))
    if first:
        st.caption(unbroken(first))


def draw_figure(view: View, beside: View | None = None) -> None:
    """Draw sentence and figure, and above them what of the input cannot be used."""
    if beside is not None:
        with st.container():
            notices.say_above_figures()
        _draw_compared(beside, view)
        return
    headline(view.headline, key=view.key, above=notices.say_above_figures)
    draw_graph(view, view.fills, view.caption)


def _draw_compared(first: View, second: View) -> None:
    """Draw B over a grey A where that makes one figure, else beside it, and what changed."""
    figures = on_same_axes(first.still, second.still)
    over = overlaid(*figures)
    if over is not None:
        pair = [_named("B", second, over)]
    else:
        pair = [_named(*parts) for parts in zip("AB", (first, second), figures, strict=True)]
    if not slides.on():
        for place, view in zip(st.columns(len(pair)), pair, strict=True):
            with place:
                headline(view.headline, key=view.key)
    changed = changes(first.frames, second.frames) if first.frames and second.frames else []
    if changed:
        listed = "; ".join(f"{literal(name)}: **{literal(text)}**" for name, text in changed)
        st.markdown(f"Results, A → B: {listed}.")
    with st.container(key="compared"):
        for place, view in zip(st.columns(len(pair)), pair, strict=True):
            with place:
                if over is None and slides.on():
                    headline(view.headline, key=view.key)
                draw_graph(view, view.fills, view.caption)


def _named(name: str, view: View, figure: Figure) -> View:
    """Return the view on the axes of `figure`, its name before its headlines; on a slide alone."""
    words = "" if slides.on() else view.headline
    frames = view.frames
    if frames is not None:
        named = [f"**{name}.** {sentence}" for sentence in frames.headlines if words]
        frames = replace(frames_on_axes(figure, frames), headlines=named)
    return replace(view, headline=f"**{name}.** {words}", figure=figure, frames=frames)


def draw_graph(view: View, fills: bool = False, caption: str = "") -> None:
    """Draw the figure alone; its slider sets a control where `moves` or `on_let_go` says so."""

    def take_over(value: float) -> None:
        if view.moves is not None:
            put({view.moves.key: value})

    live_figure(
        view.figure,
        key=view.key,
        name=view.name,
        numbers=view.numbers,
        parameters=view.parameters,
        frames=view.frames,
        height=view.height,
        on_let_go=view.on_let_go or (take_over if view.moves else None),
        limits=(view.moves.low, view.moves.high) if view.moves else None,
        help=view.moves.help if view.moves else "",
        refused=_refused(view),
        fills=fills,
        opens=view.opens,
        caption=caption,
        tag=view.tag,
    )


def _refused(view: View) -> str:
    """Return what the control holds that the figure cannot show; "" where it shows it."""
    if view.moves is None or view.frames is None or not notices.problems():
        return ""
    held, drawn = st.session_state.get(view.moves.key), view.frames.values[view.frames.current]
    return "" if held is None or float(held) == float(drawn) else exactly(held)


MISS = (
    "A typical error is the root mean squared error. A single result is usually closer and "
    "occasionally twice as far off."
)
"""What the number on every card means; ± is for what a result is published with."""


@dataclass(frozen=True)
class Card:
    """One thing that one may do.

    value : what it would be off by, in a unit; Markdown.
    help : what the value means; `MISS` for what something is off by.
    """

    title: str
    value: str
    sentence: str
    recommended: bool = False
    help: str = MISS


@contextmanager
def beside_hero(compared: View | None) -> Iterator[DeltaGenerator | None]:
    """Draw a page's first figure inside; yields the place for cards at its side.

    None in a presentation and where settings are compared: there the figure needs the room.
    On a narrow screen the place is below the figure.
    """
    if slides.on() or compared is not None:
        yield None
        return
    figure, place = st.columns([3, 1], gap="medium")
    with figure:
        yield place


def draw_column(cards: Sequence[Card], above: str, more: str = "") -> None:
    """Draw cards one below the other, beside a figure that moves.

    All of it is one text, each card a quotation, which its style draws a border around: an element
    costs more than what stands in it, and these are drawn at every move.

    above : what stands before them; Markdown.
    more : what the help says beside what a typical error is.
    """
    quoted = ["> " + _in_markdown(card).replace("\n", "\n> ") for card in cards]
    last = ":small[What is a typical error?]"
    st.markdown("\n\n".join([above, *quoted, last]), help=MISS + more)


def _in_markdown(card: Card) -> str:
    mark = " :green-badge[:material/check: recommended]" if card.recommended else ""
    text = f":small[**{card.title}**]{mark}\n\n#### {card.value}\n\n:small[{card.sentence}]"
    return unbroken(text)
