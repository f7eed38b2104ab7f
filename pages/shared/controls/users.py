"""Controls of who asks for how much: what sets each field of a profile's settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.profiles import KINDS, ProfileKind, ProfileSettings, finite_range
from hetdp_core.uploads import (
    UploadedLevels,
    epsilons_from_text,
    read_epsilon_csv,
    whole_numbers_from_text,
)
from pages.shared.controls import knobs, widgets
from pages.shared.controls.knobs.knob import Knob
from pages.shared.controls.state import State
from pages.shared.tables import own_table


def knobs_of(state: State) -> tuple[Knob, ...]:
    """Return the controls of the kind of profile that is chosen, that choice first."""
    fields = (knobs.shared.PROFILE, *(_FIELDS[field][0] for field in _kind(state).fields))
    return tuple(dragged(state) if knob == knobs.shared.HIGH else knob for knob in fields)


def of_a_table(state: State) -> tuple[Knob, ...]:
    """Return the same where a table says how many users there are."""
    return tuple(knob for knob in knobs_of(state) if knob != knobs.shared.USERS)


def dragged(state: State) -> Knob:
    """Return the control that figures let one drag: of the most relaxed users."""
    return knobs.shared.CAP if _kind(state).caps else knobs.shared.HIGH


def read(state: State) -> ProfileSettings:
    """Return the profile that the controls describe; `HetDPError` where they break a rule."""
    return ProfileSettings(
        validate.choice(state[knobs.shared.PROFILE.key], KINDS, knobs.shared.PROFILE.label),
        public_share=widgets.share_of(knobs.shared.PUBLIC_SHARE, state),
        seed=state[knobs.shared.SEED.key],
        **_values(state),
    )


def finite_ends(state: State) -> tuple[float, float] | None:
    """Return the strictest and the most relaxed finite one of the user's own levels, as they count.

    None where there is none; `HetDPError` where what is typed or in the file is unusable.
    """
    own = _values(state)
    levels = _given_levels(own)
    if not np.isfinite(levels).any():
        return None
    return min(finite_range(levels)[0], own["high"]), own["high"]


def _kind(state: State) -> ProfileKind:
    return KINDS.get(state[knobs.shared.PROFILE.key], KINDS["two_groups"])


def _values(state: State) -> dict[str, Any]:
    """Return the fields of the kind of profile that is chosen, by name."""
    kind = _kind(state)
    values = {field: _FIELDS[field][1](_FIELDS[field][0], state) for field in kind.fields}
    if kind.caps:
        levels = _given_levels(values)
        cap = state[knobs.shared.CAP.key]
        values["high"] = min(cap, finite_range(levels)[1]) if np.size(levels) else 1.0
    return values


def _given_levels(values: Mapping[str, Any]) -> ArrayLike:
    uploaded: UploadedLevels | None = values.get("uploaded")
    return uploaded.levels if uploaded else values.get("levels", ())


def _held(knob: Knob, state: State) -> Any:
    return state[knob.key]


def _uploaded(knob: Knob, state: State) -> UploadedLevels | None:
    del state  # a file is in no setting that is kept
    file = st.session_state.get(knob.key)
    return _parsed(file.getvalue()) if file else _of_own_table()


def _parsed(content: bytes) -> UploadedLevels:
    """Return the file's levels, parsed once while it stays the same."""
    known = st.session_state.get("parsed_upload")
    digest = UploadedLevels.digest_of(content)
    if known is None or known.digest != digest:
        known = UploadedLevels(digest, read_epsilon_csv(content))
        st.session_state["parsed_upload"] = known
    return cast(UploadedLevels, known)


def _of_own_table() -> UploadedLevels | None:
    """Return the ε column of the user's own table, if there is one: it need not be brought twice.

    Not whose level it is: like any profile it is dealt out by chance where rows are used.
    """
    own = own_table.own_dataset()
    if own is None or not own.level_columns():
        return None
    levels = own.frame[own.level_columns()[0]].to_numpy(dtype=np.float64)
    return UploadedLevels(own.info.key, validate.epsilons(levels))


def _levels(knob: Knob, state: State) -> tuple[float, ...]:
    return epsilons_from_text(state[knob.key], knob.label)


def _counts(knob: Knob, state: State) -> tuple[int, ...]:
    return whole_numbers_from_text(state[knob.key], knob.label)


_FIELDS: dict[str, tuple[Knob, Callable[[Knob, State], Any]]] = {
    "users": (knobs.shared.USERS, _held),
    "low": (knobs.shared.LOW, _held),
    "middle": (knobs.shared.MIDDLE, _held),
    "high": (knobs.shared.HIGH, _held),
    "strict_share": (knobs.shared.STRICT_SHARE, widgets.share_of),
    "middle_share": (knobs.shared.MIDDLE_SHARE, widgets.share_of),
    "levels": (knobs.shared.LEVELS, _levels),
    "counts": (knobs.shared.COUNTS, _counts),
    "uploaded": (knobs.shared.FILE, _uploaded),
}
"""What sets a field of `ProfileSettings`, and what it sets it to."""
