"""Controls of the privacy odometer: streams, a conversation, a record for the check-up."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from hetdp_core import validate
from hetdp_core.accounting.odometer_course import ceiling_for
from hetdp_core.accounting.odometer_traces import TraceScenario
from hetdp_core.accounting.step_settings import StepSettings
from hetdp_core.accounting.step_text import outputs_from_text, queries_from_text
from hetdp_core.accounting.stepping import Walk
from hetdp_core.computation import Computation
from pages.inside.accounting import results
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario, usable
from pages.shared.controls.state import State, defaults, present
from pages.shared.tables import data_source

_LAST_GOOD = "last_good_odometer"


@dataclass(frozen=True)
class OdometerChoice:
    """Which streams run, how many, and the budget they are looked at with."""

    scenario: TraceScenario
    runs: int
    budget: float


def odometer_choice(shared: Scenario) -> OdometerChoice:
    """Draw the controls; return the choice, or the last good one with the reason."""
    with st.sidebar:
        st.subheader("Stream of questions")
        place = st.container()
        _draw()
        if data_source.is_own(shared.dataset):
            st.caption("Records on this page are typed or simulated: your own table is not used.")
        return usable(
            _LAST_GOOD,
            lambda: read(present(), shared),
            lambda: read(defaults(), shared),
            place,
        )


def read(state: State, shared: Scenario) -> OdometerChoice:
    """Return the streams that the controls describe; `HetDPError` where they break a rule."""
    kind, budget = state[knobs.odometer.QUERY_KIND.key], state[knobs.odometer.BUDGET.key]
    scenario = TraceScenario(
        kind,
        state[knobs.odometer.COORDINATES.key] if kind != "powers" else 1,
        state[knobs.odometer.QUERY_EPSILON.key],
        ceiling_for(budget),
        state[knobs.odometer.ACCOUNTING.key] == "grouped",
        shared.seed,
    )
    runs = validate.count(
        state[knobs.odometer.RUNS.key], 1, int(knobs.odometer.RUNS.high), knobs.odometer.RUNS.label
    )
    return OdometerChoice(scenario, runs, budget)


def read_conversation(state: State) -> Computation[Walk]:
    """Return the conversation that the controls describe; `HetDPError` where text is unusable.

    Regressions that were typed count only where regressions are asked.
    """
    kind = state[knobs.odometer.STEP_KIND.key]
    typed = (
        knobs.odometer.STEP_TYPED.start
        if kind == "powers"
        else state[knobs.odometer.STEP_TYPED.key]
    )
    settings = StepSettings(
        kind,
        state[knobs.odometer.STEP_RATIO.key],
        state[knobs.odometer.STEP_MOST.key],
        queries_from_text(typed),
    )
    return results.conversation(settings, outputs_from_text(state[knobs.odometer.STEP_ANSWERS.key]))


def read_record(state: State) -> tuple[float, float, float, float]:
    """Return the record of the check-up: age, sex (0 or 1), blood pressure, BMI."""
    male = float(state[knobs.odometer.SEX.key] == "male")
    return (
        state[knobs.odometer.AGE.key],
        male,
        state[knobs.odometer.PRESSURE.key],
        state[knobs.odometer.BMI.key],
    )


def _draw() -> None:
    kind = widgets.choice(knobs.odometer.QUERY_KIND)
    widgets.logarithmic(knobs.odometer.BUDGET, 0.1, 50.0)
    widgets.logarithmic(knobs.odometer.QUERY_EPSILON, 0.1, 5.0)
    if kind != "powers":
        widgets.whole(knobs.odometer.COORDINATES)
    with st.expander("More settings"):
        widgets.whole(knobs.odometer.RUNS)
        widgets.choice(knobs.odometer.ACCOUNTING)
