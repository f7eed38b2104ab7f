"""Streams that run beside the page, in processes of their own; what they wrote down stays."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from concurrent.futures import Executor, Future
from pathlib import Path

from hetdp_core.accounting.odometer_traces import (
    Trace,
    TraceScenario,
    allow,
    forbid,
    power_traces,
    read_trace,
    write_down,
)


class OdometerRuns:
    """The runs of one scenario, shared by all who look at it.

    They go on while somebody calls `go_on` every few seconds, so they end by themselves when
    the last reader leaves.  Which reader asked does not matter: runs are simulated.
    """

    def __init__(self, scenario: TraceScenario, pool: Executor) -> None:
        self.scenario = scenario
        self.problem = ""
        self._pool = pool
        self._complete: dict[int, Trace] = {}
        self._under_way: dict[int, Future[None]] = {}
        self._folder = Path(tempfile.mkdtemp(prefix="odometer-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def go_on(self, wanted: int) -> None:
        """Start what is missing of the first `wanted` runs, and keep it going."""
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
        """End all runs now, for everybody; what was computed stays."""
        forbid(self._folder)

    def traces(self, wanted: int) -> list[Trace]:
        """Of the first `wanted` runs, those that have begun, as far as they are."""
        self._collect(wanted)
        found = (self._trace(run) for run in range(wanted))
        return [trace for trace in found if trace is not None]

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
