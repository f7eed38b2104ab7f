"""Streams that run beside the page, in processes of their own; what they wrote down stays."""

from __future__ import annotations

import shutil
import tempfile
import time
import weakref
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from pathlib import Path

import streamlit as st

from hetdp_core.accounting.streams.course import OdometerCourse, odometer_course, stops
from hetdp_core.accounting.streams.traces import (
    Trace,
    TraceScenario,
    allow,
    forbid,
    power_traces,
    read_trace,
    write_down,
)
from hetdp_core.parallel import ChildPool
from hetdp_core.reproductions.streams import stored_traces
from pages.inside.accounting.controls import OdometerChoice
from pages.shared import kept

WORKERS = 2
LOOK_SECONDS = 0.05
"""From one look at streams that somebody waits for to the next."""


class Streams:
    """The streams of one scenario, shared by all who look at them.

    Those that are stored for exactly this scenario are there from the start.  The others go on
    while somebody calls `go_on` every few seconds, so they end by themselves when the last user
    leaves.  Which user asked does not matter: streams are simulated.
    """

    def __init__(self, scenario: TraceScenario, pool: Executor) -> None:
        self.scenario = scenario
        self.problem = ""
        self._pool = pool
        self._complete: dict[int, Trace] = stored_traces(scenario)
        self._under_way: dict[int, Future[None]] = {}
        self._folder = Path(tempfile.mkdtemp(prefix="odometer-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def go_on(self, wanted: int) -> None:
        """Start what is missing of the first `wanted` streams, and keep it going."""
        if self.scenario.at_once:
            missing = [run for run in range(wanted) if run not in self._complete]
            traces = power_traces(self.scenario, missing)
            self._complete.update(zip(missing, traces, strict=True))
            return
        self._collect(wanted)
        missing = [run for run in range(wanted) if run not in self._complete]
        if missing and not self.problem:
            allow(self._folder)
            for run in missing:
                if run not in self._under_way:
                    task = self._pool.submit(write_down, self.scenario, run, str(self._folder))
                    self._under_way[run] = task

    def stop(self) -> None:
        """End all streams now, for everybody; what was computed stays."""
        forbid(self._folder)

    def traces(self, wanted: int) -> list[Trace]:
        """Return those of the first `wanted` streams that have begun, as far as they are."""
        self._collect(wanted)
        found = (self._trace(run) for run in range(wanted))
        return [trace for trace in found if trace is not None]

    def complete(self, wanted: int) -> int:
        """Count those of the first `wanted` streams that came to their end."""
        return sum(trace.complete for trace in self.traces(wanted))

    def _collect(self, wanted: int) -> None:
        """Take in what is complete, and forget tasks that are over."""
        for run, task in list(self._under_way.items()):
            if task.done():
                del self._under_way[run]
                error = None if task.cancelled() else task.exception()
                self.problem = f"The streams stopped: {error}" if error else self.problem
        for run in range(wanted):
            trace = self._trace(run)
            if trace is not None and trace.complete:
                self._complete[run] = trace

    def _trace(self, run: int) -> Trace | None:
        return self._complete.get(run) or read_trace(self._folder, run)


@st.cache_resource(max_entries=1, show_spinner=False)
def pool() -> ChildPool:
    """Return the processes for streams, kept warm."""
    return ChildPool(WORKERS)


@st.cache_resource(max_entries=16, show_spinner=False)
def of(scenario: TraceScenario) -> Streams:
    """Return the streams of a scenario, for all users."""
    return Streams(scenario, pool())


def course(choice: OdometerChoice, asked: int | None = None) -> OdometerCourse:
    """Let streams go on; return what those that ran until now make of the budget.

    asked : how many of the choice's streams go on; all where it is None.
    """
    found = of(choice.scenario)
    found.go_on(choice.runs if asked is None else asked)
    traces = found.traces(choice.runs)
    if not is_whole(choice, traces):
        return odometer_course(choice.scenario, traces, choice.budget)
    key = ("odometer course", choice.scenario, choice.runs)
    first = choice.scenario.ceiling
    whole = kept.known(key, lambda: odometer_course(choice.scenario, traces, first))
    return whole.at(choice.budget)


def is_whole(choice: OdometerChoice, traces: Sequence[Trace]) -> bool:
    """Return whether all streams came to their end, at one of the budgets that all share.

    Then what they make of the budget is the same for everybody, but for which one is present.
    """
    return choice.budget in stops(choice.scenario) and all(trace.complete for trace in traces)


def wait(choice: OdometerChoice, enough: int, seconds: float) -> None:
    """Let all streams go on until `enough` are complete, or until these seconds are over."""
    found, deadline = of(choice.scenario), time.monotonic() + seconds
    found.go_on(choice.runs)
    while found.complete(choice.runs) < enough and not found.problem:
        if time.monotonic() > deadline:
            return
        time.sleep(LOOK_SECONDS)
        found.go_on(choice.runs)
