"""How controls are drawn: one function for all.

What a control holds stays when a page does not draw it, and `address` writes it into the address.
Whoever builds a scenario checks it: limits in a browser are a courtesy, not a rule.
"""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from pages.shared.controls import knobs
from pages.shared.controls.knobs.knob import MAX_TEXT, Knob
from pages.shared.controls.number_row import number_row


def draw(knob: Knob) -> Any:
    """Draw a control; return what it holds: a number, a text, the key or keys of its options."""
    if knob.slider is not None:
        return number_row(knob)
    # Streamlit itself keeps in the address, while it is drawn, what is no part of a scenario.
    apart = (*knobs.rooms.CARDS, *knobs.overview.ALL)
    common: dict[str, Any] = {
        "label": knob.label,
        "key": knob.key,
        "help": knob.help or None,
        "bind": "query-params" if knob in apart else None,
        "persist_state": "session",
    }
    options = list(knob.options or {})
    offered = {**common, "options": options, "format_func": (knob.options or {}).__getitem__}
    match knob.kind:
        case "choice" if knob.row:
            return st.segmented_control(**offered, default=knob.start, required=True)
        case "choice":
            return st.selectbox(**offered, index=options.index(knob.start))
        case "several":
            most = None if math.isinf(knob.high) else int(knob.high)
            return st.multiselect(**offered, default=knob.start, max_selections=most)
        case "flag":
            return st.toggle(**common, value=knob.start)
        case "text":
            return st.text_input(**common, value=knob.start, max_chars=MAX_TEXT)
        case "file":
            return st.file_uploader(knob.label, type=["csv", "txt"], key=knob.key, help=knob.help)
    number: type[float] | type[int] = int if knob.kind == "whole" else float
    return st.number_input(
        **common,
        min_value=number(knob.low),
        max_value=number(knob.high),
        value=number(knob.start),
        step=1 if knob.kind == "whole" else knob.step,
        format="%d" if knob.kind == "whole" else "%g",
    )
