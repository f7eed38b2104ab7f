"""A number in one row: a slider over the values people use, if any, and an entry for any other.

Streamlit has sliders and number fields, each with a value of its own; this is one control with
one value, logarithmic where ε is.  In a number field of a browser 60,5 becomes 605 without a word.
`ROW_JS` and `ROW_CSS` are the row itself, which the live figure has too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from hetdp_core.figures.formats import exactly, number
from pages.shared.controls import state
from pages.shared.controls.control import Control
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
    control: Control, *, live: bool = False, on_rest: Callable[[float], None] | None = None
) -> float:
    """Draw a control of a number; return what it holds, which the browser need not decide.

    live : whether it is set while the thumb moves, as fast as Python answers; for what is drawn
        quickly.
    """
    key = f"{control.key}_row"
    held = st.session_state.setdefault(control.key, control.start)
    held = int(held) if control.kind == "whole" else float(held)

    def take_over() -> None:
        value = control.usable(_set(key).get("value"))
        if value is None:
            return
        state.put({control.key: value})
        if on_rest is not None and not _set(key).get("moving"):
            on_rest(value)

    _component(
        key=key,
        data={
            **_fixed(control),
            "stop": control.nearest_stop(held) if control.slider else 0,
            "text": f"{held:,}" if control.kind == "whole" else exactly(held),
            "answers": _set(key).get("serial", 0),
            "live": live,
        },
        on_set_change=take_over,
    )
    return held


@cache
def _fixed(control: Control) -> dict[str, Any]:
    """Return what the browser is told of a control, whatever it holds."""
    stops = control.stops if control.slider else ()
    return {
        "label": control.label,
        "help": control.help,
        "ends": control.ends,
        "stops": stops,
        "texts": [number(stop) for stop in stops],
        "whole": control.kind == "whole",
        "limits": [control.low, control.high],
    }


def _set(key: str) -> dict[str, float]:
    """Return what the browser set last: {"value", "serial", "moving"}; empty before the first."""
    last = st.session_state.get(key, {}).get("set")
    return last if isinstance(last, dict) else {}
