"""Sweeps on many machines: an executor whose tasks run on a Dask cluster.

Dask is optional (requirements-dask.txt), so it is imported only when a cluster is asked for.
"""

from __future__ import annotations

import hashlib
from asyncio import wait_for
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import scipy

from hetdp_core.errors import ClusterFailed

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

    Args:
        address: such as "tcp://10.0.0.5:8786".

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
