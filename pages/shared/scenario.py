"""The scenario that all pages share: what the sidebar shows, checked, and its last good state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import streamlit as st

from hetdp_core import datasets, validate
from hetdp_core.errors import HetDPError
from hetdp_core.profiles import KINDS, ProfileSettings, finite_range
from hetdp_core.uploads import (
    UploadedLevels,
    epsilons_from_text,
    read_epsilon_csv,
    whole_numbers_from_text,
)
from pages.shared import knobs, navigation, widgets

_CURRENT = "scenario"
_LAST_GOOD = "last_good_scenario"


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


def current() -> Scenario:
    """The scenario that `app.py` put together for this run.

    Where a new server is first asked for a page other than home, Streamlit sees the folder
    `pages`, does not know yet that `app.py` takes care of navigation, and runs that page by
    itself.  Telling it and starting over puts that right.
    """
    scenario: Scenario | None = st.session_state.get(_CURRENT)
    if scenario is None:
        navigation.navigate()
        st.rerun()
    return scenario


@contextmanager
def published(scenario: Scenario) -> Iterator[None]:
    """Make the scenario available to the page that runs inside."""
    st.session_state[_CURRENT] = scenario
    try:
        yield
    finally:
        del st.session_state[_CURRENT]


def notice_url() -> None:
    """Say in words which parameters of the URL cannot be used; call before any widget."""
    given = {key: st.query_params.get_all(key) for key in st.query_params}
    for sentence in knobs.url_notices(given):
        st.warning(sentence, icon=":material/link_off:")


def sidebar(users_open: bool) -> Scenario:
    """Draw the shared controls and return the scenario.

    `users_open` unfolds the privacy profile, for the pages that are about users.
    Input that breaks a rule shows one sentence, and the last good scenario stays.
    """
    with st.sidebar:
        build = _draw_controls(users_open)
        try:
            scenario = build()
        except HetDPError as error:
            scenario = st.session_state.get(_LAST_GOOD) or _default()
            st.error(f"{error} The figures still show the last usable setting.")
    st.session_state[_LAST_GOOD] = scenario
    return scenario


def _default() -> Scenario:
    dataset = str(knobs.DATASET.default)
    column = datasets.info(dataset).default_column
    return Scenario(ProfileSettings(), dataset, column, float(knobs.Q.default), 0, knobs.HIGH.key)


def _draw_controls(users_open: bool) -> Callable[[], Scenario]:
    """Draw everything, then hand back what builds (and checks) the scenario.

    Drawing comes first so that a bad value in one control never hides the others.
    """
    with st.expander("Users: who asks for how much", expanded=users_open):
        kind = widgets.choice(knobs.PROFILE)
        profile = _PROFILE_CONTROLS.get(kind, _two_groups)()
        public = widgets.share(knobs.PUBLIC_SHARE)
    q = widgets.exact(knobs.Q)
    dataset = widgets.choice(knobs.DATASET)
    column = _column_control(dataset)
    seed = widgets.whole(knobs.SEED)

    def build() -> Scenario:
        knobs_of_profile = profile()
        settings = ProfileSettings(kind, public_share=public, seed=seed, **knobs_of_profile)
        control = knobs.CAP if kind in ("levels", "uploaded") else knobs.HIGH
        checked_q = validate.within(q, 0.0, 1.0, knobs.Q.label)
        return Scenario(settings, dataset, column, checked_q, seed, control.key)

    return build


def _column_control(dataset: str) -> str:
    info = datasets.info(dataset)
    labels = {c.name: c.label for c in info.columns if c.bounds is not None}
    names = list(labels)
    chosen = st.selectbox(
        knobs.COLUMN.label,
        names,
        index=names.index(info.default_column),
        format_func=labels.__getitem__,
        key=knobs.COLUMN.key,
        bind="query-params",
    )
    return str(chosen)


# --- one function a kind of profile: draws its knobs, returns what reads them ------------

Reader = Callable[[], dict[str, Any]]


def _two_groups() -> Reader:
    users, low, high = _users_low_high()
    strict = widgets.share(knobs.STRICT_SHARE)
    return lambda: {"users": users, "low": low, "high": high, "strict_share": strict}


def _segments() -> Reader:
    users = widgets.whole(knobs.USERS)
    low = widgets.logarithmic(knobs.LOW, 1e-3, 1.0)
    middle = widgets.logarithmic(knobs.MIDDLE, 1e-3, 10.0)
    high = widgets.logarithmic(knobs.HIGH, 1e-2, 10.0)
    strict = widgets.share(knobs.STRICT_SHARE)
    pragmatists = widgets.share(knobs.MIDDLE_SHARE)
    return lambda: {
        "users": users,
        "low": low,
        "middle": middle,
        "high": high,
        "strict_share": strict,
        "middle_share": pragmatists,
    }


def _range() -> Reader:
    users, low, high = _users_low_high()
    return lambda: {"users": users, "low": low, "high": high}


def _users_low_high() -> tuple[int, float, float]:
    users = widgets.whole(knobs.USERS)
    low = widgets.logarithmic(knobs.LOW, 1e-3, 1.0)
    high = widgets.logarithmic(knobs.HIGH, 1e-2, 100.0)
    return users, low, high


def _listed() -> Reader:
    levels, counts = widgets.text(knobs.LEVELS), widgets.text(knobs.COUNTS)
    cap = widgets.logarithmic(knobs.CAP, 1e-2, knobs.CAP.high)

    def read() -> dict[str, Any]:
        listed = epsilons_from_text(levels, knobs.LEVELS.label)
        users = whole_numbers_from_text(counts, knobs.COUNTS.label)
        high = min(cap, finite_range(listed)[1])
        return {"levels": listed, "counts": users, "high": high}

    return read


def _uploaded() -> Reader:
    file = st.file_uploader(
        "CSV with one column of ε",
        type=["csv", "txt"],
        key="epsilon_file",
        help="One ε per line, “inf” for public users; up to 1,000,000 rows and 5 MB. The file "
        "stays in this session's memory and goes nowhere else.",
    )
    cap = widgets.logarithmic(knobs.CAP, 1e-2, knobs.CAP.high)

    def read() -> dict[str, Any]:
        uploaded = _parsed(file.getvalue()) if file else None
        high = min(cap, finite_range(uploaded.levels)[1]) if uploaded else 1.0
        return {"uploaded": uploaded, "high": high}

    return read


def _parsed(content: bytes) -> UploadedLevels:
    """The file's levels, parsed once while it stays the same."""
    known = st.session_state.get("parsed_upload")
    digest = UploadedLevels.digest_of(content)
    if known is None or known.digest != digest:
        known = UploadedLevels(digest, read_epsilon_csv(content))
        st.session_state["parsed_upload"] = known
    return known


_PROFILE_CONTROLS: dict[str, Callable[[], Reader]] = {
    "two_groups": _two_groups,
    "segments": _segments,
    "uniform": _range,
    "log_uniform": _range,
    "levels": _listed,
    "uploaded": _uploaded,
}
