"""Results of privacy accounting: conversations, beliefs, streams to their ends, the check-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hetdp_core.calls import Call
from hetdp_core.odometer import examples
from hetdp_core.odometer.beliefs import Beliefs, Statement, beliefs_along
from hetdp_core.odometer.conversation import Conversation, ConversationSettings, converse
from hetdp_core.odometer.crowd.box import ToldOnBox, ask_box_crowd
from hetdp_core.odometer.crowd.learned import Estimate, Study, estimate, study
from hetdp_core.odometer.crowd.people import Answering, Asked, CrowdScenario, ask_crowd
from hetdp_core.odometer.crowd.together import Refusals, Together, refusals, together
from hetdp_core.odometer.examples import Outcome, outcome_table
from hetdp_core.odometer.kinds import (
    KindsCompared,
    KindsScenario,
    compare_kinds,
)
from hetdp_core.odometer.streams.stream import Trace
from hetdp_core.odometer.streams.sweep import BudgetSweep, budget_sweep, budget_target
from hetdp_core.odometer.streams.traces import TraceScenario, whole_traces
from hetdp_core.target_search import Answer
from pages.shared.limits import patience, search_patience


def conversation(settings: ConversationSettings, outputs: tuple[bool, ...]) -> Call[Conversation]:
    """Return a conversation; a search on a page ends with patience, or when its user has left."""
    talk = Call(converse, settings, outputs)
    if settings.is_instant:  # nothing can cut it short, so it is the same for all sessions
        return talk.cached()
    return talk.cut_short_by(stop=patience).cached("Bounding the loss …")


def beliefs(
    talk: Call[Conversation], prior: str, statement: Statement, shown: tuple[int, ...]
) -> Call[Beliefs]:
    """Return beliefs along a conversation, of coordinates counted from 0."""
    return Call(beliefs_along, talk, prior, statement, shown).cached()


def streams(
    scenario: TraceScenario, runs: int, now: Sequence[Trace] | None = None, note: str = ""
) -> Call[Sequence[Trace]]:
    """Return streams computed to their ends, by their seed; on a page as they are now, if known."""
    computed: Call[Sequence[Trace]] = Call(whole_traces, scenario, tuple(range(runs)))
    computed = computed.cached("Asking many questions …").noted(note)
    return computed if now is None else computed.with_value(now)


def sweep(scenario: TraceScenario, runs: Call[Sequence[Trace]], budget: float) -> Call[BudgetSweep]:
    """Return what streams say of every budget."""
    return Call(budget_sweep, scenario, runs, budget)


def so_far(now: BudgetSweep, budget: float) -> Call[BudgetSweep]:
    """Return streams as far as they are now; a script computes them to their ends."""
    scenario, runs = now.scenario, now.runs
    note = (
        "" if scenario.is_instant else ("All people, one after the other. This may take minutes.")
    )
    if not now.is_final:
        upto = f" up to a budget of {now.ceiling:g}" * now.is_whole
        note += f" When this was saved, {now.complete} of these {runs} were complete{upto}."
    return sweep(scenario, streams(scenario, runs, note=note), budget).with_value(now)


def target(
    scenario: TraceScenario,
    traces: Call[Sequence[Trace]],
    decided_by: str,
    questions: int,
    budget: float,
) -> Call[Answer]:
    """Return the budget that this many answers take."""
    answer = Call(budget_target, scenario, traces, decided_by, questions, budget)
    return answer.ended_by(stop=search_patience)


def answer_kinds(scenario: KindsScenario) -> Call[KindsCompared]:
    """Return what answers of three kinds count and tell."""
    return Call(compare_kinds, scenario).cached("Asking in three ways …")


def crowd(scenario: CrowdScenario) -> Call[Asked]:
    """Return a crowd that was asked."""
    return Call(ask_crowd, scenario).cached(ASKING)


def box_crowd(scenario: CrowdScenario, dimension: int) -> Call[Answering[ToldOnBox]]:
    """Return a crowd asked linear regressions; on a page it ends when its reader has left."""
    fewer = replace(scenario, people=BOX_CROWD)
    return Call(ask_box_crowd, fewer, dimension).cut_short_by(stop=patience).cached(ASKING)


ASKING, BOX_CROWD = "Asking a crowd …", 1_000


def one_crowd(scenario: CrowdScenario) -> Call[Estimate]:
    """Return what one crowd tells of the mean."""
    return Call(estimate, crowd(scenario)).cached("Drawing people again …")


def learned(scenario: CrowdScenario) -> Call[Study]:
    """Return what is learned of many crowds."""
    asked = Call(study, scenario, CROWDS, LOOKS, GAP)
    return asked.cached("Asking many crowds …")


CROWDS, LOOKS, GAP = 50, (1, 2, 5, 10, 20, 30), 5e-5
"""Crowds of a study, after how many questions it looks, and how close it fits."""


def several_filters(scenario: CrowdScenario) -> Call[Together]:
    """Return what several filters let through together."""
    fewer = replace(scenario, questions=EACH)
    return Call(together, fewer, FILTERS).cached("Asking through several filters …")


def first_refusals(scenario: CrowdScenario) -> Call[Refusals]:
    """Return what the first refusal tells by itself."""
    chances = Call(getattr, replace(scenario, questions=EACH), "chances")
    return Call(refusals, chances, scenario.budgets.high).cached()


FILTERS, EACH = 5, 15
"""Filters that do not know of each other, and questions that each asks."""


def outcomes() -> Call[tuple[Outcome, ...]]:
    """Return the 16 outcomes of the check-up, with certified losses."""
    return Call(outcome_table).cached("Certifying 16 losses …")


def checkup(record: tuple[float, float, float, float]) -> Call[examples.Checkup]:
    """Return what the check-up would reveal about a record."""
    return Call(examples.checkup, record, outcomes())
