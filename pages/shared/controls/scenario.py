"""The scenario that all pages share, checked, and its last good state: who asks for how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import HetDPError, NextStep
from hetdp_core.profiles import KINDS, ProfileKind, ProfileSettings, finite_range
from hetdp_core.uploads import UploadedLevels, read_epsilon_csv
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.control import Control, settings
from pages.shared.controls.panel import Panel
from pages.shared.controls.state import State, current_state, defaults, read_once
from pages.shared.controls.table_choice import LevelSource
from pages.shared.tables import own_table
from pages.shared.text import notices

Setting = TypeVar("Setting")


@dataclass(frozen=True)
class Scenario:
    profile: ProfileSettings
    """Who asks for what, as it is set."""
    people: ProfileSettings
    """The same of the users of a mean: those in the user's own table, where
    that is chosen, and no others."""
    dataset: str
    column: str
    q: float
    seed: int
    levels_column: str = ""
    """Of the user's own table, where it says who asks for what; the profile does elsewhere."""
    everybody: bool = False
    """Whether a mean is about these users only; else about a population from which they come."""

    @property
    def dragged_label(self) -> str:
        """What the main control sets, for axes and sliders."""
        return KINDS[self.people.kind].high_label

    @property
    def dragged(self) -> Control:
        """The profile's main control, which figures may drag."""
        return dragged_control(self.people.kind)


_current: ContextVar[Scenario | None] = ContextVar("scenario", default=None)


def current() -> Scenario | None:
    """Return the scenario of this run; None where a page runs outside of the frame."""
    return _current.get()


@contextmanager
def published(panel: Callable[[State], Panel] | None) -> Iterator[Scenario]:
    """Make the scenario available to what is drawn inside: a page, or a part of it by itself.

    Input that breaks a rule shows one sentence, and the last good scenario stays; where there is
    none yet, since a link opened with such input, what stands in for it is said.

    panel : the page's controls for what is set now; None for a page that has none.
    """
    notices.begin()
    with read_once():
        scenario = _checked(panel)
        before = _current.set(scenario)
        try:
            yield scenario
        finally:
            _current.reset(before)


def last_good(name: str) -> Any:
    """Return what could last be used, of those that go by this name; None where nothing could."""
    return st.session_state.get(f"{own_table.LAST_GOOD}{name}")


def keep_last_good(name: str, setting: object) -> None:
    """Remember what can be used, until the user's own table is forgotten: it may rest on that."""
    st.session_state[f"{own_table.LAST_GOOD}{name}"] = setting


def read_or_last_good(
    name: str,
    read_it: Callable[[State], Setting],
    keep: bool = True,
    say: Callable[[HetDPError], None] = notices.note,
) -> Setting:
    """Return what the controls describe, or the last that could be used, with a note why.

    keep : remember it now; false where it may still turn out to be unusable.
    """
    try:
        setting = read_it(current_state())
    except HetDPError as error:
        setting = cast(Setting, last_good(name) or read_it(defaults()))
        say(error)
    if keep:
        keep_last_good(name, setting)
    return setting


# --- reading -----------------------------------------------------------------------------


def _checked(panel: Callable[[State], Panel] | None) -> Scenario:
    """Return what the controls describe; where they break a rule another, and note what and why."""
    state: State = current_state()
    with suppress(HetDPError):
        scenario = read(state)
        keep_last_good("scenario", scenario)
        return scenario
    asks_for_users = panel is None or catalog.shared.PROFILE in panel(state).main
    if not asks_for_users and not _is_usable(read_profile, state):
        state = {**state, **_at_first(*catalog.shared.ABOUT_USERS)}
    try:
        return read(state)
    except HetDPError as error:
        if last := last_good("scenario"):
            notices.note(error)
            return _with_its_table(last, state)
        shown = stand_in(state)
        notices.note(error, _instead(error, state, shown))
        return read(shown)


def _is_usable(read_it: Callable[[State], object], state: State) -> bool:
    with suppress(HetDPError):
        read_it(state)
        return True
    return False


