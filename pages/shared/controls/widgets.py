"""How controls are drawn: one function for all.

What a control holds stays when a page does not draw it, and `address` writes it into the address.
Whoever builds a scenario checks it: limits in a browser are a courtesy, not a rule.
"""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from pages.shared.controls import catalog
from pages.shared.controls.control import MAX_TEXT, Control
from pages.shared.controls.number_row import number_row


def draw(control: Control) -> Any:
    """Draw a control; return what it holds: a number, a text, the key or keys of its options."""
    if control.slider is not None:
        return number_row(control)
    # Streamlit itself keeps in the address, while it is drawn, what is no part of a scenario.
    apart = (*catalog.rooms.CARDS, *catalog.overview.ALL)
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
            return st.multiselect(**offered, default=control.start, max_selections=most)
        case "flag":
            return st.toggle(**common, value=control.start)
        case "text":
            return st.text_input(**common, value=control.start, max_chars=MAX_TEXT)
        case "file":
            return st.file_uploader(
                control.label, type=["csv", "txt"], key=control.key, help=control.help
            )
    number: type[float] | type[int] = int if control.kind == "whole" else float
    return st.number_input(
        **common,
        min_value=number(control.low),
        max_value=number(control.high),
        value=number(control.start),
        step=1 if control.kind == "whole" else control.step,
        format="%d" if control.kind == "whole" else "%g",
    )
