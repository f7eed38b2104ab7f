"""Controls of the ridge page, and the comparison they describe."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from hetdp_core.datasets import DatasetInfo
from hetdp_core.errors import HetDPError
from hetdp_core.profiles import ProfileSettings
from hetdp_core.ridge import DesignSettings
from hetdp_core.ridge.records import Records
from hetdp_core.ridge.sweep import RidgeScenario
from pages.shared.controls import catalog, scenario, table_choice
from pages.shared.controls.control import Control, settings
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario, read_or_last_good
from pages.shared.controls.scenario import read as read_shared
from pages.shared.controls.state import State, current_state, defaults, put
from pages.shared.tables import own_table
from pages.shared.text import notices


@dataclass(frozen=True)
class RidgeChoice:
    """The comparison of the page: which records, who asks for what, and which controls.

    levels_column : of the records' table, where it says who asks for what; else the profile does.
    follows : whether λ is the one that a release can choose, and not that of the scenario.
    """

    records: Records
    profile: ProfileSettings
    scenario: RidgeScenario
    levels_column: str = ""
    follows: bool = False


PUBLIC_RECORDS = "Public records, %"
"""What the share of people without privacy is called where each is a record."""


def panel(state: State) -> Panel:
    """Return the page's controls for what is set now.

    Where the table says who asks for what, controls of the profile would do nothing.
    """
    info = _info(state)
    records, preparation = _records_controls(state, info)
    choice = () if info is None else table_choice.level_controls(info)
    of_table = bool(info and table_choice.levels_of(info).source != table_choice.PROFILE)
    return Panel(
        catalog.ridge.LAMBDA,
        (
            catalog.ridge.LAMBDA,
            *records,
            *choice,
            *(() if of_table else scenario.profile_controls_of_table(state)),
        ),
        (
            catalog.ridge.METHODS,
            *preparation,
            catalog.ridge.REGULARISED,
            *([catalog.ridge.RIDGE_NOISE] if _adds_output_noise(state) else []),
            *([catalog.ridge.THETA_BOUND] if _is_bounded(state) else []),
            *(() if of_table else (replace(catalog.shared.PUBLIC_SHARE, label=PUBLIC_RECORDS),)),
            catalog.shared.SEED,
        ),
        presented=None if of_table else scenario.dragged_control(state[catalog.shared.PROFILE.key]),
    )


def _adds_output_noise(state: State) -> bool:
    """Return whether a method is shown whose noise is a choice."""
    shown = (*state[catalog.ridge.METHODS.key], state[catalog.ridge.RELEASE_OF.key])
    return (
        "pdp_op" in shown or state[catalog.ridge.RIDGE_NOISE.key] != catalog.ridge.RIDGE_NOISE.start
    )


def _is_bounded(state: State) -> bool:
    return bool(state[catalog.ridge.RIDGE_NOISE.key] == "bounded")


def _info(state: State) -> DatasetInfo | None:
    """Return the table of the records; None where they are synthetic, and where it is not there."""
    with suppress(HetDPError):
        if state[catalog.ridge.RECORDS_FROM.key] != "synthetic":
            return own_table.info(own_table.key_of(state[catalog.shared.DATASET.key]))
    return None


def _records_controls(
    state: State, info: DatasetInfo | None
) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
    """Return what says which records are used, and how they are prepared."""
    if state[catalog.ridge.RECORDS_FROM.key] == "synthetic":
        return (catalog.ridge.RECORDS_FROM, catalog.ridge.RECORDS, catalog.ridge.DIMENSION), ()
    if info is None or not info.numeric_columns():
        return (catalog.shared.DATASET, catalog.ridge.RECORDS_FROM), ()
    target = catalog.ridge.target(info)
    predictors = catalog.ridge.predictors_of(info, _held(state, target))
    _make_room_for_target(predictors, _held(state, target), info.default_target)
    preparation = (catalog.ridge.SCALING, catalog.mean.OUTSIDE, catalog.ridge.CENTRE)
    return (
        (catalog.shared.DATASET, catalog.ridge.RECORDS_FROM, target),
        (predictors, *preparation, catalog.ridge.KNOWN_NORM),
    )


def _make_room_for_target(predictors: Control, target: str, default: str) -> None:
    """Let what was predicted before take the place of what is predicted now among predictors."""
    before = f"before_{predictors.key}"
    held = st.session_state.get(predictors.key, ())
    if target in held:
        last = st.session_state.get(before, default)
        put({predictors.key: list(catalog.ridge.without_target(held, target, last))})
    st.session_state[before] = target


def ridge_choice(shared: Scenario) -> RidgeChoice:
    """Return the choice, or the last good one with a note of the reason."""
    choice = read_or_last_good("ridge", lambda state: read(state, shared), keep=False)
    profile = _profile(current_state(), choice.records, shared)
    return replace(choice, profile=profile)  # levels have controls of their own


def read(state: State, shared: Scenario) -> RidgeChoice:
    """Return the choice that the controls describe; `HetDPError` where they break a rule."""
    follows = state[catalog.ridge.LAMBDA.key] is None
    scenario = RidgeScenario(
        seed=shared.seed,
        **settings(
            state,
            catalog.ridge.METHODS,
            catalog.ridge.RIDGE_NOISE,
            *([catalog.ridge.THETA_BOUND] if _is_bounded(state) else []),
            catalog.ridge.REGULARISED,
            *(() if follows else (catalog.ridge.LAMBDA,)),
        ),
    )
    records = _records(state, shared)
    chosen = _levels(records)
    profile = _profile(state, records, shared)
    return RidgeChoice(records, profile, scenario, chosen.asked_in if chosen else "", follows)


def _levels(records: Records) -> table_choice.LevelSource | None:
    """Return who asks for what in a table; None of records that are made up."""
    if records.settings is None:
        return None
    return table_choice.levels_of(own_table.info(records.dataset))


def _profile(state: State, records: Records, shared: Scenario) -> ProfileSettings:
    """Return the profile of the page, or one level for everybody in the user's own table."""
    chosen = _levels(records)
    if chosen and chosen.source == table_choice.SAME:
        return scenario.profile_of_table(state, records.dataset, chosen)
    return shared.profile


