"""A named sweep that runs beside the page: progress, cancelling, and what was computed stays."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pandas as pd

from hetdp_core import parallel
from hetdp_core.parallel import Job, Sweep
from pages.shared.pool import counted


@dataclass
class BackgroundSweep:
    """One sweep in a thread of its own, its work in the processes that all share.

    The thread knows nothing of Streamlit; the page looks at these attributes when it draws.

    job : this sweep's share of the processes; closed at its end.
    """

    sweep: Sweep
    trials: int
    seed: int
    job: Job
    done: int = 0
    total: int = 1
    summary: pd.DataFrame | None = None
    problem: str = ""
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; call once."""
        self.total = parallel.task_count(self.sweep, self.trials)
        self._thread = threading.Thread(target=self._run, name=self.sweep.key, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # the system has no more threads
            self.job.shutdown()
            raise

    def cancel(self) -> None:
        """Stop soon; what was computed is kept."""
        self._cancelled.set()
        self.job.stop()

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancelled.is_set()

    @property
    def cut_short(self) -> bool:
        """Whether it was stopped before its end, by its user or by the pool."""
        return self.cancelled or self.job.reason != ""

    @property
    def standing(self) -> str:
        """How far it is, and who else takes turns."""
        how_far = f"{self.done} of {self.total} tasks"
        others = self.job.others
        if not self.running or others <= 0:
            return how_far
        before = self.job.ahead
        tasks = "1 task" if before == 1 else f"{before} tasks"
        turn = f": {tasks} of theirs before your next" if before else ""
        return f"{how_far}, in turn with {counted(others)}{turn}"

    def _run(self) -> None:
        try:
            with self.job:
                losses = parallel.run(
                    self.sweep,
                    self.trials,
                    self.seed,
                    executor=self.job,
                    on_progress=self._progress,
                    cancelled=self._cancelled,
                )
            self.summary = parallel.summary(losses)
        except Exception as error:  # shown by the page; a thread has nobody else to tell
            self.problem = f"The sweep stopped: {error}"

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
