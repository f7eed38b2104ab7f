"""Tables by key, shipped ones and the reader's own: the one place where pages look them up.

A shipped table is known by its name.  The reader's own is `OWN` among the choices, and has a
key of its own (`DatasetInfo.key`, one for each file and declaration) in a scenario, so that
nothing computed from one table is ever taken for another's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast

import streamlit as st

from hetdp_core import datasets
from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from pages.shared import own_table

OWN = "own"
"""The choice of the reader's own table; part of links, so it does not change."""

OWN_TITLE = "My own table"

_RULE = "must be brought first"
_REMEDY = "bring it on the page “Private release”"

Compute = TypeVar("Compute", bound=Callable[..., Any])

_forgettable: list[Callable[[], None]] = []


def key_of(choice: str) -> str:
    """The key of a chosen table.

    Raises:
        InvalidInput: the reader's own is chosen and there is none in this session.
    """
    if choice != OWN:
        return choice
    own = own_table.own_dataset()
    if own is None:
        raise InvalidInput(OWN_TITLE, _RULE, "none in this session", _REMEDY)
    return own.info.key


def is_own(key: str) -> bool:
    """Whether a key or a choice means the reader's own table."""
    return key == OWN or key.startswith(f"{OWN}:")


def is_there(key: str) -> bool:
    """Whether the table of a key can be had now: a reader's own may have been forgotten."""
    own = own_table.own_dataset()
    return not is_own(key) or (own is not None and own.info.key == key)


def info(key: str) -> DatasetInfo:
    """The schema of a table; `InvalidInput` for one that is not there."""
    return _own(key).info if is_own(key) else datasets.info(key)


def dataset(key: str) -> Dataset:
    """A table, shared by all who ask: copy its frame before changing it."""
    return _own(key) if is_own(key) else _shipped(key)


def bound(key: str) -> Literal["query-params"] | None:
    """Whether a choice of columns goes into the address: not the names of a reader's own."""
    return None if is_own(key) else "query-params"


def _own(key: str) -> Dataset:
    own = own_table.own_dataset()
    if own is None or own.info.key != key:
        raise InvalidInput(OWN_TITLE, _RULE, "another or none in this session", _REMEDY)
    return own


@st.cache_data(max_entries=8, show_spinner=False)
def _shipped(key: str) -> Dataset:
    return datasets.load(key)


# --- what is computed from tables, and forgotten with the reader's own --------------------


def kept_by_table(
    max_entries: int,
    show_spinner: str | bool = False,
    hash_funcs: dict[str | type[Any], Callable[[Any], Any]] | None = None,
) -> Callable[[Compute], Compute]:
    """Keep the results of a function whose first argument is the key of a table.

    For shipped tables they are shared by all sessions; for the reader's own they belong to
    one session and go with the table.
    """

    def decorate(compute: Compute) -> Compute:
        options: dict[str, Any] = {"show_spinner": show_spinner, "hash_funcs": hash_funcs}
        shared = st.cache_data(max_entries=max_entries, **options)(compute)
        own = st.cache_data(max_entries=8, scope="session", **options)(compute)
        _forgettable.append(own.clear)

        @functools.wraps(compute)
        def kept(key: str, *given: Any) -> Any:
            return own(key, *given) if is_own(key) else shared(key, *given)

        return cast(Compute, kept)

    return decorate


def goes_with_the_table(forget: Callable[[], None]) -> Callable[[], None]:
    """Mark what is to be called when the reader forgets the table."""
    _forgettable.append(forget)
    return forget


def forget_computed() -> None:
    """Drop what this session computed from the reader's own table."""
    for forget in _forgettable:
        forget()