def _with_its_table(last: Scenario, state: State) -> Scenario:
    """Return the last usable scenario; where just a table is missing, what is set with its table.

    Where its own table is gone, what is set with as many defaults as it takes.
    """
    if not _is_usable(lambda _: own_table.info(last.dataset), state):
        return read(stand_in(state))
    table = {catalog.shared.DATASET.key: last.dataset, catalog.shared.COLUMN.key: last.column}
    same_table = {**state, **table}
    return read(same_table) if _is_usable(read, same_table) else last


def stand_in(state: State) -> State:
    """Return what is set with as many defaults as it takes to be usable."""
    table = _at_first(catalog.shared.DATASET, catalog.shared.COLUMN)
    people = _at_first(*catalog.shared.ABOUT_USERS)
    same_kind = {**people, catalog.shared.PROFILE.key: state[catalog.shared.PROFILE.key]}
    each = (table, same_kind, people, {**table, **same_kind}, {**table, **people})
    states = ({**state, **usual} for usual in each)
    return next((usable for usable in states if _is_usable(read, usable)), defaults())


def _at_first(*some: Control) -> dict[str, Any]:
    return {control.key: defaults()[control.key] for control in some}


def _instead(error: HetDPError, state: State, shown: State) -> str:
    """Say which controls of the present page's address count as what, since it cannot be used."""
    beside = (catalog.shared.PUBLIC_SHARE, catalog.shared.DATASET, catalog.shared.COLUMN)
    counted = [
        control.labelled(shown[control.key])
        for control in (*profile_controls(shown), *beside)
        if shown[control.key] != state[control.key]
    ]
    start = "The values of this link cannot be used together. The figures show instead:"
    if isinstance(error, NextStep):
        start = "Until then the figures show"
    return f"{start} {'; '.join(counted) or 'the defaults'}."


def read(state: State) -> Scenario:
    """Return the scenario that the controls describe; `HetDPError` where they break a rule."""
    dataset = own_table.key_of(state[catalog.shared.DATASET.key])
    profile = people = read_profile(state)
    column, levels_column = state[catalog.shared.COLUMN.key], ""
    if own_table.is_own(dataset):
        chosen = table_choice.levels_of(own_table.info(dataset))
        people = profile_of_table(state, dataset, chosen)
        column, levels_column = table_choice.own_column(dataset), chosen.asked_in
    q = validate.within(state[catalog.shared.Q.key], 0.0, 1.0, catalog.shared.Q.label)
    own = settings(state, catalog.shared.SEED, catalog.sections.EVERYBODY)
    return Scenario(profile, people, dataset, column, q, levels_column=levels_column, **own)


def profile_controls(state: State) -> tuple[Control, ...]:
    """Return the controls of the kind of profile that is chosen, that choice first."""
    fields = (catalog.shared.BY_FIELD[field] for field in _kind(state).fields)
    main = dragged_control(state[catalog.shared.PROFILE.key])
    own = (main if control == catalog.shared.HIGH else control for control in fields)
    return catalog.shared.PROFILE, *own


def profile_controls_of_table(state: State) -> tuple[Control, ...]:
    """Return the same where a table says how many users there are."""
    return tuple(control for control in profile_controls(state) if control != catalog.shared.USERS)


def dragged_control(kind: str) -> Control:
    """Return the control that figures let one drag: the ε of the least private users."""
    if kind == "alike":
        return catalog.shared.ALIKE
    return catalog.shared.CAP if kind in KINDS and KINDS[kind].caps else catalog.shared.HIGH


def read_profile(state: State) -> ProfileSettings:
    """Return the profile that the controls describe; `HetDPError` where they break a rule."""
    return ProfileSettings(
        validate.choice(state[catalog.shared.PROFILE.key], KINDS, catalog.shared.PROFILE.label),
        **settings(state, catalog.shared.PUBLIC_SHARE, catalog.shared.SEED),
        **_values(state),
    )


def profile_of_table(state: State, key: str, chosen: LevelSource) -> ProfileSettings:
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
    return read_profile(state).with_users(rows)


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
        catalog.shared.FILE.key: uploaded_levels(catalog.shared.FILE)
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


def uploaded_levels(control: Control) -> UploadedLevels | None:
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
