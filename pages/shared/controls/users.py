"""Controls of who asks for how much: which ones a kind of profile has, and how they are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.profiles import ProfileSettings, finite_range
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


@dataclass(frozen=True)
class _Kind:
    """A kind of profile: its controls, from them its settings, and the control that is dragged."""

    controls: tuple[Knob, ...]
    read: Callable[[State], dict[str, Any]]
    dragged: Knob = knobs.shared.HIGH


def knobs_of(state: State) -> tuple[Knob, ...]:
    """Return the controls of the kind of profile that is chosen, that choice first."""
    return (knobs.shared.PROFILE, *_kind(state).controls)


def of_a_table(state: State) -> tuple[Knob, ...]:
    """Return the same where a table says how many users there are."""
    return tuple(knob for knob in knobs_of(state) if knob != knobs.shared.USERS)


def dragged(state: State) -> Knob:
    """Return the control that figures let one drag: of the most relaxed users."""
    return _kind(state).dragged


def read(state: State) -> ProfileSettings:
    """Return the profile that the controls describe; `HetDPError` where they break a rule."""
    kind = state[knobs.shared.PROFILE.key]
    return ProfileSettings(
        validate.choice(kind, _KINDS, knobs.shared.PROFILE.label),
        public_share=widgets.share_of(knobs.shared.PUBLIC_SHARE, state),
        seed=state[knobs.shared.SEED.key],
        **_KINDS[kind].read(state),
    )


def finite_ends(state: State) -> tuple[float, float] | None:
    """Return the strictest and the most relaxed finite one of the user's own levels, as they count.

    None where there is none; `HetDPError` where what is typed or in the file is unusable.
    """
    own = _kind(state).read(state)
    levels = own["uploaded"].levels if own.get("uploaded") else own.get("levels", ())
    if not np.isfinite(levels).any():
        return None
    return min(finite_range(levels)[0], own["high"]), own["high"]


def _kind(state: State) -> _Kind:
    return _KINDS.get(state[knobs.shared.PROFILE.key], _KINDS["two_groups"])


def _range(state: State) -> dict[str, Any]:
    return {
        "users": state[knobs.shared.USERS.key],
        "low": state[knobs.shared.LOW.key],
        "high": state[knobs.shared.HIGH.key],
    }


def _two_groups(state: State) -> dict[str, Any]:
    strict = widgets.share_of(knobs.shared.STRICT_SHARE, state)
    return {**_range(state), "strict_share": strict}


def _segments(state: State) -> dict[str, Any]:
    middle_share = widgets.share_of(knobs.shared.MIDDLE_SHARE, state)
    middle = state[knobs.shared.MIDDLE.key]
    return {**_two_groups(state), "middle": middle, "middle_share": middle_share}


def _listed(state: State) -> dict[str, Any]:
    levels = epsilons_from_text(state[knobs.shared.LEVELS.key], knobs.shared.LEVELS.label)
    counts = whole_numbers_from_text(state[knobs.shared.COUNTS.key], knobs.shared.COUNTS.label)
    return {"levels": levels, "counts": counts, "high": _cap(levels, state)}


def _uploaded(state: State) -> dict[str, Any]:
    file = st.session_state.get(knobs.shared.FILE.key)
    uploaded = _parsed(file.getvalue()) if file else _of_own_table()
    return {"uploaded": uploaded, "high": _cap(uploaded.levels, state) if uploaded else 1.0}


def _cap(levels: ArrayLike, state: State) -> float:
    """Return the level that larger finite ones count as."""
    return min(state[knobs.shared.CAP.key], finite_range(levels)[1])


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


_RANGE = (knobs.shared.USERS, knobs.shared.LOW, knobs.shared.HIGH)

_KINDS = {
    "two_groups": _Kind((*_RANGE, knobs.shared.STRICT_SHARE), _two_groups),
    "segments": _Kind(
        (
            knobs.shared.USERS,
            knobs.shared.LOW,
            knobs.shared.MIDDLE,
            knobs.shared.HIGH,
            knobs.shared.STRICT_SHARE,
            knobs.shared.MIDDLE_SHARE,
        ),
        _segments,
    ),
    "uniform": _Kind(_RANGE, _range),
    "log_uniform": _Kind(_RANGE, _range),
    "levels": _Kind(
        (knobs.shared.LEVELS, knobs.shared.COUNTS, knobs.shared.CAP), _listed, knobs.shared.CAP
    ),
    "uploaded": _Kind((knobs.shared.FILE, knobs.shared.CAP), _uploaded, knobs.shared.CAP),
}
