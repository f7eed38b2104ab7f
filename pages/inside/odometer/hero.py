"""The hero figure of the odometer, with the sentence above it; it fills while streams run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures.figure import MovingFigure
from hetdp_core.figures.formats import about, number, times
from hetdp_core.figures.odometer import streams as figures
from hetdp_core.figures.odometer import tables
from hetdp_core.meaning import odds_factor
from hetdp_core.numerals import as_set, counted
from hetdp_core.odometer.levels import QuestionLevels
from hetdp_core.odometer.streams.stream import Trace
from hetdp_core.odometer.streams.sweep import BudgetSweep, settled
from hetdp_core.odometer.streams.traces import MOST_QUERIES, TraceScenario
from pages.inside.odometer import background, controls, results
from pages.inside.odometer.controls import OdometerChoice
from pages.shared import slides
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw_figure
from pages.shared.text import notices

POLL_SECONDS = 0.7
FIRST_LOOK_SECONDS = 0.8
"""How long the page waits for a first complete stream before it draws what there is."""

ENOUGH_NEWS = 1.6
"""The figure is drawn again when there are this many times as many complete streams."""

HARDLY_A_PROMISE = 5.0
"""Privacy loss from which on odds may change more than a hundred times: a bet may be right 99 of
100 times.
"""

_WATCHED, _STOPPED = "odometer_watched", "odometer_stopped"


@dataclass(frozen=True)
class ShownStreams:
    """The streams that the hero shows, and the budget they are looked at with."""

    sweep: BudgetSweep
    budget: float


def odometer_hero(choice: OdometerChoice, beside: View | None) -> ShownStreams:
    """Draw it and return what it shows; dragging its control moves the budget."""
    going = _keep_going(choice)
    sweep = background.sweep(choice, choice.runs if going else 0)
    shown = ShownStreams(sweep, choice.budget)
    view = sweep_view(choice, sweep)
    if not slides.hero_is_due():
        return shown
    draw_figure(view, beside)
    if going and not sweep.is_final:
        _watch(choice, sweep)
    elif not going:
        _stopped(choice, sweep)
    return shown


def for_state(state: State) -> View:
    """Return the hero figure for what every control holds, with the streams that ran until now.

    It sees to it that they go on.
    """
    choice = controls.read(state, scenario.read(state))
    return sweep_view(choice, background.sweep(choice))


def sweep_view(choice: OdometerChoice, sweep: BudgetSweep) -> View:
    """Show loss against questions answered, below the budget."""
    budget = choice.budget
    if sweep.is_final:
        first = background.kept_with(sweep.scenario, budget)
        complete = results.so_far(sweep, first)
        figure, frames = value(Call(drawn, complete, first).cached())
    else:
        figure, frames = drawn(sweep, budget)
    now = sweep.place(budget)
    return View(
        key="odometer",
        name="Privacy loss against questions answered, for many simulated people, below the budget",
        headline=frames.headlines[now],
        figure=figure,
        numbers=Call(tables.odometer, results.so_far(sweep, budget), budget),
        caption=_caption(sweep.scenario, budget),
        tag="simulated people",
        frames=frames.at(now),
        moves=catalog.odometer.BUDGET,
        height=470,
    )


def drawn(sweep: BudgetSweep, budget: float) -> MovingFigure:
    """Return the figure at every budget, with its sentences."""
    figure, frames = figures.odometer(sweep, budget)
    return figure, replace(frames, headlines=headlines(sweep))


def _keep_going(choice: OdometerChoice) -> bool:
    """Let the streams run unless this user stopped them; return whether they may."""
    former: TraceScenario | None = st.session_state.get(_WATCHED)
    if former not in (None, choice.scenario):
        background.of(former).stop()
    st.session_state[_WATCHED] = choice.scenario
    if st.session_state.get(_STOPPED) == choice:
        return False
    background.wait(choice, 1, FIRST_LOOK_SECONDS)
    return True


@st.fragment(run_every=POLL_SECONDS)
def _watch(choice: OdometerChoice, shown: BudgetSweep) -> None:
    """Draw progress and the button to stop; the whole page again when there is enough news.

    Stop is a callback, which comes before the news: a rerun for their sake would lose the click.
    """
    if st.session_state.get(_STOPPED) == choice:
        st.rerun()
    running = background.of(choice.scenario)
    running.go_on(choice.runs)
    if running.problem:
        notices.error(running.problem)
        st.button("Go on", key="go_on_odometer", on_click=running.try_again)
        return
    traces = running.traces(choice.runs)
    done = sum(trace.complete for trace in traces)
    now = sum(trace.accepted for trace in traces)
    if done == choice.runs or _is_news(choice, shown, traces):
        st.rerun()
    left, right = st.columns([5, 1], vertical_alignment="center")
    goal = choice.scenario.ceiling if shown.is_whole else choice.budget
    reached = [1.0 if trace.upto(goal) else trace.worst.max() / goal for trace in traces]
    left.progress(
        min(1.0, sum(reached) / choice.runs),
        f"{'Going on to larger budgets: ' * shown.is_whole}{counted(now, 'question')} answered in "
        f"all, {reached.count(1.0)} of {choice.runs} simulated people have reached "
        f"a budget of {number(goal)}",
    )
    right.button("Stop", key="stop_odometer", on_click=_stop, args=(choice,), width="stretch")


def _is_news(choice: OdometerChoice, shown: BudgetSweep, traces: Sequence[Trace]) -> bool:
    """Return whether streams under way answer for a budget that is not shown, or for far more."""
    ended, reach = settled(choice.scenario, traces, choice.budget, choice.runs)
    if shown.is_whole:
        return ENOUGH_NEWS * shown.ceiling < reach < choice.scenario.ceiling
    complete = sum(trace.complete for trace in ended)
    begins = not shown.complete and sum(trace.accepted for trace in traces) > shown.so_far.sum()
    return begins or complete > ENOUGH_NEWS * shown.complete


def _stop(choice: OdometerChoice) -> None:
    st.session_state[_STOPPED] = choice
    background.of(choice.scenario).stop()


def _stopped(choice: OdometerChoice, shown: BudgetSweep) -> None:
    left, right = st.columns([5, 1], vertical_alignment="center")
    done = f"{shown.complete} of {choice.runs} simulated people are complete."
    without = f"Stopped: {done} There is no median without the others."
    larger = f"Stopped: budgets above {number(shown.ceiling)} are not simulated."
    with left:
        notices.info(larger if shown.is_whole else without)
    if right.button("Go on", key="go_on_odometer", width="stretch"):
        del st.session_state[_STOPPED]
        st.rerun()


def headlines(sweep: BudgetSweep) -> list[str]:
    """Say what the figure shows at each of its budgets, and why."""
    at_least = sweep.cut_off("bayesian")
    columns = (sweep.budgets, sweep.basic, sweep.accepted("bayesian"), at_least)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [_headline(sweep, *row) for row in rows]


def _headline(
    sweep: BudgetSweep, budget: float, basic: float, median: float, at_least: bool
) -> str:
    """Say it at one budget."""
    people = counted(sweep.complete, "simulation")
    bayesian = f"for **{_answered(median, at_least)}**"
    bayesian = "for no more" if median == basic and not at_least else bayesian
    bayesian += f" (median of {people})" + ": one more could exceed it" * bayesian.endswith("more")
    ours = bayesian if sweep.is_whole else "the median is not known yet"
    said = (
        f"Charged at their worst, a budget of {as_set(budget)} pays for **{basic:,.0f}** "
        f"{'question' if basic == 1 else 'questions'}; charged by what answers revealed, {ours}."
    )
    if budget >= HARDLY_A_PROMISE:
        said += " **This budget hardly protects**: a bet on a yes/no fact may nearly always win."
    elif sweep.is_whole and not median:
        said += " For one question, set a larger budget or a smaller ε."
    return said


def answered(sweep: BudgetSweep, budget: float) -> str:
    """Say how many questions the Bayesian filter answers; all streams are complete."""
    now = sweep.place(budget)
    return _answered(sweep.accepted("bayesian")[now], sweep.cut_off("bayesian")[now])


def _answered(median: float, at_least: bool) -> str:
    return f"{'at least ' if at_least else ''}{about(median)}"


def _caption(streams: TraceScenario, budget: float) -> str:
    factor = times(odds_factor(budget))
    most = factor if factor.startswith("more") else f"up to {factor}"
    if streams.kind == "powers":
        record, bound = "each with a random number from 0 to 10", "Losses are exact."
    else:
        coordinates = "coordinate" if streams.dimension == 1 else "coordinates"
        record = f"each with a record of {streams.dimension} {coordinates} in [−1, 1], all 0"
        bound = (
            "Losses are exact."
            if streams.kind == "linear" and not streams.grouped
            else "Losses are certified upper bounds: the filter never spends more than it shows."
        )
    return (
        "A person stops before the first question whose answer could exceed the budget, or after "
        f"{MOST_QUERIES:,} questions. Simulated people, {record}. {_levels(streams)}"
        "The blue line is the median (people who have stopped count as above it) and ends where "
        "half have stopped, at times below the budget. The band ends where a quarter have stopped. "
        f"{bound} Privacy loss L: the answers change the odds between any two "
        "records by a factor of at most exp(L) (2.72 for L = 1). The budget is the largest L "
        f"allowed. This budget lets odds change by {most}."
    )


def _levels(streams: TraceScenario) -> str:
    """Say which levels the questions have, where these differ."""
    if not isinstance(streams.epsilon, QuestionLevels):
        return ""
    levels = streams.epsilon.upto(MOST_QUERIES)
    low, high, mean = number(levels.min()), number(levels.max()), number(levels.mean())
    return f"Each question has its own ε, from {low} to {high} ({mean} on average). "
