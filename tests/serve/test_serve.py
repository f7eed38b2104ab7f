"""`make serve` from its start to its end, without HAProxy: a stub stands for it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages.inside.serve import __main__ as serve
from pages.inside.serve import proxy
from tests.serve.left import left, wait_until
from tests.serve.started import ROOT, Started, free_ports


@pytest.fixture
def stub(tmp_path: Path) -> str:
    """A folder in which the program `haproxy` is the stub."""
    program = tmp_path / "haproxy"
    file = Path(__file__).with_name("stub.py")
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {file} "$@"\n', "utf-8")
    program.chmod(0o755)
    return str(tmp_path)


@pytest.fixture
def started(stub: str) -> Iterator[Started]:
    one = Started(1, stub)
    yield one
    one.close()


def test_a_dead_worker_is_started_again_and_ctrl_c_leaves_nothing(started: Started) -> None:
    started.wait()
    assert started.lines[0] == "Starting 1 process\n"
    assert f"Dashboard: http://127.0.0.1:{started.port} " in started.log
    first = started.worker("worker1")
    folder = started.folder
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: started.worker("worker1") not in (0, first), "another worker")
    assert "worker1 ended (SIGKILL); it is started again" in started.log
    wait_until(lambda: "worker1 answers." in started.log, "its answer")
    assert started.stop(signal.SIGINT) == 0
    wait_until(lambda: not left(started.marked), "the end of all")
    assert not folder.exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_other_ways_to_stop_it_leave_nothing_even_while_it_starts(started, how):
    wait_until(lambda: started.worker("worker1"), "a worker")
    assert started.stop(how) == 0
    wait_until(lambda: not left(started.marked), "the end of all")


def test_a_port_that_is_taken_by_another_is_said_at_once(stub, capsys, monkeypatch):
    monkeypatch.setenv("PATH", stub, prepend=os.pathsep)
    first = free_ports(3)
    for taken in (first, first + 2):
        with socket.create_server(("127.0.0.1", taken)):
            given = ["--address=127.0.0.1", f"--port={first}", "--workers=2"]
            assert serve.main(given) == 2
        assert capsys.readouterr().err == (
            f"Port {taken} of 127.0.0.1 is in use: end what listens there, or take another "
            "(PORT=…).\n"
        )


def test_without_haproxy_a_sentence_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(proxy, "SYSTEM", "/nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    assert serve.main([]) == 2
    said = capsys.readouterr().err
    assert "need HAProxy" in said
    assert "apt install haproxy" in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("--workers=0", "WORKERS must be a whole number from 1 to 64, got 0."),
        ("--workers=65", "WORKERS must be a whole number from 1 to 64, got 65."),
        ("--workers=-1", "WORKERS must be a whole number from 1 to 64, got -1."),
        ("--workers=²", "WORKERS must be a whole number from 1 to 64, got ²."),
        ("--workers=two", "WORKERS must be a whole number from 1 to 64, got two."),
        (
            f"--workers={'9' * 5000}",
            f"WORKERS must be a whole number from 1 to 64, got {'9' * 20}.",
        ),
        ("--port=65535", "PORT must be a whole number from 1 to 65534, got 65535."),
        ("--port=", "PORT must be a whole number from 1 to 65534, got ."),
    ],
)
def test_unusable_numbers_get_a_sentence(given, said, capsys):
    assert serve.main(["--workers=1", given]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_a_configuration_that_haproxy_refuses_is_said_with_its_reason(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "haproxy").write_text("#!/bin/sh\necho no such word >&2\nexit 1\n", "utf-8")
    (tmp_path / "haproxy").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert serve.main(["--workers=1", f"--port={free_ports(2)}"]) == 2
    assert capsys.readouterr().err.endswith("(2.4 or newer?):\nno such word\n")


def test_make_hands_on_what_was_asked_for(tmp_path):
    """A Python that repeats what it is given stands for the real one."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@"\n', "utf-8")
    python.chmod(0o755)
    (tmp_path / "runtime.stamp").touch()
    make = [shutil.which("make") or "make", "--no-print-directory", f"VENV={tmp_path}"]
    made = subprocess.run(
        [*make, f"--old-file={tmp_path}/runtime.stamp", "serve", "WORKERS=3", "ADDRESS=0.0.0.0"],
        cwd=ROOT,
        env={name: text for name, text in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout.split() == [
        *("-m", "pages.inside.serve", "--port", "8501"),
        *("--address", "0.0.0.0", "--workers", "3"),
    ]
