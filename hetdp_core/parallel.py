"""Run a measurement at many parameters on any executor, with progress, cancelling and seeds.

Executors: loky's processes, because the standard library's pool runs the main script again in each
(under Streamlit, the dashboard) and ends no idle one.  Or a Dask cluster, which is optional
(requirements-dask.txt) and imported only then.
"""

from __future__ import annotations

import hashlib
import os
import signal
from asyncio import wait_for
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import scipy

from hetdp_core import validate
from hetdp_core.errors import ClusterFailed
from hetdp_core.validate import FloatArray

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Each process keeps to one core; there are as many as cores."""


def processes(workers: int | None = None) -> Executor:
    """Return an executor of loky's whose tasks run in processes that stand back behind all others.

    Tasks begin in the order in which they are submitted.  Functions, arguments and results must
    be picklable.  When a process dies all tasks fail with `BrokenProcessPool`, and the executor
    takes no more.

    Args:
        workers: number of processes, by default one for each core that this process may use.

    Raises:
        ModuleNotFoundError: loky, the extra `[processes]` of this package, is not installed.
    """
    from loky import ProcessPoolExecutor

    pool: Executor = ProcessPoolExecutor(
        workers, timeout=8.0, initializer=_stand_back, env=ONE_THREAD
    )
    return pool


def _stand_back() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    getattr(os, "nice", int)(19)


Point = Mapping[str, Any]

Measure = Callable[[Point, int, np.random.Generator], dict[str, FloatArray]]
"""(point, trials, rng) -> for each method the loss of each trial, (trials,).

A function at the top level of a module, so it can be sent to another process.
"""

Progress = Callable[[int, int], None]
"""Called with (tasks done, all tasks) in the thread that called `run`."""

_Future = Future[dict[str, FloatArray]]


@dataclass(frozen=True)
class Sweep:
    """One measurement at many points.

    Attributes:
        parameter: the entry of each point that changes: the x axis.
        points: parameters, picklable.
        measure: see `Measure`; all methods of a trial see the same data.
        loss: the measured loss, in words, with its unit.
        block: trials of one task, a second's work at most: how finely the work is shared out and
            how quickly it can be stopped.
        expected: the mean loss of each method in closed form, where there is one.
    """

    key: str
    title: str
    parameter: str
    points: tuple[Point, ...]
    measure: Measure
    loss: str
    trials: int = 100
    block: int = 20
    expected: Callable[[Point], dict[str, float]] | None = None


@dataclass(frozen=True)
class _Task:
    sweep: Sweep
    point: int
    block: int
    trials: int
    seed: int

    def run(self) -> dict[str, FloatArray]:
        """Return the losses of this block; its random numbers depend on its place alone."""
        place = np.random.SeedSequence(self.seed, spawn_key=(self.point, self.block))
        rng = np.random.default_rng(place)
        return self.sweep.measure(self.sweep.points[self.point], self.trials, rng)


def run(
    sweep: Sweep,
    trials: int | None = None,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
    cancelled: Event | None = None,
) -> pd.DataFrame:
    """Return losses of every trial at every point: one row per point, method and trial.

    Rows come in the order of points, trials, methods.  The same sweep, trials and seed give the
    same numbers for any executor and number of workers.  More trials keep the numbers of the full
    blocks before.

    Args:
        trials: per point, by default the sweep's own number.
        seed: >= 0.
        executor: where tasks run; left open afterwards.  By default `processes`.
        workers: processes of that pool, by default one per core.
        on_progress: see `Progress`; what it raises ends the run.
        cancelled: set it, from any thread, to stop: tasks under way finish, and what
            was computed is returned.

    Returns:
        Columns: the parameters of the point, "method", "trial", "loss".

    Raises:
        InvalidInput: trials or seed out of range.
        Exception: the first error of a task; the others are then not run.
    """
    number = validate.count(trials or sweep.trials, 1, 1_000_000, "trials")
    seed = validate.count(seed, 0, None, "seed")
    tasks = [
        _Task(sweep, point, block, min(sweep.block, number - start), seed)
        for point in range(len(sweep.points))
        for block, start in enumerate(range(0, number, sweep.block))
    ]
    with _pool(executor, workers) as pool:
        done = _collect(pool, tasks, on_progress, cancelled)
    return _frame(
        sweep, [(task, done[task_id]) for task_id, task in enumerate(tasks) if task_id in done]
    )


def summary(losses: pd.DataFrame) -> pd.DataFrame:
    """Summarise what `run` gave by point and method: trials, mean, its error, spread, quartiles."""
    names = [name for name in losses.columns if name not in ("trial", "loss")]
    groups = losses.groupby(names, sort=False)["loss"]
    return groups.agg(
        trials="count",
        mean="mean",
        standard_error="sem",
        standard_deviation="std",
        lower=lambda values: values.quantile(0.25),
        median="median",
        upper=lambda values: values.quantile(0.75),
    ).reset_index()


def expected(sweep: Sweep) -> pd.DataFrame:
    """Return closed-form mean losses by point and method; no rows where there is no closed form."""
    rows = [
        {**point, "method": method, "expected": loss}
        for point in sweep.points
        for method, loss in (sweep.expected(point) if sweep.expected else {}).items()
    ]
    return pd.DataFrame(rows, columns=[*sweep.points[0], "method", "expected"])


@contextmanager
def _pool(executor: Executor | None, workers: int | None) -> Iterator[Executor]:
    """Return the caller's executor, left open, or one of our own, closed at the end."""
    if executor is not None:
        yield executor
        return
    if workers is not None:
        workers = validate.count(workers, 1, 1024, "workers")
    with processes(workers) as pool:
        yield pool


