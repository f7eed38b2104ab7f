"""The scenario that all pages share: what the sidebar shows, checked, and its last good state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core import validate
from hetdp_core.errors import HetDPError
from hetdp_core.profiles import KINDS, ProfileSettings, finite_range
from hetdp_core.uploads import (
    UploadedLevels,
    epsilons_from_text,
    read_epsilon_csv,
    whole_numbers_from_text,
)
from pages.shared import doors
from pages.shared.controls import knobs, presets, widgets
from pages.shared.controls.state import State, defaults, present
from pages.shared.tables import data_source, own_table
from pages.shared.words import last_usable, notices

Setting = TypeVar("Setting")


_CURRENT = "scenario"
_LAST_GOOD = "last_good_scenario"
_UPLOAD = "epsilon_file"
_OWN_COLUMN = "own_column"


@dataclass(frozen=True)
class Scenario:
    """What is set once and holds on every page."""

    profile: ProfileSettings
    dataset: str
    column: str
    q: float
    seed: int
    control_key: str
    """Widget key of the profile's main control, which figures may drag."""

    @property
    def control(self) -> str:
        """What the main control sets, for axes and sliders."""
        meaning = KINDS[self.profile.kind].high_means
        return meaning[0].upper() + meaning[1:]


def current() -> Scenario | None:
    """Return the scenario of this run; None where a page runs outside of the frame."""
    found: Scenario | None = st.session_state.get(_CURRENT)
    return found


@contextmanager
def published(users_open: bool) -> Iterator[None]:
    """Draw the shared controls, and make their scenario available to the page run inside.

    The controls come first in a first run only.  In all others the page does: the browser
    draws what it is sent in order, and a figure should not wait behind controls that have
    hardly changed.

    Input that breaks a rule shows one sentence, and the last good scenario stays.
    """
    place = st.sidebar.container()  # above the page's own controls, whichever is drawn first
    last_usable.begin()
    controls_first = _LAST_GOOD not in st.session_state
    scenario, problem = _checked(present())
    if problem:
        last_usable.note(problem)
    if controls_first:
        _draw_sidebar(place, users_open, problem)
    st.session_state[_CURRENT] = st.session_state[_LAST_GOOD] = scenario
    try:
        yield
    finally:
        del st.session_state[_CURRENT]
        if not controls_first:
            _draw_sidebar(place, users_open, problem)


def usable(
    key: str,
    read_it: Callable[[], Setting],
    default: Callable[[], Setting],
    place: DeltaGenerator,
    keep: bool = True,
) -> Setting:
    """What is read, or one sentence and the last that could be used.

    key : where the session remembers it.
    place : where the sentence goes: by the controls, in sight where those are folded up.
    keep : remember it now; false where it may still turn out to be unusable.
    """
    try:
        setting = read_it()
    except HetDPError as error:
        setting = cast(Setting, st.session_state.get(key) or default())
        with place:
            notices.error(error)
        last_usable.note(str(error))
    if keep:
        st.session_state[key] = setting
    return setting


# --- reading -----------------------------------------------------------------------------


def _checked(state: State) -> tuple[Scenario, str]:
    """The scenario the widgets describe, or the last good one and what is wrong."""
    try:
        return read(state), ""
    except HetDPError as error:
        return _last_good(state), str(error)


def _last_good(state: State) -> Scenario:
    """The last scenario that could be used, else what is set with as many defaults as it takes.

    Where just a table is missing, the last one's table stands in for it.
    """
    last: Scenario | None = st.session_state.get(_LAST_GOOD)
    if last is not None and data_source.is_there(last.dataset):
        shown = {knobs.shared.DATASET.key: last.dataset, knobs.shared.COLUMN.key: last.column}
        return _first_usable({**state, **shown}) or last
    first = defaults()
    table = {knob.key: first[knob.key] for knob in (knobs.shared.DATASET, knobs.shared.COLUMN)}
    users = {knob.key: first[knob.key] for knob in knobs.shared.ABOUT_USERS}
    kind = {knobs.shared.PROFILE.key: state[knobs.shared.PROFILE.key]}
    replaced = (table, {**users, **kind}, users, {**table, **users, **kind}, {**table, **users})
    return _first_usable(*({**state, **one} for one in replaced)) or read(first)


def _first_usable(*tries: State) -> Scenario | None:
    for state in tries:
        with suppress(HetDPError):
            return read(state)
    return None


def read(state: State) -> Scenario:
    """The scenario that the controls describe; `HetDPError` where they break a rule."""
    kind = state[knobs.shared.PROFILE.key]
    profile = _PROFILES[validate.choice(kind, _PROFILES, knobs.shared.PROFILE.label)]
    settings = ProfileSettings(
        kind,
        public_share=widgets.share_of(knobs.shared.PUBLIC_SHARE, state),
        seed=state[knobs.shared.SEED.key],
        **profile.read(state),
    )
    dataset = data_source.key_of(state[knobs.shared.DATASET.key])
    return Scenario(
        settings,
        dataset,
        _own_column(dataset) if data_source.is_own(dataset) else state[knobs.shared.COLUMN.key],
        validate.within(state[knobs.shared.Q.key], 0.0, 1.0, knobs.shared.Q.label),
        state[knobs.shared.SEED.key],
        profile.control.key,
    )


# --- drawing -----------------------------------------------------------------------------


