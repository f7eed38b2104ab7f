"""Controls of the ridge page, and the comparison they describe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from hetdp_core.datasets import DatasetInfo
from hetdp_core.errors import HetDPError
from hetdp_core.profiles import ProfileSettings
from hetdp_core.ridge import DesignSettings
from hetdp_core.ridge.exploration import RidgeScenario
from hetdp_core.ridge.records import Records
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario, usable
from pages.shared.controls.scenario import read as read_shared
from pages.shared.controls.state import State, defaults, present
from pages.shared.tables import data_source, own_table
from pages.shared.words import last_usable, notices

_LAST_GOOD = "last_good_ridge"


@dataclass(frozen=True)
class RidgeChoice:
    """The comparison of the page: which records, who asks for what, and which knobs."""

    records: Records
    profile: ProfileSettings
    scenario: RidgeScenario


def ridge_choice(shared: Scenario) -> RidgeChoice:
    """Draw the controls and return their choice, or the last good one with the reason."""
    with st.sidebar:
        st.subheader("Regression")
        place = st.container()
        _draw(shared)
        choice = usable(
            _LAST_GOOD,
            lambda: read(present(), shared),
            lambda: read(defaults(), shared),
            place,
            keep=False,
        )
    return replace(choice, profile=shared.profile)  # levels have controls of their own


def read(state: State, shared: Scenario) -> RidgeChoice:
    """Return the choice that the controls describe; `HetDPError` where they break a rule."""
    noise = state[knobs.ridge.RIDGE_NOISE.key]
    scenario = RidgeScenario(
        series=tuple(state[knobs.ridge.METHODS.key]),
        noise=noise,
        theta_bound=state[knobs.ridge.THETA_BOUND.key] if noise == "bounded" else None,
        regularised=state[knobs.ridge.REGULARISED.key] == "regularised",
        lam=state[knobs.ridge.LAMBDA.key],
        seed=shared.seed,
    )
    return RidgeChoice(_records(state, shared), shared.profile, scenario)


def _records(state: State, shared: Scenario) -> Records:
    if state[knobs.ridge.RIDGE_DATA.key] == "synthetic":
        rows, dimension = state[knobs.ridge.RECORDS.key], state[knobs.ridge.DIMENSION.key]
        return Records.synthetic(rows, dimension, shared.seed)
    info = _table(state[knobs.ridge.RIDGE_DATA.key], shared)
    target = _held(state, knobs.ridge.target(info))
    return Records(
        info.key,
        DesignSettings(
            target,
            knobs.ridge.without_target(
                _held(state, knobs.ridge.predictors(info)), target, info.default_target
            ),
            scaling=state[knobs.ridge.SCALING.key],
            outside=state[knobs.mean.OUTSIDE.key],
            centre_labels=state[knobs.ridge.CENTRE.key],
        ),
        known_norm=state[knobs.ridge.KNOWN_NORM.key],
    )


def _table(source: str, shared: Scenario) -> DatasetInfo:
    """Return the user's own table if it is asked for and there is one, else the shared dataset."""
    own = own_table.own_dataset() if source == "own" else None
    return own.info if own else data_source.info(shared.dataset)


def _held(state: State, knob: knobs.knob.Knob) -> Any:
    """Return what a control of one table holds; those of the user's own are in no link."""
    return state.get(knob.key, st.session_state.get(knob.key, knob.start))


def keep(choice: RidgeChoice) -> None:
    """Remember a choice that could be computed: a later mistake falls back to it."""
    st.session_state[_LAST_GOOD] = choice


@data_source.goes_with_the_table
def forget() -> None:
    """Forget the last choice that worked: it may have been about the user's own table."""
    st.session_state.pop(_LAST_GOOD, None)


def last_good(problem: HetDPError) -> RidgeChoice:
    """Note what is wrong with records or levels, and return the last choice that worked."""
    last_usable.note(str(problem))
    choice: RidgeChoice | None = st.session_state.get(_LAST_GOOD)
    return choice or read(defaults(), read_shared(defaults()))


def _draw(shared: Scenario) -> None:
    _draw_records(shared)
    widgets.logarithmic(knobs.ridge.LAMBDA, 1e-2, 1e3)
    with st.expander("More settings"):
        widgets.several(knobs.ridge.METHODS)
        widgets.choice(knobs.ridge.REGULARISED)
        if widgets.choice(knobs.ridge.RIDGE_NOISE) == "bounded":
            widgets.exact(knobs.ridge.THETA_BOUND)


def _draw_records(shared: Scenario) -> None:
    source = widgets.choice(knobs.ridge.RIDGE_DATA)
    if source == "synthetic":
        widgets.whole(knobs.ridge.RECORDS)
        widgets.whole(knobs.ridge.DIMENSION)
        return
    if source == "own" and own_table.own_dataset() is None:
        notices.info(
            "Bring your table in the tab “Your own table”; until then the dataset is used."
        )
    _draw_columns(_table(source, shared))
    with st.expander("How records are prepared"):
        widgets.choice(knobs.ridge.SCALING)
        widgets.choice(knobs.mean.OUTSIDE)
        widgets.flag(knobs.ridge.CENTRE)
        widgets.flag(knobs.ridge.KNOWN_NORM)


def _draw_columns(info: DatasetInfo) -> None:
    if not knobs.ridge.target(info).options:
        notices.error("This table has no column with bounds, so there is nothing to predict.")
        return
    target = widgets.choice(knobs.ridge.target(info))
    knob = knobs.ridge.predictors_of(info, target)
    state, before = st.session_state, f"before_{knob.key}"
    if target in state.get(knob.key, ()):
        last = state.get(before, info.default_target)
        state[knob.key] = list(knobs.ridge.without_target(state[knob.key], target, last))
    state[before] = target
    widgets.several(knob)
