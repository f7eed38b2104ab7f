"""Calls into the accounting core that are kept, always bounded."""

from __future__ import annotations

import streamlit as st

from hetdp_core.accounting.beliefs import BeliefCourse, Statement, belief_course
from hetdp_core.accounting.checkup import Outcome, outcome_table
from hetdp_core.accounting.odometer_traces import MOST_QUERIES, TraceScenario
from hetdp_core.accounting.step_settings import StepSettings
from hetdp_core.accounting.stepping import Walk, walk
from hetdp_core.experiments import ChildPool
from pages.shared.odometer_runs import OdometerRuns
from pages.shared.patience import patience

__all__ = ["MOST_QUERIES", "beliefs", "conversation", "outcomes", "pool", "runs"]

WORKERS = 2


@st.cache_resource(max_entries=1, show_spinner=False)
def pool() -> ChildPool:
    """Processes for streams, kept warm."""
    return ChildPool(WORKERS)


@st.cache_resource(max_entries=16, show_spinner=False)
def runs(scenario: TraceScenario) -> OdometerRuns:
    """The runs of a scenario, for all readers."""
    return OdometerRuns(scenario, pool())


@st.cache_resource(max_entries=64, show_spinner="Bounding the loss …")
def conversation(settings: StepSettings, outputs: tuple[bool, ...]) -> Walk:
    """See `walk`; it ends when its reader has left."""
    return walk(settings, outputs, stop=patience())


@st.cache_resource(max_entries=32, show_spinner=False)
def beliefs(
    settings: StepSettings,
    outputs: tuple[bool, ...],
    prior: str,
    statement: Statement,
    coordinates: tuple[int, ...],
) -> BeliefCourse:
    """See `belief_course`."""
    return belief_course(conversation(settings, outputs), prior, statement, coordinates)


@st.cache_resource(max_entries=1, show_spinner="Certifying 16 losses …")
def outcomes() -> tuple[Outcome, ...]:
    """See `outcome_table`."""
    return outcome_table()
