"""Sweeps on many machines: an executor whose tasks run on a Dask cluster.

Dask is optional (requirements-dask.txt), so it is imported only when a cluster is asked for.
The executor that Dask itself offers is not used: it keeps every result on its worker until
the end, so that a worker that dies takes finished work along, and a task that ends while it is
cancelled leaves a traceback.
"""

from __future__ import annotations

import hashlib
import logging
from asyncio import wait_for
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import scipy

from hetdp_core.errors import ClusterFailed

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as RemoteFuture

T = TypeVar("T")

SECONDS_TO_ANSWER = 5.0
"""How long a scheduler may take to answer, and the first worker to appear."""


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Return an executor on the Dask cluster whose scheduler listens at the address.

    Hand it to `run`.  A task whose worker dies runs again on another one, with the same
    random numbers.  When all workers are gone, tasks wait for new ones.  A task that is
    cancelled under way ends on its worker, and its result is dropped.

    Scheduler and workers must have this project's code, at the same state, on their search
    path: start them as the README says.  Those there at the start are checked; workers that
    join later are not.

    Args:
        address: such as "tcp://10.0.0.5:8786".

    Raises:
        ClusterFailed: Dask is not installed, no scheduler answers, there are no workers, or
            some machine has other code or another NumPy or SciPy.  From a future: the
            scheduler was lost, or a task ended each worker it was tried on.
    """
    client = _client(address)
    with _without_tracebacks():
        try:
            _check(client, address)
            yield _ClusterExecutor(client)
        finally:
            _close(client)


@contextmanager
def _without_tracebacks() -> Iterator[None]:
    """Keep the log of Dask's client from spelling out what `ClusterFailed` says."""
    logs = [logging.getLogger(f"distributed.{name}") for name in ("client", "batched")]
    for log in logs:
        log.addFilter(_is_plain)
    try:
        yield
    finally:
        for log in logs:
            log.removeFilter(_is_plain)


def _is_plain(record: logging.LogRecord) -> bool:
    return not record.exc_info


def _close(client: Client) -> None:
    """Close the connection; how a lost one fails to close would hide why the run ended."""
    with suppress(Exception):
        client.close()


class _ClusterExecutor(Executor):
    """Tasks as futures of the standard library, each tied to one of Dask."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Schedule fn(*args, **kwargs) to run on a worker."""
        remote = self._client.submit(partial(fn, *args, **kwargs), pure=False)
        here: Future[T] = Future()
        # Done or cancelled, nobody wants it any more: the cluster forgets the task, and
        # does not run it again when its worker dies.
        here.add_done_callback(lambda _: remote.release())
        remote.add_done_callback(partial(_hand_over, here))
        return here


def _hand_over(here: Future[Any], remote: RemoteFuture[Any]) -> None:
    """Pass the outcome on; from the first line on, the future here cannot be cancelled."""
    if not here.set_running_or_notify_cancel():
        return
    try:
        here.set_result(remote.result())
    except Exception as error:
        here.set_exception(_explained(error, remote.status))


def _explained(error: Exception, status: str) -> Exception:
    """Return the error of a task as it is, or what that of Dask means."""
    from distributed import KilledWorker

    if status != "error":  # the task did not fail, its result could not be fetched
        return ClusterFailed("The Dask scheduler was lost before the sweep was done.")
    if not isinstance(error, KilledWorker):
        return error
    return ClusterFailed(
        f"A task ended each of the {error.allowed_failures + 1} workers it was tried on; "
        "their logs say why, often too little memory."
    )


def _client(address: str) -> Client:
    """Return a connection to the scheduler."""
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
    states = _states(client, address)
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


def _states(client: Client, address: str) -> dict[str, str | Exception]:
    """Return for the scheduler and each worker, the state of its code or why it has none."""
    states: dict[str, str | Exception] = {}
    try:
        states[address] = client.run_on_scheduler(state_of_the_code)
    except Exception as error:  # what `on_error` does below; Dask has it for workers only
        states[address] = error
    states.update(client.run(state_of_the_code, on_error="return"))
    return states


def state_of_the_code() -> str:
    """Return a digest of what numbers depend on: the text of this project, NumPy and SciPy."""
    root = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256(f"{np.__version__} {scipy.__version__}".encode())
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
