"""Controls drawn from knobs: one function for all.

What a control holds stays when a page does not draw it, and `address` writes it into the address.
Whoever builds a scenario checks it: limits in a browser are a courtesy, not a rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st

from hetdp_core import validate
from pages.shared.controls import knobs
from pages.shared.controls.knobs.knob import MAX_TEXT, Knob
from pages.shared.controls.number_row import number_row


def draw(knob: Knob) -> Any:
    """Draw a control; return what it holds: a number, a text, the key or keys of its options."""
    if knob.slider is not None:
        return number_row(knob)
    if knob.kind == "choice":
        return _draw_choice(knob)
    return {
        "several": _draw_several,
        "whole": _draw_number,
        "number": _draw_number,
        "text": _draw_text,
        "flag": _draw_flag,
        "file": _draw_file,
    }[knob.kind](knob)


def share_of(knob: Knob, held: Mapping[str, Any]) -> float:
    """Return the share from 0 to 1 of a knob in percent, read from the session's state."""
    return validate.fraction_of_percent(held[knob.key], knob.label)


def _common(knob: Knob) -> dict[str, Any]:
    """Return what all of Streamlit's widgets take.

    Streamlit itself keeps in the address, while it is drawn, what is no part of a scenario.
    """
    apart = (*knobs.rooms.CARDS, *knobs.overview.ALL)
    return {
        "label": knob.label,
        "key": knob.key,
        "help": knob.help or None,
        "bind": "query-params" if knob in apart else None,
        "persist_state": "session",
    }


def _options(knob: Knob) -> dict[str, Any]:
    options = knob.options or {}
    return {**_common(knob), "options": list(options), "format_func": options.__getitem__}


def _draw_choice(knob: Knob) -> str:
    start = str(knob.start)
    if knob.row:
        return str(st.segmented_control(**_options(knob), default=start, required=True))
    return str(st.selectbox(**_options(knob), index=list(knob.options or {}).index(start)))


def _draw_several(knob: Knob) -> list[str]:
    most = None if math.isinf(knob.high) else int(knob.high)
    return st.multiselect(**_options(knob), default=knob.start, max_selections=most)


def _draw_number(knob: Knob) -> float:
    number: type[float] | type[int] = int if knob.kind == "whole" else float
    return st.number_input(
        **_common(knob),
        min_value=number(knob.low),
        max_value=number(knob.high),
        value=number(knob.start),
        step=1 if knob.kind == "whole" else knob.step,
        format="%d" if knob.kind == "whole" else "%g",
    )


def _draw_text(knob: Knob) -> str:
    return str(st.text_input(**_common(knob), value=str(knob.start), max_chars=MAX_TEXT))


def _draw_flag(knob: Knob) -> bool:
    return st.toggle(**_common(knob), value=knob.start)


def _draw_file(knob: Knob) -> Any:
    return st.file_uploader(knob.label, type=["csv", "txt"], key=knob.key, help=knob.help)
