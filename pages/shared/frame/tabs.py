"""What stands under a hero figure, as data: page, presentation, Evidence and site read the same.

A topic's sections stand in three tabs.  Only the open one is drawn; it stands in the address, and
a link may bring it into sight.  Sections for reviewers stand on the page Evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures.formats import unbroken
from pages.shared import slides
from pages.shared.controls import panel
from pages.shared.controls.control import Control
from pages.shared.controls.state import State, current_state
from pages.shared.figure.view import View, draw_below
from pages.shared.private_names import belonging_to_the_app
from pages.shared.text import notices

WHY, TARGET, DATA = "Why", "What would it take?", "With real data"
"""The three tabs of most topics."""

EVIDENCE = "Evidence"
"""In place of a tab: sections that stand on the page of that name."""

A_SLIDE = "A slide"
"""In place of a tab: sections that are seen in a presentation alone."""

HOW = "Method and formulas"


Chosen = TypeVar("Chosen")
"""The one object that a topic's sections are given: what its hero shows, of a type of its own."""


@dataclass(frozen=True)
class Section(Generic[Chosen]):
    """A part of a tab: words, controls, figures.

    title : part of links, so it does not change.
    tab : where it stands.
    pictures : its figures, from what every control holds and what is chosen.
    draw : draws, from what is chosen, what is more than those figures; in their place.
    controls : above the figures, side by side.
    note : says, from what is chosen, what one should know before all; "" for nothing.
    intro, caption : Markdown above the controls, and below the figures.
    folded : whether it is drawn when somebody unfolds it.
    slide : its number in links to the presentation, where the hero is 1; 0 where it is no slide.
        A slide ends with its first figure.
    fixed : whether the control that is presented leaves it as it is.
    """

    title: str
    tab: str
    pictures: Callable[[State, Chosen], Sequence[View]] = lambda *_: ()
    draw: Callable[[Chosen], None] | None = None
    controls: Sequence[Control] = ()
    note: Callable[[Chosen], str] = lambda _: ""
    intro: str = ""
    caption: str = ""
    folded: bool = False
    slide: int = 0
    fixed: bool = False


Sections = Sequence[Section[Chosen]]

DOWN = "down"
"""The parameter of a link that leads down to the tab it opens, once: most links, as one that
somebody shares, are about the hero above."""

RENAMED = {
    "How it works": HOW,
    "How this is calculated": HOW,
    "Error as users relax": "Error as people ask for less",
    "How good is it?": "How close to the best possible?",
    "Users differ, too": "Users differ too",
    "Posterior": "What an observer believes",
    "What answers make believe": "What an observer believes",
    "Budget": "Answers by budget",
}

GONE = {
    "Run the experiments": "The experiments run from the command line only: "
    "python -m hetdp_core.experiments.",
    "Your own table": "A table of your own is uploaded on the page “Release”, for all pages.",
    "Table": "The table stands under the figure: open its numbers.",
}
"""Sections that old links name, and what to say where they were."""


def tabs(sections: Sections) -> list[str]:
    return list(dict.fromkeys(part.tab for part in sections if part.tab not in (EVIDENCE, A_SLIDE)))


def inside(sections: Sections[Chosen], tab: str) -> list[Section[Chosen]]:
    return [section for section in sections if section.tab == tab]


def numbers(sections: Sections) -> list[int]:
    """Return the numbers of all slides, the hero's first."""
    return [1, *sorted(section.slide for section in sections if section.slide)]


def draw_section(section: Section[Chosen], chosen: Chosen) -> None:
    """Draw what is in a section; bad input shows one sentence there and nowhere else."""
    try:
        if note := section.note(chosen):
            notices.info(note)
        if section.intro:
            st.markdown(unbroken(section.intro))
        if len(section.controls) > 1:
            places = st.columns(len(section.controls), vertical_alignment="bottom")
            for place, control in zip(places, section.controls, strict=True):
                with place:
                    panel.draw(control)
        elif section.controls:
            panel.draw(section.controls[0])
        if section.draw is not None:
            section.draw(chosen)
        else:
            for view in section.pictures(current_state(), chosen):
                draw_below(view)
        if section.caption:
            st.caption(unbroken(section.caption))
    except HetDPError as error:
        notices.error(error)


