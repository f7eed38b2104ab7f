"""A few processes that many people share in turn, each of them for as long as they are there.

At most so many processes, started when there is work and ended when there has been none for a
while.  They stand back behind everything else on the machine.  Who takes turns with whom is said
in `turns`; what runs when nobody waits for it any more is stopped here, and if need be killed.
"""

from __future__ import annotations

import atexit
import os
import pickle
import threading
import time
import weakref
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from hetdp_core import validate
from hetdp_core.parallel.children import Child
from hetdp_core.parallel.turns import Places, Turns

T = TypeVar("T")


@dataclass(frozen=True)
class Patience:
    """How long a shared pool waits for what; all in seconds.

    Attributes:
        absent: a job goes on after its owner was last there: a tab that loses its connection for a
            moment comes back.
        stopping: a task under way may go on after its job was stopped; then its process is killed.
        idle: a process stays without work.
        job: of processes a job may use altogether; then it is stopped.
        look: from one look at all this to the next.
    """

    absent: float = 8.0
    stopping: float = 3.0
    idle: float = 8.0
    job: float = 1800.0
    look: float = 0.5

    def __post_init__(self) -> None:
        """Check every field."""
        for name in ("absent", "stopping", "idle", "job", "look"):
            validate.positive(getattr(self, name), name)


class Job(Executor):
    """One owner's share of a pool: an executor whose tasks run in the owner's turns.

    Made by `SharedPool.open`.  Tasks are as for `ChildPool`.  Where the job is stopped, tasks that
    have not begun are cancelled, and one under way either ends or fails with `CancelledError`.

    Attributes:
        reason: why the pool stopped it, a sentence; "" where it did not.
        seconds: that its tasks have taken of processes so far.
    """

    def __init__(self, pool: SharedPool, is_there: Callable[[], bool]) -> None:
        self.reason, self.seconds = "", 0.0
        self._pool, self.is_there = pool, is_there
        self.last_seen, self.stopped_at = 0.0, float("inf")

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Let fn(*args, **kwargs) run in a process when it is its turn.

        Raises:
            RuntimeError: the job has ended.
        """
        future: Future[T] = Future()
        self._pool.add(self, _Task(future, fn, args, kwargs))
        return future

    @property
    def ahead(self) -> int:
        """How many tasks of others come before its next one."""
        return self._pool.ahead(self)

    @property
    def others(self) -> int:
        """How many other jobs are open."""
        return self._pool.jobs - 1

    def stop(self) -> None:
        """Cancel what has not begun; what is under way ends soon.  No more tasks are taken."""
        self._pool.stop(self)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop, and leave the pool to the others."""
        del wait, cancel_futures  # nobody waits, and all are cancelled
        self._pool.close_job(self)


@dataclass(frozen=True, eq=False)
class _Task:
    future: Future[Any]
    fn: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class _Lane:
    """A thread with a process behind it, and the job whose task it does now."""

    def __init__(self) -> None:
        self.child: Child | None = None
        self.job: Job | None = None
        self.killed = False

    def do(self, task: _Task) -> Any:
        """Return what the task returns, from the process."""
        packed = pickle.dumps((task.fn, task.args, task.kwargs))
        if self.child is not None and self.child.process.poll() is not None:
            self.let_go()  # it ended while it had nothing to do
        if self.child is None:
            self.child = _started()
        succeeded, answer = self.child.ask(packed)
        if succeeded:
            return answer
        raise answer

    def kill(self) -> None:
        """End the process in the middle of its task."""
        self.killed = True
        if self.child is not None:
            self.child.kill()

    def let_go(self) -> None:
        """End the process, if there is one."""
        child, self.child = self.child, None
        if child is not None:
            child.kill()
            child.end()


def _started() -> Child:
    try:
        return Child(behind=True)
    except OSError as error:
        raise BrokenProcessPool(f"No worker process could be started: {error}") from error


