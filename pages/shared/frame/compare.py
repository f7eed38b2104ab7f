"""A pinned setting A beside the present one: the same axes, the same seed, differences named."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared import slides
from pages.shared.controls import state
from pages.shared.figure.view import View
from pages.shared.frame import head
from pages.shared.frame.topic import Topic
from pages.shared.text import notices
from pages.shared.text.notices import literal

PINNED = "a"
"""The address's parameter that holds all of A."""

MOST_NAMED = 6
"""Differences named; of more, their number is told."""

LONGEST = 60
"""Letters shown of what a control holds."""


def pinned(topic: Topic) -> View | None:
    """Draw what differs; return the hero figure of A, or None where none is pinned."""
    first = pinned_state()
    if first is None:
        return None
    if slides.hero_is_due():
        st.markdown(_differences(topic, first))
    try:
        # Dragging the control of A pins another value and leaves B alone.
        view = topic.view(first)

        def pin_other(value: float) -> None:
            if view.moves is not None:
                st.query_params[PINNED] = state.packed({**first, view.moves.key: value})

        name = f"A: {view.name}"
        return replace(view, key=f"{view.key}_a", name=name, on_let_go=pin_other, parameters=first)
    except HetDPError as error:
        notices.error(error, "Until then, setting A is not shown.")
        return None


def draw_way(page: str, label: str) -> None:
    """Draw the link to another page, by its file, that puts the same A beside the same B."""
    icon, query = ":material/compare:", {PINNED: st.query_params[PINNED]}
    st.page_link(page, label=label, icon=icon, query_params=query)


def is_on() -> bool:
    return PINNED in st.query_params


def pinned_state() -> state.State | None:
    """Return what every control held in A; None where none is pinned."""
    return state.unpacked(st.query_params[PINNED]) if is_on() else None


def draw_buttons(of_topic: bool = True) -> None:
    """Draw compare, present and share; of_topic: whether a live figure is there to present."""
    with st.container(horizontal=True, width="content", gap="xsmall"):
        if is_on():
            st.button("Swap A and B", on_click=_swap, icon=":material/swap_horiz:")
            st.button("Unpin A", on_click=_unpin, icon=":material/close:")
        else:
            st.button(
                "Compare",
                on_click=_pin,
                icon=":material/compare:",
                key="compare",
                help="Keep the current settings as A, then change something to compare (B).",
            )
        if of_topic:
            slides.draw_button()
        head.draw_button(*(["the pinned setting A"] if is_on() else []), embeds=of_topic)


def _pin() -> None:
    st.query_params[PINNED] = state.packed(state.current_state())


def _unpin() -> None:
    del st.query_params[PINNED]


def _swap() -> None:
    first = state.unpacked(st.query_params[PINNED])
    _pin()
    state.put(first)


def _differences(topic: Topic, first: state.State) -> str:
    matter = {control.key for control in topic.controls}
    now = state.current_state()
    named = state.differences({key: first[key] for key in first if key in matter}, now)
    if not named:
        return "B is still the same as A. Change a control."
    words = [
        f"{label}: **{literal(a, LONGEST)}** → **{literal(b, LONGEST)}**"
        for label, a, b in named[:MOST_NAMED]
    ]
    if len(named) > MOST_NAMED:
        words.append(f"and {len(named) - MOST_NAMED} more")
    return "From A to B: " + "; ".join(words) + "."
