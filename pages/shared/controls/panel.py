"""The controls of a page beside its figure: what matters there, the most moved first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st

from pages.shared import private_names
from pages.shared.controls import catalog, presets, state, widgets
from pages.shared.controls.control import Control
from pages.shared.controls.state import State
from pages.shared.text import notices


@dataclass(frozen=True)
class Panel:
    """Controls of a page, for what is set now.

    hero : what the slider of its first figure sets; None where it has none.
    main : those that stand open, all of them within the first screen.
    more : those that hardly anybody moves, folded up.
    presented : the one that a presentation keeps beside the slider of its figure.
    """

    hero: Control | None
    main: tuple[Control, ...]
    more: tuple[Control, ...] = ()
    presented: Control | None = None


def file_alone(held: State) -> Panel:
    """Return the panel of a presentation: a file of levels would be forgotten with its control."""
    uploaded = held[catalog.shared.PROFILE.key] == "uploaded"
    return Panel(None, (catalog.shared.FILE,) if uploaded else ())


@contextmanager
def beside(panel: Panel, draw_foot: Callable[[Panel, State], None]) -> Iterator[None]:
    """Draw a page's controls beside what is drawn inside.

    They come last: the browser draws what it is sent in order, and a figure should not wait behind
    controls.  Their place is there from the beginning, so that the figure knows how wide it is.
    """
    if not panel.main:  # Streamlit shows a sidebar as soon as anything is in it
        yield
        return
    with private_names.belonging_to_the_app(), st.sidebar:
        st.html('<div class="opens-sidebar"></div>')
        place = st.container(gap="small")
    try:
        yield
    finally:
        with private_names.belonging_to_the_app(), place:
            _draw_controls(panel)
            draw_foot(panel, state.present())


def _draw_controls(panel: Panel) -> None:
    """Draw the controls under what is wrong with them; the hero has its own."""
    presets.draw_presets()
    place = st.container()  # always there, so that the controls keep their place
    if problems := notices.problems():
        with place:
            notices.error(*problems)
    for control in panel.main:
        if control != panel.hero:
            widgets.draw(control)
    if panel.more:
        folded = st.expander("More settings", key="more_settings", on_change="rerun")
        if folded.open:
            with folded:
                for control in panel.more:
                    widgets.draw(control)
