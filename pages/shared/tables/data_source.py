"""Tables by key, shipped ones and the reader's own: the one place where pages look them up.

A shipped table is known by its name.  The reader's own is `OWN` among the choices, and has a
random key of its own (`DatasetInfo.key`, for each file and declaration) in a scenario, so that
nothing computed from one table is ever taken for another's.
"""

from __future__ import annotations

from pathlib import Path

from hetdp_core import datasets
from hetdp_core.computation import Call, Computation, Given
from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from hetdp_core.tables import declare, read_table
from pages.shared import kept
from pages.shared.tables import own_table

OWN = "own"
"""The choice of the reader's own table; part of links, so it does not change."""

OWN_TITLE = "My own table"

_RULE = "must be brought first"
_REMEDY = "bring it on the page “Private release”"


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


def step(key: str) -> Computation[Dataset]:
    """Return the computation of a table; a user's own is read from their file."""
    if not is_own(key):
        return Call(datasets.load, key).named("dataset").kept()
    own = _own(key)
    said = [own_table.own_separator()] if own_table.own_separator() else []
    raw = Call(read_table, users_file("your-table.csv", "Your own table"), *said)
    return Given(own, Call(declare, raw, own.info.columns).named("dataset"), own.info.key)


def dataset(key: str) -> Dataset:
    """Return a table, shared by all who ask: copy its frame before changing it."""
    return kept.value(step(key))


def users_file(name: str, what: str) -> Computation[bytes]:
    """Return the bytes of a file that only the user has."""
    path = Call(Path, name).named("path").noted(f"{what}: put the path of your file here.")
    return path.method("read_bytes")


def _own(key: str) -> Dataset:
    own = own_table.own_dataset()
    if own is None or own.info.key != key:
        raise InvalidInput(OWN_TITLE, _RULE, "another or none in this session", _REMEDY)
    return own