class SharedPool:
    """Processes for the jobs of many owners.

    May be used from any thread.

    Args:
        workers: processes at most, by default one per core this process may use.
        places: how many jobs may be open.
        patience: how long it waits for what.
        clock: seconds that do not run back.
    """

    def __init__(
        self,
        workers: int | None = None,
        places: Places | None = None,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.workers = validate.count(workers or cores(), 1, 1024, "workers")
        self.patience, self._clock = patience or Patience(), clock
        self._turns: Turns[Job, _Task] = Turns(places)
        self._open: set[Job] = set()
        self._lanes: list[_Lane] = []
        self._idle, self._looked_after = 0, False
        self._news = threading.Condition()
        _POOLS.add(self)

    # --- for jobs -------------------------------------------------------------------------

    def open(self, owner: Hashable, is_there: Callable[[], bool] = lambda: True) -> Job:
        """Return a job of this owner, to be closed when nobody needs it (`with`).

        Args:
            owner: takes turns with other owners.
            is_there: whether the owner still waits for it; asked all along, from another thread.

        Raises:
            Busy: all places, or those of this owner, are taken.
        """
        job = Job(self, is_there)
        with self._news:
            self._turns.open(job, owner)
            job.last_seen = self._clock()
            self._open.add(job)
            if not self._looked_after:
                self._looked_after = True
                threading.Thread(target=self._look_after, name="patrol", daemon=True).start()
        return job

    def add(self, job: Job, task: _Task) -> None:
        """Take a task of an open job in; see `Job.submit`."""
        with self._news:
            if job not in self._open:
                raise RuntimeError("The job has ended: it takes no more tasks.")
            if job.stopped_at <= self._clock():
                task.future.cancel()
                return
            self._turns.add(job, task)
            self._news.notify()
            if self._turns.waiting > self._idle and len(self._lanes) < self.workers:
                lane = _Lane()
                self._lanes.append(lane)
                threading.Thread(target=self._work, args=(lane,), name="lane", daemon=True).start()

    def ahead(self, job: Job) -> int:
        """See `Job.ahead`."""
        with self._news:
            return self._turns.ahead(job)

    @property
    def jobs(self) -> int:
        """How many jobs are open."""
        with self._news:
            return self._turns.jobs

    def stop(self, job: Job, reason: str = "") -> None:
        """See `Job.stop`."""
        with self._news:
            if job.stopped_at > self._clock():
                job.stopped_at, job.reason = self._clock(), reason
            left = self._turns.drop(job)
        for task in left:  # outside the lock: their callbacks may ask the pool for more
            task.future.cancel()

    def close_job(self, job: Job) -> None:
        """See `Job.shutdown`."""
        self.stop(job)
        with self._news:
            self._open.discard(job)
            self._turns.close(job)

    # --- processes ------------------------------------------------------------------------

    @property
    def processes(self) -> list[int]:
        """Numbers by which the system knows the processes there are now."""
        children = [lane.child for lane in list(self._lanes)]
        return [child.process.pid for child in children if child is not None]

    def close(self) -> None:
        """Stop all jobs and end all processes now."""
        for job in list(self._open):
            self.stop(job)
        with self._news:
            for lane in self._lanes:
                lane.kill()

    def look(self) -> None:
        """Stop jobs whose owners are gone; kill processes whose jobs were stopped long ago."""
        for job in list(self._open):
            now = self._clock()
            if _is_there(job):
                job.last_seen = now
            elif now - job.last_seen >= self.patience.absent:
                self.stop(job, "Nobody was there to wait for it.")
        with self._news:
            for lane in self._lanes:
                now, at_work = self._clock(), lane.job
                if at_work and now - at_work.stopped_at >= self.patience.stopping:
                    lane.kill()

    def _look_after(self) -> None:
        while True:
            time.sleep(self.patience.look)
            self.look()
            with self._news:
                if not self._open and not any(lane.job for lane in self._lanes):
                    self._looked_after = False
                    return

    def _work(self, lane: _Lane) -> None:
        """Do what comes, until nothing has come for a while."""
        while (found := self._next(lane)) is not None:
            self._do(lane, *found)
            del found  # while it waits for the next one it holds nothing of the last
        lane.let_go()

    def _do(self, lane: _Lane, job: Job, task: _Task) -> None:
        began = self._clock()
        result, error = None, None
        try:
            result = lane.do(task)
        except BaseException as problem:  # whoever waits for the task is told
            error = problem
        with self._news:
            killed, lane.killed, lane.job = lane.killed, False, None
            job.seconds += self._clock() - began
        if killed or isinstance(error, BrokenProcessPool):
            lane.let_go()
        if job.seconds >= self.patience.job:
            self.stop(job, _TOO_LONG.format(self.patience.job / 60.0))
        # Callbacks run in here, and may add tasks.
        if killed:
            task.future.set_exception(CancelledError())
        elif error is not None:
            task.future.set_exception(error)
        else:
            task.future.set_result(result)

    def _next(self, lane: _Lane) -> tuple[Job, _Task] | None:
        """Wait for a task; None after so long without any that the lane is given up."""
        with self._news:
            end = self._clock() + self.patience.idle
            while True:
                found = self._turns.take()
                if found is None:
                    left = end - self._clock()
                    if left <= 0.0:
                        self._lanes.remove(lane)
                        return None
                    self._idle += 1
                    self._news.wait(left)
                    self._idle -= 1
                elif found[1].future.set_running_or_notify_cancel():
                    lane.job = found[0]
                    return found


def _is_there(job: Job) -> bool:
    try:
        return job.is_there()
    except Exception:  # whoever cannot be asked is not there
        return False


_TOO_LONG = (
    "It had used {:g} minutes of a processor, the most that one computation may take here; run it "
    "from the command line, where nothing limits it."
)

_POOLS: weakref.WeakSet[SharedPool] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for pool in list(_POOLS):
        with suppress(Exception):
            pool.close()


def cores() -> int:
    """Return how many cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
