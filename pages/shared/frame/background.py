"""A named sweep that runs beside the page: progress, cancelling, and what was computed stays."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pandas as pd

from hetdp_core import parallel
from hetdp_core.parallel import Sweep


@dataclass
class BackgroundSweep:
    """One sweep in a thread and processes of its own.

    The thread knows nothing of Streamlit; the page looks at these attributes when it draws.
    """

    sweep: Sweep
    trials: int
    seed: int
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
        self._thread.start()

    def cancel(self) -> None:
        """Stop soon; what was computed is kept."""
        self._cancelled.set()

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancelled.is_set()

    def _run(self) -> None:
        try:
            losses = parallel.run(
                self.sweep,
                self.trials,
                self.seed,
                on_progress=self._progress,
                cancelled=self._cancelled,
            )
            self.summary = parallel.summary(losses)
        except Exception as error:  # shown by the page; a thread has nobody else to tell
            self.problem = f"The sweep stopped: {error}"

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
