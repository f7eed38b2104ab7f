"""Tabs under a hero figure, as data: the page, its presentation and the site read the same.

Only the open one is drawn, which stands in the address, and a link may bring it into sight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared import slides
from pages.shared.controls import panel
from pages.shared.controls.control import Control
from pages.shared.controls.state import State, present
from pages.shared.figure.view import View, draw_below
from pages.shared.private_names import belonging_to_the_app
from pages.shared.text import notices


def no_pictures(state: State, *inputs: Any) -> Sequence[View]:
    """Show nothing without a server."""
    del state, inputs
    return ()


def no_note(*_inputs: Any) -> str:
    return ""


@dataclass(frozen=True)
class Tab:
    """What stands under a hero: words, controls, figures.

    title : part of links, so it does not change.
    pictures : its figures for what every control holds, and what the hero hands on.
    draw : draws, for what the hero hands on, what is more than those figures; in their place.
    controls : above the figures, side by side.
    note : says, for what the hero hands on, what one should know before all; "" for nothing.
    intro, caption : Markdown above the controls, and below the figures.
    audience : "reviewers" find it inside the last tab; "slides" show it in a presentation alone.
    slide : its number in links to the presentation, where the hero is 1; 0 where it is no slide.
        A slide ends with its first figure.
    fixed : whether the control that is presented leaves it as it is.
    """

    title: str
    pictures: Callable[..., Sequence[View]] = no_pictures
    draw: Callable[..., None] | None = None
    controls: Sequence[Control] = ()
    note: Callable[..., str] = no_note
    intro: str = ""
    caption: str = ""
    audience: Literal["everybody", "reviewers", "slides"] = "everybody"
    slide: int = 0
    fixed: bool = False


Tabs = Sequence[Tab]

DOWN = "down"
"""The parameter of a link that leads down to the tab it opens, once: most links, as one that
somebody shares, are about the hero above."""

FOR_REVIEWERS = "For reviewers"
"""The tab that holds printed tables, errata and certificates."""

GONE = {
    "Run the experiments": "The experiments run from the command line only: "
    "python -m hetdp_core.experiments.",
    "Your own table": "A table of your own is uploaded on the page “Release”, for all pages.",
}
"""Tabs that old links name, and what to say where they were."""


def numbers(tabs: Tabs) -> list[int]:
    """Return the numbers of all slides, the hero's first."""
    return [1, *sorted(tab.slide for tab in tabs if tab.slide)]


def draw_tab(tab: Tab, *inputs: Any) -> None:
    """Draw what is in a tab; bad input shows one sentence there and nowhere else."""
    try:
        if note := tab.note(*inputs):
            notices.info(note)
        if tab.intro:
            st.markdown(tab.intro)
        if len(tab.controls) > 1:
            places = st.columns(len(tab.controls), vertical_alignment="bottom")
            for place, control in zip(places, tab.controls, strict=True):
                with place:
                    panel.draw(control)
        elif tab.controls:
            panel.draw(tab.controls[0])
        if tab.draw is not None:
            tab.draw(*inputs)
        else:
            for view in tab.pictures(present(), *inputs):
                draw_below(view)
        if tab.caption:
            st.caption(tab.caption)
    except HetDPError as error:
        notices.error(error)


def draw_tabs(tabs: Tabs, key: str, *inputs: Any) -> None:
    """Draw the open tab.

    key : the address's parameter for the title of what is open, wherever it stands.
    """
    everybodys = [tab for tab in tabs if tab.audience == "everybody"]
    reviewed = [tab for tab in tabs if tab.audience == "reviewers"]
    first = everybodys[0].title
    _take_from_address(everybodys, reviewed, key)

    def note(shown: str) -> None:
        st.session_state[f"{key}_said"] = shown
        if shown == first:
            st.query_params.pop(key, None)
        else:
            st.query_params[key] = shown

    _draw_row(everybodys, reviewed, key, note, *inputs)
    if arrived := st.session_state.get(f"{key}_arrived"):
        bring_into_sight(key, arrived)


def _take_from_address(everybodys: Tabs, reviewed: Tabs, key: str) -> None:
    """Open what the address says, where that is news: a link, or the browser's Back."""
    wanted = st.query_params.get(key, everybodys[0].title)
    if st.query_params.pop(DOWN, None) is not None:
        st.session_state[f"{key}_arrived"] = wanted
    if wanted == st.session_state.get(f"{key}_said") and key in st.session_state:
        return
    if wanted in {tab.title for tab in reviewed}:
        st.session_state.update({key: FOR_REVIEWERS, f"{key}_reviewed": wanted})
    elif wanted in {tab.title for tab in everybodys}:
        st.session_state[key] = wanted
    elif wanted in GONE:
        notices.info(GONE[wanted])


def _draw_row(
    tabs: Tabs, inside_last: Tabs, key: str, note: Callable[[str], None], *inputs: Any
) -> None:
    """Draw tabs and the content of the open one, after its title was noted."""
    last = [FOR_REVIEWERS] if inside_last else []
    places = st.tabs([*(tab.title for tab in tabs), *last], key=key, on_change="rerun")
    for place, tab in zip(places, tabs, strict=False):
        if place.open:
            note(tab.title)
            with place:
                draw_tab(tab, *inputs)
    if inside_last and places[-1].open:
        with places[-1]:
            _draw_row(inside_last, (), f"{key}_reviewed", note, *inputs)


def draw_slide(tabs: Tabs, presented: Control | None, *inputs: Any) -> None:
    """Draw the slide that is due, under it the control that is presented, where it moves anything.

    The hero is the first slide, and has been drawn.
    """
    due = numbers(tabs)[slides.slide(numbers(tabs))]
    slide = next((tab for tab in tabs if tab.slide == due), None)
    if slide is not None:
        st.title(slide.title, anchor=False)
        with slides.one_figure():
            draw_tab(slide, *inputs)
    if presented and not (slide and slide.fixed):
        # The control that stands beside the figure otherwise: another one would begin anew.
        with slides.control(), belonging_to_the_app():
            panel.draw(presented)


_component = st.components.v2.component(
    "hetdp_into_sight",
    js=Path(__file__).with_name("into_sight.js").read_text(encoding="utf-8"),
)


def bring_into_sight(anchor: str, token: str) -> None:
    """Scroll to a heading by its anchor, or a container by its key, once for each token."""
    _component(key=f"into_sight_{anchor}", data={"token": token, "id": anchor})
