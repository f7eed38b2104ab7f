"""All settings of the dashboard at once: as widgets hold them, and as an address says them.

Pages draw only some of the widgets; what others hold is known here too, so that a figure of
any page can be drawn on any other, from a link or from what is remembered.  When addresses are
read and written is the matter of `address`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlencode

import streamlit as st

from hetdp_core import datasets
from pages.shared.controls import knobs

SCHEMA = 2
"""Version of the parameters' meaning; a change that breaks links adds one."""

VERSION_KEY = "v"

State = Mapping[str, Any]
"""What every control holds, by key."""

Difference = tuple[str, str, str]
"""A control, its value in one state, and its value in another."""


STARTS = {knob.key: knob.start for knob in knobs.ALL}
"""What every control holds at first, whatever the table; nobody may change its lists."""

_OF_SEVERAL = [knob for knob in knobs.ALL if not knob.one]


def defaults() -> dict[str, Any]:
    """What every control holds at first."""
    return _completed({})


def present() -> dict[str, Any]:
    """What every control holds now, whether this page draws it or not."""
    return _completed(st.session_state.to_dict())


def of_params(params: Mapping[str, str | Sequence[str]]) -> dict[str, Any]:
    """What every control holds where a link says `params`; unusable ones count as absent."""
    listed = ((key, [given] if isinstance(given, str) else given) for key, given in params.items())
    return _completed(_parsed(dict(listed)))


def to_params(state: State) -> dict[str, list[str]]:
    """The link's parameters: those that are not at their default, in a fixed order."""
    state = _completed(state)
    start = _start_of(state["dataset"])
    return {key: _written(key, state) for key in start if state[key] != start[key]}


def packed(state: State) -> str:
    """All of a state in one parameter of an address, with the schema."""
    return urlencode({VERSION_KEY: SCHEMA, **to_params(state)}, doseq=True)


def unpacked(text: str) -> dict[str, Any]:
    """The inverse of `packed`; what is unusable counts as absent."""
    return _completed(_parsed(translated(parse_qs(text, keep_blank_values=True))))


def translated(params: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """A link's parameters as they are said today: one without a version counts as old."""
    today = (params.get(VERSION_KEY) or [""])[-1] == str(SCHEMA)
    return params if today else knobs.odometer.of_version_1(params)


def differences(first: State, second: State) -> list[Difference]:
    """(control, its value in the first, its value in the second) wherever they differ."""
    keys = [key for key in first if key in knobs.BY_KEY and first[key] != second[key]]
    return [(label_of(key), shown(key, first), shown(key, second)) for key in keys]


def label_of(key: str) -> str:
    """What a control is called in running text."""
    return knobs.BY_KEY[key].label.removesuffix(" =")


def shown(key: str, state: State) -> str:
    """What a control holds, in words."""
    if knobs.BY_KEY[key].kind == "flag":
        return "on" if state[key] else "off"
    return ", ".join(_written(key, state)) or "nothing"


def put(state: State) -> None:
    """Make every control hold this; only in a callback, or before widgets are drawn."""
    for key, value in state.items():
        st.session_state[key] = value


# --- reading and writing ------------------------------------------------------------------


def _parsed(params: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    known = (key for key in params if key in knobs.BY_KEY)
    return {key: knobs.BY_KEY[key].parse(params[key]) for key in known}


def _start_of(dataset: str) -> dict[str, Any]:
    """What controls hold at first for a table."""
    return _completed({"dataset": dataset}) | {"dataset": knobs.shared.DATASET.start}


def _completed(some: Mapping[str, Any]) -> dict[str, Any]:
    """With defaults for the rest, and a column that the dataset has."""
    state = {**STARTS, **{knob.key: knob.start for knob in _OF_SEVERAL}}
    state.update((key, some[key]) for key in STARTS.keys() & some.keys())
    state["column"] = _column(state["dataset"], state["column"])
    return state


def _column(dataset: str, meant: str) -> str:
    """The column that a name or a label means in this dataset, or the dataset's first choice."""
    if dataset not in datasets.available():  # a reader's own: its columns are in no link
        return str(knobs.shared.COLUMN.start)
    return _shipped_column(dataset, meant)


@lru_cache(maxsize=256)  # a run asks ten times
def _shipped_column(dataset: str, meant: str) -> str:
    info = datasets.info(dataset)
    fits = (c.name for c in info.columns if meant in (c.name, c.label) and c.bounds is not None)
    return next(fits, info.default_column)


def _written(key: str, state: State) -> list[str]:
    if key == "column" and state["dataset"] in datasets.available():
        return [datasets.info(state["dataset"]).column(state[key]).label]
    return knobs.BY_KEY[key].written(state[key])