def draw_tabs(sections: Sections[Chosen], key: str, chosen: Chosen) -> None:
    """Draw the open tab.

    key : the address's parameter for the title of what is open.
    """
    titles = tabs(sections)
    _take_from_address(sections, key)
    box = f"{key}_tab_box"  # in place of the strip on a phone, see streamlit.css
    st.session_state[box] = st.session_state.get(key, titles[0])

    def open_chosen() -> None:
        st.session_state[key] = st.session_state[box]

    st.selectbox("More about this figure", titles, key=box, on_change=open_chosen)
    for place, title in zip(st.tabs(titles, key=key, on_change="rerun"), titles, strict=True):
        if place.open:
            st.session_state[f"{key}_said"] = title
            if title == titles[0]:
                st.query_params.pop(key, None)
            else:
                st.query_params[key] = title
            with place:
                _draw_inside(inside(sections, title), chosen)
    if arrived := st.session_state.get(f"{key}_arrived"):
        folded = [_folded_key(part) for part in sections if part.folded and part.title == arrived]
        bring_into_sight((folded or [key])[0], arrived)


def _draw_inside(sections: Sections[Chosen], chosen: Chosen) -> None:
    """Draw the sections of a tab, one below the other; the first without its title."""
    for place, section in enumerate(sections):
        if section.folded:
            folded = st.expander(section.title, key=_folded_key(section), on_change="rerun")
            if folded.open:
                with folded:
                    draw_section(section, chosen)
            continue
        if place:
            st.subheader(section.title, anchor=False)
        draw_section(section, chosen)


def _folded_key(section: Section) -> str:
    return "folded-" + re.sub(r"[^A-Za-z]+", "-", section.title)


def named_in_address(key: str) -> str:
    """Return the tab or section that the address names; "" for none."""
    named = st.query_params.get(key, "")
    return RENAMED.get(named, named)


def _take_from_address(sections: Sections, key: str) -> None:
    """Open the tab (in old links a section) that the address names, where that is news."""
    titles = tabs(sections)
    wanted = named_in_address(key) or titles[0]
    if st.query_params.pop(DOWN, None) is not None:
        st.session_state[f"{key}_arrived"] = wanted
    if wanted == st.session_state.get(f"{key}_said") and key in st.session_state:
        return
    named = next((section for section in sections if section.title == wanted), None)
    if named is not None and named.tab in titles:
        st.session_state[key] = named.tab
        if named.folded:
            st.session_state[_folded_key(named)] = True
    elif wanted in titles:
        st.session_state[key] = wanted
    elif wanted in GONE:
        notices.info(GONE[wanted])


def draw_slide(sections: Sections[Chosen], presented: Control | None, chosen: Chosen) -> None:
    """Draw the slide that is due, but for the hero, and under it the control presented."""
    due = numbers(sections)[slides.slide(numbers(sections))]
    slide = next((section for section in sections if section.slide == due), None)
    if slide is not None:
        st.title(slide.title, anchor=False)
        with slides.one_figure():
            draw_section(slide, chosen)
    if presented and not (slide and slide.fixed):
        # The control that stands beside the figure otherwise: another one would begin anew.
        with slides.control(), belonging_to_the_app():
            panel.draw(presented)


_component = st.components.v2.component(
    "hetdp_into_sight", js=Path(__file__).with_name("into_sight.js").read_text(encoding="utf-8")
)


def bring_into_sight(anchor: str, token: str) -> None:
    """Scroll to a heading by its anchor, or a container by its key, once for each token."""
    _component(key=f"into_sight_{anchor}", data={"token": token, "id": anchor})
