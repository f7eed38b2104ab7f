"""The mode for presenting: one figure a screen, moved by the arrow keys, with one key control.

`present` in the address turns it on, `slide` says where one is; both make a link for any page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.controls.knobs.knob import whole_number

PRESENT, SLIDE = "present", "slide"
"""The address's parameters."""

MOST_SLIDES = 100

_HERE = Path(__file__).parent
_BAR = "presentation_bar"
_IN_SLIDE = "within_a_slide"
_CONTROL = "slide_control"

_component = st.components.v2.component(
    "hetdp_presentation_bar",
    js=(_HERE / "present.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


class SlideComplete(Exception):
    """The figure of the slide has been drawn."""


def on() -> bool:
    """Whether this is a presentation."""
    return PRESENT in st.query_params


def slide(count: int) -> int:
    """Which of `count` slides is shown, from 0; what the address cannot mean is the first."""
    wanted = whole_number(st.query_params.get(SLIDE, "1"), 1, 99_999_999) or 1
    return min(wanted, count) - 1


def hero_is_due() -> bool:
    """Whether the page's first figure is to be seen: always, but for later slides."""
    return not on() or slide(MOST_SLIDES) == 0


def title(words: str, following: Sized = ()) -> None:
    """The page's title, and in a presentation what one needs to move.

    following : the slides after the first.
    """
    if hero_is_due():
        st.title(words, anchor=False)
    if on():
        draw_bar(words, 1 + len(following))


def draw_button(first: int = 0) -> None:
    """Turn it on, at this slide."""
    st.button(
        "Present",
        on_click=_start,
        args=(first,),
        icon=":material/slideshow:",
        help="One figure a screen. Left and right turn the page, up and down move the slider, "
        "H hides the controls, B blanks the screen, Escape leaves.",
    )


def draw_bar(title: str, count: int, left: Callable[[int], None] | None = None) -> None:
    """Where one is, and the keys; needed once on every slide.

    left : called with the place of the slide on which somebody leaves, from 0.
    """
    st.html(_HERE / "present.css")
    position = slide(count)

    def go() -> None:
        where = st.session_state[_BAR].get("go")
        _go(where, position, count)
        if where == "leave" and left is not None:
            left(position)

    _component(
        key=_BAR,
        data={"position": position, "count": count, "title": title},
        on_go_change=go,
    )


@contextmanager
def one_figure() -> Iterator[None]:
    """Of what is drawn inside, all up to the first figure."""
    st.session_state[_IN_SLIDE] = True
    try:
        yield
    except SlideComplete:
        pass
    finally:
        del st.session_state[_IN_SLIDE]


def figure_drawn() -> None:
    """To be called after each figure: a slide ends with its first."""
    if _IN_SLIDE in st.session_state:
        raise SlideComplete


def control() -> DeltaGenerator:
    """Return the place for the one control of a slide; all others are out of sight."""
    return st.container(key=_CONTROL)


def _start(first: int) -> None:
    st.query_params.update({PRESENT: "1", SLIDE: str(first + 1)})


def _go(where: str | None, position: int, count: int) -> None:
    if where == "leave":
        for key in (PRESENT, SLIDE):
            st.query_params.pop(key, None)
        return
    places = {"next": position + 1, "back": position - 1, "first": 0, "last": count - 1}
    if where in places:
        st.query_params[SLIDE] = str(min(max(places[where], 0), count - 1) + 1)
