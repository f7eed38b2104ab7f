"""A number in one row: a slider over the values people use, and an entry for any other.

Streamlit has sliders and number fields, each with a value of its own; this is one control with
one value, logarithmic where ε is.  `ROW_JS` and `ROW_CSS` are the row itself, which the live
figure has too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from hetdp_core.figures.text import number
from pages.shared.controls import state
from pages.shared.controls.knobs.knob import Knob
from pages.shared.scripts import fetched_once, looks

_HERE = Path(__file__).parent

ROW_JS = (_HERE / "row.js").read_text(encoding="utf-8")
ROW_CSS = (_HERE / "row.css").read_text(encoding="utf-8")

_component = st.components.v2.component(
    "hetdp_number_row",
    js=fetched_once(
        "number-row",
        looks(ROW_CSS) + ROW_JS + (_HERE / "number_row.js").read_text(encoding="utf-8"),
    ),
)


def number_row(
    knob: Knob, *, live: bool = False, on_rest: Callable[[float], None] | None = None
) -> float:
    """Draw a knob that has a slider; return what it holds, which the browser need not decide.

    live : whether it is set while the thumb moves, as fast as Python answers; for what is drawn
        quickly.
    on_rest : called with what was set once the thumb rests.
    """
    key = f"{knob.key}_row"
    held = st.session_state.setdefault(knob.key, knob.start)

    def take_over() -> None:
        value = knob.usable(_set(key).get("value"))
        if value is None:
            return
        state.put({knob.key: value})
        if on_rest is not None and not _set(key).get("moving"):
            on_rest(value)

    _component(
        key=key,
        data={
            **_fixed(knob),
            "stop": knob.nearest_stop(held),
            "text": number(held, digits=6),
            "answers": _set(key).get("serial", 0),
            "live": live,
        },
        on_set_change=take_over,
    )
    return float(held)


@cache
def _fixed(knob: Knob) -> dict[str, Any]:
    """Return what the browser is told of a knob, whatever it holds."""
    return {
        "label": knob.label,
        "help": knob.help,
        "ends": knob.ends,
        "stops": knob.stops,
        "texts": [number(stop) for stop in knob.stops],
        "limits": [knob.low, knob.high],
    }


def _set(key: str) -> dict[str, float]:
    """Return what the browser set last: {"value", "serial", "moving"}; empty before the first."""
    found = st.session_state.get(key, {}).get("set")
    return found if isinstance(found, dict) else {}
