"""Streams that run beside the page, in the processes of all; what they wrote down stays."""

from __future__ import annotations

import shutil
import tempfile
import time
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from functools import lru_cache, partial
from pathlib import Path
from threading import Condition, RLock

from hetdp_core.accounting.streams.course import OdometerCourse, odometer_course, stops
from hetdp_core.accounting.streams.traces import (
    Trace,
    TraceScenario,
    power_traces,
)
from hetdp_core.accounting.streams.written import (
    allow,
    forbid,
    is_allowed,
    read_trace,
    write_down,
)
from hetdp_core.errors import Busy
from hetdp_core.reproductions.streams import stored_traces
from pages.inside.accounting.controls import OdometerChoice
from pages.shared import kept, pool, turn

ASK_SECONDS = 0.5
"""Who waits for streams asks for them again after this, or they would end as nobody's."""


class Streams:
    """The streams of one scenario, shared by all who look at them.

    Those that are stored for exactly this scenario are there from the start.  The others go on
    while somebody calls `go_on` every few seconds, so they end by themselves when the last user
    leaves.  Which user asked does not matter: streams are simulated.  They take turns with what
    else the server's processes have to do, a slice of a run at a time.

    open_pool : returns an executor, which is shut down whenever nothing of these streams runs.
    lanes : runs under way at a time.
    """

    def __init__(
        self, scenario: TraceScenario, open_pool: Callable[[Streams], Executor], lanes: int = 2
    ) -> None:
        self.scenario = scenario
        self.problem, self.refused = "", ""
        self._open_pool, self._lanes, self._wanted = open_pool, lanes, 0
        self._pool: Executor | None = None
        self._complete: dict[int, Trace] = stored_traces(scenario)
        self._under_way: set[int] = set()
        self._lock = RLock()
        self._news = Condition(self._lock)  # told whenever a run ends its slice
        self._folder: Path | None = None

    def go_on(self, wanted: int) -> None:
        """Start what is missing of the first `wanted` streams, and keep it going."""
        if self.scenario.at_once:
            if missing := self._missing(wanted):
                traces = power_traces(self.scenario, missing)
                self._complete.update(zip(missing, traces, strict=True))
            return
        self._collect(wanted)
        with self._lock:
            self._wanted = wanted
            if self._missing(wanted) and not self.problem:
                allow(self._own_folder())
                self._fill()

    def stop(self) -> None:
        """End all streams now, for everybody; what was computed stays."""
        if self._folder is not None:
            forbid(self._folder)

    @property
    def watched(self) -> bool:
        """Whether anybody has asked for them in the last seconds."""
        return self._folder is not None and is_allowed(self._folder)

    def traces(self, wanted: int) -> list[Trace]:
        """Return those of the first `wanted` streams that have begun, as far as they are."""
        self._collect(wanted)
        found = (self._trace(run) for run in range(wanted))
        return [trace for trace in found if trace is not None]

    def complete(self, wanted: int) -> int:
        """Count those of the first `wanted` streams that came to their end."""
        return sum(trace.complete for trace in self.traces(wanted))

    def has(self, wanted: int, enough: int) -> bool:
        """Return whether there is nothing to wait for: `enough` are complete, or none will be."""
        return bool(self.problem) or len(self._missing(wanted)) <= wanted - enough

    def wait(self, wanted: int, enough: int, seconds: float) -> None:
        """Go on until `enough` of the `wanted` streams are complete, or these seconds are over."""
        deadline = time.monotonic() + seconds
        with self._news:
            while not self.has(wanted, enough) and (left := deadline - time.monotonic()) > 0:
                self._news.wait(min(left, ASK_SECONDS))
                self.go_on(wanted)

    def _missing(self, wanted: int) -> list[int]:
        return [run for run in range(wanted) if run not in self._complete]

    def _fill(self) -> None:
        """Let the next missing streams begin, so many that all lanes are taken; under the lock."""
        for run in self._missing(self._wanted):
            if self.problem or len(self._under_way) >= self._lanes:
                return
            if run not in self._under_way:
                self._submit(run)
                if self.refused:
                    return

    def _submit(self, run: int) -> None:
        try:
            self._pool = self._pool or self._open_pool(self)
            self.refused = ""
        except Busy as problem:
            self.refused = str(problem)
            return
        self._under_way.add(run)
        task = self._pool.submit(write_down, self.scenario, run, str(self._own_folder()))
        task.add_done_callback(partial(self._take, run))

    def _take(self, run: int, task: Future[bool]) -> None:
        """Go on with a run whose slice is over, or with the next; runs in the pool's thread."""
        with self._lock:
            self._under_way.discard(run)
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, CancelledError):
                self.problem = f"The streams stopped: {error}"
            elif error is None and not task.cancelled():
                if task.result():
                    self._submit(run)
                else:
                    self._collect(run + 1)
                    if run in self._complete:  # otherwise it was stopped, and so are the others
                        self._fill()
            if not self._under_way and self._pool is not None:
                self._pool.shutdown(wait=False)
                self._pool = None
            self._news.notify_all()

    def _collect(self, wanted: int) -> None:
        """Take in what is complete."""
        for run in self._missing(wanted):
            trace = self._trace(run)
            if trace is not None and trace.complete:
                self._complete[run] = trace

    def _trace(self, run: int) -> Trace | None:
        if run in self._complete or self._folder is None:
            return self._complete.get(run)
        return read_trace(self._folder, run)

    def _own_folder(self) -> Path:
        """Return where streams are written down, made when the first begins; under the lock."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="odometer-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return self._folder


def of(scenario: TraceScenario) -> Streams:
    """Return the streams of a scenario, for all users."""
    with _finding:
        return _streams(scenario)


_finding = RLock()


@lru_cache(maxsize=16)
def _streams(scenario: TraceScenario) -> Streams:
    return Streams(scenario, _job, pool.shared().workers)


def _job(streams: Streams) -> Executor:
    """Open a share of the processes for what all may watch; it ends when nobody does."""
    return pool.shared().open(streams.scenario, lambda: streams.watched)


def course(choice: OdometerChoice, asked: int | None = None) -> OdometerCourse:
    """Let streams go on; return what those that ran until now make of the budget.

    asked : how many of the choice's streams go on; all where it is None.
    """
    found = of(choice.scenario)
    found.go_on(choice.runs if asked is None else asked)
    traces = found.traces(choice.runs)
    if sum(trace.complete for trace in traces) < choice.runs:  # those not begun are not among them
        return odometer_course(choice.scenario, traces, choice.budget)
    first = kept_with(choice.scenario, choice.budget)
    key = ("odometer course", choice.scenario, choice.runs, first)
    whole = kept.known(key, lambda: odometer_course(choice.scenario, traces, first))
    return whole.at(choice.budget)


def kept_with(scenario: TraceScenario, budget: float) -> float:
    """Return the budget with which what complete streams make of this one is kept.

    That is the same for everybody, and for all budgets on the slider, but for which is present;
    one that was typed stands among them.
    """
    return scenario.ceiling if budget in stops(scenario) else budget


def wait(choice: OdometerChoice, enough: int, seconds: float) -> None:
    """Let all streams go on until `enough` are complete, or until these seconds are over."""
    found = of(choice.scenario)
    found.go_on(choice.runs)
    if not found.has(choice.runs, enough):
        with turn.given_up():
            found.wait(choice.runs, enough, seconds)