def _collect(
    pool: Executor, tasks: list[_Task], on_progress: Progress | None, cancelled: Event | None
) -> dict[int, dict[str, FloatArray]]:
    """Return results by task number, of all tasks or of those done before the request to stop."""
    finished: SimpleQueue[_Future] = SimpleQueue()
    numbers: dict[_Future, int] = {}
    for number, task in enumerate(tasks):
        future = pool.submit(_Task.run, task)
        numbers[future] = number
        future.add_done_callback(finished.put)
    done: dict[int, dict[str, FloatArray]] = {}
    waiting = set(numbers)
    try:
        while waiting:
            ended = _next_of(finished)
            if ended in waiting:
                waiting.remove(ended)
                done[numbers[ended]] = ended.result()
                if on_progress is not None:
                    on_progress(len(done), len(tasks))
            if cancelled is not None and cancelled.is_set():
                waiting = {future for future in waiting if not future.cancel()}
    finally:
        for future in waiting:
            future.cancel()
    return done


def _next_of(finished: SimpleQueue[_Future]) -> _Future | None:
    """Return the next that is done, or None when it is time to look at the request to stop."""
    try:
        return finished.get(timeout=0.1)  # seconds between two looks at the request to stop
    except Empty:
        return None


def _frame(sweep: Sweep, results: list[tuple[_Task, dict[str, FloatArray]]]) -> pd.DataFrame:
    """Return one row per loss, made column by column: there may be ten thousand results."""
    rows = [(task, method, losses) for task, result in results for method, losses in result.items()]
    if not rows:
        return pd.DataFrame(columns=[*sweep.points[0], "method", "trial", "loss"])
    sizes = [losses.size for _, _, losses in rows]
    points = np.repeat([task.point for task, _, _ in rows], sizes)
    trials = [task.block * sweep.block + np.arange(task.trials) for task, _, _ in rows]
    return (
        pd.DataFrame(sweep.points)
        .iloc[points]
        .reset_index(drop=True)
        .assign(
            method=np.repeat(np.array([method for _, method, _ in rows], dtype=object), sizes),
            trial=np.concatenate(trials),
            loss=np.concatenate([losses for _, _, losses in rows]),
        )
    )


if TYPE_CHECKING:
    from distributed import Client

SECONDS_TO_ANSWER = 5.0
"""How long a scheduler may take to answer, and the first worker to appear."""


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Return Dask's own executor on the cluster whose scheduler listens at the address.

    Hand it to `run`.  A task whose worker dies runs again on another one, with the same
    random numbers, and so does what that worker had computed.  When all workers are gone,
    tasks wait for new ones.

    Scheduler and workers must have this project's code, at the same state, on their search
    path: start them as the README says.  Those there at the start are checked; workers that
    join later are not.

    Raises:
        ClusterFailed: Dask is not installed, no scheduler answers, there are no workers, some
            machine has other code or another NumPy or SciPy, or the scheduler was lost.
    """
    client = _client(address)
    try:
        _check(client, address)
        yield client.get_executor(pure=False)
    except CancelledError as error:
        raise ClusterFailed("The Dask scheduler was lost before the sweep was done.") from error
    finally:
        with suppress(Exception):  # how a lost one fails to close would hide why the run ended
            client.close()


def _client(address: str) -> Client:
    try:
        from distributed import Client, rpc
        from distributed.utils import LoopRunner
    except ImportError as error:
        raise ClusterFailed(
            "A scheduler needs Dask, which is not installed; "
            "run: .venv/bin/python -m pip install -r requirements-dask.txt"
        ) from error

    async def ask() -> None:
        async with rpc(address, timeout=SECONDS_TO_ANSWER) as scheduler:
            await wait_for(scheduler.identity(), SECONDS_TO_ANSWER)

    try:
        # A client that fails to connect cannot be closed, so somebody else asks first.
        LoopRunner(asynchronous=False).run_sync(ask)
        return Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterFailed(
            f"No Dask scheduler answers at {address!r} ({str(error) or 'no reply'}); "
            "the address is the one it prints when it starts, such as tcp://10.0.0.5:8786."
        ) from error


def _check(client: Client, address: str) -> None:
    """Refuse a cluster without workers, and one that might give other numbers."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError as error:
        raise ClusterFailed(
            f"The Dask scheduler at {address} has no workers; start them with "
            f"python -m dask worker {address}, in the root of this project."
        ) from error
    states: dict[str, str | Exception] = {}
    try:
        states[address] = client.run_on_scheduler(state_of_the_code)
    except Exception as error:  # what `on_error` does below; Dask has it for workers only
        states[address] = error
    states.update(client.run(state_of_the_code, on_error="return"))
    for machine, state in states.items():
        if isinstance(state, Exception):
            raise ClusterFailed(
                f"{machine} cannot run this project's code ({state}); start it in the root of "
                "this project, as the README says."
            )
    ours = state_of_the_code()
    others = [machine for machine, state in states.items() if state != ours]
    if others:
        raise ClusterFailed(
            f"Other code, or another NumPy or SciPy, runs at {', '.join(others)}, so its "
            "numbers could differ; bring it to the same state and start it again."
        )


def state_of_the_code() -> str:
    """Return a digest of what numbers depend on: the text of this project, NumPy and SciPy."""
    root = Path(__file__).resolve().parent
    digest = hashlib.sha256(f"{np.__version__} {scipy.__version__}".encode())
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
