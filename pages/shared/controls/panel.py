"""The controls of a page above its figure: what matters there, the most moved first.

What a control holds stays when a page does not draw it, and `address` writes it into the address.
The code that builds a scenario checks it: limits in a browser are a courtesy, not a rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.shared import private_names
from pages.shared.controls import address, catalog, state
from pages.shared.controls.control import MAX_TEXT, Control
from pages.shared.controls.number_row import number_row
from pages.shared.controls.state import State
from pages.shared.text import notices


def draw(control: Control) -> Any:
    """Draw a control; return what it holds: a number, a text, the key or keys of its options."""
    if control.kind in ("whole", "number"):
        return number_row(control)
    # Streamlit itself keeps in the address, while it is drawn, what is no part of a scenario.
    apart = (*catalog.sections.CARDS, *catalog.overview.ALL)
    common: dict[str, Any] = {
        "label": control.label,
        "key": control.key,
        "help": control.help or None,
        "bind": "query-params" if control in apart else None,
        "persist_state": "session",
    }
    options = list(control.options or {})
    offered = {**common, "options": options, "format_func": (control.options or {}).__getitem__}
    match control.kind:
        case "choice" if control.row:
            return st.segmented_control(**offered, default=control.start, required=True)
        case "choice":
            return st.selectbox(**offered, index=options.index(control.start))
        case "several":
            most = None if math.isinf(control.high) else int(control.high)
            return st.multiselect(
                **offered,
                default=control.start,
                max_selections=most,
                placeholder=control.placeholder or None,
            )
        case "flag":
            if control.key == catalog.sections.EVERYBODY.key and control.key in st.session_state:
                # It stands beside the figure on one page and in its midst on another, where
                # Streamlit takes it for another widget, which would begin anew.
                st.session_state[control.key] = st.session_state[control.key]
            help_beside = common.pop("help")  # within its label, a tap on it would turn the switch
            with st.container(horizontal=True, gap="xxsmall", key=f"{control.key}_switch"):
                held = st.toggle(**common, value=control.start)
                if help_beside:
                    st.caption("", help=help_beside, width="content")
            return held
        case "text":
            common |= {"max_chars": MAX_TEXT, "placeholder": control.placeholder or None}
            return st.text_input(**common, value=control.start)
    return st.file_uploader(control.label, type=["csv", "txt"], key=control.key, help=control.help)


@dataclass(frozen=True)
class Panel:
    """Controls of a page, for what is set now.

    hero : what the slider of its first figure sets; None where it has none.
    main : those that stand open, in a row.
    presented : the one that a presentation keeps beside the slider of its figure.
    most : the largest level that anybody gets, whatever is asked; None where all get what they ask.
    """

    hero: Control | None
    main: tuple[Control, ...]
    more: tuple[Control, ...] = ()
    presented: Control | None = None
    most: Callable[[State], float] | None = None


def file_alone(held: State) -> Panel:
    """Return the panel of a presentation: a file of levels would be forgotten with its control."""
    return Panel(None, files(held))


def files(held: State) -> tuple[Control, ...]:
    """Return the controls of those files that are asked for."""
    return tuple(file for file, choice in catalog.FILES.items() if held[choice.key] == "uploaded")


@contextmanager
def above(
    panel: Panel, draw_foot: Callable[[Panel, State], None], says_problems: bool = False
) -> Iterator[None]:
    """Draw a page's controls in a row above what is drawn inside.

    They come last: the browser draws what it is sent in order, and a figure should not wait behind
    controls.  Their place is there from the beginning, so that the figure keeps its own.

    says_problems : whether they say what is wrong; a topic's figure does so itself.
    """
    if not panel.main:
        yield
        return
    row, problems = st.container(key="controls"), st.container()
    row.html('<div class="keeps-place"></div>')  # Streamlit shows no container that is empty
    try:
        yield
    finally:
        with private_names.belonging_to_the_app():
            with row:
                for control in panel.main:
                    if control != panel.hero:  # which its figure draws
                        draw(control)
                with st.container(key="controls_more", gap="xxsmall"):
                    _draw_more(panel)
                    address.draw_presets()
                    draw_foot(panel, state.current_state())
            if says_problems and notices.problems():
                with problems:
                    notices.error(*notices.problems())


def _draw_more(panel: Panel) -> None:
    if not panel.more:
        return
    opened = st.popover(
        "Expert settings",
        icon=":material/settings:",
        width="stretch",
        key="more_settings",
        on_change="rerun",
    )
    if opened.open:
        with opened:
            for control in panel.more:
                draw(control)
