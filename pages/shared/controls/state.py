"""All settings of the dashboard at once: as the session holds them, and as a link says them.

Pages draw only some of the controls; what others hold is known here too, so that a figure of
any page can be drawn on any other, from a link or from what is remembered.  When addresses are
read and written is the matter of `address`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from urllib.parse import parse_qs, urlencode

import streamlit as st

from hetdp_core import datasets
from pages.shared.controls import catalog

SCHEMA = 4
"""Version of the parameters' meaning; a change that breaks links adds one."""

VERSION_KEY = "v"

State = Mapping[str, Any]
"""What every control holds, by key."""

_read: ContextVar[dict[str, Any] | None] = ContextVar("controls_as_read", default=None)


def defaults() -> dict[str, Any]:
    return _completed({})


def current_state() -> dict[str, Any]:
    """Return what every control holds now, whether this page draws it or not."""
    read = _read.get()
    return _completed(st.session_state.to_dict()) if read is None else read


@contextmanager
def read_once() -> Iterator[None]:
    """Read what controls hold here, for all who ask inside: a whole session is slow to read."""
    before = _read.set(current_state())
    try:
        yield
    finally:
        _read.reset(before)


def put(state: State) -> None:
    """Make controls hold this; only in a callback, or before widgets are drawn."""
    _read.set(None)
    for key, value in state.items():
        st.session_state[key] = value


def of_params(params: Mapping[str, str | Sequence[str]]) -> dict[str, Any]:
    """Return what every control holds where a link says `params`; unusable ones count as absent."""
    return _completed(
        {
            key: catalog.BY_KEY[key].parse([texts] if isinstance(texts, str) else texts)
            for key, texts in params.items()
            if key in catalog.BY_KEY
        }
    )


def to_params(state: State) -> dict[str, list[str]]:
    """Return the link's parameters: those that are not at their default, in a fixed order."""
    state = _completed(state)
    first = {**_completed({"dataset": state["dataset"]}), "dataset": catalog.shared.DATASET.start}
    return {
        key: catalog.BY_KEY[key].written(state[key])
        for key, start in first.items()
        if state[key] != start
    }


def packed(state: State) -> str:
    """Return all of a state in one parameter of an address, with the schema."""
    return urlencode({VERSION_KEY: SCHEMA, **to_params(state)}, doseq=True)


def unpacked(text: str) -> dict[str, Any]:
    """Invert `packed`; what is unusable counts as absent."""
    params = parse_qs(text, keep_blank_values=True)
    return of_params({**left_unsaid(params), **translated(params)})


def translated(params: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Return a link's parameters as they are said today: one without a version counts as old."""
    version = _version(params)
    if version in ("3", str(SCHEMA)):
        return params
    if version != "2":
        params = catalog.odometer.of_version_1(params)
    return catalog.odometer.of_version_2(params)


def left_unsaid(params: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Return what an older link means by its silence; one that sets nothing opens today's first."""
    is_older = _version(params) != str(SCHEMA) and not catalog.BY_KEY.keys().isdisjoint(params)
    return catalog.ridge.LAMBDA_OF_VERSION_3 if is_older else {}


def _version(params: Mapping[str, Sequence[str]]) -> str:
    return (params.get(VERSION_KEY) or [""])[-1]


def differences(first: State, second: State) -> list[tuple[str, str, str]]:
    changed = [catalog.BY_KEY[key] for key in first if first[key] != second[key]]
    return [
        (control.name, control.in_words(first[control.key]), control.in_words(second[control.key]))
        for control in changed
    ]


def _completed(some: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state with defaults for the rest, and a column that the dataset has."""
    state = {control.key: some.get(control.key, control.start) for control in catalog.ALL}
    if state["dataset"] not in datasets.available():  # a reader's own: its columns are in no link
        state["column"] = catalog.shared.COLUMN.start
        return state
    table = datasets.info(state["dataset"])
    if state["column"] not in table.numeric_columns():
        state["column"] = table.default_column
    return state
