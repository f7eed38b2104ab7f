"""Measurements that other processes import: nothing but what these need."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from hetdp_core.errors import InvalidInput

HANGS = 300.0
"""Seconds after which what never comes is given up: no outcome depends on them."""


def uniform_losses(point, trials, rng):
    return {"one": rng.random(trials) + point["x"], "two": rng.random(trials)}


def failing_losses(point, trials, rng):
    if point["x"] == 2.0:
        raise InvalidInput("x", "must not be 2", point["x"])
    return uniform_losses(point, trials, rng)


def deadly_losses(_point, _trials, _rng):
    os._exit(3)


def deadly_once_losses(point, trials, rng):
    """Notes each call; the first at x = 3 kills its process in the midst of the task.

    Before, it waits until the client has many results, all that this process gave among
    them: then this task is all that is lost, however slow the machine.
    """
    folder = Path(point["folder"])
    with (folder / "calls").open("a", encoding="utf-8") as calls:
        calls.write(f"{os.getpid()}\n")
    if point["x"] == 3.0 and is_first(folder / "killed"):
        wait_until((folder / "delivered").exists)
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.02)  # some work, or Dask would not move tasks away from the one that waits
    return uniform_losses(point, trials, rng)


def is_first(file: Path) -> bool:
    try:
        file.open("x").close()
    except FileExistsError:
        return False
    return True


def wait_until(condition: Callable[[], bool]) -> None:
    """Look for something that another process does, which tells nobody."""
    deadline = time.monotonic() + HANGS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
