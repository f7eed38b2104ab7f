"""Tabs under a hero figure: only the open one is drawn, and which it is stands in the URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared import slides
from pages.shared.controls import widgets
from pages.shared.controls.knobs.knob import Knob
from pages.shared.frame import into_sight
from pages.shared.private_names import belonging_to_the_app
from pages.shared.words import notices

Tabs = Mapping[str, Callable[..., None]]
"""Functions that draw, by title; a title is part of links, so it does not change."""


@dataclass(frozen=True)
class Slide:
    """What follows the hero in a presentation, up to its first figure.

    draw : as of a tab.
    number : in links; the hero's is 1.
    fixed : whether the control that is presented leaves it as it is.
    """

    draw: Callable[..., None]
    number: int
    fixed: bool = False


Slides = Mapping[str, Slide]
"""Slides by title, in the order of their numbers."""


def numbers(following: Slides) -> list[int]:
    """Return the numbers of all slides, the hero's first."""
    return [1, *(slide.number for slide in following.values())]


DOWN = "down"
"""The parameter of a link that leads down to the tab it opens, once: most links, as one that
somebody shares, are about the hero above."""

FOR_REVIEWERS = "For reviewers"
"""The tab that holds printed tables, errata and certificates."""

GONE = {
    "Run the experiments": "The experiments run from the command line only: "
    "python -m hetdp_core.experiments."
}
"""Tabs that old links name, and what to say where they were."""


def draw_tabs(titled: Tabs, reviewed: Tabs, key: str, *given: Any) -> None:
    """Draw the open tab; bad input in a tab shows one sentence there and nowhere else.

    titled : functions of `given` by title; titles are part of links.
    reviewed : those inside the last tab.
    key : the address's parameter for the title of what is open, wherever it stands.
    """
    _take_from_address(titled, reviewed, key)
    first = next(iter(titled))
    inside = {FOR_REVIEWERS: lambda *its: _draw_row(reviewed, f"{key}_reviewed", note, *its)}

    def note(shown: str) -> None:
        st.session_state[f"{key}_said"] = shown
        if shown == first:
            st.query_params.pop(key, None)
        else:
            st.query_params[key] = shown

    _draw_row({**titled, **(inside if reviewed else {})}, key, note, *given)
    if arrived := st.session_state.get(f"{key}_arrived"):
        into_sight.bring(key, arrived)


def _take_from_address(titled: Tabs, reviewed: Tabs, key: str) -> None:
    """Open what the address says, where that is news: a link, or the browser's Back."""
    said = st.query_params.get(key, next(iter(titled)))
    if st.query_params.pop(DOWN, None) is not None:
        st.session_state[f"{key}_arrived"] = said
    if said == st.session_state.get(f"{key}_said") and key in st.session_state:
        return
    if said in reviewed:
        st.session_state.update({key: FOR_REVIEWERS, f"{key}_reviewed": said})
    elif said in titled:
        st.session_state[key] = said
    elif said in GONE:
        notices.info(GONE[said])


def _draw_row(titled: Tabs, key: str, note: Callable[[str], None], *given: Any) -> None:
    """Draw tabs and the content of the open one, after its title was noted."""
    tabs = st.tabs(list(titled), key=key, on_change="rerun")
    for tab, (title, draw) in zip(tabs, titled.items(), strict=True):
        if tab.open:
            if title != FOR_REVIEWERS:
                note(title)
            with tab:
                try:
                    draw(*given)
                except HetDPError as error:
                    notices.error(error)


def draw_slide(following: Slides, presented: Knob | None, *given: Any) -> None:
    """Draw the slide that is due, under it the control that is presented, where it moves anything.

    The hero is the first slide, and has been drawn.
    """
    position = slides.slide(numbers(following))
    title, slide = [("", None), *following.items()][position]
    if slide is not None:
        st.title(title, anchor=False)
        try:
            with slides.one_figure():
                slide.draw(*given)
        except HetDPError as error:
            notices.error(error)
    if presented and not (slide and slide.fixed):
        # The control that stands beside the figure otherwise: another one would begin anew.
        with slides.control(), belonging_to_the_app():
            widgets.draw(presented)
