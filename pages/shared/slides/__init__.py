"""The mode for presenting: one figure a screen, moved by the arrow keys, with one key control.

`present` in the address turns it on, `slide` says where one is; both make a link for any page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.controls.control import whole_number

PRESENT, SLIDE = "present", "slide"
"""The address's parameters."""

_HERE = Path(__file__).parent
_BAR = "presentation_bar"
_CONTROL = "slide_control"

_in_slide: ContextVar[bool] = ContextVar("within_a_slide", default=False)

_component = st.components.v2.component(
    "hetdp_presentation_bar",
    js=(_HERE / "present.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


class SlideComplete(Exception):
    """The figure of the slide has been drawn."""


def on() -> bool:
    return PRESENT in st.query_params


def _number_in_address() -> int:
    """Return the number in the address; what it cannot mean is the first."""
    return whole_number(st.query_params.get(SLIDE, "1"), 1, 99_999_999) or 1


def slide(numbers: Sequence[int]) -> int:
    """Return the place of the slide that is shown: where its number went, of the next one.

    numbers : of all slides in links, from 1, in order; a number that went leaves a gap.
    """
    return min(bisect_left(numbers, _number_in_address()), len(numbers) - 1)


def hero_is_due() -> bool:
    """Say whether the page's first figure is to be seen: always, but for later slides."""
    return not on() or _number_in_address() == 1


def title(words: str, numbers: Sequence[int] = (1,)) -> None:
    """Draw the page's title, and in a presentation what one needs to move between these slides."""
    if hero_is_due():
        st.title(words, anchor=False)
    if on():
        draw_bar(words, numbers)


def draw_button(first: int = 0) -> None:
    st.button(
        "Present",
        on_click=_start,
        args=(first,),
        icon=":material/slideshow:",
        key="present",
        help="Shows one figure on each screen. Left and right turn the page, up and down move the "
        "slider. H hides the controls, B blanks the screen, Escape leaves.",
    )


def draw_bar(title: str, numbers: Sequence[int], left: Callable[[int], None] | None = None) -> None:
    """Draw where one is, and the keys; needed once on every slide.

    left : called with the place of the slide on which somebody leaves, from 0.
    """
    draw_stage()
    st.html(_HERE / "present.css")
    position = slide(numbers)

    def go() -> None:
        where = st.session_state[_BAR].get("go")
        _go(where, position, numbers)
        if where == "leave" and left is not None:
            left(position)

    _component(
        key=_BAR,
        data={"position": position, "count": len(numbers), "title": title},
        on_go_change=go,
    )


def draw_stage() -> None:
    """Make the page one screen, as large as it allows, of which the graph takes what is left."""
    st.html(_HERE / "stage.css")


@contextmanager
def one_figure() -> Iterator[None]:
    """Draw of what is inside all up to the first figure."""
    outside = _in_slide.set(True)
    try:
        yield
    except SlideComplete:
        pass
    finally:
        _in_slide.reset(outside)


def figure_drawn() -> None:
    """End the slide: to be called after each figure, it ends with its first."""
    if _in_slide.get():
        raise SlideComplete


def control() -> DeltaGenerator:
    """Return the place for the one control of a slide; all others are out of sight."""
    return st.container(key=_CONTROL)


def _start(first: int) -> None:
    st.query_params.update({PRESENT: "1", SLIDE: str(first + 1)})


def _go(where: str | None, position: int, numbers: Sequence[int]) -> None:
    if where == "leave":
        for key in (PRESENT, SLIDE):
            st.query_params.pop(key, None)
        return
    places = {"next": position + 1, "back": position - 1, "first": 0, "last": len(numbers)}
    if where in places:
        st.query_params[SLIDE] = str(numbers[min(max(places[where], 0), len(numbers) - 1)])
