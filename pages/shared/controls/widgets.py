"""Widgets made from knobs, logarithmic where ε is.

They keep their values when a page does not draw them, and `address` writes those into the
address.  They return what the browser sent.  Whoever builds a scenario from it checks it: limits
in a browser are a courtesy, not a rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

from hetdp_core import validate
from hetdp_core.figures.text import number
from hetdp_core.grids import nearest, preferred_numbers
from pages.shared.controls import knobs
from pages.shared.controls.knobs.knob import Knob


def _bound(knob: Knob) -> Literal["query-params"] | None:
    """Streamlit itself keeps in the address, while it is drawn, what is no part of a scenario."""
    return "query-params" if knob in knobs.reproductions.ALL else None


def choice(knob: Knob) -> str:
    """A select box; returns the option's key."""
    options = knob.options or {}
    keys = list(options)
    chosen = st.selectbox(
        knob.label,
        keys,
        index=keys.index(str(knob.start)),
        format_func=options.__getitem__,
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return str(chosen)


def segmented(knob: Knob) -> str:
    """Few options in a row; returns the option's key, the default where none is chosen."""
    options = knob.options or {}
    chosen = st.segmented_control(
        knob.label,
        list(options),
        default=str(knob.start),
        format_func=options.__getitem__,
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return str(chosen or knob.start)


def several(knob: Knob) -> list[str]:
    """A multiple choice; returns the options' keys."""
    options = knob.options or {}
    chosen = st.multiselect(
        knob.label,
        list(options),
        default=knob.start,
        format_func=options.__getitem__,
        key=knob.key,
        max_selections=None if math.isinf(knob.high) else int(knob.high),
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return [str(one) for one in chosen]


def whole(knob: Knob) -> int:
    """An exact entry for a whole number."""
    entered = st.number_input(
        knob.label,
        int(knob.low),
        int(knob.high),
        int(knob.start),
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return int(entered)


def number_between(knob: Knob, step: float = 0.05) -> float:
    """A slider over all the knob accepts."""
    chosen = st.slider(
        knob.label,
        float(knob.low),
        float(knob.high),
        float(knob.start),
        step=step,
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return float(chosen)


def exact(knob: Knob, step: float = 0.01) -> float:
    """An exact entry for a number."""
    entered = st.number_input(
        knob.label,
        float(knob.low),
        float(knob.high),
        float(knob.start),
        step=step,
        format="%g",
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return float(entered)


def share(knob: Knob) -> float:
    """A slider in percent; returns a share from 0 to 1."""
    percent = st.slider(
        knob.label,
        int(knob.low),
        int(knob.high),
        int(knob.start),
        format="%d %%",
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return validate.fraction_of_percent(percent, knob.label)


def share_of(knob: Knob, state: Mapping[str, Any]) -> float:
    """What a `share` holds, from 0 to 1, read from the session's state."""
    return validate.fraction_of_percent(state[knob.key], knob.label)


def text(knob: Knob) -> str:
    """A line of text."""
    entered = st.text_input(
        knob.label,
        str(knob.start),
        key=knob.key,
        max_chars=knobs.knob.MAX_TEXT,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )
    return str(entered)


def flag(knob: Knob) -> bool:
    """A switch."""
    return st.toggle(
        knob.label,
        knob.start,
        key=knob.key,
        help=knob.help or None,
        bind=_bound(knob),
        persist_state="session",
    )


def logarithmic(knob: Knob, low: float, high: float) -> float:
    """A slider with even steps in the logarithm, and an exact entry under it.

    The entry is the truth and in the URL.  The slider covers low to high, the range people
    use; the entry takes all of the knob's.
    """
    slider_place = st.container()
    entered = st.number_input(
        f"{knob.label} (exact)",
        float(knob.low),
        float(knob.high),
        float(knob.start),
        step=0.01,
        format="%g",
        key=knob.key,
        label_visibility="collapsed",
        bind=_bound(knob),
        persist_state="session",
    )
    steps = preferred_numbers(low, high).tolist()
    slider_key = f"{knob.key}_slider"

    def entry_follows_slider() -> None:
        st.session_state[knob.key] = st.session_state[slider_key]

    st.session_state[slider_key] = nearest(steps, entered)
    slider_place.select_slider(
        knob.label,
        steps,
        key=slider_key,
        format_func=number,
        on_change=entry_follows_slider,
        help=knob.help or None,
    )
    return float(entered)
