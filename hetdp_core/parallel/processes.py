"""Python processes beside this one, by loky.

The standard library's pool runs the main script of its parent again in each process that it
spawns; under Streamlit that is the dashboard itself.  Nor does it end processes that are idle.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor

from loky import ProcessPoolExecutor

IDLE_SECONDS = 8.0
"""A process without work ends after so long, and is started again when there is some."""

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Each process keeps to one core; there are as many as cores."""


def processes(workers: int | None = None) -> Executor:
    """Return an executor whose tasks run in processes that stand back behind all others.

    Tasks begin in the order in which they are submitted.  Functions, arguments and results must
    be picklable.  When a process dies all tasks fail with `BrokenProcessPool`, and the executor
    takes no more.

    Args:
        workers: number of processes, by default one for each core that this process may use.
    """
    pool: Executor = ProcessPoolExecutor(
        workers, timeout=IDLE_SECONDS, initializer=_stand_back, env=ONE_THREAD
    )
    return pool


def _stand_back() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    getattr(os, "nice", int)(19)
