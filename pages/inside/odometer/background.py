"""Streams that run beside the page, a block of questions at a time.

They run in processes of this server, which all its visitors share.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from threading import Lock, RLock
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from loky import cpu_count

from hetdp_core import parallel
from hetdp_core.evidence.odometer import stored_traces
from hetdp_core.odometer.levels import QuestionLevels
from hetdp_core.odometer.streams.stream import Trace
from hetdp_core.odometer.streams.sweep import STOPS, BudgetSweep, budget_sweep
from hetdp_core.odometer.streams.traces import MOST_QUERIES, TraceScenario, block, power_traces
from hetdp_core.validate import FloatArray
from pages.inside.odometer import results
from pages.inside.odometer.controls import OdometerChoice
from pages.shared import limits
from pages.shared.cache import value

T = TypeVar("T")


@st.cache_resource(max_entries=1, show_spinner=False)
def _executor() -> Executor:
    return parallel.processes()


def submit(function: Callable[..., T], /, *arguments: Any) -> Future[T]:
    """Let a process do this when all that was submitted before has begun.

    When a process died, all that was under way has failed, and others do what comes next.
    """
    try:
        return _executor().submit(function, *arguments)
    except BrokenProcessPool:
        _executor.clear()
        return _executor().submit(function, *arguments)


Block = tuple[bytes | None, FloatArray]


class Streams:
    """The streams of one scenario, shared by all who look at them.

    Those that are stored for exactly this scenario are there from the start.  Of the others a
    block is submitted for each call of `go_on` that finds the last one done: they go on while
    somebody looks, and take turns block by block with whatever else is submitted.  Which user
    asked does not matter: streams are simulated.

    submit : lets a process compute something, such as `submit`.
    lanes : runs under way at a time; by default one a core, and three that wait for their place.
    """

    def __init__(
        self,
        scenario: TraceScenario,
        submit: Callable[..., Future[Any]] = submit,
        lanes: int | None = None,
    ) -> None:
        self.scenario, self.problem = scenario, ""
        self._submit, self._lanes = submit, lanes or 4 * cpu_count()
        self._traces: dict[int, Trace] = stored_traces(scenario)
        self._begun: dict[int, Block] = {}
        """State and rows of the runs that have not come to their end."""
        self._under_way: dict[int, Future[Block]] = {}
        self._lock = Lock()

    def go_on(self, wanted: int) -> None:
        """Take in what is done, and let the first missing of the `wanted` streams go on."""
        if self.scenario.is_instant:
            if missing := self._missing(wanted):
                traces = power_traces(self.scenario, missing)
                self._traces.update(zip(missing, traces, strict=True))
            return
        with self._lock:
            self._collect()
            # Who has been asked least is next: soon all have passed the smaller budgets.
            for run in sorted(self._missing(wanted), key=self._asked):
                if self.problem or len(self._under_way) >= self._lanes:
                    return
                if run not in self._under_way:
                    self._next_block(run)

    def stop(self) -> None:
        """Take back what no process has begun; a page that still looks lets it go on."""
        with self._lock:
            for future in self._under_way.values():
                future.cancel()

    def try_again(self) -> None:
        """Forget the problem, so that the streams go on."""
        with self._lock:
            self._collect()
            self.problem = ""

    def traces(self, wanted: int) -> list[Trace]:
        """Return those of the first `wanted` streams that have begun, as far as they are."""
        with self._lock:
            self._collect()
            return [self._traces[run] for run in range(wanted) if run in self._traces]

    def has(self, wanted: int, enough: int) -> bool:
        """Return whether there is nothing to wait for: `enough` are complete, or none will be."""
        return bool(self.problem) or len(self._missing(wanted)) <= wanted - enough

    def wait(self, wanted: int, enough: int, seconds: float) -> None:
        """Go on until `enough` of the `wanted` streams are complete, or these seconds are over."""
        deadline = time.monotonic() + seconds
        while not self.has(wanted, enough) and (left := deadline - time.monotonic()) > 0:
            wait_for(list(self._under_way.values()), left, FIRST_COMPLETED)
            self.go_on(wanted)

    def _missing(self, wanted: int) -> list[int]:
        known = self._traces
        return [run for run in range(wanted) if run not in known or not known[run].complete]

    def _asked(self, run: int) -> int:
        return len(self._begun[run][1]) if run in self._begun else 0

    def _next_block(self, run: int) -> None:
        state, _ = self._begun.get(run, (None, None))
        try:
            self._under_way[run] = self._submit(block, self.scenario, run, state)
        except OSError as error:
            self.problem = f"The simulation stopped: no process could be started ({error})."

    def _collect(self) -> None:
        """Take in the blocks that are done; under the lock."""
        for run, future in [*self._under_way.items()]:
            if not future.done():
                continue
            del self._under_way[run]
            if not future.cancelled():
                self._take(run, future)

    def _take(self, run: int, future: Future[Block]) -> None:
        try:
            state, new = future.result()
        except BrokenProcessPool:
            self.problem = "The simulation stopped: a shared process ended."
            return
        except Exception as error:  # shown by the page
            self.problem = f"The simulation stopped: {error}"
            return
        rows = np.concatenate([self._begun[run][1], new]) if run in self._begun else new
        self._traces[run] = Trace.of(rows, MOST_QUERIES)
        if state is None:
            self._begun.pop(run, None)
        else:
            self._begun[run] = state, rows


def of(scenario: TraceScenario) -> Streams:
    """Return the streams of a scenario, for all users; with levels of a file for its session."""
    levels = scenario.epsilon
    if isinstance(levels, QuestionLevels) and levels.is_own:
        return _own(scenario)
    with _finding:
        return _streams(scenario)


_finding = RLock()


def _own(scenario: TraceScenario) -> Streams:
    kept: dict[TraceScenario, Streams] = st.session_state.setdefault("streams_of_a_file", {})
    if scenario not in kept:
        for former in list(kept)[:-2]:
            del kept[former]
        kept[scenario] = Streams(scenario)
    return kept[scenario]


@lru_cache(maxsize=32)  # a class in which everybody has another one
def _streams(scenario: TraceScenario) -> Streams:
    return Streams(scenario)


def sweep(choice: OdometerChoice, wanted: int | None = None) -> BudgetSweep:
    """Let streams go on; return what those that ran until now say of every budget.

    wanted : how many of the choice's streams go on; all where it is None.
    """
    running = of(choice.scenario)
    running.go_on(choice.runs if wanted is None else wanted)
    traces = running.traces(choice.runs)
    if sum(trace.complete for trace in traces) < choice.runs:  # those not begun are not among them
        return budget_sweep(choice.scenario, traces, choice.budget, choice.runs)
    first = kept_with(choice.scenario, choice.budget)
    computed = results.streams(choice.scenario, choice.runs, traces)
    return value(results.sweep(choice.scenario, computed, first).cached())


def kept_with(scenario: TraceScenario, budget: float) -> float:
    """Return the budget with which the sweep of complete streams is kept.

    It is the same for all budgets on the slider; one that was typed stands among them.
    """
    return scenario.ceiling if budget in STOPS else budget


def wait(choice: OdometerChoice, enough: int, seconds: float) -> None:
    """Let all streams go on until `enough` are complete, or until these seconds are over."""
    running = of(choice.scenario)
    running.go_on(choice.runs)
    if not running.has(choice.runs, enough):
        with limits.without_slot():
            running.wait(choice.runs, enough, seconds)
