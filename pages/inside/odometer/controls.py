"""Controls of the privacy odometer: streams, a conversation, a record for the check-up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hetdp_core import validate
from hetdp_core.calls import Call
from hetdp_core.odometer.conversation import (
    Conversation,
    ConversationSettings,
    outputs_from_text,
    queries_from_text,
)
from hetdp_core.odometer.crowd.people import CrowdScenario
from hetdp_core.odometer.kinds import KindsScenario
from hetdp_core.odometer.levels import Levels, QuestionLevels, for_what_matters, listed
from hetdp_core.odometer.streams.sweep import ceiling_for
from hetdp_core.odometer.streams.traces import TraceScenario
from hetdp_core.profiles import HIGHEST, ProfileSettings
from pages.inside.odometer import results
from pages.shared.controls import catalog, scenario
from pages.shared.controls.control import Control, settings
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario, read_or_last_good
from pages.shared.controls.state import State


@dataclass(frozen=True)
class OdometerChoice:
    """Which streams run, how many, and the budget they are looked at with."""

    scenario: TraceScenario
    runs: int
    budget: float


LEVEL_CONTROLS: dict[str, tuple[Control, ...]] = {
    "alike": (catalog.odometer.QUERY_EPSILON,),
    "levels": (catalog.odometer.QUESTION_LEVELS, catalog.odometer.QUESTION_LIST),
    "uploaded": (catalog.odometer.QUESTION_LEVELS, catalog.odometer.QUESTION_FILE),
    "matters": (
        catalog.odometer.QUESTION_LEVELS,
        replace(catalog.odometer.QUERY_EPSILON, label="Mean ε of the questions ="),
    ),
    **dict.fromkeys(
        ("two_groups", "log_uniform"),
        (
            catalog.odometer.QUESTION_LEVELS,
            catalog.odometer.QUESTION_LOW,
            catalog.odometer.QUESTION_HIGH,
        ),
    ),
}
"""Controls of the questions' levels, by kind; where they are alike the kind is hardly moved."""

CYCLE = 100
"""Questions after which levels of a profile come again."""


def panel(state: State) -> Panel:
    finite, levels = _is_finite(state), LEVEL_CONTROLS[_kind_of_levels(state)]
    differ = catalog.odometer.QUESTION_LEVELS in levels
    return Panel(
        catalog.odometer.BUDGET,
        (
            catalog.odometer.BUDGET,
            catalog.odometer.QUERY_KIND,
            *levels,
            *(() if finite else [catalog.odometer.COORDINATES]),
        ),
        (
            *(() if differ else [catalog.odometer.QUESTION_LEVELS]),
            catalog.odometer.RUNS,
            *(() if finite else [catalog.odometer.ACCOUNTING]),
            catalog.shared.SEED,
        ),
        presented=levels[0] if catalog.odometer.QUESTION_FILE in levels else levels[-1],
    )


def _is_finite(state: State) -> bool:
    return bool(state[catalog.odometer.QUERY_KIND.key] == "powers")


def odometer_choice(shared: Scenario) -> OdometerChoice:
    """Return the choice, or the last good one with a note of the reason."""
    return read_or_last_good("odometer", lambda state: read(state, shared))


def read(state: State, shared: Scenario) -> OdometerChoice:
    """Return the streams that the controls describe; `HetDPError` where they break a rule."""
    budget, finite = state[catalog.odometer.BUDGET.key], _is_finite(state)
    scenario = TraceScenario(
        dimension=1 if finite else state[catalog.odometer.COORDINATES.key],
        ceiling=ceiling_for(budget),
        seed=shared.seed,
        epsilon=read_levels(state),
        **settings(
            state,
            catalog.odometer.QUERY_KIND,
            catalog.odometer.ACCOUNTING,
        ),
    )
    runs = validate.count(
        state[catalog.odometer.RUNS.key],
        1,
        int(catalog.odometer.RUNS.high),
        catalog.odometer.RUNS.label,
    )
    return OdometerChoice(scenario, runs, budget)


def read_levels(state: State) -> Levels:
    """Return the level of each question; `HetDPError` where a list or file breaks a rule."""
    kind, one = _kind_of_levels(state), state[catalog.odometer.QUERY_EPSILON.key]
    if kind == "alike":
        return float(one)
    if kind == "matters":
        return for_what_matters(one)
    if kind == "levels":
        return listed(catalog.odometer.QUESTION_LIST.setting(state))
    if kind == "uploaded":
        own = scenario.uploaded_levels(catalog.odometer.QUESTION_FILE)
        return QuestionLevels(ProfileSettings(kind, high=HIGHEST, uploaded=own), "listed")
    ends = settings(state, catalog.odometer.QUESTION_LOW, catalog.odometer.QUESTION_HIGH)
    seed = state[catalog.shared.SEED.key]
    return QuestionLevels(ProfileSettings(kind, users=CYCLE, seed=seed, **ends))


def _kind_of_levels(state: State) -> str:
    return str(state[catalog.odometer.QUESTION_LEVELS.key])


def answer_kinds_scenario(state: State) -> KindsScenario:
    """Return people asked in three ways, yes-or-no answers at the level of each question."""
    seed = state[catalog.shared.SEED.key]
    return KindsScenario(state[catalog.odometer.QUERY_EPSILON.key], seed=seed)


def crowd_scenario(state: State) -> CrowdScenario:
    """Return people who all have this page's budget."""
    return CrowdScenario(
        people=CROWD,
        budgets=ProfileSettings("alike", high=state[catalog.odometer.BUDGET.key]),
        epsilon=read_levels(state),
        questions=results.LOOKS[-1],
        seed=state[catalog.shared.SEED.key],
    )


def linear_coordinates(state: State) -> int:
    """Return the coordinates of a crowd's records where linear regressions are asked, else 0."""
    linear = state[catalog.odometer.QUERY_KIND.key] == "linear"
    return int(state[catalog.odometer.COORDINATES.key]) if linear else 0


def two_budgets_scenario(state: State) -> CrowdScenario:
    """Return the same, but half of them have twice as much."""
    budget = state[catalog.odometer.BUDGET.key]
    budgets = ProfileSettings("two_groups", users=CROWD, low=budget, high=2.0 * budget)
    return replace(crowd_scenario(state), budgets=budgets)


CROWD = 5_000


def read_conversation(state: State) -> Call[Conversation]:
    """Return the conversation that the controls describe; `HetDPError` where text is unusable.

    Regressions that were typed count only where regressions are asked.
    """
    kind = state[catalog.odometer.STEP_KIND.key]
    typed = (
        catalog.odometer.STEP_TYPED.start
        if kind == "powers"
        else state[catalog.odometer.STEP_TYPED.key]
    )
    settings = ConversationSettings(kind, typed=queries_from_text(typed))
    if state[catalog.odometer.STEP_BUDGET.key] == "page":
        budget = state[catalog.odometer.BUDGET.key]
        settings = replace(settings, epsilon=read_levels(state), budget=budget)
    return results.conversation(
        settings, outputs_from_text(state[catalog.odometer.STEP_ANSWERS.key])
    )


def read_record(state: State) -> tuple[float, float, float, float]:
    """Return the record of the check-up: age, sex (0 or 1), blood pressure, BMI."""
    male = float(state[catalog.odometer.SEX.key] == "male")
    return (
        state[catalog.odometer.AGE.key],
        male,
        state[catalog.odometer.PRESSURE.key],
        state[catalog.odometer.BMI.key],
    )
