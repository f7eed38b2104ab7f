"""The processes that answer: the same dashboard, one a core, each on a port of its own.

A process listens on this machine alone; only the proxy is reached from outside.  Each is told its
mark, with which the codes of its rooms begin, so that the proxy finds the process of a room.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pages.inside.lessons.classroom import codes, processes

ROOT = Path(__file__).resolve().parents[3]

HOST = "127.0.0.1"

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Of the libraries below NumPy, which would take all cores in each process."""

_SECRET = "STREAMLIT_SERVER_COOKIE_SECRET"


@dataclass(frozen=True)
class Worker:
    """A process that answers.

    name : what proxy and supervisor call it.
    port : of this machine, where it listens.
    mark : with which the codes of its rooms begin.
    environment : what it is started with besides what is there.
    """

    name: str
    port: int
    mark: str
    environment: Mapping[str, str]

    @property
    def command(self) -> list[str]:
        """Return the command that starts it, in the root of the project."""
        return [
            *(sys.executable, "-m", "streamlit", "run", "app.py"),
            *(f"--server.address={HOST}", f"--server.port={self.port}"),
            "--server.headless=true",
            *("--browser.gatherUsageStats=false", "--logger.hideWelcomeMessage=true"),
        ]


def workers(count: int, first_port: int, given: Mapping[str, str]) -> list[Worker]:
    """Return so many processes on ports that follow each other.

    given : the environment of whoever starts them; what it says of threads and of the secret of
        cookies holds.
    """
    marks = [codes.nth_mark(number) for number in range(count)]
    shared = {
        processes.COUNT: str(count),
        # Any process accepts what another has signed.
        _SECRET: given.get(_SECRET) or secrets.token_hex(32),
        **{name: given.get(name) or "1" for name in _THREADS},
    }
    return [
        Worker(
            f"worker{number + 1}",
            first_port + number,
            marks[number],
            {**shared, processes.MARKS: _own_first(marks, number)},
        )
        for number in range(count)
    ]


def _own_first(marks: list[str], number: int) -> str:
    return ",".join([marks[number], *marks[:number], *marks[number + 1 :]])
