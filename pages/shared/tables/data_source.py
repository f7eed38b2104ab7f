"""Tables by key, shipped ones and the reader's own: the one place where pages look them up.

A shipped table is known by its name.  The reader's own is `OWN` among the choices, and has a
random key of its own (`DatasetInfo.key`, for each file and declaration) in a scenario, so that
nothing computed from one table is ever taken for another's.
"""

from __future__ import annotations

from hetdp_core import datasets
from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from pages.shared import cache
from pages.shared.tables import own_table

OWN = "own"
"""The choice of the reader's own table; part of links, so it does not change."""

OWN_TITLE = "My own table"

_RULE = "must be brought first"
_REMEDY = "bring it on the page “Private release”"


def key_of(choice: str) -> str:
    """Return the key of a chosen table.

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
    """Say whether a key or a choice means the reader's own table."""
    return key == OWN or key.startswith(f"{OWN}:")


def is_there(key: str) -> bool:
    """Say whether the table of a key can be had now: a reader's own may have been forgotten."""
    own = own_table.own_dataset()
    return not is_own(key) or (own is not None and own.info.key == key)


def info(key: str) -> DatasetInfo:
    """Return the schema of a table; `InvalidInput` for one that is not there."""
    return _own(key).info if is_own(key) else datasets.info(key)


def dataset(key: str) -> Dataset:
    """Return a table, shared by all who ask: copy its frame before changing it."""
    return _own(key) if is_own(key) else cache.value(Call(datasets.load, key).kept())


def _own(key: str) -> Dataset:
    own = own_table.own_dataset()
    if own is None or own.info.key != key:
        raise InvalidInput(OWN_TITLE, _RULE, "another or none in this session", _REMEDY)
    return own
