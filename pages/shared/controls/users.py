"""Who asks for how much: the controls of the chosen kind of profile, and what they describe."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import HetDPError
from hetdp_core.profiles import KINDS, ProfileKind, ProfileSettings, finite_range
from hetdp_core.uploads import UploadedLevels, read_epsilon_csv
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.control import Control, settings
from pages.shared.controls.state import State
from pages.shared.controls.table_choice import LevelSource
from pages.shared.tables import own_table


def controls_of(state: State) -> tuple[Control, ...]:
    """Return the controls of the kind of profile that is chosen, that choice first."""
    fields = (catalog.shared.BY_FIELD[field] for field in _kind(state).fields)
    main = dragged(state[catalog.shared.PROFILE.key])
    own = (main if control == catalog.shared.HIGH else control for control in fields)
    return catalog.shared.PROFILE, *own


def of_a_table(state: State) -> tuple[Control, ...]:
    """Return the same where a table says how many users there are."""
    return tuple(control for control in controls_of(state) if control != catalog.shared.USERS)


def dragged(kind: str) -> Control:
    """Return the control that figures let one drag: of the most relaxed users."""
    if kind == "alike":
        return catalog.shared.ALIKE
    return catalog.shared.CAP if kind in KINDS and KINDS[kind].caps else catalog.shared.HIGH


def read(state: State) -> ProfileSettings:
    """Return the profile that the controls describe; `HetDPError` where they break a rule."""
    return ProfileSettings(
        validate.choice(state[catalog.shared.PROFILE.key], KINDS, catalog.shared.PROFILE.label),
        **settings(state, catalog.shared.PUBLIC_SHARE, catalog.shared.SEED),
        **_values(state),
    )


def of_table(state: State, key: str, chosen: LevelSource) -> ProfileSettings:
    """Return the profile of the people in the user's own table, and of nobody else.


    Raises:
        HetDPError: what is set breaks a rule.
    """
    table = own_table.dataset(key)
    rows = len(table.frame)
    if chosen.source == table_choice.SAME:
        seed = settings(state, catalog.shared.SEED)
        return ProfileSettings("alike", users=rows, high=chosen.level, **seed)
    if chosen.source == table_choice.COLUMN:
        with suppress(HetDPError):  # of an unusable column its tab says what is wrong
            levels = table.levels(chosen.column)
            return ProfileSettings(
                "uploaded",
                uploaded=UploadedLevels(f"{key}:{chosen.column}", levels),
                high=min(state[catalog.shared.CAP.key], finite_range(levels)[1]),
                **settings(state, catalog.shared.SEED),
            )
    return read(state).with_users(rows)


def finite_ends(state: State) -> tuple[float, float] | None:
    """Return the strictest and laxest finite own level; `HetDPError` where unusable."""
    own = _values(state)
    levels = _given_levels(own)
    if not np.isfinite(levels).any():
        return None
    return min(finite_range(levels)[0], own["high"]), own["high"]


def _kind(state: State) -> ProfileKind:
    return KINDS.get(state[catalog.shared.PROFILE.key], KINDS["two_groups"])


def _values(state: State) -> dict[str, Any]:
    kind = _kind(state)
    with_file = {
        **state,
        catalog.shared.FILE.key: uploaded(catalog.shared.FILE)
        if "uploaded" in kind.fields
        else None,
    }
    values = settings(with_file, *(catalog.shared.BY_FIELD[field] for field in kind.fields))
    if kind.caps:
        levels = _given_levels(values)
        cap = state[catalog.shared.CAP.key]
        values["high"] = min(cap, finite_range(levels)[1]) if np.size(levels) else 1.0
    return values


def _given_levels(values: Mapping[str, Any]) -> ArrayLike:
    own: UploadedLevels | None = values.get("uploaded")
    return own.levels if own else values.get("levels", ())


def uploaded(control: Control) -> UploadedLevels | None:
    """Return the levels of the file that a control holds in this session, which is in no link."""
    file = st.session_state.get(control.key)
    return _parsed(file.getvalue()) if file else None


def _parsed(content: bytes) -> UploadedLevels:
    """Return the file's levels, parsed once while it stays the same."""
    known = st.session_state.get("parsed_upload")
    digest = UploadedLevels.digest_of(content)
    if known is None or known.digest != digest:
        known = UploadedLevels(digest, read_epsilon_csv(content))
        st.session_state["parsed_upload"] = known
    return cast(UploadedLevels, known)
