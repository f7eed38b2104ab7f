"""Controls of the odometer page, and the streams they describe."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from hetdp_core import validate
from hetdp_core.accounting.odometer_course import ceiling_for
from hetdp_core.accounting.odometer_traces import TraceScenario
from hetdp_core.errors import HetDPError
from pages.shared import knobs, widgets
from pages.shared.scenario import Scenario

_LAST_GOOD = "last_good_odometer"


@dataclass(frozen=True)
class OdometerChoice:
    """Which streams run, how many, and the budget they are looked at with."""

    scenario: TraceScenario
    runs: int
    budget: float


def odometer_choice(shared: Scenario) -> OdometerChoice:
    """Draw the controls; the choice, or the last good one with the reason."""
    with st.sidebar:
        st.subheader("Stream of questions")
        kind = widgets.choice(knobs.QUERY_KIND)
        budget = widgets.logarithmic(knobs.BUDGET, 0.1, 50.0)
        epsilon = widgets.logarithmic(knobs.QUERY_EPSILON, 0.1, 5.0)
        dimension = widgets.whole(knobs.COORDINATES) if kind != "powers" else 1
        with st.expander("More settings"):
            runs = widgets.whole(knobs.RUNS)
            accounting = widgets.choice(knobs.ACCOUNTING)
        try:
            choice = _checked(shared, kind, budget, epsilon, dimension, runs, accounting)
        except HetDPError as error:
            choice = st.session_state.get(_LAST_GOOD) or OdometerChoice(TraceScenario(), 20, 10.0)
            st.error(f"{error} The figures still show the last usable setting.")
    st.session_state[_LAST_GOOD] = choice
    return choice


def _checked(
    shared: Scenario,
    kind: str,
    budget: float,
    epsilon: float,
    dimension: int,
    runs: int,
    accounting: str,
) -> OdometerChoice:
    scenario = TraceScenario(
        kind, dimension, epsilon, ceiling_for(budget), accounting == "grouped", shared.seed
    )
    most = int(knobs.RUNS.high)
    return OdometerChoice(scenario, validate.count(runs, 1, most, knobs.RUNS.label), budget)