def _draw_sidebar(place: DeltaGenerator, users_open: bool, problem: str) -> None:
    with place:
        presets.draw_presets()
        said = st.container()  # always there, so that the controls keep their place
        if problem:
            with said:
                notices.error(problem)
        with st.expander("Users: who asks for how much", expanded=users_open):
            kind = widgets.choice(knobs.shared.PROFILE)
            _PROFILES.get(kind, _PROFILES["two_groups"]).draw()
            widgets.share(knobs.shared.PUBLIC_SHARE)
        widgets.exact(knobs.shared.Q)
        _draw_column(widgets.choice(knobs.shared.DATASET))
        widgets.whole(knobs.shared.SEED)


def _own_column(dataset: str) -> str:
    """The column of the reader's own table that is held, if the table has it."""
    info = data_source.info(dataset)
    held = st.session_state.get(_OWN_COLUMN)
    names = [column.name for column in info.columns if column.bounds is not None]
    return str(held) if held in names else info.default_column


def _draw_column(choice: str) -> None:
    """The columns of the table that is chosen; those of a reader's own are in no link."""
    own = data_source.is_own(choice)
    if own and own_table.own_dataset() is None:
        st.page_link(doors.RELEASE, label="Bring my table", icon=":material/upload_file:")
        return
    info = data_source.info(data_source.key_of(choice))
    labels = {c.name: c.label for c in info.columns if c.bounds is not None}
    names = list(labels)
    st.selectbox(
        knobs.shared.COLUMN.label,
        names,
        index=names.index(info.default_column),
        format_func=labels.__getitem__,
        key=_OWN_COLUMN if own else knobs.shared.COLUMN.key,
        persist_state="session",
    )


# --- the kinds of profile: what is drawn, and how it is read ------------------------------


@dataclass(frozen=True)
class _Profile:
    """Controls of one kind of profile."""

    draw: Callable[[], None]
    read: Callable[[State], dict[str, Any]]
    control: knobs.knob.Knob = knobs.shared.HIGH


def _draw_users_low_high() -> None:
    widgets.whole(knobs.shared.USERS)
    widgets.logarithmic(knobs.shared.LOW, 1e-3, 1.0)
    widgets.logarithmic(knobs.shared.HIGH, 1e-2, 100.0)


def _read_users_low_high(state: State) -> dict[str, Any]:
    return {
        "users": state[knobs.shared.USERS.key],
        "low": state[knobs.shared.LOW.key],
        "high": state[knobs.shared.HIGH.key],
    }


def _draw_two_groups() -> None:
    _draw_users_low_high()
    widgets.share(knobs.shared.STRICT_SHARE)


def _read_two_groups(state: State) -> dict[str, Any]:
    strict = widgets.share_of(knobs.shared.STRICT_SHARE, state)
    return {**_read_users_low_high(state), "strict_share": strict}


def _draw_segments() -> None:
    widgets.whole(knobs.shared.USERS)
    widgets.logarithmic(knobs.shared.LOW, 1e-3, 1.0)
    widgets.logarithmic(knobs.shared.MIDDLE, 1e-3, 10.0)
    widgets.logarithmic(knobs.shared.HIGH, 1e-2, 10.0)
    widgets.share(knobs.shared.STRICT_SHARE)
    widgets.share(knobs.shared.MIDDLE_SHARE)


def _read_segments(state: State) -> dict[str, Any]:
    middle_share = widgets.share_of(knobs.shared.MIDDLE_SHARE, state)
    return {
        **_read_two_groups(state),
        "middle": state[knobs.shared.MIDDLE.key],
        "middle_share": middle_share,
    }


def _draw_listed() -> None:
    widgets.text(knobs.shared.LEVELS)
    widgets.text(knobs.shared.COUNTS)
    widgets.logarithmic(knobs.shared.CAP, 1e-2, knobs.shared.CAP.high)


def _read_listed(state: State) -> dict[str, Any]:
    levels = epsilons_from_text(state[knobs.shared.LEVELS.key], knobs.shared.LEVELS.label)
    counts = whole_numbers_from_text(state[knobs.shared.COUNTS.key], knobs.shared.COUNTS.label)
    high = min(state[knobs.shared.CAP.key], finite_range(levels)[1])
    return {"levels": levels, "counts": counts, "high": high}


def _draw_upload() -> None:
    st.file_uploader(
        "CSV with one column of ε",
        type=["csv", "txt"],
        key=_UPLOAD,
        help="One ε per line, “inf” for public users; up to 1,000,000 rows and 5 MB. The file "
        "stays in this session's memory and goes nowhere else.",
    )
    widgets.logarithmic(knobs.shared.CAP, 1e-2, knobs.shared.CAP.high)


def _read_upload(state: State) -> dict[str, Any]:
    file = st.session_state.get(_UPLOAD)
    uploaded = _parsed(file.getvalue()) if file else None
    high = min(state[knobs.shared.CAP.key], finite_range(uploaded.levels)[1]) if uploaded else 1.0
    return {"uploaded": uploaded, "high": high}


def _parsed(content: bytes) -> UploadedLevels:
    """The file's levels, parsed once while it stays the same."""
    known = st.session_state.get("parsed_upload")
    digest = UploadedLevels.digest_of(content)
    if known is None or known.digest != digest:
        known = UploadedLevels(digest, read_epsilon_csv(content))
        st.session_state["parsed_upload"] = known
    return cast(UploadedLevels, known)


_RANGE = _Profile(_draw_users_low_high, _read_users_low_high)

_PROFILES: dict[str, _Profile] = {
    "two_groups": _Profile(_draw_two_groups, _read_two_groups),
    "segments": _Profile(_draw_segments, _read_segments),
    "uniform": _RANGE,
    "log_uniform": _RANGE,
    "levels": _Profile(_draw_listed, _read_listed, knobs.shared.CAP),
    "uploaded": _Profile(_draw_upload, _read_upload, knobs.shared.CAP),
}
