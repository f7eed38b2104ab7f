"""Results of privacy accounting: conversations, beliefs, streams to their ends, the check-up."""

from __future__ import annotations

from collections.abc import Sequence

from hetdp_core.computation import Call, Computation, Given
from hetdp_core.odometer import paper
from hetdp_core.odometer.beliefs import Beliefs, Statement, beliefs_along
from hetdp_core.odometer.conversation import Conversation, ConversationSettings, converse
from hetdp_core.odometer.kinds import (
    KindsCompared,
    KindsScenario,
    compare_kinds,
)
from hetdp_core.odometer.paper import Outcome, outcome_table
from hetdp_core.odometer.streams.stream import Trace
from hetdp_core.odometer.streams.sweep import BudgetSweep, budget_sweep, budget_target
from hetdp_core.odometer.streams.traces import TraceScenario, whole_traces
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
) -> Computation[Beliefs]:
    """Return beliefs along a conversation, of coordinates counted from 0."""
    return Call(beliefs_along, talk, prior, statement, shown).kept()


def sweep(
    scenario: TraceScenario, runs: int, budget: float, note: str = ""
) -> Computation[BudgetSweep]:
    """Return what streams say of every budget, computed to their ends, by their seed."""
    whole = Call(whole_traces, scenario, tuple(range(runs))).kept("Asking many questions …")
    traces = whole.named("traces").noted(note)
    return Call(budget_sweep, scenario, traces, budget).named("sweep")


def so_far(now: BudgetSweep, budget: float) -> Computation[BudgetSweep]:
    """Return streams as far as they are now; a script computes them to their ends."""
    scenario, runs = now.scenario, now.runs
    note = "" if scenario.at_once else "Whole streams, one after the other: may take minutes."
    if now.complete < runs:
        note += f" When this was saved, {now.complete} of these {runs} had come to their end."
    return Given(now, sweep(scenario, runs, budget, note))


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
    answer = Call(budget_target, scenario, traces, decided_by, questions, budget)
    return answer.ended_by(stop=search_patience)


def answer_kinds(scenario: KindsScenario) -> Computation[KindsCompared]:
    """Return what answers of three kinds count and tell."""
    return Call(compare_kinds, scenario).named("kinds").kept("Asking in three ways …")


def outcomes() -> Computation[tuple[Outcome, ...]]:
    """Return the 16 outcomes of the check-up, with certified losses."""
    return Call(outcome_table).kept("Certifying 16 losses …")


def checkup(record: tuple[float, float, float, float]) -> Computation[paper.Checkup]:
    """Return what the check-up would reveal about a record."""
    return Call(paper.checkup, record, outcomes())
