"""Tables by key: shipped ones, and the reader's own, which one session holds until it is forgotten.

A shipped table is known by its name.  The reader's own is `OWN` among the choices, and has a random
key of its own (`DatasetInfo.key`, for each file and declaration) in a scenario, so that nothing
computed from one table is ever taken for another's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import streamlit as st

from hetdp_core import datasets
from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import NextStep
from pages.shared import cache

_IN_USE = "own_table_in_use"
_NAME = "own_table_in_use_name"
_TOKEN = "own_table_in_use_token"
_ROUND = "own_table_round"
LAST_GOOD = "last_good_"
"""How the keys of all begin that is held to fall back to: it may rest on the table."""

_BEGINNINGS = (
    *(LAST_GOOD, "own_table_", "own_column", "release_column", "release_chosen", "release_step"),
    *("release_levels_from", "release_epsilon", "release_same_level"),
)
"""How the keys of all begin that a session holds of the table, its draft and what is chosen; keys
of its columns' controls have its own key in them."""

OWN = "own"
"""The choice of the reader's own table; part of links, so it does not change."""


def key_of(choice: str) -> str:
    """Return the key of a chosen table; `NextStep` where that is the reader's own and gone."""
    return _own().info.key if choice == OWN else choice


def is_own(key: str) -> bool:
    return key == OWN or key.startswith(f"{OWN}:")


def is_there(key: str) -> bool:
    """Say whether the table of a key can be had now: a reader's own may have been forgotten."""
    own = own_dataset()
    return not is_own(key) or (own is not None and own.info.key == key)


def info(key: str) -> DatasetInfo:
    """Return the schema of a table; `NextStep` for one that is not there."""
    return _own(key).info if is_own(key) else datasets.info(key)


def dataset(key: str) -> Dataset:
    """Return a table, shared by all who ask: copy its frame before changing it."""
    return _own(key) if is_own(key) else cache.value(Call(datasets.load, key).cached())


def _own(key: str = "") -> Dataset:
    own = own_dataset()
    if own is None or key not in ("", own.info.key):
        raise NextStep("To use “My own table”, upload and describe it on the page “Release” first.")
    return own


def own_dataset() -> Dataset | None:
    """Return the table last accepted in this session; the same object until another is accepted."""
    return cast(Dataset | None, st.session_state.get(_IN_USE))


def own_name() -> str:
    return str(st.session_state.get(_NAME, ""))


def own_token() -> str:
    """Return a random token of the table in use, new with each upload; "" without a table."""
    return str(st.session_state.get(_TOKEN, ""))


def put_to_use(dataset: Dataset, token: str, name: str) -> None:
    """Make a declared file of this `own_token` and name the table in use."""
    state, before = st.session_state, own_dataset()
    same = before is not None and replace(before.info, key=dataset.info.key) == dataset.info
    if not same or own_token() != token:
        state[_IN_USE] = dataset
    state[_NAME], state[_TOKEN] = name, token


def uploads() -> int:
    """Return how many files were read: another one is another uploader, which is empty."""
    return int(st.session_state.get(_ROUND, 0))


def begin_upload() -> None:
    st.session_state[_ROUND] = uploads() + 1


def forget() -> None:
    """Forget the table and all that was computed from it; in a callback."""
    for key in map(str, list(st.session_state)):
        if (key.startswith(_BEGINNINGS) and key != _ROUND) or f"_{OWN}:" in key:
            del st.session_state[key]
    cache.forget()