def _records(state: State, shared: Scenario) -> Records:
    if state[catalog.ridge.RECORDS_FROM.key] == "synthetic":
        rows, dimension = state[catalog.ridge.RECORDS.key], state[catalog.ridge.DIMENSION.key]
        return Records.synthetic(rows, dimension, shared.seed)
    info = own_table.info(shared.dataset)
    target = _held(state, catalog.ridge.target(info))
    return Records(
        info.key,
        DesignSettings(
            target,
            catalog.ridge.without_target(
                _held(state, catalog.ridge.predictors(info)), target, info.default_target
            ),
            **settings(state, catalog.ridge.SCALING, catalog.mean.OUTSIDE, catalog.ridge.CENTRE),
        ),
        known_norm=state[catalog.ridge.KNOWN_NORM.key],
    )


def _held(state: State, control: Control) -> Any:
    """Return what a control of one table holds; those of the user's own are in no link."""
    return state.get(control.key, st.session_state.get(control.key, control.start))


def keep(choice: RidgeChoice) -> None:
    """Remember a choice that could be computed: a later mistake falls back to it."""
    scenario.keep_last_good("ridge", choice)


def last_good(problem: HetDPError) -> RidgeChoice:
    """Note what is wrong with records or levels, and return the last choice that worked."""
    notices.note(problem)
    choice: RidgeChoice | None = scenario.last_good("ridge")
    return choice or read(defaults(), read_shared(defaults()))


def is_about_another(choice: RidgeChoice) -> bool:
    """Return whether the user's own table is to be used, and a choice is not about it."""
    state = current_state()
    info = _info(state)
    wanted = info.key if info else state[catalog.shared.DATASET.key]
    is_own = own_table.is_own(wanted) and state[catalog.ridge.RECORDS_FROM.key] != "synthetic"
    return is_own and not own_table.is_own(choice.records.dataset)
