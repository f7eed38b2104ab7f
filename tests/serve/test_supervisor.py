"""A supervisor keeps programs running, and leaves nothing when it stops; no proxy is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.inside.serve.ports import CannotServe
from pages.inside.serve.supervisor import Patience, Program, Supervisor
from tests.serve.left import end, left, mark, wait_until

ENDLESS = [sys.executable, "-c", "import time; time.sleep(1000)"]
FAILING = [sys.executable, "-c", "raise SystemExit(3)"]
PATIENCE = Patience(
    settled=30, first=1, longest=8, tries=3, hangs=10, start=100, fresh=0, grace=0.3
)


class Clock:
    """A time that stands still until a test says otherwise."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """A supervisor of programs that a test can look into."""

    def __init__(self, *commands: list[str], folder: Path) -> None:
        self.marked, self.clock, self.said = mark(), Clock(), list[str]()
        self.well: set[str] | None = None
        self.programs = [
            Program(f"program{number}", command, self.marked)
            for number, command in enumerate(commands)
        ]
        self.supervisor = Supervisor(
            self.programs, folder, lambda: self.well, PATIENCE, self.said.append, self.clock
        )

    def look(self, after: float = 0.0) -> None:
        self.clock.now += after
        self.supervisor.look()

    def number(self, program: int = 0) -> int:
        process = self.programs[program].process
        return process.pid if process else 0

    def kill(self, program: int = 0) -> None:
        os.kill(self.number(program), signal.SIGKILL)
        self.wait_for_the_end(program)

    def wait_for_the_end(self, program: int = 0) -> None:
        process = self.programs[program].process
        assert process is not None
        process.wait(30)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    made = []

    def make(*commands: list[str]) -> Watched:
        made.append(Watched(*commands, folder=tmp_path))
        return made[-1]

    yield make
    for one in made:
        one.supervisor.stop()
        end(one.marked)


def test_a_program_that_ran_for_long_is_started_again_at_once(watched):
    one = watched(ENDLESS, ENDLESS)
    one.look()
    first, other = one.number(0), one.number(1)
    one.clock.now += PATIENCE.settled
    one.kill()
    one.look()
    assert one.number(0) not in (0, first)
    assert one.number(1) == other, "the other one is left alone"
    assert one.said == ["program0 ended (SIGKILL); it is started again now."]


def test_a_program_that_ends_at_once_is_started_again_after_longer_and_longer_pauses(watched):
    one = watched(FAILING, ENDLESS)
    one.well = {"program1"}
    one.look()
    pauses = []
    for _ in range(6):
        one.wait_for_the_end()
        one.look()
        assert one.number() == 0
        pauses.append(round(one.programs[0].due - one.clock.now, 6))
        one.look(after=pauses[-1] * 0.99)
        assert one.number() == 0, "not before its time"
        one.look(after=pauses[-1] * 0.02)
        assert one.number() != 0
    assert pauses == [1, 2, 4, 8, 8, 8]
    assert one.said[0] == "program0 ended (exit code 3); it is started again in 1 s."


@given(failures=st.integers(0, 10_000), more=st.integers(1, 10_000))
def test_pauses_never_get_shorter_nor_longer_than_the_longest(failures, more):
    patience = Patience()
    assert patience.pause(0) == 0.0
    assert patience.pause(failures) <= patience.pause(failures + more) <= patience.longest


def test_after_a_long_life_the_pauses_begin_anew(watched):
    one = watched(ENDLESS, ENDLESS)
    one.well = {"program1"}
    one.look()
    for _ in range(3):
        one.kill()
        one.look()
        one.look(after=PATIENCE.longest)
    one.clock.now += PATIENCE.settled
    one.kill()
    one.look()
    assert one.programs[0].failures == 0
    assert one.number() != 0


def test_what_never_works_is_given_up_with_a_sentence(watched):
    one = watched(FAILING, ENDLESS)
    one.look()
    for _ in range(PATIENCE.tries - 1):
        one.wait_for_the_end()
        one.look()
        one.look(after=PATIENCE.longest)
    one.wait_for_the_end()
    with pytest.raises(CannotServe, match=r"program0 ended as soon as it was started, 3 times"):
        one.look()
    one.supervisor.stop()
    wait_until(lambda: not left(one.marked), "the end of all")


def test_once_something_has_worked_nothing_is_given_up(watched):
    one = watched(FAILING, ENDLESS)
    one.look()
    one.well = {"program1"}
    one.look()
    one.well = None
    for _ in range(2 * PATIENCE.tries):
        one.wait_for_the_end()
        one.look()
        one.look(after=PATIENCE.longest)
    assert one.number() != 0


def test_what_a_dead_program_has_started_ends_before_it_is_started_again(watched):
    parent = (
        "import subprocess, sys, time; "
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)']); "
        "time.sleep(1000)"
    )
    one = watched([sys.executable, "-c", parent])
    one.look()
    wait_until(lambda: len(left(one.marked)) == 2, "its child")
    one.kill()
    assert len(left(one.marked)) == 1, "its child outlives it"
    one.look()
    wait_until(lambda: not left(one.marked), "the end of all")


def test_a_program_that_runs_but_does_not_answer_is_ended_and_started_again(watched):
    one = watched(ENDLESS, ENDLESS)
    one.well = {"program0", "program1"}
    one.look()
    hanging, other = one.number(0), one.number(1)
    one.look(after=100)
    one.well = {"program1"}
    one.look(after=PATIENCE.hangs - 0.1)
    assert (one.number(), one.said) == (hanging, [])
    one.look(after=0.2)
    assert one.said == ["program0 runs but does not answer: it is ended."]
    one.look()
    assert one.number() not in (0, hanging)
    assert one.number(1) == other
    one.look(after=PATIENCE.start - 0.1)
    assert "runs but" not in one.said[-1], "starting takes longer"
    one.well = {"program0", "program1"}
    one.look()
    assert one.said[-1] == "program0 answers."


def test_what_was_known_of_a_dead_program_does_not_count_for_the_next_one(watched):
    one = watched(ENDLESS)
    one.supervisor._patience = replace(PATIENCE, fresh=3)
    one.well = {"program0"}
    one.look()
    assert not one.supervisor.ready
    one.look(after=3)
    assert one.supervisor.ready
    one.kill()
    one.look()
    one.look(after=PATIENCE.first)
    one.look(after=2)
    assert one.said[1:] == []
    one.look(after=2)
    assert one.said[1:] == ["program0 answers."]


def test_a_program_that_never_answers_is_ended_when_starting_took_too_long(watched):
    one = watched(ENDLESS, ENDLESS)
    one.well = {"program1"}
    one.look()
    one.look(after=PATIENCE.start - 0.1)
    assert one.said == []
    one.look(after=0.2)
    assert one.said == ["program0 runs but does not answer: it is ended."]


def test_as_long_as_nobody_knows_who_answers_nothing_is_ended(watched):
    one = watched(ENDLESS)
    one.well = {"program0"}
    one.look()
    first, one.well = one.number(), None
    one.look(after=1000)
    one.look(after=1000)
    one.well = set()
    one.look(after=PATIENCE.hangs - 0.1)
    assert (one.number(), one.said) == (first, []), "time in which nobody knew does not count"


def test_a_program_that_nobody_asks_is_never_said_to_hang(watched):
    one = watched(ENDLESS)
    one.programs[0].watched, one.well = False, set()
    one.look()
    first = one.number()
    one.look(after=10_000)
    assert (one.number(), one.said, one.supervisor.ready) == (first, [], False)


def test_stopping_leaves_nothing_even_of_what_does_not_want_to_end(watched, tmp_path):
    deaf = (
        "import pathlib, signal, subprocess, sys, time; "
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)']); "
        f"pathlib.Path({str(tmp_path / 'deaf')!r}).touch(); "
        "time.sleep(1000)"
    )
    one = watched([sys.executable, "-c", deaf], ENDLESS, FAILING)
    one.look()
    wait_until((tmp_path / "deaf").exists, "its own word")
    one.supervisor.stop()
    wait_until(lambda: not left(one.marked), "the end of all")
    one.supervisor.stop()


def test_programs_do_not_hear_ctrl_c_themselves(watched):
    one = watched(ENDLESS)
    one.look()
    assert os.getpgid(one.number()) == one.number() != os.getpgid(0)


@pytest.mark.skipif(
    not Path("/usr/bin/setpriv").exists(), reason="setpriv (util-linux) is not on this machine"
)
def test_a_supervisor_that_is_killed_takes_its_programs_with_it(tmp_path):
    runs = tmp_path / "runs"  # the program itself, no longer what asks to end with its parent
    endless = f"import pathlib, time; pathlib.Path({str(runs)!r}).touch(); time.sleep(1000)"
    script = (
        "import sys, time; from pathlib import Path; "
        "from pages.inside.serve.supervisor import Program, Supervisor; "
        f"one = Program('one', [sys.executable, '-c', {endless!r}]); "
        f"Supervisor([one], Path({str(tmp_path)!r}), lambda: None).look(); "
        "print('started', flush=True); time.sleep(1000)"
    )
    marked = mark()
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, **marked, "PYTHONPATH": os.getcwd()},
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        wait_until(runs.exists, "its program")
        assert len(left(marked)) == 2
        process.kill()
        process.communicate(timeout=30)
        wait_until(lambda: left(marked) == [], "the end of its program")
    finally:
        end(marked)
