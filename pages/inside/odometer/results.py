"""Results of privacy accounting: conversations, beliefs, streams to their ends, the check-up."""

from __future__ import annotations

from collections.abc import Sequence

from hetdp_core.computation import Call, Computation, Given
from hetdp_core.odometer.beliefs.course import BeliefCourse, Statement, belief_course
from hetdp_core.odometer.conversation.conversation import Conversation, converse
from hetdp_core.odometer.conversation.settings import ConversationSettings
from hetdp_core.odometer.kinds.comparison import (
    KindsCompared,
    KindsScenario,
    compare_kinds,
)
from hetdp_core.odometer.paper import checkup as paper
from hetdp_core.odometer.paper.checkup import Outcome, outcome_table
from hetdp_core.odometer.streams.course import OdometerCourse, odometer_course
from hetdp_core.odometer.streams.target import budget_target
from hetdp_core.odometer.streams.traces import Trace, TraceScenario, whole_traces
from hetdp_core.target.answer import Answer
from pages.shared.patience import patience, search_patience


def conversation(
    settings: ConversationSettings, outputs: tuple[bool, ...]
) -> Computation[Conversation]:
    """Return a conversation; a search on a page ends with patience, or when its user has left."""
    talk = Call(converse, settings, outputs).named("talk")
    if settings.at_once:  # nothing can cut it short, so it is the same for all sessions
        return talk.kept()
    return talk.when_run(stop=patience).kept("Bounding the loss …")


def beliefs(
    talk: Computation[Conversation], prior: str, statement: Statement, shown: tuple[int, ...]
) -> Computation[BeliefCourse]:
    """Return beliefs along a conversation, of coordinates counted from 0."""
    return Call(belief_course, talk, prior, statement, shown).kept()


def course(
    scenario: TraceScenario, runs: int, budget: float, note: str = ""
) -> Computation[OdometerCourse]:
    """Return streams computed to their ends, by their seed, and looked at with a budget."""
    whole = Call(whole_traces, scenario, tuple(range(runs))).kept("Asking many questions …")
    traces = whole.named("traces").noted(note)
    return Call(odometer_course, scenario, traces, budget).named("course")


def so_far(found: OdometerCourse) -> Computation[OdometerCourse]:
    """Return streams as far as they are now; a script computes them to their ends."""
    scenario, runs = found.scenario, found.runs
    note = "" if scenario.at_once else "Whole streams, one after the other: may take minutes."
    if found.complete < runs:
        note += f" When this was saved, {found.complete} of these {runs} had come to their end."
    return Given(found, course(scenario, runs, found.budget, note))


def streams(scenario: TraceScenario, traces: Sequence[Trace]) -> Computation[Sequence[Trace]]:
    """Return streams as they are now; a script computes them to their ends."""
    whole: Computation[Sequence[Trace]] = Call(whole_traces, scenario, tuple(range(len(traces))))
    return Given(traces, whole.named("traces"))


def target(
    scenario: TraceScenario,
    traces: Computation[Sequence[Trace]],
    decided_by: str,
    questions: int,
    budget: float,
) -> Computation[Answer]:
    """Return the budget that this many answers take."""
    asked = (scenario, traces, decided_by, questions, budget)
    return Call(budget_target, *asked).ended_by(stop=search_patience)


def answer_kinds(scenario: KindsScenario) -> Computation[KindsCompared]:
    """Return what answers of three kinds count and tell."""
    return Call(compare_kinds, scenario).named("kinds").kept("Asking in three ways …")


def outcomes() -> Computation[tuple[Outcome, ...]]:
    """Return the 16 outcomes of the check-up, with certified losses."""
    return Call(outcome_table).kept("Certifying 16 losses …")


def checkup(record: tuple[float, float, float, float]) -> Computation[paper.Checkup]:
    """Return what the check-up would reveal about a record."""
    return Call(paper.checkup, record, outcomes())
