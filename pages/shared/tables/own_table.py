"""Tables by key: shipped ones, and the reader's own, which one session holds until it is forgotten.

A shipped table is known by its name.  The reader's own is `OWN` among the choices, and has a random
key of its own (`DatasetInfo.key`, for each file and declaration) in a scenario, so that nothing
computed from one table is ever taken for another's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from hetdp_core import datasets
from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import NextStep
from pages.shared import cache

_IN_USE = "own_table_in_use"
LAST_GOOD = "last_good_"
"""How the keys of all begin that is held to fall back to: it may rest on the table."""

_BEGINNINGS = (LAST_GOOD, "own_table_", "release_")
"""How the keys of all begin that a session holds of the table, its draft and what is chosen; keys
of its columns' controls have its own key in them."""

OWN = "own"
"""The choice of the reader's own table; part of links, so it does not change."""


def key_of(choice: str) -> str:
    """Return the key of a chosen table; `NextStep` where that is the reader's own and gone."""
    return _own().info.key if choice == OWN else choice


def is_own(key: str) -> bool:
    return key == OWN or key.startswith(f"{OWN}:")


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


@dataclass(frozen=True, eq=False)
class InUse:
    """The table last accepted in this session, if any; its token is new with each upload."""

    dataset: Dataset | None = None
    token: str = ""
    name: str = ""


def in_use() -> InUse:
    held: InUse = st.session_state.get(_IN_USE, InUse())
    return held


def own_dataset() -> Dataset | None:
    """Return the table in use; the same object until another is accepted."""
    return in_use().dataset


def put_to_use(dataset: Dataset, token: str, name: str) -> None:
    """Make a declared file the table in use: the same object where file and description are."""
    before = in_use()
    if before.dataset is not None and before.token == token:
        same = replace(before.dataset.info, key=dataset.info.key) == dataset.info
        dataset = before.dataset if same else dataset
    st.session_state[_IN_USE] = InUse(dataset, token, name)


def forget() -> None:
    """Forget the table and all that was computed from it; in a callback."""
    for key in map(str, list(st.session_state)):
        if key.startswith(_BEGINNINGS) or f"_{OWN}:" in key:
            del st.session_state[key]
    cache.forget()
