"""A pool of Python processes that may be started from any thread of any program.

The standard process pool runs the main script of its parent again in each process it
spawns.  Under Streamlit that is the page itself, which would start a pool in its turn.
These children are started with nothing but the search path, and take functions by name.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import IO, Any, TypeVar, cast

T = TypeVar("T")

_START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from hetdp_core.parallel.children import serve; serve()"
)

_BEHIND = (
    "import os; getattr(os, 'nice', int)(19)\n"
    "try: open('/proc/self/oom_score_adj', 'w').write('500')\n"
    "except OSError: pass\n"
)
"""Makes a process stand back: others come first, and it is the first to go when memory ends."""

_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Each child keeps to one core; there are as many children as cores."""


class ChildPool(ThreadPoolExecutor):
    """An executor with one Python process behind each of its threads.

    Functions, arguments and results must be picklable, functions by their name in a
    module.  A child that dies fails its task with `BrokenProcessPool`.  `shutdown` ends all
    children; they end by themselves, too, when this process does.

    Args:
        workers: number of processes, by default one per core.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._mine = threading.local()
        self._children: list[Child] = []
        super().__init__(workers or os.cpu_count() or 1, "child", self._start)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Schedule fn(*args, **kwargs) to run in a child."""
        task = pickle.dumps((fn, args, kwargs))
        return super().submit(self._ask, task)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more tasks; finish or cancel those there are, and end the children."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        for child in self._children if wait else []:
            child.end()

    def _start(self) -> None:
        self._mine.child = Child()
        self._children.append(self._mine.child)

    def _ask(self, task: bytes) -> Any:
        succeeded, answer = self._mine.child.ask(task)
        if succeeded:
            return answer
        raise answer


class Child:
    """One Python process that answers pickled tasks, one after the other.

    Args:
        behind: whether all other processes come first, and it goes first when memory ends.
    """

    def __init__(self, *, behind: bool = False) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _BEHIND + _START if behind else _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD},
        )
        self.tasks = cast(IO[bytes], self.process.stdin)
        self.answers = cast(IO[bytes], self.process.stdout)
        self.send(pickle.dumps([os.path.abspath(place) for place in sys.path]))

    def send(self, packed: bytes) -> None:
        """Write to the child."""
        self.tasks.write(packed)
        self.tasks.flush()

    def ask(self, task: bytes) -> Any:
        """Return the child's answer: whether the task succeeded, and its result or error."""
        try:
            self.send(task)
            return pickle.load(self.answers)
        except (EOFError, OSError) as error:
            raise BrokenProcessPool("A worker process ended before its task was done.") from error

    def kill(self) -> None:
        """End the process in the middle of its task; whoever waits in `ask` is told."""
        self.process.kill()

    def end(self) -> None:
        """Close the line, which the child takes as a request to end, and wait for it."""
        with suppress(OSError):
            self.tasks.close()
        self.answers.close()
        self.process.wait()


def serve() -> None:
    """Answer tasks from standard input until it is closed: what a child does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    tasks, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that a stray print does not garble an answer
    while True:
        try:
            function, args, kwargs = pickle.load(tasks)
        except EOFError:
            return
        try:
            answer = pickle.dumps((True, function(*args, **kwargs)))
        except Exception as error:
            answer = _packed(error)
        answers.write(answer)
        answers.flush()


def _packed(error: Exception) -> bytes:
    """Return the error, or its text if it cannot be taken apart and put together again."""
    try:
        packed = pickle.dumps((False, error))
        pickle.loads(packed)
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return packed
