"""Which processes are left of those that a test has started (Linux)."""

from __future__ import annotations

import os
import secrets
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

NAME = "HETDP_STARTED_BY_A_TEST"


def mark() -> dict[str, str]:
    """What marks a process, and all that it starts, by the environment."""
    return {NAME: secrets.token_hex(8)}


def left(marked: dict[str, str]) -> list[int]:
    """Those of a mark that run now."""
    wanted = f"{NAME}={marked[NAME]}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def end(marked: dict[str, str]) -> None:
    """End all of a mark."""
    for process in left(marked):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def wait_until(true: Callable[[], object], what: str, seconds: float = 30.0) -> None:
    """Wait for what has to come true."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.02)
