"""`make serve` as somebody starts it, and all of its processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

from tests.serve.left import end, left, mark, wait_until

ROOT = Path(__file__).resolve().parents[2]


def free_ports(count: int) -> int:
    """The first of so many free ports in a row, below those that systems give away."""
    for first in range(20_000 + os.getpid() % 5000, 32_000, count):
        if all(map(_is_free, range(first, first + count))):
            return first
    raise AssertionError("no free ports")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def command(process: int) -> list[bytes]:
    """What a process was started with; nothing if it is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


class Started:
    """A server of several processes, from `with` to its end.

    search : where programs are looked for before all else.
    """

    def __init__(self, count: int, search: str = "") -> None:
        self.port, self.marked, self.lines = free_ports(count + 1), mark(), list[str]()
        self.url, self.count = f"http://127.0.0.1:{self.port}/", count
        path = f"{search}:{os.environ['PATH']}" if search else os.environ["PATH"]
        asked = ["-m", "pages.inside.serve", f"--workers={count}", f"--port={self.port}"]
        self.process = subprocess.Popen(
            [sys.executable, *asked, "--address=127.0.0.1"],
            cwd=ROOT,
            env={**os.environ, **self.marked, "PYTHONPATH": str(ROOT), "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(self.process.stdout)

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return "".join(self.lines)

    def wait(self) -> None:
        """Wait until it says where the dashboard is."""
        wait_until(lambda: "Dashboard: http" in self.log, "the dashboard's address", 60)

    def worker(self, name: str) -> int:
        """The number of a worker's process; 0 while there is none."""
        port = f"--server.port={self.port + int(name.removeprefix('worker'))}".encode()
        for process in left(self.marked):
            if port in command(process):
                return process
        return 0

    def stop(self, how: signal.Signals) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(30)
        self._reader.join(10)
        return code

    def close(self) -> None:
        """Leave nothing of it, whatever has happened."""
        end(self.marked)
        self.process.wait(30)
        self._reader.join(10)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def folder(self) -> Path:
        """Where it keeps its files, by what its proxy was started with."""
        (found,) = (
            Path(word.decode())
            for process in left(self.marked)
            for word in command(process)
            if word.endswith(b"haproxy.cfg")
        )
        return found.parent
