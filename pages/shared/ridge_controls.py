"""Controls of the ridge page, and the comparison they describe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from hetdp_core import datasets
from hetdp_core.datasets import DatasetInfo
from hetdp_core.errors import HetDPError
from hetdp_core.ridge import DesignSettings
from hetdp_core.ridge.exploration import SERIES, USUAL, RidgeScenario
from hetdp_core.ridge.records import Records
from pages.shared import knobs, own_table, widgets
from pages.shared.scenario import Scenario

_LAST_GOOD = "last_good_ridge"


@dataclass(frozen=True)
class RidgeChoice:
    """What the page compares: which records, and which knobs."""

    records: Records
    scenario: RidgeScenario


def ridge_choice(shared: Scenario) -> RidgeChoice:
    """Draw the controls; what they describe, or the last good choice with the reason."""
    with st.sidebar:
        st.subheader("Regression")
        build = _draw(shared)
        try:
            choice = build()
        except HetDPError as error:
            choice = st.session_state.get(_LAST_GOOD) or _default()
            st.error(f"{error} The figures still show the last usable setting.")
    return choice


def keep(choice: RidgeChoice) -> None:
    """Remember a choice that could be computed: what a later mistake falls back to."""
    st.session_state[_LAST_GOOD] = choice


def last_good(problem: HetDPError) -> RidgeChoice:
    """Say what is wrong with the records, and go on with the last choice that worked."""
    st.error(f"{problem} The figures still show the last usable setting.")
    choice: RidgeChoice = st.session_state.get(_LAST_GOOD) or _default()
    return choice


def _default() -> RidgeChoice:
    info = datasets.info(str(knobs.DATASET.default))
    return RidgeChoice(Records(info.key, DesignSettings(info.default_target)), RidgeScenario())


def _draw(shared: Scenario) -> Callable[[], RidgeChoice]:
    records = _draw_records(shared)
    lam = widgets.logarithmic(knobs.LAMBDA, 1e-2, 1e3)
    with st.expander("More settings"):
        series = st.multiselect(
            "Methods",
            list(SERIES),
            default=list(USUAL),
            format_func=SERIES.__getitem__,
            key="methods",
            bind="query-params",
        )
        loss = widgets.choice(knobs.REGULARISED)
        noise = widgets.choice(knobs.RIDGE_NOISE)
        bound = widgets.exact(knobs.THETA_BOUND) if noise == "bounded" else None

    def build() -> RidgeChoice:
        scenario = RidgeScenario(
            series=tuple(series),
            noise=noise,
            theta_bound=bound,
            regularised=loss == "regularised",
            lam=lam,
            seed=shared.seed,
        )
        return RidgeChoice(records(), scenario)

    return build


def _draw_records(shared: Scenario) -> Callable[[], Records]:
    source = widgets.choice(knobs.RIDGE_DATA)
    if source == "synthetic":
        rows, dimension = widgets.whole(knobs.RECORDS), widgets.whole(knobs.DIMENSION)
        return lambda: Records.synthetic(rows, dimension, shared.seed)
    own = own_table.own_dataset() if source == "own" else None
    if source == "own" and own is None:
        st.info("Bring your table in the tab “Your own table”; until then the dataset is used.")
    info = own.info if own else datasets.info(shared.dataset)
    target, features = _draw_columns(info)
    with st.expander("How records are prepared"):
        scaling = widgets.choice(knobs.SCALING)
        outside = widgets.choice(knobs.OUTSIDE)
        centre = widgets.flag(knobs.CENTRE)
        known_norm = widgets.flag(knobs.KNOWN_NORM)
    return lambda: Records(
        info.key,
        DesignSettings(target, features, scaling=scaling, outside=outside, centre_labels=centre),
        known_norm=known_norm,
    )


def _draw_columns(info: DatasetInfo) -> tuple[str, tuple[str, ...]]:
    labels = {column.name: column.label for column in info.columns}
    numeric = [column.name for column in info.columns if column.bounds is not None]
    if not numeric:
        st.error("This table has no column with bounds, so there is nothing to predict.")
    target = st.selectbox(
        "Predict",
        numeric,
        index=numeric.index(info.default_target) if info.default_target in numeric else 0,
        format_func=labels.__getitem__,
        key=f"target_{info.key}",
        bind="query-params",
    )
    features = st.multiselect(
        "From",
        list(labels),
        default=list(labels),
        format_func=labels.__getitem__,
        key=f"features_{info.key}",
        bind="query-params",
    )
    return str(target), tuple(name for name in features if name != target)
