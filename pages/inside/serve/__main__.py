"""Serve the dashboard from all cores behind one address: `python -m pages.inside.serve`."""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from pages.inside.serve import proxy
from pages.inside.serve.ports import Address, CannotServe, addresses, must_be_free
from pages.inside.serve.supervisor import Program, Supervisor
from pages.inside.serve.workers import HOST, ROOT, Worker, workers

MOST = 64
"""Processes; each takes about 200 MB before anybody comes."""

_LOOK_SECONDS = 0.2
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(given: Sequence[str]) -> int:
    """Serve until a signal says to stop; return 0, or 2 where that cannot be done."""
    try:
        asked = _read(given)
        program = proxy.find()
        if program is None:
            raise CannotServe(
                "Several processes behind one address need HAProxy, 2.4 or newer, and none was "
                "found (Debian, Ubuntu: apt install haproxy). `make run` needs nothing more."
            )
        front = addresses(asked.address, asked.port)
        behind = workers(asked.workers, asked.port + 1, os.environ)
        for worker in behind:
            must_be_free(Address(HOST, worker.port), "PORT")
        _open_files()
        with tempfile.TemporaryDirectory(prefix="hetdp-serve-") as folder:
            _serve(program, Path(folder), front, behind, asked)
    except CannotServe as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def _read(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m pages.inside.serve", description=__doc__)
    parser.add_argument("--address", default="localhost", help="name or number to listen at")
    parser.add_argument("--port", default="8501", help="port there; the next ones are for workers")
    parser.add_argument("--workers", default="", help="processes; one a core if empty")
    asked = parser.parse_args(given)
    asked.workers = _whole("WORKERS", asked.workers or str(_cores()), MOST)
    asked.port = _whole("PORT", asked.port, 65535 - asked.workers)
    return asked


def _whole(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
        raise CannotServe(f"{name} must be a whole number from 1 to {most}, got {text[:20]}.")
    return int(text)


def _cores() -> int:
    """Those that we may use, where the system says which (Linux)."""
    mine = getattr(os, "sched_getaffinity", None)
    return min(len(mine(0)) if mine else os.cpu_count() or 1, MOST)


def _serve(
    program: str,
    folder: Path,
    front: list[Address],
    behind: list[Worker],
    asked: argparse.Namespace,
) -> None:
    file, control = folder / "haproxy.cfg", folder / "control"
    text = proxy.configuration(front, behind, control, proxy.Timing())
    file.write_text(text, encoding="utf-8")
    problem = proxy.check(program, file)
    if problem:
        raise CannotServe(f"HAProxy does not take the configuration (2.4 or newer?):\n{problem}")
    stopping: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        stopping.append(number)

    for number in _ENDS:
        signal.signal(number, stop)
    supervisor = Supervisor(
        [
            *(Program(one.name, one.command, one.environment) for one in behind),
            Program("proxy", proxy.command(program, file), watched=False),
        ],
        ROOT,
        well=lambda: proxy.well(control),
        say=_say,
    )
    what = "1 process" if len(behind) == 1 else f"{len(behind)} processes"
    print(f"Starting {what}", flush=True)
    try:
        told = False
        while not stopping:
            supervisor.look()
            if supervisor.ready and not told:
                told = True
                print(
                    f"Dashboard: http://{asked.address}:{asked.port}   (Ctrl-C stops it)",
                    flush=True,
                )
            time.sleep(_LOOK_SECONDS)
    finally:
        supervisor.stop()


def _say(what: str) -> None:
    print(time.strftime("%Y-%m-%d %H:%M:%S"), what, file=sys.stderr, flush=True)


def _open_files() -> None:
    """Let each process have as many files and connections open as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
