"""Keeps programs running: starts each again when it ends, and ends all of them together.

It is small enough to be our own: what is on every machine (systemd) is not on all, what is on
PyPI would be one more thing to install, and neither ends what a dead process has left behind, nor
asks the proxy which process hangs.

One thread, no locks: whoever runs it calls `look` again and again.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pages.inside.serve.ports import CannotServe


@dataclass(frozen=True)
class Patience:
    """How long things may take, in seconds.

    settled : a program that ran for so long was well; when it ends, it is started again at once.
    first, longest : before a program that was not well is started again: doubled each time.
    tries : times that a program may end before anything has been ready; then all is given up.
    hangs : a program that was well, and is not any more although it runs, is ended after this.
    start : the same, for one that has not been well yet.
    fresh : from a start until who is well is known of that one, not of the one before.
    grace : from the wish that a program ends to the force that ends it.
    """

    settled: float = 30.0
    first: float = 1.0
    longest: float = 30.0
    tries: int = 3
    hangs: float = 45.0
    start: float = 180.0
    fresh: float = 3.0
    grace: float = 5.0

    def pause(self, failures: int) -> float:
        """Return how long to wait after so many ends in a row of a program that was not well."""
        if failures < 1:
            return 0.0
        return min(self.first * 2.0 ** min(failures - 1, 30), self.longest)


@dataclass
class Program:
    """A program that has to run.

    name : for what is said about it, and for who is well.
    watched : whether `well` knows of it.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    watched: bool = True
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    failures: int = 0
    was_well: bool = False
    last_well: float = 0.0


class Supervisor:
    """Runs programs until `stop`.

    programs : in the order in which they are started; they end in the opposite one.
    well : names of the watched ones that answer; None where nobody knows.
    say : where what happens is told.
    """

    def __init__(
        self,
        programs: Sequence[Program],
        folder: Path,
        well: Callable[[], set[str] | None],
        patience: Patience | None = None,
        say: Callable[[str], None] = print,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.programs, self._folder, self._well = list(programs), folder, well
        self._patience, self._say, self._clock = patience or Patience(), say, clock
        self._prefix = _ends_with_this_one()
        self.ready = False
        """Whether a watched program has ever been well."""

    def look(self) -> None:
        """Start what is due, note what has ended, end what hangs.

        Raises CannotServe where a program ends again and again before any has been well.
        """
        now = self._clock()
        for program in self.programs:
            if program.process is not None and program.process.poll() is not None:
                self._ended(program, now)
            if program.process is None and now >= program.due:
                self._start(program, now)
        self._end_what_hangs(now)

    def stop(self) -> None:
        """End all programs, and by force all that they have started."""
        running = [one for one in reversed(self.programs) if one.process is not None]
        for program in running:
            assert program.process is not None
            program.process.terminate()
        deadline = time.monotonic() + self._patience.grace
        for program in running:
            assert program.process is not None
            with suppress(subprocess.TimeoutExpired):
                program.process.wait(max(deadline - time.monotonic(), 0.0))
            _end_group(program.process)
            program.process = None

    # --- one program ------------------------------------------------------------------------

    def _start(self, program: Program, now: float) -> None:
        program.process = subprocess.Popen(
            [*self._prefix, *program.command],
            cwd=self._folder,
            env={**os.environ, **program.environment},
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us, and a group can be ended as a whole
        )
        program.started, program.was_well = now, False

    def _ended(self, program: Program, now: float) -> None:
        assert program.process is not None
        code = program.process.returncode
        _end_group(program.process)
        program.process = None
        settled = now - program.started >= self._patience.settled
        program.failures = 0 if settled else program.failures + 1
        if not self.ready and program.failures >= self._patience.tries:
            raise CannotServe(
                f"{program.name} ended as soon as it was started, {program.failures} times "
                f"({_reason(code)}): what it said stands above."
            )
        pause = self._patience.pause(program.failures)
        program.due = now + pause
        when = f"in {pause:g} s" if pause else "now"
        self._say(f"{program.name} ended ({_reason(code)}); it is started again {when}.")

    def _end_what_hangs(self, now: float) -> None:
        well, before = self._well(), self.ready
        for program in (one for one in self.programs if one.watched):
            if well is None or program.name in well:
                program.last_well = now
            if now - program.started < self._patience.fresh:
                continue
            if well is not None and program.name in well:
                if before and not program.was_well:
                    self._say(f"{program.name} answers.")
                program.was_well = self.ready = True
            elif well is not None and program.process is not None and self._hangs(program, now):
                self._say(f"{program.name} runs but does not answer: it is ended.")
                _end_group(program.process)

    def _hangs(self, program: Program, now: float) -> bool:
        if program.was_well:
            return now - program.last_well >= self._patience.hangs
        return now - program.started >= self._patience.start


def _reason(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it has started, by force."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _ends_with_this_one() -> list[str]:
    """What a command begins with so that it ends with us, even if we are killed (Linux)."""
    program = shutil.which("setpriv")
    prefix = [program, "--pdeathsig", "KILL", "--"] if program else []
    if not prefix:
        return []
    tried = subprocess.run([*prefix, "true"], check=False, capture_output=True)
    return [] if tried.returncode else prefix
